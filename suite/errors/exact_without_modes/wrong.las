bird(tweety).  bird(et).  penguin(polly).
#pos({fly(tweety), fly(et)}, {fly(polly)}).
