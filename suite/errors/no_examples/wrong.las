bird(tweety).
#modeh(fly(var(bird))).
