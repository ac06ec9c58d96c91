bird(X) :- penguin(X).
bird(tweety). bird(et). penguin(polly). cat(kitty).
#modeh(fly(var(any))).
#modeb(bird(var(any))). #modeb(penguin(var(any))).
size(tweety,big). size(et,small).
#modeb(size(var(any),num(cm))).
#pos({fly(tweety), fly(et)}, {fly(polly), fly(kitty)}).
