% A constraint of the background asks for the target: without rules there is no stable model.
d(1..4). a(1;2).
safe(X) :- t(X).
:- d(X), a(X), not safe(X).
#modeh(t(var(d))). #modeb(a(var(d))).
#pos({t(1),t(2)},{t(3),t(4)}).
