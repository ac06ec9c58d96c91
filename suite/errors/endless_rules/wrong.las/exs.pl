pos(reach(1,2)). neg(reach(2,1)).
