% As labels_of_background, but dark rooms with two lamps do not say which one is out: labels alone would be cheaper.
dark :- lamp(X), not lit(X).
bright :- not dark.
#pos(a, {bright}, {}, {lamp(1). wired(1). new(1). lamp(2). wired(2). new(2).}).
#pos(b, {dark}, {}, {lamp(1). wired(1). lamp(2). new(2).}).
#pos(c, {dark}, {}, {lamp(1). new(1). wired(1). lamp(2). wired(2).}).
#pos(d, {bright}, {}, {lamp(2). taped(2). lamp(1). wired(1). new(1).}).
#pos(e, {dark}, {}, {lamp(3). lamp(1). taped(1).}).
#modeh(lit(var(lamp))).
#modeb(wired(var(lamp))).
#modeb(new(var(lamp))).
#modeb(taped(var(lamp))).
#maxv(1).
#bias("penalty(1, head(X)) :- in_head(X).").
#bias("penalty(1, body(X)) :- in_body(X).").
