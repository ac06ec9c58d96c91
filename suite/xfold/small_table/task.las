% A constraint of seven literals: a loud and a shy guest must not both come to the same small table.
guest(a; b; c; d; e; f).
table(a,t1; b,t1; c,t2; d,t2; e,t1; f,t2).
small(t1).
loud(a; c; e). shy(b; d; f).

#modeh(comes(var(guest))).
#modeb(guest(var(guest))).
#modeb(table(var(guest),var(table))).
#modeb(small(var(table))).
#modeb(loud(var(guest))).
#modeb(shy(var(guest))).

#pos({comes(a), comes(e), comes(c), comes(d), comes(f)}, {comes(b)}).
#pos({comes(b), comes(c), comes(d), comes(f)}, {comes(a), comes(e)}).
#pos({comes(a), comes(f)}, {comes(b), comes(c), comes(d), comes(e)}).
#pos({}, {comes(a), comes(b), comes(c), comes(d), comes(e), comes(f)}).
#pos({comes(b), comes(d), comes(f), comes(c)}, {comes(a), comes(e)}).
#neg({comes(a), comes(b)}, {}).
#neg({comes(e), comes(b)}, {}).
