% No modes at all: the target, the body predicates and the types follow from the facts and the example.

sample(s1). sample(s2). sample(s3). sample(s4). sample(s5). sample(s6). sample(s7). sample(s8). sample(s9).
sample(s10). sample(s11). sample(s12). sample(s13). sample(s14). sample(s15). sample(s16). sample(s17).
sample(s18). sample(s19). sample(s20). sample(s21). sample(s22). sample(s23). sample(s24). sample(s25).
sample(s26).
liquid(s1). liquid(s2). liquid(s3). liquid(s4). liquid(s5). liquid(s6). liquid(s7). liquid(s8). liquid(s9).
liquid(s10). liquid(s12). liquid(s15). liquid(s17). liquid(s18). liquid(s19). liquid(s20). liquid(s21).
liquid(s23). liquid(s24). liquid(s25). liquid(s26).
frozen(s2). frozen(s4). frozen(s6). frozen(s9). frozen(s10). frozen(s11). frozen(s14). frozen(s16).
frozen(s18). frozen(s23). frozen(s25). frozen(s26).
sweet(s2). sweet(s7). sweet(s8). sweet(s12). sweet(s13). sweet(s14). sweet(s16). sweet(s20). sweet(s22).
sweet(s24).
red(s1). red(s2). red(s4). red(s5). red(s6). red(s7). red(s8). red(s14). red(s16). red(s17). red(s18).
red(s20). red(s21). red(s24).

#pos(w, {
  pours(s1), pours(s3), pours(s5), pours(s7), pours(s8), pours(s12), pours(s15), pours(s17), pours(s19),
  pours(s20), pours(s21), pours(s24)
}, {}).
#cwa(pours/1).
