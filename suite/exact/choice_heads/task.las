% Each guest has tea or coffee, not both, and neighbours do not have the same: a choice with bounds and a constraint.
guest(ann;bob;eve).
beside(ann,bob).  beside(bob,eve).

#modeha(has(var(guest),const(drink))).
#modeb(guest(var(guest)), (positive)).
#modeb(beside(var(guest),var(guest)), (positive)).
#modeb(has(var(guest),var(drink)), (positive)).
#constant(drink, tea).
#constant(drink, coffee).
#maxv(3).

#pos({has(ann,tea), has(bob,coffee), has(eve,tea)}, {has(ann,coffee), has(bob,tea), has(eve,coffee)}).
#pos({has(ann,coffee), has(bob,tea), has(eve,coffee)}, {has(ann,tea), has(bob,coffee), has(eve,tea)}).
#neg({has(ann,tea), has(ann,coffee)}, {}).
#neg({}, {has(ann,tea), has(ann,coffee)}).
#neg({}, {has(eve,tea), has(eve,coffee)}).
#neg({has(ann,tea), has(bob,tea)}, {}).
#neg({has(bob,coffee), has(eve,coffee)}, {}).
