% Two targets of two arguments each; one is defined by itself, over any number of generations.

% Parents are fathers and mothers.
parent(X,Y) :- father(X,Y).
parent(X,Y) :- mother(X,Y).

person(ada;bert;cleo;dirk;emma;finn;gwen;hugo;iris;jack;kate;liam;mona;nils;olga;paul;rosa;sina).

father(bert,cleo).  mother(ada,cleo).
father(bert,dirk).  mother(ada,dirk).
father(finn,gwen).  mother(cleo,gwen).
father(finn,hugo).  mother(cleo,hugo).
father(dirk,iris).  mother(emma,iris).
father(hugo,kate).  mother(rosa,kate).
father(hugo,liam).  mother(rosa,liam).
father(jack,mona).  mother(gwen,mona).
father(liam,nils).  mother(olga,nils).
father(nils,paul).  mother(sina,paul).

#modeh(grandmother(var(person),var(person))).
#modeh(ancestor(var(person),var(person))).
#modeb(father(var(person),var(person))).
#modeb(mother(var(person),var(person))).
#modeb(parent(var(person),var(person))).
% A body mode for a target allows recursion.
#modeb(ancestor(var(person),var(person))).

#pos(w, {
  grandmother(ada,gwen), grandmother(ada,hugo), grandmother(ada,iris), grandmother(cleo,kate),
  grandmother(cleo,liam), grandmother(cleo,mona), grandmother(olga,paul), grandmother(rosa,nils),
  ancestor(ada,cleo), ancestor(ada,dirk), ancestor(ada,gwen), ancestor(ada,hugo), ancestor(ada,iris),
  ancestor(ada,kate), ancestor(ada,liam), ancestor(ada,mona), ancestor(ada,nils), ancestor(ada,paul),
  ancestor(bert,cleo), ancestor(bert,dirk), ancestor(bert,gwen), ancestor(bert,hugo), ancestor(bert,iris),
  ancestor(bert,kate), ancestor(bert,liam), ancestor(bert,mona), ancestor(bert,nils), ancestor(bert,paul),
  ancestor(cleo,gwen), ancestor(cleo,hugo), ancestor(cleo,kate), ancestor(cleo,liam), ancestor(cleo,mona),
  ancestor(cleo,nils), ancestor(cleo,paul), ancestor(dirk,iris), ancestor(emma,iris), ancestor(finn,gwen),
  ancestor(finn,hugo), ancestor(finn,kate), ancestor(finn,liam), ancestor(finn,mona), ancestor(finn,nils),
  ancestor(finn,paul), ancestor(gwen,mona), ancestor(hugo,kate), ancestor(hugo,liam), ancestor(hugo,nils),
  ancestor(hugo,paul), ancestor(jack,mona), ancestor(liam,nils), ancestor(liam,paul), ancestor(nils,paul),
  ancestor(olga,nils), ancestor(olga,paul), ancestor(rosa,kate), ancestor(rosa,liam), ancestor(rosa,nils),
  ancestor(rosa,paul), ancestor(sina,paul)
}, {}).
#cwa(grandmother/2). #cwa(ancestor/2).
