% Lamps at crossings so that every street is lit from one end at least: a vertex cover.
crossing(a;b;c;d;e).
street(a,b).  street(b,c).  street(c,d).  street(d,e).  street(b,d).

#modeh(lamp(var(crossing))).
#modeb(street(var(crossing),var(crossing))).

#pos(one, {lamp(b), lamp(d)}, {lamp(a), lamp(c), lamp(e)}).
#pos(two, {lamp(a), lamp(c), lamp(d)}, {lamp(b), lamp(e)}).
#pos(three, {lamp(b), lamp(c), lamp(d), lamp(e)}, {lamp(a)}).
#pos(four, {lamp(b), lamp(c), lamp(e)}, {lamp(a), lamp(d)}).
#neg(n1, {}, {lamp(a), lamp(b)}).
#neg(n2, {}, {lamp(d), lamp(e)}).
#neg(n3, {}, {lamp(b), lamp(d)}).
