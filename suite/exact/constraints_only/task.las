% The background guesses a set of nodes; only constraints are learned, as body modes alone declare the space.
node(1..4).
edge(1,2).  edge(2,3).  edge(3,4).
{ in(X) } :- node(X).

#modeb(2, in(var(node)), (positive)).
#modeb(1, edge(var(node),var(node)), (positive)).
#modeb(1, node(var(node))).
#maxv(2).

#pos({in(1), in(3)}, {in(2), in(4)}).
#pos({in(1), in(4)}, {in(2), in(3)}).
#pos({in(2), in(4)}, {in(1), in(3)}).
#neg({in(1), in(2)}, {}).
#neg({in(2), in(3)}, {}).
#neg({in(3), in(4)}, {}).
