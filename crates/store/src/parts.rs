//! Counting in parts: what a part of the examples says of a unit, so that parts add up to what all of them say.
//!
//! The facts are the same for every part, the examples are not: so a part may be counted after another one, where all
//! bindings together would take too much memory, or elsewhere. A question is a part of a cover (or what makes one: a set of
//! instances and the steps of a clause) and the units; its [`Answer`] is a list of numbers that are added up. Whether a join
//! is too large is decided on the sum, so that it does not depend on the parts.

use crate::{
    count::{Bounds, Tally},
    cover::Cover,
    cuts::CutCounts,
    facts::Facts,
    instances::Counts,
    join::Probe,
    step::Step,
};
use std::ops::Range;

/// What a part of the examples says of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Partial {
    outcome: Outcome,
    /// The bindings of the joins on the way to it, the first one last.
    n_bindings: Vec<usize>,
}

/// What was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    Plain(Counts),
    Cuts(CutCounts),
    TooLarge,
}

impl From<Outcome> for Partial {
    fn from(outcome: Outcome) -> Self {
        Self { outcome, n_bindings: Vec::new() }
    }
}

impl From<Tally> for Partial {
    /// What has no cuts and is not too large is as good as its counts.
    fn from(tally: Tally) -> Self {
        match tally {
            Tally::Plain(counts) => Outcome::Plain(counts).into(),
            Tally::Cuts(_) | Tally::TooLarge => Self::TOO_LARGE,
        }
    }
}

impl Partial {
    pub(crate) const TOO_LARGE: Self = Self { outcome: Outcome::TooLarge, n_bindings: Vec::new() };

    /// Remembers that a join with so many bindings led to it.
    pub(crate) fn went_through(&mut self, n_bindings: usize) {
        self.n_bindings.push(n_bindings);
    }

    /// Adds what another part says of the same unit.
    fn add(&mut self, other: Self) {
        let outcome = std::mem::replace(&mut self.outcome, Outcome::TooLarge);
        self.outcome = match (outcome, other.outcome) {
            (Outcome::Plain(one), Outcome::Plain(other)) => Outcome::Plain(one + other),
            (Outcome::Cuts(one), Outcome::Cuts(other)) => Outcome::Cuts(one.merged(other)),
            _ => Outcome::TooLarge,
        };
        // Joins that only one part has to make were smaller than nothing in the other one.
        if self.n_bindings.len() < other.n_bindings.len() {
            self.n_bindings.resize(other.n_bindings.len(), 0);
        }
        self.n_bindings.iter_mut().zip(other.n_bindings).for_each(|(sum, more)| *sum += more);
    }

    /// What all parts together say, if a join may have so many bindings.
    pub(crate) fn finish(self, most: usize) -> Tally {
        if self.n_bindings.iter().any(|&n_bindings| n_bindings > most) {
            return Tally::TooLarge;
        }
        match self.outcome {
            Outcome::Plain(counts) => Tally::Plain(counts),
            Outcome::Cuts(counts) => Tally::Cuts(counts.cuts()),
            Outcome::TooLarge => Tally::TooLarge,
        }
    }
}

/// What a part of the examples says of units. Answers of different parts to the same question add up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub(crate) partials: Vec<Partial>,
    pub(crate) most: usize,
}

impl Answer {
    /// Adds what another part says.
    pub fn add(&mut self, other: Self) {
        self.most = self.most.max(other.most);
        self.partials.iter_mut().zip(other.partials).for_each(|(sum, more)| sum.add(more));
    }

    /// What all parts say of each unit.
    pub fn tallies(self) -> Vec<Tally> {
        let most = self.most;
        self.partials.into_iter().map(|partial| partial.finish(most)).collect()
    }
}

/// Counts behind a step: at once if its bindings are few, else part by part. `None` if it `joins` and has more bindings than
/// allowed.
pub(crate) fn in_parts(
    facts: &Facts,
    cover: &Cover,
    step: &Step,
    joins: bool,
    bounds: Bounds<'_>,
    count: impl Fn(&Cover) -> Vec<Partial>,
) -> Option<Vec<Partial>> {
    let Step::Holds(predicate, args) = step else { return Some(count(cover)) };
    if !joins {
        return Some(count(cover));
    }
    let probe = Probe::new(facts, *predicate, args, cover.columns.len());
    let (n_bindings, parts) = probe.parts(cover, bounds.at_once);
    if n_bindings > bounds.most {
        return None;
    }
    if parts.len() <= 1 {
        return Some(count(cover));
    }
    let mut sum: Option<Vec<Partial>> = None;
    for rows in parts {
        let of_part = count(&cover.part(rows));
        match &mut sum {
            Some(sum) => sum.iter_mut().zip(of_part).for_each(|(sum, more)| sum.add(more)),
            None => sum = Some(of_part),
        }
    }
    sum
}

impl Cover {
    /// The bindings of these rows, which are those of whole examples.
    pub(crate) fn part(&self, rows: Range<usize>) -> Cover {
        let mut part = self.emptied(0);
        part.rows = self.rows[rows.clone()].to_vec();
        part.columns = self.columns.iter().map(|column| column[rows.clone()].to_vec()).collect();
        part
    }

    /// The rows of `n_parts` parts with about as many examples each, or fewer parts if there are not so many examples.
    pub(crate) fn even_parts(&self, n_parts: usize) -> Vec<Range<usize>> {
        let starts: Vec<usize> = self.examples().map(|rows| rows.start).collect();
        let n_parts = n_parts.clamp(1, starts.len().max(1));
        let bound = |part: usize| match starts.get(part * starts.len() / n_parts) {
            Some(&start) if part < n_parts => start,
            _ => self.rows.len(),
        };
        (0..n_parts).map(|part| bound(part)..bound(part + 1)).collect()
    }
}

impl Probe<'_> {
    /// How many bindings the join has, and the rows of parts that have at most `at_once` each (or are one example).
    fn parts(&self, cover: &Cover, at_once: usize) -> (usize, Vec<Range<usize>>) {
        let mut key = Vec::new();
        let (mut total, mut of_part, mut start) = (0, 0, 0);
        let mut parts = Vec::new();
        for rows in cover.examples() {
            let of_example: usize = rows.clone().map(|row| self.n_matches(cover, row, &mut key)).sum();
            if of_part > 0 && of_part + of_example > at_once {
                parts.push(start..rows.start);
                (start, of_part) = (rows.start, 0);
            }
            of_part += of_example;
            total += of_example;
        }
        parts.push(start..cover.rows.len());
        (total, parts)
    }
}
