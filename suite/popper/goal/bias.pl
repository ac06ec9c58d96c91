% What a finished board is worth: a line wins, the other player gets nothing, a full board is a draw.

max_vars(5).
max_body(4).
head_pred(goal,3).
body_pred(line,2).
body_pred(full,1).
body_pred(control,2).
body_pred(opponent,2).
type(goal,(ex,agent,score)).
type(line,(ex,agent)).
type(full,(ex,)).
type(control,(ex,agent)).
type(opponent,(agent,agent)).
constant(score_0,score).
constant(score_50,score).
constant(score_100,score).

body_pred(P,1) :- constant(P,_).
type(P,(T,)) :- constant(P,T).

:- clause(C), #count{V : var_type(C,V,ex)} != 1.
