red(X) :- region(X), not blue(X).
blue(X) :- region(X), not red(X).
