% Which of two rooms has each talk: one of them, and not the one of a talk at the same time.
talk(logic;graphs;trees;sets).  hall(big;small).
overlap(logic,graphs).  overlap(graphs,trees).
placed(T) :- in(T,H).

#modeh(in(var(talk),var(hall))).
#modeb(overlap(var(talk),var(talk))).
#modeb(not placed(var(talk))).
#modeb(var(hall) != var(hall)).

#pos(one, {in(logic,big), in(graphs,small), in(trees,big), in(sets,big)},
  {in(logic,small), in(graphs,big), in(trees,small), in(sets,small)}).
#pos(two, {in(logic,small), in(graphs,big), in(trees,small), in(sets,big)},
  {in(logic,big), in(graphs,small), in(trees,big), in(sets,small)}).
#pos(three, {in(logic,small), in(graphs,big), in(trees,small), in(sets,small)},
  {in(logic,big), in(graphs,small), in(trees,big), in(sets,big)}).
#neg(n1, {in(logic,big), in(graphs,big)}, {}).
#neg(n2, {in(graphs,small), in(trees,small)}, {}).
#neg(n3, {}, {in(sets,big), in(sets,small)}).
#neg(n4, {in(sets,big), in(sets,small)}, {}).
