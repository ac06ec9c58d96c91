bird(tweety).
#modeh(fly(var(bird))).
#modeb(bird(var(bird))).
#pos({fly(tweety)}, {}).
