% A threshold on decimals and an exception: who has a fever calls the doctor, unless she has seen him today. The weights
% explain nothing. The degrees are scaled by a hundred, the weights too, though on their own.
patient(p1; p2; p3; p4; p5; p6; p7; p8; p9; p10; p11; p12; p13; p14; p15; p16).
fever(p1,36.6; p2,37.25; p3,38.1; p4,39.4; p5,38.55; p6,40; p7,37.9; p8,36.85).
fever(p9,38.5; p10,39.05; p11,41.2; p12,37.3; p13,38.6; p14,38.65; p15,38.45; p16,36.5).
weight(p1,3.9; p2,4.2; p3,70.5; p4,12; p5,81.25; p6,9.75; p7,4.5; p8,55; p9,60.4; p10,3.3; p11,66; p12,72.1).
weight(p13,8.1; p14,90.5; p15,40; p16,7.6).
seen(p4; p11; p8; p14).

#modeh(calls(var(patient))).
#modeb(fever(var(patient),num(degree))).
#modeb(weight(var(patient),num(kilo))).
#modeb(seen(var(patient))).

#pos({calls(p5), calls(p6), calls(p10), calls(p13)}, {}).
