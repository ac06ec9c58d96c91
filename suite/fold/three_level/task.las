% An exception with two exceptions of its own: convicts do not vote, unless pardoned or exonerated.

person(p1). person(p2). person(p3). person(p4). person(p5). person(p6). person(p7). person(p8). person(p9).
person(p10). person(p11). person(p12). person(p13). person(p14). person(p15). person(p16). person(p17).
person(p18). person(p19). person(p20). person(p21). person(p22). person(p23). person(p24). person(p25).
person(p26). person(p27). person(p28). person(p29). person(p30). person(p31). person(p32). person(p33).
person(p34). person(p35). person(p36). person(p37). person(p38). person(p39). person(p40). person(p41).
person(p42). person(p43). person(p44). person(p45). person(p46). person(p47). person(p48).
citizen(p1). citizen(p2). citizen(p3). citizen(p5). citizen(p7). citizen(p8). citizen(p10). citizen(p12).
citizen(p13). citizen(p14). citizen(p15). citizen(p16). citizen(p17). citizen(p18). citizen(p19).
citizen(p21). citizen(p23). citizen(p25). citizen(p26). citizen(p27). citizen(p28). citizen(p29).
citizen(p30). citizen(p31). citizen(p32). citizen(p33). citizen(p34). citizen(p35). citizen(p36).
citizen(p37). citizen(p38). citizen(p39). citizen(p40). citizen(p42). citizen(p43). citizen(p44).
citizen(p45). citizen(p46). citizen(p47).
convicted(p2). convicted(p4). convicted(p6). convicted(p7). convicted(p8). convicted(p9). convicted(p11).
convicted(p13). convicted(p15). convicted(p18). convicted(p20). convicted(p21). convicted(p23).
convicted(p26). convicted(p28). convicted(p29). convicted(p32). convicted(p35). convicted(p36).
convicted(p37). convicted(p38). convicted(p39). convicted(p40). convicted(p43). convicted(p45).
convicted(p46). convicted(p47).
pardoned(p2). pardoned(p3). pardoned(p4). pardoned(p6). pardoned(p7). pardoned(p9). pardoned(p12).
pardoned(p13). pardoned(p17). pardoned(p19). pardoned(p20). pardoned(p28). pardoned(p29). pardoned(p30).
pardoned(p31). pardoned(p32). pardoned(p33). pardoned(p34). pardoned(p38). pardoned(p39). pardoned(p40).
pardoned(p42). pardoned(p46).
exonerated(p1). exonerated(p3). exonerated(p8). exonerated(p14). exonerated(p18). exonerated(p19).
exonerated(p22). exonerated(p23). exonerated(p29). exonerated(p32). exonerated(p33). exonerated(p34).
exonerated(p35). exonerated(p38). exonerated(p40). exonerated(p41). exonerated(p43). exonerated(p44).
exonerated(p46).
employed(p2). employed(p3). employed(p4). employed(p5). employed(p6). employed(p8). employed(p12).
employed(p13). employed(p14). employed(p15). employed(p20). employed(p21). employed(p23). employed(p25).
employed(p27). employed(p29). employed(p31). employed(p32). employed(p33). employed(p35). employed(p38).
employed(p39). employed(p40). employed(p41). employed(p43). employed(p44). employed(p45). employed(p46).
married(p1). married(p2). married(p5). married(p7). married(p10). married(p11). married(p12). married(p13).
married(p14). married(p17). married(p19). married(p21). married(p22). married(p23). married(p25).
married(p26). married(p27). married(p28). married(p29). married(p32). married(p33). married(p36).
married(p37). married(p38). married(p43). married(p44). married(p45). married(p46).

#modeh(votes(var(person))).
#modeb(citizen(var(person))).
#modeb(convicted(var(person))).
#modeb(pardoned(var(person))).
#modeb(exonerated(var(person))).
#modeb(employed(var(person))).
#modeb(married(var(person))).

#pos(w, {
  votes(p1), votes(p2), votes(p3), votes(p5), votes(p7), votes(p8), votes(p10), votes(p12), votes(p13),
  votes(p14), votes(p16), votes(p17), votes(p18), votes(p19), votes(p23), votes(p25), votes(p27),
  votes(p28), votes(p29), votes(p30), votes(p31), votes(p32), votes(p33), votes(p34), votes(p35),
  votes(p38), votes(p39), votes(p40), votes(p42), votes(p43), votes(p44), votes(p46)
}, {}).
#cwa(votes/1).
