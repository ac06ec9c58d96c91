//! The test part: constraints that leave no stable model to a negative example (specification, section 10.2).
//!
//! Constraints are learned from bad worlds against good ones. A bad world is what holds in every stable model that
//! extends a negative example, so that a constraint which fires there kills them all; if that says too little, the
//! stable model closest to a good world, so that the difference shows what is wrong. A constraint is anchored on a
//! pivot: an atom of the bad world that it forbids.

use super::{
    super::{Constraint, Examples, Found, Search, candidates::Scope, trace::Event},
    Run,
};
use crate::{
    check::RulesText,
    error::Result,
    rules::Hypothesis,
    search::Clause,
    task::Example,
    worlds::{self, BodyMode, Prober, Slot, Target, World, for_each_tuple},
};
use std::sync::Arc;
use xfold_asp::symbols::{Atoms, Symbol, Symbols};
use xfold_store::{Instance, InstanceSet, Instances, LocalEngine, PredicateId, Reading, Step};

/// What kind of bad world is looked at, and how long constraints may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Phase {
    close: bool,
    short: bool,
}

const PHASES: [Phase; 4] = [
    Phase { close: false, short: true },
    Phase { close: true, short: true },
    Phase { close: false, short: false },
    Phase { close: true, short: false },
];

/// A predicate that constraints may be anchored on, where it holds or where it fails.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Anchor {
    predicate: PredicateId,
    types: Vec<usize>,
    holds: bool,
}

/// A negative example that some stable model still extends, with the world that stands for it.
struct Bad<'a> {
    example: &'a Example,
    world: World,
}

/// Adds constraints to what was found until no stable model extends a negative example.
pub fn constraints(found: &mut Found, run: Run<'_>) -> Result<()> {
    let Run { task, worlds, limits, .. } = run;
    let negatives = || task.examples.iter().filter(|example| !example.positive);
    if negatives().next().is_none() || worlds.worlds.is_empty() {
        return Ok(());
    }
    let prober = Prober::new(task, worlds, run.solver, limits);
    let mut test = Test { found, run, prober, good: Vec::new(), refused: Vec::new() };
    test.solve_good_worlds()?;
    let mut pending: Vec<&Example> = negatives().filter(|negative| !test.contradicts(negative)).collect();
    // Small examples say most about the constraint that is missing.
    pending.sort_by_key(|example| size(example));
    while !pending.is_empty() && limits.reached().is_none() {
        match test.next_constraint(&mut pending)? {
            Some(constraint) => {
                // One that is there already did not help.
                if test.found.constraints.contains(&constraint) || !test.positives_survive(&constraint)? {
                    test.refused.push(constraint);
                    continue;
                }
                test.trace_constraint(&constraint);
                test.found.constraints.push(constraint);
                test.solve_good_worlds()?;
            }
            None if pending.is_empty() => break,
            None => {
                let example = pending.remove(0);
                test.found.ground_constraints.extend(forbid(example, &test.prober.symbols));
            }
        }
    }
    test.found.n_solver_calls += test.prober.n_calls();
    Ok(())
}

struct Test<'a> {
    found: &'a mut Found,
    run: Run<'a>,
    prober: Prober<'a>,
    /// For each positive example that the theory so far explains, its world.
    good: Vec<(usize, World)>,
    /// Constraints that would leave a positive example without a stable model.
    refused: Vec<Constraint>,
}

impl Test<'_> {
    fn program(&self) -> Hypothesis {
        self.run.program(self.found)
    }

    /// The worlds of the positive examples under the theory so far.
    fn solve_good_worlds(&mut self) -> Result<()> {
        let program = self.program();
        let rules = RulesText { text: &program.text(), origin: None, statements: &program.statements() };
        let positives = self.run.task.examples.iter().enumerate().filter(|(_, example)| example.positive);
        let mut good = Vec::new();
        for ((number, example), like) in positives.zip(&self.run.worlds.worlds) {
            if let Some(world) = self.prober.extending(like, example, &rules)? {
                good.push((number, world));
            }
        }
        self.good = good;
        Ok(())
    }

    /// Whether a good world extends a negative example of the same context: no constraint can part them.
    fn contradicts(&self, negative: &Example) -> bool {
        let holds = |world: &World, atoms: &Atoms, wanted: bool| {
            atoms.groups().iter().all(|group| {
                let certain = world.certain(&group.signature);
                group.rows().all(|row| certain.contains(&row) == wanted)
            })
        };
        self.good.iter().any(|(number, world)| {
            world.is_total()
                && self.run.task.examples[*number].context == negative.context
                && holds(world, &negative.inclusions, true)
                && holds(world, &negative.exclusions, false)
        })
    }

    /// Whether every positive example that had a stable model still has one. Total worlds are not violated by what
    /// was counted on them, so only partial ones are asked for.
    fn positives_survive(&mut self, constraint: &Constraint) -> Result<bool> {
        if self.good.iter().all(|(_, world)| world.is_total()) {
            return Ok(true);
        }
        self.found.constraints.push(constraint.clone());
        let program = self.program();
        self.found.constraints.pop();
        let rules = RulesText { text: &program.text(), origin: None, statements: &program.statements() };
        for (number, world) in self.good.iter().filter(|(_, world)| !world.is_total()) {
            if self.prober.extending(world, &self.run.task.examples[*number], &rules)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The best constraint against the pending negatives; those that no stable model extends any more leave.
    fn next_constraint(&mut self, pending: &mut Vec<&Example>) -> Result<Option<Constraint>> {
        for phase in PHASES {
            let mut sizes: Vec<usize> = pending.iter().map(|example| size(example)).collect();
            sizes.dedup();
            let tiers = if phase.close { vec![usize::MAX] } else { sizes };
            let mut bad: Vec<Bad<'_>> = Vec::new();
            for tier in tiers {
                let known: Vec<*const Example> =
                    bad.iter().map(|bad| std::ptr::from_ref(bad.example)).collect();
                let wanted: Vec<&Example> = pending
                    .iter()
                    .copied()
                    .filter(|example| size(example) <= tier && !known.contains(&std::ptr::from_ref(*example)))
                    .collect();
                for example in wanted {
                    match self.bad_world(example, phase)? {
                        Some(world) => bad.push(Bad { example, world }),
                        None => pending.retain(|other| !std::ptr::eq(*other, example)),
                    }
                }
                if let Some(constraint) = self.best_constraint(&bad, phase.short) {
                    return Ok(Some(constraint));
                }
            }
            if pending.is_empty() {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn bad_world(&mut self, example: &Example, phase: Phase) -> Result<Option<World>> {
        let program = self.program();
        let rules = RulesText { text: &program.text(), origin: None, statements: &program.statements() };
        let same_context =
            |(number, _): &&(usize, World)| self.run.task.examples[*number].context == example.context;
        let near = self.good.iter().find(same_context).map(|(_, world)| world.clone());
        match near {
            Some(near) if phase.close => self.prober.closest(&near, example, &rules),
            near => {
                let like = near.unwrap_or_else(|| self.run.worlds.worlds[0].clone());
                self.prober.extending(&like, example, &rules)
            }
        }
    }

    /// Of the best constraints for each anchor, the one that explains most bad worlds; then the shortest; then one
    /// that is anchored on what holds.
    fn best_constraint(&self, bad: &[Bad<'_>], short: bool) -> Option<Constraint> {
        if bad.is_empty() {
            return None;
        }
        let all: Vec<World> = self
            .good
            .iter()
            .map(|(_, world)| world.clone())
            .chain(bad.iter().map(|bad| bad.world.clone()))
            .collect();
        let engine = LocalEngine::new(worlds::facts(&self.run.worlds.bias, &all, &self.prober.symbols));
        let mut best: Option<((u64, usize, bool), Constraint)> = None;
        for anchor in self.anchors() {
            let instances = self.instances(&anchor, bad);
            if instances.labelled(true).is_empty() {
                continue;
            }
            let Some((clause, explained)) = self.search(&engine, &anchor, instances, short) else { continue };
            let key = (explained, usize::MAX - clause.n_literals(), anchor.holds);
            if explained > 0 && best.as_ref().is_none_or(|(known, _)| key > *known) {
                best = Some((key, Constraint { predicate: anchor.predicate, holds: anchor.holds, clause }));
            }
        }
        best.map(|(_, constraint)| constraint)
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
    fn instances(&self, anchor: &Anchor, bad: &[Bad<'_>]) -> Instances {
        let mut all = Vec::new();
        let mut example = 0;
        let mut add = |world: usize, args: &[Symbol], positive: bool, example: u32| {
            let args = args.iter().map(|symbol| symbol.0).collect();
            all.push(Instance { example, world: world as u32, args, positive, weight: 1 });
        };
        for (number, (_, world)) in self.good.iter().enumerate() {
            self.for_each_instance(anchor, world, |args| {
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

    /// The best clause for one anchor, and how many bad worlds it explains.
    fn search(
        &self,
        engine: &LocalEngine,
        anchor: &Anchor,
        instances: Instances,
        short: bool,
    ) -> Option<(Clause, u64)> {
        let bias = &self.run.worlds.bias;
        let target = Target {
            signature: bias.predicates[anchor.predicate].clone(),
            predicate: anchor.predicate,
            types: anchor.types.clone(),
            closed: false,
            given: InstanceSet::empty(instances.len()),
            contingent: false,
            instances: Arc::new(instances),
        };
        let Run { settings, limits, trace, .. } = self.run;
        let search = Search::new(engine, bias, &target, settings, limits, trace);
        let pos = target.instances.labelled(true);
        let examples = Examples { neg: target.instances.labelled(false), pos, swapped: false };
        let scope =
            Scope::of_constraint(bias, anchor.predicate, self.decided(anchor), self.run.settings.max_new);
        let refused = |clause: &Clause| {
            let same =
                |other: &Constraint| other.predicate == anchor.predicate && other.holds == anchor.holds;
            self.refused.iter().any(|other| same(other) && other.clause == *clause)
        };
        let root = search.root(&examples);
        let clause = if examples.neg.is_empty() {
            Some(root.clause.clone())
        } else if short {
            search.shortest(&root, &scope, &refused).or_else(|| {
                let longer = search.with_determinate_literals(&root, &scope)?;
                search.shortest(&longer, &scope, &refused)
            })
        } else {
            search.specialize(&scope, &examples, 0)
        };
        let clause = clause.map(|clause| search.prune_clause(clause, &examples, 1));
        let clause = clause.filter(|clause| !refused(clause) && clause.exceptions.is_empty())?;
        let lists = clause.body.iter().any(|step| matches!(step, Step::Among(_)));
        let explained = target.instances.count(&search.covered(&clause, &examples.pos, false)).pos;
        (!lists).then_some((clause, explained))
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

    fn trace_constraint(&self, constraint: &Constraint) {
        if self.run.trace.is_on() {
            self.run.trace.event(Event::Constraint { constraint: constraint.clone() });
        }
    }
}

fn size(example: &Example) -> usize {
    example.inclusions.len() + example.exclusions.len()
}

/// A negative example without a pattern, forbidden as it stands.
fn forbid(example: &Example, symbols: &Symbols) -> Vec<xfold_asp::syntax::Rule> {
    let list = |atoms: &Atoms, sign: &str| -> Vec<String> {
        let rows = atoms.groups().iter().flat_map(|group| group.rows().map(|row| (&group.signature, row)));
        rows.map(|(signature, row)| format!("{sign}{}", crate::rules::show_atom(signature, row, symbols)))
            .collect()
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
