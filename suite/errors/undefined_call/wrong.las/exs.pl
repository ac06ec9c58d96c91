pos(starts([a,b],a)). pos(starts([c],c)). neg(starts([a,b],b)).
