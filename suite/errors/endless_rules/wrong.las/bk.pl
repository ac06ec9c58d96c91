next(N, M) :- M is N + 1.
