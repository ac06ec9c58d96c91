//! The body of a constraint: a clause that fires in bad worlds and in no good one. Counting only: which worlds are good and
//! bad, the solver says elsewhere ([`programs`](crate::programs)).

use super::{Clause, Examples, Search, candidates::Scope};
use crate::{
    settings::Settings,
    worlds::{Bias, Target},
};
use xfold_solve::Limits;
use xfold_store::{Arg, Engine, InstanceSet, PredicateId, Step};

/// What a body is looked for with. The target is the anchor; its positive instances are those of bad worlds.
pub(crate) struct Wanted<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) bias: &'a Bias,
    pub(crate) anchor: &'a Target,
    /// Literals that the rules of the anchor decide already.
    pub(crate) decided: Vec<(PredicateId, Vec<Arg>)>,
    /// The most literals beside the anchor that are tried together; none: the clause grows as long as it has to.
    pub(crate) short: Option<usize>,
    /// Clauses that were tried and did not help.
    pub(crate) is_refused: &'a dyn Fn(&Clause) -> bool,
    /// What it costs to fire in these good worlds, if that is allowed.
    pub(crate) price: &'a dyn Fn(&[usize]) -> Option<f64>,
    pub(crate) settings: &'a Settings,
    pub(crate) limits: &'a Limits,
    pub(crate) trace: &'a dyn super::trace::Trace,
}

/// The best body, and the worlds in which it fires.
pub(crate) fn best_body(wanted: Wanted<'_>) -> Option<(Clause, Vec<usize>)> {
    let Wanted { engine, bias, anchor, settings, short, is_refused, .. } = wanted;
    let search = Search::new(engine, bias, anchor, settings, wanted.limits, wanted.trace);
    let pos = anchor.instances.labelled(true);
    let examples = Examples { neg: anchor.instances.labelled(false), pos, swapped: false };
    let scope = Scope::of_constraint(bias, anchor.predicate, wanted.decided, settings.max_new);
    let fires_in = |clause: &Clause, examples: &InstanceSet| -> Vec<usize> {
        let covered = search.covered(clause, examples, false);
        let mut worlds: Vec<usize> =
            covered.iter().map(|instance| anchor.instances.world(instance) as usize).collect();
        worlds.dedup();
        worlds
    };
    let price = |clause: &Clause| (wanted.price)(&fires_in(clause, &examples.neg));
    let root = search.root(&examples);
    let clause = if examples.neg.is_empty() {
        Some(root.clause.clone())
    } else if let Some(length) = short {
        search.shortest(&root, &scope, length, is_refused, &price)
    } else {
        search.specialize(&scope, &examples, 0)
    };
    let clause = clause.map(|clause| search.prune_clause(clause, &examples, 1));
    let clause = clause.filter(|clause| !is_refused(clause) && clause.exceptions.is_empty())?;
    let lists = clause.body.iter().any(|step| matches!(step, Step::Among(_)));
    let fires_in = fires_in(&clause, &examples.all());
    (!lists).then_some((clause, fires_in))
}
