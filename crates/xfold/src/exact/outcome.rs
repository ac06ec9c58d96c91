//! What comes of an exact search: a hypothesis, its cost, and what is known of cheaper ones.

use serde::Serialize;
use std::fmt;
use xfold_asp::syntax::Rule;
use xfold_solve::LimitReached;

/// What the exact part found.
#[derive(Debug, Clone, Default)]
pub struct Exact {
    /// The rules.
    pub rules: Vec<Rule>,
    /// What they and the examples given up cost.
    pub cost: u64,
    /// The bound on the body with which it was found.
    pub n_body: usize,
    /// What is known of cheaper ones.
    pub claim: Claim,
    /// How many bodies were tested, and how many rules were left to choose from.
    pub n_bodies: usize,
    /// How many rules were left to choose from, the last time.
    pub n_candidates: usize,
    /// How often the solver was asked.
    pub n_calls: usize,
}

impl Exact {
    /// A bound that all its bodies keep.
    pub(super) fn longest_body(&self) -> usize {
        let longest = self.rules.iter().map(|rule| rule.body.len()).max().unwrap_or(0);
        longest.min(self.n_body)
    }
}

/// What is known of cheaper hypotheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// There is none in the declared space.
    Optimal,
    /// There is none with bodies of at most this many literals.
    OptimalWithin(usize),
    /// There may be one: some limit came first.
    #[default]
    Best,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Optimal => f.write_str("optimal"),
            Claim::OptimalWithin(1) => f.write_str("optimal within bodies of one literal"),
            Claim::OptimalWithin(most) => write!(f, "optimal within bodies of {most} literals"),
            Claim::Best => f.write_str("the best found, not proved"),
        }
    }
}

/// A hypothesis of the space that the exact part did not find itself. The search then looks for cheaper ones only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rival {
    /// What its rules and the examples it gives up cost.
    pub cost: u64,
    /// The literals of its longest body.
    pub n_body: usize,
}

/// What came of an exact search.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// The best hypothesis found.
    pub best: Option<Exact>,
    /// The longest bodies of which every choice was looked at.
    pub searched: Option<usize>,
    /// Positive examples, by number, that no hypothesis of the space satisfies.
    pub impossible: Vec<usize>,
    /// What came first, if the search did not end by itself.
    pub stopped: Option<LimitReached>,
    /// Parts of the space were left out since they are too large.
    pub is_cut: bool,
    /// No hypothesis of the space costs less, within the bound on bodies that is usual or was given; the largest number
    /// if there is none at all.
    pub lower: u64,
    /// Longer bodies cannot give anything cheaper.
    pub(super) claim_is_final: bool,
    /// The hypothesis from elsewhere that a better one was looked for.
    pub rival: Option<Rival>,
}

impl Outcome {
    /// Nothing was found before a limit.
    pub(crate) fn stopped(limit: LimitReached) -> Self {
        Self { stopped: Some(limit), ..Self::default() }
    }

    /// What is known of hypotheses cheaper than the rival, if none was found.
    pub fn claim_of_rival(&self) -> Claim {
        match (self.rival, self.searched) {
            (Some(_), Some(_)) if self.claim_is_final => Claim::Optimal,
            (Some(rival), Some(searched)) if searched >= rival.n_body => Claim::OptimalWithin(searched),
            _ => Claim::Best,
        }
    }
}
