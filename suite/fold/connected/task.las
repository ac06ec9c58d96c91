% A symmetric relation closed under paths: the rule that only turns the arguments round must not stand in the way.
node(1..12). link(1,2). link(2,3). link(3,4). link(4,5). link(6,7). link(7,8). link(8,9). link(10,11). link(5,12). link(X,Y):-link(Y,X).
#modeh(conn(var(node),var(node))). #modeb(link(var(node),var(node))). #modeb(conn(var(node),var(node))).
#pos({conn(1,1),conn(1,12),conn(1,2),conn(1,3),conn(1,4),conn(1,5),conn(10,10),conn(10,11),conn(11,10),conn(11,11),conn(12,1),conn(12,12),conn(12,2),conn(12,3),conn(12,4),conn(12,5),conn(2,1),conn(2,12),conn(2,2),conn(2,3),conn(2,4),conn(2,5),conn(3,1),conn(3,12),conn(3,2),conn(3,3),conn(3,4),conn(3,5),conn(4,1),conn(4,12),conn(4,2),conn(4,3),conn(4,4),conn(4,5),conn(5,1),conn(5,12),conn(5,2),conn(5,3),conn(5,4),conn(5,5),conn(6,6),conn(6,7),conn(6,8),conn(6,9),conn(7,6),conn(7,7),conn(7,8),conn(7,9),conn(8,6),conn(8,7),conn(8,8),conn(8,9),conn(9,6),conn(9,7),conn(9,8),conn(9,9)},{}).
#cwa(conn/2).
