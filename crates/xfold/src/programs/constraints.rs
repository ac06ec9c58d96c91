//! Constraints: the test part of XFOLD. Constraints that leave no stable model to a negative example.
//!
//! Constraints are learned from bad worlds against good ones. A bad world is what holds in every stable model that
//! extends a negative example, so that a constraint which fires there kills them all; if that says too little, the
//! stable model closest to a good world, so that the difference shows what is wrong. A constraint is anchored on a
//! pivot: an atom of the bad world that it forbids.

use super::Run;
use crate::{
    error::Result,
    search::{
        Clause, Constraint, Finished, Found,
        constraint::{Wanted, best_body},
        trace::Event,
    },
    task::Example,
    tuning::Heuristic,
    worlds::{self, BodyMode, Prober, Slot, Target, World, for_each_tuple},
};
use std::{cmp::Reverse, sync::Arc};
use xfold_asp::symbols::{Atoms, Symbol, Symbols, show_atom};
use xfold_store::{Engine, Instance, InstanceSet, Instances, PredicateId, Reading, Step};

/// What kind of bad world is looked at, and how long constraints may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Phase {
    pub(super) close: bool,
    /// The most literals beside the anchor that are tried together; none: clauses grow as long as they have to.
    pub(super) short: Option<usize>,
    /// What switches it.
    pub(super) heuristic: Heuristic,
}

/// What holds in every bad model makes the surest constraints; the closest bad model shows what is wrong where that says too
/// little.
const PHASES: [Phase; 3] = [
    Phase { close: false, short: Some(2), heuristic: Heuristic::Certain },
    Phase { close: true, short: Some(3), heuristic: Heuristic::Close },
    Phase { close: true, short: None, heuristic: Heuristic::Grown },
];

/// A predicate that constraints may be anchored on, where it holds or where it fails.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Anchor {
    predicate: PredicateId,
    types: Vec<usize>,
    holds: bool,
}

/// A negative example, by number, that some stable model still extends, with the world that stands for it.
pub(super) struct Bad {
    pub(super) example: usize,
    pub(super) world: World,
}

/// A positive example, by number, that some stable model extends, with its world.
pub(super) struct Good {
    pub(super) example: usize,
    pub(super) world: World,
}

/// A constraint, the negative examples in whose bad worlds it fires, and the positive ones given up for it.
pub(super) struct Proposal {
    pub(super) constraint: Constraint,
    pub(super) explained: Vec<usize>,
    given_up: Vec<usize>,
    /// The bad worlds were what is certain, so that the explained examples have no stable model any more.
    certain: bool,
    /// What is explained, less what is given up; then brevity; then a true anchor before a false one.
    key: (i64, Reverse<usize>, bool),
}

/// Adds constraints to what was found until no stable model extends a negative example.
pub fn constraints(found: &mut Found, run: Run<'_>) -> Result<()> {
    let Run { task, worlds, .. } = run;
    let negatives = (0..task.examples.len()).filter(|&number| !task.examples[number].positive);
    let mut pending: Vec<usize> = negatives.collect();
    if pending.is_empty() || worlds.worlds.is_empty() {
        return Ok(());
    }
    let mut test = Test::new(found, run);
    let tested = test.until_none_is_left(&mut pending);
    let refused = std::mem::take(&mut test.refused);
    test.found.pool.extend(refused.into_iter().map(Finished::Constraint));
    test.found.n_calls.test += test.prober.n_calls();
    tested
}

pub(super) struct Test<'a> {
    pub(super) found: &'a mut Found,
    pub(super) run: Run<'a>,
    pub(super) prober: Prober<'a>,
    /// The positive examples that the theory so far explains.
    pub(super) good: Vec<Good>,
    /// Constraints that would leave a positive example without a stable model.
    pub(super) refused: Vec<Constraint>,
    /// Whether some examples have a price, so that they may be given up.
    is_soft: bool,
}

/// The share of the positive examples that may be given up, or two: a program without stable models would satisfy all
/// negative ones.
const MOST_GIVEN_UP: f64 = 0.25;

/// What giving up an example costs that must hold, where others have a price.
const HARD: u32 = 1_000_000;

impl<'a> Test<'a> {
    pub(super) fn new(found: &'a mut Found, run: Run<'a>) -> Self {
        let prober = Prober::new(run.task, run.worlds, run.solver, run.limits);
        let is_soft = run.task.examples.iter().any(|example| example.penalty.is_some());
        Self { found, run, prober, good: Vec::new(), refused: Vec::new(), is_soft }
    }

    fn until_none_is_left(&mut self, pending: &mut Vec<usize>) -> Result<()> {
        let task = self.run.task;
        self.solve_good_worlds()?;
        let contradictions = &self.run.worlds.contradictions;
        pending.retain(|negative| contradictions.iter().all(|(_, other)| other != negative));
        // Small examples say most about the constraint that is missing.
        pending.sort_by_key(|&number| size(&task.examples[number]));
        while !pending.is_empty() && self.run.limits.reached().is_none() {
            match self.next_constraint(pending)? {
                Some(Proposal { constraint, explained, given_up, certain, .. }) => {
                    // One that is there already did not help.
                    let known = self.found.constraints.contains(&constraint);
                    self.good.retain(|good| !given_up.contains(&good.example));
                    self.found.constraints.push(constraint.clone());
                    if known || !self.positives_survive(false)? {
                        self.found.constraints.pop();
                        self.refused.push(constraint);
                        continue;
                    }
                    self.trace_constraint(&constraint);
                    if certain {
                        pending.retain(|negative| !explained.contains(negative));
                    }
                }
                None if pending.is_empty() => break,
                None => {
                    let number = pending.remove(0);
                    let example = &task.examples[number];
                    if example.penalty.is_some() || self.run.settings.no_list {
                        self.found.uncovered.push(number);
                        continue;
                    }
                    self.found.ground_constraints.extend(forbid(example, &self.prober.symbols));
                    if !self.positives_survive(true)? {
                        self.found.ground_constraints.pop();
                        self.found.uncovered.push(number);
                    }
                }
            }
        }
        Ok(())
    }

    /// The worlds of the positive examples under the theory so far.
    pub(super) fn solve_good_worlds(&mut self) -> Result<()> {
        self.run.set_theory(&mut self.prober, self.found);
        for like in &self.run.worlds.worlds {
            if let Some(world) = self.prober.extending(like, like.example)? {
                self.good.push(Good { example: like.example, world });
            }
        }
        Ok(())
    }

    /// Takes the theory with its newest constraint, if every positive example that had a stable model still has one.
    /// Total worlds are not violated by what was counted on them, so only partial ones are asked for, unless `all` are.
    pub(super) fn positives_survive(&mut self, all: bool) -> Result<bool> {
        self.run.set_theory(&mut self.prober, self.found);
        let mut narrowed = Vec::new();
        let asked = |good: &Good| all || !good.world.is_total();
        for (place, good) in self.good.iter().enumerate().filter(|(_, good)| asked(good)) {
            match self.prober.extending(&good.world, good.example)? {
                Some(world) => narrowed.push((place, world)),
                None => return Ok(false),
            }
        }
        narrowed.into_iter().for_each(|(place, world)| self.good[place].world = world);
        Ok(true)
    }

    /// The best constraint against the pending negatives; those that no stable model extends any more leave.
    fn next_constraint(&mut self, pending: &mut Vec<usize>) -> Result<Option<Proposal>> {
        let task = self.run.task;
        let size = |number: usize| size(&task.examples[number]);
        self.run.set_theory(&mut self.prober, self.found);
        for phase in PHASES.into_iter().filter(|phase| self.run.settings.tuning.has(phase.heuristic)) {
            let mut sizes: Vec<usize> = pending.iter().map(|&number| size(number)).collect();
            sizes.dedup();
            let tiers = if phase.close { vec![usize::MAX] } else { sizes };
            let mut bad: Vec<Bad> = Vec::new();
            for tier in tiers {
                let is_new = |number: &usize| bad.iter().all(|bad| bad.example != *number);
                let wanted: Vec<usize> =
                    pending.iter().copied().filter(|&number| size(number) <= tier).filter(is_new).collect();
                for example in wanted {
                    match self.bad_world(example, phase)? {
                        Some(world) => bad.push(Bad { example, world }),
                        None => pending.retain(|&other| other != example),
                    }
                }
                if let Some(proposal) = self.best_constraint(&bad, phase) {
                    return Ok(Some(proposal));
                }
            }
            if pending.is_empty() {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn bad_world(&mut self, example: usize, phase: Phase) -> Result<Option<World>> {
        let near = self.good.iter().find(|good| self.prober.same_context(good.example, example));
        match near {
            Some(near) if phase.close => self.prober.closest(&near.world, example),
            Some(near) => self.prober.extending(&near.world, example),
            None => self.prober.extending(&self.run.worlds.worlds[0], example),
        }
    }

    /// Of the best constraints for each anchor, the one that explains most bad worlds; then the shortest; then one
    /// that is anchored on what holds.
    pub(super) fn best_constraint(&self, bad: &[Bad], phase: Phase) -> Option<Proposal> {
        if bad.is_empty() {
            return None;
        }
        let all: Vec<World> = self
            .good
            .iter()
            .map(|good| good.world.clone())
            .chain(bad.iter().map(|bad| bad.world.clone()))
            .collect();
        let engine =
            Engine::new(worlds::facts(self.run.task, &self.run.worlds.bias, &all, &self.prober.symbols));
        let mut best: Option<Proposal> = None;
        for anchor in self.anchors() {
            let instances = self.instances(&anchor, bad);
            if instances.labelled(true).is_empty() {
                continue;
            }
            let Some((clause, fires_in)) = self.search(&engine, &anchor, instances, phase.short) else {
                continue;
            };
            let (good, bad_ones): (Vec<usize>, Vec<usize>) =
                fires_in.into_iter().partition(|&world| world < self.good.len());
            let given_up: Vec<usize> = good.into_iter().map(|world| self.good[world].example).collect();
            let explained: Vec<usize> =
                bad_ones.into_iter().map(|world| bad[world - self.good.len()].example).collect();
            let worth = self.price(&explained) - self.price(&given_up);
            let key = (worth, Reverse(clause.n_literals()), anchor.holds);
            let pays = match self.is_soft {
                true => worth as f64 > self.beta() * (clause.n_literals() + 1) as f64,
                false => worth > 0,
            };
            if pays && best.as_ref().is_none_or(|known| key > known.key) {
                let constraint = Constraint { predicate: anchor.predicate, holds: anchor.holds, clause };
                best = Some(Proposal { constraint, explained, given_up, certain: !phase.close, key });
            }
        }
        best
    }

    /// What examples are worth together.
    fn price(&self, examples: &[usize]) -> i64 {
        let price = |&number: &usize| match self.run.task.examples[number].penalty {
            Some(penalty) => i64::from(penalty),
            None if self.is_soft => i64::from(HARD),
            None => 1,
        };
        examples.iter().map(price).sum()
    }

    /// How many positive examples may still be given up.
    fn n_spare(&self) -> usize {
        let n_positives = self.run.worlds.worlds.len();
        let most = ((n_positives as f64 * MOST_GIVEN_UP) as usize).max(2.min(n_positives / 2));
        most.saturating_sub(n_positives - self.good.len())
    }

    /// The bits of a literal.
    fn beta(&self) -> f64 {
        (2.0 + self.run.worlds.bias.body.len() as f64).log2()
    }

    /// Targets that hold, targets that fail, and what is declared with `not`, where it fails.
    fn anchors(&self) -> Vec<Anchor> {
        let bias = &self.run.worlds.bias;
        let of_targets = |holds: bool| {
            bias.targets.iter().map(move |target| Anchor {
                predicate: target.predicate,
                types: target.types.clone(),
                holds,
            })
        };
        let mut anchors: Vec<Anchor> = of_targets(true).chain(of_targets(false)).collect();
        for mode in &bias.body {
            let BodyMode::Literal { predicate, slots, negated: true } = mode else { continue };
            let types = slots.iter().map(|slot| if let Slot::Variable(of) = slot { Some(*of) } else { None });
            if let Some(types) = types.collect::<Option<Vec<usize>>>() {
                let anchor = Anchor { predicate: *predicate, types, holds: false };
                if !anchors.contains(&anchor) {
                    anchors.push(anchor);
                }
            }
        }
        anchors
    }

    /// Bad worlds as positive examples with their pivots as alternatives, instances of the anchor in good worlds as
    /// negative ones. All read what is certain: a constraint has to fire for sure.
    fn instances(&self, anchor: &Anchor, bad: &[Bad]) -> Instances {
        let mut all = Vec::new();
        let mut example = 0;
        let mut add = |world: usize, args: &[Symbol], positive: bool, example: u32| {
            let args = args.iter().map(|symbol| symbol.0).collect();
            all.push(Instance { example, world: world as u32, args, positive, weight: 1 });
        };
        for (number, good) in self.good.iter().enumerate() {
            self.for_each_instance(anchor, &good.world, |args| {
                add(number, args, false, example);
                example += 1;
            });
        }
        for (number, bad) in bad.iter().enumerate() {
            self.for_each_instance(anchor, &bad.world, |args| {
                add(self.good.len() + number, args, true, example)
            });
            example += 1;
        }
        Instances::new(anchor.types.len(), all).read_as(Reading::Certain)
    }

    fn for_each_instance(&self, anchor: &Anchor, world: &World, mut visit: impl FnMut(&[Symbol])) {
        let signature = &self.run.worlds.bias.predicates[anchor.predicate];
        if anchor.holds {
            world.certain(signature).into_iter().for_each(visit);
            return;
        }
        let possible: rustc_hash::FxHashSet<&[Symbol]> = world.possible(signature).into_iter().collect();
        for_each_tuple(&world.domains(&anchor.types), |row| {
            if !possible.contains(row) {
                visit(row);
            }
        });
    }

    /// The best clause for one anchor, and the worlds in which it fires.
    fn search(
        &self,
        engine: &Engine,
        anchor: &Anchor,
        instances: Instances,
        short: Option<usize>,
    ) -> Option<(Clause, Vec<usize>)> {
        let Run { settings, limits, trace, worlds, .. } = self.run;
        let target = Target {
            signature: worlds.bias.predicates[anchor.predicate].clone(),
            predicate: anchor.predicate,
            types: anchor.types.clone(),
            closed: false,
            given: InstanceSet::empty(instances.len()),
            contingent: false,
            instances: Arc::new(instances),
        };
        let is_refused = |clause: &Clause| {
            let same =
                |other: &Constraint| other.predicate == anchor.predicate && other.holds == anchor.holds;
            self.refused.iter().any(|other| same(other) && other.clause == *clause)
        };
        // The worlds of examples with a price may be given up.
        let price = |lost: &[usize]| {
            let lost: Vec<usize> = lost.iter().map(|&world| self.good[world].example).collect();
            (self.is_soft && lost.len() <= self.n_spare()).then(|| self.price(&lost) as f64)
        };
        best_body(Wanted {
            engine,
            bias: &worlds.bias,
            anchor: &target,
            decided: self.decided(anchor),
            short,
            is_refused: &is_refused,
            price: &price,
            settings,
            limits,
            trace,
        })
    }

    /// The literals that the generate rule of an anchor decides already: `green(X)` where `red(X) :- not green(X)`.
    fn decided(&self, anchor: &Anchor) -> Vec<(PredicateId, Vec<xfold_store::Arg>)> {
        if !anchor.holds {
            return Vec::new();
        }
        let bias = &self.run.worlds.bias;
        let theory =
            self.found.theories.iter().filter(|t| bias.targets[t.target].predicate == anchor.predicate);
        let steps = theory.flat_map(|theory| &theory.clauses).flat_map(|clause| &clause.body);
        let negated = steps.filter_map(|step| match step {
            Step::Fails(predicate, args) => Some((*predicate, args.clone())),
            _ => None,
        });
        negated.collect()
    }

    pub(super) fn trace_constraint(&self, constraint: &Constraint) {
        if self.run.trace.is_on() {
            self.run.trace.event(Event::Constraint { constraint: constraint.clone() });
        }
    }
}

fn size(example: &Example) -> usize {
    example.inclusions.len() + example.exclusions.len()
}

/// A negative example without a pattern, forbidden as it stands.
pub(super) fn forbid(example: &Example, symbols: &Symbols) -> Vec<xfold_asp::syntax::Rule> {
    let list = |atoms: &Atoms, sign: &str| -> Vec<String> {
        let rows = atoms.groups().iter().flat_map(|group| group.rows().map(|row| (&group.signature, row)));
        rows.map(|(signature, row)| format!("{sign}{}", show_atom(signature, row, symbols))).collect()
    };
    let mut body = list(&example.inclusions, "");
    body.extend(list(&example.exclusions, "not "));
    let statements = xfold_asp::parse_rules(&format!(":- {}.", body.join(", "))).unwrap_or_default();
    let rule = |statement: xfold_asp::syntax::Statement| match statement.kind {
        xfold_asp::syntax::StatementKind::Rule(rule) => Some(rule),
        _ => None,
    };
    statements.into_iter().filter_map(rule).collect()
}
