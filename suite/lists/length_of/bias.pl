% How many elements a list has.
enable_recursion.
head_pred(length_of,2). type(length_of,(list,element)). direction(length_of,(in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(zero,1). type(zero,(element,)). direction(zero,(out,)).
body_pred(one,1). type(one,(element,)). direction(one,(out,)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
body_pred(decrement,2). type(decrement,(element,element)). direction(decrement,(in,out)).
