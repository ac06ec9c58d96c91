% No example speaks of the target, but the background reads it so that what it must be is certain: one lamp to a context.
dark :- lamp(X), not lit(X).
bright :- not dark.
#pos(a@4, {bright}, {}, {lamp(1). wired(1). new(1).}).
#pos(b@4, {dark}, {}, {lamp(1). wired(1).}).
#pos(c@4, {dark}, {}, {lamp(2). new(2).}).
#pos(d@4, {bright}, {}, {lamp(2). taped(2).}).
#pos(e@4, {bright}, {}, {lamp(3). taped(3). wired(3).}).
#pos(f@4, {dark}, {}, {lamp(3).}).
#pos(g@1, {dark}, {}, {lamp(1). wired(1). new(1). taped(1).}).
#modeh(lit(var(lamp))).
#modeb(wired(var(lamp))).
#modeb(new(var(lamp))).
#modeb(taped(var(lamp))).
#modeb(not taped(var(lamp))).
#maxv(1).
#bias("penalty(1, head(X)) :- in_head(X).").
#bias("penalty(1, body(X)) :- in_body(X).").
