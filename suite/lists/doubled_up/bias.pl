% Every element of a list, twice.
enable_recursion.
head_pred(doubled_up,2). type(doubled_up,(list,list)). direction(doubled_up,(in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(out,)).
body_pred(cons,3). type(cons,(element,list,list)). direction(cons,(in,in,out)).
