% Three lamps and three buttons: the first turns lamp p, the second swaps p and q, the third q and r.

head_pred(next_p,1).
body_pred(does,3).
body_pred(lit,2).
body_pred(dark,2).
type(next_p,(ex,)).
type(does,(ex,agent,action)).
type(lit,(ex,lamp)).
type(dark,(ex,lamp)).
constant(press_a,action). constant(press_b,action). constant(press_c,action).
constant(p,lamp). constant(q,lamp). constant(r,lamp).

body_pred(P,1) :- constant(P,_).
type(P,(T,)) :- constant(P,T).

:- clause(C), #count{V : var_type(C,V,ex)} != 1.
