% Who is to move may mark a blank square.

head_pred(legal_mark,4).
body_pred(cell,4).
body_pred(control,2).
body_pred(index,1).
type(legal_mark,(ex,agent,pos,pos)).
type(cell,(ex,pos,pos,mark)).
type(control,(ex,agent)).
type(index,(pos,)).
constant(x,mark). constant(o,mark). constant(blank,mark).

body_pred(P,1) :- constant(P,_).
type(P,(T,)) :- constant(P,T).

:- clause(C), #count{V : var_type(C,V,ex)} != 1.
