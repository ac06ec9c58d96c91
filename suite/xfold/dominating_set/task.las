% Shops in villages so that every village has one or is next to one: a dominating set.
village(a;b;c;d;e;f).
road(a,b).  road(b,c).  road(c,d).  road(d,e).  road(e,f).
road(X,Y) :- road(Y,X).
served(X) :- road(X,Y), shop(Y).

#modeh(shop(var(village))).
#modeb(road(var(village),var(village))).
#modeb(not served(var(village))).

#pos(one, {shop(b), shop(e)}, {shop(a), shop(c), shop(d), shop(f)}).
#pos(two, {shop(a), shop(c), shop(f)}, {shop(b), shop(d), shop(e)}).
#pos(three, {shop(a), shop(b), shop(d), shop(f)}, {shop(c), shop(e)}).
#neg(n1, {}, {shop(a), shop(b)}).
#neg(n2, {}, {shop(b), shop(c), shop(d)}).
#neg(n3, {}, {shop(e), shop(f)}).
