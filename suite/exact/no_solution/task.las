% Two examples differ in nothing that the modes can see.
#modeh(p).
#modeb(a).

#pos({p}, {}, {a. b.}).
#pos({}, {p}, {a.}).
