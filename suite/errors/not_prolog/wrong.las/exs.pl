pos(f(t1)). neg(f(t2)).
