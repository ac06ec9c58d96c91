bird(tweety).  bird(et).  bird(polly).
#modeh(1, fly(var(t))).
#modeb(1, bird(var(t)), (positive)).
#maxv(1).
#pos({fly(tweety)}, {fly(polly)}).
