score_0(0).
score_50(50).
score_100(100).
opponent(white,black). opponent(black,white).
line(s0,white). line(s1,black). line(s2,black). line(s4,black). line(s5,white). line(s7,black).
line(s11,black). line(s13,white). line(s14,white). line(s17,black).
control(s0,white). control(s1,white). control(s2,white). control(s3,black). control(s4,black).
control(s5,white). control(s6,black). control(s7,black). control(s8,white). control(s9,white).
control(s10,white). control(s11,white). control(s12,white). control(s13,white). control(s14,black).
control(s15,white). control(s16,white). control(s17,black).
full(s3). full(s6). full(s8). full(s9). full(s10). full(s12). full(s15). full(s16).
