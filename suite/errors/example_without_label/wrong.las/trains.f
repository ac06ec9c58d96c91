east(t1). east(T) :- has_car(T,_).
