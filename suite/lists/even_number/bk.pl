% A number that is even, by counting.
zero(0).
one(1).
decrement(A, B) :- succ(B, A).
increment(A, B) :- succ(A, B).
