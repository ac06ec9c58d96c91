% Some element of a list occurs twice.
enable_recursion.
head_pred(has_duplicate,1). type(has_duplicate,(list,)). direction(has_duplicate,(in,)).
body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(element,2). type(element,(list,element)). direction(element,(in,out)).
body_pred(even,1). type(even,(element,)). direction(even,(in,)).
body_pred(odd,1). type(odd,(element,)). direction(odd,(in,)).
