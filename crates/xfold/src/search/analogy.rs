//! Analogy: exceptions alike. Where one exception is `quarrels(X,Y), comes(Y)`, another is more likely
//! `competes(X,Y), comes(Y)` than something odd that happens to fit. So the exceptions of a default are also explained
//! by one pattern with different predicates, as far as that goes.

use super::{Clause, Examples, Search};
use crate::worlds::{BodyMode, Slot, TypeId};
use xfold_store::{Arg, PredicateId, Step};

impl Search<'_> {
    /// For each exception of a default, the default with exceptions like that one, others only where these fail.
    pub(super) fn by_analogy(&self, clause: &Clause, examples: &Examples) -> Vec<Clause> {
        let covered = self.covered(&clause.default_part(), &examples.all(), false);
        let swapped = examples.within(&covered).swap();
        let models = clause.exceptions.iter().filter(|exception| exception.exceptions.is_empty());
        let mut found: Vec<Clause> = Vec::new();
        for model in models {
            let alike = self.analogues(model).into_iter();
            let mut left = swapped.pos.clone();
            let mut chosen: Vec<Clause> = Vec::new();
            let mut offered: Vec<Clause> = alike
                .filter(|other| self.covered(other, &swapped.neg, true).is_empty())
                .chain(clause.exceptions.iter().cloned())
                .collect();
            // Those like the model come first, and of these the ones that explain most.
            offered.sort_by_cached_key(|other| {
                let n_explained = self.covered(other, &swapped.pos, true).len();
                (clause.exceptions.contains(other) && other != model, std::cmp::Reverse(n_explained))
            });
            for other in offered {
                let explained = self.covered(&other, &left, true);
                if !explained.is_empty() {
                    left = left.minus(&explained);
                    chosen.push(other);
                }
            }
            let with_analogues = clause.except(chosen);
            if left.is_empty() && !found.contains(&with_analogues) {
                found.push(with_analogues);
            }
        }
        found
    }

    /// A clause with one of its predicates exchanged for others of the same types, the clause itself included.
    fn analogues(&self, clause: &Clause) -> Vec<Clause> {
        let mut analogues = vec![clause.clone()];
        for (place, step) in clause.body.iter().enumerate() {
            let Step::Holds(predicate, args) = step else { continue };
            for other in self.same_types(*predicate) {
                let mut analogue = clause.clone();
                analogue.body[place] = Step::Holds(other, args.clone());
                let reads_itself = other == self.target.predicate && args.iter().eq(&head(clause));
                if !reads_itself && !analogues.contains(&analogue) {
                    analogues.push(analogue);
                }
            }
        }
        analogues
    }

    fn same_types(&self, predicate: PredicateId) -> Vec<PredicateId> {
        let types = |mode: &BodyMode| match mode {
            BodyMode::Literal { predicate, slots, negated: false } => {
                let types = slots.iter().map(|slot| match slot {
                    Slot::Variable(of_type) => Some(*of_type),
                    _ => None,
                });
                Some((*predicate, types.collect::<Option<Vec<TypeId>>>()?))
            }
            _ => None,
        };
        let modes: Vec<(PredicateId, Vec<TypeId>)> = self.bias.body.iter().filter_map(types).collect();
        let own = modes.iter().find(|(known, _)| *known == predicate).map(|(_, types)| types);
        let others = modes.iter().filter(|(known, types)| *known != predicate && Some(types) == own);
        others.map(|(known, _)| *known).collect()
    }
}

/// The arguments of a clause's head.
fn head(clause: &Clause) -> Vec<Arg> {
    (0..clause.n_head).map(Arg::Variable).collect()
}
