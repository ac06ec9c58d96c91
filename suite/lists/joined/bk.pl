% Two lists, one behind the other.
head([H|_], H).
tail([_|T], T).
empty([]).
cons(H, T, [H|T]).
same(X, X).
