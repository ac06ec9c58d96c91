bird(tweety).  bird(polly).
#modeh(fly(var(bird))).
#modeb(bird(var(bird))).
#pos(w, {fly(tweety), bird(rex)}, {}).
