% Brave induction: one stable model of what is known is enough, in which just the rooms seen lit are lit.
room(kitchen;hall;attic;cellar;porch).
lamp(kitchen;hall;attic;porch).  broken(attic).
on(X) :- lamp(X), not off(X).
off(X) :- lamp(X), not on(X).

#modeh(lit(var(room))).
#modeb(on(var(room))).
#modeb(lamp(var(room))).
#modeb(broken(var(room))).

#pos(evening, {lit(kitchen), lit(hall)}, {}).
