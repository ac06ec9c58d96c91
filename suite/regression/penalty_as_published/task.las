% One of the two is wrong, and both say what that would cost.
#modeh(alarm). #modeb(heat).
#pos(quiet@5, {}, {alarm}, {heat.}).
#pos(liar@1, {alarm}, {}, {}).
