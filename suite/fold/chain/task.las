% Two steps along a relation, then a property of the end.

stop(s1). stop(s2). stop(s3). stop(s4). stop(s5). stop(s6). stop(s7). stop(s8). stop(s9). stop(s10).
stop(s11). stop(s12). stop(s13). stop(s14). stop(s15). stop(s16). stop(s17). stop(s18). stop(s19).
stop(s20). stop(s21). stop(s22). stop(s23). stop(s24). stop(s25). stop(s26). stop(s27). stop(s28).
stop(s29). stop(s30). stop(s31). stop(s32).
line(s1,s11). line(s2,s23). line(s2,s31). line(s3,s22). line(s4,s23). line(s5,s29). line(s6,s22).
line(s7,s5). line(s7,s6). line(s8,s19). line(s9,s25). line(s10,s1). line(s11,s5). line(s12,s1).
line(s12,s21). line(s13,s28). line(s14,s3). line(s15,s28). line(s16,s25). line(s17,s32). line(s18,s27).
line(s19,s12). line(s20,s16). line(s21,s14). line(s21,s19). line(s22,s12). line(s22,s30). line(s23,s21).
line(s24,s21). line(s25,s12). line(s26,s21). line(s26,s27). line(s27,s23). line(s28,s18). line(s29,s5).
line(s29,s24). line(s30,s22). line(s31,s15). line(s31,s18). line(s32,s10).
harbour(s1). harbour(s7). harbour(s9). harbour(s10). harbour(s11). harbour(s13). harbour(s19). harbour(s20).
harbour(s24). harbour(s29).
depot(s1). depot(s5). depot(s9). depot(s11). depot(s12). depot(s13). depot(s15). depot(s16). depot(s17).
depot(s21). depot(s23). depot(s24). depot(s25). depot(s27). depot(s28). depot(s29). depot(s31).
old(s1). old(s3). old(s4). old(s5). old(s8). old(s10). old(s11). old(s15). old(s18). old(s20). old(s21).
old(s22). old(s23). old(s24). old(s25). old(s26). old(s27). old(s30). old(s32).

#modeh(ferry_in_two(var(stop))).
#modeb(line(var(stop),var(stop))).
#modeb(harbour(var(stop))).
#modeb(depot(var(stop))).
#modeb(old(var(stop))).

#pos(w, {
  ferry_in_two(s5), ferry_in_two(s7), ferry_in_two(s10), ferry_in_two(s11), ferry_in_two(s12),
  ferry_in_two(s17), ferry_in_two(s19), ferry_in_two(s22), ferry_in_two(s23), ferry_in_two(s24),
  ferry_in_two(s25), ferry_in_two(s26), ferry_in_two(s29), ferry_in_two(s32)
}, {}).
#cwa(ferry_in_two/1).
