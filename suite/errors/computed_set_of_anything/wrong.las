inclusion(X) :- wanted(X).
#modeh(lit).
#modeb(on).
#bias("penalty(1, body(X)) :- in_body(X).").
#pos(a, {}, {}, {wanted(lit). on.}).
