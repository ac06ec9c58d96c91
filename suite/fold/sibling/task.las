% Two people with a parent in common, who are not the same.

person(m1). person(f2). person(m3). person(f4). person(m5). person(m6). person(m7). person(f8). person(f9).
person(f10). person(m11). person(f12). person(f13). person(f14). person(f15). person(m16). person(f17).
person(f18).
parent(m1,m5). parent(f2,m5). parent(m1,m6). parent(f2,m6). parent(m3,m7). parent(f4,m7). parent(m3,f8).
parent(f4,f8). parent(m3,f9). parent(f4,f9). parent(m5,f12). parent(f8,f12). parent(m5,f13). parent(f8,f13).
parent(m7,f14). parent(f10,f14). parent(m7,f15). parent(f10,f15). parent(m7,m16). parent(f10,m16).
parent(m11,f17). parent(f9,f17). parent(m11,f18). parent(f9,f18).
male(m1). male(m3). male(m5). male(m6). male(m7). male(m11). male(m16).
female(f2). female(f4). female(f8). female(f9). female(f10). female(f12). female(f13). female(f14).
female(f15). female(f17). female(f18).

#modeh(sibling(var(person),var(person))).
#modeb(parent(var(person),var(person))).
#modeb(male(var(person))).
#modeb(female(var(person))).
#modeb(var(person) != var(person)).

#pos(w, {
  sibling(f8,f9), sibling(f8,m7), sibling(f9,f8), sibling(f9,m7), sibling(f12,f13), sibling(f13,f12),
  sibling(f14,f15), sibling(f14,m16), sibling(f15,f14), sibling(f15,m16), sibling(f17,f18),
  sibling(f18,f17), sibling(m5,m6), sibling(m6,m5), sibling(m7,f8), sibling(m7,f9), sibling(m16,f14),
  sibling(m16,f15)
}, {}).
#cwa(sibling/2).
