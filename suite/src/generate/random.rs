//! A small generator of random numbers (SplitMix64): the same seed gives the same task on every machine.

/// The state of the generator.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator that starts from a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`; zero if `bound` is zero.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_bits()) * bound as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True with the given probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        const TWO_TO_53: f64 = 9_007_199_254_740_992.0;
        ((self.next_bits() >> 11) as f64) < probability * TWO_TO_53
    }

    /// One of the choices.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Puts the items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// `count` different numbers below `bound` other than `without`, in rising order; fewer if there are not enough.
    pub fn some_of(&mut self, count: usize, bound: usize, without: usize) -> Vec<usize> {
        let mut rest: Vec<usize> = (0..bound).filter(|&number| number != without).collect();
        self.shuffle(&mut rest);
        rest.truncate(count);
        rest.sort_unstable();
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let first = [random.next_bits(), random.next_bits(), random.next_bits()];
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn bounds_hold_and_are_reached() {
        let mut random = Random::new(7);
        let drawn: Vec<usize> = (0..1000).map(|_| random.between(3, 6)).collect();
        assert_eq!(drawn.iter().min(), Some(&3));
        assert_eq!(drawn.iter().max(), Some(&6));
        assert_eq!(random.below(0), 0);
        let heads = (0..10_000).filter(|_| random.chance(0.3)).count();
        assert!((2_800..3_200).contains(&heads), "{heads}");
        assert_eq!(random.some_of(9, 5, 2), [0, 1, 3, 4]);
    }
}
