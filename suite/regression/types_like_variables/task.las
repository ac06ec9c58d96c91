% ILASP lets types have the names of variables; one is the target's in capital letters.
part(1,wheel). part(2,wheel). part(3,bolt).
#modeh(heavy(var(HEAVY))).
#modeb(part(var(HEAVY),var(K))).
#pos({heavy(1), heavy(2)}, {heavy(3)}).
