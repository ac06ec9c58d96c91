% The numbers from a number down to one.
zero(0).
decrement(A, B) :- succ(B, A).
empty([]).
cons(H, T, [H|T]).
increment(A, B) :- succ(A, B).
head([H|_], H).
