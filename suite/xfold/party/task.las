% Who comes? Whoever is free, unless somebody they quarrel with comes. The background has several stable models.
guest(ann;ben;cem;dora;eli).
busy(X) :- guest(X), not free(X).
free(X) :- guest(X), not busy(X).
quarrels(ann,dora).  quarrels(ben,cem).
quarrels(X,Y) :- guest(X), guest(Y), quarrels(Y,X).

#modeh(comes(var(guest))).
#modeb(free(var(guest))).
#modeb(busy(var(guest))).
#modeb(quarrels(var(guest),var(guest))).

#pos(monday, {comes(ann), comes(ben), free(ann), free(ben), busy(cem), free(dora), busy(eli)},
  {comes(cem), comes(dora), comes(eli)}).
#pos(tuesday, {comes(cem), comes(dora), comes(eli), free(ann), free(ben), free(cem), free(dora), free(eli)},
  {comes(ann), comes(ben)}).
#pos(friday, {comes(ann), comes(cem), comes(eli), free(ann), free(ben), free(cem), busy(dora), free(eli)},
  {comes(ben), comes(dora)}).
#pos(sunday, {comes(ben), comes(eli), busy(ann), free(ben), busy(cem), busy(dora), free(eli)},
  {comes(ann), comes(cem), comes(dora)}).
