% The element at a place of a list, counted from zero.
enable_recursion.
head_pred(at_place,3). type(at_place,(list,element,element)). direction(at_place,(in,in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(zero,1). type(zero,(element,)). direction(zero,(out,)).
body_pred(one,1). type(one,(element,)). direction(one,(out,)).
body_pred(decrement,2). type(decrement,(element,element)). direction(decrement,(in,out)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
body_pred(even,1). type(even,(element,)). direction(even,(in,)).
