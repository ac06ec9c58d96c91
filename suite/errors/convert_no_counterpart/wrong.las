node(1..3).
#modeha(red(var(node))).
#modeb(2, node(var(node)), (positive)).
2 ~ red(X) :- node(X).
#bias("naf(X) :- body(X).").
#pos({red(1)}, {red(2)}).
