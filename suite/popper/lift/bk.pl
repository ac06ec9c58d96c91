up(up).
down(down).
stay(stay).
above(1,2). above(2,3). above(3,4). above(4,5). above(5,6).
floor_1(1).
floor_6(6).
at(s0,6). at(s1,4). at(s2,2). at(s3,3). at(s4,1). at(s5,2). at(s6,4). at(s7,3). at(s8,3). at(s9,6). at(s10,6).
at(s11,4). at(s12,2). at(s13,4). at(s14,6). at(s15,1). at(s16,6). at(s17,1). at(s18,5). at(s19,5). at(s20,4).
at(s21,4). at(s22,2). at(s23,2). at(s24,1). at(s25,3). at(s26,1). at(s27,2). at(s28,3). at(s29,2).
does(s0,down). does(s1,stay). does(s2,stay). does(s3,down). does(s4,stay). does(s5,up). does(s6,down).
does(s7,down). does(s8,down). does(s9,stay). does(s10,down). does(s11,stay). does(s12,down). does(s13,stay).
does(s14,down). does(s15,up). does(s16,stay). does(s17,up). does(s18,down). does(s19,up). does(s20,down).
does(s21,down). does(s22,stay). does(s23,up). does(s24,up). does(s25,stay). does(s26,stay). does(s27,down).
does(s28,stay). does(s29,up).
