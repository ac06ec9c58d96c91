% Peano addition by counting.
zero(0).
decrement(A, B) :- succ(B, A).
increment(A, B) :- succ(A, B).
same(X, X).
even(N) :- integer(N), 0 is N mod 2.
