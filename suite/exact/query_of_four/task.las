% Which readers have a book by an author from abroad: a query of four literals in a space that allows far more.
loan(1,ann,b1).  loan(2,bob,b2).  loan(3,eve,b3).  loan(4,dan,b1).  loan(5,fay,b4).  loan(6,gus,b5).  loan(7,bob,b4).
wrote(kim,b1).  wrote(lee,b2).  wrote(max,b3).  wrote(kim,b4).  wrote(ned,b5).
born(kim,oslo).  born(lee,rome).  born(max,rome).  born(ned,bonn).
abroad(oslo).  abroad(bonn).
member(ann).  member(eve).  member(gus).

#modeb(3, loan(var(L),var(R),var(B)), (positive)).
#modeb(3, wrote(var(A),var(B)), (positive)).
#modeb(3, born(var(A),var(C)), (positive)).
#modeb(3, abroad(var(C)), (positive)).
#modeb(3, member(var(R)), (positive)).
#modeh(travels(var(R))).
#maxv(10).

#pos(told, {travels(ann), travels(bob), travels(dan), travels(fay), travels(gus)}, {travels(eve)}).
#neg(untold, {travels(eve)}, {travels(ann), travels(bob), travels(dan), travels(fay), travels(gus)}).
