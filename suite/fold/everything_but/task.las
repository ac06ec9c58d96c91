% No property is needed to be on the shelf, two sets of properties forbid it.

item(i1). item(i2). item(i3). item(i4). item(i5). item(i6). item(i7). item(i8). item(i9). item(i10).
item(i11). item(i12). item(i13). item(i14). item(i15). item(i16). item(i17). item(i18). item(i19).
item(i20). item(i21). item(i22). item(i23). item(i24). item(i25). item(i26). item(i27). item(i28).
item(i29). item(i30). item(i31). item(i32). item(i33). item(i34). item(i35). item(i36). item(i37).
item(i38). item(i39). item(i40).
expired(i5). expired(i14). expired(i18). expired(i21). expired(i22). expired(i26). expired(i27).
expired(i30). expired(i34). expired(i35). expired(i37).
recalled(i3). recalled(i6). recalled(i7). recalled(i9). recalled(i11). recalled(i12). recalled(i14).
recalled(i15). recalled(i26). recalled(i27). recalled(i29). recalled(i31). recalled(i32). recalled(i35).
recalled(i36). recalled(i38). recalled(i40).
opened(i3). opened(i5). opened(i7). opened(i9). opened(i10). opened(i11). opened(i13). opened(i17).
opened(i18). opened(i21). opened(i22). opened(i23). opened(i24). opened(i28). opened(i32). opened(i33).
opened(i35). opened(i36). opened(i37).
imported(i2). imported(i6). imported(i7). imported(i8). imported(i9). imported(i10). imported(i15).
imported(i18). imported(i19). imported(i21). imported(i22). imported(i24). imported(i26). imported(i28).
imported(i29). imported(i31). imported(i32). imported(i35). imported(i37). imported(i40).
organic(i2). organic(i6). organic(i8). organic(i14). organic(i15). organic(i16). organic(i17). organic(i18).
organic(i19). organic(i21). organic(i22). organic(i23). organic(i26). organic(i27). organic(i31).
organic(i32). organic(i35). organic(i36). organic(i37). organic(i38). organic(i39).

#modeh(shelved(var(item))).
#modeb(expired(var(item))).
#modeb(recalled(var(item))).
#modeb(opened(var(item))).
#modeb(imported(var(item))).
#modeb(organic(var(item))).

#pos(w, {
  shelved(i1), shelved(i2), shelved(i4), shelved(i6), shelved(i8), shelved(i10), shelved(i12),
  shelved(i13), shelved(i15), shelved(i16), shelved(i17), shelved(i19), shelved(i20), shelved(i23),
  shelved(i24), shelved(i25), shelved(i28), shelved(i29), shelved(i31), shelved(i33), shelved(i38),
  shelved(i39), shelved(i40)
}, {}).
#cwa(shelved/1).
