% Exceptions nested three deep, eight attributes, four of which do not matter.

visitor(v1). visitor(v2). visitor(v3). visitor(v4). visitor(v5). visitor(v6). visitor(v7). visitor(v8).
visitor(v9). visitor(v10). visitor(v11). visitor(v12). visitor(v13). visitor(v14). visitor(v15).
visitor(v16). visitor(v17). visitor(v18). visitor(v19). visitor(v20). visitor(v21). visitor(v22).
visitor(v23). visitor(v24). visitor(v25). visitor(v26). visitor(v27). visitor(v28). visitor(v29).
visitor(v30). visitor(v31). visitor(v32). visitor(v33). visitor(v34). visitor(v35). visitor(v36).
visitor(v37). visitor(v38). visitor(v39). visitor(v40). visitor(v41). visitor(v42). visitor(v43).
visitor(v44). visitor(v45). visitor(v46). visitor(v47). visitor(v48). visitor(v49). visitor(v50).
visitor(v51). visitor(v52). visitor(v53). visitor(v54). visitor(v55). visitor(v56). visitor(v57).
visitor(v58). visitor(v59). visitor(v60). visitor(v61). visitor(v62). visitor(v63). visitor(v64).
visitor(v65). visitor(v66). visitor(v67). visitor(v68). visitor(v69). visitor(v70). visitor(v71).
visitor(v72).
member(v2). member(v4). member(v5). member(v6). member(v7). member(v9). member(v10). member(v11).
member(v12). member(v13). member(v14). member(v15). member(v16). member(v18). member(v20). member(v21).
member(v22). member(v23). member(v24). member(v25). member(v26). member(v28). member(v29). member(v30).
member(v31). member(v34). member(v35). member(v36). member(v38). member(v40). member(v41). member(v42).
member(v43). member(v44). member(v45). member(v46). member(v47). member(v48). member(v50). member(v51).
member(v52). member(v53). member(v54). member(v55). member(v57). member(v58). member(v59). member(v61).
member(v63). member(v64). member(v65). member(v66). member(v67). member(v68). member(v69). member(v70).
member(v72).
late(v3). late(v7). late(v8). late(v9). late(v10). late(v11). late(v12). late(v18). late(v19). late(v20).
late(v21). late(v22). late(v23). late(v25). late(v26). late(v28). late(v29). late(v31). late(v33).
late(v34). late(v36). late(v38). late(v39). late(v44). late(v45). late(v46). late(v47). late(v49).
late(v50). late(v51). late(v52). late(v54). late(v57). late(v58). late(v59). late(v60). late(v61).
late(v62). late(v63). late(v64). late(v65). late(v66). late(v67). late(v68). late(v70). late(v71).
late(v72).
excused(v1). excused(v2). excused(v3). excused(v4). excused(v6). excused(v7). excused(v8). excused(v12).
excused(v13). excused(v14). excused(v15). excused(v16). excused(v20). excused(v21). excused(v22).
excused(v23). excused(v25). excused(v27). excused(v28). excused(v32). excused(v35). excused(v37).
excused(v38). excused(v41). excused(v43). excused(v44). excused(v45). excused(v47). excused(v48).
excused(v50). excused(v51). excused(v52). excused(v58). excused(v60). excused(v64). excused(v65).
excused(v68). excused(v69). excused(v70). excused(v71). excused(v72).
repeat(v1). repeat(v2). repeat(v3). repeat(v5). repeat(v9). repeat(v15). repeat(v16). repeat(v18).
repeat(v19). repeat(v22). repeat(v23). repeat(v25). repeat(v26). repeat(v29). repeat(v30). repeat(v31).
repeat(v32). repeat(v33). repeat(v36). repeat(v37). repeat(v38). repeat(v42). repeat(v43). repeat(v45).
repeat(v52). repeat(v53). repeat(v54). repeat(v57). repeat(v58). repeat(v59). repeat(v60). repeat(v61).
repeat(v62). repeat(v63). repeat(v66). repeat(v68).
young(v2). young(v3). young(v4). young(v10). young(v12). young(v13). young(v14). young(v16). young(v17).
young(v19). young(v22). young(v24). young(v26). young(v27). young(v28). young(v29). young(v32). young(v33).
young(v35). young(v37). young(v40). young(v45). young(v48). young(v51). young(v52). young(v53). young(v56).
young(v57). young(v59). young(v60). young(v61). young(v63). young(v65). young(v66). young(v67). young(v68).
young(v69).
local(v2). local(v3). local(v4). local(v6). local(v8). local(v9). local(v10). local(v11). local(v13).
local(v14). local(v15). local(v16). local(v17). local(v18). local(v22). local(v23). local(v25). local(v27).
local(v29). local(v31). local(v32). local(v34). local(v36). local(v37). local(v40). local(v43). local(v46).
local(v47). local(v49). local(v52). local(v53). local(v60). local(v66). local(v69). local(v71).
paid(v3). paid(v4). paid(v7). paid(v8). paid(v13). paid(v15). paid(v19). paid(v23). paid(v26). paid(v27).
paid(v28). paid(v29). paid(v32). paid(v33). paid(v34). paid(v39). paid(v42). paid(v43). paid(v44).
paid(v45). paid(v46). paid(v50). paid(v51). paid(v53). paid(v54). paid(v57). paid(v59). paid(v60).
paid(v61). paid(v62). paid(v63). paid(v64). paid(v66). paid(v67). paid(v69). paid(v71). paid(v72).
senior(v1). senior(v3). senior(v4). senior(v8). senior(v11). senior(v12). senior(v14). senior(v15).
senior(v17). senior(v18). senior(v19). senior(v21). senior(v22). senior(v24). senior(v26). senior(v34).
senior(v46). senior(v47). senior(v48). senior(v49). senior(v50). senior(v51). senior(v56). senior(v59).
senior(v60). senior(v61). senior(v66). senior(v69). senior(v71). senior(v72).

#modeh(enters(var(visitor))).
#modeb(member(var(visitor))).
#modeb(late(var(visitor))).
#modeb(excused(var(visitor))).
#modeb(repeat(var(visitor))).
#modeb(young(var(visitor))).
#modeb(local(var(visitor))).
#modeb(paid(var(visitor))).
#modeb(senior(var(visitor))).

#pos(w, {
  enters(v2), enters(v4), enters(v5), enters(v6), enters(v7), enters(v12), enters(v13), enters(v14),
  enters(v15), enters(v16), enters(v20), enters(v21), enters(v24), enters(v28), enters(v30), enters(v35),
  enters(v40), enters(v41), enters(v42), enters(v43), enters(v44), enters(v47), enters(v48), enters(v50),
  enters(v51), enters(v53), enters(v55), enters(v64), enters(v65), enters(v69), enters(v70), enters(v72)
}, {}).
#cwa(enters/1).
