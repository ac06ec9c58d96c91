//! Search: what could explain the examples. Third station of the path task → worlds → search → rules → check.
//!
//! The learners share one refinement step ([`refine`]) and differ in what they do with it: [`fold`] finds defaults and
//! exceptions, [`paper`] is FOLD as published, [`description_length`] expects wrong labels, [`foil`] is there for
//! comparison, and [`generate`] learns rules for programs with several stable models. [`description_length`] and [`paper`]
//! are written for any language of rules: [`tolerant`] gives them clauses over relations, [`columns`] tests on the columns
//! of a table.
//! All of it is counting: nothing here asks the solver.

mod analogy;
mod attempts;
mod bind;
mod candidates;
mod clause;
pub(crate) mod column_rule;
pub(crate) mod columns;
pub(crate) mod constraint;
mod coverage;
mod cuts;
mod description_length;
mod foil;
#[cfg(test)]
mod fixture;
mod fold;
mod generate;
mod listed;
mod on_sample;
mod paper;
mod prune;
mod recursion;
mod refine;
mod remembered;
mod score;
mod short;
mod specialize;
mod together;
mod tolerant;
pub mod trace;

pub use clause::{Clause, VariableType};
pub use listed::Tolerable;
pub(crate) use listed::n_listed;

use crate::{
    Settings,
    settings::Learner,
    tuning::Heuristic,
    worlds::{Bias, Target},
};

use candidates::Scope;
use recursion::Companion;
use serde::Serialize;
use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
    fmt,
    sync::Arc,
};
use together::Together;
use trace::{Event, InWorld, Trace};
use xfold_solve::{LimitReached, Limits};
use xfold_store::{Counts, Engine, InstanceSet, Instances, PredicateId, Value};

/// What the search found for one target.
#[derive(Debug, Clone, Default)]
pub struct Theory {
    /// The target, by number.
    pub target: usize,
    /// Its clauses, in the order in which they were found.
    pub clauses: Vec<Clause>,
    /// The examples it covers, by label.
    pub covered: Counts,
    /// All examples, by label.
    pub total: Counts,
    /// In XFOLD, the target as a free choice, should a definition turn out to be wrong in kind.
    pub choice: Option<Clause>,
    /// In XFOLD, other ways to explain the labels, to be weighed once the constraints are known.
    pub others: Vec<Vec<Clause>>,
}

/// A constraint of XFOLD's test part: an instance of a predicate that must not hold (or fail) where a body does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// The predicate it is anchored on.
    pub predicate: PredicateId,
    /// Whether the instance holds or fails.
    pub holds: bool,
    /// The rest of the body; its head variables are the instance's arguments.
    pub clause: Clause,
}

/// What the search found.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// A theory for each target that has positive instances, in order.
    pub theories: Vec<Theory>,
    /// Constraints against the negative examples.
    pub constraints: Vec<Constraint>,
    /// How many of the constraints, the last ones, no negative example asks for: they were added by completion.
    pub n_completed: usize,
    /// Negative examples without a pattern, each forbidden as it stands.
    pub ground_constraints: Vec<xfold_asp::syntax::Rule>,
    /// Every rule that was finished on the way, whatever became of it.
    pub pool: Vec<Finished>,
    /// Negative examples, by number, that the test part gave up.
    pub uncovered: Vec<usize>,
    /// Where examples are listed that may be wrong: what a theory that tolerates errors would be, all targets together.
    pub tolerable: Option<Tolerable>,
    /// The size of the pool, if no choice from it satisfies all examples.
    pub out_of_ideas: Option<usize>,
    /// Bounds on the shape of rules that cut the search.
    pub cut_by: BTreeSet<Bound>,
    /// The limit that stopped the search, if one did.
    pub stopped: Option<LimitReached>,
    /// Candidates counted.
    pub n_candidates: u64,
    /// How often the solver was asked.
    pub n_calls: Calls,
}

/// How often the solver was asked, by what for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Calls {
    /// For the worlds of the examples.
    pub worlds: usize,
    /// For good and bad worlds of the test part.
    pub test: usize,
    /// For a choice from the pool.
    pub select: usize,
    /// Whether the printed program holds, once for each time it was checked.
    pub check: usize,
}

impl Calls {
    /// All together.
    pub fn total(&self) -> usize {
        self.worlds + self.test + self.select + self.check
    }
}

/// A bound on the shape of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// `max-body`
    Body,
    /// `max-vars`, `max-new`, or what the task says.
    Variables,
    /// `max-rules`
    Rules,
    /// `max-depth`
    Depth,
    /// The bindings that a join may have.
    Bindings,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Bound::Body => "literals in a body (--max-body)",
            Bound::Variables => "variables in a rule (--max-vars)",
            Bound::Rules => "rules (--max-rules)",
            Bound::Depth => "nested exceptions (--max-depth)",
            Bound::Bindings => "bindings of a clause",
        })
    }
}

/// Searches rules for every target of the bias. The engine's facts are freed in the end.
pub fn run(
    mut engine: Engine,
    bias: &Bias,
    settings: &Settings,
    limits: &Limits,
    trace: &dyn Trace,
) -> Found {
    let mut found = Found::default();
    let facts = engine.clone();
    let mut tolerable: Vec<(usize, Tolerable)> = Vec::new();
    // A target that is learned may be read by later ones, but not the reverse: that could be a circle.
    let mut later: Vec<PredicateId> = bias.targets.iter().map(|target| target.predicate).collect();
    for (number, target) in bias.targets.iter().enumerate() {
        later.retain(|predicate| *predicate != target.predicate);
        // What the background derives needs no rule.
        let positives = target.instances.labelled(true).minus(&target.given);
        if positives.is_empty() {
            engine = engine.with_instances(target.predicate, &target.instances, &target.given);
            continue;
        }
        let search = Search::new(&engine, bias, target, settings, limits, trace);
        let examples = Examples { neg: target.instances.labelled(false), pos: positives, swapped: false };
        let mut scope = Scope::of_target(bias, number, settings.max_new);
        if settings.learner != Learner::Xfold {
            scope = scope.without(&later);
        }
        search.tell(|| Event::Target { target: number, total: search.count(&examples) });
        let mut others = Vec::new();
        let mut clauses = match settings.learner {
            Learner::Foil => search.foil(&scope, &examples),
            Learner::Auto | Learner::Fold if settings.paper => search.fold_as_published(&scope, &examples),
            Learner::Auto | Learner::Fold if settings.noise => search.fold_tolerant(&scope, &examples),
            Learner::Xfold => {
                let mut ways = search.generate(&scope, &examples, &found.theories);
                others = ways.split_off(1);
                ways.remove(0)
            }
            Learner::Auto | Learner::Fold => search.fold_target(&scope, &examples),
        };
        if settings.no_list {
            clauses.retain(|clause| !clause.lists());
            others.iter_mut().for_each(|other| other.retain(|clause| !clause.lists()));
        }
        let derived = search.theory_set(&clauses, &target.instances.all(), false).or(&target.given);
        let labelled = |positive| target.instances.labelled(positive);
        found.theories.push(Theory {
            target: number,
            covered: target.instances.count(&derived.and(&labelled(true).or(&labelled(false)))),
            total: Counts { pos: search.weigh(&labelled(true)), neg: search.weigh(&labelled(false)) },
            choice: (settings.learner == Learner::Xfold).then(|| search.plain_choice(&scope, &examples)),
            clauses,
            others,
        });
        let may_be_used = |clause: &Clause| !(settings.no_list && clause.lists());
        let finished = search.finished.take().into_iter().filter(may_be_used);
        found.pool.extend(finished.map(|clause| Finished::Rule { target: number, clause }));
        found.cut_by.append(&mut search.cut_by.borrow_mut());
        found.n_candidates += search.n_candidates.get();
        tolerable.extend(search.listed.get().map(|of_target| (number, of_target)));
        found.stopped = found.stopped.or(search.stopped.get());
        if !later.is_empty() && derived != labelled(true) && settings.learner != Learner::Xfold {
            // Later targets read what was learned, not what should have been.
            engine = engine.with_instances(target.predicate, &target.instances, &derived);
        }
    }
    let is_fold = matches!(settings.learner, Learner::Auto | Learner::Fold);
    let may_be_together =
        is_fold && !settings.paper && !settings.noise && settings.tuning.has(Heuristic::GroundUp);
    let group = if may_be_together { together::group(bias) } else { Vec::new() };
    let members = together::members(&group, bias, settings);
    let together = Together { members, facts: &facts, bias, settings, limits, trace };
    if !group.is_empty() && found.stopped.is_none() && together::improve(&group, &together, &mut found) {
        tolerable.retain(|(target, _)| !group.contains(target));
    }
    for (_, of_target) in tolerable {
        let sum = found.tolerable.get_or_insert(Tolerable { n_rules: 0, n_errors: 0 });
        sum.n_rules += of_target.n_rules;
        sum.n_errors += of_target.n_errors;
    }
    found
}

/// A finished rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finished {
    /// A clause for a target, by number, with its exceptions.
    Rule {
        /// The target.
        target: usize,
        /// The clause.
        clause: Clause,
    },
    /// A constraint.
    Constraint(Constraint),
    /// A negative example, forbidden as it stands.
    Ground(xfold_asp::syntax::Rule),
}

impl Finished {
    /// Literals, and one for each rule.
    pub(crate) fn cost(&self) -> usize {
        match self {
            Finished::Rule { clause, .. } => clause.size(),
            Finished::Constraint(constraint) => constraint.clause.n_literals() + 1,
            Finished::Ground(rule) => rule.body.len() + 1,
        }
    }

    pub(crate) fn is_constraint(&self) -> bool {
        !matches!(self, Finished::Rule { .. })
    }
}

/// Counts again what the theories cover, after they were exchanged for others.
pub(crate) fn recount(
    found: &mut Found,
    engine: &Engine,
    bias: &Bias,
    settings: &Settings,
    limits: &Limits,
    trace: &dyn Trace,
) {
    for theory in &mut found.theories {
        let target = &bias.targets[theory.target];
        let search = Search::new(engine, bias, target, settings, limits, trace);
        let derived = search.theory_set(&theory.clauses, &target.instances.all(), false).or(&target.given);
        theory.covered = target.instances.count(&derived);
        theory.total = target.instances.count(&target.instances.all());
    }
}

/// How many units the clause without a body is offered for a target.
pub(crate) fn n_offered(bias: &Bias, target: usize, max_new: usize) -> usize {
    let scope = Scope::of_target(bias, target, max_new);
    scope.singles(&Clause::empty(&head_of(&bias.targets[target])), bias).len()
}

/// The variables of a target's head.
pub(crate) fn head_of(target: &Target) -> Vec<VariableType> {
    target.types.iter().map(|&of_type| VariableType { of_type, is_number: false }).collect()
}

/// The examples of one (sub-)problem: instances to be covered and instances to be left alone.
#[derive(Debug, Clone)]
struct Examples {
    pos: InstanceSet,
    neg: InstanceSet,
    /// The labels are those of an exception: the target's negatives are to be covered.
    swapped: bool,
}

impl Examples {
    fn all(&self) -> InstanceSet {
        self.pos.or(&self.neg)
    }

    /// The problem of finding exceptions to a clause that covers these instances.
    fn swap(&self) -> Self {
        Self { pos: self.neg.clone(), neg: self.pos.clone(), swapped: !self.swapped }
    }

    /// The examples within a set.
    fn within(&self, set: &InstanceSet) -> Self {
        Self { pos: self.pos.and(set), neg: self.neg.and(set), swapped: self.swapped }
    }
}

/// How many bindings are looked at for one unit of work.
const BINDINGS_PER_UNIT: u64 = 50;

/// The most worlds that are told of one by one.
const MOST_SHOWN: u32 = 12;

/// The search for one target.
struct Search<'a> {
    engine: &'a Engine,
    bias: &'a Bias,
    target: &'a Target,
    settings: &'a Settings,
    limits: &'a Limits,
    trace: &'a dyn Trace,
    stopped: Cell<Option<LimitReached>>,
    cut_by: RefCell<BTreeSet<Bound>>,
    n_candidates: Cell<u64>,
    /// Clauses for the target that were finished.
    finished: RefCell<Vec<Clause>>,
    /// The theory lists what a tolerant one gets wrong.
    listed: Cell<Option<Tolerable>>,
    /// Targets that are learned together with this one.
    companions: Vec<Companion<'a>>,
    /// Where only what is derived so far is read: what will be, in which the more general of equal candidates is found.
    most_general_in: Option<&'a Engine>,
    /// Events of a try that may come to nothing.
    withheld: RefCell<Option<Vec<Event>>>,
}

impl<'a> Search<'a> {
    fn new(
        engine: &'a Engine,
        bias: &'a Bias,
        target: &'a Target,
        settings: &'a Settings,
        limits: &'a Limits,
        trace: &'a dyn Trace,
    ) -> Self {
        Self {
            engine,
            bias,
            target,
            settings,
            limits,
            trace,
            stopped: Cell::new(None),
            cut_by: RefCell::default(),
            n_candidates: Cell::new(0),
            finished: RefCell::default(),
            listed: Cell::new(None),
            companions: Vec::new(),
            most_general_in: None,
            withheld: RefCell::default(),
        }
    }

    fn instances(&self) -> &Arc<Instances> {
        &self.target.instances
    }

    fn head(&self) -> Vec<VariableType> {
        head_of(self.target)
    }

    /// The examples by label, as this problem sees them.
    fn count(&self, examples: &Examples) -> Counts {
        Counts { pos: self.weigh(&examples.pos), neg: self.weigh(&examples.neg) }
    }

    /// The examples of a set, whatever their label.
    fn weigh(&self, set: &InstanceSet) -> u64 {
        let counts = self.instances().count(set);
        counts.pos + counts.neg
    }

    fn tell(&self, event: impl FnOnce() -> Event) {
        if !self.trace.is_on() {
            return;
        }
        match &mut *self.withheld.borrow_mut() {
            Some(withheld) => withheld.push(event()),
            None => self.trace.event(event()),
        }
    }

    /// Runs something without telling the trace. Returns its events, to be told if its outcome is used.
    fn aside<T>(&self, attempt: impl FnOnce() -> T) -> (T, Vec<Event>) {
        *self.withheld.borrow_mut() = Some(Vec::new());
        let outcome = attempt();
        (outcome, self.withheld.borrow_mut().take().unwrap_or_default())
    }

    /// A set of a target's instances world by world, if XFOLD learns it and there are a few. For an exception the labels
    /// are `swapped`.
    fn in_worlds(&self, set: &InstanceSet, swapped: bool) -> Vec<InWorld> {
        let is_target = self.bias.targets.iter().any(|other| Arc::ptr_eq(&other.instances, self.instances()));
        let n_worlds = (0..self.instances().len()).map(|i| self.instances().world(i) + 1).max().unwrap_or(0);
        if self.settings.learner != Learner::Xfold || !is_target || !(2..=MOST_SHOWN).contains(&n_worlds) {
            return Vec::new();
        }
        let in_world = |world: u32, positive: bool| -> Vec<Vec<Value>> {
            let label = self.instances().labelled(positive).and(set);
            let here = label.iter().filter(|&instance| self.instances().world(instance) == world);
            here.map(|instance| self.instances().args(instance)).collect()
        };
        (0..n_worlds)
            .map(|world| InWorld {
                world,
                positives: in_world(world, !swapped),
                negatives: in_world(world, swapped),
            })
            .collect()
    }

    /// Whether a heuristic is on.
    fn has(&self, heuristic: Heuristic) -> bool {
        self.settings.tuning.has(heuristic)
    }

    fn note_bound(&self, bound: Bound) {
        self.cut_by.borrow_mut().insert(bound);
    }

    /// Whether a limit has stopped the search. Once it has, every loop ends with what it has.
    fn is_stopped(&self) -> bool {
        if self.stopped.get().is_none() {
            self.limits.spend(self.engine.take_work() / BINDINGS_PER_UNIT);
            self.stopped.set(self.limits.reached());
        }
        self.stopped.get().is_some()
    }

    /// The clause that lists a set of instances.
    fn listing(&self, set: &InstanceSet) -> Clause {
        let tuples = set.iter().map(|instance| self.instances().args(instance)).collect();
        Clause::listing(&self.head(), tuples)
    }
}
