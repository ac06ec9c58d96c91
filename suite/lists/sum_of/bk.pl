% The sum of the numbers of a list.
head([H|_], H).
tail([_|T], T).
empty([]).
zero(0).
sum(A, B, C) :- number(A), number(B), !, C is A + B.
