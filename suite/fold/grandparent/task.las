% A head of two variables with one more person between them.

person(m1). person(f2). person(m3). person(f4). person(m5). person(m6). person(f7). person(f8). person(f9).
person(m10). person(m11). person(m12). person(f13).
parent(m1,m5). parent(f2,m5). parent(m3,m6). parent(f4,m6). parent(m3,f7). parent(f4,f7). parent(m5,f9).
parent(f7,f9). parent(m5,m10). parent(f7,m10). parent(m5,m11). parent(f7,m11). parent(m6,m12).
parent(f8,m12). parent(m6,f13). parent(f8,f13).
male(m1). male(m3). male(m5). male(m6). male(m10). male(m11). male(m12).
female(f2). female(f4). female(f7). female(f8). female(f9). female(f13).

#modeh(grandparent(var(person),var(person))).
#modeb(parent(var(person),var(person))).
#modeb(male(var(person))).
#modeb(female(var(person))).

#pos(w, {
  grandparent(f2,f9), grandparent(f2,m10), grandparent(f2,m11), grandparent(f4,f9), grandparent(f4,f13),
  grandparent(f4,m10), grandparent(f4,m11), grandparent(f4,m12), grandparent(m1,f9), grandparent(m1,m10),
  grandparent(m1,m11), grandparent(m3,f9), grandparent(m3,f13), grandparent(m3,m10), grandparent(m3,m11),
  grandparent(m3,m12)
}, {}).
#cwa(grandparent/2).
