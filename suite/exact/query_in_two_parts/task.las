% Who helps someone busy: whoever works in the same room, and whoever leads. Some negative examples speak of one atom.
room(ann,1).  room(bob,1).  room(eve,2).  room(dan,3).  room(fay,2).  room(gus,4).
busy(ann).  busy(eve).  busy(gus).
leads(dan,ann).  leads(gus,dan).  leads(fay,gus).
differ(X,Y) :- room(X,_), room(Y,_), X != Y.

#modeb(2, room(var(who),var(place)), (positive)).
#modeb(2, leads(var(who),var(who)), (positive)).
#modeb(2, busy(var(who)), (positive)).
#modeb(1, differ(var(who),var(who)), (positive)).
#modeh(helps(var(who),var(who))).
#maxv(4).

#pos({helps(bob,ann), helps(dan,ann), helps(fay,eve), helps(fay,gus)},
     {helps(ann,eve), helps(ann,dan), helps(ann,fay), helps(ann,gus), helps(bob,bob), helps(bob,eve),
      helps(bob,dan), helps(bob,fay), helps(bob,gus), helps(eve,ann), helps(eve,bob), helps(eve,eve),
      helps(eve,dan), helps(eve,fay), helps(eve,gus), helps(dan,bob), helps(dan,eve), helps(dan,dan),
      helps(dan,fay), helps(dan,gus), helps(fay,ann), helps(fay,bob), helps(fay,dan), helps(fay,fay),
      helps(gus,ann), helps(gus,bob), helps(gus,eve), helps(gus,fay), helps(gus,gus)}).
#neg({helps(ann,bob)}, {}).
#neg({helps(gus,dan)}, {}).
#neg({helps(ann,ann)}, {}).
