% The exception needs another object: a heated room is warm unless a leaky one lies beside it.

room(r1). room(r2). room(r3). room(r4). room(r5). room(r6). room(r7). room(r8). room(r9). room(r10).
room(r11). room(r12). room(r13). room(r14). room(r15). room(r16). room(r17). room(r18). room(r19).
room(r20). room(r21). room(r22). room(r23). room(r24). room(r25). room(r26). room(r27). room(r28).
room(r29). room(r30). room(r31). room(r32). room(r33). room(r34). room(r35). room(r36). room(r37).
room(r38). room(r39). room(r40). room(r41). room(r42). room(r43). room(r44). room(r45). room(r46).
room(r47). room(r48). room(r49). room(r50).
beside(r1,r2). beside(r3,r17). beside(r6,r46). beside(r7,r17). beside(r9,r31). beside(r10,r19).
beside(r11,r18). beside(r11,r24). beside(r12,r15). beside(r13,r22). beside(r14,r21). beside(r15,r16).
beside(r15,r38). beside(r16,r28). beside(r16,r33). beside(r18,r25). beside(r18,r38). beside(r19,r22).
beside(r19,r38). beside(r20,r5). beside(r20,r27). beside(r21,r2). beside(r21,r13). beside(r22,r36).
beside(r23,r41). beside(r25,r35). beside(r26,r7). beside(r26,r10). beside(r28,r4). beside(r28,r5).
beside(r29,r37). beside(r29,r48). beside(r30,r26). beside(r31,r12). beside(r32,r6). beside(r33,r20).
beside(r34,r11). beside(r35,r25). beside(r36,r22). beside(r36,r29). beside(r38,r31). beside(r39,r8).
beside(r40,r1). beside(r40,r25). beside(r41,r49). beside(r43,r5). beside(r45,r4). beside(r45,r17).
beside(r46,r32). beside(r47,r3). beside(r47,r32). beside(r49,r6). beside(r49,r37). beside(r50,r15).
beside(r50,r49).
heated(r1). heated(r3). heated(r4). heated(r5). heated(r6). heated(r7). heated(r8). heated(r9). heated(r10).
heated(r12). heated(r13). heated(r18). heated(r20). heated(r21). heated(r22). heated(r23). heated(r24).
heated(r26). heated(r29). heated(r30). heated(r31). heated(r33). heated(r34). heated(r35). heated(r38).
heated(r40). heated(r41). heated(r43). heated(r44). heated(r45). heated(r47). heated(r48). heated(r50).
leaky(r2). leaky(r4). leaky(r12). leaky(r15). leaky(r18). leaky(r27). leaky(r30). leaky(r34). leaky(r36).
leaky(r42). leaky(r43). leaky(r45).
used(r2). used(r3). used(r4). used(r6). used(r7). used(r10). used(r12). used(r13). used(r15). used(r19).
used(r20). used(r21). used(r22). used(r24). used(r26). used(r29). used(r31). used(r32). used(r36).
used(r37). used(r43). used(r45). used(r46). used(r49).
dark(r2). dark(r5). dark(r7). dark(r8). dark(r13). dark(r14). dark(r18). dark(r20). dark(r24). dark(r25).
dark(r27). dark(r29). dark(r30). dark(r31). dark(r33). dark(r35). dark(r38). dark(r39). dark(r40).
dark(r41). dark(r42). dark(r43). dark(r46).

#modeh(warm(var(room))).
#modeb(heated(var(room))).
#modeb(leaky(var(room))).
#modeb(used(var(room))).
#modeb(dark(var(room))).
#modeb(beside(var(room),var(room))).

#pos(w, {
  warm(r3), warm(r4), warm(r5), warm(r6), warm(r7), warm(r8), warm(r9), warm(r10), warm(r13), warm(r18),
  warm(r23), warm(r24), warm(r26), warm(r29), warm(r30), warm(r33), warm(r34), warm(r35), warm(r38),
  warm(r40), warm(r41), warm(r43), warm(r44), warm(r47), warm(r48)
}, {}).
#cwa(warm/1).
