% A number that is even, by counting.
enable_recursion.
head_pred(even_number,1). type(even_number,(element,)). direction(even_number,(in,)).
body_pred(zero,1). type(zero,(element,)). direction(zero,(out,)).
body_pred(one,1). type(one,(element,)). direction(one,(out,)).
body_pred(decrement,2). type(decrement,(element,element)). direction(decrement,(in,out)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
