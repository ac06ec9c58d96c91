bird(tweety).
#modeh(fly(var(bird))).
#modeb(bird(var(bird))).
#pos(w, {fly(tweety), swim(tweety)}, {}).
