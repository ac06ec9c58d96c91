% A list from its end to its start.
head([H|_], H).
tail([_|T], T).
empty([]).
add_last(L, X, R) :- append(L, [X], R).
