% Cautious induction: what was observed holds in every stable model, whoever of the two guards is on duty.
gate(north;south).  shed(old).
place(X) :- gate(X).  place(X) :- shed(X).
day(X) :- gate(X), not night(X).
night(X) :- gate(X), not day(X).

#modeh(guarded(var(place))).
#modeb(gate(var(place))).
#modeb(shed(var(place))).
#modeb(day(var(place))).
#modeb(night(var(place))).

#pos(possible, {}, {}).
#neg(n1, {}, {guarded(north)}).
#neg(n2, {}, {guarded(south)}).
#neg(n3, {guarded(old)}, {}).
