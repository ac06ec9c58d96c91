has_car(t1,c1).
long(c1) short(c2).
has_car(t2,c2).
