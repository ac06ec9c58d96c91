% A round trip through all towns: no two roads leave a town or lead to one, and every town is reached.
town(a;b;c;d).  home(a).
road(a,b;a,c;a,d;b,c;b,d;c,a;c,b;c,d;d,a;d,b).
reached(Y) :- home(X), take(X,Y).
reached(Y) :- reached(X), take(X,Y).

#modeh(take(var(town),var(town))).
#modeb(road(var(town),var(town))).
#modeb(not reached(var(town))).
#modeb(var(town) != var(town)).

#pos(one, {take(a,b), take(b,c), take(c,d), take(d,a)},
  {take(a,c), take(a,d), take(b,a), take(b,d), take(c,a), take(c,b), take(d,b), take(d,c)}).
#pos(two, {take(a,c), take(c,b), take(b,d), take(d,a)},
  {take(a,b), take(a,d), take(b,a), take(b,c), take(c,a), take(c,d), take(d,b), take(d,c)}).
#pos(three, {take(a,d), take(d,b), take(b,c), take(c,a)},
  {take(a,b), take(a,c), take(b,a), take(b,d), take(c,b), take(c,d), take(d,a), take(d,c)}).
#neg(n1, {take(a,b), take(a,c)}, {}).
#neg(n2, {take(c,d), take(c,b)}, {}).
#neg(n3, {take(b,d), take(c,d)}, {}).
#neg(n4, {take(a,c), take(b,c)}, {}).
#neg(n5, {take(a,d), take(d,a)}, {}).
#neg(n6, {take(b,c), take(c,b)}, {}).
#neg(n7, {}, {take(b,d), take(c,d), take(a,d)}).
