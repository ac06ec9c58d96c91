% The same with a closed world: et, a bird like tweety, does not fly, and nothing tells the two apart.

bird(X) :- penguin(X).

bird(tweety).  bird(et).
penguin(polly).
bear(teddy).
cat(kitty).

#modeh(fly(var(any))).
#modeb(bird(var(any))).
#modeb(cat(var(any))).
#modeb(penguin(var(any))).
#modeb(bear(var(any))).

#pos(w, {
  fly(tweety)
}, {}).
#cwa(fly/1).
