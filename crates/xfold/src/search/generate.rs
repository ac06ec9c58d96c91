//! The generate part: rules that let every positive example have a stable model.
//!
//! A target is learned by FOLD over all worlds, with two additions. Other targets that exclude it are offered as
//! negated literals (`red(X) :- not green(X), not blue(X).`), and its exception may read the target itself on other
//! arguments (`-g(X) :- conflict(X,Y), g(Y).`). A target that is one way in one example and another way in the next may
//! be a free choice; whether it is one is decided by bits.

use super::{
    Clause, Examples, Search, Theory, candidates::Scope, fold::Covering, refine::Node,
    score::length::log2_choose, trace::Event,
};
use crate::tuning::Heuristic;
use crate::worlds::{BodyMode, Slot};
use xfold_store::{Arg, Counts, PredicateId, Step, Tally, Unit};

/// How near to the least value possible a correlation must be to count as exclusion.
const NEAR: f64 = 0.8;

impl Search<'_> {
    /// Learns one target of the generate part. `learned` are the theories of the targets before it. Returns the ways to
    /// explain its labels, the one that seems cheapest first; how cheap they are, the constraints will tell.
    pub(super) fn generate(
        &self,
        scope: &Scope,
        examples: &Examples,
        learned: &[Theory],
    ) -> Vec<Vec<Clause>> {
        let features = if self.has(Heuristic::Features) { self.features(examples) } else { Vec::new() };
        let circular = self.circular(learned);
        let scope_with = |features| scope.for_generate(features, circular.clone(), self.target.contingent);
        let with_features = scope_with(features.clone());
        if !self.target.contingent {
            return vec![self.fold_and_prune(&with_features, examples)];
        }
        let mut ways = self.choice_or_definition(&with_features, examples);
        if self.is_stopped() {
            return ways;
        }
        let plain = scope_with(Vec::new());
        // What is much longer will not win.
        let most = 3 * ways[0].iter().map(Clause::size).sum::<usize>() + 10;
        if self.has(Heuristic::WithoutFeatures) && !features.is_empty() {
            self.tell(|| Event::Again { how: "without the negations of other targets" });
            let Covering { clauses, left, .. } = self.fold(&plain, examples, 0, most);
            if left.is_empty() {
                ways.push(self.prune_theory(clauses, examples));
            }
        }
        if self.has(Heuristic::DefaultBut) {
            ways.extend(self.default_but(&plain, examples, most));
        }
        let one_with_exceptions = |way: &Vec<Clause>| match &way[..] {
            [clause] if clause.exceptions.len() > 1 => Some(clause.clone()),
            _ => None,
        };
        let with_exceptions: Vec<Clause> = ways.iter().filter_map(one_with_exceptions).collect();
        for clause in with_exceptions.into_iter().filter(|_| self.has(Heuristic::Analogy)) {
            let alike = self.by_analogy(&clause, examples).into_iter();
            ways.extend(alike.map(|clause| self.prune_theory(vec![clause], examples)));
        }
        let mut seen: Vec<Vec<Clause>> = Vec::new();
        ways.retain(|way| {
            !seen.contains(way) && {
                seen.push(way.clone());
                true
            }
        });
        ways
    }

    /// Choice or definition? The binomial says which positives are chosen; a real definition is cheaper. One that is much
    /// longer is not looked for to its end.
    fn choice_or_definition(&self, scope: &Scope, examples: &Examples) -> Vec<Vec<Clause>> {
        let choice = self.choice(scope, examples);
        self.finished.borrow_mut().push(choice.clone());
        let covered = self.covered(&choice.default_part(), &examples.all(), false);
        let counts = self.count(&examples.within(&covered));
        let beta = (2.0 + scope.singles(&Clause::empty(&self.head()), self.bias).len() as f64).log2();
        let literals = choice.body.len() as f64;
        let choosing = beta * (literals + 4.0) + log2_choose(counts.pos + counts.neg, counts.pos);
        let most = 2 * (choosing / beta) as usize + 10;
        let Covering { clauses, left, .. } = self.fold(scope, examples, 0, most);
        let is_defined = counts.neg == 0;
        if !left.is_empty() {
            return if is_defined {
                vec![vec![choice.default_part()], vec![choice]]
            } else {
                vec![vec![choice]]
            };
        }
        let definition =
            if self.has(Heuristic::Prune) { self.prune_theory(clauses, examples) } else { clauses };
        if matches!(&definition[..], [clause] if clause.choice) {
            return vec![definition];
        }
        if is_defined {
            // The default is a definition, as far as labels go; negative examples may still ask for a choice.
            let size: usize = definition.iter().map(Clause::size).sum();
            let default = vec![choice.default_part()];
            return match default[0].size() < size {
                true => vec![default, definition, vec![choice]],
                false => vec![definition, default, vec![choice]],
            };
        }
        let total = self.count(examples);
        // A clause that is itself a choice says nothing of which instances are chosen.
        let open = definition.iter().filter(|clause| clause.choice).count() as f64;
        let defining = beta * definition.iter().map(Clause::size).sum::<usize>() as f64
            + open * log2_choose(total.pos + total.neg, total.pos);
        self.tell(|| Event::Choice { clause: choice.clone(), choosing, definition: defining });
        // A list of what is one way in one world and another way in the next explains nothing.
        match choosing < defining || definition.iter().any(Clause::lists) {
            true => vec![vec![choice], definition],
            false => vec![definition, vec![choice]],
        }
    }

    /// The longest default that keeps every positive, with exceptions for all its negatives.
    fn default_but(&self, scope: &Scope, examples: &Examples, most: usize) -> Option<Vec<Clause>> {
        let node = self.longest_default(scope, examples);
        if node.counts.neg == 0 {
            return None;
        }
        self.tell(|| Event::Again { how: "as the longest default that keeps every positive" });
        let clause = self.complete(&node, scope, examples, 0, most)?;
        Some(self.prune_theory(vec![clause], examples))
    }

    /// A free choice among the instances of the longest default that keeps every positive.
    fn choice(&self, scope: &Scope, examples: &Examples) -> Clause {
        self.longest_default(scope, examples).clause.chosen()
    }

    fn longest_default(&self, scope: &Scope, examples: &Examples) -> Node {
        let mut node = self.root(examples);
        while node.counts.neg > 0 {
            let Some(next) = self.refine_keeping(&node, scope, examples, true) else { break };
            node = next;
        }
        node
    }

    /// The same, from the background alone.
    pub(super) fn plain_choice(&self, scope: &Scope, examples: &Examples) -> Clause {
        let targets: Vec<PredicateId> = self.bias.targets.iter().map(|target| target.predicate).collect();
        self.choice(&scope.without(&targets).without_recursion(), examples)
    }

    /// Other targets that are false where this one is true, and the reverse: `not q` joins the candidates. How low a
    /// correlation can be depends on the counts, so it is compared with the least value they allow.
    fn features(&self, examples: &Examples) -> Vec<BodyMode> {
        let total = self.count(examples);
        let root = self.root(examples);
        let mut features: Vec<BodyMode> = Vec::new();
        for other in self.bias.targets.iter().filter(|other| other.predicate != self.target.predicate) {
            for args in self.on_head_variables(&other.types) {
                let step = Step::Holds(other.predicate, args);
                let tally = self.engine.count(&root.cover, &[Unit::one(step)]).pop();
                let Some(Tally::Plain(both)) = tally else { continue };
                let (correlation, least) = (correlation(total, both), least_correlation(total, both));
                let excludes = correlation < 0.0 && correlation <= NEAR * least;
                self.tell(|| Event::Feature { other: other.predicate, correlation, least, excludes });
                let slots = other.types.iter().map(|&of_type| Slot::Variable(of_type)).collect();
                let mode = BodyMode::Literal { predicate: other.predicate, slots, negated: true };
                if excludes && !features.contains(&mode) && !self.bias.body.contains(&mode) {
                    features.push(mode);
                }
            }
        }
        features
    }

    /// All ways to fill places of these types with different head variables.
    fn on_head_variables(&self, types: &[usize]) -> Vec<Vec<Arg>> {
        let mut filled: Vec<Vec<Arg>> = vec![Vec::new()];
        for of_type in types {
            let fits = |variable: &usize| self.target.types[*variable] == *of_type;
            filled = filled
                .into_iter()
                .flat_map(|args| {
                    let free = (0..self.target.types.len()).filter(fits).map(Arg::Variable);
                    let free: Vec<Arg> = free.filter(|arg| !args.contains(arg)).collect();
                    free.into_iter().map(move |arg| args.iter().copied().chain([arg]).collect::<Vec<Arg>>())
                })
                .collect();
        }
        filled
    }

    /// The targets that depend positively on this one by what was learned: reading them would be a circle.
    fn circular(&self, learned: &[Theory]) -> Vec<PredicateId> {
        let reads = |theory: &Theory, predicate| theory.clauses.iter().any(|clause| clause.reads(predicate));
        let mut circular = vec![self.target.predicate];
        loop {
            let before = circular.len();
            for theory in learned {
                let predicate = self.bias.targets[theory.target].predicate;
                if !circular.contains(&predicate) && circular.iter().any(|&read| reads(theory, read)) {
                    circular.push(predicate);
                }
            }
            if circular.len() == before {
                break;
            }
        }
        // Its own recursion is counted by derivation.
        circular.remove(0);
        circular
    }
}

/// The correlation of Matthews between the label and "the other target holds"; `both` counts where it holds.
fn correlation(total: Counts, both: Counts) -> f64 {
    let (tp, fp) = (both.pos as f64, both.neg as f64);
    let (fnn, tn) = (total.pos as f64 - tp, total.neg as f64 - fp);
    let product = (tp + fp) * (tp + fnn) * (tn + fp) * (tn + fnn);
    if product == 0.0 { 0.0 } else { (tp * tn - fp * fnn) / product.sqrt() }
}

/// The least correlation that these margins allow: as few positives as possible where the other target holds.
fn least_correlation(total: Counts, both: Counts) -> f64 {
    let holds = both.pos + both.neg;
    let pos = holds.saturating_sub(total.neg);
    correlation(total, Counts { pos, neg: holds - pos })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exclusion_is_as_low_as_the_counts_allow() {
        let total = Counts { pos: 3, neg: 5 };
        let never_together = Counts { pos: 0, neg: 3 };
        assert_eq!(correlation(total, never_together), least_correlation(total, never_together));
        assert!(correlation(total, never_together) > -0.7);
        assert!(correlation(total, Counts { pos: 3, neg: 0 }) > 0.99);
    }
}
