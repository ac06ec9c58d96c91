% The numbers from a number down to one.
enable_recursion.
head_pred(count_down,2). type(count_down,(element,list)). direction(count_down,(in,out)).
body_pred(zero,1). type(zero,(element,)). direction(zero,(out,)).
body_pred(decrement,2). type(decrement,(element,element)). direction(decrement,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(out,)).
body_pred(cons,3). type(cons,(element,list,list)). direction(cons,(in,in,out)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
