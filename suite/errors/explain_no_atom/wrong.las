fly(X) :- bird(X), not ab0(X).
ab0(X) :- penguin(X).
