:- style_check(-discontiguous).
car(c1,2). car(c2,3).
long(X) :- car(X,N), N > 2, !.
short([]).
short(X) :- member(X,[c1,c2]).
even(X) :- \+ odd(X).
count(X,N) :- count(X,M), N is M + 1.
:- initialization(main).
