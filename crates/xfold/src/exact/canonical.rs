//! Keys of bodies that are the same up to the names of their variables, so that each is looked at once.

use super::rule_space::{Arg, Lit, MOST_VARIABLES};

/// How many names there are: one more than variables, as one may be replaced by a new one.
const MOST_NAMES: usize = MOST_VARIABLES + 1;
/// The most orders of variables that are tried, those of seven equal ones. Beyond, equal bodies may have different keys,
/// which costs time and nothing else.
const MOST_ORDERS: usize = 5_040;

/// A key that two bodies share if and (but for chance) only if they are the same up to the names of the variables from
/// `n_fixed` on, and the order of their literals.
pub(super) fn canonical(body: &[Lit], n_fixed: usize, n_variables: usize) -> u128 {
    let mut names = [0u8; MOST_NAMES];
    (0..n_variables).for_each(|variable| names[variable] = variable as u8);
    let n_free = n_variables - n_fixed;
    // Short bodies need no memory of their own.
    let (mut few, mut many) = ([0u64; 16], Vec::new());
    let codes: &mut [u64] = match few.get_mut(..body.len()) {
        Some(few) => few,
        None => {
            many.resize(body.len(), 0);
            &mut many
        }
    };
    if n_free <= 1 {
        return key(body, &names, codes);
    }
    // Variables of different colours differ; only those of equal colour have to be permuted.
    let mut free = [(0u64, 0u8); MOST_NAMES];
    for (place, variable) in (n_fixed..n_variables).enumerate() {
        free[place] = (colour(body, variable as u8, n_fixed), variable as u8);
    }
    let free = &mut free[..n_free];
    free.sort_unstable();
    let mut best = u128::MAX;
    let mut visit = |order: &[Coloured]| {
        for (place, (_, variable)) in order.iter().enumerate() {
            names[*variable as usize] = (n_fixed + place) as u8;
        }
        best = best.min(key(body, &names, codes));
    };
    if n_orders(free) <= MOST_ORDERS {
        permute(free, 0, &mut visit);
    } else {
        visit(free);
    }
    best
}

/// In how many ways variables of equal colour can be ordered, or more than is of interest.
fn n_orders(free: &[Coloured]) -> usize {
    let groups = free.chunk_by(|one, other| one.0 == other.0);
    groups.flat_map(|group| 1..=group.len()).fold(1, |n, k| n.saturating_mul(k))
}

/// A key made of the literals under these names, whatever their order.
fn key(body: &[Lit], names: &[u8; MOST_NAMES], codes: &mut [u64]) -> u128 {
    for (code, lit) in codes.iter_mut().zip(body) {
        let args = lit.args.iter().map(|arg| match arg {
            Arg::Var(variable) => word(Arg::Var(names[*variable as usize])),
            other => word(*other),
        });
        *code = args.fold(mix(lit.schema as u64), |code, word| mix(code.rotate_left(7) ^ word));
    }
    codes.sort_unstable();
    let (mut low, mut high) = (body.len() as u64, 0x5851_F42D_4C95_7F2D_u64);
    for code in codes {
        low = mix(low ^ *code);
        high = mix(high.wrapping_add(*code).rotate_left(23));
    }
    (u128::from(high) << 64) | u128::from(low)
}

/// What can be said of a variable without naming others: where it stands.
fn colour(body: &[Lit], variable: u8, n_fixed: usize) -> u64 {
    let mut sum = 0u64;
    for lit in body {
        for place in (0..lit.args.len()).filter(|&place| lit.args[place] == Arg::Var(variable)) {
            let args = lit.args.iter().map(|arg| match arg {
                Arg::Var(other) if *other as usize >= n_fixed => u64::from(*other == variable),
                other => word(*other),
            });
            let start = mix(mix(lit.schema as u64) ^ place as u64);
            sum = sum.wrapping_add(args.fold(start, |code, word| mix(code.rotate_left(7) ^ word)));
        }
    }
    sum
}

/// A variable with its colour.
type Coloured = (u64, u8);

/// All orders of variables that keep those of a smaller colour before those of a larger.
fn permute(free: &mut [Coloured], place: usize, visit: &mut dyn FnMut(&[Coloured])) {
    if place == free.len() {
        return visit(free);
    }
    for other in place..free.len() {
        if free[other].0 != free[place].0 {
            break;
        }
        free.swap(place, other);
        permute(free, place + 1, visit);
        free.swap(place, other);
    }
}

/// An argument as a number of its own.
fn word(arg: Arg) -> u64 {
    let bound = |bound: Option<i32>| bound.map_or(1 << 32, |bound| u64::from(bound as u32));
    match arg {
        Arg::Var(variable) => (1 << 60) | u64::from(variable),
        Arg::Const(symbol) => (2 << 60) | u64::from(symbol.0),
        Arg::Range(low, high) => (3 << 60) | (mix(bound(low)) ^ bound(high)) >> 4,
    }
}

/// Spreads the bits of a number over all others.
fn mix(hash: u64) -> u64 {
    let product = u128::from(hash ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93_u128;
    (product as u64) ^ ((product >> 64) as u64)
}
