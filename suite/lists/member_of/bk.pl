% An element of a list.
head([H|_], H).
tail([_|T], T).
empty([]).
same(X, X).
increment(A, B) :- succ(A, B).
