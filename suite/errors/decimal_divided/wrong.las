bird(tweety; et; polly).
weight(tweety, 0.5). weight(et, 3.5). weight(polly, 4).
third(X, W/3) :- weight(X, W).
#modeh(fly(var(bird))).
#modeb(third(var(bird),num(kilo))).
#pos({fly(tweety)}, {fly(polly)}).
