pos(f(c2)). neg(f(c1)).
