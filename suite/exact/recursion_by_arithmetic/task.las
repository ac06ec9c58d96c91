% A number is even if the one two before is; the rule needs another literal, or its instances would never end.
n(1..6).
#modeh(even(var(n))).
#modeb(1,even(var(n)-2),(positive)).
#modeb(1,n(var(n)),(positive)).
#modeb(1,var(n) = const(c)).
#constant(c,2).
#maxv(1).
#pos({even(2),even(4),even(6)},{even(1),even(3),even(5)}).
