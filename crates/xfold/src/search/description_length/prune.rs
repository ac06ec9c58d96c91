//! PRUNE: drops what does not pay. Part of [learning by description length](super).

use super::{DefaultRule, EQUAL, Others, Part, RuleLanguage, Scheme, size_of_theory};
use rustc_hash::FxHashMap;

/// A theory with one thing less.
struct Shortened {
    cost: f64,
    errors: u64,
    /// The place of the changed rule.
    place: usize,
    /// The shorter rule that takes the place, by number. None: the rule is dropped.
    shorter: Option<usize>,
}

/// The cost of theories on the same examples. Many of them have equally many errors.
struct Costs<F: Fn(u64) -> f64> {
    of_errors: F,
    known: FxHashMap<u64, f64>,
}

impl<F: Fn(u64) -> f64> Costs<F> {
    fn errors(&mut self, errors: u64) -> f64 {
        *self.known.entry(errors).or_insert_with(|| (self.of_errors)(errors))
    }
}

impl<L: RuleLanguage> Scheme<'_, L> {
    /// PRUNE: of all theories with one rule, exception or test less, takes the cheapest, as long as it costs no more.
    pub(super) fn prune(&self, mut theory: Vec<Part<L>>, examples: &L::Examples) -> Vec<Part<L>> {
        let total = self.language.count(examples);
        let mut costs = Costs {
            of_errors: |errors| self.length.cost(total.pos + total.neg, errors, 0),
            known: FxHashMap::default(),
        };
        // The shorter forms of each rule.
        let mut shorter: Vec<Vec<Part<L>>> = theory.iter().map(|part| self.language.shorter(part)).collect();
        let mut errors = self.errors(&theory, examples);
        while !self.language.is_stopped() {
            let Some(best) = self.cheapest_shortened(&theory, &shorter, examples, &mut costs) else { break };
            if best.cost > costs.errors(errors) + self.length.of_size(size_of_theory(&theory)) + EQUAL {
                break;
            }
            errors = best.errors;
            match best.shorter {
                Some(number) => {
                    theory[best.place] = self.part(shorter[best.place].swap_remove(number).rule);
                    shorter[best.place] = self.language.shorter(&theory[best.place]);
                }
                None => {
                    theory.remove(best.place);
                    shorter.remove(best.place);
                }
            }
        }
        theory
    }

    /// The cheapest theory with one thing less. None if there is no rule, or if the search was stopped.
    fn cheapest_shortened<F: Fn(u64) -> f64>(
        &self,
        theory: &[Part<L>],
        shorter: &[Vec<Part<L>>],
        examples: &L::Examples,
        costs: &mut Costs<F>,
    ) -> Option<Shortened> {
        let size = size_of_theory(theory);
        let mut best: Option<Shortened> = None;
        for (place, (part, shorter)) in theory.iter().zip(shorter).enumerate() {
            if self.language.is_stopped() {
                return None;
            }
            let others = Others::new(theory, place, examples);
            let size_of_others = size - part.rule.size();
            for number in std::iter::once(None).chain((0..shorter.len()).map(Some)) {
                let variant = number.map(|number| &shorter[number]);
                let errors = self.language.errors(&others, variant);
                let size = size_of_others + variant.map_or(0, |variant| variant.rule.size());
                let cost = costs.errors(errors) + self.length.of_size(size);
                if best.as_ref().is_none_or(|best| cost < best.cost - EQUAL) {
                    best = Some(Shortened { cost, errors, place, shorter: number });
                }
            }
        }
        best
    }
}
