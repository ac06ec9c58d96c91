bird(tweety).
#modh(fly(var(bird))).
#pos({fly(tweety)}, {}).
