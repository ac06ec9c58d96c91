fly(X) :- bird(X).
% #pred fly(X) : '@(X) can fly'.
