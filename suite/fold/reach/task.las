% What can be reached from two starting nodes, by any number of edges.

node(n1). node(n2). node(n3). node(n4). node(n5). node(n6). node(n7). node(n8). node(n9). node(n10).
node(n11). node(n12). node(n13). node(n14). node(n15). node(n16). node(n17). node(n18). node(n19).
node(n20). node(n21). node(n22). node(n23). node(n24). node(n25). node(n26).
edge(n1,n6). edge(n1,n14). edge(n2,n6). edge(n3,n14). edge(n4,n2). edge(n6,n8). edge(n7,n5). edge(n7,n10).
edge(n8,n12). edge(n9,n3). edge(n9,n10). edge(n11,n14). edge(n12,n3). edge(n13,n6). edge(n16,n3).
edge(n16,n22). edge(n18,n25). edge(n18,n26). edge(n19,n26). edge(n20,n8). edge(n20,n21). edge(n20,n24).
edge(n22,n20). edge(n22,n25). edge(n24,n15). edge(n25,n1). edge(n25,n20). edge(n25,n24).
start(n1). start(n9).
red(n2). red(n6). red(n7). red(n9). red(n13). red(n16). red(n17). red(n20). red(n21). red(n23). red(n24).
red(n25).
big(n2). big(n3). big(n6). big(n9). big(n13). big(n14). big(n15). big(n16). big(n17). big(n18). big(n24).
big(n26).

#modeh(reach(var(node))).
#modeb(start(var(node))).
#modeb(edge(var(node),var(node))).
#modeb(red(var(node))).
#modeb(big(var(node))).
#modeb(reach(var(node))).

#pos(w, {
  reach(n1), reach(n3), reach(n6), reach(n8), reach(n9), reach(n10), reach(n12), reach(n14)
}, {}).
#cwa(reach/1).
