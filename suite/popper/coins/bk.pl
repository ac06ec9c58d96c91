zero(none).
one(single).
two(pair).
next_to(1,2). next_to(2,3). next_to(3,4). next_to(4,5). next_to(5,6).
different(1,2). different(1,3). different(1,4). different(1,5). different(1,6). different(2,1). different(2,3).
different(2,4). different(2,5). different(2,6). different(3,1). different(3,2). different(3,4). different(3,5).
different(3,6). different(4,1). different(4,2). different(4,3). different(4,5). different(4,6). different(5,1).
different(5,2). different(5,3). different(5,4). different(5,6). different(6,1). different(6,2). different(6,3).
different(6,4). different(6,5).
cell(s0,1,single). cell(s0,2,none). cell(s0,3,none). cell(s0,4,single). cell(s0,5,single). cell(s0,6,none).
cell(s1,1,none). cell(s1,2,single). cell(s1,3,pair). cell(s1,4,pair). cell(s1,5,single). cell(s1,6,single).
cell(s2,1,single). cell(s2,2,none). cell(s2,3,none). cell(s2,4,single). cell(s2,5,single). cell(s2,6,none).
cell(s3,1,none). cell(s3,2,pair). cell(s3,3,none). cell(s3,4,single). cell(s3,5,single). cell(s3,6,single).
cell(s4,1,none). cell(s4,2,pair). cell(s4,3,single). cell(s4,4,none). cell(s4,5,single). cell(s4,6,pair).
cell(s5,1,single). cell(s5,2,single). cell(s5,3,pair). cell(s5,4,single). cell(s5,5,none). cell(s5,6,pair).
cell(s6,1,pair). cell(s6,2,single). cell(s6,3,none). cell(s6,4,single). cell(s6,5,none). cell(s6,6,single).
cell(s7,1,single). cell(s7,2,none). cell(s7,3,pair). cell(s7,4,none). cell(s7,5,pair). cell(s7,6,single).
cell(s8,1,single). cell(s8,2,pair). cell(s8,3,none). cell(s8,4,single). cell(s8,5,pair). cell(s8,6,pair).
moves(s0,1,4). moves(s1,5,6). moves(s2,4,1). moves(s3,5,4). moves(s4,5,3). moves(s5,2,1). moves(s6,2,6).
moves(s7,6,1). moves(s8,4,1).
