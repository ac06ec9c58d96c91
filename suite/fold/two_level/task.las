% One default with one exception among attributes that do not matter.

animal(a1). animal(a2). animal(a3). animal(a4). animal(a5). animal(a6). animal(a7). animal(a8). animal(a9).
animal(a10). animal(a11). animal(a12). animal(a13). animal(a14). animal(a15). animal(a16). animal(a17).
animal(a18). animal(a19). animal(a20). animal(a21). animal(a22). animal(a23). animal(a24).
furry(a1). furry(a3). furry(a7). furry(a9). furry(a12). furry(a13). furry(a17). furry(a18). furry(a19).
furry(a22). furry(a23). furry(a24).
tame(a2). tame(a3). tame(a6). tame(a7). tame(a10). tame(a11). tame(a12). tame(a16). tame(a17). tame(a20).
tame(a22). tame(a23).
noisy(a1). noisy(a2). noisy(a9). noisy(a10). noisy(a12). noisy(a18). noisy(a24).
striped(a4). striped(a10). striped(a11). striped(a14). striped(a18). striped(a19). striped(a20).
striped(a22). striped(a23).

#modeh(hunts(var(animal))).
#modeb(furry(var(animal))).
#modeb(tame(var(animal))).
#modeb(noisy(var(animal))).
#modeb(striped(var(animal))).

#pos(w, {
  hunts(a1), hunts(a9), hunts(a13), hunts(a18), hunts(a19), hunts(a24)
}, {}).
#cwa(hunts/1).
