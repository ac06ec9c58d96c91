% The head has a constant: which mark a paper gets.
paper(1..6).
length(1,short).  length(2,short).  length(3,long).  length(4,long).  length(5,long).  length(6,short).
late(5).  late(6).

#modeh(mark(var(paper),const(grade))).
#modeb(length(var(paper),const(size)), (positive)).
#modeb(late(var(paper))).
#constant(grade, good).
#constant(grade, poor).
#constant(size, short).
#constant(size, long).
#maxv(1).

#pos({mark(3,good), mark(4,good), mark(5,poor), mark(6,poor)},
     {mark(1,good), mark(2,good), mark(5,good), mark(6,good), mark(1,poor), mark(2,poor), mark(3,poor), mark(4,poor)}).
