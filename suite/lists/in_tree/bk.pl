% A value of a tree.
left(node(L,_,_), L).
right(node(_,_,R), R).
value(node(_,V,_), V).
leaf(empty_tree).
increment(A, B) :- succ(A, B).
