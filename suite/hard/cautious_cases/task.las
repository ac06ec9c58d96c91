% Cautious induction: what was observed holds in every stable model, whichever way the lawns got their water.
lawn(north;south;east).  porch(front).
place(X) :- lawn(X).  place(X) :- porch(X).
rained(X) :- lawn(X), not sprinkled(X).
sprinkled(X) :- lawn(X), not rained(X).

#modeh(wet(var(place))).
#modeb(rained(var(place))).
#modeb(sprinkled(var(place))).
#modeb(porch(var(place))).

#pos(possible, {}, {}).
#neg(n1, {}, {wet(north)}).
#neg(n2, {}, {wet(south)}).
#neg(n3, {}, {wet(east)}).
#neg(n4, {wet(front)}, {}).
