part(1).  price(1).
{cost(2000000000..2000000003)}.
dear :- #sum { X,X : cost(X) } > 5.
#modeh(q(var(any))).  #modeb(part(var(any))).
#pos({q(1)}, {}).
