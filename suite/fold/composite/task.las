% An exception that needs two conditions together: neither s nor r alone spoils the default q.

thing(1..14).

q(1..9).
s(3..5).  s(8..9).  s(10..11).
r(6..7).  r(8..9).  r(12).
o(10..14).  o(2).  o(9).

#modeh(p(var(thing))).
#modeb(q(var(thing))).
#modeb(s(var(thing))).
#modeb(r(var(thing))).
#modeb(o(var(thing))).

#pos(w, {
  p(1), p(2), p(3), p(4), p(5), p(6), p(7)
}, {}).
#cwa(p/1).
