% Recursion with an exception: water flows on along roads, but into no closed place.

place(n1). place(n2). place(n3). place(n4). place(n5). place(n6). place(n7). place(n8). place(n9).
place(n10). place(n11). place(n12). place(n13). place(n14). place(n15). place(n16). place(n17). place(n18).
place(n19). place(n20). place(n21). place(n22). place(n23). place(n24). place(n25). place(n26). place(n27).
place(n28). place(n29). place(n30). place(n31). place(n32). place(n33). place(n34). place(n35). place(n36).
place(n37). place(n38). place(n39). place(n40). place(n41). place(n42). place(n43). place(n44).
road(n1,n28). road(n2,n7). road(n2,n19). road(n3,n28). road(n4,n28). road(n5,n10). road(n5,n14).
road(n6,n16). road(n6,n25). road(n7,n18). road(n7,n19). road(n8,n12). road(n8,n20). road(n9,n13).
road(n9,n14). road(n10,n14). road(n10,n24). road(n11,n4). road(n12,n19). road(n13,n2). road(n13,n17).
road(n14,n6). road(n14,n28). road(n15,n10). road(n15,n21). road(n16,n15). road(n16,n27). road(n17,n7).
road(n17,n26). road(n18,n15). road(n19,n16). road(n20,n2). road(n21,n28). road(n22,n27). road(n22,n28).
road(n23,n4). road(n23,n6). road(n24,n1). road(n24,n15). road(n25,n7). road(n25,n14). road(n26,n4).
road(n26,n16). road(n27,n6). road(n27,n25). road(n28,n12). road(n28,n15). road(n29,n31). road(n29,n38).
road(n30,n3). road(n30,n29). road(n30,n40). road(n31,n38). road(n31,n43). road(n32,n37). road(n33,n8).
road(n33,n40). road(n33,n43). road(n34,n30). road(n34,n38). road(n35,n38). road(n35,n44). road(n36,n40).
road(n36,n43). road(n37,n34). road(n38,n30). road(n38,n37). road(n39,n38). road(n39,n43). road(n40,n12).
road(n40,n37). road(n40,n43). road(n41,n32). road(n41,n40). road(n42,n36). road(n42,n38). road(n43,n41).
road(n44,n29). road(n44,n34).
source(n1). source(n12).
closed(n8). closed(n10). closed(n14). closed(n17). closed(n24). closed(n29). closed(n31).
steep(n1). steep(n3). steep(n4). steep(n6). steep(n7). steep(n8). steep(n10). steep(n11). steep(n12).
steep(n15). steep(n17). steep(n18). steep(n21). steep(n23). steep(n27). steep(n29). steep(n32). steep(n39).
steep(n43).

#modeh(wet(var(place))).
#modeb(source(var(place))).
#modeb(road(var(place),var(place))).
#modeb(closed(var(place))).
#modeb(steep(var(place))).
#modeb(wet(var(place))).

#pos(w, {
  wet(n1), wet(n6), wet(n7), wet(n12), wet(n15), wet(n16), wet(n18), wet(n19), wet(n21), wet(n25),
  wet(n27), wet(n28)
}, {}).
#cwa(wet/1).
