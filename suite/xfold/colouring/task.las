% A program with several stable models, learned from a few of them: colour a map so that neighbours differ.

region(north;east;south;west).
borders(north,east).  borders(east,south).  borders(south,west).  borders(west,north).  borders(north,south).

#modeh(red(var(region))).
#modeh(green(var(region))).
#modeh(blue(var(region))).
#modeb(borders(var(region),var(region))).

% Two ways to colour the map …
#pos(one, {red(north), green(east), blue(south), green(west)},
  {green(north), blue(north), red(east), blue(east), red(south), green(south), red(west), blue(west)}).
#pos(two, {blue(north), red(east), green(south), red(west)},
  {red(north), green(north), green(east), blue(east), red(south), blue(south), green(west), blue(west)}).

% … and what is wrong, two regions at a time.
#neg(n1, {red(north), red(east)}, {}).
#neg(n2, {red(south), red(west)}, {}).
#neg(n3, {green(north), green(south)}, {}).
#neg(n4, {green(east), green(south)}, {}).
#neg(n5, {blue(west), blue(north)}, {}).
#neg(n6, {blue(north), blue(east)}, {}).
