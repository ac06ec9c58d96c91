% Every element of a list, twice.
head([H|_], H).
tail([_|T], T).
empty([]).
cons(H, T, [H|T]).
