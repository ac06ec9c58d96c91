% Default and exception both speak of two people: one greets whom one knows, but not whom one owes money.

person(p1). person(p2). person(p3). person(p4). person(p5). person(p6). person(p7). person(p8). person(p9).
person(p10). person(p11). person(p12). person(p13). person(p14). person(p15).
knows(p1,p4). knows(p1,p6). knows(p1,p9). knows(p1,p12). knows(p2,p3). knows(p2,p4). knows(p2,p5).
knows(p2,p12). knows(p2,p13). knows(p3,p2). knows(p3,p4). knows(p3,p5). knows(p3,p6). knows(p3,p8).
knows(p3,p11). knows(p3,p14). knows(p4,p2). knows(p4,p5). knows(p4,p8). knows(p4,p9). knows(p4,p10).
knows(p4,p12). knows(p4,p13). knows(p5,p4). knows(p5,p7). knows(p5,p10). knows(p5,p13). knows(p5,p14).
knows(p6,p2). knows(p6,p5). knows(p6,p8). knows(p6,p13). knows(p6,p14). knows(p7,p6). knows(p7,p9).
knows(p7,p11). knows(p7,p13). knows(p7,p14). knows(p8,p1). knows(p8,p3). knows(p8,p9). knows(p8,p12).
knows(p9,p4). knows(p9,p6). knows(p9,p7). knows(p9,p10). knows(p9,p14). knows(p9,p15). knows(p10,p1).
knows(p10,p6). knows(p10,p8). knows(p10,p9). knows(p10,p13). knows(p11,p4). knows(p11,p9). knows(p11,p10).
knows(p11,p13). knows(p11,p15). knows(p12,p2). knows(p12,p3). knows(p12,p4). knows(p12,p8). knows(p12,p14).
knows(p13,p6). knows(p13,p9). knows(p13,p12). knows(p14,p3). knows(p14,p7). knows(p14,p12). knows(p15,p3).
knows(p15,p4). knows(p15,p6). knows(p15,p7). knows(p15,p11). knows(p15,p13).
owes(p1,p2). owes(p1,p8). owes(p1,p12). owes(p1,p14). owes(p1,p15). owes(p2,p13). owes(p3,p1). owes(p3,p2).
owes(p3,p5). owes(p3,p10). owes(p4,p7). owes(p4,p15). owes(p5,p7). owes(p5,p10). owes(p5,p12). owes(p5,p15).
owes(p6,p9). owes(p6,p12). owes(p7,p4). owes(p7,p9). owes(p7,p10). owes(p7,p12). owes(p7,p13). owes(p7,p14).
owes(p7,p15). owes(p8,p7). owes(p8,p14). owes(p9,p3). owes(p9,p5). owes(p9,p13). owes(p10,p8). owes(p10,p9).
owes(p10,p13). owes(p10,p14). owes(p10,p15). owes(p11,p3). owes(p11,p4). owes(p11,p13). owes(p12,p7).
owes(p12,p13). owes(p13,p4). owes(p13,p5). owes(p13,p8). owes(p13,p11). owes(p13,p14). owes(p14,p4).
owes(p14,p5). owes(p14,p6). owes(p14,p8). owes(p15,p1). owes(p15,p7). owes(p15,p10).
admires(p1,p4). admires(p1,p5). admires(p1,p6). admires(p1,p11). admires(p1,p13). admires(p2,p1).
admires(p2,p10). admires(p2,p13). admires(p2,p14). admires(p3,p6). admires(p3,p10). admires(p4,p6).
admires(p4,p14). admires(p5,p7). admires(p5,p11). admires(p6,p1). admires(p6,p9). admires(p6,p10).
admires(p6,p12). admires(p6,p13). admires(p7,p5). admires(p7,p10). admires(p7,p13). admires(p8,p12).
admires(p9,p1). admires(p9,p5). admires(p9,p12). admires(p9,p15). admires(p10,p4). admires(p10,p5).
admires(p10,p14). admires(p11,p14). admires(p12,p4). admires(p12,p9). admires(p13,p1). admires(p13,p3).
admires(p13,p4). admires(p13,p6). admires(p14,p11). admires(p14,p12). admires(p14,p15). admires(p15,p7).
admires(p15,p12). admires(p15,p13).
shy(p2). shy(p3). shy(p8). shy(p10). shy(p11). shy(p13). shy(p14).

#modeh(greets(var(person),var(person))).
#modeb(knows(var(person),var(person))).
#modeb(owes(var(person),var(person))).
#modeb(admires(var(person),var(person))).
#modeb(shy(var(person))).

#pos(w, {
  greets(p1,p4), greets(p1,p6), greets(p1,p9), greets(p2,p3), greets(p2,p4), greets(p2,p5),
  greets(p2,p12), greets(p3,p4), greets(p3,p6), greets(p3,p8), greets(p3,p11), greets(p3,p14),
  greets(p4,p2), greets(p4,p5), greets(p4,p8), greets(p4,p9), greets(p4,p10), greets(p4,p12),
  greets(p4,p13), greets(p5,p4), greets(p5,p13), greets(p5,p14), greets(p6,p2), greets(p6,p5),
  greets(p6,p8), greets(p6,p13), greets(p6,p14), greets(p7,p6), greets(p7,p11), greets(p8,p1),
  greets(p8,p3), greets(p8,p9), greets(p8,p12), greets(p9,p4), greets(p9,p6), greets(p9,p7),
  greets(p9,p10), greets(p9,p14), greets(p9,p15), greets(p10,p1), greets(p10,p6), greets(p11,p9),
  greets(p11,p10), greets(p11,p15), greets(p12,p2), greets(p12,p3), greets(p12,p4), greets(p12,p8),
  greets(p12,p14), greets(p13,p6), greets(p13,p9), greets(p13,p12), greets(p14,p3), greets(p14,p7),
  greets(p14,p12), greets(p15,p3), greets(p15,p4), greets(p15,p6), greets(p15,p11), greets(p15,p13)
}, {}).
#cwa(greets/2).
