% Marks stay, and a new one is that of the player who moves.

head_pred(next_mark,4).
body_pred(cell,4).
body_pred(does_mark,4).
type(next_mark,(ex,pos,pos,mark)).
type(cell,(ex,pos,pos,mark)).
type(does_mark,(ex,agent,pos,pos)).
constant(x,mark). constant(o,mark). constant(blank,mark).
constant(white,agent). constant(black,agent).

body_pred(P,1) :- constant(P,_).
type(P,(T,)) :- constant(P,T).

:- clause(C), #count{V : var_type(C,V,ex)} != 1.
