% Nobody sits with a rival, and whoever can sit down does: a maximal independent set, by a default and its exception.
guest(ann;ben;cem;dora;eli).
rivals(ann,ben).  rivals(ben,cem).  rivals(cem,dora).  rivals(dora,eli).  rivals(ben,dora).
rivals(X,Y) :- rivals(Y,X).

#modeh(sits(var(guest))).
#modeb(rivals(var(guest),var(guest))).

#pos(one, {sits(ann), sits(cem), sits(eli)}, {sits(ben), sits(dora)}).
#pos(two, {sits(ben), sits(eli)}, {sits(ann), sits(cem), sits(dora)}).
#pos(three, {sits(ann), sits(dora)}, {sits(ben), sits(cem), sits(eli)}).
