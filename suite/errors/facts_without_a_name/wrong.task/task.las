#modeh(target(var(node))).
#modeb(edge(var(node),var(node))).
