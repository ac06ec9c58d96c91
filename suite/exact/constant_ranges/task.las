% Constants given as a range and as a pool.
level(a,1).  level(b,3).  level(c,5).
shade(a,red).  shade(b,blue).  shade(c,red).

#modeh(alarm(var(post))).
#modeb(1, level(var(post),const(n)), (positive)).
#modeb(1, shade(var(post),const(colour)), (positive)).
#constant(n, 1..3).
#constant(colour, (red;green)).

#pos({alarm(b)}, {alarm(a), alarm(c)}).
