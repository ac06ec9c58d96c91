% A list without its last element.
head([H|_], H).
tail([_|T], T).
empty([]).
cons(H, T, [H|T]).
even(N) :- integer(N), 0 is N mod 2.
