% Every node has an edge, so the edge alone says nothing: only together with the colour of its end does it.

node(v1). node(v2). node(v3). node(v4). node(v5). node(v6). node(v7). node(v8). node(v9). node(v10).
node(v11). node(v12). node(v13). node(v14). node(v15). node(v16). node(v17). node(v18). node(v19).
node(v20). node(v21). node(v22). node(v23). node(v24). node(v25). node(v26). node(v27). node(v28).
node(v29). node(v30).
edge(v1,v6). edge(v1,v14). edge(v2,v3). edge(v2,v4). edge(v3,v5). edge(v3,v13). edge(v4,v2). edge(v4,v18).
edge(v5,v2). edge(v6,v15). edge(v7,v3). edge(v7,v9). edge(v8,v19). edge(v9,v2). edge(v9,v28). edge(v10,v4).
edge(v10,v8). edge(v11,v20). edge(v11,v22). edge(v12,v20). edge(v13,v2). edge(v13,v14). edge(v14,v2).
edge(v15,v5). edge(v15,v29). edge(v16,v5). edge(v16,v14). edge(v17,v4). edge(v17,v20). edge(v18,v19).
edge(v18,v28). edge(v19,v4). edge(v19,v6). edge(v20,v19). edge(v20,v22). edge(v21,v12). edge(v22,v18).
edge(v23,v3). edge(v23,v19). edge(v24,v20). edge(v25,v16). edge(v26,v14). edge(v26,v18). edge(v27,v15).
edge(v27,v19). edge(v28,v10). edge(v28,v12). edge(v29,v26). edge(v30,v23).
red(v2). red(v3). red(v5). red(v8). red(v10). red(v11). red(v15). red(v19). red(v23). red(v24). red(v25).
red(v27). red(v29).
blue(v5). blue(v7). blue(v10). blue(v11). blue(v13). blue(v16). blue(v18). blue(v19). blue(v25). blue(v26).
blue(v27). blue(v28). blue(v30).
big(v2). big(v3). big(v4). big(v7). big(v8). big(v13). big(v18). big(v19). big(v20). big(v21). big(v22).
big(v24). big(v25). big(v27).

#modeh(warm(var(node))).
#modeb(edge(var(node),var(node))).
#modeb(red(var(node))).
#modeb(blue(var(node))).
#modeb(big(var(node))).

#pos(w, {
  warm(v2), warm(v3), warm(v4), warm(v5), warm(v6), warm(v7), warm(v8), warm(v9), warm(v10), warm(v13),
  warm(v14), warm(v15), warm(v16), warm(v18), warm(v20), warm(v23), warm(v27), warm(v28), warm(v30)
}, {}).
#cwa(warm/1).
