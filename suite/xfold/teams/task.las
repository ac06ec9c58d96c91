% Two teams from players who do not get on, learned from two groups: each example brings its own players.
#modeh(red(var(player))).
#modeh(blue(var(player))).
#modeb(dislikes(var(player),var(player))).

#pos(one, {red(ann), blue(ben), red(cem)}, {blue(ann), red(ben), blue(cem)},
  {player(ann;ben;cem). dislikes(ann,ben). dislikes(ben,cem).}).
#pos(two, {blue(ann), red(ben), blue(cem)}, {red(ann), blue(ben), red(cem)},
  {player(ann;ben;cem). dislikes(ann,ben). dislikes(ben,cem).}).
#pos(three, {red(dora), red(eli), blue(fay)}, {blue(dora), blue(eli), red(fay)},
  {player(dora;eli;fay). dislikes(fay,eli).}).
#neg(n1, {red(ann), red(ben)}, {}, {player(ann;ben;cem). dislikes(ann,ben). dislikes(ben,cem).}).
#neg(n2, {blue(ben), blue(cem)}, {}, {player(ann;ben;cem). dislikes(ann,ben). dislikes(ben,cem).}).
#neg(n3, {red(eli), red(fay)}, {}, {player(dora;eli;fay). dislikes(fay,eli).}).
#neg(n4, {blue(eli), blue(fay)}, {}, {player(dora;eli;fay). dislikes(fay,eli).}).
