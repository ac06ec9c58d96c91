q(a). q(b). r(c).
