% Three neighbours in a list are the same.
head([H|_], H).
tail([_|T], T).
empty([]).
even(N) :- integer(N), 0 is N mod 2.
