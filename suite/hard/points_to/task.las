% Andersen's points-to analysis: four rules that feed each other.

variable(v0). variable(v1). variable(v10). variable(v11). variable(v12). variable(v13). variable(v14).
variable(v15). variable(v16). variable(v17). variable(v18). variable(v19). variable(v2). variable(v20).
variable(v21). variable(v22). variable(v23). variable(v24). variable(v25). variable(v26). variable(v27).
variable(v28). variable(v29). variable(v3). variable(v4). variable(v5). variable(v6). variable(v7).
variable(v8). variable(v9).
addr(v1,v7). addr(v11,v8). addr(v12,v15). addr(v12,v17). addr(v16,v17). addr(v2,v0). addr(v20,v27).
addr(v23,v27). addr(v24,v5). addr(v25,v24). addr(v25,v8). addr(v26,v20). addr(v26,v3). addr(v29,v0).
addr(v29,v9). addr(v3,v23). addr(v4,v2). addr(v6,v5). addr(v7,v9). addr(v8,v6). addr(v9,v9).
assign(v0,v29). assign(v10,v21). assign(v11,v2). assign(v12,v16). assign(v13,v19). assign(v14,v5).
assign(v22,v28). assign(v24,v16). assign(v26,v9). assign(v27,v17). assign(v27,v19). assign(v27,v28).
assign(v29,v26). assign(v6,v13). assign(v7,v15). assign(v7,v5). assign(v8,v2). assign(v9,v13). assign(v9,v18).
assign(v9,v27).
load(v10,v4). load(v14,v20). load(v15,v22). load(v17,v20). load(v2,v1). load(v21,v6). load(v25,v1).
load(v7,v9). load(v8,v16). load(v8,v26).
store(v1,v22). store(v10,v20). store(v11,v13). store(v17,v6). store(v2,v13). store(v20,v14). store(v23,v18).
store(v28,v10). store(v29,v6). store(v3,v26). store(v7,v8). store(v8,v5).

#modeh(pt(var(variable),var(variable))).
#modeb(addr(var(variable),var(variable))).
#modeb(assign(var(variable),var(variable))).
#modeb(load(var(variable),var(variable))).
#modeb(store(var(variable),var(variable))).
#modeb(pt(var(variable),var(variable))).

#pos(w, {pt(v0,v0), pt(v0,v20), pt(v0,v23), pt(v0,v27), pt(v0,v3), pt(v0,v5), pt(v0,v6), pt(v0,v9), pt(v1,v7),
  pt(v10,v0), pt(v10,v20), pt(v10,v23), pt(v10,v27), pt(v10,v3), pt(v10,v5), pt(v10,v6), pt(v10,v9),
  pt(v11,v0), pt(v11,v20), pt(v11,v23), pt(v11,v27), pt(v11,v3), pt(v11,v5), pt(v11,v6), pt(v11,v8),
  pt(v11,v9), pt(v12,v15), pt(v12,v17), pt(v14,v0), pt(v14,v20), pt(v14,v23), pt(v14,v27), pt(v14,v3),
  pt(v14,v5), pt(v14,v6), pt(v14,v9), pt(v16,v17), pt(v17,v0), pt(v17,v20), pt(v17,v23), pt(v17,v27),
  pt(v17,v3), pt(v17,v5), pt(v17,v6), pt(v17,v9), pt(v2,v0), pt(v2,v20), pt(v2,v23), pt(v2,v27), pt(v2,v3),
  pt(v2,v5), pt(v2,v6), pt(v2,v9), pt(v20,v0), pt(v20,v20), pt(v20,v23), pt(v20,v27), pt(v20,v3), pt(v20,v5),
  pt(v20,v6), pt(v20,v9), pt(v21,v0), pt(v21,v20), pt(v21,v23), pt(v21,v27), pt(v21,v3), pt(v21,v5),
  pt(v21,v6), pt(v21,v9), pt(v23,v0), pt(v23,v20), pt(v23,v23), pt(v23,v27), pt(v23,v3), pt(v23,v5),
  pt(v23,v6), pt(v23,v9), pt(v24,v17), pt(v24,v5), pt(v25,v0), pt(v25,v20), pt(v25,v23), pt(v25,v24),
  pt(v25,v27), pt(v25,v3), pt(v25,v5), pt(v25,v6), pt(v25,v8), pt(v25,v9), pt(v26,v0), pt(v26,v20),
  pt(v26,v23), pt(v26,v27), pt(v26,v3), pt(v26,v5), pt(v26,v6), pt(v26,v9), pt(v27,v0), pt(v27,v20),
  pt(v27,v23), pt(v27,v27), pt(v27,v3), pt(v27,v5), pt(v27,v6), pt(v27,v9), pt(v29,v0), pt(v29,v20),
  pt(v29,v23), pt(v29,v27), pt(v29,v3), pt(v29,v5), pt(v29,v6), pt(v29,v9), pt(v3,v0), pt(v3,v20), pt(v3,v23),
  pt(v3,v27), pt(v3,v3), pt(v3,v5), pt(v3,v6), pt(v3,v9), pt(v4,v2), pt(v5,v0), pt(v5,v20), pt(v5,v23),
  pt(v5,v27), pt(v5,v3), pt(v5,v5), pt(v5,v6), pt(v5,v9), pt(v6,v0), pt(v6,v20), pt(v6,v23), pt(v6,v27),
  pt(v6,v3), pt(v6,v5), pt(v6,v6), pt(v6,v9), pt(v7,v0), pt(v7,v20), pt(v7,v23), pt(v7,v27), pt(v7,v3),
  pt(v7,v5), pt(v7,v6), pt(v7,v9), pt(v8,v0), pt(v8,v20), pt(v8,v23), pt(v8,v27), pt(v8,v3), pt(v8,v5),
  pt(v8,v6), pt(v8,v9), pt(v9,v0), pt(v9,v20), pt(v9,v23), pt(v9,v27), pt(v9,v3), pt(v9,v5), pt(v9,v6),
  pt(v9,v9)}, {}).
#cwa(pt/2).
