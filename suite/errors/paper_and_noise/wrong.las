bird(tweety).
#pos({fly(tweety)}, {}).
