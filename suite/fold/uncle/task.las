% Brothers of a parent; siblings are defined in the background.

sibling(X,Y) :- parent(Z,X), parent(Z,Y), X != Y.

person(m1). person(f2). person(m3). person(f4). person(f5). person(f6). person(m7). person(m8). person(f9).
person(f10). person(f11). person(m12). person(f13). person(m14). person(m15). person(f16). person(f17).
person(f18). person(m19). person(m20). person(m21). person(f22). person(m23). person(m24). person(m25).
person(m26).
parent(m1,f5). parent(f2,f5). parent(m1,f6). parent(f2,f6). parent(m1,m7). parent(f2,m7). parent(m3,m8).
parent(f4,m8). parent(m3,f9). parent(f4,f9). parent(m3,f10). parent(f4,f10). parent(m8,f16).
parent(f11,f16). parent(m8,f17). parent(f11,f17). parent(m12,f18). parent(f9,f18). parent(m12,m19).
parent(f9,m19). parent(m7,m20). parent(f13,m20). parent(m7,m21). parent(f13,m21). parent(m14,f22).
parent(f5,f22). parent(m14,m23). parent(f5,m23). parent(m14,m24). parent(f5,m24). parent(m15,m25).
parent(f10,m25). parent(m15,m26). parent(f10,m26).
male(m1). male(m3). male(m7). male(m8). male(m12). male(m14). male(m15). male(m19). male(m20). male(m21).
male(m23). male(m24). male(m25). male(m26).
female(f2). female(f4). female(f5). female(f6). female(f9). female(f10). female(f11). female(f13).
female(f16). female(f17). female(f18). female(f22).

#modeh(uncle(var(person),var(person))).
#modeb(parent(var(person),var(person))).
#modeb(male(var(person))).
#modeb(female(var(person))).
#modeb(sibling(var(person),var(person))).

#pos(w, {
  uncle(m7,f22), uncle(m7,m23), uncle(m7,m24), uncle(m8,f18), uncle(m8,m19), uncle(m8,m25), uncle(m8,m26)
}, {}).
#cwa(uncle/2).
