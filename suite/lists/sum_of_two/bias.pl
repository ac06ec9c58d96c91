% Peano addition by counting.
enable_recursion.
head_pred(sum_of_two,3). type(sum_of_two,(element,element,element)). direction(sum_of_two,(in,in,out)).
body_pred(zero,1). type(zero,(element,)). direction(zero,(in,)).
body_pred(decrement,2). type(decrement,(element,element)). direction(decrement,(in,out)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
body_pred(same,2). type(same,(element,element)). direction(same,(in,out)).
body_pred(even,1). type(even,(element,)). direction(even,(in,)).
