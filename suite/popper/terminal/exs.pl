pos(terminal(s0)). pos(terminal(s1)). pos(terminal(s2)). pos(terminal(s3)). pos(terminal(s4)).
pos(terminal(s6)). pos(terminal(s7)). pos(terminal(s8)). pos(terminal(s9)). pos(terminal(s10)).
pos(terminal(s11)). pos(terminal(s12)). pos(terminal(s13)). pos(terminal(s14)). pos(terminal(s15)).
pos(terminal(s16)). pos(terminal(s18)). pos(terminal(s19)). pos(terminal(s20)). pos(terminal(s22)).
pos(terminal(s24)). pos(terminal(s25)). pos(terminal(s26)). pos(terminal(s27)). pos(terminal(s28)).
pos(terminal(s29)). pos(terminal(s31)). pos(terminal(s33)). pos(terminal(s34)). pos(terminal(s35)).
pos(terminal(s37)). pos(terminal(s38)). pos(terminal(s39)).
neg(terminal(s5)). neg(terminal(s17)). neg(terminal(s21)). neg(terminal(s23)). neg(terminal(s30)).
neg(terminal(s32)). neg(terminal(s36)).
