% The largest number of a list.
enable_recursion.
head_pred(largest_of,2). type(largest_of,(list,element)). direction(largest_of,(in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(max_of,3). type(max_of,(element,element,element)). direction(max_of,(in,in,out)).
body_pred(sum,3). type(sum,(element,element,element)). direction(sum,(in,in,out)).
