% Known to be false is not the same as not known: only a car known to be untested stays at home.

car(car1). car(car2). car(car3). car(car4). car(car5). car(car6). car(car7). car(car8). car(car9).
car(car10). car(car11). car(car12). car(car13). car(car14). car(car15). car(car16). car(car17). car(car18).
car(car19). car(car20). car(car21). car(car22). car(car23). car(car24). car(car25). car(car26). car(car27).
car(car28). car(car29). car(car30). car(car31). car(car32). car(car33). car(car34). car(car35). car(car36).
car(car37). car(car38). car(car39). car(car40). car(car41). car(car42). car(car43). car(car44). car(car45).
car(car46). car(car47). car(car48). car(car49). car(car50). car(car51). car(car52). car(car53). car(car54).
car(car55). car(car56).
registered(car3). registered(car4). registered(car5). registered(car6). registered(car7). registered(car9).
registered(car11). registered(car14). registered(car15). registered(car16). registered(car17).
registered(car18). registered(car20). registered(car22). registered(car24). registered(car25).
registered(car28). registered(car29). registered(car30). registered(car31). registered(car32).
registered(car34). registered(car35). registered(car36). registered(car37). registered(car40).
registered(car41). registered(car42). registered(car45). registered(car46). registered(car47).
registered(car48). registered(car49). registered(car50). registered(car52). registered(car53).
registered(car54). registered(car55). registered(car56).
-registered(car1). -registered(car2). -registered(car8). -registered(car10). -registered(car12).
-registered(car13). -registered(car19). -registered(car21). -registered(car23). -registered(car26).
-registered(car27). -registered(car43). -registered(car51).
tested(car2). tested(car3). tested(car6). tested(car8). tested(car15). tested(car17). tested(car22).
tested(car34). tested(car36). tested(car39). tested(car40). tested(car41). tested(car44). tested(car47).
tested(car51). tested(car54).
-tested(car1). -tested(car9). -tested(car11). -tested(car12). -tested(car13). -tested(car14).
-tested(car18). -tested(car20). -tested(car27). -tested(car30). -tested(car31). -tested(car33).
-tested(car37). -tested(car42). -tested(car43). -tested(car45). -tested(car48). -tested(car50).
-tested(car52). -tested(car53). -tested(car55). -tested(car56).
insured(car2). insured(car8). insured(car13). insured(car14). insured(car16). insured(car17).
insured(car19). insured(car24). insured(car25). insured(car33). insured(car35). insured(car38).
insured(car40). insured(car41). insured(car47). insured(car49).
-insured(car6). -insured(car7). -insured(car9). -insured(car10). -insured(car15). -insured(car21).
-insured(car27). -insured(car28). -insured(car31). -insured(car32). -insured(car34). -insured(car36).
-insured(car37). -insured(car39). -insured(car42). -insured(car43). -insured(car45). -insured(car50).
-insured(car54).

#modeh(drives(var(car))).
#modeb(registered(var(car))).
#modeb(-registered(var(car))).
#modeb(tested(var(car))).
#modeb(-tested(var(car))).
#modeb(insured(var(car))).
#modeb(-insured(var(car))).

#pos(w, {
  drives(car3), drives(car4), drives(car5), drives(car6), drives(car7), drives(car15), drives(car16),
  drives(car17), drives(car22), drives(car24), drives(car25), drives(car28), drives(car29), drives(car32),
  drives(car34), drives(car35), drives(car36), drives(car40), drives(car41), drives(car46), drives(car47),
  drives(car49), drives(car54)
}, {}).
#cwa(drives/1).
