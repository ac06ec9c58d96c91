head_pred(f,1).
body_pred(P,1) :- constant(C,_).
