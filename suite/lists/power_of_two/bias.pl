% Two to the power of a number.
enable_recursion.
head_pred(power_of_two,2). type(power_of_two,(element,element)). direction(power_of_two,(in,out)).
body_pred(zero,1). type(zero,(element,)). direction(zero,(out,)).
body_pred(one,1). type(one,(element,)). direction(one,(out,)).
body_pred(decrement,2). type(decrement,(element,element)). direction(decrement,(in,out)).
body_pred(double,2). type(double,(element,element)). direction(double,(in,out)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
