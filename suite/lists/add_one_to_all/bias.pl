% Every number of a list, one larger.
enable_recursion.
head_pred(add_one_to_all,2). type(add_one_to_all,(list,list)). direction(add_one_to_all,(in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(out,)).
body_pred(cons,3). type(cons,(element,list,list)). direction(cons,(in,in,out)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
body_pred(decrement,2). type(decrement,(element,element)). direction(decrement,(in,out)).
