% FastLAS: no rule costs anything, only that some rule has a negated condition.
#modeh(go).
#modeb(not red).
#modeb(not jam).
#bias("intermediate(naf) :- in_body(neg(X)).").
#final_bias("penalty(1, naf) :- intermediate(naf).").

#pos(a, {go}, {}, {}).
#pos(b, {}, {go}, {red.}).
#pos(c, {}, {go}, {jam.}).
