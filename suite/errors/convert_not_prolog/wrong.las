bird(tweety). bird(polly). number(1).
1 { sleeps(X) : bird(X) } 1.
#modeh(fly(var(bird))).
#modeb(not sleeps(var(bird))).
#pos(e, {fly(tweety)}, {fly(polly)}, {sleeps(polly).}).
