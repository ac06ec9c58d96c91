pos(ripe(f1)). pos(ripe(f3)). pos(ripe(f4)). pos(ripe(f8)). pos(ripe(f9)). pos(ripe(f18)). pos(ripe(f19)).
pos(ripe(f20)). pos(ripe(f21)).
neg(ripe(f0)). neg(ripe(f2)). neg(ripe(f5)). neg(ripe(f6)). neg(ripe(f7)). neg(ripe(f10)). neg(ripe(f11)).
neg(ripe(f12)). neg(ripe(f13)). neg(ripe(f14)). neg(ripe(f15)). neg(ripe(f16)). neg(ripe(f17)). neg(ripe(f22)).
neg(ripe(f23)).
