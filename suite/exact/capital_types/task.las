% Types have the names of variables, and one of them that of the target in small letters; the constants are of a type.
part(1,wheel).  part(2,wheel).  part(3,bolt).  part(4,nut).
made(1,iron).  made(2,wood).  made(3,iron).  made(4,wood).

#modeb(part(var(HEAVY),const(K)), (positive)).
#modeb(made(var(HEAVY),const(M)), (positive)).
#modeh(heavy(var(HEAVY))).
#constant(K, wheel).
#constant(K, bolt).
#constant(M, iron).
#constant(M, wood).
#maxv(1).

#pos({heavy(1)}, {heavy(2), heavy(3), heavy(4)}).
