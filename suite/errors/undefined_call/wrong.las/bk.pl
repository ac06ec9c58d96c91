first([H|_], H).
last([H|T], X) :- lastt(T, X), H \= X.
