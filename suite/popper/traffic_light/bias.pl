% Red, green, amber, and again; a broken light stays as it is.

head_pred(next_light,2).
body_pred(shows,2).
body_pred(broken,1).
body_pred(works,1).
type(next_light,(ex,colour)).
type(shows,(ex,colour)).
type(broken,(ex,)).
type(works,(ex,)).
constant(red,colour). constant(green,colour). constant(amber,colour).

body_pred(P,1) :- constant(P,_).
type(P,(T,)) :- constant(P,T).
