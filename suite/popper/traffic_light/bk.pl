red(red).
green(green).
amber(amber).
shows(s0,green). shows(s1,amber). shows(s2,red). shows(s3,red). shows(s4,green). shows(s5,red).
shows(s6,green). shows(s7,green). shows(s8,red). shows(s9,green). shows(s10,green). shows(s11,green).
shows(s12,red). shows(s13,red). shows(s14,amber). shows(s15,green). shows(s16,green). shows(s17,amber).
shows(s18,green). shows(s19,red). shows(s20,red). shows(s21,green). shows(s22,red). shows(s23,green).
shows(s24,green). shows(s25,green). shows(s26,green). shows(s27,amber). shows(s28,amber). shows(s29,amber).
broken(s0). broken(s5). broken(s10). broken(s14). broken(s15). broken(s17). broken(s19). broken(s22).
broken(s24). broken(s29).
works(s1). works(s2). works(s3). works(s4). works(s6). works(s7). works(s8). works(s9). works(s11). works(s12).
works(s13). works(s16). works(s18). works(s20). works(s21). works(s23). works(s25). works(s26). works(s27).
works(s28).
