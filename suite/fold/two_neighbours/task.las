% A fork has edges to two different nodes.

node(v1). node(v2). node(v3). node(v4). node(v5). node(v6). node(v7). node(v8). node(v9). node(v10).
node(v11). node(v12). node(v13). node(v14). node(v15). node(v16). node(v17). node(v18). node(v19).
node(v20). node(v21). node(v22). node(v23). node(v24).
edge(v1,v20). edge(v2,v6). edge(v2,v13). edge(v3,v17). edge(v3,v22). edge(v4,v3). edge(v4,v21).
edge(v6,v10). edge(v6,v19). edge(v7,v8). edge(v8,v14). edge(v8,v17). edge(v8,v19). edge(v9,v5). edge(v9,v8).
edge(v9,v22). edge(v10,v18). edge(v11,v1). edge(v11,v23). edge(v13,v20). edge(v15,v1). edge(v16,v17).
edge(v17,v13). edge(v17,v24). edge(v18,v13). edge(v18,v20). edge(v19,v5). edge(v19,v12). edge(v22,v16).
edge(v23,v9). edge(v24,v10). edge(v24,v14). edge(v24,v21).
red(v6). red(v7). red(v9). red(v10). red(v14). red(v17). red(v21). red(v22).
blue(v2). blue(v3). blue(v5). blue(v8). blue(v11). blue(v15). blue(v16). blue(v17). blue(v18). blue(v19).
blue(v23). blue(v24).

#modeh(fork(var(node))).
#modeb(edge(var(node),var(node))).
#modeb(red(var(node))).
#modeb(blue(var(node))).
#modeb(var(node) != var(node)).

#pos(w, {
  fork(v2), fork(v3), fork(v4), fork(v6), fork(v8), fork(v9), fork(v11), fork(v17), fork(v18), fork(v19),
  fork(v24)
}, {}).
#cwa(fork/1).
