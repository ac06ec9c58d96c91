pos(even_number(18)).
pos(even_number(14)).
pos(even_number(2)).
pos(even_number(4)).
neg(even_number(11)).
neg(even_number(17)).
neg(even_number(5)).
neg(even_number(1)).
