//! The second pass over a table in parts: numbers from which the coding of each column is made. Part of [tables in
//! parts](super).

use super::{
    folds::Offsets,
    request::{PartRows, Request, take_codes, take_numbers},
};
use crate::table::{
    MISSING,
    read::{Builder, OddNumbers},
};
use serde::{Deserialize, Serialize};

/// Which numbers are sampled.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Sampling {
    pub(super) offsets: Offsets,
    /// Of the rows with a class, each which one is sampled, beginning with the first.
    pub(super) step: u64,
}

/// What a part, or several together, say of its numbers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PartSample {
    pub(super) columns: Vec<NumberSample>,
}

/// What a part, or several together, say of a column of numbers.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct NumberSample {
    /// Numbers of sampled rows.
    pub(super) cells: Vec<f64>,
    /// Whether some row with a class has a number, and whether some has none.
    pub(super) has_numbers: bool,
    pub(super) has_missing: bool,
    /// Whether no row has a number.
    pub(super) is_empty: bool,
    pub(super) odd: OddNumbers,
}

impl NumberSample {
    pub(super) fn join(&mut self, mut next: Self) {
        self.cells.append(&mut next.cells);
        self.has_numbers |= next.has_numbers;
        self.has_missing |= next.has_missing;
        self.is_empty &= next.is_empty;
        self.odd.join(next.odd);
    }
}

/// Samples the numbers of a part.
pub(super) fn sample(
    request: &Request,
    sampling: &Sampling,
    part: &mut dyn PartRows,
) -> Result<PartSample, String> {
    let mut n_before = sampling.offsets.of(&part.key())?;
    let mut columns: Vec<NumberSample> =
        request.columns.iter().map(|_| NumberSample { is_empty: true, ..NumberSample::default() }).collect();
    // The target is no sample.
    columns.pop();
    let builders = request.scan(part, |builders, _| {
        let Some((target, numbers)) = builders.split_last_mut() else { return Ok(()) };
        let labels = take_codes(target);
        for (sample, builder) in columns.iter_mut().zip(numbers) {
            let mut number = n_before;
            for (value, &label) in take_numbers(builder).into_iter().zip(&labels) {
                sample.is_empty &= value.is_nan();
                if label == MISSING {
                    continue;
                }
                sample.has_missing |= value.is_nan();
                sample.has_numbers |= !value.is_nan();
                if number.is_multiple_of(sampling.step) && !value.is_nan() {
                    sample.cells.push(value);
                }
                number += 1;
            }
        }
        n_before += labels.iter().filter(|label| **label != MISSING).count() as u64;
        Ok(())
    })?;
    for (sample, builder) in columns.iter_mut().zip(builders) {
        match builder {
            Builder::Numbers(builder) => sample.odd = builder.odd,
            _ => return Err("a column of numbers has texts now: does the table change?".to_string()),
        }
    }
    Ok(PartSample { columns })
}
