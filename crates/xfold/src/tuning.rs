//! Heuristics that can be switched off, to measure what each of them buys: `--tune NAME=off`, `cargo xtask ablate`.
//!
//! It stands beside the settings, before the path task → worlds → search → rules → check, and is read at each station. Nothing
//! here changes what an answer means: every program is checked, whatever it was found with.

use crate::codes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xfold_asp::diagnostic::Diagnostic;

/// A row of the table of heuristics.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// What `--tune` calls it.
    pub name: &'static str,
    /// The part of the learner that it belongs to.
    pub part: &'static str,
    /// What it does.
    pub what: &'static str,
    /// What is lost without it, by `cargo xtask ablate`.
    pub buys: &'static str,
}

macro_rules! heuristics {
    ($($variant:ident, $part:literal, $name:literal, $what:literal, $buys:literal;)*) => {
        /// A heuristic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Heuristic { $(#[doc = $what] $variant,)* }

        /// All heuristics, in the order of their numbers.
        pub const HEURISTICS: &[Entry] = &[$(Entry { name: $name, part: $part, what: $what, buys: $buys },)*];
    };
}

heuristics! {
    Plain, "fold", "plain", "a theory without exceptions comes first and bounds the others", "two fifths of the time on Popper's folders";
    Suspicion, "fold", "suspicion", "covering ends where the theory is longer than a list of wrong labels would be", "an answer for noisy-wn18rr1 within a minute";
    Hopeless, "fold", "hopeless", "a bounded search ends after clauses that explain too little for their size", "two fifths of the time on Popper's folders";
    Beam, "fold", "beam", "a theory of several clauses is searched again with several clauses side by side", "1 of 96 generated tasks";
    GroundUp, "fold", "ground-up", "recursive clauses, of one target or of several, that explain something by what is derived so far", "7 tasks of the suite: connected, even_and_odd, even_succ, reverse_generation, same_generation (twice), turns";
    Wider, "fold", "wider", "a long theory is searched again with more variables and chains of literals, without exceptions", "1 of 96 generated tasks; 7 literals of trains3";
    EverythingBut, "fold", "everything-but", "where most instances are positive: everything but exceptions", "1 of 69 tasks of the suite";
    ErrorsListed, "fold", "errors-listed", "where examples are listed, a tolerant theory with its errors listed may be shorter", "the note that listed examples may be wrong";
    Prefixes, "fold", "prefixes", "exceptions are tried at every prefix of a clause, not only at its end", "15 of 69 tasks of the suite, 18 of 96 generated ones";
    Prune, "fold", "prune", "literals, exceptions and clauses that change nothing are dropped", "4 of 69 tasks of the suite, 7 of 96 generated ones";
    Lookahead, "refine", "lookahead", "two literals are one unit where the first only brings variables", "10 of 69 tasks of the suite, 27 of 96 generated ones";
    Ties, "refine", "ties", "of units of equal gain the one that covers most of all positives", "10 literals of zendo1";
    Sample, "refine", "sample", "many candidates on many examples are first counted on a sample", "a sixth of the time on Popper's folders";
    KeepAll, "generate", "keep-all", "a path of literals that keep every positive", "1 of 174 tasks with several stable models";
    Features, "generate", "features", "other targets that exclude this one are offered as negated literals", "27 of 174 tasks with several stable models";
    WithoutFeatures, "generate", "without-features", "the target is also explained without those negations", "2 of 174 tasks with several stable models";
    DefaultBut, "generate", "default-but", "the longest default that keeps every positive, with exceptions", "6 of 174 tasks with several stable models";
    Analogy, "generate", "analogy", "exceptions alike: one pattern with different predicates", "4 of 174 tasks with several stable models";
    Weigh, "constraints", "weigh", "whole programs with other explanations of a target are compared", "24 of 174 tasks with several stable models";
    Certain, "constraints", "certain", "constraints of two literals against what holds in every bad model", "5 of 174 tasks with several stable models, at the price of 3";
    Close, "constraints", "close", "constraints of up to three literals against the bad model closest to a good one", "6 of 174 tasks with several stable models";
    Grown, "constraints", "grown", "longer constraints, grown against the bad model closest to a good one", "constraints of more than four literals: 1 task of the suite";
    Repair, "constraints", "repair", "a program that fails the check is replaced by a choice from all finished rules", "a program that holds where the first one fails; no task of the collections needs it";
    Revise, "tolerant", "revise", "each rule is grown anew on what the others leave", "0.4 points of accuracy on tables";
    ReviseTwice, "tolerant", "revise-twice", "small tables are revised twice", "0.07 points of accuracy on tables";
    Finish, "tolerant", "finish", "a rule may end with the test that leaves the fewest errors", "a rule in eight on tables, at the same accuracy";
    Handicap, "tolerant", "handicap", "such a rule has to save two literals more", "0.2 points of accuracy on tables";
    TolerantChains, "tolerant", "tolerant-chains", "with noise, chains of literals are another way to begin", "8 of 96 noisy tasks";
    TolerantEverything, "tolerant", "tolerant-everything", "with noise, everything but exceptions is another way to begin", "1 of 96 noisy tasks";
    TolerantSample, "tolerant", "tolerant-sample", "with noise, a theory of many examples is begun on a few of them", "time on tasks of more than 10,000 examples";
    Complemented, "exact", "complemented", "a first solution where what examples do not include is complemented", "the cost of queens8_loops, twice, in ten seconds";
    Closed, "exact", "closed", "a first solution where examples exclude what they do not include", "coloring6 in ten seconds";
    AtOnce, "exact", "at-once", "all short bodies at once, if they are few", "agent_nonopl, twice, in ten seconds";
    ShortFirst, "exact", "short-first", "shorter bodies before longer ones, where bodies are many", "a proof for bodies of two literals in 4 tasks with queens";
    Active, "exact", "active", "many examples are learned from a few at a time", "3 of 101 ILASP and FastLAS tasks in ten seconds";
    Queries, "exact", "queries", "where a task is one of queries, these are enumerated by what they cover", "the optimum of query_of_four of the suite in 10 ms, which else is not proved in a minute";
    Cover, "exact", "cover", "where a task is a set cover, rules are generated for what they cover", "7 to 9 seconds of two FastLAS tasks";
    Labels, "exact", "labels", "labels that are certain are taken for all there is, then confirmed", "caviar_window in 4 seconds, which else has no answer in a minute";
    General, "exact", "general", "special cases of an allowed constraint are left out", "proofs for bodies of all lengths in four to six tasks with queens";
    Lagrange, "exact", "lagrange", "a bound by multipliers drops rules that no optimum has", "distract40 in 8 seconds; distract20 in a fifth of the time";
    Rival, "race", "rival", "the greedy program is what the exact part has to beat", "6 of 101 ILASP and FastLAS tasks in ten seconds";
}

/// Which heuristics are off.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tuning {
    off: u64,
}

impl Tuning {
    /// Whether a heuristic is on.
    pub fn has(self, heuristic: Heuristic) -> bool {
        self.off & (1 << heuristic as u64) == 0
    }

    /// Switches a heuristic `on` or `off` by its name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Diagnostic> {
        let Some(place) = HEURISTICS.iter().position(|entry| entry.name == name) else {
            let message = format!("there is no heuristic `{name}` to tune");
            return Err(Diagnostic::error(codes::SETTINGS, message).help("`xfold help tuning` lists them"));
        };
        match value {
            "on" => self.off &= !(1 << place),
            "off" => self.off |= 1 << place,
            _ => {
                let message = format!("{name} is `{value}`, but must be on or off");
                return Err(Diagnostic::error(codes::SETTINGS, message));
            }
        }
        Ok(())
    }

    fn names_off(self) -> impl Iterator<Item = &'static str> {
        let is_off = move |place: &usize| self.off & (1 << place) != 0;
        (0..HEURISTICS.len()).filter(is_off).map(|place| HEURISTICS[place].name)
    }
}

/// The names of what is off.
impl Serialize for Tuning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names_off())
    }
}

impl<'de> Deserialize<'de> for Tuning {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut tuning = Self::default();
        for name in Vec::<String>::deserialize(deserializer)? {
            tuning.set(&name, "off").map_err(|error| serde::de::Error::custom(error.message))?;
        }
        Ok(tuning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heuristics_are_switched_by_name() {
        let mut tuning = Tuning::default();
        assert!(tuning.has(Heuristic::Beam));
        tuning.set("beam", "off").expect("it is a heuristic");
        assert!(!tuning.has(Heuristic::Beam) && tuning.has(Heuristic::Wider));
        assert_eq!(serde_json::to_string(&tuning).expect("it is a list"), "[\"beam\"]");
        tuning.set("beam", "on").expect("it is a heuristic");
        assert_eq!(tuning, Tuning::default());
        assert!(tuning.set("beams", "off").is_err() && tuning.set("beam", "5").is_err());
    }
}
