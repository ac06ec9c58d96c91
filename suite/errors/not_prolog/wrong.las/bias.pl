head_pred(f,1).
body_pred(has_car,2).
