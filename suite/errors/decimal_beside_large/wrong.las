bird(tweety; et; polly).
weight(tweety, 0.0125). weight(et, 3.5).
weight(polly, 4000000).
#modeh(fly(var(bird))).
#modeb(weight(var(bird),num(kilo))).
#pos({fly(tweety)}, {fly(polly)}).
