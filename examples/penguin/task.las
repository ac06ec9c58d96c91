% Who flies? Birds do, with an exception that has to be found. Whatever is not listed as flying does not
% fly.

% Background: what is known. Penguins are birds, by a rule.
bird(X) :- penguin(X).

bird(tweety).  bird(woodstock).  bird(zazu).
penguin(pingu).  penguin(skipper).
cat(tom).  cat(felix).

% Bias: fly is to be defined, by these predicates.
#modeh(fly(var(any))).
#modeb(bird(var(any))).
#modeb(cat(var(any))).
#modeb(penguin(var(any))).

% One example: these fly.

#pos(w, {
  fly(tweety), fly(woodstock), fly(zazu)
}, {}).
#cwa(fly/1).
