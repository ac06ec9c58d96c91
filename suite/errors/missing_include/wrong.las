#include "birds.lp".
#pos({fly(tweety)}, {}).
