% Grounding runs through eight thousand million triples and derives nothing on the way.
d(1..2000).
p(X,Y,Z) :- d(X), d(Y), d(Z), X+Y+Z < 0.
bird(tweety).
#modeh(fly(var(bird))).
#modeb(bird(var(bird))).
#pos({fly(tweety)}, {}).
