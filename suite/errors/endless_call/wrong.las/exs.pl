pos(natural(0)). pos(natural(3)). pos(natural(5)).
neg(natural(-2)). neg(natural(-4)).
