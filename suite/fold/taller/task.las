% Two values are compared with each other, as the mode var(cm) < var(cm) allows.

person(ann). person(bob). person(cid). person(dan). person(eve). person(fay). person(gus). person(hal).
person(ida). person(jon).
cm(150;155;160;165;170;175).
height(ann,155). height(bob,170). height(cid,170). height(dan,155). height(eve,160). height(fay,170).
height(gus,165). height(hal,175). height(ida,170). height(jon,150).
left_handed(bob). left_handed(eve). left_handed(hal). left_handed(ida).
knows(bob,ann). knows(bob,cid). knows(cid,dan). knows(cid,fay). knows(cid,hal). knows(cid,ida).
knows(dan,eve). knows(dan,hal). knows(eve,ann). knows(eve,hal). knows(fay,ida). knows(gus,ann).
knows(gus,eve). knows(gus,gus). knows(gus,ida). knows(gus,jon). knows(hal,eve). knows(hal,gus).
knows(ida,dan). knows(ida,ida). knows(jon,ann). knows(jon,gus). knows(jon,hal).

#modeh(taller(var(person),var(person))).
#modeb(height(var(person),var(cm))).
#modeb(left_handed(var(person))).
#modeb(knows(var(person),var(person))).
#modeb(var(cm) < var(cm)).

#pos(w, {
  taller(ann,jon), taller(bob,ann), taller(bob,dan), taller(bob,eve), taller(bob,gus), taller(bob,jon),
  taller(cid,ann), taller(cid,dan), taller(cid,eve), taller(cid,gus), taller(cid,jon), taller(dan,jon),
  taller(eve,ann), taller(eve,dan), taller(eve,jon), taller(fay,ann), taller(fay,dan), taller(fay,eve),
  taller(fay,gus), taller(fay,jon), taller(gus,ann), taller(gus,dan), taller(gus,eve), taller(gus,jon),
  taller(hal,ann), taller(hal,bob), taller(hal,cid), taller(hal,dan), taller(hal,eve), taller(hal,fay),
  taller(hal,gus), taller(hal,ida), taller(hal,jon), taller(ida,ann), taller(ida,dan), taller(ida,eve),
  taller(ida,gus), taller(ida,jon)
}, {}).
#cwa(taller/2).
