bird(tweety).
#pos({bird(tweety)}, {}).
