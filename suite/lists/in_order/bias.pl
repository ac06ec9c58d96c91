% The numbers of a list do not fall.
enable_recursion.
max_vars(5).
max_body(5).
head_pred(in_order,1). type(in_order,(list,)). direction(in_order,(in,)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(geq,2). type(geq,(element,element)). direction(geq,(in,in)).
body_pred(even,1). type(even,(element,)). direction(even,(in,)).
body_pred(odd,1). type(odd,(element,)). direction(odd,(in,)).
