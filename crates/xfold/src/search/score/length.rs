//! Description length: what a theory and its errors cost in bits. [Learning by description
//! length](super::super::description_length) keeps the cheapest theory.

/// How much faster than the bits the price of a literal rises in tables: the more tests there are to choose from, the more
/// literals pay by chance. The number, like the discount, is a choice and not derived.
const STEEPNESS: f64 = 1.125;
/// What the price is then lowered by, so that small tables, of up to 6.4 bits for a literal, stay as they are.
const DISCOUNT: f64 = 0.8;

/// The prices of literals and errors in one fit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Length {
    /// The price of a literal, in bits.
    beta: f64,
    /// What a count of one stands for; less than one where examples have weights with a fraction.
    unit: f64,
}

impl Length {
    /// The code for a task with `n_examples` labelled examples and `n_units` units offered to the empty clause.
    pub(crate) fn new(n_examples: u64, n_units: usize, brevity: f64) -> Self {
        Self { beta: brevity * bits(n_examples as f64, n_units), unit: 1.0 }
    }

    /// The code for a table where a count of one stands for `unit` rows. On all but the smallest tables literals get dearer
    /// a little faster than the bits that name them.
    pub(crate) fn of_table(n_rows: u64, n_tests: usize, brevity: f64, unit: f64) -> Self {
        let bits = bits(n_rows as f64 * unit, n_tests);
        Self { beta: brevity * bits.max(STEEPNESS * bits - DISCOUNT), unit }
    }

    /// The cost of a theory of some size with some errors among `n` examples.
    pub(crate) fn cost(self, n: u64, errors: u64, size: usize) -> f64 {
        let (n, errors) = (n as f64 * self.unit, errors as f64 * self.unit);
        error_bits(n, errors) + (1.0 + n).log2() + self.beta * size as f64
    }

    /// What a size adds to the cost.
    pub(crate) fn of_size(self, size: usize) -> f64 {
        self.beta * size as f64
    }

    /// The size of a theory without errors on `n` examples that has this cost.
    pub(crate) fn size_for(self, n: u64, cost: f64) -> usize {
        ((cost - self.cost(n, 0, 0)) / self.beta).max(0.0) as usize
    }
}

/// The mean of the bits that name an example and of those that name a unit.
fn bits(n_examples: f64, n_units: usize) -> f64 {
    f64::midpoint((1.0 + n_examples).log2(), (2.0 + n_units as f64).log2())
}

/// Bits to say which of `n` examples are errors; rises with their number throughout.
fn error_bits(n: f64, errors: f64) -> f64 {
    if 2.0 * errors <= n {
        log2_choose_real(n, errors)
    } else {
        2.0 * log2_choose_real(n, (n / 2.0).floor()) - log2_choose_real(n, (n - errors).max(0.0))
    }
}

/// Bits to say which `k` of `n` things are meant.
pub(crate) fn log2_choose(n: u64, k: u64) -> f64 {
    if k > n { 0.0 } else { log2_choose_real(n as f64, k as f64) }
}

fn log2_choose_real(n: f64, k: f64) -> f64 {
    log2_factorial(n) - log2_factorial(k) - log2_factorial(n - k)
}

/// The logarithm of the factorial, continued to numbers with a fraction.
fn log2_factorial(n: f64) -> f64 {
    // Stirling's series is exact to the last digits from 32 on; below, the factors up to there are divided away.
    let (mut x, mut factors) = (n.max(0.0), 1.0f64);
    let mut bits = 0.0;
    while x < 32.0 {
        x += 1.0;
        factors *= x;
        if factors > 1e200 {
            bits += factors.log2();
            factors = 1.0;
        }
    }
    let ln = x * x.ln() - x + 0.5 * (std::f64::consts::TAU * x).ln() + 1.0 / (12.0 * x)
        - 1.0 / (360.0 * x.powi(3))
        + 1.0 / (1260.0 * x.powi(5));
    ln / std::f64::consts::LN_2 - bits - factors.log2()
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
    fn a_rule_pays_and_an_exception_for_one_error_does_not() {
        let length = Length::new(10, 4, 0.4);
        let no_rule = length.cost(10, 4, 0);
        let one_rule = length.cost(10, 1, 2);
        let with_exception = length.cost(10, 0, 5);
        assert!(one_rule < no_rule && one_rule < with_exception && with_exception < no_rule);
        assert!((no_rule - one_rule - (210f64.log2() - 10f64.log2() - length.of_size(2))).abs() < 1e-9);
        assert_eq!(length.size_for(10, with_exception + 0.01), 5);
    }

    #[test]
    fn literals_get_dearer_faster_than_bits_in_tables() {
        let times = |n: u64, n_tests: usize| {
            Length::of_table(n, n_tests, 0.4, 1.0).of_size(1) / Length::new(n, n_tests, 0.4).of_size(1)
        };
        assert!((times(4, 4) - 1.0).abs() < 1e-12, "never cheaper");
        assert!(times(1000, 10_000) > 1.03 && times(10_000, 100_000) > times(1000, 10_000));
        let whole = Length::of_table(50, 60, 0.4, 1.0).of_size(1);
        let halves = Length::of_table(100, 60, 0.4, 0.5).of_size(1);
        assert!((whole - halves).abs() < 1e-12, "two halves of a row count as one");
    }

    #[test]
    fn more_errors_cost_more() {
        for n in [1, 7, 64, 1000] {
            let costs: Vec<f64> = (0..=n).map(|errors| error_bits(f64::from(n), f64::from(errors))).collect();
            assert!(costs.windows(2).all(|pair| pair[0] <= pair[1] + 1e-9), "{n}");
        }
    }
}
