bird(tweety). cat(tom).
#modeh(fly(var(any))).
#modeb(bird(var(any))).
#pos({fly(tweety)}, {fly(tom)}).
