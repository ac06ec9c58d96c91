% A list begins with another one.
head([H|_], H).
tail([_|T], T).
empty([]).
even(N) :- integer(N), 0 is N mod 2.
a_list(L) :- is_list(L).
