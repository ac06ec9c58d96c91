% The predicates of the target are themselves defined by rules, one of them with negation.

% Exposed: in touch with someone contagious. Contagious: ill and not yet isolated.
contagious(X) :- ill(X), not isolated(X).
exposed(X) :- meets(X,Y), contagious(Y).
protected(X) :- vaccinated(X), not weak(X).

person(n1). person(n2). person(n3). person(n4). person(n5). person(n6). person(n7). person(n8). person(n9).
person(n10). person(n11). person(n12). person(n13). person(n14). person(n15). person(n16). person(n17).
person(n18). person(n19). person(n20). person(n21). person(n22). person(n23). person(n24). person(n25).
person(n26). person(n27). person(n28). person(n29). person(n30). person(n31). person(n32). person(n33).
person(n34).
meets(n1,n11). meets(n1,n27). meets(n2,n14). meets(n3,n12). meets(n3,n33). meets(n4,n24). meets(n5,n15).
meets(n6,n27). meets(n6,n28). meets(n7,n22). meets(n7,n32). meets(n8,n24). meets(n9,n2). meets(n9,n8).
meets(n10,n22). meets(n10,n26). meets(n11,n31). meets(n12,n13). meets(n13,n5). meets(n13,n8).
meets(n14,n13). meets(n14,n25). meets(n15,n19). meets(n15,n27). meets(n16,n21). meets(n17,n2).
meets(n18,n1). meets(n18,n32). meets(n19,n15). meets(n19,n34). meets(n20,n8). meets(n20,n12).
meets(n22,n16). meets(n23,n12). meets(n23,n28). meets(n24,n34). meets(n25,n1). meets(n25,n23).
meets(n26,n11). meets(n26,n16). meets(n27,n31). meets(n28,n4). meets(n29,n3). meets(n29,n27). meets(n31,n4).
meets(n32,n31). meets(n32,n34). meets(n33,n10). meets(n34,n28).
ill(n1). ill(n3). ill(n5). ill(n8). ill(n13). ill(n17). ill(n18). ill(n19). ill(n20). ill(n22). ill(n25).
ill(n27). ill(n29). ill(n30). ill(n31). ill(n32).
isolated(n19). isolated(n31).
vaccinated(n1). vaccinated(n6). vaccinated(n8). vaccinated(n10). vaccinated(n12). vaccinated(n14).
vaccinated(n15). vaccinated(n17). vaccinated(n19). vaccinated(n23). vaccinated(n28). vaccinated(n32).
weak(n3). weak(n5). weak(n10). weak(n13). weak(n17). weak(n20). weak(n22). weak(n24). weak(n26). weak(n32).
weak(n33).
old(n1). old(n2). old(n4). old(n5). old(n6). old(n11). old(n15). old(n17). old(n18). old(n20). old(n25).
old(n26). old(n30).

#modeh(tests(var(person))).
#modeb(exposed(var(person))).
#modeb(contagious(var(person))).
#modeb(protected(var(person))).
#modeb(vaccinated(var(person))).
#modeb(old(var(person))).
#modeb(meets(var(person),var(person))).

#pos(w, {
  tests(n7), tests(n9), tests(n10), tests(n13), tests(n18), tests(n20), tests(n25), tests(n29)
}, {}).
#cwa(tests/1).
