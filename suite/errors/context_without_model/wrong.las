% The context of an example contradicts itself.
bird(tweety). bird(polly).
#modeh(fly(var(any))).
#modeb(bird(var(any))).
#pos(good, {fly(tweety)}, {}).
#pos(bad, {fly(polly)}, {}, { :- bird(polly). }).
