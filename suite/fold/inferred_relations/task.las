% No modes; a relation, and an exclusion list instead of a closed world.

task(k1). task(k2). task(k3). task(k4). task(k5). task(k6). task(k7). task(k8). task(k9). task(k10).
task(k11). task(k12). task(k13). task(k14). task(k15). task(k16). task(k17). task(k18). task(k19).
task(k20). task(k21). task(k22). task(k23). task(k24). task(k25). task(k26). task(k27). task(k28).
task(k29). task(k30). task(k31). task(k32). task(k33). task(k34). task(k35). task(k36). task(k37).
task(k38). task(k39). task(k40).
after(k1,k4). after(k1,k35). after(k3,k14). after(k3,k27). after(k4,k35). after(k5,k39). after(k7,k8).
after(k7,k18). after(k8,k28). after(k9,k19). after(k11,k21). after(k13,k5). after(k13,k14). after(k16,k26).
after(k16,k31). after(k17,k5). after(k17,k7). after(k18,k2). after(k20,k27). after(k20,k29). after(k21,k20).
after(k22,k11). after(k22,k34). after(k23,k15). after(k23,k28). after(k24,k7). after(k24,k38).
after(k26,k13). after(k29,k7). after(k29,k33). after(k30,k1). after(k30,k31). after(k31,k32). after(k32,k8).
after(k32,k35). after(k33,k34). after(k34,k24). after(k35,k36).
done(k8). done(k9). done(k13). done(k21). done(k23). done(k24). done(k28). done(k34). done(k37). done(k39).
urgent(k1). urgent(k2). urgent(k3). urgent(k4). urgent(k5). urgent(k6). urgent(k8). urgent(k9). urgent(k10).
urgent(k18). urgent(k26). urgent(k27). urgent(k29). urgent(k31). urgent(k35). urgent(k36). urgent(k38).

#pos(w, {
  ready(k5), ready(k7), ready(k8), ready(k11), ready(k22), ready(k23), ready(k26), ready(k32), ready(k33),
  ready(k34)
}, {
  ready(k1), ready(k2), ready(k3), ready(k4), ready(k6), ready(k9), ready(k10), ready(k12), ready(k13),
  ready(k14), ready(k15), ready(k16), ready(k17), ready(k18), ready(k19), ready(k20), ready(k21),
  ready(k24), ready(k25), ready(k27), ready(k28), ready(k29), ready(k30), ready(k31), ready(k35),
  ready(k36), ready(k37), ready(k38), ready(k39), ready(k40)
}).
