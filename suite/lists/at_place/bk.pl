% The element at a place of a list, counted from zero.
head([H|_], H).
tail([_|T], T).
zero(0).
one(1).
decrement(A, B) :- succ(B, A).
increment(A, B) :- succ(A, B).
even(N) :- integer(N), 0 is N mod 2.
