% An exception over a relation; four of the seventy-two labels are wrong.

field(a1). field(a2). field(a3). field(a4). field(a5). field(a6). field(a7). field(a8). field(a9).
field(a10). field(a11). field(a12). field(a13). field(a14). field(a15). field(a16). field(a17). field(a18).
field(a19). field(a20). field(a21). field(a22). field(a23). field(a24). field(a25). field(a26). field(a27).
field(a28). field(a29). field(a30). field(a31). field(a32). field(a33). field(a34). field(a35). field(a36).
field(a37). field(a38). field(a39). field(a40). field(a41). field(a42). field(a43). field(a44). field(a45).
field(a46). field(a47). field(a48). field(a49). field(a50). field(a51). field(a52). field(a53). field(a54).
field(a55). field(a56). field(a57). field(a58). field(a59). field(a60). field(a61). field(a62). field(a63).
field(a64). field(a65). field(a66). field(a67). field(a68). field(a69). field(a70). field(a71). field(a72).
borders(a2,a38). borders(a4,a52). borders(a5,a3). borders(a5,a6). borders(a7,a30). borders(a7,a46).
borders(a9,a44). borders(a9,a71). borders(a10,a27). borders(a10,a59). borders(a11,a30). borders(a12,a54).
borders(a12,a69). borders(a13,a71). borders(a14,a37). borders(a14,a40). borders(a15,a54). borders(a16,a20).
borders(a16,a68). borders(a17,a40). borders(a18,a13). borders(a18,a52). borders(a19,a18). borders(a20,a21).
borders(a21,a9). borders(a22,a21). borders(a22,a55). borders(a23,a38). borders(a23,a61). borders(a24,a43).
borders(a25,a37). borders(a28,a55). borders(a28,a72). borders(a29,a57). borders(a30,a39). borders(a34,a16).
borders(a39,a23). borders(a40,a30). borders(a40,a49). borders(a43,a33). borders(a44,a3). borders(a44,a17).
borders(a45,a15). borders(a46,a5). borders(a47,a26). borders(a47,a29). borders(a48,a70). borders(a49,a43).
borders(a50,a1). borders(a52,a41). borders(a53,a55). borders(a55,a53). borders(a56,a21). borders(a57,a53).
borders(a59,a7). borders(a59,a49). borders(a60,a4). borders(a60,a65). borders(a61,a50). borders(a62,a20).
borders(a63,a45). borders(a64,a52). borders(a64,a67). borders(a66,a26). borders(a67,a6). borders(a67,a57).
borders(a68,a30). borders(a69,a23). borders(a69,a66). borders(a70,a22). borders(a71,a5). borders(a72,a7).
borders(a72,a71).
sown(a3). sown(a4). sown(a6). sown(a7). sown(a8). sown(a10). sown(a11). sown(a13). sown(a14). sown(a15).
sown(a16). sown(a18). sown(a20). sown(a21). sown(a22). sown(a23). sown(a24). sown(a25). sown(a26).
sown(a27). sown(a28). sown(a29). sown(a30). sown(a32). sown(a34). sown(a35). sown(a40). sown(a41).
sown(a42). sown(a43). sown(a45). sown(a47). sown(a48). sown(a49). sown(a50). sown(a52). sown(a53).
sown(a54). sown(a55). sown(a57). sown(a58). sown(a59). sown(a60). sown(a61). sown(a64). sown(a65).
sown(a66). sown(a68). sown(a70). sown(a71). sown(a72).
infested(a3). infested(a5). infested(a6). infested(a7). infested(a8). infested(a9). infested(a12).
infested(a13). infested(a16). infested(a20). infested(a22). infested(a23). infested(a25). infested(a28).
infested(a34). infested(a36). infested(a37). infested(a40). infested(a44). infested(a48). infested(a50).
infested(a51). infested(a52). infested(a54). infested(a55). infested(a68). infested(a70).
north(a1). north(a3). north(a5). north(a7). north(a9). north(a11). north(a14). north(a16). north(a19).
north(a25). north(a27). north(a29). north(a30). north(a32). north(a35). north(a38). north(a39). north(a41).
north(a43). north(a45). north(a47). north(a48). north(a49). north(a50). north(a53). north(a54). north(a55).
north(a56). north(a57). north(a58). north(a64). north(a67). north(a70). north(a72).
stony(a1). stony(a4). stony(a7). stony(a8). stony(a9). stony(a14). stony(a15). stony(a16). stony(a17).
stony(a18). stony(a19). stony(a21). stony(a23). stony(a25). stony(a27). stony(a28). stony(a30). stony(a33).
stony(a37). stony(a38). stony(a39). stony(a40). stony(a42). stony(a43). stony(a44). stony(a45). stony(a46).
stony(a50). stony(a51). stony(a54). stony(a56). stony(a58). stony(a63). stony(a65). stony(a66). stony(a67).
stony(a68). stony(a72).
rented(a2). rented(a3). rented(a4). rented(a5). rented(a7). rented(a9). rented(a10). rented(a12).
rented(a14). rented(a17). rented(a18). rented(a19). rented(a22). rented(a23). rented(a27). rented(a33).
rented(a37). rented(a38). rented(a43). rented(a44). rented(a47). rented(a48). rented(a53). rented(a54).
rented(a57). rented(a59). rented(a62). rented(a63). rented(a67). rented(a68). rented(a69). rented(a72).

#modeh(yields(var(field))).
#modeb(sown(var(field))).
#modeb(infested(var(field))).
#modeb(north(var(field))).
#modeb(stony(var(field))).
#modeb(rented(var(field))).
#modeb(borders(var(field),var(field))).

#pos(w, {
  yields(a3), yields(a6), yields(a7), yields(a8), yields(a10), yields(a11), yields(a13), yields(a20),
  yields(a23), yields(a24), yields(a25), yields(a26), yields(a27), yields(a29), yields(a30), yields(a32),
  yields(a35), yields(a41), yields(a42), yields(a43), yields(a45), yields(a47), yields(a49), yields(a50),
  yields(a52), yields(a54), yields(a55), yields(a57), yields(a58), yields(a60), yields(a66), yields(a68),
  yields(a70)
}, {
  yields(a1), yields(a2), yields(a4), yields(a5), yields(a9), yields(a12), yields(a14), yields(a15),
  yields(a16), yields(a17), yields(a18), yields(a19), yields(a21), yields(a22), yields(a28), yields(a31),
  yields(a33), yields(a34), yields(a36), yields(a37), yields(a38), yields(a39), yields(a40), yields(a44),
  yields(a46), yields(a48), yields(a51), yields(a53), yields(a56), yields(a59), yields(a61), yields(a62),
  yields(a63), yields(a64), yields(a65), yields(a67), yields(a69), yields(a71), yields(a72)
}).
