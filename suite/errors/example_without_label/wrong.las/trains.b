:- modeh(*, east(+train)).
:- modeb(*, has_car(+train,-car)).
:- determination(east/1, has_car/2).
:- set(nodes, 5000).
:- set(clauselenght, 5).
has_car(t1,c1).
