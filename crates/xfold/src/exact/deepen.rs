//! The deepening loop: attempts with longer and longer bodies, after first ones that may give a solution quickly.

use super::{
    Attempt, Claim, Exact, ExactSearch, Reach, Solution,
    active::MANY_CONTEXTS,
    cost::Costs,
    kind::TaskKind,
    problem::Problem,
    relax::Reading,
    worlds::{counterparts, is_observed},
};
use crate::{
    error::{Error, Result},
    task::Dialect,
    tuning::Heuristic,
};
use xfold_solve::{Limits, work::SECOND};

/// ILASP's bound on the body, unless no solution has so few literals.
pub(crate) const USUAL_BODY: usize = 3;
/// The longest bodies that are looked at. Somewhat arbitrary: twice what is usual.
const LONGEST_BODY: usize = 6;
/// If there are no more bodies, they are looked at all at once. Somewhat arbitrary: a small part of the most.
pub(super) const FEW_BODIES: usize = 120_000;
/// The most bodies that are tested in one attempt. Somewhat arbitrary: it bounds memory, as each is remembered.
const MOST_BODIES: usize = 6_000_000;
/// The most bodies that are tested where they are queries. Fewer, as each is a join.
const MOST_QUERIES: usize = 1_000_000;
/// The work, or the part of a time limit, that may go into hypotheses with short bodies only: little, as a longer body
/// may well be needed.
const WORK_ON_SHORT: u64 = 3 * SECOND;
const SHARE_OF_SHORT: u32 = 20;
/// The work, or the part of a time limit, that may go into a first solution with closed examples: more, as that may be all
/// that is found.
const WORK_ON_CLOSED: u64 = 20 * SECOND;
const CLOSED_SHARE: u32 = 3;

/// Limits for a part of the work: `units` or, where the user set a time limit, `1 / part` of the time that is left.
fn share(whole: &Limits, units: u64, part: u32) -> Limits {
    let limits = whole.clone();
    match whole.time_left() {
        Some(left) => limits.with_time(left / part),
        None => limits.with_work(units),
    }
}

/// How far an attempt came.
#[derive(Default)]
struct Reached {
    /// Every hypothesis within its bound was looked at.
    is_complete: bool,
    /// Longer bodies cannot give anything cheaper.
    is_exhausted: bool,
}

impl ExactSearch<'_> {
    /// Looks for hypotheses until nothing cheaper is left, or a limit comes first.
    pub(super) fn run(&mut self) -> Result<()> {
        self.try_closed()?;
        let usual = self.usual_body();
        if self.space.body.is_empty() {
            self.deepen(1, MOST_BODIES)?;
            return Ok(());
        }
        if self.tuning.has(Heuristic::Queries) && self.asks_for_queries()? {
            self.deepen(self.max_body.unwrap_or(LONGEST_BODY), MOST_QUERIES)?;
            return Ok(());
        }
        // All at once, if that is little work; else shorter bodies first, which may be enough.
        let at_once = usual.min(USUAL_BODY);
        let mut first = 1;
        if self.tuning.has(Heuristic::AtOnce) && at_once > 1 && self.deepen(at_once, FEW_BODIES)?.is_complete
        {
            first = at_once + 1;
        }
        if !self.tuning.has(Heuristic::ShortFirst) {
            first = first.max(at_once);
        }
        let whole = self.limits.clone();
        for max_body in first..=self.max_body.unwrap_or(LONGEST_BODY) {
            if max_body > usual && self.n_body_of_best().is_some_and(|n_body| n_body <= usual) {
                break;
            }
            if self.n_body_of_best().is_some() && self.outcome.claim_is_final {
                break;
            }
            self.hear_of_rival();
            // That shorter bodies are not enough need not be proved.
            if max_body < at_once {
                self.limits = share(&whole, WORK_ON_SHORT, SHARE_OF_SHORT);
            }
            let reached = match self.deepen(max_body, MOST_BODIES) {
                Err(Error::Limit(_)) if whole.reached().is_none() => Reached::default(),
                other => other?,
            };
            self.limits = whole.clone();
            if reached.is_exhausted {
                break;
            }
        }
        Ok(())
    }

    /// The bound on bodies that the user gave, or that of the dialect.
    pub(super) fn usual_body(&self) -> usize {
        match (self.max_body, self.space.dialect) {
            (Some(given), _) => given,
            (None, Dialect::FastLas) => LONGEST_BODY,
            (None, _) => USUAL_BODY,
        }
    }

    /// The bound on the body with which the best hypothesis so far was found.
    fn n_body_of_best(&self) -> Option<usize> {
        let own = self.outcome.best.as_ref().map(|best| best.n_body);
        own.or(self.outcome.rival.map(|rival| rival.n_body))
    }

    /// Asks for a hypothesis from elsewhere, once, if there is none of its own to beat: from then on only what is cheaper
    /// counts.
    fn hear_of_rival(&mut self) {
        if self.n_body_of_best().is_some() || std::mem::replace(&mut self.has_asked, true) {
            return;
        }
        let rival = self.observer.rival();
        self.outcome.rival = rival.filter(|rival| self.upper.is_none_or(|upper| rival.cost < upper));
        if let Some(rival) = self.outcome.rival {
            self.upper = Some(rival.cost);
            self.outcome.best = None;
        }
    }

    /// A first solution where positive examples leave something open: what they do not include they exclude. Whatever
    /// extends such an example extends the one that was given, so a solution is one; it need not be the cheapest.
    fn try_closed(&mut self) -> Result<()> {
        if self.n_contexts() > MANY_CONTEXTS || (self.space.read.is_empty() && self.space.choices.is_empty())
        {
            return Ok(());
        }
        let all = self.all_examples();
        let Some(relaxed) = self.relaxed(&all, Reading::Open)? else { return Ok(()) };
        if relaxed.worlds.iter().all(|world| !world.positive || world.is_total()) {
            return Ok(());
        }
        let has_counterpart = self.space.read.iter().any(|target| {
            !is_observed(self.task, target) && counterparts(self.task, &self.space, target).next().is_some()
        });
        if has_counterpart && self.tuning.has(Heuristic::Complemented) {
            self.try_reading(&all, Reading::Complemented)?;
        }
        if self.outcome.best.is_none() && self.tuning.has(Heuristic::Closed) {
            self.try_reading(&all, Reading::Closed)?;
        }
        Ok(())
    }

    /// Looks for a solution of the task with its examples read like that.
    fn try_reading(&mut self, examples: &[usize], reading: Reading) -> Result<()> {
        let whole = self.limits.clone();
        self.limits = share(&whole, WORK_ON_CLOSED, CLOSED_SHARE);
        for max_body in 1..=self.max_body.unwrap_or(USUAL_BODY) {
            match self.attempt(examples, Reach { max_body, max_bodies: FEW_BODIES }, reading) {
                Ok(Some(attempt)) => self.accept(attempt, max_body),
                Ok(None) => break,
                Err(Error::Limit(_)) if whole.reached().is_none() => break,
                Err(error) => return Err(error),
            }
        }
        self.outcome.impossible.clear();
        self.limits = whole;
        Ok(())
    }

    /// Whether the rules of the task are queries.
    fn asks_for_queries(&mut self) -> Result<bool> {
        let has_one_context = self.contexts.iter().all(|&context| context == 0);
        if !has_one_context || !self.space.read.is_empty() || !self.space.choices.is_empty() {
            return Ok(false);
        }
        let Some(relaxed) = self.relaxed(&self.all_examples(), Reading::Open)? else { return Ok(false) };
        let is_possible = relaxed.impossible.is_empty();
        let mut problem = Problem::new(
            self.task,
            &self.space,
            &self.symbols,
            self.solver,
            &self.limits,
            self.tuning,
            relaxed,
        );
        Ok(is_possible && TaskKind::of(&mut problem, false) == TaskKind::Queries)
    }

    /// Whether no rule with `n_body` body literals can be part of anything cheaper. Queries have a head.
    fn is_out_of_reach(&self, n_body: usize, are_queries: bool) -> bool {
        let costs = Costs::new(self.task, &self.space, &self.symbols, self.solver, &self.limits);
        let least = if are_queries { costs.least_with_head(n_body) } else { costs.least(n_body) };
        self.upper.is_some_and(|upper| least >= upper)
    }

    /// Looks at all hypotheses with bodies of at most `max_body` literals, if there are at most `max_bodies` bodies.
    fn deepen(&mut self, max_body: usize, max_bodies: usize) -> Result<Reached> {
        let attempt = self.learn_actively(&self.all_examples(), Reach { max_body, max_bodies })?;
        let Some(attempt) = attempt else {
            self.outcome.is_cut = true;
            return Ok(Reached::default());
        };
        let is_proved = attempt.found.as_ref().is_none_or(|found| found.is_proved);
        let max_body = attempt.complete.unwrap_or(max_body).min(max_body);
        let is_complete = (!attempt.is_cut || attempt.complete.is_some()) && is_proved && max_body > 0;
        let is_unbounded = attempt.is_unbounded;
        self.outcome.is_cut = attempt.is_cut && max_bodies == MOST_BODIES;
        let are_queries = attempt.complete.is_some();
        self.accept(attempt, max_body);
        let is_exhausted = is_complete
            && (is_unbounded
                || self.space.body.is_empty()
                || self.is_out_of_reach(max_body + 1, are_queries));
        if is_complete {
            self.outcome.searched = Some(max_body);
            if let Some(best) = &mut self.outcome.best {
                best.claim = match best.longest_body() {
                    _ if is_exhausted => Claim::Optimal,
                    longest if longest <= max_body => Claim::OptimalWithin(max_body),
                    _ => Claim::Best,
                };
            }
        }
        self.outcome.claim_is_final = is_exhausted;
        Ok(Reached { is_complete, is_exhausted })
    }

    fn accept(&mut self, attempt: Attempt, n_body: usize) {
        let Some(Solution { rules, cost, .. }) = attempt.found else { return };
        if self.upper.is_some_and(|upper| cost >= upper) {
            return;
        }
        self.upper = Some(cost);
        let exact = Exact {
            rules,
            cost,
            n_body,
            claim: Claim::Best,
            n_bodies: attempt.n_bodies,
            n_candidates: attempt.n_candidates,
            n_calls: attempt.n_calls,
        };
        self.observer.found(&exact);
        self.outcome.best = Some(exact);
    }
}
