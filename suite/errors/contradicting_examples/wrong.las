% The same interpretation is a positive and a negative example.
node(1..3). edge(1,2). edge(2,3).
#modeh(in(var(node))).
#modeb(edge(var(node),var(node))).
#pos(wanted, {in(1)}, {in(2), in(3)}).
#pos(other, {in(1), in(3)}, {in(2)}).
#neg(unwanted, {in(1)}, {in(2), in(3)}).
#neg(adjacent, {in(1), in(2)}, {}).
