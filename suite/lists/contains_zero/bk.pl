% Some element of a list is zero.
head([H|_], H).
tail([_|T], T).
empty([]).
zero(0).
one(1).
even(N) :- integer(N), 0 is N mod 2.
odd(N) :- integer(N), 1 is N mod 2.
