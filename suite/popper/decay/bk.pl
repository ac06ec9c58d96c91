c0(0).
c1(1).
c2(2).
c3(3).
c4(4).
c5(5).
press(press).
noop(noop).
my_succ(0,1). my_succ(1,2). my_succ(2,3). my_succ(3,4). my_succ(4,5).
does(s0,you,press). does(s1,you,press). does(s2,you,press). does(s3,you,press). does(s4,you,press).
does(s5,you,press). does(s6,you,noop). does(s7,you,press). does(s8,you,noop). does(s9,you,press).
does(s10,you,press). does(s11,you,noop). does(s12,you,press). does(s13,you,press). does(s14,you,noop).
does(s15,you,press). does(s16,you,noop). does(s17,you,press). does(s18,you,press). does(s19,you,press).
does(s20,you,press). does(s21,you,press). does(s22,you,press). does(s23,you,noop).
value(s0,3). value(s1,4). value(s2,1). value(s3,3). value(s4,5). value(s5,1). value(s6,4). value(s7,1).
value(s8,1). value(s9,1). value(s10,2). value(s11,5). value(s12,1). value(s13,1). value(s14,3). value(s15,2).
value(s16,5). value(s17,5). value(s18,1). value(s19,3). value(s20,5). value(s21,5). value(s22,5). value(s23,4).
