% Some element of a list occurs twice.
head([H|_], H).
tail([_|T], T).
empty([]).
element(L, X) :- member(X, L).
even(N) :- integer(N), 0 is N mod 2.
odd(N) :- integer(N), 1 is N mod 2.
