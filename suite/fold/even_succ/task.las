% Even numbers from the successor alone: the recursive rule needs three literals at once to gain anything.

number(1..15).
two(2).
succ(X,X+1) :- number(X), number(X+1).
small(1..5).
lucky(3;4;7;8;13).

#modeh(even(var(number))).
#modeb(two(var(number))).
#modeb(succ(var(number),var(number))).
#modeb(small(var(number))).
#modeb(lucky(var(number))).
#modeb(even(var(number))).

#pos(w, {
  even(2), even(4), even(6), even(8), even(10), even(12), even(14)
}, {}).
#cwa(even/1).
