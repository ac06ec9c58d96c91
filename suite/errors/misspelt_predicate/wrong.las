bird(tweety).  penguin(polly).
#modeh(fly(var(bird))).
#modeb(bird(var(bird))).
#pos(w, {fly(tweety), brid(tweety)}, {}).
