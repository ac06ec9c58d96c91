//! Short constraints: all bodies of one literal, of two and, in a chain, of three that no good world satisfies, and the
//! best of them.

use super::{
    Clause, Search, VariableType,
    candidates::{Candidate, Scope},
    refine::Node,
    score::gain::rounded,
};
use xfold_store::{Counts, Step, Tally, Unit};

/// The most bodies of one length that are counted.
const MOST_BODIES: usize = 20_000;

/// A body that was counted.
struct Body {
    steps: Vec<Step>,
    new: Vec<VariableType>,
    /// How many of the new variables the last literal brings.
    n_last: usize,
    counts: Counts,
}

/// The best body so far, with what it is compared by.
type Best = Option<((i64, i64, i64, i64), Clause)>;

impl Search<'_> {
    /// The best clause of a few literals more, `length` at the most, that is not refused: bad worlds explained, in bits, less literals.
    /// `price` says what it costs to cover negatives, if that is allowed.
    pub(super) fn shortest(
        &self,
        node: &Node,
        scope: &Scope,
        length: usize,
        refused: &dyn Fn(&Clause) -> bool,
        price: &dyn Fn(&Clause) -> Option<f64>,
    ) -> Option<Clause> {
        if node.counts.pos == 0 {
            return None;
        }
        let bits = ((node.counts.pos + node.counts.neg) as f64 / node.counts.pos as f64).log2();
        let mut best: Best = None;
        let consider = |best: &mut Best, body: &Body| {
            let n_literals = body.steps.len() as i64;
            let n_negated = body.steps.iter().filter(|step| matches!(step, Step::Fails(..))).count() as i64;
            let key = |price: f64| {
                let worth = rounded(body.counts.pos as f64 * bits - n_literals as f64 - price);
                (worth, -n_literals, -(body.new.len() as i64), -n_negated)
            };
            let is_best = |price: f64| best.as_ref().is_none_or(|(known, _)| key(price) > *known);
            if body.counts.pos == 0 || !is_best(0.0) {
                return;
            }
            let clause = node.clause.plus(&body.steps, &body.new);
            let price = if body.counts.neg == 0 { Some(0.0) } else { price(&clause) };
            if let Some(price) = price.filter(|&price| is_best(price) && !refused(&clause)) {
                *best = Some((key(price), clause));
            }
        };
        let ones = scope.singles(&node.clause, self.bias).into_iter().map(|one| {
            let n_new = one.new.len();
            (one, n_new)
        });
        let ones = self.bodies(node, ones.collect());
        ones.iter().for_each(|body| consider(&mut best, body));
        // The next literal is about what the last one brought.
        let mut shorter = ones;
        for n_literals in 2..=length {
            let is_last = n_literals == length;
            let mut longer = Vec::new();
            for body in shorter.iter().filter(|body| body.counts.pos > 0 && body.counts.neg > 0) {
                let at_most = rounded(body.counts.pos as f64 * bits - n_literals as f64);
                if best.as_ref().is_some_and(|((worth, ..), _)| at_most <= *worth) {
                    continue;
                }
                let known = node.clause.plus(&body.steps, &body.new);
                let n_before = known.variables.len() - body.n_last;
                let nexts = match (body.n_last, n_literals) {
                    (0, 2) => scope.singles(&known, self.bias),
                    (0, _) => continue,
                    _ => scope.about(&known, self.bias, n_before..known.variables.len()),
                };
                let nexts = nexts.into_iter().filter(|next| next.new.is_empty() || !is_last);
                longer.extend(nexts.map(|next| (body, next)));
                if longer.len() > MOST_BODIES {
                    break;
                }
            }
            let joined = longer.into_iter().map(|(body, next)| {
                let steps = body.steps.iter().chain(&next.unit.steps).cloned().collect();
                let new = body.new.iter().chain(&next.new).copied().collect();
                (Candidate { unit: Unit { steps, cut: next.unit.cut }, new }, next.new.len())
            });
            let joined: Vec<(Candidate, usize)> = joined.collect();
            let bodies = self.bodies(node, joined);
            bodies.iter().for_each(|body| consider(&mut best, body));
            shorter = bodies;
        }
        best.map(|(_, clause)| clause)
    }

    /// Counts bodies, each given with how many variables its last literal brings.
    fn bodies(&self, node: &Node, candidates: Vec<(Candidate, usize)>) -> Vec<Body> {
        let units: Vec<Unit> = candidates.iter().map(|(candidate, _)| candidate.unit.clone()).collect();
        self.n_candidates.set(self.n_candidates.get() + units.len() as u64);
        let tallies = self.engine.count(&node.cover, &units);
        let mut bodies = Vec::new();
        for ((candidate, n_last), tally) in candidates.into_iter().zip(tallies) {
            let Candidate { unit, new } = candidate;
            match (tally, unit.cut) {
                (Tally::Plain(counts), _) => bodies.push(Body { steps: unit.steps, new, n_last, counts }),
                (Tally::Cuts(cuts), Some(variable)) => {
                    bodies.extend(cuts.into_iter().map(|(cut, counts)| {
                        let threshold = Step::Threshold(variable, cut);
                        let steps = unit.steps.iter().cloned().chain([threshold]).collect();
                        Body { steps, new: new.clone(), n_last: 0, counts }
                    }))
                }
                _ => {}
            }
        }
        bodies
    }
}
