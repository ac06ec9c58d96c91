% A default about one car with an exception about another: any double car spoils it if it carries a circle.

shape(circle;square;triangle).
train(t1). has_car(t1,c1). car(c1). closed(c1). short(c1). load(c1,triangle). has_car(t1,c2). car(c2).
open(c2). long(c2). load(c2,circle). has_car(t1,c3). car(c3). open(c3). short(c3). load(c3,circle).
train(t2). has_car(t2,c4). car(c4). closed(c4). long(c4). load(c4,square).
train(t3). has_car(t3,c5). car(c5). closed(c5). long(c5). load(c5,square). double(c5). has_car(t3,c6).
car(c6). open(c6). long(c6). load(c6,circle). has_car(t3,c7). car(c7). closed(c7). long(c7).
load(c7,square). double(c7).
train(t4). has_car(t4,c8). car(c8). open(c8). short(c8). load(c8,circle).
train(t5). has_car(t5,c9). car(c9). open(c9). short(c9). load(c9,circle).
train(t6). has_car(t6,c10). car(c10). open(c10). short(c10). load(c10,triangle). double(c10).
has_car(t6,c11). car(c11). open(c11). short(c11). load(c11,circle). double(c11). has_car(t6,c12). car(c12).
closed(c12). short(c12). load(c12,circle). double(c12).
train(t7). has_car(t7,c13). car(c13). open(c13). long(c13). load(c13,triangle). double(c13).
has_car(t7,c14). car(c14). closed(c14). long(c14). load(c14,square). has_car(t7,c15). car(c15). closed(c15).
short(c15). load(c15,circle). double(c15).
train(t8). has_car(t8,c16). car(c16). open(c16). short(c16). load(c16,square). double(c16).
train(t9). has_car(t9,c17). car(c17). closed(c17). long(c17). load(c17,circle). has_car(t9,c18). car(c18).
open(c18). long(c18). load(c18,circle). double(c18).
train(t10). has_car(t10,c19). car(c19). open(c19). long(c19). load(c19,square).
train(t11). has_car(t11,c20). car(c20). closed(c20). short(c20). load(c20,triangle). has_car(t11,c21).
car(c21). open(c21). long(c21). load(c21,circle). has_car(t11,c22). car(c22). open(c22). short(c22).
load(c22,triangle).
train(t12). has_car(t12,c23). car(c23). closed(c23). long(c23). load(c23,triangle). double(c23).
train(t13). has_car(t13,c24). car(c24). closed(c24). short(c24). load(c24,circle). has_car(t13,c25).
car(c25). open(c25). short(c25). load(c25,square). double(c25). has_car(t13,c26). car(c26). closed(c26).
long(c26). load(c26,triangle).
train(t14). has_car(t14,c27). car(c27). closed(c27). long(c27). load(c27,square).
train(t15). has_car(t15,c28). car(c28). closed(c28). long(c28). load(c28,triangle). double(c28).
has_car(t15,c29). car(c29). closed(c29). long(c29). load(c29,circle).
train(t16). has_car(t16,c30). car(c30). open(c30). long(c30). load(c30,square). double(c30).
has_car(t16,c31). car(c31). closed(c31). short(c31). load(c31,square). double(c31). has_car(t16,c32).
car(c32). closed(c32). long(c32). load(c32,circle).
train(t17). has_car(t17,c33). car(c33). open(c33). long(c33). load(c33,square). has_car(t17,c34). car(c34).
closed(c34). short(c34). load(c34,circle). double(c34).
train(t18). has_car(t18,c35). car(c35). open(c35). long(c35). load(c35,square). has_car(t18,c36). car(c36).
closed(c36). short(c36). load(c36,triangle). has_car(t18,c37). car(c37). open(c37). short(c37).
load(c37,square).
train(t19). has_car(t19,c38). car(c38). closed(c38). short(c38). load(c38,triangle). has_car(t19,c39).
car(c39). closed(c39). short(c39). load(c39,triangle). has_car(t19,c40). car(c40). open(c40). short(c40).
load(c40,circle).
train(t20). has_car(t20,c41). car(c41). closed(c41). long(c41). load(c41,square).
train(t21). has_car(t21,c42). car(c42). closed(c42). long(c42). load(c42,triangle). has_car(t21,c43).
car(c43). closed(c43). long(c43). load(c43,triangle).
train(t22). has_car(t22,c44). car(c44). closed(c44). long(c44). load(c44,triangle). has_car(t22,c45).
car(c45). closed(c45). short(c45). load(c45,circle).
train(t23). has_car(t23,c46). car(c46). closed(c46). short(c46). load(c46,square). double(c46).
train(t24). has_car(t24,c47). car(c47). open(c47). long(c47). load(c47,circle).
train(t25). has_car(t25,c48). car(c48). open(c48). long(c48). load(c48,square). has_car(t25,c49). car(c49).
open(c49). long(c49). load(c49,triangle). has_car(t25,c50). car(c50). closed(c50). long(c50).
load(c50,triangle).
train(t26). has_car(t26,c51). car(c51). open(c51). short(c51). load(c51,triangle). double(c51).
train(t27). has_car(t27,c52). car(c52). open(c52). short(c52). load(c52,circle). double(c52).
has_car(t27,c53). car(c53). open(c53). short(c53). load(c53,triangle). double(c53).
train(t28). has_car(t28,c54). car(c54). closed(c54). long(c54). load(c54,circle). has_car(t28,c55).
car(c55). closed(c55). long(c55). load(c55,circle). double(c55).
train(t29). has_car(t29,c56). car(c56). open(c56). long(c56). load(c56,triangle). has_car(t29,c57).
car(c57). closed(c57). short(c57). load(c57,triangle). double(c57).
train(t30). has_car(t30,c58). car(c58). open(c58). short(c58). load(c58,triangle). double(c58).
has_car(t30,c59). car(c59). closed(c59). short(c59). load(c59,square).
train(t31). has_car(t31,c60). car(c60). open(c60). short(c60). load(c60,circle). has_car(t31,c61). car(c61).
open(c61). long(c61). load(c61,circle). has_car(t31,c62). car(c62). closed(c62). long(c62).
load(c62,circle). double(c62).
train(t32). has_car(t32,c63). car(c63). open(c63). long(c63). load(c63,circle). double(c63).
has_car(t32,c64). car(c64). open(c64). long(c64). load(c64,square).
train(t33). has_car(t33,c65). car(c65). closed(c65). short(c65). load(c65,triangle). double(c65).
train(t34). has_car(t34,c66). car(c66). open(c66). short(c66). load(c66,square).
train(t35). has_car(t35,c67). car(c67). closed(c67). long(c67). load(c67,square). has_car(t35,c68).
car(c68). closed(c68). short(c68). load(c68,circle).
train(t36). has_car(t36,c69). car(c69). closed(c69). short(c69). load(c69,circle). has_car(t36,c70).
car(c70). closed(c70). long(c70). load(c70,square). double(c70).
train(t37). has_car(t37,c71). car(c71). open(c71). short(c71). load(c71,square). has_car(t37,c72). car(c72).
open(c72). short(c72). load(c72,square).
train(t38). has_car(t38,c73). car(c73). open(c73). long(c73). load(c73,triangle). has_car(t38,c74).
car(c74). closed(c74). short(c74). load(c74,square).
train(t39). has_car(t39,c75). car(c75). open(c75). long(c75). load(c75,circle). has_car(t39,c76). car(c76).
closed(c76). long(c76). load(c76,triangle). double(c76).
train(t40). has_car(t40,c77). car(c77). closed(c77). short(c77). load(c77,circle).
train(t41). has_car(t41,c78). car(c78). closed(c78). short(c78). load(c78,square). has_car(t41,c79).
car(c79). open(c79). long(c79). load(c79,triangle). has_car(t41,c80). car(c80). open(c80). short(c80).
load(c80,square).
train(t42). has_car(t42,c81). car(c81). closed(c81). short(c81). load(c81,circle). double(c81).
has_car(t42,c82). car(c82). closed(c82). long(c82). load(c82,triangle). double(c82). has_car(t42,c83).
car(c83). open(c83). long(c83). load(c83,circle). double(c83).
train(t43). has_car(t43,c84). car(c84). open(c84). short(c84). load(c84,square). has_car(t43,c85). car(c85).
closed(c85). long(c85). load(c85,circle). double(c85). has_car(t43,c86). car(c86). closed(c86). long(c86).
load(c86,circle).
train(t44). has_car(t44,c87). car(c87). closed(c87). short(c87). load(c87,circle).
train(t45). has_car(t45,c88). car(c88). closed(c88). short(c88). load(c88,circle). double(c88).
has_car(t45,c89). car(c89). open(c89). long(c89). load(c89,triangle). has_car(t45,c90). car(c90). open(c90).
long(c90). load(c90,square). double(c90).
train(t46). has_car(t46,c91). car(c91). closed(c91). long(c91). load(c91,circle). has_car(t46,c92).
car(c92). closed(c92). short(c92). load(c92,square). has_car(t46,c93). car(c93). closed(c93). long(c93).
load(c93,circle).
train(t47). has_car(t47,c94). car(c94). closed(c94). short(c94). load(c94,square). has_car(t47,c95).
car(c95). closed(c95). short(c95). load(c95,triangle). double(c95). has_car(t47,c96). car(c96). closed(c96).
long(c96). load(c96,circle).
train(t48). has_car(t48,c97). car(c97). open(c97). long(c97). load(c97,triangle). has_car(t48,c98).
car(c98). closed(c98). short(c98). load(c98,circle). double(c98). has_car(t48,c99). car(c99). open(c99).
long(c99). load(c99,circle).
train(t49). has_car(t49,c100). car(c100). closed(c100). short(c100). load(c100,circle). has_car(t49,c101).
car(c101). open(c101). short(c101). load(c101,triangle). double(c101).
train(t50). has_car(t50,c102). car(c102). open(c102). short(c102). load(c102,square).
train(t51). has_car(t51,c103). car(c103). open(c103). short(c103). load(c103,triangle). double(c103).
has_car(t51,c104). car(c104). open(c104). short(c104). load(c104,circle).
train(t52). has_car(t52,c105). car(c105). open(c105). short(c105). load(c105,circle). double(c105).
has_car(t52,c106). car(c106). open(c106). short(c106). load(c106,circle). double(c106).
train(t53). has_car(t53,c107). car(c107). closed(c107). long(c107). load(c107,square). double(c107).
has_car(t53,c108). car(c108). open(c108). short(c108). load(c108,square). double(c108). has_car(t53,c109).
car(c109). open(c109). short(c109). load(c109,square).
train(t54). has_car(t54,c110). car(c110). open(c110). short(c110). load(c110,circle). has_car(t54,c111).
car(c111). open(c111). long(c111). load(c111,square). double(c111).
train(t55). has_car(t55,c112). car(c112). closed(c112). short(c112). load(c112,circle).
train(t56). has_car(t56,c113). car(c113). open(c113). short(c113). load(c113,square). has_car(t56,c114).
car(c114). open(c114). long(c114). load(c114,square). double(c114).
train(t57). has_car(t57,c115). car(c115). closed(c115). short(c115). load(c115,circle). double(c115).
has_car(t57,c116). car(c116). open(c116). long(c116). load(c116,square). double(c116).
train(t58). has_car(t58,c117). car(c117). closed(c117). long(c117). load(c117,square). has_car(t58,c118).
car(c118). closed(c118). long(c118). load(c118,square).
train(t59). has_car(t59,c119). car(c119). closed(c119). short(c119). load(c119,circle). has_car(t59,c120).
car(c120). closed(c120). long(c120). load(c120,circle).
train(t60). has_car(t60,c121). car(c121). closed(c121). long(c121). load(c121,triangle). has_car(t60,c122).
car(c122). closed(c122). long(c122). load(c122,triangle). double(c122).

#modeh(slow(var(train))).
#modeb(has_car(var(train),var(car))).
#modeb(closed(var(car))).
#modeb(open(var(car))).
#modeb(short(var(car))).
#modeb(long(var(car))).
#modeb(double(var(car))).
#modeb(load(var(car),const(shape))).

#pos(w, {
  slow(t2), slow(t3), slow(t12), slow(t13), slow(t14), slow(t15), slow(t16), slow(t20), slow(t21),
  slow(t22), slow(t25), slow(t35), slow(t36), slow(t39), slow(t46), slow(t47), slow(t53), slow(t58),
  slow(t59), slow(t60)
}, {}).
#cwa(slow/1).
