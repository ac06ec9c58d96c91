% Two exceptions, each of two conditions together.

fruit(f1). fruit(f2). fruit(f3). fruit(f4). fruit(f5). fruit(f6). fruit(f7). fruit(f8). fruit(f9).
fruit(f10). fruit(f11). fruit(f12). fruit(f13). fruit(f14). fruit(f15). fruit(f16). fruit(f17). fruit(f18).
fruit(f19). fruit(f20). fruit(f21). fruit(f22). fruit(f23). fruit(f24). fruit(f25). fruit(f26). fruit(f27).
fruit(f28). fruit(f29). fruit(f30). fruit(f31). fruit(f32). fruit(f33). fruit(f34). fruit(f35). fruit(f36).
fruit(f37). fruit(f38). fruit(f39). fruit(f40). fruit(f41). fruit(f42). fruit(f43). fruit(f44). fruit(f45).
fruit(f46). fruit(f47). fruit(f48). fruit(f49). fruit(f50). fruit(f51). fruit(f52). fruit(f53). fruit(f54).
fruit(f55). fruit(f56). fruit(f57). fruit(f58). fruit(f59). fruit(f60). fruit(f61). fruit(f62). fruit(f63).
fruit(f64).
ripe(f1). ripe(f3). ripe(f4). ripe(f5). ripe(f6). ripe(f9). ripe(f10). ripe(f11). ripe(f12). ripe(f13).
ripe(f14). ripe(f15). ripe(f16). ripe(f17). ripe(f18). ripe(f21). ripe(f22). ripe(f23). ripe(f24).
ripe(f25). ripe(f26). ripe(f28). ripe(f29). ripe(f30). ripe(f32). ripe(f33). ripe(f34). ripe(f35).
ripe(f37). ripe(f38). ripe(f40). ripe(f42). ripe(f43). ripe(f44). ripe(f45). ripe(f46). ripe(f47).
ripe(f52). ripe(f53). ripe(f54). ripe(f55). ripe(f58). ripe(f59). ripe(f60). ripe(f61). ripe(f63).
ripe(f64).
bruised(f2). bruised(f7). bruised(f8). bruised(f10). bruised(f12). bruised(f13). bruised(f14). bruised(f15).
bruised(f16). bruised(f19). bruised(f21). bruised(f22). bruised(f23). bruised(f32). bruised(f34).
bruised(f35). bruised(f40). bruised(f42). bruised(f43). bruised(f44). bruised(f46). bruised(f47).
bruised(f51). bruised(f53). bruised(f54). bruised(f56). bruised(f58). bruised(f60). bruised(f62).
old(f1). old(f3). old(f4). old(f5). old(f7). old(f8). old(f11). old(f12). old(f15). old(f16). old(f20).
old(f21). old(f22). old(f23). old(f28). old(f32). old(f33). old(f39). old(f43). old(f44). old(f47).
old(f50). old(f53). old(f55). old(f57). old(f63).
wet(f2). wet(f3). wet(f4). wet(f11). wet(f14). wet(f15). wet(f17). wet(f18). wet(f19). wet(f21). wet(f23).
wet(f24). wet(f29). wet(f30). wet(f33). wet(f36). wet(f38). wet(f42). wet(f43). wet(f47). wet(f48).
wet(f54). wet(f57). wet(f58). wet(f59). wet(f60). wet(f61). wet(f62). wet(f64).
mouldy(f1). mouldy(f2). mouldy(f3). mouldy(f4). mouldy(f5). mouldy(f6). mouldy(f8). mouldy(f10).
mouldy(f11). mouldy(f13). mouldy(f14). mouldy(f16). mouldy(f17). mouldy(f20). mouldy(f21). mouldy(f23).
mouldy(f24). mouldy(f26). mouldy(f27). mouldy(f30). mouldy(f33). mouldy(f34). mouldy(f38). mouldy(f41).
mouldy(f44). mouldy(f45). mouldy(f49). mouldy(f50). mouldy(f53). mouldy(f54). mouldy(f57). mouldy(f59).
mouldy(f63). mouldy(f64).
large(f1). large(f2). large(f3). large(f6). large(f11). large(f12). large(f14). large(f15). large(f17).
large(f18). large(f20). large(f22). large(f23). large(f24). large(f25). large(f27). large(f29). large(f32).
large(f35). large(f40). large(f41). large(f42). large(f43). large(f44). large(f47). large(f49). large(f50).
large(f51). large(f52). large(f55). large(f56). large(f57). large(f58). large(f59). large(f61). large(f62).
large(f63).

#modeh(sold(var(fruit))).
#modeb(ripe(var(fruit))).
#modeb(bruised(var(fruit))).
#modeb(old(var(fruit))).
#modeb(wet(var(fruit))).
#modeb(mouldy(var(fruit))).
#modeb(large(var(fruit))).

#pos(w, {
  sold(f1), sold(f5), sold(f6), sold(f9), sold(f10), sold(f13), sold(f18), sold(f25), sold(f26),
  sold(f28), sold(f29), sold(f34), sold(f35), sold(f37), sold(f40), sold(f42), sold(f45), sold(f46),
  sold(f52), sold(f55), sold(f58), sold(f60), sold(f61), sold(f63)
}, {}).
#cwa(sold/1).
