% Nothing that a rule may mention tells the two lamps apart.
lamp(left;right). switched(left).
#modeh(lit(var(lamp))).
#modeb(lamp(var(lamp))).
#pos(first, {lit(left)}, {}, { day. }).
#pos(second, {}, {lit(left)}, { night. }).
#neg(third, {lit(left)}, {}, { night. }).
#neg(fourth, {}, {lit(left)}, { day. }).
