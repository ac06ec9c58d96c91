#include "../empty/wrong.las".
bird(tweety).
#pos({fly(tweety)}, {}).
