opposite(west,east). opposite(east,west).
farmer(farmer).
wolf(wolf).
goat(goat).
cabbage(cabbage).
on(s0,farmer,west). on(s0,wolf,west). on(s0,goat,west). on(s0,cabbage,east). on(s1,farmer,east).
on(s1,wolf,east). on(s1,goat,west). on(s1,cabbage,west). on(s2,farmer,east). on(s2,wolf,west).
on(s2,goat,east). on(s2,cabbage,east). on(s3,farmer,west). on(s3,wolf,west). on(s3,goat,east).
on(s3,cabbage,east). on(s4,farmer,east). on(s4,wolf,west). on(s4,goat,east). on(s4,cabbage,west).
on(s5,farmer,west). on(s5,wolf,east). on(s5,goat,east). on(s5,cabbage,west). on(s6,farmer,west).
on(s6,wolf,east). on(s6,goat,east). on(s6,cabbage,west). on(s7,farmer,west). on(s7,wolf,east).
on(s7,goat,east). on(s7,cabbage,west). on(s8,farmer,west). on(s8,wolf,east). on(s8,goat,east).
on(s8,cabbage,east). on(s9,farmer,west). on(s9,wolf,west). on(s9,goat,east). on(s9,cabbage,west).
on(s10,farmer,east). on(s10,wolf,west). on(s10,goat,east). on(s10,cabbage,west). on(s11,farmer,east).
on(s11,wolf,west). on(s11,goat,east). on(s11,cabbage,east). on(s12,farmer,east). on(s12,wolf,west).
on(s12,goat,west). on(s12,cabbage,east). on(s13,farmer,west). on(s13,wolf,west). on(s13,goat,east).
on(s13,cabbage,west). on(s14,farmer,west). on(s14,wolf,west). on(s14,goat,east). on(s14,cabbage,west).
on(s15,farmer,west). on(s15,wolf,west). on(s15,goat,east). on(s15,cabbage,east).
takes(s0,farmer). takes(s1,farmer). takes(s2,farmer). takes(s3,wolf). takes(s4,farmer). takes(s5,farmer).
takes(s6,cabbage). takes(s7,cabbage). takes(s8,farmer). takes(s9,farmer). takes(s10,farmer). takes(s11,farmer).
takes(s12,cabbage). takes(s13,farmer). takes(s14,cabbage). takes(s15,wolf).
leaves(s0,wolf). leaves(s0,goat). leaves(s0,cabbage). leaves(s1,wolf). leaves(s1,goat). leaves(s1,cabbage).
leaves(s2,wolf). leaves(s2,goat). leaves(s2,cabbage). leaves(s3,goat). leaves(s3,cabbage). leaves(s4,wolf).
leaves(s4,goat). leaves(s4,cabbage). leaves(s5,wolf). leaves(s5,goat). leaves(s5,cabbage). leaves(s6,wolf).
leaves(s6,goat). leaves(s7,wolf). leaves(s7,goat). leaves(s8,wolf). leaves(s8,goat). leaves(s8,cabbage).
leaves(s9,wolf). leaves(s9,goat). leaves(s9,cabbage). leaves(s10,wolf). leaves(s10,goat). leaves(s10,cabbage).
leaves(s11,wolf). leaves(s11,goat). leaves(s11,cabbage). leaves(s12,wolf). leaves(s12,goat). leaves(s13,wolf).
leaves(s13,goat). leaves(s13,cabbage). leaves(s14,wolf). leaves(s14,goat). leaves(s15,goat).
leaves(s15,cabbage).
