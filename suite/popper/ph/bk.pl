% What is more acid than water: decimals in facts, and in a clause.
ph(lemon,2.2). ph(vinegar,2.9). ph(milk,6.6). ph(water,7.0). ph(blood,7.4). ph(soap,9.75). ph(bleach,12.6).
ph(coffee,5.05). ph(wine,3.5). ph(beer,4.25). ph(sea,8.1). ph(egg,7.95).
strong(bleach). strong(vinegar). strong(soap). strong(sea).
neutral(7).
below(X,Y) :- ph(_,X), neutral(Y), X < Y - 0.2.
