% Whether et flies is not said: it is neither included nor excluded, so the default for birds may stand.

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
}, {
  fly(polly), fly(kitty), fly(teddy)
}).
