% How many elements a list has.
head([H|_], H).
tail([_|T], T).
empty([]).
zero(0).
one(1).
increment(A, B) :- succ(A, B).
decrement(A, B) :- succ(B, A).
