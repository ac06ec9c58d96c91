% FastLAS: a bound for a number is learned, two of them for a range.
#modeh(fine(var(day))).
#modeb(degrees(var(day),num_var(temperature))).
#modeb(not rain(var(day))).
#bias("penalty(1, head).").
#bias("penalty(1, body(X)) :- in_body(X).").
#maxv(1).

#pos(a, {fine(d)}, {}, {day(d). degrees(d,18).}).
#pos(b, {fine(d)}, {}, {day(d). degrees(d,24).}).
#pos(c, {}, {fine(d)}, {day(d). degrees(d,9).}).
#pos(d, {}, {fine(d)}, {day(d). degrees(d,36).}).
#pos(e, {}, {fine(d)}, {day(d). degrees(d,20). rain(d).}).
