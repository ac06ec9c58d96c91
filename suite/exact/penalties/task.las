% One of the sensors lies: to give its example up is cheaper than a rule for it, to give up the others is not.
#modeh(alarm).
#modeb(smoke).
#modeb(heat).
#modeb(drill).
#bias(":- constraint.").

#pos(a@5, {alarm}, {}, {smoke. heat.}).
#pos(b@5, {alarm}, {}, {smoke.}).
#pos(c@5, {}, {alarm}, {smoke. drill.}).
#pos(d@5, {}, {alarm}, {smoke. heat. drill.}).
#pos(e@5, {}, {alarm}, {drill.}).
#pos(f@5, {}, {alarm}, {heat.}).
#pos(liar@1, {alarm}, {}, {}).
