:- style_check(-discontiguous).
car(c1,2). car(c2,3).
long(X) :- car(X,N), N > 2, !.
short(X) :- car(X,N), assertz(seen(X)), N < 3.
told(X) :- car(X,_), write(X).
words --> [a], words.
:- initialization(main).
