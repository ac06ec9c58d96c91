#script (python)
import os
#end.
bird(tweety).
#modeh(fly(var(bird))).
#pos({fly(tweety)}, {}).
