node(1..3).
#modeha(in(var(node))).
#modeb(1, node(var(node)), (positive)).
#max_penalty(2).
#pos({in(1)}, {in(2)}).
#pos({in(2)}, {in(1)}).
