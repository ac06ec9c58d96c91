% The game is over at step seven, or without lives.

head_pred(terminal,1).
body_pred(step,2).
body_pred(lives,2).
type(terminal,(ex,)).
type(step,(ex,int)).
type(lives,(ex,int)).
constant(int_0,int).
constant(int_1,int).
constant(int_2,int).
constant(int_3,int).
constant(int_4,int).
constant(int_5,int).
constant(int_6,int).
constant(int_7,int).

body_pred(P,1) :- constant(P,_).
type(P,(T,)) :- constant(P,T).

:-
    clause(C),
    #count{V : clause_var(C,V), var_type(C,V,ex)} != 1.
