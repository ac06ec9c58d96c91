x(x).
o(o).
blank(b).
index(1). index(2). index(3).
control(s0,white). control(s1,white). control(s2,black). control(s3,white). control(s4,white).
cell(s0,1,1,b). cell(s0,1,2,x). cell(s0,1,3,x). cell(s0,2,1,x). cell(s0,2,2,o). cell(s0,2,3,x). cell(s0,3,1,x).
cell(s0,3,2,b). cell(s0,3,3,o). cell(s1,1,1,x). cell(s1,1,2,o). cell(s1,1,3,o). cell(s1,2,1,b). cell(s1,2,2,b).
cell(s1,2,3,b). cell(s1,3,1,b). cell(s1,3,2,x). cell(s1,3,3,b). cell(s2,1,1,o). cell(s2,1,2,b). cell(s2,1,3,b).
cell(s2,2,1,o). cell(s2,2,2,b). cell(s2,2,3,x). cell(s2,3,1,b). cell(s2,3,2,b). cell(s2,3,3,o). cell(s3,1,1,o).
cell(s3,1,2,x). cell(s3,1,3,o). cell(s3,2,1,x). cell(s3,2,2,o). cell(s3,2,3,o). cell(s3,3,1,o). cell(s3,3,2,x).
cell(s3,3,3,b). cell(s4,1,1,o). cell(s4,1,2,x). cell(s4,1,3,x). cell(s4,2,1,b). cell(s4,2,2,o). cell(s4,2,3,x).
cell(s4,3,1,x). cell(s4,3,2,b). cell(s4,3,3,b).
