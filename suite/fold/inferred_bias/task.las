% No modes at all: the target, the body predicates and the types follow from the facts and the example.

sample(s1). sample(s2). sample(s3). sample(s4). sample(s5). sample(s6). sample(s7). sample(s8). sample(s9).
sample(s10). sample(s11). sample(s12). sample(s13). sample(s14). sample(s15). sample(s16). sample(s17).
sample(s18). sample(s19). sample(s20). sample(s21). sample(s22). sample(s23). sample(s24). sample(s25).
sample(s26).
liquid(s1). liquid(s2). liquid(s3). liquid(s5). liquid(s7). liquid(s9). liquid(s12). liquid(s13).
liquid(s17). liquid(s18). liquid(s19). liquid(s20). liquid(s22). liquid(s23). liquid(s24). liquid(s26).
frozen(s2). frozen(s3). frozen(s6). frozen(s7). frozen(s10). frozen(s11). frozen(s12). frozen(s16).
frozen(s17). frozen(s20). frozen(s22). frozen(s23). frozen(s25).
sweet(s1). sweet(s2). sweet(s9). sweet(s10). sweet(s12). sweet(s18). sweet(s24). sweet(s25).
red(s4). red(s10). red(s11). red(s14). red(s18). red(s19). red(s20). red(s22). red(s23).

#pos(w, {
  pours(s1), pours(s5), pours(s9), pours(s13), pours(s18), pours(s19), pours(s24), pours(s26)
}, {}).
#cwa(pours/1).
