//! Short constraints: all bodies of one literal and of two that no good world satisfies, and the best of them.

use super::super::{
    Clause, Search, VariableType,
    candidates::{Candidate, Scope},
    refine::Node,
    score::gain::rounded,
};
use xfold_store::{Counts, Engine, Step, Tally, Unit};

/// A body that was counted.
struct Body {
    steps: Vec<Step>,
    new: Vec<VariableType>,
    counts: Counts,
}

/// The best body so far, with what it is compared by.
type Best = Option<((i64, i64, i64, i64), Clause)>;

impl<E: Engine> Search<'_, E> {
    /// The best clause of one or two literals more that covers no negative and is not refused: bad worlds explained,
    /// in bits, less literals.
    pub(super) fn shortest(
        &self,
        node: &Node<E>,
        scope: &Scope,
        refused: &dyn Fn(&Clause) -> bool,
    ) -> Option<Clause> {
        if node.counts.pos == 0 {
            return None;
        }
        let bits = ((node.counts.pos + node.counts.neg) as f64 / node.counts.pos as f64).log2();
        let mut best: Best = None;
        let consider = |best: &mut Best, body: &Body| {
            let n_literals = body.steps.len() as i64;
            let n_negated = body.steps.iter().filter(|step| matches!(step, Step::Fails(..))).count() as i64;
            let worth = rounded(body.counts.pos as f64 * bits - n_literals as f64);
            let key = (worth, -n_literals, -(body.new.len() as i64), -n_negated);
            if body.counts.neg == 0
                && body.counts.pos > 0
                && best.as_ref().is_none_or(|(known, _)| key > *known)
            {
                let clause = node.clause.plus(&body.steps, &body.new);
                if !refused(&clause) {
                    *best = Some((key, clause));
                }
            }
        };
        let ones = self.bodies(node, scope.singles(&node.clause, self.bias));
        ones.iter().for_each(|body| consider(&mut best, body));
        let mut pairs = Vec::new();
        for one in ones.iter().filter(|one| one.counts.pos > 0 && one.counts.neg > 0) {
            let at_most = rounded(one.counts.pos as f64 * bits - 2.0);
            if best.as_ref().is_some_and(|((worth, ..), _)| at_most <= *worth) {
                continue;
            }
            let longer = node.clause.plus(&one.steps, &one.new);
            let seconds = match one.new.is_empty() {
                true => scope.singles(&longer, self.bias),
                false => scope.about(&longer, self.bias, node.clause.variables.len()..longer.variables.len()),
            };
            let join = |second: Candidate| Candidate {
                unit: Unit {
                    steps: one.steps.iter().chain(&second.unit.steps).cloned().collect(),
                    cut: second.unit.cut,
                },
                new: one.new.clone(),
            };
            pairs.extend(seconds.into_iter().filter(|second| second.new.is_empty()).map(join));
        }
        self.bodies(node, pairs).iter().for_each(|body| consider(&mut best, body));
        best.map(|(_, clause)| clause)
    }

    fn bodies(&self, node: &Node<E>, candidates: Vec<Candidate>) -> Vec<Body> {
        let units: Vec<Unit> = candidates.iter().map(|candidate| candidate.unit.clone()).collect();
        self.n_candidates.set(self.n_candidates.get() + units.len() as u64);
        let tallies = self.engine.count(&node.cover, &units);
        let mut bodies = Vec::new();
        for (candidate, tally) in candidates.into_iter().zip(tallies) {
            let Candidate { unit, new } = candidate;
            match (tally, unit.cut) {
                (Tally::Plain(counts), _) => bodies.push(Body { steps: unit.steps, new, counts }),
                (Tally::Cuts(cuts), Some(variable)) => {
                    bodies.extend(cuts.into_iter().map(|(cut, counts)| {
                        let threshold = Step::Threshold(variable, cut);
                        let steps = unit.steps.iter().cloned().chain([threshold]).collect();
                        Body { steps, new: new.clone(), counts }
                    }))
                }
                _ => {}
            }
        }
        bodies
    }

    /// The clause with every literal that brings variables and has exactly one extension for each binding.
    pub(super) fn with_determinate_literals(&self, node: &Node<E>, scope: &Scope) -> Option<Node<E>> {
        let mut longer = node.clone();
        for opener in scope.openers(&node.clause, self.bias) {
            let [Step::Holds(predicate, _)] = &opener.unit.steps[..] else { continue };
            let is_target = self.bias.targets.iter().any(|target| target.predicate == *predicate);
            let n_before = longer.clause.variables.len() - node.clause.variables.len();
            let Some(opener) = opener.shifted(node.clause.variables.len(), n_before) else { continue };
            if is_target
                || longer.clause.n_new() + opener.new.len() > self.settings.max_new
                || !self.is_determinate(&longer, &opener)
            {
                continue;
            }
            let cover = self.engine.extend(&longer.cover, &opener.unit.steps[0]).ok()?;
            let clause = longer.clause.plus(&opener.unit.steps, &opener.new);
            longer = Node { counts: self.engine.counts(&cover), clause, cover };
        }
        (longer.clause.body.len() > node.clause.body.len()).then_some(longer)
    }
}
