% A train goes east if it has a car that is both closed and short.

train(t1). has_car(t1,c1). car(c1). closed(c1). short(c1). load(c1,circle). has_car(t1,c2). car(c2).
open(c2). short(c2). load(c2,triangle). double(c2).
train(t2). has_car(t2,c3). car(c3). open(c3). short(c3). load(c3,square). has_car(t2,c4). car(c4). open(c4).
long(c4). load(c4,triangle).
train(t3). has_car(t3,c5). car(c5). open(c5). long(c5). load(c5,circle). has_car(t3,c6). car(c6).
closed(c6). long(c6). load(c6,square). has_car(t3,c7). car(c7). open(c7). short(c7). load(c7,circle).
double(c7). has_car(t3,c8). car(c8). closed(c8). short(c8). load(c8,circle).
train(t4). has_car(t4,c9). car(c9). open(c9). long(c9). load(c9,circle). has_car(t4,c10). car(c10).
closed(c10). short(c10). load(c10,triangle). has_car(t4,c11). car(c11). open(c11). long(c11).
load(c11,square). double(c11).
train(t5). has_car(t5,c12). car(c12). closed(c12). long(c12). load(c12,triangle). has_car(t5,c13). car(c13).
open(c13). short(c13). load(c13,square). has_car(t5,c14). car(c14). open(c14). long(c14). load(c14,square).
train(t6). has_car(t6,c15). car(c15). open(c15). short(c15). load(c15,triangle). has_car(t6,c16). car(c16).
open(c16). short(c16). load(c16,triangle). double(c16). has_car(t6,c17). car(c17). closed(c17). long(c17).
load(c17,circle).
train(t7). has_car(t7,c18). car(c18). closed(c18). long(c18). load(c18,square). double(c18).
has_car(t7,c19). car(c19). open(c19). long(c19). load(c19,triangle). has_car(t7,c20). car(c20). open(c20).
long(c20). load(c20,square). has_car(t7,c21). car(c21). closed(c21). short(c21). load(c21,triangle).
train(t8). has_car(t8,c22). car(c22). open(c22). short(c22). load(c22,circle). has_car(t8,c23). car(c23).
closed(c23). long(c23). load(c23,circle).
train(t9). has_car(t9,c24). car(c24). closed(c24). short(c24). load(c24,circle). has_car(t9,c25). car(c25).
closed(c25). short(c25). load(c25,circle).
train(t10). has_car(t10,c26). car(c26). closed(c26). long(c26). load(c26,circle). double(c26).
has_car(t10,c27). car(c27). closed(c27). short(c27). load(c27,circle). double(c27).
train(t11). has_car(t11,c28). car(c28). closed(c28). long(c28). load(c28,circle). double(c28).
has_car(t11,c29). car(c29). closed(c29). long(c29). load(c29,triangle). double(c29).
train(t12). has_car(t12,c30). car(c30). closed(c30). long(c30). load(c30,circle). double(c30).
has_car(t12,c31). car(c31). closed(c31). short(c31). load(c31,triangle). has_car(t12,c32). car(c32).
open(c32). short(c32). load(c32,square). double(c32). has_car(t12,c33). car(c33). closed(c33). long(c33).
load(c33,triangle). double(c33).
train(t13). has_car(t13,c34). car(c34). open(c34). long(c34). load(c34,triangle). double(c34).
has_car(t13,c35). car(c35). open(c35). short(c35). load(c35,triangle). double(c35). has_car(t13,c36).
car(c36). closed(c36). short(c36). load(c36,circle).
train(t14). has_car(t14,c37). car(c37). closed(c37). short(c37). load(c37,square). double(c37).
has_car(t14,c38). car(c38). open(c38). short(c38). load(c38,circle). has_car(t14,c39). car(c39). open(c39).
long(c39). load(c39,square). double(c39).
train(t15). has_car(t15,c40). car(c40). closed(c40). short(c40). load(c40,circle). has_car(t15,c41).
car(c41). open(c41). long(c41). load(c41,circle). double(c41).
train(t16). has_car(t16,c42). car(c42). closed(c42). short(c42). load(c42,circle). has_car(t16,c43).
car(c43). open(c43). long(c43). load(c43,square). has_car(t16,c44). car(c44). closed(c44). long(c44).
load(c44,circle). double(c44).
train(t17). has_car(t17,c45). car(c45). closed(c45). long(c45). load(c45,circle). double(c45).
has_car(t17,c46). car(c46). closed(c46). short(c46). load(c46,circle). double(c46). has_car(t17,c47).
car(c47). closed(c47). long(c47). load(c47,square). double(c47).
train(t18). has_car(t18,c48). car(c48). closed(c48). long(c48). load(c48,circle). has_car(t18,c49).
car(c49). closed(c49). long(c49). load(c49,triangle). has_car(t18,c50). car(c50). open(c50). long(c50).
load(c50,triangle). double(c50). has_car(t18,c51). car(c51). closed(c51). long(c51). load(c51,square).
double(c51).
train(t19). has_car(t19,c52). car(c52). open(c52). short(c52). load(c52,square). double(c52).
has_car(t19,c53). car(c53). open(c53). short(c53). load(c53,circle). double(c53).
train(t20). has_car(t20,c54). car(c54). open(c54). long(c54). load(c54,circle). has_car(t20,c55). car(c55).
closed(c55). short(c55). load(c55,triangle). has_car(t20,c56). car(c56). closed(c56). short(c56).
load(c56,square). has_car(t20,c57). car(c57). closed(c57). long(c57). load(c57,circle). double(c57).
train(t21). has_car(t21,c58). car(c58). closed(c58). short(c58). load(c58,square). double(c58).
has_car(t21,c59). car(c59). closed(c59). short(c59). load(c59,circle). has_car(t21,c60). car(c60).
closed(c60). short(c60). load(c60,circle).
train(t22). has_car(t22,c61). car(c61). open(c61). short(c61). load(c61,circle). has_car(t22,c62). car(c62).
closed(c62). short(c62). load(c62,square). double(c62).
train(t23). has_car(t23,c63). car(c63). closed(c63). long(c63). load(c63,square). has_car(t23,c64).
car(c64). open(c64). short(c64). load(c64,square). has_car(t23,c65). car(c65). closed(c65). short(c65).
load(c65,square).
train(t24). has_car(t24,c66). car(c66). closed(c66). long(c66). load(c66,circle). has_car(t24,c67).
car(c67). open(c67). short(c67). load(c67,square). double(c67). has_car(t24,c68). car(c68). open(c68).
long(c68). load(c68,circle). has_car(t24,c69). car(c69). open(c69). long(c69). load(c69,triangle).
double(c69).

#modeh(eastbound(var(train))).
#modeb(has_car(var(train),var(car))).
#modeb(closed(var(car))).
#modeb(open(var(car))).
#modeb(short(var(car))).
#modeb(long(var(car))).
#modeb(double(var(car))).

#pos(w, {
  eastbound(t1), eastbound(t3), eastbound(t4), eastbound(t7), eastbound(t9), eastbound(t10),
  eastbound(t12), eastbound(t13), eastbound(t14), eastbound(t15), eastbound(t16), eastbound(t17),
  eastbound(t20), eastbound(t21), eastbound(t22), eastbound(t23)
}, {}).
#cwa(eastbound/1).
