% The penguin task with one more flyer of which nothing is known: it can only be listed.

bird(X) :- penguin(X).

bird(tweety).  bird(et).
penguin(polly).
cat(kitty).

#modeh(fly(var(any))).
#modeb(bird(var(any))).
#modeb(cat(var(any))).
#modeb(penguin(var(any))).

#pos(w, {
  fly(et), fly(jet), fly(tweety)
}, {}).
#cwa(fly/1).
