% Who thrives, by rain and sun; no rule can say it with these modes in the manner of ILASP.
plant(a;b;c;d;e). rain(a,1). rain(b,5). rain(c,9). rain(d,10). sun(a,3). sun(b,3). sun(c,3). sun(d,1). sun(e,3).
#modeh(thrives(var(plant))).
#modeb(rain(var(plant),num(mm))).
#modeb(sun(var(plant),num(h))).
#pos({thrives(c),thrives(d),thrives(e)}, {thrives(a),thrives(b)}).
