int_0(0).
int_1(1).
int_2(2).
int_3(3).
int_4(4).
int_5(5).
int_6(6).
int_7(7).
step(s0,7). step(s1,7). step(s2,0). step(s3,7). step(s4,7). step(s5,3). step(s6,7). step(s7,2). step(s8,6).
step(s9,7). step(s10,7). step(s11,7). step(s12,7). step(s13,7). step(s14,2). step(s15,7). step(s16,3).
step(s17,1). step(s18,6). step(s19,3). step(s20,7). step(s21,2). step(s22,0). step(s23,0). step(s24,7).
step(s25,7). step(s26,7). step(s27,7). step(s28,3). step(s29,7). step(s30,4). step(s31,7). step(s32,2).
step(s33,7). step(s34,7). step(s35,7). step(s36,4). step(s37,7). step(s38,7). step(s39,1).
lives(s0,3). lives(s1,0). lives(s2,0). lives(s3,3). lives(s4,0). lives(s5,2). lives(s6,2). lives(s7,0).
lives(s8,0). lives(s9,0). lives(s10,1). lives(s11,0). lives(s12,2). lives(s13,0). lives(s14,0). lives(s15,2).
lives(s16,0). lives(s17,3). lives(s18,0). lives(s19,0). lives(s20,0). lives(s21,3). lives(s22,0). lives(s23,2).
lives(s24,0). lives(s25,2). lives(s26,0). lives(s27,0). lives(s28,0). lives(s29,0). lives(s30,1). lives(s31,0).
lives(s32,3). lives(s33,0). lives(s34,0). lives(s35,0). lives(s36,3). lives(s37,0). lives(s38,1). lives(s39,0).
