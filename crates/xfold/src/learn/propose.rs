//! Greedy proposes: the program of FOLD or XFOLD for a task that declares a space, with its price there or what of it goes
//! beyond.

use super::{
    Learned, StopReason,
    greedy::{check_printed, learn_greedily},
};
use crate::{
    Learner, Settings,
    check::Verdict,
    codes,
    error::{Error, Result},
    exact::{
        Rival,
        within::{Beyond, Within},
    },
    rules::Hypothesis,
    search::trace::Trace,
    task::{Example, Task, defines},
};
use xfold_asp::{
    diagnostic::Diagnostic,
    rewrite,
    symbols::{Atoms, Signature},
    syntax::{BodyElement, Head, Literal, LiteralKind, Rule, Sign, Term},
    visit,
};
use xfold_solve::{Limits, Solver};

/// A greedy program.
pub(super) struct Proposal {
    pub(super) learned: Learned,
    /// What it costs, if all its rules lie in the space.
    pub(super) price: Option<Price>,
    /// The work of the greedy search until then.
    pub(super) after: u64,
}

/// What a program costs in the manner of a dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Price {
    pub(super) rules: u64,
    /// The penalties of the examples it gives up.
    pub(super) lost: u64,
}

impl Price {
    pub(super) fn sum(self) -> u64 {
        self.rules + self.lost
    }
}

impl Proposal {
    pub(super) fn holds(&self) -> bool {
        self.learned.stop == StopReason::Verified
    }

    /// What the exact part has to beat.
    pub(super) fn rival(&self) -> Option<Rival> {
        let price = self.price.filter(|_| self.holds())?;
        let n_body = self.learned.rules.rules.iter().map(|rule| rule.body.len()).max().unwrap_or(0);
        Some(Rival { cost: price.sum(), n_body })
    }
}

/// Learns greedily: the programs that were learned before a limit, the most promising first. Where examples have
/// penalties, the first is that of least description length.
pub(super) fn propose(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
    trace: &dyn Trace,
) -> Result<Vec<Proposal>> {
    let mut proposals: Vec<Proposal> = Vec::new();
    let light = lightened(task);
    // Where no example asks for several stable models a free choice explains everything and says nothing: definitions
    // come first.
    let mut ways: Vec<(Learner, &Task)> = Vec::new();
    if is_definite(task) {
        ways.extend(light.iter().map(|light| (Learner::Fold, light)));
        ways.push((Learner::Fold, task));
    } else {
        ways.extend(light.iter().map(|light| (settings.learner, light)));
    }
    ways.push((settings.learner, task));
    for (learner, of) in ways {
        let is_needed =
            !proposals.iter().any(Proposal::holds) || (learner == Learner::Fold && light.is_some());
        if !is_needed || limits.reached().is_some() {
            continue;
        }
        let settings = Settings { learner, ..settings.clone() };
        match learn_greedily(of, &settings, solver, limits, trace) {
            Ok(mut learned) => {
                with_penalties(task, &mut learned);
                proposals.push(assess(task, learned, solver, limits)?);
            }
            Err(Error::Limit(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(proposals)
}

/// Whether definitions of the targets are asked for: nothing offers a choice, and what a negative example says a positive
/// one of the same context says already.
fn is_definite(task: &Task) -> bool {
    let contexts = task.context_numbers();
    let examples = || task.examples.iter().zip(&contexts);
    let contains = |all: &Atoms, some: &Atoms| {
        some.groups().iter().any(|group| {
            let rows = || all.group(&group.signature).into_iter().flat_map(|group| group.rows());
            group.rows().any(|row| rows().any(|other| other == row))
        })
    };
    // A stable model that extends the positive example has something that the negative one must not have, or lacks
    // something that it must have.
    let contradicts = |negative: &Example, positive: &Example| {
        positive.positive
            && positive.penalty.is_none()
            && (contains(&positive.exclusions, &negative.inclusions)
                || contains(&positive.inclusions, &negative.exclusions))
    };
    task.space.choice_heads.is_empty()
        && examples().filter(|(example, _)| !example.positive).all(|(negative, context)| {
            examples().any(|(other, of_other)| of_other == context && contradicts(negative, other))
        })
}

/// The same task with smaller penalties in the same proportion, so that the lightest example counts as one: as many as it
/// weighs would each have to be explained. None if that changes nothing.
fn lightened(task: &Task) -> Option<Task> {
    let least =
        task.examples.iter().filter_map(|example| example.penalty).min().filter(|&least| least > 1)?;
    let mut task = task.clone();
    for penalty in task.examples.iter_mut().filter_map(|example| example.penalty.as_mut()) {
        *penalty = (*penalty + least / 2) / least;
    }
    Some(task)
}

/// Gives the examples of a verdict the penalties of the task.
fn with_penalties(task: &Task, learned: &mut Learned) {
    let verdicts = learned.verdict.iter_mut().flat_map(|verdict| &mut verdict.examples);
    for (verdict, example) in verdicts.zip(&task.examples) {
        verdict.penalty = example.penalty;
    }
}

/// Prices a greedy program, or marks what of it goes beyond the declared space.
pub(super) fn assess(
    task: &Task,
    mut learned: Learned,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<Proposal> {
    let mut within = Within::new(task, solver, limits)?;
    let mut priced = within.price(&learned.rules.rules)?;
    if priced.is_err() {
        let flat = flattened(task, &learned.rules.rules);
        let others = [renamed(task, &flat), Some(flat)];
        for rules in others.into_iter().flatten().filter(|rules| *rules != learned.rules.rules) {
            if let Ok(cost) = within.price(&rules)?
                && let Some(verdict) = verified(task, &learned, &rules, solver, limits)?
            {
                learned.rules.rules = rules;
                learned.notes.retain(|note| note.code != codes::NO_POSITIVES);
                learned.verdict = Some(verdict);
                priced = Ok(cost);
                break;
            }
        }
    }
    let lost = learned.verdict.as_ref().map_or(0, Verdict::penalties);
    let price = match priced {
        // What does not hold has no price.
        Ok(rules) => (learned.stop == StopReason::Verified).then_some(Price { rules, lost }),
        Err(beyond) => {
            mark(&mut learned, &beyond);
            None
        }
    };
    Ok(Proposal { learned, price, after: limits.work_spent() })
}

/// Says in the program and in a note what goes beyond the declared space.
fn mark(learned: &mut Learned, beyond: &[(usize, Vec<Beyond>)]) {
    let said = |reasons: &[Beyond]| reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    learned.rules.beyond = beyond.iter().map(|(rule, reasons)| (*rule, said(reasons))).collect();
    let mut reasons: Vec<&Beyond> = Vec::new();
    for reason in beyond.iter().flat_map(|(_, reasons)| reasons) {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    let shown: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    let message = format!("the program goes beyond the declared space: {}", shown.join(", "));
    let help = "--declared-only forbids that";
    learned.notes.push(Diagnostic::note(codes::BEYOND_SPACE, message).help(help));
}

/// The rules without invented exceptions whose clauses have one literal each: `not ab` is then the contrary of them all.
fn flattened(task: &Task, rules: &[Rule]) -> Vec<Rule> {
    let targets = task.space.targets();
    let mut rules = rules.to_vec();
    loop {
        let heads = rules.iter().flat_map(visit::rule_heads).filter(|head| !targets.contains(head));
        let is_simple = |head: &Signature| {
            let mut own = rules.iter().filter(|rule| visit::rule_heads(rule).contains(head));
            own.all(|rule| contrary(rule).is_some())
                && rules
                    .iter()
                    .flat_map(visit::rule_reads)
                    .all(|(read, sign)| read != *head || sign == Sign::Not)
        };
        let Some(head) = heads.into_iter().find(|head| is_simple(head)) else { return rules };
        let (own, others): (Vec<Rule>, Vec<Rule>) =
            rules.into_iter().partition(|rule| visit::rule_heads(rule).contains(&head));
        rules = others;
        for rule in &mut rules {
            let replaced = rule.body.iter().flat_map(|element| match element {
                BodyElement::Literal(Literal { kind: LiteralKind::Atom(atom), .. })
                    if atom.signature() == head =>
                {
                    own.iter().filter_map(|rule| contrary_for(rule, &atom.args)).collect()
                }
                other => vec![other.clone()],
            });
            rule.body = replaced.collect();
        }
    }
}

/// The contrary of the only literal of a clause, if all its variables are arguments of the head.
fn contrary(rule: &Rule) -> Option<(&[Term], Literal)> {
    let Head::Atom(head) = &rule.head else { return None };
    let [BodyElement::Literal(only)] = &rule.body[..] else { return None };
    let LiteralKind::Atom(atom) = &only.kind else { return None };
    let is_argument = |term: &Term| match term {
        Term::Variable(_) => head.args.contains(term),
        other => is_ground(other),
    };
    let are_variables = head.args.iter().all(|arg| matches!(arg, Term::Variable(_)));
    let sign = match only.sign {
        Sign::None => Sign::Not,
        Sign::Not => Sign::None,
        Sign::NotNot => return None,
    };
    let fits = are_variables && atom.args.iter().all(is_argument);
    fits.then(|| (&head.args[..], Literal { sign, ..only.clone() }))
}

fn is_ground(term: &Term) -> bool {
    match term {
        Term::Number(_) | Term::Decimal(_) | Term::Text(_) | Term::Infimum | Term::Supremum => true,
        Term::Function(_, args) | Term::Tuple(args) => args.iter().all(is_ground),
        _ => false,
    }
}

/// The same with these terms for the arguments of the head.
fn contrary_for(rule: &Rule, args: &[Term]) -> Option<BodyElement> {
    let (variables, mut literal) = contrary(rule)?;
    rewrite::of_literal(&mut literal, &mut |term| {
        if let Some(place) = variables.iter().position(|variable| variable == term) {
            *term = args[place].clone();
        }
    });
    Some(BodyElement::Literal(literal))
}

/// The rules with declared names for invented predicates: those of targets with as many arguments that no example, no
/// background and no rule speaks of. None if there are none.
fn renamed(task: &Task, rules: &[Rule]) -> Option<Vec<Rule>> {
    let targets = task.space.targets();
    let mut heads: Vec<Signature> = rules.iter().flat_map(visit::rule_heads).collect();
    let reads = rules.iter().flat_map(|rule| visit::rule_reads(rule).into_iter().map(|(read, _)| read));
    let used: Vec<Signature> = heads.iter().cloned().chain(reads).collect();
    let is_observed = |target: &Signature| {
        task.examples.iter().any(|example| {
            example.inclusions.group(target).is_some()
                || example.exclusions.group(target).is_some()
                || defines(&example.context, target)
        })
    };
    let mut free: Vec<Signature> = targets
        .iter()
        .filter(|target| !is_observed(target) && !task.background.defines(target) && !used.contains(target))
        .cloned()
        .collect();
    let mut seen = Vec::new();
    heads.retain(|head| {
        let is_new = !targets.contains(head) && !seen.contains(head);
        seen.push(head.clone());
        is_new
    });
    let mut names: Vec<(Signature, Signature)> = Vec::new();
    for head in heads {
        let place = free.iter().position(|target| target.arity == head.arity)?;
        names.push((head, free.remove(place)));
    }
    let mut rules = rules.to_vec();
    for rule in &mut rules {
        rewrite::atoms(rule, &mut |atom| {
            let signature = atom.signature();
            if let Some((_, declared)) = names.iter().find(|(invented, _)| *invented == signature) {
                atom.name = declared.name.clone();
                atom.negated = declared.negated;
            }
        });
    }
    (!names.is_empty()).then_some(rules)
}

/// What the solver says of renamed rules, if they do as well as the others.
fn verified(
    task: &Task,
    learned: &Learned,
    rules: &[Rule],
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<Option<Verdict>> {
    let Some(before) = learned.verdict.as_ref() else { return Ok(None) };
    let rules = Hypothesis { rules: rules.to_vec(), ..learned.rules.clone() };
    let after = check_printed(task, &learned.worlds, &rules, &learned.found, solver, limits)?;
    let holding = |verdict: &Verdict| verdict.examples.iter().map(|e| e.holds).collect::<Vec<_>>();
    Ok(after.ok().filter(|after| holding(after) == holding(before)))
}
