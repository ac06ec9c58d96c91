% Constants in the rules: the domains of const(…) are the unary predicates of that name.

hue(red;green;blue).
solid(cube;cone;ball).

block(b1). paint(b1,red). form(b1,cone).
block(b2). paint(b2,red). form(b2,cube). heavy(b2).
block(b3). paint(b3,blue). form(b3,ball). heavy(b3).
block(b4). paint(b4,red). form(b4,cone). heavy(b4).
block(b5). paint(b5,red). form(b5,ball).
block(b6). paint(b6,red). form(b6,cube).
block(b7). paint(b7,green). form(b7,ball).
block(b8). paint(b8,red). form(b8,cone). heavy(b8).
block(b9). paint(b9,red). form(b9,cone).
block(b10). paint(b10,green). form(b10,cone).
block(b11). paint(b11,red). form(b11,ball).
block(b12). paint(b12,green). form(b12,cube).
block(b13). paint(b13,red). form(b13,ball).
block(b14). paint(b14,blue). form(b14,cube).
block(b15). paint(b15,red). form(b15,ball). heavy(b15).
block(b16). paint(b16,blue). form(b16,cone). heavy(b16).
block(b17). paint(b17,red). form(b17,cube).
block(b18). paint(b18,red). form(b18,cube).
block(b19). paint(b19,green). form(b19,cone).
block(b20). paint(b20,blue). form(b20,cone). heavy(b20).
block(b21). paint(b21,red). form(b21,ball).
block(b22). paint(b22,red). form(b22,cube). heavy(b22).
block(b23). paint(b23,green). form(b23,ball).
block(b24). paint(b24,green). form(b24,cone). heavy(b24).
block(b25). paint(b25,blue). form(b25,cone). heavy(b25).
block(b26). paint(b26,blue). form(b26,cube). heavy(b26).
block(b27). paint(b27,blue). form(b27,cube).
block(b28). paint(b28,red). form(b28,cube).
block(b29). paint(b29,blue). form(b29,cone).
block(b30). paint(b30,blue). form(b30,cube).
block(b31). paint(b31,blue). form(b31,cone).
block(b32). paint(b32,blue). form(b32,cube). heavy(b32).
block(b33). paint(b33,green). form(b33,cone). heavy(b33).
block(b34). paint(b34,red). form(b34,cube). heavy(b34).
block(b35). paint(b35,red). form(b35,cone).
block(b36). paint(b36,green). form(b36,cube). heavy(b36).
block(b37). paint(b37,blue). form(b37,cone).
block(b38). paint(b38,green). form(b38,cone).
block(b39). paint(b39,blue). form(b39,ball). heavy(b39).
block(b40). paint(b40,blue). form(b40,ball). heavy(b40).
block(b41). paint(b41,red). form(b41,ball). heavy(b41).
block(b42). paint(b42,green). form(b42,ball).
block(b43). paint(b43,green). form(b43,cone).
block(b44). paint(b44,blue). form(b44,ball).

#modeh(lifted(var(block))).
#modeb(paint(var(block),const(hue))).
#modeb(form(var(block),const(solid))).
#modeb(heavy(var(block))).

#pos(w, {
  lifted(b1), lifted(b2), lifted(b4), lifted(b6), lifted(b8), lifted(b9), lifted(b17), lifted(b18),
  lifted(b22), lifted(b28), lifted(b34), lifted(b35)
}, {}).
#cwa(lifted/1).
