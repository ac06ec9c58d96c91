//! The order of attack on a task that declares a space: greedy proposes, the solver disposes.
//!
//! The exact part runs in a thread of its own, and FOLD or XFOLD beside it until the matter is settled. Their program, if it
//! lies in the space, is what the exact part has to beat, and the answer if it cannot.
//!
//! The answer does not depend on which of them is faster. Both count their work, and end by it, not by the clock. The exact
//! part hears of the greedy program only where it asks for it, and then waits for it. The greedy search is ended early only
//! when its program does not matter any more.

use super::{
    Clock, Learned, Listed, StopReason, Times,
    beside::{Beside, Patience, Plan, Told},
    greedy::check_printed,
    propose::{self, Price, Proposal},
};
use crate::{
    Learner, Settings, Strategy,
    check::Verdict,
    codes,
    error::{Error, Result},
    exact::{Claim, Outcome, USUAL_BODY, within::Within},
    rules::Hypothesis,
    search::{Calls, Found, trace::Trace},
    task::{Dialect, Task},
    tuning::Heuristic,
    worlds::Worlds,
};
use serde::Serialize;
use std::{thread::Scope, time::Duration};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::{Limits, Meter, Solver, work::SECOND};

/// The work of the exact part, unless the user sets a time limit.
const USUAL_WORK: u64 = 60 * SECOND;
/// The work of the greedy search.
const GREEDY_WORK: u64 = 15 * SECOND;
/// What a greedy search may work for a shorter program beside an optimum that is found already.
const WORK_ON_SHORTER: u64 = 2 * SECOND;
/// How long the last check takes, mostly: so much time is left for it where the user sets a time limit.
const FOR_CHECK: Duration = Duration::from_millis(500);
/// How long the last check may take where the time is over: what is printed is checked.
const OVERTIME: Duration = Duration::from_millis(50);
/// How often the limits are looked at.
const TICK: Duration = Duration::from_millis(20);

/// What is known of a program's price.
#[derive(Debug, Clone, Serialize)]
pub struct Certificate {
    /// The program is the exact part's.
    pub is_exact: bool,
    /// Every rule lies in the declared space.
    pub in_space: bool,
    /// What its rules and the examples given up cost, in the manner of the task's dialect.
    pub cost: u64,
    /// What is known of cheaper ones.
    pub claim: Claim,
    /// No program of the space costs less, within the bound on bodies that is usual or was given.
    pub lower_bound: u64,
    /// Whose conventions fix the space and the cost.
    pub dialect: String,
    /// How many bodies were tested.
    pub n_bodies: usize,
    /// How many rules were left to choose from.
    pub n_rules: usize,
    /// After how many seconds the program was found.
    pub found_after: f64,
}

/// A shorter program beside one that pays for few examples with many literals: the one of least description length.
#[derive(Debug, Clone, Serialize)]
pub struct Shorter {
    /// The program.
    pub program: String,
    /// What its rules cost, and those of the cheapest program.
    pub rules: [u64; 2],
    /// The penalties of the examples that it gives up, and that the cheapest program does.
    pub lost: [u64; 2],
    /// How many examples these are.
    pub n_lost: [usize; 2],
}

/// Whether the exact part is asked at all.
pub(super) fn is_wanted(task: &Task, settings: &Settings) -> Result<bool> {
    let only_exact = task.only_exact.is_some() || !task.space.listed.is_empty();
    match settings.search {
        Strategy::Exact if task.space.is_empty() || task.is_prolog() => {
            let message = "--exact looks through a declared space, but the task declares none";
            let help = "add #modeh and #modeb, or rules with their costs, such as 2 ~ p(X) :- q(X).";
            Err(Diagnostic::error(codes::NO_SPACE, message).help(help).into())
        }
        Strategy::Exact => Ok(true),
        Strategy::Greedy if only_exact => {
            let message = "the greedy search cannot use this, and --greedy leaves nothing else";
            let place = task.only_exact.or(task.space.listed.first().map(|listed| listed.rule.span));
            let found = Diagnostic::error(codes::ONLY_EXACT, message).help("leave --greedy out");
            Err(place.map_or(found.clone(), |span| found.at(span, "")).into())
        }
        Strategy::Greedy => Ok(false),
        Strategy::Auto => {
            let is_plain = settings.learner == Learner::Auto && !settings.paper && !settings.noise;
            Ok(only_exact || (task.space.is_meant && is_plain))
        }
    }
}

/// A greedy program for a task that declares a space, marked where it goes beyond.
pub(super) fn marked(task: &Task, learned: Learned, solver: &dyn Solver, limits: &Limits) -> Result<Learned> {
    let found_after = learned.times.total().as_secs_f64();
    let Proposal { mut learned, price, .. } = propose::assess(task, learned, solver, &for_check(limits))?;
    learned.exact = price.map(|price| certificate_of_greedy(task, price, Claim::Best, 0, found_after));
    Ok(learned)
}

/// Learns, prints and checks.
pub(super) fn learn_and_check(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
    trace: &dyn Trace,
) -> Result<Learned> {
    std::thread::scope(|scope| learn_side_by_side(scope, task, settings, solver, limits, trace))
}

fn learn_side_by_side<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    task: &'env Task,
    settings: &Settings,
    solver: &'env dyn Solver,
    limits: &Limits,
    trace: &dyn Trace,
) -> Result<Learned> {
    let mut clock = Clock::new();
    let run = Attack { task, settings, solver, limits: limits.clone().with_own_memory(), trace };
    let has_penalties = task.examples.iter().any(|example| example.penalty.is_some());
    let max_body = (settings.max_body != Settings::default().max_body).then_some(settings.max_body);
    let greedy = Meter::default();
    let plan = Plan {
        patience: run.patience(),
        tuning: settings.tuning,
        asks: run.may_be_greedy(),
        greedy: greedy.clone(),
        for_shorter: has_penalties.then_some(WORK_ON_SHORTER),
    };
    let mut exact = Beside::start(scope, task, solver, max_body, &run.for_search(), plan)?;
    let proposals = if run.may_be_greedy() { run.propose(&exact, &greedy) } else { Vec::new() };
    let shortest = proposals.first().and_then(|first| Some((first.after, run.shape(first)?)));
    let proposal = cheapest(proposals);
    exact.tell(Told {
        rival: proposal.as_ref().and_then(Proposal::rival).filter(|_| settings.tuning.has(Heuristic::Rival)),
        holds: proposal.as_ref().is_some_and(Proposal::holds),
    });
    let outcome = run.wait(&mut exact);
    let shortest = shortest.filter(|(after, _)| exact.allows_shorter(*after)).map(|(_, shape)| shape);
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(Error::Limit(limit)) => Outcome::stopped(limit),
        Err(error) => return Err(error),
    };
    let found_after = exact.found_after().unwrap_or_default().as_secs_f64();
    let proposal = proposal.filter(|it| !settings.declared_only || it.learned.rules.beyond.is_empty());
    match proposal {
        Some(proposal) if is_better(&proposal, &outcome) => {
            let learned = run.greedy_answer(proposal, &outcome, clock.lap());
            Ok(learned)
        }
        _ => run.finish(&outcome, shortest, clock.lap(), found_after),
    }
}

/// The cheapest of the greedy programs that hold, those of the space first.
fn cheapest(mut proposals: Vec<Proposal>) -> Option<Proposal> {
    proposals.sort_by_key(|proposal| (!proposal.holds(), proposal.price.is_none(), price_beyond(proposal)));
    proposals.into_iter().next()
}

/// Whether a greedy program is a better answer than what the exact part found: it is cheaper, and no less of the space.
fn is_better(proposal: &Proposal, outcome: &Outcome) -> bool {
    match (&outcome.best, proposal.price) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(best), Some(price)) => proposal.holds() && best.claim == Claim::Best && price.sum() < best.cost,
    }
}

/// What a greedy program costs, or would cost if all its rules lay in the space.
fn price_beyond(proposal: &Proposal) -> u64 {
    let length =
        |learned: &Learned| learned.rules.rules.iter().map(|rule| rule.body.len() + 1).sum::<usize>();
    let lost = proposal.learned.verdict.as_ref().map_or(0, Verdict::penalties);
    proposal.price.map_or_else(|| length(&proposal.learned) as u64 + lost, Price::sum)
}

/// Limits for a check that comes after all others: what they ended must not end it, too.
fn for_check(limits: &Limits) -> Limits {
    let mut fresh = Limits::none();
    if let Some(left) = limits.for_last_steps().time_left() {
        fresh = fresh.with_time(left.max(OVERTIME));
    }
    limits.memory().map_or(fresh.clone(), |bytes| fresh.with_memory(bytes))
}

/// One run: what is asked, and with what.
struct Attack<'a> {
    task: &'a Task,
    settings: &'a Settings,
    solver: &'a dyn Solver,
    limits: Limits,
    trace: &'a dyn Trace,
}

impl Attack<'_> {
    fn may_be_greedy(&self) -> bool {
        self.task.only_exact.is_none()
            && self.task.space.listed.is_empty()
            && self.settings.search == Strategy::Auto
    }

    fn is_bounded(&self) -> bool {
        self.limits.time_left().is_some()
    }

    /// The limits of all searches: some time is left for the check.
    fn for_search(&self) -> Limits {
        let limits = self.limits.clone();
        match limits.time_left() {
            Some(left) => limits.with_time(left - (left / 10).min(2 * FOR_CHECK)),
            None => limits,
        }
    }

    /// How long the exact part goes on.
    fn patience(&self) -> Patience {
        Patience {
            usual: if self.is_bounded() { u64::MAX } else { USUAL_WORK },
            is_bounded: self.is_bounded(),
            is_endless: self.settings.search == Strategy::Exact,
        }
    }

    /// Learns greedily beside the exact part, as long as that has not settled the matter.
    fn propose(&self, exact: &Beside<'_>, meter: &Meter) -> Vec<Proposal> {
        let limits = self.for_search().with_meter(meter.clone()).with_work(GREEDY_WORK);
        let limits = limits.with_end(exact.settled());
        // Whatever is wrong with the task the exact part says, too.
        propose::propose(self.task, self.settings, self.solver, &limits, self.trace).unwrap_or_default()
    }

    /// Waits for the end of the exact part.
    fn wait(&self, exact: &mut Beside<'_>) -> Result<Outcome> {
        let tell =
            |exact: &Beside<'_>| exact.take_steps().iter().for_each(|step| self.trace.exact_step(step));
        while !exact.wait(TICK) {
            self.trace.exact(&exact.standing());
            tell(exact);
            if exact.limits().reached_outside().is_some() {
                break;
            }
        }
        let outcome = exact.end();
        tell(exact);
        outcome
    }

    /// The greedy program, with what the exact part has to say.
    fn greedy_answer(&self, proposal: Proposal, outcome: &Outcome, time: Duration) -> Learned {
        let Proposal { mut learned, price, .. } = proposal;
        let found_after = learned.times.total().as_secs_f64();
        // The exact part worked meanwhile and, it may be, longer.
        learned.times.search += time.saturating_sub(learned.times.total());
        let claim = match outcome.best {
            None if outcome.stopped.is_none() => outcome.claim_of_rival(),
            _ => Claim::Best,
        };
        learned.exact =
            price.map(|price| certificate_of_greedy(self.task, price, claim, outcome.lower, found_after));
        // That there is no program of the space comes before the one that goes beyond it.
        let (beyond, others): (Vec<Diagnostic>, Vec<Diagnostic>) = learned
            .notes
            .into_iter()
            .partition(|note| [codes::BEYOND_SPACE, codes::ERRORS_LISTED].contains(&note.code));
        let remarks = remarks(self.task, outcome, price.is_some());
        learned.notes = others.into_iter().chain(remarks).chain(beyond).collect();
        learned.unrealizable = unrealizable(self.task, outcome);
        learned
    }

    /// The exact part's program, checked.
    fn finish(
        &self,
        outcome: &Outcome,
        shortest: Option<Shape>,
        search: Duration,
        found_after: f64,
    ) -> Result<Learned> {
        let task = self.task;
        let mut clock = Clock::new();
        let worlds = Worlds { symbols: task.symbols.clone(), ..Worlds::default() };
        let rules = outcome.best.as_ref().map(|best| best.rules.clone()).unwrap_or_default();
        let rules = Hypothesis { rules, ..Hypothesis::default() };
        let found = Found::default();
        let listed = Listed::of(&found, &worlds, task);
        self.trace.end(&found);
        let limits = for_check(&self.limits);
        let checked = check_printed(task, &worlds, &rules, &found, self.solver, &limits)?;
        let fails = |verdict: &Verdict| {
            verdict.examples.iter().any(|example| !example.holds && example.penalty.is_none())
        };
        let stop = match (&checked, outcome.stopped) {
            (Ok(verdict), _) if !fails(verdict) && outcome.best.is_some() => StopReason::Verified,
            (_, Some(limit)) => StopReason::Limit(limit),
            (Ok(_), None) => StopReason::NotVerified,
            (Err(limit), None) => StopReason::Limit(*limit),
        };
        let proof = outcome.best.as_ref().map(|best| Certificate {
            is_exact: true,
            in_space: true,
            cost: best.cost,
            claim: best.claim,
            lower_bound: lower_bound(best.claim, best.cost, outcome.lower),
            dialect: task.space.dialect.to_string(),
            n_bodies: best.n_bodies,
            n_rules: best.n_candidates,
            found_after,
        });
        let n_calls = Calls {
            select: outcome.best.as_ref().map_or(0, |best| best.n_calls),
            check: checked.as_ref().map_or(0, |verdict| verdict.n_solver_calls),
            ..Calls::default()
        };
        let verdict = checked.ok();
        let shorter = match (&verdict, &proof, shortest) {
            (Some(verdict), Some(proof), Some(shortest)) => shortest.beside(proof, verdict),
            _ => None,
        };
        Ok(Learned {
            rules,
            found: Found { n_calls, ..found },
            verdict,
            repairs: Vec::new(),
            stop,
            notes: task.notes.iter().cloned().chain(remarks(task, outcome, true)).collect(),
            times: Times { search, check: clock.lap(), ..Times::default() },
            settings: self.settings.clone(),
            worlds,
            exact: proof,
            shorter,
            listed,
            unrealizable: unrealizable(task, outcome),
        })
    }

    /// The shape of the greedy program of a task with penalties, if it holds.
    fn shape(&self, proposal: &Proposal) -> Option<Shape> {
        let is_tolerant = proposal.learned.settings.noise;
        let verdict = proposal.learned.verdict.as_ref().filter(|_| is_tolerant && proposal.holds())?;
        if self.task.examples.iter().all(|example| example.penalty.is_none()) {
            return None;
        }
        let rules = match proposal.price {
            Some(price) => price.rules,
            None => Within::new(self.task, self.solver, &self.limits)
                .ok()?
                .measure(&proposal.learned.rules.rules)?,
        };
        let program = Hypothesis { beyond: Vec::new(), ..proposal.learned.rules.clone() }.text();
        Some(Shape { program, rules, lost: verdict.penalties(), n_lost: n_failing(verdict) })
    }
}

/// What is shown of a program beside another one.
struct Shape {
    program: String,
    /// What its rules cost.
    rules: u64,
    lost: u64,
    n_lost: usize,
}

impl Shape {
    /// The program, if its rules are cheaper than those of the optimum: the least description does not pay as much for the
    /// examples that these save.
    fn beside(self, proof: &Certificate, verdict: &Verdict) -> Option<Shorter> {
        let lost = verdict.penalties();
        let rules = proof.cost.saturating_sub(lost);
        (self.rules < rules).then(|| Shorter {
            program: self.program,
            rules: [self.rules, rules],
            lost: [self.lost, lost],
            n_lost: [self.n_lost, n_failing(verdict)],
        })
    }
}

fn n_failing(verdict: &Verdict) -> usize {
    verdict.examples.len() - verdict.n_holding()
}

/// What any program costs at least, as far as is known: nothing less than one that is proved, within its bounds.
fn lower_bound(claim: Claim, cost: u64, known: u64) -> u64 {
    if claim == Claim::Best { known.min(cost) } else { cost }
}

fn certificate_of_greedy(
    task: &Task,
    price: Price,
    claim: Claim,
    lower: u64,
    found_after: f64,
) -> Certificate {
    Certificate {
        is_exact: false,
        in_space: true,
        cost: price.sum(),
        claim,
        lower_bound: lower_bound(claim, price.sum(), lower),
        dialect: task.space.dialect.to_string(),
        n_bodies: 0,
        n_rules: 0,
        found_after,
    }
}

/// That no program of the declared space satisfies all examples, if that is proved.
fn unrealizable(task: &Task, outcome: &Outcome) -> Option<String> {
    if let Some(&number) = outcome.impossible.first() {
        let name = &task.examples[number].name;
        return Some(format!("no hypothesis of the declared space can satisfy example `{name}`"));
    }
    let nothing_found = outcome.best.is_none() && outcome.rival.is_none();
    if !nothing_found || outcome.stopped.is_some() || outcome.is_cut {
        return None;
    }
    let within = outcome
        .searched
        .map_or(String::new(), |max_body| format!(" with at most {max_body} literals in a body"));
    Some(format!("no hypothesis of the declared space{within} satisfies all examples"))
}

/// What the user should know of an exact search.
fn remarks(task: &Task, outcome: &Outcome, is_declared: bool) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    for &number in &outcome.impossible {
        let example = &task.examples[number];
        let message = format!("no hypothesis of the declared space can satisfy example `{}`", example.name);
        let help =
            "does some #modeh or the background derive what it includes, and nothing what it excludes?";
        notes.push(Diagnostic::warning(codes::NO_HYPOTHESIS, message).at(example.span, "").help(help));
    }
    if let (Some(proved), true) = (unrealizable(task, outcome), outcome.impossible.is_empty()) {
        let help = "add modes, raise #maxv or --max-body, or give examples that may be wrong a penalty";
        notes.push(Diagnostic::warning(codes::NO_HYPOTHESIS, proved).help(help));
    }
    match &outcome.best {
        None => {}
        Some(best) if is_declared => {
            if let Some((most, span)) = task.space.max_penalty
                && best.cost > most
            {
                let message = format!("the program costs {}, more than #max_penalty({most})", best.cost);
                let help = "ILASP would answer UNSATISFIABLE: raise the bound there";
                notes.push(Diagnostic::note(codes::PENALTY_EXCEEDED, message).at(span, "").help(help));
            }
            let longest = best.rules.iter().map(|rule| rule.body.len()).max().unwrap_or(0);
            if task.space.dialect == Dialect::Ilasp && task.space.listed.is_empty() && longest > USUAL_BODY {
                let message =
                    format!("a rule has {longest} body literals, more than ILASP allows by default");
                let help = format!("ILASP needs -ml={longest} and --max-rule-length={} for it", longest + 1);
                notes.push(Diagnostic::note(codes::LONGER_BODY, message).help(help));
            }
        }
        Some(_) => {}
    }
    if outcome.is_cut {
        let message = match (&outcome.best, &outcome.rival) {
            (None, None) => {
                "a part of the declared space is too large to be searched, so that a hypothesis may exist in it"
            }
            _ => {
                "a part of the declared space is too large to be searched, so that a cheaper program may exist"
            }
        };
        let help = "narrower types, fewer variables (#maxv) or a smaller --max-body make it smaller";
        notes.push(Diagnostic::note(codes::SPACE_CUT, message).help(help));
    }
    notes
}
