% Four queens that do not attack each other: the attacks are known, that they are forbidden is learned.
row(1..4).  column(1..4).
same_row(R,C,R,D) :- queen(R,C), queen(R,D), C != D.
same_column(R,C,S,C) :- queen(R,C), queen(S,C), R != S.
diagonal(R,C,S,D) :- queen(R,C), queen(S,D), R != S, |R-S| = |C-D|.

#modeh(queen(var(row),var(column))).
#modeb(same_row(var(row),var(column),var(row),var(column))).
#modeb(same_column(var(row),var(column),var(row),var(column))).
#modeb(diagonal(var(row),var(column),var(row),var(column))).

#pos(left, {queen(1,2), queen(2,4), queen(3,1), queen(4,3)},
  {queen(1,1), queen(1,3), queen(1,4), queen(2,1), queen(2,2), queen(2,3),
   queen(3,2), queen(3,3), queen(3,4), queen(4,1), queen(4,2), queen(4,4)}).
#pos(right, {queen(1,3), queen(2,1), queen(3,4), queen(4,2)},
  {queen(1,1), queen(1,2), queen(1,4), queen(2,2), queen(2,3), queen(2,4),
   queen(3,1), queen(3,2), queen(3,3), queen(4,1), queen(4,3), queen(4,4)}).
#neg(n1, {queen(3,1), queen(3,3)}, {}).
#neg(n2, {queen(1,2), queen(1,3)}, {}).
#neg(n3, {queen(2,4), queen(4,4)}, {}).
#neg(n4, {queen(1,1), queen(3,3)}, {}).
