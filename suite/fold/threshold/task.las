% One number decides: above 37.

patient(p1). temperature(p1,37). pulse(p1,87). adult(p1).
patient(p2). temperature(p2,38). pulse(p2,80). adult(p2).
patient(p3). temperature(p3,37). pulse(p3,100). adult(p3).
patient(p4). temperature(p4,38). pulse(p4,55). adult(p4).
patient(p5). temperature(p5,41). pulse(p5,85). cough(p5).
patient(p6). temperature(p6,36). pulse(p6,64).
patient(p7). temperature(p7,39). pulse(p7,74).
patient(p8). temperature(p8,35). pulse(p8,60). adult(p8).
patient(p9). temperature(p9,37). pulse(p9,99). cough(p9).
patient(p10). temperature(p10,38). pulse(p10,88).
patient(p11). temperature(p11,40). pulse(p11,100). adult(p11).
patient(p12). temperature(p12,41). pulse(p12,86). cough(p12).
patient(p13). temperature(p13,37). pulse(p13,56). cough(p13). adult(p13).
patient(p14). temperature(p14,37). pulse(p14,93). cough(p14).
patient(p15). temperature(p15,37). pulse(p15,76). adult(p15).
patient(p16). temperature(p16,37). pulse(p16,84). adult(p16).
patient(p17). temperature(p17,37). pulse(p17,93). adult(p17).
patient(p18). temperature(p18,37). pulse(p18,88). adult(p18).
patient(p19). temperature(p19,41). pulse(p19,70).
patient(p20). temperature(p20,39). pulse(p20,56). adult(p20).
patient(p21). temperature(p21,41). pulse(p21,86). cough(p21). adult(p21).
patient(p22). temperature(p22,38). pulse(p22,104). adult(p22).
patient(p23). temperature(p23,37). pulse(p23,101). cough(p23).
patient(p24). temperature(p24,35). pulse(p24,68). cough(p24). adult(p24).
patient(p25). temperature(p25,35). pulse(p25,52).
patient(p26). temperature(p26,38). pulse(p26,95). adult(p26).
patient(p27). temperature(p27,37). pulse(p27,82). cough(p27). adult(p27).
patient(p28). temperature(p28,35). pulse(p28,54). cough(p28). adult(p28).
patient(p29). temperature(p29,36). pulse(p29,76). cough(p29). adult(p29).
patient(p30). temperature(p30,40). pulse(p30,52). adult(p30).

#modeh(fever(var(patient))).
#modeb(temperature(var(patient),num(degree))).
#modeb(pulse(var(patient),num(beats))).
#modeb(cough(var(patient))).
#modeb(adult(var(patient))).

#pos(w, {
  fever(p2), fever(p4), fever(p5), fever(p7), fever(p10), fever(p11), fever(p12), fever(p19), fever(p20),
  fever(p21), fever(p22), fever(p26), fever(p30)
}, {}).
#cwa(fever/1).
