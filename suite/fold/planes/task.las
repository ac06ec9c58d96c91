% Two defaults, each with its own exception, and a kind of penguin that flies after all.

penguin(X) :- superpenguin(X).
bird(X) :- penguin(X).

bird(wren).  bird(kite).
penguin(pip).  penguin(pat).
superpenguin(max).  superpenguin(moe).
plane(cessna).  plane(airbus).  plane(fokker).
damaged(fokker).  damaged(bicycle).

#modeh(fly(var(any))).
#modeb(bird(var(any))).
#modeb(penguin(var(any))).
#modeb(superpenguin(var(any))).
#modeb(plane(var(any))).
#modeb(damaged(var(any))).

#pos(w, {
  fly(airbus), fly(cessna), fly(kite), fly(max), fly(moe), fly(wren)
}, {}).
#cwa(fly/1).
