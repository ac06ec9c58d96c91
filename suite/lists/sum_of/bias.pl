% The sum of the numbers of a list.
enable_recursion.
head_pred(sum_of,2). type(sum_of,(list,element)). direction(sum_of,(in,out)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(zero,1). type(zero,(element,)). direction(zero,(out,)).
body_pred(sum,3). type(sum,(element,element,element)). direction(sum,(in,in,out)).
