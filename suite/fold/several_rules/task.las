% Three ways to pass, one of them with an exception.

student(s1). student(s2). student(s3). student(s4). student(s5). student(s6). student(s7). student(s8).
student(s9). student(s10). student(s11). student(s12). student(s13). student(s14). student(s15).
student(s16). student(s17). student(s18). student(s19). student(s20). student(s21). student(s22).
student(s23). student(s24). student(s25). student(s26). student(s27). student(s28). student(s29).
student(s30). student(s31). student(s32). student(s33). student(s34). student(s35). student(s36).
student(s37). student(s38). student(s39). student(s40). student(s41). student(s42). student(s43).
student(s44). student(s45). student(s46). student(s47). student(s48). student(s49). student(s50).
student(s51). student(s52). student(s53). student(s54). student(s55). student(s56). student(s57).
student(s58). student(s59). student(s60). student(s61). student(s62). student(s63). student(s64).
student(s65). student(s66). student(s67). student(s68). student(s69). student(s70).
oral(s2). oral(s3). oral(s5). oral(s6). oral(s7). oral(s9). oral(s11). oral(s13). oral(s14). oral(s18).
oral(s23). oral(s24). oral(s26). oral(s28). oral(s30). oral(s33). oral(s35). oral(s36). oral(s37).
oral(s38). oral(s39). oral(s44). oral(s45). oral(s48). oral(s49). oral(s50). oral(s52). oral(s54).
oral(s55). oral(s57). oral(s58). oral(s60). oral(s63). oral(s67). oral(s68). oral(s69). oral(s70).
essay(s1). essay(s6). essay(s7). essay(s8). essay(s13). essay(s14). essay(s15). essay(s20). essay(s21).
essay(s22). essay(s23). essay(s25). essay(s27). essay(s30). essay(s31). essay(s34). essay(s36). essay(s37).
essay(s43). essay(s44). essay(s45). essay(s46). essay(s48). essay(s49). essay(s52). essay(s55). essay(s56).
essay(s58). essay(s59). essay(s62). essay(s63). essay(s66). essay(s67). essay(s68).
lab(s1). lab(s3). lab(s4). lab(s5). lab(s6). lab(s7). lab(s9). lab(s11). lab(s14). lab(s18). lab(s20).
lab(s23). lab(s24). lab(s25). lab(s26). lab(s28). lab(s30). lab(s31). lab(s32). lab(s33). lab(s43).
lab(s45). lab(s46). lab(s48). lab(s52). lab(s53). lab(s61). lab(s70).
poster(s1). poster(s2). poster(s3). poster(s5). poster(s10). poster(s11). poster(s12). poster(s13).
poster(s17). poster(s18). poster(s20). poster(s22). poster(s24). poster(s25). poster(s26). poster(s32).
poster(s34). poster(s35). poster(s36). poster(s37). poster(s40). poster(s42). poster(s51). poster(s52).
poster(s54). poster(s58). poster(s60). poster(s62). poster(s63). poster(s64). poster(s66). poster(s67).
poster(s68). poster(s69).
thesis(s4). thesis(s6). thesis(s7). thesis(s14). thesis(s17). thesis(s19). thesis(s21). thesis(s22).
thesis(s25). thesis(s29). thesis(s32). thesis(s33). thesis(s36). thesis(s40). thesis(s41). thesis(s42).
thesis(s43). thesis(s50). thesis(s51). thesis(s52). thesis(s57). thesis(s59). thesis(s61). thesis(s62).
absent(s3). absent(s5). absent(s8). absent(s10). absent(s13). absent(s16). absent(s17). absent(s19).
absent(s20). absent(s21). absent(s29). absent(s33). absent(s34). absent(s37). absent(s41). absent(s42).
absent(s44). absent(s46). absent(s47). absent(s51). absent(s56). absent(s58). absent(s61). absent(s64).
absent(s66).
honours(s4). honours(s8). honours(s9). honours(s11). honours(s12). honours(s13). honours(s14). honours(s16).
honours(s17). honours(s18). honours(s23). honours(s25). honours(s27). honours(s31). honours(s35).
honours(s36). honours(s37). honours(s39). honours(s42). honours(s44). honours(s45). honours(s46).
honours(s48). honours(s50). honours(s51). honours(s53). honours(s55). honours(s56). honours(s57).
honours(s59). honours(s61). honours(s62). honours(s63). honours(s65). honours(s66).

#modeh(passes(var(student))).
#modeb(oral(var(student))).
#modeb(essay(var(student))).
#modeb(lab(var(student))).
#modeb(poster(var(student))).
#modeb(thesis(var(student))).
#modeb(absent(var(student))).
#modeb(honours(var(student))).

#pos(w, {
  passes(s1), passes(s3), passes(s4), passes(s5), passes(s6), passes(s7), passes(s11), passes(s13),
  passes(s14), passes(s18), passes(s20), passes(s22), passes(s23), passes(s24), passes(s25), passes(s26),
  passes(s30), passes(s32), passes(s36), passes(s37), passes(s40), passes(s43), passes(s44), passes(s45),
  passes(s48), passes(s49), passes(s50), passes(s52), passes(s55), passes(s57), passes(s58), passes(s59),
  passes(s62), passes(s63), passes(s67), passes(s68)
}, {}).
#cwa(passes/1).
