% Not an error: 2^40 stable models must not be listed.
{a(1..40)}.
bird(tweety).  bird(polly).  penguin(polly).
#modeh(fly(var(bird))).
#modeb(bird(var(bird))).
#modeb(penguin(var(bird))).
#pos({fly(tweety)}, {fly(polly)}).
