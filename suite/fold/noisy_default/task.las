% A default with an exception; four of the eighty labels are wrong.

day(d1). day(d2). day(d3). day(d4). day(d5). day(d6). day(d7). day(d8). day(d9). day(d10). day(d11).
day(d12). day(d13). day(d14). day(d15). day(d16). day(d17). day(d18). day(d19). day(d20). day(d21).
day(d22). day(d23). day(d24). day(d25). day(d26). day(d27). day(d28). day(d29). day(d30). day(d31).
day(d32). day(d33). day(d34). day(d35). day(d36). day(d37). day(d38). day(d39). day(d40). day(d41).
day(d42). day(d43). day(d44). day(d45). day(d46). day(d47). day(d48). day(d49). day(d50). day(d51).
day(d52). day(d53). day(d54). day(d55). day(d56). day(d57). day(d58). day(d59). day(d60). day(d61).
day(d62). day(d63). day(d64). day(d65). day(d66). day(d67). day(d68). day(d69). day(d70). day(d71).
day(d72). day(d73). day(d74). day(d75). day(d76). day(d77). day(d78). day(d79). day(d80).
sunny(d1). sunny(d2). sunny(d3). sunny(d4). sunny(d5). sunny(d6). sunny(d8). sunny(d10). sunny(d11).
sunny(d12). sunny(d13). sunny(d14). sunny(d15). sunny(d16). sunny(d17). sunny(d18). sunny(d19). sunny(d20).
sunny(d22). sunny(d23). sunny(d24). sunny(d27). sunny(d28). sunny(d29). sunny(d31). sunny(d33). sunny(d35).
sunny(d37). sunny(d38). sunny(d39). sunny(d41). sunny(d42). sunny(d45). sunny(d46). sunny(d47). sunny(d52).
sunny(d54). sunny(d55). sunny(d57). sunny(d58). sunny(d60). sunny(d61). sunny(d62). sunny(d63). sunny(d64).
sunny(d65). sunny(d66). sunny(d67). sunny(d68). sunny(d69). sunny(d71). sunny(d73). sunny(d74). sunny(d75).
sunny(d76). sunny(d77). sunny(d79).
warm(d3). warm(d6). warm(d7). warm(d8). warm(d10). warm(d13). warm(d14). warm(d16). warm(d21). warm(d27).
warm(d31). warm(d32). warm(d37). warm(d38). warm(d41). warm(d42). warm(d45). warm(d46). warm(d47).
warm(d48). warm(d49). warm(d51). warm(d52). warm(d54). warm(d55). warm(d56). warm(d57). warm(d58).
warm(d62). warm(d63). warm(d64). warm(d68). warm(d69). warm(d71). warm(d72). warm(d73). warm(d75).
warm(d76). warm(d79).
windy(d3). windy(d4). windy(d6). windy(d7). windy(d8). windy(d9). windy(d10). windy(d12). windy(d13).
windy(d15). windy(d19). windy(d20). windy(d21). windy(d25). windy(d29). windy(d32). windy(d34). windy(d37).
windy(d41). windy(d43). windy(d44). windy(d45). windy(d51). windy(d52). windy(d56). windy(d59). windy(d62).
windy(d63). windy(d67). windy(d73). windy(d74). windy(d79).
weekend(d1). weekend(d5). weekend(d6). weekend(d8). weekend(d9). weekend(d15). weekend(d16). weekend(d21).
weekend(d22). weekend(d28). weekend(d29). weekend(d30). weekend(d31). weekend(d32). weekend(d35).
weekend(d36). weekend(d37). weekend(d38). weekend(d39). weekend(d41). weekend(d48). weekend(d51).
weekend(d53). weekend(d59). weekend(d61). weekend(d62). weekend(d63). weekend(d64). weekend(d65).
weekend(d67). weekend(d73). weekend(d77).
holiday(d1). holiday(d3). holiday(d11). holiday(d12). holiday(d13). holiday(d16). holiday(d18).
holiday(d28). holiday(d30). holiday(d31). holiday(d32). holiday(d33). holiday(d37). holiday(d39).
holiday(d42). holiday(d44). holiday(d45). holiday(d46). holiday(d51). holiday(d53). holiday(d60).
holiday(d63). holiday(d66). holiday(d69). holiday(d78).
cheap(d1). cheap(d4). cheap(d6). cheap(d7). cheap(d11). cheap(d13). cheap(d16). cheap(d17). cheap(d19).
cheap(d23). cheap(d24). cheap(d26). cheap(d28). cheap(d30). cheap(d31). cheap(d32). cheap(d33). cheap(d36).
cheap(d40). cheap(d41). cheap(d43). cheap(d44). cheap(d45). cheap(d51). cheap(d54). cheap(d58). cheap(d60).
cheap(d62). cheap(d63). cheap(d65). cheap(d66). cheap(d68). cheap(d70). cheap(d72). cheap(d73). cheap(d77).
cheap(d78). cheap(d80).

#modeh(crowded(var(day))).
#modeb(sunny(var(day))).
#modeb(warm(var(day))).
#modeb(windy(var(day))).
#modeb(weekend(var(day))).
#modeb(holiday(var(day))).
#modeb(cheap(var(day))).

#pos(w, {
  crowded(d1), crowded(d2), crowded(d5), crowded(d11), crowded(d14), crowded(d15), crowded(d16),
  crowded(d17), crowded(d18), crowded(d22), crowded(d23), crowded(d24), crowded(d27), crowded(d28),
  crowded(d31), crowded(d33), crowded(d35), crowded(d38), crowded(d39), crowded(d42), crowded(d46),
  crowded(d47), crowded(d53), crowded(d54), crowded(d55), crowded(d57), crowded(d58), crowded(d60),
  crowded(d61), crowded(d64), crowded(d65), crowded(d66), crowded(d68), crowded(d69), crowded(d75),
  crowded(d76), crowded(d77), crowded(d80)
}, {
  crowded(d3), crowded(d4), crowded(d6), crowded(d7), crowded(d8), crowded(d9), crowded(d10),
  crowded(d12), crowded(d13), crowded(d19), crowded(d20), crowded(d21), crowded(d25), crowded(d26),
  crowded(d29), crowded(d30), crowded(d32), crowded(d34), crowded(d36), crowded(d37), crowded(d40),
  crowded(d41), crowded(d43), crowded(d44), crowded(d45), crowded(d48), crowded(d49), crowded(d50),
  crowded(d51), crowded(d52), crowded(d56), crowded(d59), crowded(d62), crowded(d63), crowded(d67),
  crowded(d70), crowded(d71), crowded(d72), crowded(d73), crowded(d74), crowded(d78), crowded(d79)
}).
