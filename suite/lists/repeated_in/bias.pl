% An element that occurs again later in the list.
enable_recursion.
head_pred(repeated_in,2). type(repeated_in,(list,element)). direction(repeated_in,(in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(element,2). type(element,(list,element)). direction(element,(in,out)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
body_pred(even,1). type(even,(element,)). direction(even,(in,)).
