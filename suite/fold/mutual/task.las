% A head of two variables whose body uses one relation in both directions.

person(p1). person(p2). person(p3). person(p4). person(p5). person(p6). person(p7). person(p8). person(p9).
person(p10). person(p11). person(p12). person(p13). person(p14). person(p15). person(p16).
follows(p1,p3). follows(p1,p5). follows(p1,p6). follows(p1,p14). follows(p1,p15). follows(p1,p16).
follows(p2,p1). follows(p2,p7). follows(p2,p12). follows(p2,p16). follows(p3,p1). follows(p3,p7).
follows(p4,p6). follows(p4,p8). follows(p4,p10). follows(p4,p11). follows(p4,p14). follows(p4,p15).
follows(p5,p14). follows(p5,p15). follows(p6,p1). follows(p6,p10). follows(p6,p12). follows(p7,p3).
follows(p7,p10). follows(p8,p2). follows(p8,p4). follows(p8,p5). follows(p8,p13). follows(p9,p10).
follows(p9,p14). follows(p9,p15). follows(p10,p3). follows(p10,p6). follows(p10,p7). follows(p10,p15).
follows(p11,p1). follows(p11,p2). follows(p11,p12). follows(p11,p13). follows(p12,p4). follows(p12,p6).
follows(p12,p11). follows(p12,p15). follows(p13,p1). follows(p13,p9). follows(p13,p11). follows(p13,p15).
follows(p14,p4). follows(p14,p5). follows(p14,p6). follows(p14,p11). follows(p14,p15). follows(p15,p1).
follows(p15,p3). follows(p15,p4). follows(p15,p5). follows(p15,p6). follows(p15,p8). follows(p15,p9).
follows(p15,p12). follows(p15,p14). follows(p16,p4). follows(p16,p12).
likes(p1,p4). likes(p1,p10). likes(p1,p16). likes(p2,p1). likes(p2,p12). likes(p3,p13). likes(p4,p1).
likes(p4,p3). likes(p4,p7). likes(p4,p14). likes(p4,p16). likes(p5,p2). likes(p5,p16). likes(p6,p1).
likes(p6,p7). likes(p6,p11). likes(p6,p14). likes(p7,p6). likes(p7,p8). likes(p7,p15). likes(p8,p10).
likes(p8,p16). likes(p9,p6). likes(p10,p9). likes(p10,p14). likes(p10,p15). likes(p10,p16). likes(p11,p8).
likes(p11,p16). likes(p12,p1). likes(p12,p15). likes(p14,p7). likes(p15,p1). likes(p15,p7). likes(p15,p13).
likes(p16,p10). likes(p16,p11). likes(p16,p13). likes(p16,p14).
public(p1). public(p14). public(p16).

#modeh(friends(var(person),var(person))).
#modeb(follows(var(person),var(person))).
#modeb(likes(var(person),var(person))).
#modeb(public(var(person))).

#pos(w, {
  friends(p1,p3), friends(p1,p6), friends(p1,p15), friends(p3,p1), friends(p3,p7), friends(p4,p8),
  friends(p4,p14), friends(p4,p15), friends(p5,p14), friends(p5,p15), friends(p6,p1), friends(p6,p10),
  friends(p6,p12), friends(p7,p3), friends(p7,p10), friends(p8,p4), friends(p9,p15), friends(p10,p6),
  friends(p10,p7), friends(p11,p12), friends(p11,p13), friends(p12,p6), friends(p12,p11),
  friends(p12,p15), friends(p13,p11), friends(p14,p4), friends(p14,p5), friends(p14,p15), friends(p15,p1),
  friends(p15,p4), friends(p15,p5), friends(p15,p9), friends(p15,p12), friends(p15,p14)
}, {}).
#cwa(friends/2).
