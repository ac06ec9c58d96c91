//! Thresholds: every cut of a number variable counted at once, by sorting and prefix sums.

use crate::{
    cover::Cover,
    facts::Facts,
    instances::Counts,
    step::{Cut, Variable},
};

/// The least number at which a cut may lie.
const LEAST: i32 = i32::MIN + 1;

/// The examples by their smallest and by their largest number, in rising order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CutCounts {
    smallest: Vec<(i64, Counts)>,
    largest: Vec<(i64, Counts)>,
}

impl CutCounts {
    /// The counts of these and of other examples.
    pub(crate) fn merged(self, other: Self) -> Self {
        Self { smallest: merged(self.smallest, other.smallest), largest: merged(self.largest, other.largest) }
    }

    /// The counts on either side of every cut that may be best.
    pub(crate) fn cuts(&self) -> Vec<(Cut, Counts)> {
        let mut cuts = Vec::new();
        sweep(&self.smallest, |value, up_to, _| cuts.push((Cut::AtMost(value), up_to)));
        sweep(&self.largest, |value, _, beyond| cuts.push((Cut::Above(value), beyond)));
        cuts
    }
}

/// Counts the examples by their numbers, so that those on either side of every cut are known.
///
/// A cut lies at a value (`N > v`, `N <= v`), below the largest one. An example with several bindings is above a cut if
/// its largest number is, and at most the cut if its smallest is. Cuts between two values whose examples all have the
/// same label are left out: one of the outer ones is at least as good, whatever the score.
pub(crate) fn count_cuts(facts: &Facts, cover: &Cover, variable: Variable) -> CutCounts {
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
    CutCounts { smallest: grouped(smallest), largest: grouped(largest) }
}

/// The counts of equal numbers together, in rising order.
fn grouped(mut numbers: Vec<(i64, bool, u64)>) -> Vec<(i64, Counts)> {
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
    groups
}

/// Two lists of counts by number as one.
fn merged(one: Vec<(i64, Counts)>, other: Vec<(i64, Counts)>) -> Vec<(i64, Counts)> {
    let mut all = one;
    all.extend(other);
    all.sort_by_key(|(number, _)| *number);
    all.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    all
}

/// Visits the cuts between neighbouring values, with the counts up to and beyond each.
fn sweep(groups: &[(i64, Counts)], mut visit: impl FnMut(i32, Counts, Counts)) {
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
