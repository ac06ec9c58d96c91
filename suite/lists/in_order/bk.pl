% The numbers of a list do not fall.
head([H|_], H).
tail([_|T], T).
empty([]).
geq(A, B) :- nonvar(A), nonvar(B), !, A >= B.
even(N) :- integer(N), 0 is N mod 2.
odd(N) :- integer(N), 1 is N mod 2.
