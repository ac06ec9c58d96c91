pos(next_p(s3)). pos(next_p(s5)). pos(next_p(s7)). pos(next_p(s9)). pos(next_p(s13)). pos(next_p(s14)).
pos(next_p(s17)). pos(next_p(s18)). pos(next_p(s19)). pos(next_p(s21)). pos(next_p(s25)). pos(next_p(s26)).
pos(next_p(s27)). pos(next_p(s29)).
neg(next_p(s0)). neg(next_p(s1)). neg(next_p(s2)). neg(next_p(s4)). neg(next_p(s6)). neg(next_p(s8)).
neg(next_p(s10)). neg(next_p(s11)). neg(next_p(s12)). neg(next_p(s15)). neg(next_p(s16)). neg(next_p(s20)).
neg(next_p(s22)). neg(next_p(s23)). neg(next_p(s24)). neg(next_p(s28)).
