head_pred(f,1).
body_pred(P,1) :- colour(P).
colour(q). colour(r).
prop(singleton,q). prop(singleton,r).
:- clause(C), not body_literal(C,q,_,_).
long(C) :- body_size(C,N), N > 2.
:- long(_).
cosntant(q,t).
constant(q,t).
