% A default about one car with an exception about another. A greedy search stops at closed cars and explains
% the rest by exceptions.

shape(circle;square;triangle).
train(t1). has_car(t1,c1). car(c1). closed(c1). long(c1). load(c1,square). double(c1). has_car(t1,c2).
car(c2). closed(c2). short(c2). load(c2,square).
train(t2). has_car(t2,c3). car(c3). open(c3). long(c3). load(c3,triangle). double(c3). has_car(t2,c4).
car(c4). open(c4). long(c4). load(c4,square). double(c4).
train(t3). has_car(t3,c5). car(c5). closed(c5). long(c5). load(c5,circle).
train(t4). has_car(t4,c6). car(c6). open(c6). long(c6). load(c6,circle). double(c6). has_car(t4,c7).
car(c7). closed(c7). long(c7). load(c7,triangle). double(c7).
train(t5). has_car(t5,c8). car(c8). open(c8). short(c8). load(c8,square). has_car(t5,c9). car(c9). open(c9).
long(c9). load(c9,triangle). double(c9).
train(t6). has_car(t6,c10). car(c10). open(c10). long(c10). load(c10,triangle). has_car(t6,c11). car(c11).
closed(c11). short(c11). load(c11,triangle). has_car(t6,c12). car(c12). open(c12). long(c12).
load(c12,triangle).
train(t7). has_car(t7,c13). car(c13). open(c13). long(c13). load(c13,square).
train(t8). has_car(t8,c14). car(c14). closed(c14). short(c14). load(c14,square). double(c14).
has_car(t8,c15). car(c15). closed(c15). long(c15). load(c15,triangle). double(c15). has_car(t8,c16).
car(c16). closed(c16). long(c16). load(c16,circle).
train(t9). has_car(t9,c17). car(c17). open(c17). short(c17). load(c17,circle).
train(t10). has_car(t10,c18). car(c18). open(c18). short(c18). load(c18,circle).
train(t11). has_car(t11,c19). car(c19). closed(c19). short(c19). load(c19,triangle).
train(t12). has_car(t12,c20). car(c20). open(c20). short(c20). load(c20,square). double(c20).
train(t13). has_car(t13,c21). car(c21). open(c21). long(c21). load(c21,circle). has_car(t13,c22). car(c22).
closed(c22). long(c22). load(c22,square). double(c22).
train(t14). has_car(t14,c23). car(c23). closed(c23). long(c23). load(c23,square). has_car(t14,c24).
car(c24). open(c24). short(c24). load(c24,circle). has_car(t14,c25). car(c25). closed(c25). short(c25).
load(c25,square).
train(t15). has_car(t15,c26). car(c26). closed(c26). long(c26). load(c26,triangle). has_car(t15,c27).
car(c27). open(c27). short(c27). load(c27,triangle). has_car(t15,c28). car(c28). closed(c28). short(c28).
load(c28,triangle).
train(t16). has_car(t16,c29). car(c29). closed(c29). short(c29). load(c29,circle). double(c29).
has_car(t16,c30). car(c30). open(c30). long(c30). load(c30,triangle). has_car(t16,c31). car(c31). open(c31).
long(c31). load(c31,triangle). double(c31).
train(t17). has_car(t17,c32). car(c32). closed(c32). short(c32). load(c32,triangle). has_car(t17,c33).
car(c33). closed(c33). short(c33). load(c33,square). has_car(t17,c34). car(c34). closed(c34). long(c34).
load(c34,triangle).
train(t18). has_car(t18,c35). car(c35). open(c35). short(c35). load(c35,triangle). double(c35).
has_car(t18,c36). car(c36). closed(c36). short(c36). load(c36,triangle). double(c36).
train(t19). has_car(t19,c37). car(c37). open(c37). short(c37). load(c37,circle). double(c37).
has_car(t19,c38). car(c38). open(c38). long(c38). load(c38,circle).
train(t20). has_car(t20,c39). car(c39). open(c39). long(c39). load(c39,square). has_car(t20,c40). car(c40).
open(c40). short(c40). load(c40,square).
train(t21). has_car(t21,c41). car(c41). open(c41). short(c41). load(c41,triangle). double(c41).
has_car(t21,c42). car(c42). open(c42). long(c42). load(c42,square). has_car(t21,c43). car(c43). closed(c43).
short(c43). load(c43,circle).
train(t22). has_car(t22,c44). car(c44). open(c44). long(c44). load(c44,square).
train(t23). has_car(t23,c45). car(c45). open(c45). long(c45). load(c45,square). double(c45).
has_car(t23,c46). car(c46). closed(c46). long(c46). load(c46,square). double(c46). has_car(t23,c47).
car(c47). open(c47). short(c47). load(c47,circle).
train(t24). has_car(t24,c48). car(c48). open(c48). short(c48). load(c48,square). double(c48).
train(t25). has_car(t25,c49). car(c49). open(c49). short(c49). load(c49,triangle).
train(t26). has_car(t26,c50). car(c50). open(c50). short(c50). load(c50,triangle). has_car(t26,c51).
car(c51). open(c51). long(c51). load(c51,circle). has_car(t26,c52). car(c52). open(c52). short(c52).
load(c52,circle).
train(t27). has_car(t27,c53). car(c53). open(c53). short(c53). load(c53,triangle). has_car(t27,c54).
car(c54). closed(c54). short(c54). load(c54,triangle). has_car(t27,c55). car(c55). closed(c55). long(c55).
load(c55,square).
train(t28). has_car(t28,c56). car(c56). open(c56). short(c56). load(c56,square). double(c56).
has_car(t28,c57). car(c57). open(c57). short(c57). load(c57,circle).
train(t29). has_car(t29,c58). car(c58). closed(c58). long(c58). load(c58,triangle). double(c58).
has_car(t29,c59). car(c59). open(c59). long(c59). load(c59,triangle). double(c59).
train(t30). has_car(t30,c60). car(c60). closed(c60). short(c60). load(c60,triangle).
train(t31). has_car(t31,c61). car(c61). closed(c61). long(c61). load(c61,square). double(c61).
has_car(t31,c62). car(c62). open(c62). short(c62). load(c62,square).
train(t32). has_car(t32,c63). car(c63). closed(c63). short(c63). load(c63,square). double(c63).
train(t33). has_car(t33,c64). car(c64). open(c64). short(c64). load(c64,triangle). has_car(t33,c65).
car(c65). open(c65). short(c65). load(c65,triangle).
train(t34). has_car(t34,c66). car(c66). open(c66). short(c66). load(c66,circle).
train(t35). has_car(t35,c67). car(c67). open(c67). short(c67). load(c67,circle). double(c67).
train(t36). has_car(t36,c68). car(c68). open(c68). short(c68). load(c68,circle).
train(t37). has_car(t37,c69). car(c69). open(c69). short(c69). load(c69,circle). double(c69).
has_car(t37,c70). car(c70). closed(c70). short(c70). load(c70,circle).
train(t38). has_car(t38,c71). car(c71). closed(c71). short(c71). load(c71,square). has_car(t38,c72).
car(c72). closed(c72). long(c72). load(c72,square). has_car(t38,c73). car(c73). open(c73). short(c73).
load(c73,square). double(c73).
train(t39). has_car(t39,c74). car(c74). closed(c74). long(c74). load(c74,triangle). double(c74).
train(t40). has_car(t40,c75). car(c75). open(c75). long(c75). load(c75,triangle). double(c75).
has_car(t40,c76). car(c76). closed(c76). long(c76). load(c76,square). double(c76). has_car(t40,c77).
car(c77). closed(c77). short(c77). load(c77,circle).
train(t41). has_car(t41,c78). car(c78). closed(c78). long(c78). load(c78,triangle).
train(t42). has_car(t42,c79). car(c79). open(c79). long(c79). load(c79,circle). has_car(t42,c80). car(c80).
open(c80). long(c80). load(c80,triangle). double(c80). has_car(t42,c81). car(c81). open(c81). short(c81).
load(c81,triangle).
train(t43). has_car(t43,c82). car(c82). closed(c82). long(c82). load(c82,square).
train(t44). has_car(t44,c83). car(c83). open(c83). short(c83). load(c83,square). double(c83).
has_car(t44,c84). car(c84). closed(c84). short(c84). load(c84,square). double(c84). has_car(t44,c85).
car(c85). closed(c85). short(c85). load(c85,triangle). double(c85).
train(t45). has_car(t45,c86). car(c86). open(c86). short(c86). load(c86,square). has_car(t45,c87). car(c87).
open(c87). long(c87). load(c87,square). double(c87).
train(t46). has_car(t46,c88). car(c88). open(c88). long(c88). load(c88,circle). double(c88).
has_car(t46,c89). car(c89). closed(c89). long(c89). load(c89,circle). has_car(t46,c90). car(c90). open(c90).
short(c90). load(c90,square). double(c90).
train(t47). has_car(t47,c91). car(c91). open(c91). short(c91). load(c91,triangle). has_car(t47,c92).
car(c92). closed(c92). long(c92). load(c92,triangle).
train(t48). has_car(t48,c93). car(c93). closed(c93). short(c93). load(c93,square). has_car(t48,c94).
car(c94). open(c94). long(c94). load(c94,triangle).

#modeh(eastbound(var(train))).
#modeb(has_car(var(train),var(car))).
#modeb(closed(var(car))).
#modeb(open(var(car))).
#modeb(short(var(car))).
#modeb(long(var(car))).
#modeb(double(var(car))).
#modeb(load(var(car),const(shape))).

#pos(w, {
  eastbound(t1), eastbound(t6), eastbound(t8), eastbound(t11), eastbound(t15), eastbound(t16),
  eastbound(t17), eastbound(t18), eastbound(t21), eastbound(t27), eastbound(t30), eastbound(t32),
  eastbound(t38), eastbound(t40), eastbound(t44), eastbound(t48)
}, {}).
#cwa(eastbound/1).
