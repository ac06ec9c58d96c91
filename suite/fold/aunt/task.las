% Four relations in a row, one inequality and one property.

person(m1). person(f2). person(m3). person(f4). person(f5). person(f6). person(m7). person(m8). person(f9).
person(f10). person(m11). person(m12). person(m13). person(f14). person(m15). person(f16). person(m17).
person(m18). person(m19). person(m20). person(m21). person(f22).
parent(m1,f5). parent(f2,f5). parent(m1,f6). parent(f2,f6). parent(m1,m7). parent(f2,m7). parent(m3,m8).
parent(f4,m8). parent(m3,f9). parent(f4,f9). parent(m7,m13). parent(f10,m13). parent(m7,f14).
parent(f10,f14). parent(m7,m15). parent(f10,m15). parent(m11,f16). parent(f6,f16). parent(m11,m17).
parent(f6,m17). parent(m11,m18). parent(f6,m18). parent(m8,m19). parent(f5,m19). parent(m8,m20).
parent(f5,m20). parent(m12,m21). parent(f9,m21). parent(m12,f22). parent(f9,f22).
male(m1). male(m3). male(m7). male(m8). male(m11). male(m12). male(m13). male(m15). male(m17). male(m18).
male(m19). male(m20). male(m21).
female(f2). female(f4). female(f5). female(f6). female(f9). female(f10). female(f14). female(f16).
female(f22).

#modeh(aunt(var(person),var(person))).
#modeb(parent(var(person),var(person))).
#modeb(male(var(person))).
#modeb(female(var(person))).
#modeb(var(person) != var(person)).

#pos(w, {
  aunt(f5,f14), aunt(f5,f16), aunt(f5,m13), aunt(f5,m15), aunt(f5,m17), aunt(f5,m18), aunt(f6,f14),
  aunt(f6,m13), aunt(f6,m15), aunt(f6,m19), aunt(f6,m20), aunt(f9,m19), aunt(f9,m20)
}, {}).
#cwa(aunt/2).
