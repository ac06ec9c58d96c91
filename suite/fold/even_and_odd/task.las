% Even and odd, each by the other.

num(0). num(1). num(2). num(3). num(4). num(5). num(6). num(7). num(8). num(9). num(10). num(11). num(12).
num(13). num(14). num(15).
zero(0).
succ(0,1). succ(1,2). succ(2,3). succ(3,4). succ(4,5). succ(5,6). succ(6,7). succ(7,8). succ(8,9). succ(9,10).
succ(10,11). succ(11,12). succ(12,13). succ(13,14). succ(14,15).
small(0). small(1). small(2). small(3).
lucky(3). lucky(4). lucky(7). lucky(8).

#modeh(even(var(num))).
#modeh(odd(var(num))).
#modeb(zero(var(num))).
#modeb(succ(var(num),var(num))).
#modeb(small(var(num))).
#modeb(lucky(var(num))).
#modeb(even(var(num))).
#modeb(odd(var(num))).

#pos(w, {even(0), even(2), even(4), even(6), even(8), even(10), even(12), even(14), odd(1), odd(3), odd(5),
  odd(7), odd(9), odd(11), odd(13), odd(15)}, {}).
#cwa(even/1).
#cwa(odd/1).
