% FastLAS: what an example includes and excludes is derived from its context.
lamp(hall).  lamp(attic).
inclusion(lit(X)) :- lamp(X), seen(X).
exclusion(lit(X)) :- lamp(X), not seen(X).

#modeh(lit(var(lamp))).
#modeb(switched(var(lamp))).
#modeb(not broken(var(lamp))).
#bias("penalty(1, body(X)) :- in_body(X).").

#pos(e1, {}, {}, {seen(hall). switched(hall). switched(attic). broken(attic).}).
#pos(e2, {}, {}, {switched(hall). broken(hall). broken(attic).}).
#pos(e3, {}, {}, {seen(attic). switched(attic).}).
