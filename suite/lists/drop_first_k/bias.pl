% What is left of a list without its first k elements.
enable_recursion.
head_pred(drop_first_k,3). type(drop_first_k,(list,element,list)). direction(drop_first_k,(in,in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(zero,1). type(zero,(element,)). direction(zero,(out,)).
body_pred(one,1). type(one,(element,)). direction(one,(out,)).
body_pred(decrement,2). type(decrement,(element,element)). direction(decrement,(in,out)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
body_pred(geq,2). type(geq,(element,element)). direction(geq,(in,in)).
body_pred(even,1). type(even,(element,)). direction(even,(in,)).
body_pred(odd,1). type(odd,(element,)). direction(odd,(in,)).
