bird(tweety).  weight(tweety, 99999999999).
#modeh(fly(var(bird))).
#pos({fly(tweety)}, {}).
