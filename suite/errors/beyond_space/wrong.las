bird(X) :- penguin(X).
bird(tweety). bird(et). penguin(polly). cat(kitty).
#modeh(fly(var(any))).
#modeb(bird(var(any))). 
#maxv(1).
#pos({fly(tweety), fly(et)}, {fly(polly), fly(kitty)}).
