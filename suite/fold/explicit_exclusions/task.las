% Positive and negative instances are listed, and ten of the forty objects are left open.

object(o1). object(o2). object(o3). object(o4). object(o5). object(o6). object(o7). object(o8). object(o9).
object(o10). object(o11). object(o12). object(o13). object(o14). object(o15). object(o16). object(o17).
object(o18). object(o19). object(o20). object(o21). object(o22). object(o23). object(o24). object(o25).
object(o26). object(o27). object(o28). object(o29). object(o30). object(o31). object(o32). object(o33).
object(o34). object(o35). object(o36). object(o37). object(o38). object(o39). object(o40).
metal(o1). metal(o2). metal(o3). metal(o4). metal(o5). metal(o6). metal(o7). metal(o9). metal(o10).
metal(o11). metal(o13). metal(o14). metal(o18). metal(o20). metal(o21). metal(o22). metal(o23). metal(o24).
metal(o25). metal(o26). metal(o27). metal(o28). metal(o31). metal(o32). metal(o33). metal(o35). metal(o36).
painted(o1). painted(o3). painted(o4). painted(o7). painted(o9). painted(o12). painted(o13). painted(o15).
painted(o16). painted(o17). painted(o18). painted(o19). painted(o20). painted(o23). painted(o26).
painted(o27). painted(o29). painted(o31). painted(o32). painted(o33). painted(o34). painted(o36).
painted(o37). painted(o38).
rusty(o1). rusty(o2). rusty(o4). rusty(o5). rusty(o7). rusty(o8). rusty(o11). rusty(o12). rusty(o14).
rusty(o16). rusty(o17). rusty(o19). rusty(o22). rusty(o24). rusty(o26). rusty(o28). rusty(o30). rusty(o32).
rusty(o33). rusty(o37). rusty(o40).
hollow(o3). hollow(o6). hollow(o8). hollow(o9). hollow(o10). hollow(o11). hollow(o14). hollow(o19).
hollow(o20). hollow(o21). hollow(o22). hollow(o23). hollow(o24). hollow(o27). hollow(o28). hollow(o29).
hollow(o30). hollow(o31). hollow(o32). hollow(o35). hollow(o38). hollow(o39). hollow(o40).
heavy(o1). heavy(o5). heavy(o6). heavy(o7). heavy(o8). heavy(o10). heavy(o11). heavy(o12). heavy(o13).
heavy(o15). heavy(o18). heavy(o19). heavy(o25). heavy(o27). heavy(o30). heavy(o36). heavy(o37). heavy(o40).

#modeh(conducts(var(object))).
#modeb(metal(var(object))).
#modeb(painted(var(object))).
#modeb(rusty(var(object))).
#modeb(hollow(var(object))).
#modeb(heavy(var(object))).

#pos(w, {
  conducts(o3), conducts(o6), conducts(o9), conducts(o10), conducts(o18), conducts(o20), conducts(o25),
  conducts(o27), conducts(o31), conducts(o35), conducts(o36)
}, {
  conducts(o1), conducts(o2), conducts(o5), conducts(o7), conducts(o8), conducts(o11), conducts(o12),
  conducts(o14), conducts(o15), conducts(o19), conducts(o22), conducts(o26), conducts(o30), conducts(o32),
  conducts(o33), conducts(o34), conducts(o38), conducts(o39), conducts(o40)
}).
