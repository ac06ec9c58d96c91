% A kettle is heated, emptied and filled anew, or left alone. The background does not define the constants.

head_pred(becomes,2).
body_pred(holds,2).
body_pred(does,2).
body_pred(warmer,2).
type(becomes,(ex,heat)).
type(holds,(ex,heat)).
type(does,(ex,action)).
type(warmer,(heat,heat)).
constant(cold,heat). constant(warm,heat). constant(hot,heat).
constant(heat,action). constant(pour,action). constant(wait,action).

body_pred(P,1) :- constant(P,_).
type(P,(T,)) :- constant(P,T).

:- clause(C), #count{V : var_type(C,V,ex)} != 1.
