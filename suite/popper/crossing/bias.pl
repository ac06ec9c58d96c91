% A farmer crosses the river with something, or alone; the rest stays. The bias has a pool and a constant of clingo.

#const most = 5.
max_vars(most).
max_body(most).
head_pred(next_on,3).
body_pred(on,3).
body_pred(takes,2).
body_pred(leaves,2).
body_pred(opposite,2).
type(next_on,(ex,thing,side)).
type(on,(ex,thing,side)).
type(takes,(ex,thing)).
type(leaves,(ex,thing)).
type(opposite,(side,side)).
constant(thing,(farmer;wolf;goat;cabbage)).
body_pred(P,1) :- constant(_,P).
type(P,(T,)) :- constant(T,P).

:- clause(C), #count{V : var_type(C,V,ex)} != 1.
