x(x).
o(o).
blank(b).
white(white).
black(black).
does_mark(s0,white,2,2). does_mark(s1,black,2,3). does_mark(s2,white,2,1). does_mark(s3,black,2,3).
does_mark(s4,white,2,3). does_mark(s5,black,2,1). does_mark(s6,black,1,1). does_mark(s7,white,1,3).
does_mark(s8,white,1,1). does_mark(s9,black,1,3).
cell(s0,1,1,b). cell(s0,1,2,o). cell(s0,1,3,b). cell(s0,2,1,o). cell(s0,2,2,b). cell(s0,2,3,o). cell(s1,1,1,b).
cell(s1,1,2,b). cell(s1,1,3,o). cell(s1,2,1,o). cell(s1,2,2,o). cell(s1,2,3,b). cell(s2,1,1,b). cell(s2,1,2,b).
cell(s2,1,3,o). cell(s2,2,1,b). cell(s2,2,2,b). cell(s2,2,3,x). cell(s3,1,1,b). cell(s3,1,2,b). cell(s3,1,3,b).
cell(s3,2,1,x). cell(s3,2,2,b). cell(s3,2,3,b). cell(s4,1,1,x). cell(s4,1,2,x). cell(s4,1,3,o). cell(s4,2,1,x).
cell(s4,2,2,x). cell(s4,2,3,b). cell(s5,1,1,o). cell(s5,1,2,b). cell(s5,1,3,o). cell(s5,2,1,b). cell(s5,2,2,b).
cell(s5,2,3,b). cell(s6,1,1,b). cell(s6,1,2,x). cell(s6,1,3,b). cell(s6,2,1,x). cell(s6,2,2,o). cell(s6,2,3,b).
cell(s7,1,1,x). cell(s7,1,2,x). cell(s7,1,3,b). cell(s7,2,1,x). cell(s7,2,2,o). cell(s7,2,3,x). cell(s8,1,1,b).
cell(s8,1,2,x). cell(s8,1,3,b). cell(s8,2,1,b). cell(s8,2,2,b). cell(s8,2,3,o). cell(s9,1,1,x). cell(s9,1,2,o).
cell(s9,1,3,b). cell(s9,2,1,x). cell(s9,2,2,o). cell(s9,2,3,o).
