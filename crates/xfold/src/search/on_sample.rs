//! Large tasks with wrong labels: a theory is begun on a sample of the examples. All examples decide what is kept of it, how
//! each of its rules is grown anew, and what is learned beside them. It belongs to the search, the third station of the path
//! task → worlds → search → rules → check.
//!
//! Where there are many examples, many literals have gain that are only near the cause, and rules with long exceptions pay
//! before the cause is found: a theory of hundreds of literals, most of which are dropped in the end. A sample is small
//! enough for chains of literals to be tried beside single ones, and too small for such rules to pay.

use super::{Examples, Search, candidates::Scope, clause::Clause, trace::Event};
use crate::{tuning::Heuristic, worlds::Target};
use std::sync::Arc;
use xfold_store::InstanceSet;

/// A sample is taken from more instances than this. On fewer of them, all are taken from the beginning.
const MANY: usize = 10_000;
/// About so many instances are in a sample: with what rounding adds, few enough for chains of literals to be tried.
const SAMPLE: usize = 900;

impl Search<'_> {
    /// The cheapest theory for a sample of the examples; `None` if there are few, or if rules may be recursive: what these
    /// derive depends on instances that are not in the sample.
    pub(super) fn begun_on_sample(&self, scope: &Scope, examples: &Examples) -> Option<Vec<Clause>> {
        let all = examples.all();
        if all.len() <= MANY || scope.may_recur() || examples.swapped || !self.has(Heuristic::TolerantSample)
        {
            return None;
        }
        let instances = self.instances().some(&self.evenly(&examples.pos).or(&self.evenly(&examples.neg)));
        let given = InstanceSet::empty(instances.len());
        let target = Target { instances: Arc::new(instances), given, ..self.target.clone() };
        let search = Search::new(self.engine, self.bias, &target, self.settings, self.limits, self.trace);
        let labelled = |positive| target.instances.labelled(positive);
        let sample = Examples { pos: labelled(true), neg: labelled(false), swapped: false };
        self.tell(|| Event::Sample { total: search.count(&sample) });
        let ((_, clauses), events) = search.aside(|| search.cheapest(scope, &sample));
        events.into_iter().for_each(|event| self.tell(|| event));
        self.tell(|| Event::Begun { clauses: clauses.clone() });
        self.n_candidates.set(self.n_candidates.get() + search.n_candidates.get());
        self.cut_by.borrow_mut().append(&mut search.cut_by.borrow_mut());
        Some(clauses)
    }

    /// About one instance in so many that a sample of all would have its size, evenly taken. Those of one example stay
    /// together.
    fn evenly(&self, set: &InstanceSet) -> InstanceSet {
        let stride = (self.instances().len() / SAMPLE).max(1);
        let mut sample = InstanceSet::empty(self.instances().len());
        let (mut n_examples, mut last) = (0, None);
        for instance in set.iter() {
            let example = self.instances().example(instance);
            if last != Some(example) {
                last = Some(example);
                n_examples += 1;
            }
            if (n_examples - 1usize).is_multiple_of(stride) {
                sample.insert(instance);
            }
        }
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{
        fixture::{shown, with_search},
        tolerant::MOST_FOR_CHAINS,
    };
    use std::fmt::Write;

    /// Every third of 12,000 persons is glad, but for one label in 23; and so are eight who own a boat, too few for
    /// the sample.
    fn glad() -> String {
        let (mut facts, mut glad) = (String::new(), Vec::new());
        for person in 0..12_000 {
            let (sings, sails) = (person % 3 == 0, person % 1_500 == 7);
            write!(facts, "person({person}). ").expect("a text grows");
            if sings {
                write!(facts, "sings({person}). ").expect("a text grows");
            }
            if sails {
                write!(facts, "boat({person}). ").expect("a text grows");
            }
            if sails || sings != (person % 23 == 5) {
                glad.push(format!("glad({person})"));
            }
        }
        format!(
            "{facts} #modeh(glad(var(person))). #modeb(sings(var(person))). #modeb(boat(var(person))).
             #pos({{{}}}, {{}}).",
            glad.join(",")
        )
    }

    #[test]
    fn what_the_sample_does_not_show_is_learned_from_all_examples() {
        with_search(&glad(), |search, scope, examples| {
            let begun = search.begun_on_sample(scope, examples).expect("there are many examples");
            let text = |clauses: &[Clause]| -> Vec<String> {
                clauses.iter().map(|clause| shown(clause, search.bias)).collect()
            };
            assert_eq!(text(&begun), ["sings(A)"]);
            assert_eq!(text(&search.fold_tolerant(scope, examples)), ["sings(A)", "boat(A)"]);
        });
    }

    #[test]
    fn few_examples_are_all_taken_from_the_beginning() {
        with_search(&glad(), |search, scope, examples| {
            let sample = search.evenly(&examples.pos).len() + search.evenly(&examples.neg).len();
            assert!((SAMPLE..=MOST_FOR_CHAINS).contains(&sample), "{sample}");
            let some = examples.within(&InstanceSet::from_fn(12_000, |instance| instance < MANY));
            assert_eq!(some.all().len(), MANY);
            assert!(search.begun_on_sample(scope, &some).is_none());
            assert!(search.begun_on_sample(scope, &examples.clone().swap()).is_none());
        });
    }
}
