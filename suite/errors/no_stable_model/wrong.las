bird(tweety).
lost :- bird(tweety), not lost.
#modeh(fly(var(bird))).
#pos({fly(tweety)}, {}).
