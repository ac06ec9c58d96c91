% Two independent targets in one task.

person(p1). person(p2). person(p3). person(p4). person(p5). person(p6). person(p7). person(p8). person(p9).
person(p10). person(p11). person(p12). person(p13). person(p14). person(p15). person(p16). person(p17).
person(p18). person(p19). person(p20). person(p21). person(p22). person(p23). person(p24). person(p25).
person(p26). person(p27). person(p28). person(p29). person(p30). person(p31). person(p32). person(p33).
person(p34). person(p35). person(p36).
licensed(p1). licensed(p2). licensed(p3). licensed(p4). licensed(p5). licensed(p7). licensed(p8).
licensed(p9). licensed(p11). licensed(p12). licensed(p14). licensed(p15). licensed(p17). licensed(p18).
licensed(p19). licensed(p20). licensed(p21). licensed(p22). licensed(p23). licensed(p25). licensed(p26).
licensed(p27). licensed(p28). licensed(p29). licensed(p31). licensed(p32). licensed(p33). licensed(p34).
licensed(p35). licensed(p36).
sober(p1). sober(p2). sober(p3). sober(p6). sober(p7). sober(p8). sober(p9). sober(p10). sober(p11).
sober(p12). sober(p13). sober(p16). sober(p17). sober(p21). sober(p22). sober(p23). sober(p26). sober(p27).
sober(p28). sober(p31). sober(p32). sober(p33). sober(p34). sober(p35). sober(p36).
tired(p2). tired(p3). tired(p4). tired(p7). tired(p9). tired(p10). tired(p14). tired(p18). tired(p20).
tired(p21). tired(p22). tired(p24). tired(p26). tired(p27). tired(p31). tired(p32). tired(p33). tired(p34).
tired(p35).
insured(p1). insured(p3). insured(p4). insured(p5). insured(p6). insured(p8). insured(p9). insured(p13).
insured(p14). insured(p19). insured(p20). insured(p24). insured(p25). insured(p26). insured(p27).
insured(p29). insured(p32). insured(p33). insured(p35).

#modeh(drives(var(person))).
#modeh(rents(var(person))).
#modeb(licensed(var(person))).
#modeb(sober(var(person))).
#modeb(tired(var(person))).
#modeb(insured(var(person))).

#pos(w, {
  drives(p1), drives(p5), drives(p8), drives(p11), drives(p12), drives(p15), drives(p17), drives(p19),
  drives(p23), drives(p25), drives(p28), drives(p29), drives(p36), rents(p1), rents(p3), rents(p6),
  rents(p8), rents(p9), rents(p13), rents(p26), rents(p27), rents(p32), rents(p33), rents(p35)
}, {}).
#cwa(drives/1). #cwa(rents/1).
