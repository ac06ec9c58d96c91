% What is closed stays closed where the cheapest rules are asked for.
bird(tweety; et; polly). penguin(polly).
#modeh(fly(var(bird))).
#modeb(bird(var(bird))).
#modeb(not penguin(var(bird))).
#pos({fly(tweety), fly(et)}, {}).
#cwa(fly/1).
