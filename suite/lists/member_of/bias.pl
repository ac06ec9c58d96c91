% An element of a list.
enable_recursion.
head_pred(member_of,2). type(member_of,(element,list)). direction(member_of,(in,in)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(same,2). type(same,(element,element)). direction(same,(in,out)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
