n(0).
n(X+1) :- n(X).
bird(tweety).
#modeh(fly(var(bird))).
#modeb(bird(var(bird))).
#pos({fly(tweety)}, {}).
