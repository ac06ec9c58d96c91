bird(tweety). cat(kitty).
#pos({fly(tweety)}, {fly(kitty)}).
