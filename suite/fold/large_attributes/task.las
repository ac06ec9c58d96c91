% Eighty probes and twelve attributes, half of which do not matter.

probe(x1). probe(x2). probe(x3). probe(x4). probe(x5). probe(x6). probe(x7). probe(x8). probe(x9).
probe(x10). probe(x11). probe(x12). probe(x13). probe(x14). probe(x15). probe(x16). probe(x17). probe(x18).
probe(x19). probe(x20). probe(x21). probe(x22). probe(x23). probe(x24). probe(x25). probe(x26). probe(x27).
probe(x28). probe(x29). probe(x30). probe(x31). probe(x32). probe(x33). probe(x34). probe(x35). probe(x36).
probe(x37). probe(x38). probe(x39). probe(x40). probe(x41). probe(x42). probe(x43). probe(x44). probe(x45).
probe(x46). probe(x47). probe(x48). probe(x49). probe(x50). probe(x51). probe(x52). probe(x53). probe(x54).
probe(x55). probe(x56). probe(x57). probe(x58). probe(x59). probe(x60). probe(x61). probe(x62). probe(x63).
probe(x64). probe(x65). probe(x66). probe(x67). probe(x68). probe(x69). probe(x70). probe(x71). probe(x72).
probe(x73). probe(x74). probe(x75). probe(x76). probe(x77). probe(x78). probe(x79). probe(x80).
alpha(x1). alpha(x2). alpha(x3). alpha(x6). alpha(x7). alpha(x8). alpha(x10). alpha(x11). alpha(x12).
alpha(x14). alpha(x15). alpha(x16). alpha(x17). alpha(x18). alpha(x19). alpha(x20). alpha(x21). alpha(x23).
alpha(x24). alpha(x25). alpha(x28). alpha(x29). alpha(x31). alpha(x33). alpha(x34). alpha(x35). alpha(x37).
alpha(x40). alpha(x41). alpha(x42). alpha(x44). alpha(x47). alpha(x48). alpha(x49). alpha(x50). alpha(x51).
alpha(x54). alpha(x55). alpha(x56). alpha(x58). alpha(x60). alpha(x61). alpha(x62). alpha(x63). alpha(x65).
alpha(x68). alpha(x70). alpha(x73). alpha(x76). alpha(x77). alpha(x78). alpha(x79).
beta(x1). beta(x2). beta(x3). beta(x9). beta(x14). beta(x15). beta(x16). beta(x19). beta(x21). beta(x23).
beta(x28). beta(x29). beta(x30). beta(x32). beta(x37). beta(x39). beta(x40). beta(x41). beta(x44).
beta(x46). beta(x47). beta(x50). beta(x51). beta(x53). beta(x55). beta(x56). beta(x59). beta(x60).
beta(x63). beta(x64). beta(x65). beta(x72). beta(x73). beta(x78).
gamma(x1). gamma(x2). gamma(x4). gamma(x8). gamma(x10). gamma(x11). gamma(x12). gamma(x13). gamma(x14).
gamma(x15). gamma(x18). gamma(x19). gamma(x21). gamma(x23). gamma(x24). gamma(x25). gamma(x27). gamma(x28).
gamma(x30). gamma(x31). gamma(x32). gamma(x34). gamma(x35). gamma(x38). gamma(x39). gamma(x40). gamma(x41).
gamma(x44). gamma(x45). gamma(x46). gamma(x48). gamma(x49). gamma(x52). gamma(x53). gamma(x55). gamma(x57).
gamma(x60). gamma(x61). gamma(x64). gamma(x65). gamma(x66). gamma(x67). gamma(x73). gamma(x74). gamma(x76).
gamma(x77). gamma(x78). gamma(x79).
delta(x7). delta(x8). delta(x10). delta(x16). delta(x19). delta(x27). delta(x28). delta(x29). delta(x30).
delta(x34). delta(x37). delta(x41). delta(x43). delta(x44). delta(x52). delta(x53). delta(x54). delta(x55).
delta(x56). delta(x59). delta(x60). delta(x61). delta(x62). delta(x67). delta(x69). delta(x70). delta(x73).
delta(x74). delta(x75). delta(x80).
epsilon(x1). epsilon(x2). epsilon(x6). epsilon(x7). epsilon(x9). epsilon(x11). epsilon(x12). epsilon(x14).
epsilon(x15). epsilon(x19). epsilon(x23). epsilon(x24). epsilon(x25). epsilon(x33). epsilon(x35).
epsilon(x36). epsilon(x38). epsilon(x42). epsilon(x43). epsilon(x48). epsilon(x49). epsilon(x51).
epsilon(x52). epsilon(x53). epsilon(x54). epsilon(x56). epsilon(x57). epsilon(x58). epsilon(x59).
epsilon(x60). epsilon(x65). epsilon(x66). epsilon(x73). epsilon(x74). epsilon(x77). epsilon(x79).
epsilon(x80).
zeta(x1). zeta(x2). zeta(x4). zeta(x6). zeta(x9). zeta(x10). zeta(x11). zeta(x12). zeta(x13). zeta(x15).
zeta(x17). zeta(x18). zeta(x20). zeta(x23). zeta(x25). zeta(x27). zeta(x28). zeta(x31). zeta(x36).
zeta(x38). zeta(x39). zeta(x40). zeta(x41). zeta(x42). zeta(x43). zeta(x45). zeta(x46). zeta(x51).
zeta(x55). zeta(x58). zeta(x62). zeta(x64). zeta(x67). zeta(x68). zeta(x69). zeta(x74). zeta(x76).
zeta(x77). zeta(x79). zeta(x80).
eta(x1). eta(x3). eta(x5). eta(x7). eta(x8). eta(x9). eta(x10). eta(x11). eta(x12). eta(x13). eta(x14).
eta(x15). eta(x17). eta(x19). eta(x20). eta(x21). eta(x22). eta(x23). eta(x24). eta(x28). eta(x30).
eta(x31). eta(x32). eta(x37). eta(x41). eta(x45). eta(x46). eta(x51). eta(x52). eta(x55). eta(x57).
eta(x58). eta(x61). eta(x64). eta(x65). eta(x68). eta(x70). eta(x71). eta(x73). eta(x74). eta(x77).
eta(x78). eta(x80).
theta(x2). theta(x3). theta(x4). theta(x5). theta(x7). theta(x8). theta(x9). theta(x10). theta(x12).
theta(x14). theta(x15). theta(x16). theta(x19). theta(x20). theta(x22). theta(x23). theta(x25). theta(x26).
theta(x27). theta(x29). theta(x30). theta(x31). theta(x32). theta(x33). theta(x35). theta(x38). theta(x39).
theta(x40). theta(x42). theta(x44). theta(x46). theta(x49). theta(x50). theta(x55). theta(x58). theta(x59).
theta(x65). theta(x68). theta(x71). theta(x73). theta(x76). theta(x77). theta(x78).
iota(x1). iota(x2). iota(x4). iota(x7). iota(x8). iota(x9). iota(x13). iota(x15). iota(x16). iota(x18).
iota(x19). iota(x21). iota(x24). iota(x30). iota(x31). iota(x34). iota(x35). iota(x39). iota(x44).
iota(x45). iota(x47). iota(x53). iota(x58). iota(x59). iota(x60). iota(x61). iota(x63). iota(x64).
iota(x66). iota(x69). iota(x70). iota(x71). iota(x72). iota(x73). iota(x75). iota(x76). iota(x80).
kappa(x2). kappa(x4). kappa(x6). kappa(x9). kappa(x13). kappa(x14). kappa(x17). kappa(x18). kappa(x20).
kappa(x21). kappa(x23). kappa(x24). kappa(x28). kappa(x30). kappa(x36). kappa(x37). kappa(x38). kappa(x39).
kappa(x40). kappa(x44). kappa(x46). kappa(x47). kappa(x48). kappa(x49). kappa(x51). kappa(x52). kappa(x54).
kappa(x60). kappa(x61). kappa(x62). kappa(x71). kappa(x73). kappa(x74). kappa(x75). kappa(x76). kappa(x78).
kappa(x79).
lambda(x2). lambda(x3). lambda(x4). lambda(x6). lambda(x9). lambda(x12). lambda(x14). lambda(x15).
lambda(x16). lambda(x17). lambda(x18). lambda(x19). lambda(x23). lambda(x24). lambda(x28). lambda(x29).
lambda(x30). lambda(x32). lambda(x33). lambda(x34). lambda(x37). lambda(x40). lambda(x41). lambda(x44).
lambda(x45). lambda(x46). lambda(x47). lambda(x48). lambda(x49). lambda(x50). lambda(x55). lambda(x56).
lambda(x57). lambda(x59). lambda(x63). lambda(x66). lambda(x67). lambda(x68). lambda(x70). lambda(x72).
lambda(x74). lambda(x75). lambda(x77). lambda(x79). lambda(x80).
mu(x1). mu(x4). mu(x5). mu(x7). mu(x10). mu(x13). mu(x16). mu(x19). mu(x22). mu(x23). mu(x25). mu(x27).
mu(x30). mu(x32). mu(x33). mu(x34). mu(x36). mu(x39). mu(x41). mu(x43). mu(x44). mu(x50). mu(x51). mu(x55).
mu(x58). mu(x59). mu(x63). mu(x67). mu(x68). mu(x69). mu(x71). mu(x74). mu(x79). mu(x80).

#modeh(accepted(var(probe))).
#modeb(alpha(var(probe))).
#modeb(beta(var(probe))).
#modeb(gamma(var(probe))).
#modeb(delta(var(probe))).
#modeb(epsilon(var(probe))).
#modeb(zeta(var(probe))).
#modeb(eta(var(probe))).
#modeb(theta(var(probe))).
#modeb(iota(var(probe))).
#modeb(kappa(var(probe))).
#modeb(lambda(var(probe))).
#modeb(mu(var(probe))).

#pos(w, {
  accepted(x1), accepted(x6), accepted(x7), accepted(x8), accepted(x9), accepted(x10), accepted(x11),
  accepted(x12), accepted(x13), accepted(x15), accepted(x17), accepted(x18), accepted(x20), accepted(x23),
  accepted(x28), accepted(x31), accepted(x33), accepted(x34), accepted(x41), accepted(x42), accepted(x45),
  accepted(x46), accepted(x51), accepted(x54), accepted(x55), accepted(x58), accepted(x61), accepted(x62),
  accepted(x64), accepted(x68), accepted(x70), accepted(x74), accepted(x76), accepted(x77), accepted(x80)
}, {}).
#cwa(accepted/1).
