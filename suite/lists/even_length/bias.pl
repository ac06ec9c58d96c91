% A list with an even number of elements.
enable_recursion.
head_pred(even_length,1). type(even_length,(list,)). direction(even_length,(in,)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(even,1). type(even,(element,)). direction(even,(in,)).
body_pred(odd,1). type(odd,(element,)). direction(odd,(in,)).
