% Modes with function terms: variables stand inside cell(…).
row(1..3).
at(cell(1,1)).  at(cell(1,2)).  at(cell(2,2)).  at(cell(2,3)).  at(cell(3,1)).
wall(cell(1,2)).  wall(cell(2,3)).

#modeh(free(cell(var(row),var(row)))).
#modeb(at(cell(var(row),var(row))), (positive)).
#modeb(wall(cell(var(row),var(row)))).
#maxv(2).

#pos({free(cell(1,1)), free(cell(2,2)), free(cell(3,1))}, {free(cell(1,2)), free(cell(2,3)), free(cell(1,3))}).
