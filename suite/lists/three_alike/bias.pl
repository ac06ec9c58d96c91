% Three neighbours in a list are the same.
enable_recursion.
head_pred(three_alike,1). type(three_alike,(list,)). direction(three_alike,(in,)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(even,1). type(even,(element,)). direction(even,(in,)).
