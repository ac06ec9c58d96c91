head_pred(natural,1). type(natural,(number,)). direction(natural,(in,)).
body_pred(down,1). type(down,(number,)). direction(down,(in,)).
