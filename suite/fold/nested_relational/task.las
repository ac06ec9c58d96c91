% An exception over a relation with two exceptions of its own.

house(h1). house(h2). house(h3). house(h4). house(h5). house(h6). house(h7). house(h8). house(h9).
house(h10). house(h11). house(h12). house(h13). house(h14). house(h15). house(h16). house(h17). house(h18).
house(h19). house(h20). house(h21). house(h22). house(h23). house(h24). house(h25). house(h26). house(h27).
house(h28). house(h29). house(h30). house(h31). house(h32). house(h33). house(h34). house(h35). house(h36).
house(h37). house(h38). house(h39). house(h40). house(h41). house(h42). house(h43). house(h44). house(h45).
house(h46). house(h47). house(h48). house(h49). house(h50). house(h51). house(h52). house(h53). house(h54).
house(h55). house(h56). house(h57). house(h58). house(h59). house(h60). house(h61). house(h62). house(h63).
house(h64).
near(h1,h25). near(h2,h10). near(h2,h14). near(h5,h17). near(h6,h27). near(h8,h31). near(h8,h33).
near(h9,h33). near(h9,h38). near(h10,h59). near(h11,h6). near(h11,h33). near(h12,h50). near(h14,h35).
near(h15,h32). near(h15,h59). near(h16,h8). near(h16,h48). near(h17,h7). near(h19,h41). near(h19,h55).
near(h20,h7). near(h20,h44). near(h22,h16). near(h24,h43). near(h24,h59). near(h25,h39). near(h26,h40).
near(h29,h13). near(h29,h46). near(h30,h62). near(h31,h39). near(h31,h48). near(h32,h19). near(h32,h37).
near(h33,h56). near(h34,h9). near(h34,h11). near(h36,h46). near(h37,h62). near(h38,h33). near(h38,h41).
near(h39,h20). near(h40,h23). near(h41,h33). near(h43,h23). near(h44,h60). near(h46,h22). near(h47,h18).
near(h49,h17). near(h49,h25). near(h50,h55). near(h51,h12). near(h51,h43). near(h52,h8). near(h52,h11).
near(h54,h64). near(h55,h20). near(h58,h22). near(h58,h54). near(h59,h37). near(h60,h15). near(h60,h58).
near(h61,h27). near(h62,h6). near(h62,h27). near(h64,h46).
built(h1). built(h2). built(h3). built(h4). built(h5). built(h7). built(h8). built(h10). built(h11).
built(h12). built(h13). built(h14). built(h15). built(h16). built(h18). built(h20). built(h22). built(h26).
built(h27). built(h29). built(h30). built(h31). built(h32). built(h33). built(h34). built(h35). built(h36).
built(h37). built(h38). built(h39). built(h40). built(h41). built(h42). built(h43). built(h44). built(h45).
built(h46). built(h47). built(h48). built(h49). built(h50). built(h51). built(h52). built(h53). built(h54).
built(h55). built(h58). built(h59). built(h60). built(h61). built(h62). built(h63). built(h64).
factory(h1). factory(h7). factory(h8). factory(h18). factory(h20). factory(h24). factory(h25). factory(h38).
factory(h39). factory(h41). factory(h43). factory(h45). factory(h46). factory(h49). factory(h56).
walled(h5). walled(h8). walled(h13). walled(h17). walled(h18). walled(h22). walled(h27). walled(h28).
walled(h29). walled(h30). walled(h32). walled(h34). walled(h35). walled(h36). walled(h37). walled(h38).
walled(h40). walled(h41). walled(h42). walled(h43). walled(h45). walled(h46). walled(h51). walled(h59).
walled(h60). walled(h61). walled(h62). walled(h64).
forest(h12). forest(h15). forest(h18). forest(h24). forest(h25). forest(h30). forest(h31). forest(h32).
forest(h33). forest(h35). forest(h38). forest(h40). forest(h41). forest(h43). forest(h48). forest(h50).
forest(h54). forest(h58). forest(h59). forest(h60). forest(h61). forest(h62). forest(h64).
tall(h2). tall(h3). tall(h6). tall(h7). tall(h8). tall(h9). tall(h10). tall(h12). tall(h18). tall(h20).
tall(h22). tall(h24). tall(h26). tall(h29). tall(h31). tall(h32). tall(h33). tall(h36). tall(h37).
tall(h39). tall(h42). tall(h44). tall(h46). tall(h47). tall(h48). tall(h50). tall(h51). tall(h57).
tall(h59). tall(h61). tall(h63).

#modeh(lived_in(var(house))).
#modeb(built(var(house))).
#modeb(factory(var(house))).
#modeb(walled(var(house))).
#modeb(forest(var(house))).
#modeb(tall(var(house))).
#modeb(near(var(house),var(house))).

#pos(w, {
  lived_in(h2), lived_in(h3), lived_in(h4), lived_in(h5), lived_in(h7), lived_in(h8), lived_in(h10),
  lived_in(h11), lived_in(h12), lived_in(h13), lived_in(h14), lived_in(h15), lived_in(h18), lived_in(h22),
  lived_in(h26), lived_in(h27), lived_in(h29), lived_in(h30), lived_in(h31), lived_in(h32), lived_in(h33),
  lived_in(h34), lived_in(h35), lived_in(h36), lived_in(h37), lived_in(h38), lived_in(h40), lived_in(h41),
  lived_in(h42), lived_in(h43), lived_in(h44), lived_in(h45), lived_in(h46), lived_in(h48), lived_in(h50),
  lived_in(h51), lived_in(h53), lived_in(h54), lived_in(h58), lived_in(h59), lived_in(h60), lived_in(h61),
  lived_in(h62), lived_in(h63), lived_in(h64)
}, {}).
#cwa(lived_in/1).
