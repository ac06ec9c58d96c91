% Modes compute: a head with a sum of two variables, a body atom with the number before a variable.
day(1..6).
wait(1,2).  wait(3,1).  wait(5,1).
open(2).  open(4).

#modeh(ends(var(day), var(day)+var(span))).
#modeb(1, wait(var(day),var(span)), (positive)).
#modeb(1, open(var(day)-1), (positive)).
#modeb(1, var(day)\2 != 0).
#maxv(2).

#pos({ends(3,4), ends(5,6)}, {ends(1,3), ends(3,3), ends(5,5)}).
