bird(tweety).
name(tweety, "Tweety).
#pos({fly(tweety)}, {}).
