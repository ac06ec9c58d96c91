% Lists and numbers, as Prolog has them.
head([H|_], H).
tail([_|T], T).
empty([]).
one(1).
decrement(A, B) :- succ(B, A).
even(N) :- 0 is N mod 2.
