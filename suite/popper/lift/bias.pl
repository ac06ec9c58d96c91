% A lift goes up, down, or stays.

head_pred(next_at,2).
body_pred(at,2).
body_pred(does,2).
body_pred(above,2).
type(next_at,(ex,floor)).
type(at,(ex,floor)).
type(does,(ex,action)).
type(above,(floor,floor)).
constant(up,action). constant(down,action). constant(stay,action).
constant(floor_1,floor). constant(floor_6,floor).

body_pred(P,1) :- constant(P,_).
type(P,(T,)) :- constant(P,T).

:- clause(C), #count{V : var_type(C,V,ex)} != 1.
