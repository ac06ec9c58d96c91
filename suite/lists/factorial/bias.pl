% The factorial of a number.
enable_recursion.
head_pred(factorial,2). type(factorial,(element,element)). direction(factorial,(in,out)).
body_pred(zero,1). type(zero,(element,)). direction(zero,(out,)).
body_pred(one,1). type(one,(element,)). direction(one,(out,)).
body_pred(decrement,2). type(decrement,(element,element)). direction(decrement,(in,out)).
body_pred(times,3). type(times,(element,element,element)). direction(times,(in,in,out)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
