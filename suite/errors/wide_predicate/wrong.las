bird(X) :- penguin(X).
bird(tweety). bird(et). penguin(polly). cat(kitty).
#modeh(fly(var(any))).
#modeb(bird(var(any))). #modeb(penguin(var(any))).
r(a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a).
#modeb(r(var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any),var(any))).
#pos({fly(tweety), fly(et)}, {fly(polly), fly(kitty)}).
