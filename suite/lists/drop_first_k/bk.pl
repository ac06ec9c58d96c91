% What is left of a list without its first k elements.
tail([_|T], T).
head([H|_], H).
empty([]).
zero(0).
one(1).
decrement(A, B) :- succ(B, A).
increment(A, B) :- succ(A, B).
geq(A, B) :- integer(A), integer(B), A >= B.
even(N) :- integer(N), 0 is N mod 2.
odd(N) :- integer(N), 1 is N mod 2.
