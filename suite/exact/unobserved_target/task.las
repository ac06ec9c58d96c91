% Nobody tells which rooms are safe: the background reads it, and the examples speak of what follows from it.
room(1..4).
lit(1).  lit(2).  lit(4).
guarded(2).
enter(X) :- room(X), safe(X).
:- enter(X), trap(X).

#modeh(safe(var(room))).
#modeb(lit(var(room))).
#modeb(guarded(var(room))).
#maxv(1).
#bias(":- constraint.").

#pos({enter(1), enter(4)}, {enter(3)}, {trap(2).}).
#pos({enter(1)}, {}, {trap(3).}).
