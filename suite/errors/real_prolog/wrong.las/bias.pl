head_pred(f,1).
body_pred(long,1).
body_prad(short,1).
:- body_literal(0,long,1,_), body_size(0,1).
