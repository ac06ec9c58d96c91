% Two lists, one behind the other.
enable_recursion.
head_pred(joined,3). type(joined,(list,list,list)). direction(joined,(in,in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(cons,3). type(cons,(element,list,list)). direction(cons,(in,in,out)).
body_pred(same,2). type(same,(list,list)). direction(same,(in,out)).
