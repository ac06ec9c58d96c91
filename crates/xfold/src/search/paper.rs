//! FOLD as published, with its misprints mended (specification, section 7): one path, an exception only where gain
//! ends, enumeration where there is no gain at all.

use super::{Bound, Clause, Examples, Search, candidates::Scope, refine::Stage, trace::Event};
use xfold_store::{Engine, InstanceSet};

/// Exceptions nested deeper than this are listed; on a path this long the examples are noise.
const MOST_NESTED: usize = 64;

impl<E: Engine> Search<'_, E> {
    /// Algorithm 2: covers the positives one clause after the other.
    pub(super) fn fold_as_published(&self, scope: &Scope, examples: &Examples, depth: usize) -> Vec<Clause> {
        let scope = scope.without_recursion();
        let mut clauses = Vec::new();
        let mut rest = examples.clone();
        while !rest.pos.is_empty() && !self.is_stopped() {
            let mut clause = self.specialize_as_published(&scope, &rest, depth);
            let mut left = rest.pos.minus(&self.covered(&clause, &rest.pos, rest.swapped));
            if left == rest.pos {
                // The same instance has both labels, in different worlds: no clause can tell them apart.
                clause = self.listing(&rest.pos);
                left = InstanceSet::empty(self.instances().len());
            }
            rest.pos = left;
            self.tell(|| Event::Learned { depth, clause: clause.clone(), left: rest.pos.len() });
            clauses.push(clause);
        }
        clauses
    }

    fn specialize_as_published(&self, scope: &Scope, examples: &Examples, depth: usize) -> Clause {
        let mut node = self.root(examples);
        while node.counts.neg > 0 {
            match self.refine(&node, scope, Stage::Usual, depth) {
                Some(next) => node = next,
                None => {
                    let covered = examples.within(&self.engine.set(&node.cover));
                    let list = || {
                        let listing = self.listing(&covered.pos);
                        self.tell(|| Event::Listed { depth, clause: listing.clone() });
                        node.clause.plus(&listing.body, &[])
                    };
                    if node.clause.body.is_empty() {
                        return list();
                    }
                    self.tell(|| Event::Swap { depth, clause: node.clause.clone(), counts: node.counts });
                    return self
                        .exception_as_published(&node.clause, scope, &covered.swap(), depth)
                        .unwrap_or_else(list);
                }
            }
        }
        node.clause
    }

    fn exception_as_published(
        &self,
        clause: &Clause,
        scope: &Scope,
        swapped: &Examples,
        depth: usize,
    ) -> Option<Clause> {
        if depth >= MOST_NESTED {
            self.note_bound(Bound::Depth);
            return None;
        }
        if self.refine(&self.root(swapped), scope, Stage::Usual, depth + 1).is_none() {
            self.tell(|| Event::NoException { depth, clause: clause.clone() });
            return None;
        }
        let clause = clause.except(self.fold_as_published(scope, swapped, depth + 1));
        self.tell(|| Event::Exception { depth, clause: clause.clone() });
        Some(clause)
    }
}
