% Which labour contracts are good: made-up contracts to which the three published rules apply.

contract(k1). wage_inc_first_year(k1,3). holidays(k1,11). hours(k1,34). health_plan_none(k1).
bereavement(k1).
contract(k2). wage_inc_first_year(k2,2). holidays(k2,11). hours(k2,38). health_plan_none(k2).
bereavement(k2).
contract(k3). wage_inc_first_year(k3,3). holidays(k3,11). hours(k3,39). no_longterm_disability_help(k3).
contract(k4). wage_inc_first_year(k4,4). holidays(k4,10). hours(k4,34). no_pension(k4). bereavement(k4).
contract(k5). wage_inc_first_year(k5,1). holidays(k5,12). hours(k5,27). no_longterm_disability_help(k5).
no_pension(k5). health_plan_none(k5). bereavement(k5).
contract(k6). wage_inc_first_year(k6,2). holidays(k6,12). hours(k6,29).
contract(k7). wage_inc_first_year(k7,1). holidays(k7,11). hours(k7,30). no_longterm_disability_help(k7).
pension(k7). health_plan_half_contribution(k7).
contract(k8). wage_inc_first_year(k8,2). holidays(k8,9). hours(k8,39). longterm_disability_help(k8).
pension(k8). health_plan_half_contribution(k8).
contract(k9). wage_inc_first_year(k9,2). holidays(k9,11). hours(k9,37). no_pension(k9).
health_plan_half_contribution(k9).
contract(k10). wage_inc_first_year(k10,1). holidays(k10,10). hours(k10,34).
health_plan_half_contribution(k10).
contract(k11). wage_inc_first_year(k11,1). holidays(k11,10). hours(k11,32). longterm_disability_help(k11).
pension(k11). health_plan_full(k11).
contract(k12). wage_inc_first_year(k12,3). holidays(k12,9). hours(k12,31). no_longterm_disability_help(k12).
pension(k12). health_plan_full(k12). bereavement(k12).
contract(k13). wage_inc_first_year(k13,5). holidays(k13,9). hours(k13,33). longterm_disability_help(k13).
no_pension(k13). health_plan_half_contribution(k13).
contract(k14). wage_inc_first_year(k14,2). holidays(k14,11). hours(k14,39). longterm_disability_help(k14).
pension(k14). health_plan_none(k14).
contract(k15). wage_inc_first_year(k15,5). holidays(k15,13). hours(k15,30). bereavement(k15).
contract(k16). wage_inc_first_year(k16,2). holidays(k16,9). hours(k16,36).
contract(k17). wage_inc_first_year(k17,2). holidays(k17,9). hours(k17,30). pension(k17).
health_plan_half_contribution(k17). bereavement(k17).
contract(k18). wage_inc_first_year(k18,1). holidays(k18,13). hours(k18,34).
no_longterm_disability_help(k18). health_plan_full(k18). bereavement(k18).
contract(k19). wage_inc_first_year(k19,5). holidays(k19,9). hours(k19,40). no_pension(k19).
bereavement(k19).
contract(k20). wage_inc_first_year(k20,1). holidays(k20,8). hours(k20,28). no_longterm_disability_help(k20).
pension(k20). health_plan_half_contribution(k20).
contract(k21). wage_inc_first_year(k21,1). holidays(k21,12). hours(k21,31). longterm_disability_help(k21).
contract(k22). wage_inc_first_year(k22,2). holidays(k22,13). hours(k22,28). longterm_disability_help(k22).
pension(k22). health_plan_full(k22).
contract(k23). wage_inc_first_year(k23,1). holidays(k23,9). hours(k23,31). pension(k23).
health_plan_full(k23).
contract(k24). wage_inc_first_year(k24,6). holidays(k24,9). hours(k24,40). longterm_disability_help(k24).
pension(k24). health_plan_half_contribution(k24).
contract(k25). wage_inc_first_year(k25,6). holidays(k25,10). hours(k25,37).
no_longterm_disability_help(k25). no_pension(k25).
contract(k26). wage_inc_first_year(k26,1). holidays(k26,11). hours(k26,37).
no_longterm_disability_help(k26). pension(k26). health_plan_full(k26). bereavement(k26).
contract(k27). wage_inc_first_year(k27,1). holidays(k27,8). hours(k27,40). no_longterm_disability_help(k27).
pension(k27). health_plan_half_contribution(k27).
contract(k28). wage_inc_first_year(k28,1). holidays(k28,12). hours(k28,36). health_plan_full(k28).
contract(k29). wage_inc_first_year(k29,1). holidays(k29,10). hours(k29,28). longterm_disability_help(k29).
pension(k29). health_plan_none(k29).
contract(k30). wage_inc_first_year(k30,3). holidays(k30,11). hours(k30,31).
no_longterm_disability_help(k30). health_plan_none(k30).
contract(k31). wage_inc_first_year(k31,2). holidays(k31,10). hours(k31,27).
no_longterm_disability_help(k31). no_pension(k31). health_plan_none(k31).
contract(k32). wage_inc_first_year(k32,5). holidays(k32,12). hours(k32,31). longterm_disability_help(k32).
health_plan_half_contribution(k32).
contract(k33). wage_inc_first_year(k33,5). holidays(k33,13). hours(k33,31). longterm_disability_help(k33).
pension(k33). health_plan_full(k33).
contract(k34). wage_inc_first_year(k34,4). holidays(k34,9). hours(k34,36).
health_plan_half_contribution(k34). bereavement(k34).
contract(k35). wage_inc_first_year(k35,1). holidays(k35,10). hours(k35,29). pension(k35).
health_plan_none(k35).
contract(k36). wage_inc_first_year(k36,2). holidays(k36,9). hours(k36,30). bereavement(k36).
contract(k37). wage_inc_first_year(k37,1). holidays(k37,8). hours(k37,40). longterm_disability_help(k37).
pension(k37). health_plan_full(k37). bereavement(k37).
contract(k38). wage_inc_first_year(k38,3). holidays(k38,8). hours(k38,39). pension(k38).
health_plan_half_contribution(k38). bereavement(k38).
contract(k39). wage_inc_first_year(k39,4). holidays(k39,9). hours(k39,27). no_longterm_disability_help(k39).
no_pension(k39). health_plan_half_contribution(k39).
contract(k40). wage_inc_first_year(k40,2). holidays(k40,8). hours(k40,28). pension(k40).
health_plan_half_contribution(k40).
contract(k41). wage_inc_first_year(k41,5). holidays(k41,9). hours(k41,37).
contract(k42). wage_inc_first_year(k42,2). holidays(k42,11). hours(k42,37). longterm_disability_help(k42).
pension(k42). health_plan_half_contribution(k42).
contract(k43). wage_inc_first_year(k43,2). holidays(k43,10). hours(k43,28). longterm_disability_help(k43).
pension(k43).
contract(k44). wage_inc_first_year(k44,2). holidays(k44,11). hours(k44,30). health_plan_none(k44).
contract(k45). wage_inc_first_year(k45,4). holidays(k45,8). hours(k45,31). no_longterm_disability_help(k45).
no_pension(k45). health_plan_none(k45). bereavement(k45).
contract(k46). wage_inc_first_year(k46,6). holidays(k46,10). hours(k46,27). longterm_disability_help(k46).
health_plan_half_contribution(k46).
contract(k47). wage_inc_first_year(k47,4). holidays(k47,12). hours(k47,35). longterm_disability_help(k47).
health_plan_half_contribution(k47).
contract(k48). wage_inc_first_year(k48,1). holidays(k48,9). hours(k48,29). longterm_disability_help(k48).
bereavement(k48).
contract(k49). wage_inc_first_year(k49,1). holidays(k49,10). hours(k49,39). longterm_disability_help(k49).
pension(k49). health_plan_none(k49). bereavement(k49).
contract(k50). wage_inc_first_year(k50,1). holidays(k50,10). hours(k50,38).
health_plan_half_contribution(k50).
contract(k51). wage_inc_first_year(k51,1). holidays(k51,8). hours(k51,35). longterm_disability_help(k51).
pension(k51). health_plan_half_contribution(k51).
contract(k52). wage_inc_first_year(k52,6). holidays(k52,9). hours(k52,39). no_longterm_disability_help(k52).
pension(k52). health_plan_half_contribution(k52). bereavement(k52).
contract(k53). wage_inc_first_year(k53,5). holidays(k53,11). hours(k53,40).
health_plan_half_contribution(k53).
contract(k54). wage_inc_first_year(k54,1). holidays(k54,8). hours(k54,30). pension(k54).
health_plan_half_contribution(k54). bereavement(k54).
contract(k55). wage_inc_first_year(k55,1). holidays(k55,8). hours(k55,38). no_pension(k55).
health_plan_full(k55). bereavement(k55).
contract(k56). wage_inc_first_year(k56,1). holidays(k56,10). hours(k56,34). longterm_disability_help(k56).
pension(k56). health_plan_none(k56).
contract(k57). wage_inc_first_year(k57,1). holidays(k57,12). hours(k57,37). pension(k57).
health_plan_none(k57).
contract(k58). wage_inc_first_year(k58,2). holidays(k58,11). hours(k58,27). longterm_disability_help(k58).
no_pension(k58). health_plan_full(k58). bereavement(k58).
contract(k59). wage_inc_first_year(k59,1). holidays(k59,11). hours(k59,36).
no_longterm_disability_help(k59).
contract(k60). wage_inc_first_year(k60,1). holidays(k60,11). hours(k60,35). health_plan_none(k60).
contract(k61). wage_inc_first_year(k61,1). holidays(k61,9). hours(k61,32). no_longterm_disability_help(k61).
no_pension(k61). health_plan_half_contribution(k61).
contract(k62). wage_inc_first_year(k62,4). holidays(k62,11). hours(k62,37). health_plan_full(k62).
contract(k63). wage_inc_first_year(k63,5). holidays(k63,12). hours(k63,28). no_pension(k63).
contract(k64). wage_inc_first_year(k64,6). holidays(k64,8). hours(k64,40). longterm_disability_help(k64).
health_plan_none(k64).

#modeh(good_contract(var(contract))).
#modeb(wage_inc_first_year(var(contract),num(n))).
#modeb(holidays(var(contract),num(n))).
#modeb(hours(var(contract),num(n))).
#modeb(longterm_disability_help(var(contract))).
#modeb(no_longterm_disability_help(var(contract))).
#modeb(pension(var(contract))).
#modeb(no_pension(var(contract))).
#modeb(health_plan_none(var(contract))).
#modeb(health_plan_half_contribution(var(contract))).
#modeb(health_plan_full(var(contract))).
#modeb(bereavement(var(contract))).

#pos(w, {
  good_contract(k1), good_contract(k5), good_contract(k6), good_contract(k7), good_contract(k8),
  good_contract(k15), good_contract(k17), good_contract(k18), good_contract(k20), good_contract(k21),
  good_contract(k22), good_contract(k24), good_contract(k27), good_contract(k28), good_contract(k32),
  good_contract(k33), good_contract(k34), good_contract(k38), good_contract(k40), good_contract(k41),
  good_contract(k42), good_contract(k46), good_contract(k47), good_contract(k51), good_contract(k52),
  good_contract(k53), good_contract(k54), good_contract(k57), good_contract(k62), good_contract(k63),
  good_contract(k64)
}, {}).
#cwa(good_contract/1).
