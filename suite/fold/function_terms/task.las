% Objects that are function terms, produced by rules of the background.

next(cell(X,Y),cell(X+1,Y)) :- square(cell(X,Y)), square(cell(X+1,Y)).
next(cell(X,Y),cell(X,Y+1)) :- square(cell(X,Y)), square(cell(X,Y+1)).
next(C,D) :- next(D,C).

square(cell(1..6,1..6)).
mine(cell(1,3)). mine(cell(1,4)). mine(cell(2,6)). mine(cell(4,3)). mine(cell(4,4)). mine(cell(5,6)).
mine(cell(6,2)).
flag(cell(2,4)). flag(cell(5,3)). flag(cell(5,6)). flag(cell(6,2)).
shaded(cell(1,5)). shaded(cell(1,6)). shaded(cell(2,4)). shaded(cell(3,2)). shaded(cell(3,4)).
shaded(cell(3,6)). shaded(cell(4,1)). shaded(cell(4,3)). shaded(cell(4,6)). shaded(cell(5,1)).
shaded(cell(5,3)). shaded(cell(5,5)). shaded(cell(5,6)). shaded(cell(6,1)). shaded(cell(6,3)).
shaded(cell(6,5)).

#modeh(risky(var(square))).
#modeb(next(var(square),var(square))).
#modeb(mine(var(square))).
#modeb(flag(var(square))).
#modeb(shaded(var(square))).

#pos(w, {
  risky(cell(1,2)), risky(cell(1,3)), risky(cell(1,4)), risky(cell(1,5)), risky(cell(1,6)),
  risky(cell(2,3)), risky(cell(2,4)), risky(cell(2,5)), risky(cell(3,3)), risky(cell(3,4)),
  risky(cell(3,6)), risky(cell(4,2)), risky(cell(4,3)), risky(cell(4,4)), risky(cell(4,5)),
  risky(cell(4,6)), risky(cell(5,2)), risky(cell(5,3)), risky(cell(5,4)), risky(cell(5,5)),
  risky(cell(6,1)), risky(cell(6,3)), risky(cell(6,6))
}, {}).
#cwa(risky/1).
