head_pred(f,1).
head_pred(g,1).
body_pred(p,1).
enable_pi.
