% Two to the power of a number.
zero(0).
one(1).
decrement(A, B) :- succ(B, A).
double(A, B) :- B is 2 * A.
increment(A, B) :- succ(A, B).
