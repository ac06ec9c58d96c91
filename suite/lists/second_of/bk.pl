% The second element of a list.
head([H|_], H).
tail([_|T], T).
even(N) :- integer(N), 0 is N mod 2.
odd(N) :- integer(N), 1 is N mod 2.
empty([]).
