down(0).
down(N) :- M is N - 1, down(M).
