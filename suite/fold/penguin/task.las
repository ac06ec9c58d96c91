% Birds fly; penguins are birds and do not. Nothing else is known to fly.

bird(X) :- penguin(X).

bird(tweety).  bird(et).
penguin(polly).
cat(kitty).

#modeh(fly(var(any))).
#modeb(bird(var(any))).
#modeb(cat(var(any))).
#modeb(penguin(var(any))).

#pos(w, {
  fly(et), fly(tweety)
}, {}).
#cwa(fly/1).
