% Ways of edges whose colours take turns: what is reached by a red one, and by a blue one.

node(n0). node(n1). node(n10). node(n11). node(n12). node(n13). node(n2). node(n3). node(n4). node(n5).
node(n6). node(n7). node(n8). node(n9).
red(n0,n1). red(n10,n0). red(n12,n8). red(n2,n3). red(n3,n11). red(n3,n5). red(n3,n6). red(n6,n2).
red(n7,n13). red(n7,n6). red(n7,n9).
blue(n0,n11). blue(n1,n10). blue(n1,n7). blue(n13,n1). blue(n13,n6). blue(n3,n12). blue(n4,n1). blue(n4,n8).
blue(n6,n11). blue(n6,n7). blue(n6,n9).
start(n0). start(n1).

#modeh(by_blue(var(node))).
#modeh(by_red(var(node))).
#modeb(start(var(node))).
#modeb(red(var(node),var(node))).
#modeb(blue(var(node),var(node))).
#modeb(by_blue(var(node))).
#modeb(by_red(var(node))).

#pos(w, {by_blue(n0), by_blue(n1), by_blue(n10), by_blue(n11), by_blue(n6), by_blue(n7), by_blue(n9),
  by_red(n0), by_red(n1), by_red(n13), by_red(n2), by_red(n6), by_red(n9)}, {}).
#cwa(by_blue/1).
#cwa(by_red/1).
