% Nothing extends any example, whatever is learned: both are paid for.
b :- not d.
:- q, not a.
#pos(e1@1, {p, q, b}, {}, {}).
#pos(e2@4, {q}, {p, b}, {}).
#modeh(p).
#modeh(q).
#modeb(not a).
#modeb(b).
#maxv(1).
#bias("penalty(1, head).").
#bias("penalty(1, body(X)) :- in_body(X).").
