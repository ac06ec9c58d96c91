//! Heads apart: where nothing reads a target, neither a learned rule nor the background, the targets do not concern each
//! other, and each is learned alone. The last station of the path, before a strategy is chosen.
//!
//! That holds for definitions. Where examples have the same context, or a negative one has several atoms, a target may be a
//! free choice, which others explain or restrict: then all are learned at once. What is learned in parts is checked as a
//! whole; if that fails, it was in vain.

use super::{Certificate, Clock, Learned, Listed, StopReason, Times, greedy::check_printed, learn_at_once};
use crate::{
    Settings,
    check::Verdict,
    error::Result,
    exact::Claim,
    rules::Hypothesis,
    search::{Calls, Found, Theory, trace::Trace},
    task::{Example, Mode, Task},
    worlds::{self, Worlds},
};
use rustc_hash::FxHashSet;
use xfold_asp::{
    diagnostic::Diagnostic,
    rewrite,
    symbols::{Atoms, Signature},
    syntax::{Name, Rule, Statement},
    visit,
};
use xfold_solve::{Limits, Solver};

/// Learns each target alone; none if the targets concern each other, or if that comes to nothing.
pub(super) fn learn_apart(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
    trace: &dyn Trace,
) -> Result<Option<Learned>> {
    let Some(targets) = independent_targets(task, settings) else { return Ok(None) };
    let mut learned = Vec::with_capacity(targets.len());
    for target in &targets {
        match learn_at_once(&part(task, &targets, target), settings, solver, limits, trace) {
            Ok(one) if one.stop == StopReason::Verified => learned.push(one),
            // What is wrong is told of the whole task.
            _ => return Ok(None),
        }
    }
    joined(task, settings, &targets, learned, solver, limits)
}

/// The targets of a task with several, if none of them concerns another one. Without negative examples nothing is gained:
/// then the targets are searched one after the other anyway.
fn independent_targets(task: &Task, settings: &Settings) -> Option<Vec<Signature>> {
    let space = &task.space;
    let is_plain = space.choice_heads.is_empty()
        && space.listed.is_empty()
        && space.bias.is_empty()
        && space.final_bias.is_empty()
        && space.max_penalty.is_none();
    let is_usual = !settings.noise && !settings.paper && !settings.complete && !settings.hide_types;
    let targets = space.targets();
    if !is_plain || !is_usual || targets.len() < 2 || space.body.is_empty() {
        return None;
    }
    let is_target = |read: &Signature| targets.iter().any(|target| target.name == read.name);
    let contexts = || task.examples.iter().flat_map(|example| &example.context);
    let speaks = |statement: &Statement| {
        let reads = visit::reads(statement).into_iter().map(|(read, _)| read);
        reads.chain(visit::heads(statement)).any(|known| is_target(&known))
    };
    let in_facts = task.background.facts.groups().iter().any(|group| is_target(&group.signature));
    let in_bodies = space.body.iter().filter_map(Mode::signature).any(|read| is_target(&read));
    if in_facts || in_bodies || task.background.statements.iter().chain(contexts()).any(speaks) {
        return None;
    }
    let is_label = |example: &Example| {
        let n_atoms = example.inclusions.len() + example.exclusions.len();
        n_atoms == 1 && targets.iter().any(|target| mentions(example, target))
    };
    let is_apart = |example: &Example| example.penalty.is_none() && (example.positive || is_label(example));
    let has_negative = task.examples.iter().any(|example| !example.positive);
    let mut worlds = FxHashSet::default();
    let numbers = task.context_numbers();
    let mut positives = task.examples.iter().zip(numbers).filter(|(example, _)| example.positive);
    let are_worlds = positives.all(|(_, context)| worlds.insert(context));
    (has_negative && are_worlds && task.examples.iter().all(is_apart)).then_some(targets)
}

fn mentions(example: &Example, target: &Signature) -> bool {
    example.inclusions.group(target).is_some() || example.exclusions.group(target).is_some()
}

/// The task of one target: its head modes, what examples say of it, and its negative examples.
fn part(task: &Task, targets: &[Signature], target: &Signature) -> Task {
    let without_others = |atoms: &Atoms| {
        let mut own = Atoms::default();
        let is_other = |known: &Signature| known != target && targets.contains(known);
        atoms.iter().filter(|(known, _)| !is_other(known)).for_each(|(known, args)| own.push(known, args));
        own
    };
    let mut part = task.clone();
    part.space.heads.retain(|mode| mode.signature().as_ref() == Some(target));
    part.closed.retain(|closed| closed == target);
    part.predictions.clear();
    part.examples.retain(|example| example.positive || mentions(example, target));
    for example in &mut part.examples {
        example.inclusions = without_others(&example.inclusions);
        example.exclusions = without_others(&example.exclusions);
    }
    part
}

/// The programs of all targets as one, if it holds.
fn joined(
    task: &Task,
    settings: &Settings,
    targets: &[Signature],
    learned: Vec<Learned>,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<Option<Learned>> {
    let mut clock = Clock::new();
    let (worlds, _) = worlds::of(task, settings, solver, limits)?;
    let rules = joined_rules(task, targets, &learned);
    let mut found = joined_found(&worlds, &learned);
    limits.keep(rules.text());
    let checked = check_printed(task, &worlds, &rules, &found, solver, limits)?;
    let Some(verdict) = checked.ok().filter(Verdict::all_hold) else { return Ok(None) };
    found.n_calls.check += verdict.n_solver_calls;
    let mut notes: Vec<Diagnostic> = Vec::new();
    let mut told = FxHashSet::default();
    for note in learned.iter().flat_map(|one| &one.notes) {
        if told.insert((note.code, note.message.clone())) {
            notes.push(note.clone());
        }
    }
    let mut times = Times { check: clock.lap(), ..Times::default() };
    for one in &learned {
        times.worlds += one.times.worlds;
        times.search += one.times.search;
        times.check += one.times.check;
    }
    Ok(Some(Learned {
        listed: Listed::of(&found, &worlds, task),
        exact: joined_certificate(&learned),
        settings: learned.first().map_or_else(|| settings.clone(), |one| one.settings.clone()),
        repairs: learned.into_iter().flat_map(|one| one.repairs).collect(),
        verdict: Some(verdict),
        stop: StopReason::Verified,
        shorter: None,
        unrealizable: None,
        rules,
        found,
        notes,
        times,
        worlds,
    }))
}

/// The rules one after the other, with names of their own for what was invented.
fn joined_rules(task: &Task, targets: &[Signature], learned: &[Learned]) -> Hypothesis {
    let mut names =
        (0..).map(|number| Name::from(format!("ab{number}"))).filter(|name| !task.uses_name(name));
    let mut all = Hypothesis::default();
    for Learned { rules: own, .. } in learned {
        let mut renamed: Vec<(Name, Name)> = Vec::new();
        for head in own.rules.iter().flat_map(visit::rule_heads) {
            let is_target = targets.iter().any(|target| target.name == head.name);
            if !is_target && renamed.iter().all(|(invented, _)| *invented != head.name) {
                renamed.extend(names.next().map(|free| (head.name, free)));
            }
        }
        let with_names = |rule: &Rule| {
            let mut rule = rule.clone();
            rewrite::atoms(&mut rule, &mut |atom| {
                if let Some((_, free)) = renamed.iter().find(|(invented, _)| *invented == atom.name) {
                    atom.name = free.clone();
                }
            });
            rule
        };
        let n_before = all.rules.len();
        all.beyond.extend(own.beyond.iter().map(|(number, why)| (n_before + number, why.clone())));
        all.rules.extend(own.rules.iter().map(with_names));
        for fact in &own.type_facts {
            if !all.type_facts.contains(fact) {
                all.type_facts.push(fact.clone());
            }
        }
    }
    all
}

/// What the searches found together.
fn joined_found(worlds: &Worlds, learned: &[Learned]) -> Found {
    let mut all = Found::default();
    for Learned { found, worlds: own, .. } in learned {
        for theory in &found.theories {
            let signature = &own.bias.targets[theory.target].signature;
            let place = worlds.bias.targets.iter().position(|target| target.signature == *signature);
            all.theories.extend(place.map(|target| Theory { target, ..theory.clone() }));
        }
        all.ground_constraints.extend(found.ground_constraints.iter().cloned());
        all.cut_by.extend(found.cut_by.iter().copied());
        all.n_candidates += found.n_candidates;
        let (sum, own) = (all.n_calls, found.n_calls);
        all.n_calls = Calls {
            worlds: sum.worlds + own.worlds,
            test: sum.test + own.test,
            select: sum.select + own.select,
            check: sum.check + own.check,
        };
    }
    all
}

/// What is known of the price of all programs together: costs add up, and so does what they cost at least.
fn joined_certificate(learned: &[Learned]) -> Option<Certificate> {
    let all: Vec<&Certificate> = learned.iter().map(|one| one.exact.as_ref()).collect::<Option<_>>()?;
    let weaker = |one: Claim, other: Claim| match (one, other) {
        (Claim::Best, _) | (_, Claim::Best) => Claim::Best,
        (Claim::OptimalWithin(one), Claim::OptimalWithin(other)) => Claim::OptimalWithin(one.min(other)),
        (within @ Claim::OptimalWithin(_), _) | (_, within) => within,
    };
    let first = all.first()?;
    Some(Certificate {
        is_exact: all.iter().all(|one| one.is_exact),
        in_space: all.iter().all(|one| one.in_space),
        cost: all.iter().map(|one| one.cost).sum(),
        claim: all.iter().fold(Claim::Optimal, |claim, one| weaker(claim, one.claim)),
        lower_bound: all.iter().map(|one| one.lower_bound).sum(),
        dialect: first.dialect.clone(),
        n_bodies: all.iter().map(|one| one.n_bodies).sum(),
        n_rules: all.iter().map(|one| one.n_rules).sum(),
        found_after: all.iter().map(|one| one.found_after).sum(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::read;

    const TASK: &str = "
        obj(a; b).
        #modeh(h(var(obj))). #modeh(g(var(obj))). #modeb(red(var(obj))).
        #pos(one, {h(a), g(b)}, {}, {red(a).}).
        #pos(two, {h(b)}, {}, {red(b).}).
        #neg(three, {g(a)}, {}, {red(a).}).\n";

    fn n_parts(more: &str) -> usize {
        let task = read::text("heads.las", &format!("{TASK}{more}")).expect("it can be read");
        independent_targets(&task, &Settings::default()).map_or(1, |targets| targets.len())
    }

    #[test]
    fn targets_are_apart_if_nothing_joins_them() {
        assert_eq!(n_parts(""), 2);
        assert_eq!(n_parts(":- h(X), g(X)."), 1, "a constraint joins them");
        assert_eq!(n_parts("#modeb(g(var(obj)))."), 1, "rules may read one");
        assert_eq!(n_parts("loud(X) :- h(X)."), 1, "the background reads one");
        assert_eq!(n_parts("#pos(four, {h(b)}, {}, {red(a).})."), 1, "one may be a free choice");
        assert_eq!(n_parts("#neg(four, {h(a), g(a)}, {}, {red(a).})."), 1, "an example speaks of both");
    }

    #[test]
    fn a_part_has_what_concerns_its_target() {
        let task = read::text("heads.las", TASK).expect("it can be read");
        let targets = [Signature::new("h", 1), Signature::new("g", 1)];
        let part = part(&task, &targets, &targets[0]);
        let atoms: Vec<usize> = part.examples.iter().map(|example| example.inclusions.len()).collect();
        assert_eq!((part.space.heads.len(), atoms), (1, vec![1, 1]));
    }
}
