% One positive example and no exclusions: the world is closed without a directive that says so.

chair(c1). chair(c2). chair(c3). chair(c4). chair(c5). chair(c6). chair(c7). chair(c8). chair(c9).
chair(c10). chair(c11). chair(c12). chair(c13). chair(c14). chair(c15). chair(c16). chair(c17). chair(c18).
chair(c19). chair(c20). chair(c21). chair(c22). chair(c23). chair(c24). chair(c25). chair(c26). chair(c27).
chair(c28). chair(c29). chair(c30).
wooden(c2). wooden(c3). wooden(c5). wooden(c7). wooden(c8). wooden(c10). wooden(c11). wooden(c12).
wooden(c13). wooden(c14). wooden(c15). wooden(c17). wooden(c18). wooden(c19). wooden(c23). wooden(c24).
wooden(c25). wooden(c26). wooden(c28).
glued(c4). glued(c8). glued(c12). glued(c13). glued(c15). glued(c16). glued(c18). glued(c19). glued(c20).
glued(c23). glued(c28). glued(c29). glued(c30).
varnished(c1). varnished(c2). varnished(c3). varnished(c9). varnished(c14). varnished(c15). varnished(c18).
varnished(c21). varnished(c22). varnished(c24). varnished(c25). varnished(c26). varnished(c27).
varnished(c28).
carved(c1). carved(c5). carved(c6). carved(c8). carved(c12). carved(c14). carved(c16). carved(c17).
carved(c19). carved(c23). carved(c24). carved(c25). carved(c28). carved(c30).

#modeh(creaks(var(chair))).
#modeb(wooden(var(chair))).
#modeb(glued(var(chair))).
#modeb(varnished(var(chair))).
#modeb(carved(var(chair))).

#pos(w, {
  creaks(c2), creaks(c3), creaks(c5), creaks(c7), creaks(c10), creaks(c11), creaks(c14), creaks(c17),
  creaks(c24), creaks(c25), creaks(c26)
}, {}).
