//! Thresholds: every cut of a number variable counted at once, by sorting and prefix sums.

use crate::{
    cover::Cover,
    facts::Facts,
    instances::Counts,
    step::{Cut, Variable},
};

/// The least number at which a cut may lie.
const LEAST: i32 = i32::MIN + 1;

/// Counts the examples on either side of every cut that may be best.
///
/// A cut lies at a value (`N > v`, `N <= v`), below the largest one. An example with several bindings is above a cut if
/// its largest number is, and at most the cut if its smallest is. Cuts between two values whose examples all have the
/// same label are left out: one of the outer ones is at least as good, whatever the score.
pub(crate) fn count_cuts(facts: &Facts, cover: &Cover, variable: Variable) -> Vec<(Cut, Counts)> {
    let mut smallest = Vec::new();
    let mut largest = Vec::new();
    for rows in cover.examples() {
        let instance = cover.rows[rows.start] as usize;
        let (label, weight) = (cover.label(instance), cover.weight(instance));
        let places = rows.map(|row| facts.values().among_numbers(cover.value(variable, row)));
        let (low, high) =
            places.fold((i64::MAX, i64::MIN), |(low, high), place| (low.min(place), high.max(place)));
        smallest.push((low, label, weight));
        largest.push((high, label, weight));
    }
    let mut cuts = Vec::new();
    sweep(smallest, |value, up_to, _| cuts.push((Cut::AtMost(value), up_to)));
    sweep(largest, |value, _, beyond| cuts.push((Cut::Above(value), beyond)));
    cuts
}

/// Visits the cuts between neighbouring values, with the counts up to and beyond each.
fn sweep(mut numbers: Vec<(i64, bool, u64)>, mut visit: impl FnMut(i32, Counts, Counts)) {
    numbers.sort_unstable();
    let mut groups: Vec<(i64, Counts)> = Vec::new();
    for (number, label, weight) in numbers {
        if groups.last().is_none_or(|(last, _)| *last != number) {
            groups.push((number, Counts::default()));
        }
        if let Some((_, counts)) = groups.last_mut() {
            counts.add(label, weight);
        }
    }
    let total = groups.iter().fold(Counts::default(), |sum, (_, counts)| sum + *counts);
    let mut up_to = Counts::default();
    for pair in groups.windows(2) {
        let (value, here) = pair[0];
        let next = pair[1].1;
        up_to += here;
        let same_label = (here.neg == 0 && next.neg == 0) || (here.pos == 0 && next.pos == 0);
        // The grounder fails at a comparison with the least 32-bit number.
        if let (false, Ok(value @ LEAST..)) = (same_label, i32::try_from(value)) {
            visit(value, up_to, total - up_to);
        }
    }
}
