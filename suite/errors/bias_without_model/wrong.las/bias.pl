head_pred(f,1).
body_pred(q,1).
:- body_pred(P,_), not type(P,_).
