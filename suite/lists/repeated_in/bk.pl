% An element that occurs again later in the list.
head([H|_], H).
tail([_|T], T).
empty([]).
element([X|_], X).
element([_|T], X) :- element(T, X).
increment(A, B) :- succ(A, B).
even(N) :- integer(N), 0 is N mod 2.
