% Which guests can be asked together? Any who are no rivals: an independent set.
guest(ann;ben;cem;dora;eli).
rivals(ann,ben).  rivals(ben,cem).  rivals(cem,dora).  rivals(dora,eli).  rivals(ben,dora).

#modeh(asked(var(guest))).
#modeb(rivals(var(guest),var(guest))).

#pos(one, {asked(ann), asked(cem), asked(eli)}, {asked(ben), asked(dora)}).
#pos(two, {asked(ben), asked(eli)}, {asked(ann), asked(cem), asked(dora)}).
#pos(three, {asked(dora)}, {asked(ann), asked(ben), asked(cem), asked(eli)}).
#pos(four, {asked(ann), asked(dora)}, {asked(ben), asked(cem), asked(eli)}).
#neg(n1, {asked(ann), asked(ben)}, {}).
#neg(n2, {asked(dora), asked(eli)}, {}).
#neg(n3, {asked(ben), asked(cem)}, {}).
