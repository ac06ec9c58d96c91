% Everything but: each job may start unless it needs one that failed.

job(q1). job(q2). job(q3). job(q4). job(q5). job(q6). job(q7). job(q8). job(q9). job(q10). job(q11).
job(q12). job(q13). job(q14). job(q15). job(q16). job(q17). job(q18). job(q19). job(q20). job(q21).
job(q22). job(q23). job(q24). job(q25). job(q26). job(q27). job(q28). job(q29). job(q30). job(q31).
job(q32). job(q33). job(q34). job(q35). job(q36). job(q37). job(q38). job(q39). job(q40). job(q41).
job(q42). job(q43). job(q44). job(q45). job(q46). job(q47). job(q48). job(q49). job(q50). job(q51).
job(q52). job(q53). job(q54). job(q55). job(q56). job(q57). job(q58). job(q59). job(q60).
needs(q1,q18). needs(q1,q49). needs(q2,q52). needs(q3,q2). needs(q3,q55). needs(q4,q17). needs(q4,q51).
needs(q6,q9). needs(q7,q32). needs(q8,q26). needs(q9,q7). needs(q9,q38). needs(q10,q1). needs(q11,q28).
needs(q12,q13). needs(q13,q11). needs(q13,q50). needs(q15,q41). needs(q16,q9). needs(q16,q30).
needs(q17,q1). needs(q19,q51). needs(q20,q11). needs(q21,q19). needs(q22,q13). needs(q23,q45).
needs(q23,q58). needs(q24,q12). needs(q25,q59). needs(q26,q2). needs(q26,q20). needs(q27,q28).
needs(q28,q10). needs(q29,q5). needs(q30,q20). needs(q31,q1). needs(q31,q39). needs(q32,q45).
needs(q32,q47). needs(q33,q5). needs(q34,q23). needs(q35,q31). needs(q36,q12). needs(q37,q31).
needs(q37,q47). needs(q38,q4). needs(q39,q2). needs(q40,q56). needs(q41,q2). needs(q41,q36). needs(q42,q24).
needs(q42,q25). needs(q43,q1). needs(q43,q55). needs(q44,q3). needs(q44,q47). needs(q45,q40). needs(q46,q8).
needs(q47,q54). needs(q48,q23). needs(q48,q33). needs(q49,q59). needs(q50,q17). needs(q50,q51).
needs(q51,q7). needs(q51,q38). needs(q52,q57). needs(q53,q3). needs(q54,q6). needs(q54,q14). needs(q55,q33).
needs(q56,q24). needs(q56,q60). needs(q57,q22). needs(q58,q45). needs(q59,q6). needs(q59,q20).
needs(q60,q20).
failed(q1). failed(q2). failed(q3). failed(q6). failed(q7). failed(q11). failed(q16). failed(q18).
failed(q21). failed(q26). failed(q28). failed(q30). failed(q39). failed(q41). failed(q42). failed(q47).
failed(q48). failed(q49). failed(q52). failed(q58). failed(q60).
cheap(q1). cheap(q4). cheap(q8). cheap(q10). cheap(q12). cheap(q16). cheap(q20). cheap(q28). cheap(q31).
cheap(q35). cheap(q39). cheap(q44). cheap(q45). cheap(q46). cheap(q48). cheap(q51). cheap(q52). cheap(q53).
cheap(q54). cheap(q55). cheap(q56). cheap(q57). cheap(q58). cheap(q59). cheap(q60).
night(q1). night(q4). night(q6). night(q7). night(q8). night(q9). night(q10). night(q12). night(q13).
night(q15). night(q17). night(q21). night(q24). night(q25). night(q31). night(q33). night(q34). night(q37).
night(q40). night(q41). night(q42). night(q43). night(q45). night(q49). night(q51). night(q52). night(q53).
night(q55). night(q56). night(q57). night(q58). night(q60).

#modeh(starts(var(job))).
#modeb(failed(var(job))).
#modeb(cheap(var(job))).
#modeb(night(var(job))).
#modeb(needs(var(job),var(job))).

#pos(w, {
  starts(q4), starts(q5), starts(q6), starts(q7), starts(q12), starts(q14), starts(q18), starts(q19),
  starts(q21), starts(q22), starts(q24), starts(q25), starts(q28), starts(q29), starts(q30), starts(q33),
  starts(q34), starts(q35), starts(q36), starts(q38), starts(q40), starts(q42), starts(q45), starts(q46),
  starts(q47), starts(q48), starts(q49), starts(q50), starts(q52), starts(q55), starts(q57), starts(q58),
  starts(q60)
}, {}).
#cwa(starts/1).
