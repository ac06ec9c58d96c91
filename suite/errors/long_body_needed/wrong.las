a(1).  a(2).  a(3).  a(4).  a(5).
b(1).  b(2).  b(3).  b(4).
c(1).  c(2).  c(3).  c(5).
d(1).  d(2).  d(4).  d(5).
#modeh(1, p(var(t))).
#modeb(1, a(var(t)), (positive)).
#modeb(1, b(var(t)), (positive)).
#modeb(1, c(var(t)), (positive)).
#modeb(1, d(var(t)), (positive)).
#modeb(1, e(var(t)), (positive)).
#maxv(1).
e(1).  e(3).  e(4).  e(5).
#pos({p(1)}, {p(2), p(3), p(4), p(5)}).
