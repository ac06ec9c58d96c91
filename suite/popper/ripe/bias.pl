% Any colour and any number may be named in a literal.

head_pred(ripe,1).
body_pred(colour,2).
body_pred(days,2).
type(ripe,(fruit,)).
type(colour,(fruit,tone)).
type(days,(fruit,number)).
magic_value_type(tone).
magic_value_type(number).
bounds(number,(0,9)).
