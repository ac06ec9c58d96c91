node(1..3).
1 { red(X) : node(X) } 1.
-blue(X) :- red(X).
many :- 2 < #count { X : node(X) }.
#modeh(green(var(node))).
#modeb(red(var(node))).
#modeb(not red(var(node))).
#pos({green(1)}, {green(2)}).
