% Reverse same generation: across, or up, back across and down again.

node(n0). node(n1). node(n2). node(n3). node(n4). node(n5). node(n6). node(n7). node(n8). node(n9). node(n10).
node(n11). node(n12). node(n13).
up(n1,n0). up(n1,n13). up(n1,n6). up(n10,n1). up(n10,n11). up(n13,n4). up(n2,n12). up(n3,n1). up(n6,n1).
up(n8,n11). up(n8,n5). up(n9,n11). up(n9,n13). up(n9,n7).
down(n1,n12). down(n1,n13). down(n11,n1). down(n13,n7). down(n13,n9). down(n2,n1). down(n2,n11). down(n3,n11).
down(n3,n13). down(n4,n3). down(n6,n0). down(n7,n1). down(n8,n1). down(n9,n8).
flat(n10,n4). flat(n2,n13). flat(n3,n8). flat(n6,n3). flat(n7,n12). flat(n7,n3). flat(n8,n11).

#modeh(same(var(node),var(node))).
#modeb(same(var(node),var(node))).
#modeb(up(var(node),var(node))).
#modeb(down(var(node),var(node))).
#modeb(flat(var(node),var(node))).

#pos(w, {same(n1,n0), same(n1,n1), same(n1,n11), same(n1,n12), same(n1,n13), same(n1,n8), same(n10,n0),
  same(n10,n1), same(n10,n11), same(n10,n12), same(n10,n13), same(n10,n4), same(n10,n8), same(n2,n0),
  same(n2,n1), same(n2,n11), same(n2,n12), same(n2,n13), same(n2,n8), same(n3,n0), same(n3,n1), same(n3,n11),
  same(n3,n12), same(n3,n13), same(n3,n8), same(n6,n0), same(n6,n1), same(n6,n11), same(n6,n12), same(n6,n13),
  same(n6,n3), same(n6,n8), same(n7,n12), same(n7,n3), same(n8,n0), same(n8,n1), same(n8,n11), same(n8,n12),
  same(n8,n13), same(n8,n8), same(n9,n0), same(n9,n1), same(n9,n11), same(n9,n12), same(n9,n13), same(n9,n8)},
  {}).
#cwa(same/2).
