bird(tweety).  bird(polly).
#modeh(fly(var(bird))).
#pos({fly(tweety), not fly(polly)}, {}).
