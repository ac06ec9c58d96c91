//! FOIL, for comparison: plain clauses, `not l` beside every literal, no exceptions.

use super::{Clause, Examples, Search, candidates::Scope, refine::Stage, trace::Event};

impl Search<'_> {
    /// Algorithm 1. Ties go to negated literals, which shows what FOLD does better. Positives for which no pure
    /// clause is found stay uncovered.
    pub(super) fn foil(&self, scope: &Scope, examples: &Examples) -> Vec<Clause> {
        let scope = scope.without_recursion().with_negations();
        let mut clauses = Vec::new();
        let mut rest = examples.clone();
        while !rest.pos.is_empty() {
            let mut node = self.root(&rest);
            while node.counts.neg > 0 {
                let usual = self.refine(&node, &scope, Stage::Usual, 0);
                let Some(next) = usual.or_else(|| self.refine(&node, &scope, Stage::Lookahead, 0)) else {
                    break;
                };
                node = next;
            }
            if node.counts.neg > 0 || self.is_stopped() {
                break;
            }
            rest.pos = rest.pos.minus(&self.covered(&node.clause, &rest.pos, false));
            self.tell(|| Event::Learned { depth: 0, clause: node.clause.clone(), left: rest.pos.len() });
            clauses.push(node.clause);
        }
        clauses
    }
}
