press_a(press_a).
press_b(press_b).
press_c(press_c).
p(p).
q(q).
r(r).
does(s0,robot,press_a). does(s1,robot,press_a). does(s2,robot,press_a). does(s3,robot,press_a).
does(s4,robot,press_b). does(s5,robot,press_a). does(s6,robot,press_b). does(s7,robot,press_c).
does(s8,robot,press_a). does(s9,robot,press_c). does(s10,robot,press_c). does(s11,robot,press_b).
does(s12,robot,press_c). does(s13,robot,press_a). does(s14,robot,press_a). does(s15,robot,press_a).
does(s16,robot,press_c). does(s17,robot,press_b). does(s18,robot,press_a). does(s19,robot,press_c).
does(s20,robot,press_c). does(s21,robot,press_c). does(s22,robot,press_c). does(s23,robot,press_b).
does(s24,robot,press_a). does(s25,robot,press_b). does(s26,robot,press_b). does(s27,robot,press_a).
does(s28,robot,press_a). does(s29,robot,press_a).
lit(s0,p). lit(s0,q). lit(s1,p). lit(s1,r). lit(s2,p). lit(s2,q). lit(s2,r). lit(s4,r). lit(s5,r). lit(s6,r).
lit(s7,p). lit(s7,q). lit(s8,p). lit(s8,r). lit(s9,p). lit(s9,r). lit(s10,q). lit(s11,r). lit(s12,q).
lit(s12,r). lit(s13,q). lit(s13,r). lit(s15,p). lit(s15,q). lit(s16,q). lit(s16,r). lit(s17,q). lit(s18,q).
lit(s18,r). lit(s19,p). lit(s19,q). lit(s19,r). lit(s20,q). lit(s21,p). lit(s22,q). lit(s22,r). lit(s23,p).
lit(s24,p). lit(s24,r). lit(s25,p). lit(s25,q). lit(s25,r). lit(s26,q). lit(s27,q). lit(s28,p). lit(s29,r).
dark(s0,r). dark(s1,q). dark(s3,p). dark(s3,q). dark(s3,r). dark(s4,p). dark(s4,q). dark(s5,p). dark(s5,q).
dark(s6,p). dark(s6,q). dark(s7,r). dark(s8,q). dark(s9,q). dark(s10,p). dark(s10,r). dark(s11,p). dark(s11,q).
dark(s12,p). dark(s13,p). dark(s14,p). dark(s14,q). dark(s14,r). dark(s15,r). dark(s16,p). dark(s17,p).
dark(s17,r). dark(s18,p). dark(s20,p). dark(s20,r). dark(s21,q). dark(s21,r). dark(s22,p). dark(s23,q).
dark(s23,r). dark(s24,q). dark(s26,p). dark(s26,r). dark(s27,p). dark(s27,r). dark(s28,q). dark(s28,r).
dark(s29,p). dark(s29,q).
