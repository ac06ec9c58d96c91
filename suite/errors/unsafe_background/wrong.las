bird(tweety).
grounded(X) :- not bird(X).
#modeh(fly(var(bird))).
#pos({fly(tweety)}, {}).
