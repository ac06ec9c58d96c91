//! The first pass over a table in parts: which values its columns have, and in which order they appear. Part of [tables in
//! parts](super).

use super::request::{PartRows, Request, take_codes, values};
use crate::table::{
    MISSING,
    read::{AboutCategories, Builder, MOST_VALUES, Odd},
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

/// What a part says of its columns.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PartProfile {
    pub(super) n_rows: u64,
    /// The rows that have a class.
    pub(super) n_labelled: u64,
    pub(super) columns: Vec<ColumnProfile>,
}

/// What a part, or several together, say of a column.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ColumnProfile {
    /// All cells are numbers or missing.
    Numbers,
    /// It was guessed to hold numbers, and does not.
    Wrong,
    Categories(CategoryProfile),
}

/// The values of a column, in order of appearance.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct CategoryProfile {
    pub(super) values: Vec<String>,
    /// How many rows have each value, and the first of them.
    counts: Vec<(u64, u64)>,
    /// The values, by number, in order of appearance in rows that have a class; [`MISSING`] is a missing cell.
    pub(super) in_labelled: Vec<u32>,
    overflown: bool,
    controls: Odd,
}

/// Profiles a part.
pub(super) fn profile(request: &Request, part: &mut dyn PartRows) -> Result<PartProfile, String> {
    let mut columns: Vec<Met> = request.columns.iter().map(|_| Met::default()).collect();
    let (mut n_rows, mut n_labelled) = (0, 0);
    let builders = request.scan(part, |builders, n_more| {
        let codes: Vec<Vec<u32>> = builders.iter_mut().map(take_codes).collect();
        let Some(labels) = codes.last() else { return Ok(()) };
        n_labelled += labels.iter().filter(|label| **label != MISSING).count() as u64;
        for ((met, codes), builder) in columns.iter_mut().zip(&codes).zip(&*builders) {
            met.room_for(values(builder).len());
            for (row, (&code, &label)) in (n_rows..).zip(codes.iter().zip(labels)) {
                met.meet(row, code, label != MISSING);
            }
        }
        n_rows += n_more as u64;
        Ok(())
    })?;
    let finished = columns.into_iter().zip(builders).map(|(met, builder)| match builder {
        Builder::Categories(builder) => ColumnProfile::Categories(CategoryProfile {
            values: builder.cells.values,
            counts: met.counts,
            in_labelled: met.in_labelled,
            overflown: builder.overflown,
            controls: builder.controls,
        }),
        Builder::Wrong => ColumnProfile::Wrong,
        Builder::Numbers(_) | Builder::Ignored => ColumnProfile::Numbers,
    });
    Ok(PartProfile { n_rows, n_labelled, columns: finished.collect() })
}

/// The values of a column that a part has met.
#[derive(Default)]
struct Met {
    counts: Vec<(u64, u64)>,
    in_labelled: Vec<u32>,
    is_in_labelled: Vec<bool>,
    is_missing_in_labelled: bool,
}

impl Met {
    fn room_for(&mut self, n_values: usize) {
        self.counts.resize(n_values, (0, u64::MAX));
        self.is_in_labelled.resize(n_values, false);
    }

    fn meet(&mut self, row: u64, code: u32, is_labelled: bool) {
        let is_known = if code == MISSING {
            &mut self.is_missing_in_labelled
        } else {
            let (count, first) = &mut self.counts[code as usize];
            *count += 1;
            *first = row.min(*first);
            &mut self.is_in_labelled[code as usize]
        };
        if is_labelled && !std::mem::replace(is_known, true) {
            self.in_labelled.push(code);
        }
    }
}

impl ColumnProfile {
    /// Adds what the next part says, whose rows come behind `n_before` others.
    pub(super) fn join(&mut self, next: Self, n_before: u64) {
        match (&mut *self, next) {
            (Self::Categories(profile), Self::Categories(next)) => profile.join(next, n_before),
            (_, Self::Wrong) => *self = Self::Wrong,
            _ => {}
        }
    }
}

impl CategoryProfile {
    /// The rows of each value.
    pub(super) fn n_rows_of_values(&self) -> impl Iterator<Item = u64> {
        self.counts.iter().map(|(count, _)| *count)
    }

    /// The values in order of appearance in rows that have a class; none is a missing cell.
    pub(super) fn in_order(&self) -> Vec<Option<String>> {
        self.in_labelled.iter().map(|number| self.values.get(*number as usize).cloned()).collect()
    }

    fn join(&mut self, next: Self, n_before: u64) {
        let mut numbers: FxHashMap<String, u32> = self.values.iter().cloned().zip(0..).collect();
        let mut here = Vec::with_capacity(next.values.len());
        for (value, (count, first)) in next.values.into_iter().zip(next.counts) {
            let number = *numbers.entry(value).or_insert_with_key(|value| {
                self.values.push(value.clone());
                self.counts.push((0, u64::MAX));
                self.values.len() as u32 - 1
            });
            let known = &mut self.counts[number as usize];
            *known = (known.0 + count, known.1.min(first.saturating_add(n_before)));
            here.push(number);
        }
        let mut is_known: FxHashSet<u32> = self.in_labelled.iter().copied().collect();
        for code in next.in_labelled {
            let number = here.get(code as usize).copied().unwrap_or(MISSING);
            if is_known.insert(number) {
                self.in_labelled.push(number);
            }
        }
        self.overflown |= next.overflown || self.values.len() > MOST_VALUES;
        self.controls.join(next.controls);
    }
}

impl AboutCategories for CategoryProfile {
    fn values(&self) -> &[String] {
        &self.values
    }

    fn is_overflown(&self) -> bool {
        self.overflown
    }

    fn controls(&self) -> &Odd {
        &self.controls
    }

    fn n_present(&self) -> usize {
        self.counts.iter().map(|(count, _)| *count as usize).sum()
    }

    fn flagged(&self, flags: &[bool]) -> (usize, Option<(usize, u32)>) {
        let counts = self.counts.iter().zip(flags);
        let n_flagged =
            counts.clone().filter(|(_, is_flagged)| **is_flagged).map(|(count, _)| count.0).sum::<u64>();
        let others = (0..).zip(counts).filter(|(_, (_, is_flagged))| !**is_flagged);
        let first = others.min_by_key(|(_, (count, _))| count.1);
        (n_flagged as usize, first.map(|(code, (count, _))| (count.1 as usize, code)))
    }
}
