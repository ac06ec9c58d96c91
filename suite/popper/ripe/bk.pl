colour(f0,green). colour(f1,brown). colour(f2,brown). colour(f3,red). colour(f4,red). colour(f5,brown).
colour(f6,green). colour(f7,green). colour(f8,red). colour(f9,red). colour(f10,brown). colour(f11,brown).
colour(f12,brown). colour(f13,green). colour(f14,green). colour(f15,brown). colour(f16,brown).
colour(f17,green). colour(f18,red). colour(f19,red). colour(f20,red). colour(f21,brown). colour(f22,green).
colour(f23,green).
days(f0,1). days(f1,5). days(f2,1). days(f3,2). days(f4,4). days(f5,4). days(f6,3). days(f7,4). days(f8,4).
days(f9,1). days(f10,3). days(f11,2). days(f12,2). days(f13,3). days(f14,3). days(f15,1). days(f16,2).
days(f17,2). days(f18,4). days(f19,6). days(f20,4). days(f21,5). days(f22,2). days(f23,1).
