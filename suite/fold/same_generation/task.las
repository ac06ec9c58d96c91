% The same generation: oneself, and children of two of the same generation.

person(p0). person(p1). person(p10). person(p11). person(p12). person(p13). person(p14). person(p15).
person(p16). person(p17). person(p18). person(p19). person(p2). person(p20). person(p21). person(p22).
person(p3). person(p4). person(p5). person(p6). person(p7). person(p8). person(p9).
parent(p0,p2). parent(p0,p5). parent(p1,p3). parent(p1,p4). parent(p10,p14). parent(p10,p15). parent(p11,p17).
parent(p12,p19). parent(p13,p18). parent(p13,p20). parent(p14,p22). parent(p15,p20). parent(p15,p21).
parent(p16,p21). parent(p2,p6). parent(p3,p7). parent(p4,p10). parent(p4,p6). parent(p4,p8). parent(p4,p9).
parent(p5,p7). parent(p5,p8). parent(p5,p9). parent(p6,p11). parent(p7,p16). parent(p9,p12). parent(p9,p13).
is(p0,p0). is(p1,p1). is(p10,p10). is(p11,p11). is(p12,p12). is(p13,p13). is(p14,p14). is(p15,p15).
is(p16,p16). is(p17,p17). is(p18,p18). is(p19,p19). is(p2,p2). is(p20,p20). is(p21,p21). is(p22,p22).
is(p3,p3). is(p4,p4). is(p5,p5). is(p6,p6). is(p7,p7). is(p8,p8). is(p9,p9).

#modeh(same(var(person),var(person))).
#modeb(parent(var(person),var(person))).
#modeb(is(var(person),var(person))).
#modeb(same(var(person),var(person))).

#pos(w, {same(p0,p0), same(p1,p1), same(p10,p10), same(p10,p6), same(p10,p7), same(p10,p8), same(p10,p9),
  same(p11,p11), same(p11,p12), same(p11,p13), same(p11,p14), same(p11,p15), same(p11,p16), same(p12,p11),
  same(p12,p12), same(p12,p13), same(p12,p14), same(p12,p15), same(p12,p16), same(p13,p11), same(p13,p12),
  same(p13,p13), same(p13,p14), same(p13,p15), same(p13,p16), same(p14,p11), same(p14,p12), same(p14,p13),
  same(p14,p14), same(p14,p15), same(p14,p16), same(p15,p11), same(p15,p12), same(p15,p13), same(p15,p14),
  same(p15,p15), same(p15,p16), same(p16,p11), same(p16,p12), same(p16,p13), same(p16,p14), same(p16,p15),
  same(p16,p16), same(p17,p17), same(p17,p18), same(p17,p19), same(p17,p20), same(p17,p21), same(p17,p22),
  same(p18,p17), same(p18,p18), same(p18,p19), same(p18,p20), same(p18,p21), same(p18,p22), same(p19,p17),
  same(p19,p18), same(p19,p19), same(p19,p20), same(p19,p21), same(p19,p22), same(p2,p2), same(p2,p5),
  same(p20,p17), same(p20,p18), same(p20,p19), same(p20,p20), same(p20,p21), same(p20,p22), same(p21,p17),
  same(p21,p18), same(p21,p19), same(p21,p20), same(p21,p21), same(p21,p22), same(p22,p17), same(p22,p18),
  same(p22,p19), same(p22,p20), same(p22,p21), same(p22,p22), same(p3,p3), same(p3,p4), same(p4,p3),
  same(p4,p4), same(p5,p2), same(p5,p5), same(p6,p10), same(p6,p6), same(p6,p7), same(p6,p8), same(p6,p9),
  same(p7,p10), same(p7,p6), same(p7,p7), same(p7,p8), same(p7,p9), same(p8,p10), same(p8,p6), same(p8,p7),
  same(p8,p8), same(p8,p9), same(p9,p10), same(p9,p6), same(p9,p7), same(p9,p8), same(p9,p9)}, {}).
#cwa(same/2).
