bird(tweety).
#modeh(fly(var(any))).
#modeb(bird(var(any))).
#pos({fly(tweety)}, {}).
