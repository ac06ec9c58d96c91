% Brave induction with the negative examples that tell flying from being there: which birds are loose is not known.
bird(tweety;polly;joe).
caged(X) :- bird(X), not loose(X).
loose(X) :- bird(X), not caged(X).

#modeh(flies(var(bird))).
#modeb(loose(var(bird))).
#modeb(caged(var(bird))).

#pos(seen, {flies(tweety), flies(joe)}, {}).
#neg(n1, {flies(polly), caged(polly)}, {}).
#neg(n2, {flies(joe), caged(joe)}, {}).
