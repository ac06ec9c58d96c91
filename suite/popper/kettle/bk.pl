warmer(cold,warm). warmer(warm,hot).
holds(s0,hot). holds(s1,warm). holds(s2,hot). holds(s3,cold). holds(s4,warm). holds(s5,cold). holds(s6,warm).
holds(s7,warm). holds(s8,hot). holds(s9,hot). holds(s10,cold). holds(s11,warm). holds(s12,warm).
holds(s13,hot). holds(s14,warm). holds(s15,cold). holds(s16,cold). holds(s17,hot). holds(s18,hot).
holds(s19,cold). holds(s20,warm). holds(s21,warm). holds(s22,cold). holds(s23,cold). holds(s24,cold).
holds(s25,hot). holds(s26,hot). holds(s27,hot). holds(s28,cold). holds(s29,cold).
does(s0,pour). does(s1,pour). does(s2,wait). does(s3,pour). does(s4,pour). does(s5,pour). does(s6,wait).
does(s7,heat). does(s8,wait). does(s9,wait). does(s10,heat). does(s11,heat). does(s12,pour). does(s13,pour).
does(s14,pour). does(s15,heat). does(s16,pour). does(s17,pour). does(s18,pour). does(s19,heat). does(s20,wait).
does(s21,pour). does(s22,heat). does(s23,heat). does(s24,wait). does(s25,wait). does(s26,wait). does(s27,pour).
does(s28,wait). does(s29,heat).
