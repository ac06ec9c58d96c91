q(2).
#modeh(p(vra(t))).
#modeb(q(var(t))).
#maxv(1).
#pos({p(2)}, {}).
