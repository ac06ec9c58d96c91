% A value of a tree.
enable_recursion.
head_pred(in_tree,2). type(in_tree,(tree,element)). direction(in_tree,(in,in)).
body_pred(left,2). type(left,(tree,tree)). direction(left,(in,out)).
body_pred(right,2). type(right,(tree,tree)). direction(right,(in,out)).
body_pred(value,2). type(value,(tree,element)). direction(value,(in,out)).
body_pred(leaf,1). type(leaf,(tree,)). direction(leaf,(in,)).
body_pred(increment,2). type(increment,(element,element)). direction(increment,(in,out)).
