% FastLAS: what a condition costs is paid once, so that two rules with the same condition are cheaper than two others.
#modeh(p).
#modeh(q).
#modeb(shared).
#modeb(own_p).
#modeb(own_q).
#bias("penalty(1, head).").
#bias("intermediate(X) :- in_body(X).").
#bias("penalty(0, body(X)) :- in_body(X).").
#final_bias("penalty(4, t(X)) :- intermediate(X).").

#pos(a, {p, q}, {}, {shared. own_p. own_q.}).
#pos(b, {}, {p}, {own_q.}).
#pos(c, {}, {q}, {own_p.}).
#pos(d, {}, {p, q}, {}).
