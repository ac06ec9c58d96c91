% The space is a list of rules with costs: a free choice and two constraints are worth more than the facts.
1 ~ on(l1).
1 ~ on(l2).
2 ~ { on(l1); on(l2) }.
1 ~ :- on(l1), on(l2).
2 ~ 1 { on(l1); on(l2) } 1.
4 ~ on(X) :- lamp(X).
1 ~ :- not on(l1), not on(l2).
lamp(l1).  lamp(l2).

#pos({on(l1)}, {on(l2)}).
#pos({on(l2)}, {on(l1)}).
#neg({on(l1), on(l2)}, {}).
#neg({}, {on(l1), on(l2)}).
