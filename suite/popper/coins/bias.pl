% A single coin is put on another one: the first place is empty then, the second has a pair.

head_pred(next_cell,3).
body_pred(cell,3).
body_pred(moves,3).
body_pred(different,2).
body_pred(next_to,2).
type(next_cell,(ex,pos,amount)).
type(cell,(ex,pos,amount)).
type(moves,(ex,pos,pos)).
type(different,(pos,pos)).
type(next_to,(pos,pos)).
constant(zero,amount). constant(one,amount). constant(two,amount).

body_pred(P,1) :- constant(P,_).
type(P,(T,)) :- constant(P,T).

:- clause(C), #count{V : var_type(C,V,ex)} != 1.

% Symmetries of the search are Popper's own business.
:- body_literal(C,different,_,(A,B)), A > B.
