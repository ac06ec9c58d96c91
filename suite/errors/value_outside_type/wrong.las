% An example speaks of something that has not the type of the target.
node(1..3).
#modeh(in(var(node))).
#modeb(node(var(node))).
#pos({in(1), in(2), in(3), in(99)}, {}).
