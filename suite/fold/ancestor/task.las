% The transitive closure of a relation, over six generations.

person(m1). person(f2). person(m3). person(f4). person(f5). person(m6). person(f7). person(m8). person(f9).
person(m10). person(f11). person(f12). person(m13). person(m14). person(m15). person(f16). person(m17).
person(f18).
parent(m1,m3). parent(f2,m3). parent(m3,f5). parent(f4,f5). parent(m3,m6). parent(f4,m6). parent(m6,f9).
parent(f7,f9). parent(m6,m10). parent(f7,m10). parent(m8,f11). parent(f5,f11). parent(m10,m14).
parent(f12,m14). parent(m10,m15). parent(f12,m15). parent(m13,f16). parent(f9,f16). parent(m15,m17).
parent(f16,m17).
male(m1). male(m3). male(m6). male(m8). male(m10). male(m13). male(m14). male(m15). male(m17).
female(f2). female(f4). female(f5). female(f7). female(f9). female(f11). female(f12). female(f16).
female(f18).

#modeh(ancestor(var(person),var(person))).
#modeb(parent(var(person),var(person))).
#modeb(male(var(person))).
#modeb(female(var(person))).
#modeb(ancestor(var(person),var(person))).

#pos(w, {
  ancestor(f2,f5), ancestor(f2,f9), ancestor(f2,f11), ancestor(f2,f16), ancestor(f2,m3), ancestor(f2,m6),
  ancestor(f2,m10), ancestor(f2,m14), ancestor(f2,m15), ancestor(f2,m17), ancestor(f4,f5),
  ancestor(f4,f9), ancestor(f4,f11), ancestor(f4,f16), ancestor(f4,m6), ancestor(f4,m10),
  ancestor(f4,m14), ancestor(f4,m15), ancestor(f4,m17), ancestor(f5,f11), ancestor(f7,f9),
  ancestor(f7,f16), ancestor(f7,m10), ancestor(f7,m14), ancestor(f7,m15), ancestor(f7,m17),
  ancestor(f9,f16), ancestor(f9,m17), ancestor(f12,m14), ancestor(f12,m15), ancestor(f12,m17),
  ancestor(f16,m17), ancestor(m1,f5), ancestor(m1,f9), ancestor(m1,f11), ancestor(m1,f16),
  ancestor(m1,m3), ancestor(m1,m6), ancestor(m1,m10), ancestor(m1,m14), ancestor(m1,m15),
  ancestor(m1,m17), ancestor(m3,f5), ancestor(m3,f9), ancestor(m3,f11), ancestor(m3,f16), ancestor(m3,m6),
  ancestor(m3,m10), ancestor(m3,m14), ancestor(m3,m15), ancestor(m3,m17), ancestor(m6,f9),
  ancestor(m6,f16), ancestor(m6,m10), ancestor(m6,m14), ancestor(m6,m15), ancestor(m6,m17),
  ancestor(m8,f11), ancestor(m10,m14), ancestor(m10,m15), ancestor(m10,m17), ancestor(m13,f16),
  ancestor(m13,m17), ancestor(m15,m17)
}, {}).
#cwa(ancestor/2).
