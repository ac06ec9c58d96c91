% A list without its last element.
enable_recursion.
head_pred(all_but_last,2). type(all_but_last,(list,list)). direction(all_but_last,(in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(cons,3). type(cons,(element,list,list)). direction(cons,(in,in,out)).
body_pred(even,1). type(even,(element,)). direction(even,(in,)).
