//! Description length: what a theory and its errors cost in bits (tolerant mode, specification, section 9).

use super::super::clause::Clause;

/// What is paid for literals and errors in one fit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Length {
    beta: f64,
}

impl Length {
    /// The code for a task with `n_examples` labelled examples and `n_units` units offered to the empty clause.
    pub(crate) fn new(n_examples: u64, n_units: usize, brevity: f64) -> Self {
        Self { beta: brevity * ((1.0 + n_examples as f64).log2() + (2.0 + n_units as f64).log2()) / 2.0 }
    }

    /// The cost of a theory of some size with some errors among `n` examples.
    pub(crate) fn cost(self, n: u64, errors: u64, size: usize) -> f64 {
        error_bits(n, errors) + (1.0 + n as f64).log2() + self.beta * size as f64
    }
}

/// The size of a theory.
pub(crate) fn theory_size(clauses: &[Clause]) -> usize {
    clauses.iter().map(Clause::size).sum()
}

/// Bits to say which of `n` examples are errors; rises with their number throughout.
fn error_bits(n: u64, errors: u64) -> f64 {
    if 2 * errors <= n {
        log2_choose(n, errors)
    } else {
        2.0 * log2_choose(n, n / 2) - log2_choose(n, n.saturating_sub(errors))
    }
}

/// Bits to say which `k` of `n` things are meant.
pub(crate) fn log2_choose(n: u64, k: u64) -> f64 {
    if k > n { 0.0 } else { log2_factorial(n) - log2_factorial(k) - log2_factorial(n - k) }
}

fn log2_factorial(n: u64) -> f64 {
    if n < 32 {
        return (2..=n).map(|k| (k as f64).log2()).sum();
    }
    // Stirling's series, exact to the last digits from here on.
    let x = n as f64;
    let ln = x * x.ln() - x + 0.5 * (std::f64::consts::TAU * x).ln() + 1.0 / (12.0 * x)
        - 1.0 / (360.0 * x.powi(3))
        + 1.0 / (1260.0 * x.powi(5));
    ln / std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choosing_agrees_with_counting() {
        for (n, k, count) in [(5, 2, 10.0f64), (40, 3, 9880.0), (100, 2, 4950.0)] {
            assert!((log2_choose(n, k) - count.log2()).abs() < 1e-9, "{n} over {k}");
        }
    }

    #[test]
    fn more_errors_cost_more() {
        for n in [1, 7, 64, 1000] {
            let costs: Vec<f64> = (0..=n).map(|errors| error_bits(n, errors)).collect();
            assert!(costs.windows(2).all(|pair| pair[0] <= pair[1] + 1e-9), "{n}");
        }
    }
}
