beats(rock,scissors). beats(paper,rock). beats(scissors,paper).
different(left,right). different(right,left).
my_succ(0,1). my_succ(1,2). my_succ(2,3). my_succ(3,4).
rock(rock).
paper(paper).
scissors(scissors).
left(left).
right(right).
does(g0,left,paper). does(g0,right,paper). does(g1,left,paper). does(g1,right,rock). does(g2,left,rock).
does(g2,right,scissors). does(g3,left,paper). does(g3,right,scissors). does(g4,left,scissors).
does(g4,right,rock). does(g5,left,rock). does(g5,right,paper). does(g6,left,paper). does(g6,right,rock).
does(g7,left,paper). does(g7,right,scissors). does(g8,left,scissors). does(g8,right,paper).
does(g9,left,paper). does(g9,right,paper). does(g10,left,scissors). does(g10,right,scissors).
does(g11,left,paper). does(g11,right,scissors). does(g12,left,rock). does(g12,right,paper).
does(g13,left,scissors). does(g13,right,rock). does(g14,left,rock). does(g14,right,paper).
does(g15,left,paper). does(g15,right,paper). does(g16,left,rock). does(g16,right,paper). does(g17,left,rock).
does(g17,right,paper). does(g18,left,paper). does(g18,right,scissors). does(g19,left,rock).
does(g19,right,rock). does(g20,left,rock). does(g20,right,scissors). does(g21,left,paper).
does(g21,right,scissors). does(g22,left,paper). does(g22,right,rock). does(g23,left,scissors).
does(g23,right,paper). does(g24,left,scissors). does(g24,right,scissors). does(g25,left,scissors).
does(g25,right,scissors).
score(g0,left,3). score(g0,right,2). score(g1,left,1). score(g1,right,1). score(g2,left,2). score(g2,right,3).
score(g3,left,3). score(g3,right,2). score(g4,left,0). score(g4,right,3). score(g5,left,1). score(g5,right,3).
score(g6,left,0). score(g6,right,2). score(g7,left,2). score(g7,right,3). score(g8,left,0). score(g8,right,0).
score(g9,left,0). score(g9,right,0). score(g10,left,2). score(g10,right,3). score(g11,left,3).
score(g11,right,2). score(g12,left,2). score(g12,right,1). score(g13,left,3). score(g13,right,0).
score(g14,left,1). score(g14,right,1). score(g15,left,3). score(g15,right,0). score(g16,left,3).
score(g16,right,2). score(g17,left,2). score(g17,right,3). score(g18,left,3). score(g18,right,1).
score(g19,left,1). score(g19,right,1). score(g20,left,1). score(g20,right,0). score(g21,left,1).
score(g21,right,2). score(g22,left,1). score(g22,right,3). score(g23,left,2). score(g23,right,1).
score(g24,left,0). score(g24,right,3). score(g25,left,3). score(g25,right,3).
