//! Information gain of a refinement, and the score by which finished clauses compete.

use crate::search::clause::Clause;
use xfold_store::Counts;

/// Bits that a lookahead unit pays for its second literal. There are many more pairs than single literals, so the best
/// pair is better by chance. The number is a choice.
pub(crate) const LOOKAHEAD_BITS: f64 = 2.0;

/// Whether the share of positives rises; decided on integers, so that no rounding decides the search.
pub(crate) fn rises(before: Counts, after: Counts) -> bool {
    let wide = |a: u64, b: u64| u128::from(a) * u128::from(b);
    wide(after.pos, before.pos + before.neg) > wide(before.pos, after.pos + after.neg)
}

/// Information gain: the positives kept, times the bits each of them saves.
pub(crate) fn gain(before: Counts, after: Counts) -> f64 {
    gain_of(before, after, after.pos)
}

/// Information gain where `kept` of the positives that were there are still covered.
pub(crate) fn gain_of(before: Counts, after: Counts, kept: u64) -> f64 {
    if after.pos == 0 || before.pos == 0 {
        return 0.0;
    }
    let bits = |counts: Counts| (counts.pos as f64 / (counts.pos + counts.neg) as f64).log2();
    kept as f64 * (bits(after) - bits(before))
}

/// The gain of a refinement that keeps `pos` positives and no negative.
pub(crate) fn best_gain(before: Counts, pos: u64) -> f64 {
    gain(before, Counts { pos, neg: 0 })
}

/// The score of a finished clause: bits saved on the positives it covers, less its size.
pub(crate) fn clause_score(start: Counts, covered: u64, clause: &Clause) -> f64 {
    let bits = if start.neg == 0 { 1.0 } else { ((start.pos + start.neg) as f64 / start.pos as f64).log2() };
    covered as f64 * bits - clause.size() as f64 - 0.5 * clause.n_new_in_all() as f64
}

/// Equal but for rounding.
pub(crate) fn rounded(score: f64) -> i64 {
    (score * 1e9).round() as i64
}

/// Logarithms of counts, looked up where they are small: no logarithm is computed in the loop over cuts.
#[derive(Debug, Clone)]
pub(crate) struct Logarithms {
    table: Vec<f64>,
}

impl Logarithms {
    /// Logarithms for counts up to `most`; greater ones than the table has room for are computed.
    pub(crate) fn new(most: usize) -> Self {
        Self { table: (0..=most.min(1 << 16) + 1).map(|count| (count as f64).log2()).collect() }
    }

    fn log2(&self, count: u64) -> f64 {
        self.table.get(count as usize).copied().unwrap_or_else(|| (count as f64).log2())
    }

    /// The logarithm of the share of positives.
    pub(crate) fn precision(&self, counts: Counts) -> f64 {
        self.log2(counts.pos) - self.log2(counts.pos + counts.neg)
    }
}
