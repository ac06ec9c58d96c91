% A threshold as default, and an exception that joins a threshold with a property.

client(c1). income(c1,40). debt(c1,3). student(c1).
client(c2). income(c2,41). debt(c2,5). guarantor(c2). abroad(c2).
client(c3). income(c3,41). debt(c3,25). guarantor(c3).
client(c4). income(c4,60). debt(c4,20). guarantor(c4). student(c4).
client(c5). income(c5,70). debt(c5,21). guarantor(c5). student(c5).
client(c6). income(c6,55). debt(c6,20). student(c6).
client(c7). income(c7,40). debt(c7,12). student(c7).
client(c8). income(c8,80). debt(c8,21). student(c8). abroad(c8).
client(c9). income(c9,66). debt(c9,30). abroad(c9).
client(c10). income(c10,84). debt(c10,29). abroad(c10).
client(c11). income(c11,55). debt(c11,27). guarantor(c11). abroad(c11).
client(c12). income(c12,50). debt(c12,22).
client(c13). income(c13,35). debt(c13,19). guarantor(c13). student(c13).
client(c14). income(c14,19). debt(c14,32). student(c14). abroad(c14).
client(c15). income(c15,11). debt(c15,18). guarantor(c15). student(c15). abroad(c15).
client(c16). income(c16,58). debt(c16,19). abroad(c16).
client(c17). income(c17,60). debt(c17,7). guarantor(c17).
client(c18). income(c18,35). debt(c18,10). guarantor(c18). student(c18).
client(c19). income(c19,53). debt(c19,10). abroad(c19).
client(c20). income(c20,82). debt(c20,28). guarantor(c20). student(c20). abroad(c20).
client(c21). income(c21,22). debt(c21,2). guarantor(c21). student(c21).
client(c22). income(c22,56). debt(c22,9). student(c22).
client(c23). income(c23,87). debt(c23,4). guarantor(c23). abroad(c23).
client(c24). income(c24,83). debt(c24,7). student(c24).
client(c25). income(c25,10). debt(c25,31). guarantor(c25). abroad(c25).
client(c26). income(c26,84). debt(c26,11). guarantor(c26). abroad(c26).
client(c27). income(c27,20). debt(c27,12). student(c27). abroad(c27).
client(c28). income(c28,29). debt(c28,24). guarantor(c28). abroad(c28).
client(c29). income(c29,26). debt(c29,28). student(c29).
client(c30). income(c30,82). debt(c30,25). student(c30). abroad(c30).
client(c31). income(c31,16). debt(c31,28). guarantor(c31). student(c31). abroad(c31).
client(c32). income(c32,86). debt(c32,39).
client(c33). income(c33,77). debt(c33,5).
client(c34). income(c34,82). debt(c34,12). student(c34). abroad(c34).
client(c35). income(c35,76). debt(c35,12). guarantor(c35).
client(c36). income(c36,51). debt(c36,25). guarantor(c36). student(c36).
client(c37). income(c37,57). debt(c37,20).
client(c38). income(c38,47). debt(c38,6). guarantor(c38). student(c38).
client(c39). income(c39,49). debt(c39,13). guarantor(c39).
client(c40). income(c40,77). debt(c40,22). abroad(c40).
client(c41). income(c41,64). debt(c41,12). guarantor(c41). student(c41).
client(c42). income(c42,44). debt(c42,10). guarantor(c42). abroad(c42).
client(c43). income(c43,63). debt(c43,7).
client(c44). income(c44,45). debt(c44,32). guarantor(c44).
client(c45). income(c45,41). debt(c45,23). guarantor(c45). student(c45).
client(c46). income(c46,68). debt(c46,15). guarantor(c46).
client(c47). income(c47,35). debt(c47,23). guarantor(c47). student(c47). abroad(c47).
client(c48). income(c48,20). debt(c48,10).
client(c49). income(c49,27). debt(c49,1). abroad(c49).
client(c50). income(c50,69). debt(c50,29).
client(c51). income(c51,21). debt(c51,8).
client(c52). income(c52,50). debt(c52,2). student(c52). abroad(c52).
client(c53). income(c53,56). debt(c53,4).
client(c54). income(c54,50). debt(c54,14). guarantor(c54). student(c54). abroad(c54).
client(c55). income(c55,76). debt(c55,7). abroad(c55).
client(c56). income(c56,30). debt(c56,16). student(c56).
client(c57). income(c57,18). debt(c57,6). student(c57).
client(c58). income(c58,53). debt(c58,12). guarantor(c58). student(c58).
client(c59). income(c59,32). debt(c59,10). student(c59).
client(c60). income(c60,74). debt(c60,30). guarantor(c60). abroad(c60).
client(c61). income(c61,27). debt(c61,8). guarantor(c61). student(c61). abroad(c61).
client(c62). income(c62,27). debt(c62,28). guarantor(c62).
client(c63). income(c63,88). debt(c63,18). guarantor(c63).
client(c64). income(c64,57). debt(c64,36). student(c64). abroad(c64).
client(c65). income(c65,77). debt(c65,11). guarantor(c65). abroad(c65).
client(c66). income(c66,26). debt(c66,17). guarantor(c66).
client(c67). income(c67,75). debt(c67,18). abroad(c67).
client(c68). income(c68,27). debt(c68,31). student(c68). abroad(c68).
client(c69). income(c69,14). debt(c69,23). student(c69). abroad(c69).
client(c70). income(c70,13). debt(c70,39). abroad(c70).

#modeh(granted(var(client))).
#modeb(income(var(client),num(money))).
#modeb(debt(var(client),num(money))).
#modeb(guarantor(var(client))).
#modeb(student(var(client))).
#modeb(abroad(var(client))).

#pos(w, {
  granted(c2), granted(c3), granted(c4), granted(c6), granted(c9), granted(c10), granted(c11),
  granted(c12), granted(c16), granted(c17), granted(c19), granted(c22), granted(c23), granted(c24),
  granted(c26), granted(c32), granted(c33), granted(c34), granted(c35), granted(c37), granted(c38),
  granted(c39), granted(c40), granted(c41), granted(c42), granted(c43), granted(c44), granted(c46),
  granted(c50), granted(c52), granted(c53), granted(c54), granted(c55), granted(c58), granted(c60),
  granted(c63), granted(c65), granted(c67)
}, {}).
#cwa(granted/1).
