% A value falls by one in each step; the button makes it five again.

head_pred(next_value,2).
body_pred(does,3).
body_pred(value,2).
body_pred(my_succ,2).
type(next_value,(ex,int)).
type(does,(ex,agent,action)).
type(value,(ex,int)).
type(my_succ,(int,int)).
constant(c0,int).
constant(c1,int).
constant(c2,int).
constant(c3,int).
constant(c4,int).
constant(c5,int).
constant(press,action).
constant(noop,action).

body_pred(P,1) :- constant(P,_).
type(P,(T,)) :- constant(P,T).

:-
    clause(C),
    #count{V : clause_var(C,V), var_type(C,V,ex)} != 1.
