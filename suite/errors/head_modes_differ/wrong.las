bird(tweety). penguin(polly). cat(kitty).
#modeh(fly(var(bird))). #modeh(fly(var(cat))).
#modeb(bird(var(bird))).
#pos({fly(tweety)}, {fly(polly)}).
