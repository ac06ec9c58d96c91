% The last element of a list.
enable_recursion.
head_pred(last_of,2). type(last_of,(list,element)). direction(last_of,(in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(even,1). type(even,(element,)). direction(even,(in,)).
body_pred(odd,1). type(odd,(element,)). direction(odd,(in,)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
