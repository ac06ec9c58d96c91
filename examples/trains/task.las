% Which trains go east? What matters are the cars: one decides, another one may spoil it.

% The shapes that a load may have.
shape(circle;square;triangle).

% A train with its cars on each line or two.
train(t1). has_car(t1,c1). car(c1). closed(c1). long(c1). load(c1,square). double(c1).
train(t2). has_car(t2,c2). car(c2). closed(c2). long(c2). load(c2,square).
train(t3). has_car(t3,c3). car(c3). closed(c3). long(c3). load(c3,square).
train(t4). has_car(t4,c4). car(c4). closed(c4). long(c4). load(c4,circle).
train(t5). has_car(t5,c5). car(c5). open(c5). short(c5). load(c5,square). double(c5). has_car(t5,c6).
car(c6). open(c6). long(c6). load(c6,square). double(c6).
train(t6). has_car(t6,c7). car(c7). closed(c7). short(c7). load(c7,circle). double(c7). has_car(t6,c8).
car(c8). closed(c8). short(c8). load(c8,triangle). has_car(t6,c9). car(c9). closed(c9). short(c9).
load(c9,triangle).
train(t7). has_car(t7,c10). car(c10). closed(c10). short(c10). load(c10,square). has_car(t7,c11). car(c11).
closed(c11). short(c11). load(c11,circle). double(c11). has_car(t7,c12). car(c12). closed(c12). long(c12).
load(c12,triangle).
train(t8). has_car(t8,c13). car(c13). open(c13). short(c13). load(c13,triangle). double(c13).
has_car(t8,c14). car(c14). closed(c14). short(c14). load(c14,triangle).
train(t9). has_car(t9,c15). car(c15). closed(c15). long(c15). load(c15,square).
train(t10). has_car(t10,c16). car(c16). open(c16). short(c16). load(c16,circle).
train(t11). has_car(t11,c17). car(c17). open(c17). long(c17). load(c17,circle). double(c17).
has_car(t11,c18). car(c18). open(c18). short(c18). load(c18,circle). double(c18).
train(t12). has_car(t12,c19). car(c19). closed(c19). long(c19). load(c19,square). has_car(t12,c20).
car(c20). open(c20). short(c20). load(c20,square). double(c20). has_car(t12,c21). car(c21). closed(c21).
long(c21). load(c21,triangle).
train(t13). has_car(t13,c22). car(c22). closed(c22). short(c22). load(c22,square). double(c22).
train(t14). has_car(t14,c23). car(c23). closed(c23). long(c23). load(c23,square). has_car(t14,c24).
car(c24). closed(c24). short(c24). load(c24,square).
train(t15). has_car(t15,c25). car(c25). open(c25). long(c25). load(c25,square). has_car(t15,c26). car(c26).
closed(c26). short(c26). load(c26,circle). double(c26).
train(t16). has_car(t16,c27). car(c27). closed(c27). long(c27). load(c27,circle). has_car(t16,c28).
car(c28). open(c28). long(c28). load(c28,square). has_car(t16,c29). car(c29). closed(c29). long(c29).
load(c29,square).
train(t17). has_car(t17,c30). car(c30). closed(c30). short(c30). load(c30,square).
train(t18). has_car(t18,c31). car(c31). closed(c31). short(c31). load(c31,square).
train(t19). has_car(t19,c32). car(c32). closed(c32). short(c32). load(c32,square). double(c32).
has_car(t19,c33). car(c33). closed(c33). short(c33). load(c33,square). double(c33).
train(t20). has_car(t20,c34). car(c34). open(c34). short(c34). load(c34,circle).
train(t21). has_car(t21,c35). car(c35). open(c35). long(c35). load(c35,triangle). has_car(t21,c36).
car(c36). closed(c36). short(c36). load(c36,circle).
train(t22). has_car(t22,c37). car(c37). open(c37). long(c37). load(c37,square). double(c37).
has_car(t22,c38). car(c38). closed(c38). long(c38). load(c38,square). has_car(t22,c39). car(c39). open(c39).
long(c39). load(c39,triangle).
train(t23). has_car(t23,c40). car(c40). open(c40). long(c40). load(c40,circle). has_car(t23,c41). car(c41).
closed(c41). long(c41). load(c41,circle). double(c41).
train(t24). has_car(t24,c42). car(c42). closed(c42). long(c42). load(c42,triangle). has_car(t24,c43).
car(c43). open(c43). long(c43). load(c43,square). has_car(t24,c44). car(c44). open(c44). long(c44).
load(c44,circle).
train(t25). has_car(t25,c45). car(c45). open(c45). short(c45). load(c45,square). double(c45).
train(t26). has_car(t26,c46). car(c46). open(c46). long(c46). load(c46,circle). double(c46).
has_car(t26,c47). car(c47). open(c47). long(c47). load(c47,triangle).
train(t27). has_car(t27,c48). car(c48). open(c48). short(c48). load(c48,circle). double(c48).
has_car(t27,c49). car(c49). open(c49). short(c49). load(c49,square).
train(t28). has_car(t28,c50). car(c50). closed(c50). short(c50). load(c50,triangle).
train(t29). has_car(t29,c51). car(c51). open(c51). long(c51). load(c51,circle). has_car(t29,c52). car(c52).
closed(c52). short(c52). load(c52,square). double(c52).
train(t30). has_car(t30,c53). car(c53). open(c53). short(c53). load(c53,circle). double(c53).
has_car(t30,c54). car(c54). open(c54). long(c54). load(c54,triangle).
train(t31). has_car(t31,c55). car(c55). open(c55). long(c55). load(c55,circle). has_car(t31,c56). car(c56).
open(c56). long(c56). load(c56,square).
train(t32). has_car(t32,c57). car(c57). closed(c57). long(c57). load(c57,circle). has_car(t32,c58).
car(c58). closed(c58). long(c58). load(c58,square). has_car(t32,c59). car(c59). open(c59). long(c59).
load(c59,circle).
train(t33). has_car(t33,c60). car(c60). open(c60). short(c60). load(c60,triangle).
train(t34). has_car(t34,c61). car(c61). closed(c61). short(c61). load(c61,square). double(c61).
has_car(t34,c62). car(c62). open(c62). long(c62). load(c62,triangle). double(c62). has_car(t34,c63).
car(c63). closed(c63). long(c63). load(c63,triangle).
train(t35). has_car(t35,c64). car(c64). open(c64). long(c64). load(c64,triangle). has_car(t35,c65).
car(c65). open(c65). short(c65). load(c65,circle). double(c65).
train(t36). has_car(t36,c66). car(c66). closed(c66). long(c66). load(c66,circle). has_car(t36,c67).
car(c67). open(c67). long(c67). load(c67,triangle). double(c67). has_car(t36,c68). car(c68). open(c68).
short(c68). load(c68,triangle).
train(t37). has_car(t37,c69). car(c69). open(c69). short(c69). load(c69,square). has_car(t37,c70). car(c70).
open(c70). short(c70). load(c70,square). double(c70). has_car(t37,c71). car(c71). closed(c71). short(c71).
load(c71,circle).
train(t38). has_car(t38,c72). car(c72). open(c72). long(c72). load(c72,circle). double(c72).
train(t39). has_car(t39,c73). car(c73). open(c73). long(c73). load(c73,circle). has_car(t39,c74). car(c74).
open(c74). short(c74). load(c74,triangle). has_car(t39,c75). car(c75). open(c75). short(c75).
load(c75,triangle). double(c75).
train(t40). has_car(t40,c76). car(c76). closed(c76). long(c76). load(c76,square). has_car(t40,c77).
car(c77). closed(c77). short(c77). load(c77,square). has_car(t40,c78). car(c78). open(c78). short(c78).
load(c78,square).
train(t41). has_car(t41,c79). car(c79). closed(c79). short(c79). load(c79,circle). double(c79).
has_car(t41,c80). car(c80). open(c80). short(c80). load(c80,triangle).
train(t42). has_car(t42,c81). car(c81). closed(c81). short(c81). load(c81,circle). double(c81).
has_car(t42,c82). car(c82). closed(c82). long(c82). load(c82,triangle).
train(t43). has_car(t43,c83). car(c83). open(c83). long(c83). load(c83,square). has_car(t43,c84). car(c84).
open(c84). short(c84). load(c84,triangle). has_car(t43,c85). car(c85). closed(c85). short(c85).
load(c85,square). double(c85).
train(t44). has_car(t44,c86). car(c86). closed(c86). long(c86). load(c86,triangle).
train(t45). has_car(t45,c87). car(c87). open(c87). short(c87). load(c87,triangle). double(c87).
has_car(t45,c88). car(c88). open(c88). short(c88). load(c88,square). double(c88). has_car(t45,c89).
car(c89). closed(c89). long(c89). load(c89,triangle). double(c89).
train(t46). has_car(t46,c90). car(c90). open(c90). long(c90). load(c90,triangle). has_car(t46,c91).
car(c91). closed(c91). long(c91). load(c91,circle). has_car(t46,c92). car(c92). open(c92). long(c92).
load(c92,triangle). double(c92).
train(t47). has_car(t47,c93). car(c93). closed(c93). long(c93). load(c93,square). has_car(t47,c94).
car(c94). closed(c94). short(c94). load(c94,square).
train(t48). has_car(t48,c95). car(c95). open(c95). long(c95). load(c95,square). double(c95).
has_car(t48,c96). car(c96). closed(c96). long(c96). load(c96,square). has_car(t48,c97). car(c97).
closed(c97). long(c97). load(c97,circle). double(c97).

#modeh(eastbound(var(train))).
% Y stands for any car of the train.
#modeb(has_car(var(train),var(car))).
#modeb(closed(var(car))).
#modeb(open(var(car))).
#modeb(short(var(car))).
#modeb(long(var(car))).
#modeb(double(var(car))).
% const(…) puts each of the shapes into the rule.
#modeb(load(var(car),const(shape))).

#pos(w, {
  eastbound(t8), eastbound(t13), eastbound(t14), eastbound(t17), eastbound(t18), eastbound(t19),
  eastbound(t21), eastbound(t28), eastbound(t29), eastbound(t34), eastbound(t37), eastbound(t40),
  eastbound(t43), eastbound(t47)
}, {}).
#cwa(eastbound/1).
