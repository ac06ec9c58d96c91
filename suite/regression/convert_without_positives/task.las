#modeh(fly(var(any))).
#pos({}, {fly(polly), fly(kitty)}).
