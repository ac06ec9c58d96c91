bird(tweety).  bird(polly).
#modeh(fly(var(bird))).
#pos(w, {fly(polly), fly(tweety)}, {fly(tweety)}).
