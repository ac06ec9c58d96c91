//! Refinements that were found once: clauses are grown anew from the same start more than once, when a theory is revised
//! and when there is another way to begin. Part of [the tolerant search](super::tolerant).

use super::{Clause, Search, clause::VariableType, refine::Node, trace::Event};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use xfold_store::{InstanceSet, Step};

/// The most instances that all sets which are remembered have room for together: 64 MiB.
const MOST_ROOM: usize = 1 << 29;

/// The best refinements of clauses.
#[derive(Default)]
pub(super) struct Remembered {
    /// None where there is no refinement.
    best: RefCell<FxHashMap<Grown, Option<Clause>>>,
    room: Cell<usize>,
}

/// What a refinement depends on: a clause, the instances that it covers, and how it is learned.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Grown {
    variables: Vec<VariableType>,
    body: Vec<Step>,
    covered: InstanceSet,
    is_exception: bool,
    may_recur: bool,
    far: bool,
}

impl Grown {
    pub(super) fn new(
        search: &Search<'_>,
        node: &Node,
        scope: &super::candidates::Scope,
        depth: usize,
    ) -> Self {
        Self {
            variables: node.clause.variables.clone(),
            body: node.clause.body.clone(),
            covered: search.engine.set(&node.cover),
            is_exception: depth > 0,
            may_recur: scope.recursion,
            far: scope.far,
        }
    }
}

impl Search<'_> {
    /// The best refinement of a clause: the one that is remembered, or else what `find` finds. A search that a limit has
    /// stopped has not looked at all refinements, so that nothing is to be remembered of it.
    pub(super) fn once(
        &self,
        remembered: &Remembered,
        grown: Grown,
        node: &Node,
        depth: usize,
        find: impl FnOnce() -> Option<Node>,
    ) -> Option<Node> {
        if let Some(known) = remembered.best.borrow().get(&grown) {
            return known.as_ref().and_then(|clause| self.grown_to(node, clause, depth));
        }
        let found = find();
        let room = remembered.room.get() + self.instances().len();
        if room <= MOST_ROOM && !self.is_stopped() {
            remembered.room.set(room);
            let clause = found.as_ref().map(|node| node.clause.clone());
            remembered.best.borrow_mut().insert(grown, clause);
        }
        found
    }

    /// A clause as what has become of a shorter one.
    fn grown_to(&self, node: &Node, clause: &Clause, depth: usize) -> Option<Node> {
        let mut cover = node.cover.clone();
        for step in clause.body.iter().filter(|step| !node.clause.body.contains(step)) {
            cover = self.engine.extend(&cover, step).ok()?;
        }
        let counts = self.engine.counts(&cover);
        self.tell(|| {
            let worlds = self.in_worlds(&self.engine.set(&cover), depth % 2 == 1);
            Event::Chosen { depth, clause: clause.clone(), counts, worlds }
        });
        Some(Node { clause: clause.clone(), counts, cover })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{
        fixture::{PENGUIN, shown, with_search},
        refine::Stage,
    };

    #[test]
    fn what_is_remembered_is_not_searched_again_and_the_same() {
        with_search(PENGUIN, |search, scope, examples| {
            let remembered = Remembered::default();
            let searched = Cell::new(0);
            let refine = |node: &Node, depth: usize| {
                let grown = Grown::new(search, node, scope, depth);
                search.once(&remembered, grown, node, depth, || {
                    searched.set(searched.get() + 1);
                    search.refine(node, scope, Stage::Usual, depth)
                })
            };
            let root = search.root(examples);
            let first = refine(&root, 0).expect("there is gain");
            let again = refine(&root, 0).expect("it is remembered");
            assert_eq!(searched.get(), 1);
            assert_eq!(shown(&again.clause, search.bias), "bird(A)");
            assert_eq!((again.clause == first.clause, again.counts), (true, first.counts));
            assert_eq!(search.engine.set(&again.cover), search.engine.set(&first.cover));
            // That there is none is remembered too.
            assert!(refine(&first, 0).is_none() && refine(&again, 0).is_none());
            assert_eq!(searched.get(), 2);
            // Other examples, or an exception, are another question.
            refine(&search.root(&examples.within(&examples.pos)), 0);
            refine(&root, 1);
            assert_eq!(searched.get(), 4);
        });
    }
}
