% The factorial of a number.
zero(0).
one(1).
decrement(A, B) :- succ(B, A).
times(A, B, C) :- C is A * B.
increment(A, B) :- succ(A, B).
