% A list begins with another one.
enable_recursion.
head_pred(starts_with,2). type(starts_with,(list,list)). direction(starts_with,(in,in)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(even,1). type(even,(element,)). direction(even,(in,)).
body_pred(a_list,1). type(a_list,(list,)). direction(a_list,(in,)).
