% A number between two bounds.

plant(w1). rain(w1,6). sun(w1,4).
plant(w2). rain(w2,7). sun(w2,8). shade(w2).
plant(w3). rain(w3,14). sun(w3,10). shade(w3). potted(w3).
plant(w4). rain(w4,15). sun(w4,7). potted(w4).
plant(w5). rain(w5,6). sun(w5,9). shade(w5).
plant(w6). rain(w6,7). sun(w6,4). shade(w6).
plant(w7). rain(w7,14). sun(w7,2). potted(w7).
plant(w8). rain(w8,15). sun(w8,9). shade(w8). potted(w8).
plant(w9). rain(w9,0). sun(w9,3).
plant(w10). rain(w10,5). sun(w10,2). shade(w10).
plant(w11). rain(w11,17). sun(w11,10). potted(w11).
plant(w12). rain(w12,6). sun(w12,6). shade(w12). potted(w12).
plant(w13). rain(w13,5). sun(w13,2). shade(w13). potted(w13).
plant(w14). rain(w14,19). sun(w14,9). shade(w14).
plant(w15). rain(w15,10). sun(w15,1). shade(w15).
plant(w16). rain(w16,15). sun(w16,11). shade(w16).
plant(w17). rain(w17,5). sun(w17,0). shade(w17).
plant(w18). rain(w18,11). sun(w18,6). shade(w18).
plant(w19). rain(w19,11). sun(w19,6). potted(w19).
plant(w20). rain(w20,1). sun(w20,11). shade(w20).
plant(w21). rain(w21,6). sun(w21,1).
plant(w22). rain(w22,14). sun(w22,5).
plant(w23). rain(w23,8). sun(w23,12). shade(w23).
plant(w24). rain(w24,11). sun(w24,4). shade(w24).
plant(w25). rain(w25,2). sun(w25,3). shade(w25).
plant(w26). rain(w26,4). sun(w26,5). shade(w26).
plant(w27). rain(w27,2). sun(w27,4). potted(w27).
plant(w28). rain(w28,2). sun(w28,10). shade(w28).
plant(w29). rain(w29,15). sun(w29,2). potted(w29).
plant(w30). rain(w30,19). sun(w30,8). potted(w30).
plant(w31). rain(w31,19). sun(w31,5).
plant(w32). rain(w32,13). sun(w32,2). shade(w32).
plant(w33). rain(w33,1). sun(w33,12). shade(w33).
plant(w34). rain(w34,4). sun(w34,11). potted(w34).
plant(w35). rain(w35,13). sun(w35,1). shade(w35). potted(w35).
plant(w36). rain(w36,1). sun(w36,6). shade(w36).
plant(w37). rain(w37,19). sun(w37,2).
plant(w38). rain(w38,15). sun(w38,11).
plant(w39). rain(w39,9). sun(w39,7). shade(w39). potted(w39).
plant(w40). rain(w40,12). sun(w40,8).
plant(w41). rain(w41,15). sun(w41,5). shade(w41).
plant(w42). rain(w42,16). sun(w42,12).
plant(w43). rain(w43,2). sun(w43,12). potted(w43).
plant(w44). rain(w44,18). sun(w44,10). shade(w44). potted(w44).
plant(w45). rain(w45,17). sun(w45,11).
plant(w46). rain(w46,8). sun(w46,12).
plant(w47). rain(w47,10). sun(w47,10). shade(w47).
plant(w48). rain(w48,15). sun(w48,8). potted(w48).
plant(w49). rain(w49,8). sun(w49,7). shade(w49).
plant(w50). rain(w50,11). sun(w50,5). shade(w50). potted(w50).
plant(w51). rain(w51,13). sun(w51,5). potted(w51).
plant(w52). rain(w52,14). sun(w52,5).
plant(w53). rain(w53,16). sun(w53,2). shade(w53). potted(w53).
plant(w54). rain(w54,15). sun(w54,4).
plant(w55). rain(w55,13). sun(w55,2).
plant(w56). rain(w56,16). sun(w56,10). potted(w56).
plant(w57). rain(w57,17). sun(w57,12). potted(w57).
plant(w58). rain(w58,0). sun(w58,3). shade(w58).
plant(w59). rain(w59,20). sun(w59,2). shade(w59).
plant(w60). rain(w60,20). sun(w60,11). shade(w60).

#modeh(thrives(var(plant))).
#modeb(rain(var(plant),num(mm))).
#modeb(sun(var(plant),num(hour))).
#modeb(shade(var(plant))).
#modeb(potted(var(plant))).

#pos(w, {
  thrives(w2), thrives(w3), thrives(w6), thrives(w7), thrives(w15), thrives(w18), thrives(w19),
  thrives(w22), thrives(w23), thrives(w24), thrives(w32), thrives(w35), thrives(w39), thrives(w40),
  thrives(w46), thrives(w47), thrives(w49), thrives(w50), thrives(w51), thrives(w52), thrives(w55)
}, {}).
#cwa(thrives/1).
