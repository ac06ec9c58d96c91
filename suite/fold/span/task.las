% Brackets: spans of a word that close what they open.

at(0). at(1). at(2). at(3). at(4). at(5). at(6). at(7). at(8). at(9). at(10). at(11). at(12). at(13). at(14).
at(15).
a(0,1). a(1,2). a(4,5). a(6,7). a(9,10). a(10,11). a(11,12).
b(2,3). b(3,4). b(5,6). b(7,8). b(8,9). b(12,13). b(13,14). b(14,15).

#modeh(span(var(at),var(at))).
#modeb(a(var(at),var(at))).
#modeb(b(var(at),var(at))).
#modeb(span(var(at),var(at))).

#pos(w, {span(0,4), span(0,6), span(0,8), span(1,3), span(4,6), span(4,8), span(6,8), span(9,15), span(10,14),
  span(11,13)}, {}).
#cwa(span/2).
