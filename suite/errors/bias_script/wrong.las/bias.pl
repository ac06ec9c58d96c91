head_pred(f,1).
body_pred(q,1).
#script (python)
import os
#end.
