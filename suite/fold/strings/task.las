% Constants that are strings, with spaces and full stops inside.

city("New York";"Rio";"St. Ives").
value("A-1";"B 2";"C").

letter(l1). to(l1,"New York"). stamp(l1,"B 2"). thick(l1).
letter(l2). to(l2,"New York"). stamp(l2,"A-1"). thick(l2).
letter(l3). to(l3,"St. Ives"). stamp(l3,"B 2").
letter(l4). to(l4,"New York"). stamp(l4,"A-1").
letter(l5). to(l5,"Rio"). stamp(l5,"A-1"). thick(l5).
letter(l6). to(l6,"Rio"). stamp(l6,"A-1"). thick(l6).
letter(l7). to(l7,"New York"). stamp(l7,"C"). thick(l7).
letter(l8). to(l8,"St. Ives"). stamp(l8,"B 2").
letter(l9). to(l9,"Rio"). stamp(l9,"B 2"). thick(l9).
letter(l10). to(l10,"Rio"). stamp(l10,"C"). thick(l10).
letter(l11). to(l11,"St. Ives"). stamp(l11,"A-1").
letter(l12). to(l12,"St. Ives"). stamp(l12,"A-1").
letter(l13). to(l13,"New York"). stamp(l13,"A-1"). thick(l13).
letter(l14). to(l14,"Rio"). stamp(l14,"C"). thick(l14).
letter(l15). to(l15,"New York"). stamp(l15,"B 2").
letter(l16). to(l16,"St. Ives"). stamp(l16,"B 2"). thick(l16).
letter(l17). to(l17,"Rio"). stamp(l17,"C"). thick(l17).
letter(l18). to(l18,"New York"). stamp(l18,"B 2"). thick(l18).
letter(l19). to(l19,"New York"). stamp(l19,"B 2"). thick(l19).
letter(l20). to(l20,"New York"). stamp(l20,"C").
letter(l21). to(l21,"New York"). stamp(l21,"A-1"). thick(l21).
letter(l22). to(l22,"Rio"). stamp(l22,"C"). thick(l22).
letter(l23). to(l23,"New York"). stamp(l23,"B 2"). thick(l23).
letter(l24). to(l24,"New York"). stamp(l24,"B 2"). thick(l24).
letter(l25). to(l25,"St. Ives"). stamp(l25,"B 2"). thick(l25).
letter(l26). to(l26,"Rio"). stamp(l26,"A-1").
letter(l27). to(l27,"New York"). stamp(l27,"A-1"). thick(l27).
letter(l28). to(l28,"Rio"). stamp(l28,"A-1").
letter(l29). to(l29,"New York"). stamp(l29,"A-1"). thick(l29).
letter(l30). to(l30,"Rio"). stamp(l30,"B 2"). thick(l30).
letter(l31). to(l31,"New York"). stamp(l31,"C").
letter(l32). to(l32,"Rio"). stamp(l32,"B 2"). thick(l32).
letter(l33). to(l33,"Rio"). stamp(l33,"B 2"). thick(l33).
letter(l34). to(l34,"New York"). stamp(l34,"B 2").
letter(l35). to(l35,"St. Ives"). stamp(l35,"C").
letter(l36). to(l36,"Rio"). stamp(l36,"C"). thick(l36).
letter(l37). to(l37,"St. Ives"). stamp(l37,"A-1"). thick(l37).
letter(l38). to(l38,"St. Ives"). stamp(l38,"B 2"). thick(l38).
letter(l39). to(l39,"Rio"). stamp(l39,"C"). thick(l39).
letter(l40). to(l40,"New York"). stamp(l40,"C"). thick(l40).

#modeh(returned(var(letter))).
#modeb(to(var(letter),const(city))).
#modeb(stamp(var(letter),const(value))).
#modeb(thick(var(letter))).

#pos(w, {
  returned(l2), returned(l4), returned(l7), returned(l13), returned(l20), returned(l21), returned(l27),
  returned(l29), returned(l31), returned(l40)
}, {}).
#cwa(returned/1).
