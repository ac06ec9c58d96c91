% The space is a list of constraints: nothing is derived, only models are ruled out.
seat(1..3).
1 { sits(P,S) : seat(S) } 1 :- guest(P).
guest(ann).  guest(bob).
load(S,N) :- seat(S), N = #count { P : sits(P,S) }.

3 ~ :- load(S,N), N > 1.
1 ~ :- sits(ann,S), sits(bob,T), S < T.
2 ~ :- sits(ann,1).

#pos({sits(ann,1), sits(bob,2)}, {}).
#pos({sits(ann,3), sits(bob,1)}, {}).
#neg({sits(ann,2), sits(bob,2)}, {}).
