% Every number of a list, one larger.
head([H|_], H).
tail([_|T], T).
empty([]).
cons(H, T, [H|T]) :- is_list(T), !.
increment(A, B) :- succ(A, B).
decrement(A, B) :- succ(B, A).
