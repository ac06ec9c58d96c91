% No modes; more than ten different whole numbers in a place make it a number with thresholds.

engine(e1). speed(e1,18). age(e1,10).
engine(e2). speed(e2,19). age(e2,4). spare(e2).
engine(e3). speed(e3,19). age(e3,2). spare(e3).
engine(e4). speed(e4,18). age(e4,14). diesel(e4).
engine(e5). speed(e5,7). age(e5,5). diesel(e5).
engine(e6). speed(e6,15). age(e6,13). diesel(e6).
engine(e7). speed(e7,24). age(e7,9). diesel(e7).
engine(e8). speed(e8,25). age(e8,5). diesel(e8).
engine(e9). speed(e9,7). age(e9,10). diesel(e9). spare(e9).
engine(e10). speed(e10,10). age(e10,14).
engine(e11). speed(e11,33). age(e11,8). spare(e11).
engine(e12). speed(e12,24). age(e12,11).
engine(e13). speed(e13,24). age(e13,11). diesel(e13).
engine(e14). speed(e14,27). age(e14,14).
engine(e15). speed(e15,12). age(e15,8).
engine(e16). speed(e16,13). age(e16,9). diesel(e16). spare(e16).
engine(e17). speed(e17,6). age(e17,5). diesel(e17). spare(e17).
engine(e18). speed(e18,27). age(e18,7). diesel(e18).
engine(e19). speed(e19,6). age(e19,7).
engine(e20). speed(e20,21). age(e20,7).
engine(e21). speed(e21,17). age(e21,7). spare(e21).
engine(e22). speed(e22,19). age(e22,7). diesel(e22).
engine(e23). speed(e23,34). age(e23,8). diesel(e23). spare(e23).
engine(e24). speed(e24,26). age(e24,5). spare(e24).
engine(e25). speed(e25,26). age(e25,7).
engine(e26). speed(e26,15). age(e26,12).
engine(e27). speed(e27,12). age(e27,6). diesel(e27). spare(e27).
engine(e28). speed(e28,24). age(e28,9). spare(e28).
engine(e29). speed(e29,16). age(e29,2). diesel(e29). spare(e29).
engine(e30). speed(e30,4). age(e30,10).
engine(e31). speed(e31,29). age(e31,6). spare(e31).
engine(e32). speed(e32,34). age(e32,3). spare(e32).
engine(e33). speed(e33,12). age(e33,14). spare(e33).
engine(e34). speed(e34,10). age(e34,10). spare(e34).
engine(e35). speed(e35,27). age(e35,13). spare(e35).
engine(e36). speed(e36,33). age(e36,10).
engine(e37). speed(e37,9). age(e37,9). spare(e37).
engine(e38). speed(e38,19). age(e38,7). diesel(e38). spare(e38).
engine(e39). speed(e39,21). age(e39,13).
engine(e40). speed(e40,34). age(e40,10). diesel(e40).
engine(e41). speed(e41,17). age(e41,8). spare(e41).
engine(e42). speed(e42,29). age(e42,2). diesel(e42). spare(e42).
engine(e43). speed(e43,33). age(e43,3). diesel(e43).
engine(e44). speed(e44,8). age(e44,9). spare(e44).
engine(e45). speed(e45,7). age(e45,5).
engine(e46). speed(e46,17). age(e46,3). spare(e46).
engine(e47). speed(e47,29). age(e47,12). diesel(e47). spare(e47).
engine(e48). speed(e48,33). age(e48,4).
engine(e49). speed(e49,30). age(e49,6).
engine(e50). speed(e50,30). age(e50,9).
engine(e51). speed(e51,18). age(e51,5). spare(e51).
engine(e52). speed(e52,6). age(e52,14). diesel(e52).
engine(e53). speed(e53,24). age(e53,15).
engine(e54). speed(e54,33). age(e54,14). diesel(e54).
engine(e55). speed(e55,7). age(e55,14). diesel(e55).
engine(e56). speed(e56,9). age(e56,2). diesel(e56).
engine(e57). speed(e57,5). age(e57,3).
engine(e58). speed(e58,8). age(e58,1).
engine(e59). speed(e59,31). age(e59,8). spare(e59).
engine(e60). speed(e60,6). age(e60,5). diesel(e60).

#pos(w, {
  loud(e2), loud(e3), loud(e11), loud(e12), loud(e14), loud(e20), loud(e24), loud(e25), loud(e28),
  loud(e31), loud(e32), loud(e35), loud(e36), loud(e39), loud(e48), loud(e49), loud(e50), loud(e53),
  loud(e59)
}, {}).
#cwa(loud/1).
