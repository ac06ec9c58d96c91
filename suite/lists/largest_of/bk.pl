% The largest number of a list.
head([H|_], H).
tail([_|T], T).
empty([]).
max_of(A, B, A) :- A >= B, !.
max_of(_, B, B).
sum(A, B, C) :- C is A + B.
