head_pred(f,1).
body_pred(q,1).
type(P,s(T)) :- type(P,T).
type(q,t).
