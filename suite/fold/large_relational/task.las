% Seventy sites with two relations and eight properties: two rules, one with an exception over a relation.

site(w1). site(w2). site(w3). site(w4). site(w5). site(w6). site(w7). site(w8). site(w9). site(w10).
site(w11). site(w12). site(w13). site(w14). site(w15). site(w16). site(w17). site(w18). site(w19).
site(w20). site(w21). site(w22). site(w23). site(w24). site(w25). site(w26). site(w27). site(w28).
site(w29). site(w30). site(w31). site(w32). site(w33). site(w34). site(w35). site(w36). site(w37).
site(w38). site(w39). site(w40). site(w41). site(w42). site(w43). site(w44). site(w45). site(w46).
site(w47). site(w48). site(w49). site(w50). site(w51). site(w52). site(w53). site(w54). site(w55).
site(w56). site(w57). site(w58). site(w59). site(w60). site(w61). site(w62). site(w63). site(w64).
site(w65). site(w66). site(w67). site(w68). site(w69). site(w70).
links(w1,w31). links(w2,w63). links(w3,w66). links(w4,w69). links(w5,w38). links(w5,w58). links(w7,w54).
links(w8,w68). links(w9,w7). links(w9,w56). links(w10,w42). links(w11,w17). links(w13,w38). links(w14,w9).
links(w15,w17). links(w16,w33). links(w17,w42). links(w19,w69). links(w20,w52). links(w21,w15).
links(w21,w25). links(w23,w16). links(w25,w12). links(w27,w1). links(w29,w37). links(w29,w46).
links(w30,w25). links(w31,w60). links(w31,w62). links(w32,w70). links(w33,w41). links(w33,w64).
links(w36,w48). links(w36,w50). links(w38,w2). links(w39,w21). links(w39,w42). links(w40,w5).
links(w40,w63). links(w42,w61). links(w43,w56). links(w44,w34). links(w44,w62). links(w45,w3).
links(w45,w51). links(w46,w41). links(w46,w42). links(w47,w14). links(w48,w41). links(w49,w23).
links(w50,w56). links(w51,w43). links(w51,w48). links(w54,w63). links(w56,w11). links(w58,w25).
links(w59,w10). links(w62,w48). links(w62,w69). links(w64,w53). links(w67,w59). links(w70,w30).
mirrors(w1,w16). mirrors(w5,w65). mirrors(w8,w3). mirrors(w12,w44). mirrors(w14,w18). mirrors(w15,w44).
mirrors(w24,w27). mirrors(w30,w17). mirrors(w33,w61). mirrors(w36,w31). mirrors(w45,w33). mirrors(w48,w2).
mirrors(w51,w50). mirrors(w52,w37). mirrors(w53,w35). mirrors(w64,w50). mirrors(w70,w17).
secure(w1). secure(w3). secure(w5). secure(w7). secure(w8). secure(w10). secure(w12). secure(w16).
secure(w20). secure(w21). secure(w22). secure(w24). secure(w25). secure(w26). secure(w27). secure(w28).
secure(w29). secure(w30). secure(w31). secure(w33). secure(w34). secure(w35). secure(w38). secure(w39).
secure(w43). secure(w44). secure(w45). secure(w48). secure(w49). secure(w50). secure(w51). secure(w52).
secure(w53). secure(w54). secure(w56). secure(w57). secure(w58). secure(w60). secure(w65). secure(w66).
secure(w68).
banned(w3). banned(w4). banned(w16). banned(w19). banned(w21). banned(w29). banned(w30). banned(w31).
banned(w37). banned(w40). banned(w43). banned(w44). banned(w53). banned(w61). banned(w64). banned(w66).
banned(w69).
trusted(w1). trusted(w9). trusted(w11). trusted(w36). trusted(w40). trusted(w43). trusted(w44).
trusted(w45). trusted(w48). trusted(w50). trusted(w51). trusted(w59). trusted(w60). trusted(w63).
trusted(w64).
slow(w3). slow(w4). slow(w5). slow(w6). slow(w7). slow(w9). slow(w10). slow(w11). slow(w12). slow(w13).
slow(w16). slow(w18). slow(w19). slow(w22). slow(w24). slow(w25). slow(w26). slow(w31). slow(w37).
slow(w38). slow(w40). slow(w41). slow(w42). slow(w43). slow(w44). slow(w46). slow(w47). slow(w50).
slow(w52). slow(w53). slow(w54). slow(w62). slow(w63). slow(w69). slow(w70).
ads(w1). ads(w4). ads(w5). ads(w6). ads(w10). ads(w11). ads(w13). ads(w14). ads(w16). ads(w17). ads(w21).
ads(w24). ads(w25). ads(w27). ads(w30). ads(w33). ads(w36). ads(w37). ads(w41). ads(w42). ads(w45).
ads(w46). ads(w47). ads(w48). ads(w51). ads(w53). ads(w59). ads(w60). ads(w62). ads(w64). ads(w65).
ads(w67). ads(w68). ads(w69).
forum(w1). forum(w6). forum(w9). forum(w11). forum(w13). forum(w15). forum(w16). forum(w17). forum(w18).
forum(w19). forum(w21). forum(w23). forum(w24). forum(w28). forum(w29). forum(w31). forum(w32). forum(w33).
forum(w34). forum(w35). forum(w38). forum(w44). forum(w47). forum(w48). forum(w54). forum(w57). forum(w61).
forum(w67). forum(w69).
shop(w3). shop(w4). shop(w5). shop(w6). shop(w8). shop(w10). shop(w11). shop(w14). shop(w15). shop(w18).
shop(w20). shop(w22). shop(w24). shop(w28). shop(w29). shop(w33). shop(w34). shop(w35). shop(w37).
shop(w43). shop(w45). shop(w46). shop(w48). shop(w50). shop(w55). shop(w57). shop(w59). shop(w64).
shop(w66).
asleep(w3). asleep(w6). asleep(w7). asleep(w8). asleep(w9). asleep(w13). asleep(w21). asleep(w23).
asleep(w24). asleep(w25). asleep(w26). asleep(w27). asleep(w28). asleep(w29). asleep(w30). asleep(w31).
asleep(w34). asleep(w37). asleep(w40). asleep(w46). asleep(w49). asleep(w50). asleep(w52). asleep(w54).
asleep(w58). asleep(w59). asleep(w63). asleep(w65). asleep(w67). asleep(w70).

#modeh(listed(var(site))).
#modeb(links(var(site),var(site))).
#modeb(mirrors(var(site),var(site))).
#modeb(secure(var(site))).
#modeb(banned(var(site))).
#modeb(trusted(var(site))).
#modeb(slow(var(site))).
#modeb(ads(var(site))).
#modeb(forum(var(site))).
#modeb(shop(var(site))).
#modeb(asleep(var(site))).

#pos(w, {
  listed(w5), listed(w7), listed(w8), listed(w10), listed(w12), listed(w15), listed(w16), listed(w20),
  listed(w21), listed(w22), listed(w24), listed(w25), listed(w26), listed(w27), listed(w28), listed(w30),
  listed(w31), listed(w34), listed(w35), listed(w38), listed(w43), listed(w44), listed(w48), listed(w49),
  listed(w50), listed(w51), listed(w52), listed(w53), listed(w54), listed(w56), listed(w57), listed(w58),
  listed(w60), listed(w64), listed(w65), listed(w66), listed(w68)
}, {}).
#cwa(listed/1).
