n(1..4000). 
#modeh(p(var(n),var(n),var(n))). #modeb(n(var(n))).
#pos({p(1,2,3)}, {}).
#cwa(p/3).
