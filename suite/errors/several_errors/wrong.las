bird(tweety
bird(polly)).
#modh(fly(var(bird))).
cat("tom).
#pos({fly(X)}, {}).
