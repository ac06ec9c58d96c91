% Which contracts were accepted? Numbers need thresholds, and one of the rules has an exception of two
% conditions.

% One contract on each line: the rise in per cent, days of holidays, hours a week.
contract(c1). rise(c1,3). holidays(c1,24). hours(c1,40). unpaid(c1). pension(c1).
contract(c2). rise(c2,4). holidays(c2,24). hours(c2,36). unpaid(c2). pension(c2). remote(c2).
contract(c3). rise(c3,4). holidays(c3,25). hours(c3,35). overtime(c3). unpaid(c3).
contract(c4). rise(c4,5). holidays(c4,22). hours(c4,41). overtime(c4). pension(c4). remote(c4).
contract(c5). rise(c5,2). holidays(c5,28). hours(c5,36). unpaid(c5). remote(c5).
contract(c6). rise(c6,1). holidays(c6,29). hours(c6,39). overtime(c6). unpaid(c6).
contract(c7). rise(c7,3). holidays(c7,28). hours(c7,35). unpaid(c7).
contract(c8). rise(c8,2). holidays(c8,29). hours(c8,35). overtime(c8). unpaid(c8). remote(c8).
contract(c9). rise(c9,6). holidays(c9,21). hours(c9,40). unpaid(c9). remote(c9).
contract(c10). rise(c10,3). holidays(c10,26). hours(c10,38). overtime(c10). unpaid(c10).
contract(c11). rise(c11,3). holidays(c11,20). hours(c11,41). overtime(c11).
contract(c12). rise(c12,2). holidays(c12,28). hours(c12,35). overtime(c12). unpaid(c12). pension(c12).
contract(c13). rise(c13,2). holidays(c13,29). hours(c13,38). overtime(c13). unpaid(c13). remote(c13).
contract(c14). rise(c14,3). holidays(c14,25). hours(c14,36).
contract(c15). rise(c15,3). holidays(c15,22). hours(c15,34). unpaid(c15). pension(c15). remote(c15).
contract(c16). rise(c16,1). holidays(c16,22). hours(c16,42). overtime(c16).
contract(c17). rise(c17,6). holidays(c17,24). hours(c17,34). pension(c17). remote(c17).
contract(c18). rise(c18,3). holidays(c18,21). hours(c18,39). unpaid(c18). pension(c18).
contract(c19). rise(c19,0). holidays(c19,24). hours(c19,36). unpaid(c19). remote(c19).
contract(c20). rise(c20,1). holidays(c20,25). hours(c20,36). pension(c20).
contract(c21). rise(c21,6). holidays(c21,27). hours(c21,38). overtime(c21). pension(c21).
contract(c22). rise(c22,3). holidays(c22,30). hours(c22,36). unpaid(c22).
contract(c23). rise(c23,6). holidays(c23,29). hours(c23,40). overtime(c23). unpaid(c23).
contract(c24). rise(c24,1). holidays(c24,22). hours(c24,35). overtime(c24). unpaid(c24).
contract(c25). rise(c25,0). holidays(c25,21). hours(c25,38). overtime(c25). unpaid(c25). pension(c25).
contract(c26). rise(c26,1). holidays(c26,29). hours(c26,36). overtime(c26). pension(c26).
contract(c27). rise(c27,6). holidays(c27,20). hours(c27,42). remote(c27).
contract(c28). rise(c28,3). holidays(c28,21). hours(c28,40). unpaid(c28). remote(c28).
contract(c29). rise(c29,5). holidays(c29,29). hours(c29,39). unpaid(c29). pension(c29).
contract(c30). rise(c30,2). holidays(c30,28). hours(c30,42). overtime(c30). remote(c30).
contract(c31). rise(c31,4). holidays(c31,25). hours(c31,42). overtime(c31).
contract(c32). rise(c32,0). holidays(c32,29). hours(c32,39). unpaid(c32). pension(c32).
contract(c33). rise(c33,0). holidays(c33,21). hours(c33,35).
contract(c34). rise(c34,0). holidays(c34,30). hours(c34,41). overtime(c34). unpaid(c34). remote(c34).
contract(c35). rise(c35,0). holidays(c35,20). hours(c35,40). overtime(c35). unpaid(c35).
contract(c36). rise(c36,3). holidays(c36,27). hours(c36,37). overtime(c36). unpaid(c36). pension(c36).
contract(c37). rise(c37,5). holidays(c37,21). hours(c37,34). overtime(c37). unpaid(c37).
contract(c38). rise(c38,6). holidays(c38,27). hours(c38,38). overtime(c38). pension(c38).
contract(c39). rise(c39,6). holidays(c39,28). hours(c39,34). overtime(c39). unpaid(c39).
contract(c40). rise(c40,0). holidays(c40,28). hours(c40,36). overtime(c40). unpaid(c40).
contract(c41). rise(c41,3). holidays(c41,21). hours(c41,36). unpaid(c41). pension(c41).
contract(c42). rise(c42,5). holidays(c42,23). hours(c42,38). overtime(c42). unpaid(c42).
contract(c43). rise(c43,1). holidays(c43,30). hours(c43,42). overtime(c43). pension(c43). remote(c43).
contract(c44). rise(c44,3). holidays(c44,27). hours(c44,40). overtime(c44). pension(c44). remote(c44).
contract(c45). rise(c45,3). holidays(c45,29). hours(c45,38). overtime(c45). pension(c45). remote(c45).
contract(c46). rise(c46,5). holidays(c46,25). hours(c46,34). overtime(c46). pension(c46).
contract(c47). rise(c47,3). holidays(c47,23). hours(c47,34). unpaid(c47). remote(c47).
contract(c48). rise(c48,2). holidays(c48,20). hours(c48,39). overtime(c48).
contract(c49). rise(c49,6). holidays(c49,20). hours(c49,38). overtime(c49). unpaid(c49). remote(c49).
contract(c50). rise(c50,6). holidays(c50,29). hours(c50,41). unpaid(c50). remote(c50).
contract(c51). rise(c51,6). holidays(c51,30). hours(c51,37). overtime(c51). unpaid(c51).
contract(c52). rise(c52,3). holidays(c52,27). hours(c52,39). overtime(c52). unpaid(c52). pension(c52).
contract(c53). rise(c53,0). holidays(c53,21). hours(c53,35). overtime(c53). unpaid(c53). remote(c53).
contract(c54). rise(c54,2). holidays(c54,20). hours(c54,36). overtime(c54). unpaid(c54).
contract(c55). rise(c55,1). holidays(c55,20). hours(c55,35). overtime(c55). unpaid(c55). pension(c55).
remote(c55).
contract(c56). rise(c56,1). holidays(c56,28). hours(c56,40). overtime(c56). pension(c56). remote(c56).
contract(c57). rise(c57,2). holidays(c57,29). hours(c57,42). pension(c57). remote(c57).
contract(c58). rise(c58,3). holidays(c58,22). hours(c58,41). remote(c58).
contract(c59). rise(c59,6). holidays(c59,30). hours(c59,42). unpaid(c59). pension(c59). remote(c59).
contract(c60). rise(c60,3). holidays(c60,25). hours(c60,34). unpaid(c60). pension(c60). remote(c60).

% num(…) asks for thresholds on the values of that place.
#modeh(accepted(var(contract))).
#modeb(rise(var(contract),num(percent))).
#modeb(holidays(var(contract),num(days))).
#modeb(hours(var(contract),num(hours))).
#modeb(overtime(var(contract))).
#modeb(unpaid(var(contract))).
#modeb(pension(var(contract))).
#modeb(remote(var(contract))).

#pos(w, {
  accepted(c2), accepted(c4), accepted(c6), accepted(c8), accepted(c9), accepted(c13), accepted(c17),
  accepted(c21), accepted(c22), accepted(c23), accepted(c26), accepted(c27), accepted(c29), accepted(c31),
  accepted(c32), accepted(c34), accepted(c38), accepted(c43), accepted(c45), accepted(c46), accepted(c50),
  accepted(c51), accepted(c57), accepted(c59)
}, {}).
#cwa(accepted/1).
