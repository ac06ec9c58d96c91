% A list from its end to its start.
enable_recursion.
head_pred(reversed,2). type(reversed,(list,list)). direction(reversed,(in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(out,)).
body_pred(add_last,3). type(add_last,(list,element,list)). direction(add_last,(in,in,out)).
