head_pred(reach,2). type(reach,(number,number)). direction(reach,(in,out)).
body_pred(next,2). type(next,(number,number)). direction(next,(in,out)).
enable_recursion.
