% What is more acid than water: decimals in facts, and in a clause.

head_pred(acid,1).
body_pred(ph,2).
body_pred(strong,1).
body_pred(below,2).
body_pred(neutral,1).
type(acid,(liquid,)).
type(ph,(liquid,value)).
type(strong,(liquid,)).
type(below,(value,value)).
type(neutral,(value,)).
max_vars(3).
max_body(4).
