//! Thresholds: every cut of a number variable counted at once, by sorting and prefix sums.

use crate::{
    cover::Cover,
    facts::Facts,
    instances::Counts,
    join::Probe,
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
    let mut ends = Ends::default();
    for rows in cover.examples() {
        let instance = cover.rows[rows.start] as usize;
        let numbers = rows.map(|row| facts.values().among_numbers(cover.value(variable, row)));
        ends.add(cover, instance, numbers.fold(NO_NUMBER, with));
    }
    ends.counts()
}

/// The same for a variable that a join brings at a place, and the number of the join's bindings: these are looked up and
/// forgotten, so that the cover need not be extended.
pub(crate) fn count_cuts_behind(
    facts: &Facts,
    cover: &Cover,
    probe: &Probe<'_>,
    place: usize,
) -> (CutCounts, usize) {
    let (mut ends, mut n_bindings, mut key) = (Ends::default(), 0, Vec::new());
    for rows in cover.examples() {
        let instance = cover.rows[rows.start] as usize;
        let mut of_example = NO_NUMBER;
        for row in rows {
            probe.key(cover, row, &mut key);
            for (relation, matches) in probe.lookup(cover.reading(row)).rows(cover.world(row), &key) {
                n_bindings += matches.len();
                let column = if matches.is_empty() { &[] } else { relation.column(place) };
                let numbers = matches.into_iter().map(|row| column[row as usize]);
                of_example = numbers.map(|value| facts.values().among_numbers(value)).fold(of_example, with);
            }
        }
        if of_example != NO_NUMBER {
            ends.add(cover, instance, of_example);
        }
    }
    (ends.counts(), n_bindings)
}

/// The smallest and the largest number of an example that has none.
const NO_NUMBER: (i64, i64) = (i64::MAX, i64::MIN);

/// The smallest and the largest number with one more.
fn with((low, high): (i64, i64), number: i64) -> (i64, i64) {
    (low.min(number), high.max(number))
}

/// The smallest and the largest number of each example, with its label and weight.
#[derive(Default)]
struct Ends {
    smallest: Vec<(i64, bool, u64)>,
    largest: Vec<(i64, bool, u64)>,
}

impl Ends {
    fn add(&mut self, cover: &Cover, instance: usize, (low, high): (i64, i64)) {
        let (label, weight) = (cover.label(instance), cover.weight(instance));
        self.smallest.push((low, label, weight));
        self.largest.push((high, label, weight));
    }

    fn counts(self) -> CutCounts {
        CutCounts { smallest: grouped(self.smallest), largest: grouped(self.largest) }
    }
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
