pos(f(a)). neg(g(b)).
