head_pred(starts,2). type(starts,(list,item)). direction(starts,(in,out)).
body_pred(first,2). type(first,(list,item)). direction(first,(in,out)).
body_pred(last,2). type(last,(list,item)). direction(last,(in,out)).
