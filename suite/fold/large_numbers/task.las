% Eighty houses, three numbers and five properties; a threshold with an exception, and a second rule.

house(h1). area(h1,70). price(h1,137). year(h1,1967). garden(h1). noisy(h1).
house(h2). area(h2,71). price(h2,117). year(h2,1956). lift(h2). noisy(h2).
house(h3). area(h3,70). price(h3,129). year(h3,1906). renovated(h3). noisy(h3).
house(h4). area(h4,71). price(h4,143). year(h4,1966). noisy(h4).
house(h5). area(h5,71). price(h5,121). year(h5,1929). damp(h5). noisy(h5).
house(h6). area(h6,71). price(h6,110). year(h6,1975). damp(h6). renovated(h6).
house(h7). area(h7,94). price(h7,100). year(h7,1911). garden(h7). damp(h7). renovated(h7). lift(h7).
noisy(h7).
house(h8). area(h8,80). price(h8,140). year(h8,1942).
house(h9). area(h9,51). price(h9,104). year(h9,1904). renovated(h9). noisy(h9).
house(h10). area(h10,113). price(h10,126). year(h10,1924). lift(h10). noisy(h10).
house(h11). area(h11,120). price(h11,151). year(h11,1924). garden(h11). damp(h11). renovated(h11).
lift(h11).
house(h12). area(h12,40). price(h12,149). year(h12,1931). garden(h12). damp(h12). lift(h12). noisy(h12).
house(h13). area(h13,75). price(h13,130). year(h13,1939). garden(h13). damp(h13).
house(h14). area(h14,25). price(h14,152). year(h14,1920). damp(h14). lift(h14). noisy(h14).
house(h15). area(h15,103). price(h15,142). year(h15,1954). garden(h15).
house(h16). area(h16,95). price(h16,130). year(h16,1932). renovated(h16).
house(h17). area(h17,25). price(h17,136). year(h17,1946). garden(h17). renovated(h17).
house(h18). area(h18,23). price(h18,119). year(h18,1902). garden(h18). damp(h18). noisy(h18).
house(h19). area(h19,113). price(h19,122). year(h19,1925). garden(h19). noisy(h19).
house(h20). area(h20,23). price(h20,130). year(h20,1912). garden(h20). noisy(h20).
house(h21). area(h21,77). price(h21,138). year(h21,1949). garden(h21). lift(h21).
house(h22). area(h22,81). price(h22,101). year(h22,1925). garden(h22). noisy(h22).
house(h23). area(h23,89). price(h23,149). year(h23,1926). damp(h23).
house(h24). area(h24,113). price(h24,120). year(h24,1915). garden(h24). noisy(h24).
house(h25). area(h25,96). price(h25,158). year(h25,1914). damp(h25). renovated(h25).
house(h26). area(h26,48). price(h26,127). year(h26,1962). garden(h26). renovated(h26). lift(h26).
noisy(h26).
house(h27). area(h27,88). price(h27,108). year(h27,1955). garden(h27). renovated(h27). lift(h27).
house(h28). area(h28,99). price(h28,128). year(h28,1971). garden(h28). noisy(h28).
house(h29). area(h29,83). price(h29,139). year(h29,1960). garden(h29). damp(h29). renovated(h29). lift(h29).
noisy(h29).
house(h30). area(h30,49). price(h30,136). year(h30,1906). garden(h30). renovated(h30). lift(h30).
house(h31). area(h31,82). price(h31,119). year(h31,1931). damp(h31). lift(h31).
house(h32). area(h32,29). price(h32,144). year(h32,1901). garden(h32).
house(h33). area(h33,72). price(h33,143). year(h33,1973). damp(h33).
house(h34). area(h34,36). price(h34,106). year(h34,1987). garden(h34). renovated(h34). noisy(h34).
house(h35). area(h35,47). price(h35,108). year(h35,1975). damp(h35).
house(h36). area(h36,92). price(h36,135). year(h36,1941). garden(h36).
house(h37). area(h37,63). price(h37,140). year(h37,1925). garden(h37). renovated(h37). noisy(h37).
house(h38). area(h38,87). price(h38,111). year(h38,1980). damp(h38). noisy(h38).
house(h39). area(h39,58). price(h39,137). year(h39,1950). damp(h39). lift(h39).
house(h40). area(h40,26). price(h40,154). year(h40,1920). garden(h40). renovated(h40). lift(h40).
noisy(h40).
house(h41). area(h41,29). price(h41,105). year(h41,1901). lift(h41).
house(h42). area(h42,54). price(h42,151). year(h42,1973). garden(h42). renovated(h42). lift(h42).
noisy(h42).
house(h43). area(h43,103). price(h43,146). year(h43,1903). garden(h43). renovated(h43).
house(h44). area(h44,91). price(h44,150). year(h44,1924). garden(h44). lift(h44).
house(h45). area(h45,22). price(h45,147). year(h45,1921). garden(h45). damp(h45). renovated(h45). lift(h45).
noisy(h45).
house(h46). area(h46,45). price(h46,123). year(h46,1957). lift(h46). noisy(h46).
house(h47). area(h47,104). price(h47,103). year(h47,1925). garden(h47). damp(h47). noisy(h47).
house(h48). area(h48,31). price(h48,114). year(h48,1979). lift(h48). noisy(h48).
house(h49). area(h49,48). price(h49,105). year(h49,1973). renovated(h49). lift(h49).
house(h50). area(h50,56). price(h50,143). year(h50,1953). lift(h50). noisy(h50).
house(h51). area(h51,44). price(h51,143). year(h51,1961). damp(h51). lift(h51). noisy(h51).
house(h52). area(h52,92). price(h52,136). year(h52,1984). renovated(h52). lift(h52). noisy(h52).
house(h53). area(h53,100). price(h53,153). year(h53,1989). garden(h53). noisy(h53).
house(h54). area(h54,20). price(h54,120). year(h54,1964). garden(h54). lift(h54). noisy(h54).
house(h55). area(h55,101). price(h55,160). year(h55,1958). damp(h55). renovated(h55). lift(h55). noisy(h55).
house(h56). area(h56,72). price(h56,122). year(h56,1953). garden(h56). damp(h56). noisy(h56).
house(h57). area(h57,46). price(h57,106). year(h57,1971). garden(h57).
house(h58). area(h58,40). price(h58,144). year(h58,1966). damp(h58). lift(h58). noisy(h58).
house(h59). area(h59,114). price(h59,155). year(h59,1976).
house(h60). area(h60,44). price(h60,120). year(h60,1916). lift(h60).
house(h61). area(h61,46). price(h61,137). year(h61,1987). garden(h61). damp(h61). noisy(h61).
house(h62). area(h62,72). price(h62,131). year(h62,1904). damp(h62). noisy(h62).
house(h63). area(h63,66). price(h63,114). year(h63,1984).
house(h64). area(h64,108). price(h64,144). year(h64,1916). renovated(h64). noisy(h64).
house(h65). area(h65,40). price(h65,126). year(h65,1900). damp(h65). lift(h65).
house(h66). area(h66,34). price(h66,153). year(h66,1907). garden(h66). damp(h66). noisy(h66).
house(h67). area(h67,95). price(h67,151). year(h67,1959). damp(h67). lift(h67).
house(h68). area(h68,68). price(h68,134). year(h68,1980). lift(h68). noisy(h68).
house(h69). area(h69,37). price(h69,100). year(h69,1942). renovated(h69).
house(h70). area(h70,47). price(h70,147). year(h70,1914). renovated(h70).
house(h71). area(h71,39). price(h71,144). year(h71,1945). garden(h71). lift(h71).
house(h72). area(h72,54). price(h72,155). year(h72,1982). garden(h72). renovated(h72).
house(h73). area(h73,71). price(h73,135). year(h73,1945). damp(h73). renovated(h73). noisy(h73).
house(h74). area(h74,88). price(h74,146). year(h74,1908). garden(h74). damp(h74). lift(h74).
house(h75). area(h75,105). price(h75,106). year(h75,1989). garden(h75). noisy(h75).
house(h76). area(h76,27). price(h76,133). year(h76,1910). garden(h76). damp(h76). lift(h76). noisy(h76).
house(h77). area(h77,120). price(h77,148). year(h77,1924). damp(h77). lift(h77). noisy(h77).
house(h78). area(h78,27). price(h78,111). year(h78,1944). garden(h78). lift(h78).
house(h79). area(h79,68). price(h79,123). year(h79,1953). garden(h79). renovated(h79). noisy(h79).
house(h80). area(h80,111). price(h80,138). year(h80,1905). renovated(h80). lift(h80).

#modeh(sells(var(house))).
#modeb(area(var(house),num(m2))).
#modeb(price(var(house),num(money))).
#modeb(year(var(house),num(time))).
#modeb(garden(var(house))).
#modeb(damp(var(house))).
#modeb(renovated(var(house))).
#modeb(lift(var(house))).
#modeb(noisy(var(house))).

#pos(w, {
  sells(h2), sells(h4), sells(h7), sells(h8), sells(h10), sells(h11), sells(h15), sells(h16), sells(h17),
  sells(h19), sells(h21), sells(h22), sells(h24), sells(h26), sells(h27), sells(h28), sells(h29),
  sells(h30), sells(h34), sells(h36), sells(h37), sells(h40), sells(h42), sells(h43), sells(h44),
  sells(h45), sells(h52), sells(h53), sells(h59), sells(h64), sells(h72), sells(h75), sells(h79),
  sells(h80)
}, {}).
#cwa(sells/1).
