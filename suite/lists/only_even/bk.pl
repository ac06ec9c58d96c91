% The even numbers of a list, in order.
head([H|_], H).
tail([_|T], T).
empty([]).
cons(H, T, L) :- append([H], T, L).
even(N) :- nonvar(N), \+ is_list(N), 0 is N mod 2.
odd(N) :- nonvar(N), \+ is_list(N), 1 is N mod 2.
