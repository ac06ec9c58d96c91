node(1..3).
edge(1,2).
#modeh(red(var(node))).
#modeb(1, edge(var(node),var(node)), (symmetric)).
#max_penalty(20).
#pos(e(1), {red(1)}, {red(2)}).
#pos(e(1), {}, {red(3)}).
