coin(a).
#bias("allow_disjunction.").
#modeh(heads(var(coin))).
#modeb(1, coin(var(coin)), (positive)).
#pos({heads(a)}, {}).
