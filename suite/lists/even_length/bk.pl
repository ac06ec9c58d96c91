% A list with an even number of elements.
head([H|_], H).
tail([_|T], T).
empty([]).
even(N) :- integer(N), 0 is N mod 2.
odd(N) :- integer(N), 1 is N mod 2.
