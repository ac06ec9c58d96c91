% The even numbers of a list, in order.
enable_recursion.
max_clauses(3).
head_pred(only_even,2). type(only_even,(list,list)). direction(only_even,(in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(out,)).
body_pred(cons,3). type(cons,(element,list,list)). direction(cons,(in,in,out)).
body_pred(even,1). type(even,(element,)). direction(even,(in,)).
body_pred(odd,1). type(odd,(element,)). direction(odd,(in,)).
