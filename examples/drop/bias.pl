% drop(List, K, Rest): the rest of a list without its first K elements.
enable_recursion.
head_pred(drop,3).        type(drop,(list,number,list)).  direction(drop,(in,in,out)).
body_pred(head,2).        type(head,(list,number)).       direction(head,(in,out)).
body_pred(tail,2).        type(tail,(list,list)).         direction(tail,(in,out)).
body_pred(empty,1).       type(empty,(list,)).            direction(empty,(in,)).
body_pred(one,1).         type(one,(number,)).            direction(one,(in,)).
body_pred(decrement,2).   type(decrement,(number,number)). direction(decrement,(in,out)).
body_pred(even,1).        type(even,(number,)).           direction(even,(in,)).
