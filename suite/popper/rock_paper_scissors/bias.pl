% Who wins a round of rock, paper, scissors has one point more.

head_pred(next_score,3).
body_pred(does,3).
body_pred(score,3).
body_pred(beats,2).
body_pred(different,2).
body_pred(my_succ,2).
type(next_score,(ex,agent,int)).
type(does,(ex,agent,action)).
type(score,(ex,agent,int)).
type(beats,(action,action)).
type(different,(agent,agent)).
type(my_succ,(int,int)).
constant(rock,action). constant(paper,action). constant(scissors,action).
constant(left,agent). constant(right,agent).

body_pred(P,1) :- constant(P,_).
type(P,(T,)) :- constant(P,T).

:- clause(C), #count{V : var_type(C,V,ex)} != 1.
