% The background has what is to be learned.
bird(a).  bird(b).  fly(a).
#modeh(fly(var(any))).
#modeb(bird(var(any))).
#pos({fly(a)}, {fly(b)}).
