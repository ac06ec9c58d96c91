% The same generation by siblings; some pairs between are not labelled.

max_vars(4).
max_body(3).
enable_recursion.
head_pred(same,2).
body_pred(parent,2).
body_pred(sibling,2).
