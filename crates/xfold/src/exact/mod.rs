//! Exact learning: the cheapest hypothesis of a declared space, for tasks in the manner of ILASP and FastLAS. It stands
//! beside the search on the path task → worlds → search → rules → check.
//!
//! 1. [`relax`]: each example's stable models if target atoms were free. What is certain or impossible there holds for
//!    every hypothesis.
//! 2. [`generate`]: rules level by level; what the worlds refute, or what no optimum needs, is thrown away before
//!    anything is ground. [`cover`]: the same for tasks that are a set cover; [`query`]: where there is one context.
//! 3. [`select`]: a master problem chooses the cheapest rules, fed by what fails.
//!
//! The printed program is checked like any other.

mod atoms;
mod bound;
mod choose;
mod cost;
mod cover;
mod generate;
mod ground;
mod instances;
mod kind;
mod literals;
mod negatives;
mod observe;
mod outcome;
mod print;
mod query;
mod relax;
mod select;
mod tensor;
pub(crate) mod within;
mod worlds;

pub use observe::{Observer, Rival};
pub use outcome::{Claim, Exact, Outcome};

use crate::search::trace::Stage;
use crate::{
    error::{Error, Result},
    task::{Dialect, Task},
    tuning::{Heuristic, Tuning},
};
use choose::Cover;
use cost::Costs;
use cover::Critical;
use generate::{Bounds, Candidate, Candidates, Generator};
use instances::Instantiator;
use literals::Language;
use query::Queries;
use relax::{Memory, Reading, Relaxed, Relaxer};
use rustc_hash::FxHashSet;
use select::Selection;
use tensor::{Places, Shape, Tensors};
use xfold_asp::{
    symbols::{Signature, Symbol, Symbols},
    syntax::{Head, Rule, StatementKind},
};
use xfold_solve::{ClingoProgram, Grounded, Limits, Query, assumptions, work::SECOND};

/// ILASP's bound on the body, unless no solution has so few literals.
pub(crate) const USUAL_BODY: usize = 3;
/// The longest bodies that are looked at.
const LONGEST_BODY: usize = 6;
/// ILASP's bound on the literals of a rule.
const USUAL_LENGTH: usize = 5;
/// If there are no more bodies, they are looked at all at once.
const FEW_BODIES: usize = 120_000;
/// The work, and the share of a time limit, that may go into hypotheses with short bodies only.
const WORK_ON_SHORT: u64 = 3 * SECOND;
const SHARE_OF_SHORT: u32 = 20;
/// The most bodies that are tested in one attempt.
const MOST_BODIES: usize = 6_000_000;
/// The most rules of which a choice is made.
const MOST_CANDIDATES: usize = 60_000;
/// The work, and the share of a time limit, that may go into a first solution with closed examples.
const WORK_ON_CLOSED: u64 = 20 * SECOND;
const CLOSED_SHARE: u32 = 3;
/// The most bodies that are tested where they are queries.
const MOST_QUERIES: usize = 1_000_000;
/// From so many contexts on, some examples are learned from and the others checked.
const MANY_CONTEXTS: usize = 8;
/// How many examples are learned from at first, where there are many.
const FIRST_ACTIVE: usize = 4;

/// Limits for a part of the work: so many units or, where the user set a time limit, one in so many parts of it.
fn share(whole: &Limits, units: u64, part: u32) -> Limits {
    let limits = whole.clone();
    match whole.time_left() {
        Some(left) => limits.with_time(left / part),
        None => limits.with_work(units),
    }
}

/// The work of going through so many words of bits.
fn work_on_bits(n_words: usize) -> u64 {
    1 + n_words as u64 / 500
}

/// How far an attempt came.
#[derive(Default)]
struct Reached {
    /// Every hypothesis within its bound was looked at.
    is_complete: bool,
    /// Longer bodies cannot give anything cheaper.
    is_exhausted: bool,
}

/// Looks for the cheapest hypothesis of the task's space that costs less than `upper`.
pub fn learn(
    task: &Task,
    max_body: Option<usize>,
    upper: Option<u64>,
    limits: &Limits,
    progress: &mut dyn FnMut(&Exact),
) -> Result<Outcome> {
    let observer = &mut observe::FoundOnly(progress);
    learn_observed(task, max_body, upper, Tuning::default(), limits, observer)
}

/// The same, told to an observer, who may know of a hypothesis.
pub fn learn_observed(
    task: &Task,
    max_body: Option<usize>,
    upper: Option<u64>,
    tuning: Tuning,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Outcome> {
    let mut symbols = task.symbols.clone();
    let mut language = Language::new(task);
    complete(&mut language, task, &mut symbols, limits)?;
    let targets = task.space.targets();
    let read: Vec<Signature> = targets
        .iter()
        .filter(|target| language.body.iter().any(|schema| schema.signature.as_ref() == Some(target)))
        .cloned()
        .collect();
    let mut exact = Search {
        task,
        language,
        targets,
        read,
        symbols,
        limits: limits.clone(),
        max_body,
        outcome: Outcome::default(),
        upper,
        cheapest: None,
        contexts: task.context_numbers(),
        memory: Memory::default(),
        active: Vec::new(),
        trusts_labels: tuning.has(Heuristic::Labels),
        tuning,
        observer,
        has_asked: false,
    };
    match exact.run() {
        Ok(()) => {}
        Err(Error::Limit(limit)) => exact.outcome.stopped = Some(limit),
        Err(error) => return Err(error),
    }
    Ok(exact.outcome)
}

/// Adds constants and predicates of types that only the background knows.
fn complete(language: &mut Language, task: &Task, symbols: &mut Symbols, limits: &Limits) -> Result<()> {
    let contexts = || task.examples.iter().flat_map(|example| &example.context);
    for (of_type, name) in language.types.clone().into_iter().enumerate() {
        let signature = Signature::new(name, 1);
        language.is_predicate[of_type] = task.background.defines(&signature)
            || task.examples.iter().any(|example| crate::task::defines(&example.context, &signature));
    }
    let needs_constants = |of_type: usize, language: &Language| {
        language.constants[of_type].is_empty()
            && language.is_predicate[of_type]
            && language.schemas().any(|schema| {
                schema.slots.iter().any(|&(holder, other)| {
                    holder == crate::task::space::Holder::Constant && other == of_type
                })
            })
    };
    let wanted: Vec<usize> =
        (0..language.types.len()).filter(|&of_type| needs_constants(of_type, language)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let needed: Vec<Signature> =
        wanted.iter().map(|&of_type| Signature::new(language.types[of_type].clone(), 1)).collect();
    let input = task.background.input(&task.sources, symbols, &[], &needed);
    let mut program = ClingoProgram::new(&input, false, limits)?;
    let query = Query { most: 1, show: Some(needed.clone()), ..Query::default() };
    let answer = program.solve(&query, symbols, limits)?;
    for (&of_type, signature) in wanted.iter().zip(&needed) {
        let mut constants: Vec<Symbol> = Vec::new();
        for model in &answer.models {
            let rows = model.atoms.group(signature).into_iter().flat_map(|group| group.rows());
            constants.extend(rows.map(|row| row[0]));
        }
        for statement in contexts() {
            if let StatementKind::Rule(rule) = &statement.kind
                && let Head::Atom(atom) = &rule.head
                && atom.signature() == *signature
                && let Some((_, args)) = xfold_asp::ground_atom(atom, symbols)
            {
                constants.push(args[0]);
            }
        }
        constants.sort_by(|&a, &b| symbols.compare(a, b));
        constants.dedup();
        language.constants[of_type] = constants;
    }
    Ok(())
}

struct Search<'a> {
    task: &'a Task,
    language: Language,
    targets: Vec<Signature>,
    /// Targets that bodies may read.
    read: Vec<Signature>,
    symbols: Symbols,
    limits: Limits,
    max_body: Option<usize>,
    outcome: Outcome,
    /// Only what costs less is wanted.
    upper: Option<u64>,
    /// What the cheapest rule costs, among those with bodies up to so many literals.
    cheapest: Option<(u64, usize)>,
    /// Examples with the same context have the same number.
    contexts: Vec<usize>,
    /// Relaxed worlds of earlier attempts.
    memory: Memory,
    /// Examples that earlier attempts learned from, where these are not all.
    active: Vec<usize>,
    /// Nothing has shown yet that labels which are certain are not enough.
    trusts_labels: bool,
    tuning: Tuning,
    observer: &'a mut dyn Observer,
    /// The observer has been asked for a rival.
    has_asked: bool,
}

/// What one attempt gives: a hypothesis with its rules' cost and what was left out.
struct Attempt {
    found: Option<(Vec<Rule>, u64, bool)>,
    n_bodies: usize,
    n_candidates: usize,
    n_calls: usize,
    is_cut: bool,
    /// Bodies of any length were looked at.
    is_unbounded: bool,
    /// Of queries, all with bodies of so many literals were looked at.
    complete: Option<usize>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<()> {
        self.try_closed()?;
        let usual = self.usual_body();
        if self.language.body.is_empty() {
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
    fn usual_body(&self) -> usize {
        match (self.max_body, self.language.dialect) {
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
        if self.n_contexts() > MANY_CONTEXTS || (self.read.is_empty() && self.language.choices.is_empty()) {
            return Ok(());
        }
        let all: Vec<usize> = (0..self.task.examples.len()).collect();
        let Some(relaxed) = self.relaxed(&all, Reading::Open)? else { return Ok(()) };
        if relaxed.worlds.iter().all(|world| !world.positive || world.is_total()) {
            return Ok(());
        }
        let has_counterpart = self.read.iter().any(|target| {
            !worlds::is_observed(self.task, target)
                && worlds::counterparts(self.task, &self.language, target).next().is_some()
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
            match self.attempt(examples, max_body, FEW_BODIES, reading) {
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

    fn n_contexts(&self) -> usize {
        self.contexts.iter().collect::<FxHashSet<_>>().len()
    }

    /// The relaxed worlds of some examples. None if they are too large.
    fn relaxed(&mut self, examples: &[usize], reading: Reading) -> Result<Option<Relaxed>> {
        let relaxer = Relaxer {
            task: self.task,
            language: &self.language,
            limits: &self.limits,
            targets: self.targets.clone(),
            read: self.read.clone(),
            reading,
        };
        relaxer.worlds(examples, &self.contexts, &mut self.memory, &mut self.symbols)
    }

    /// Whether no rule with so many body literals can be part of anything cheaper. Queries have a head.
    fn is_out_of_reach(&self, n_body: usize, are_queries: bool) -> bool {
        let costs = Costs::new(self.task, &self.language, &self.symbols, &self.limits);
        let normal = Shape::Normal(literals::Lit { schema: 0, args: vec![] });
        let shape = if are_queries { normal } else { Shape::Constraint };
        self.upper.is_some_and(|upper| costs.at_least(&shape, 0, 0, n_body) >= upper)
    }

    /// Everything with bodies of at most so many literals, if no more than so many bodies have to be looked at.
    fn deepen(&mut self, max_body: usize, max_bodies: usize) -> Result<Reached> {
        let all: Vec<usize> = (0..self.task.examples.len()).collect();
        let Some(attempt) = self.active(&all, max_body, max_bodies)? else {
            self.outcome.is_cut = true;
            return Ok(Reached::default());
        };
        let is_proved = attempt.found.as_ref().is_none_or(|(_, _, proved)| *proved);
        let max_body = attempt.complete.unwrap_or(max_body).min(max_body);
        let is_complete = (!attempt.is_cut || attempt.complete.is_some()) && is_proved && max_body > 0;
        let is_unbounded = attempt.is_unbounded;
        self.outcome.is_cut = attempt.is_cut && max_bodies == MOST_BODIES;
        let are_queries = attempt.complete.is_some();
        self.accept(attempt, max_body);
        let is_exhausted = is_complete
            && (is_unbounded
                || self.language.body.is_empty()
                || self.is_out_of_reach(max_body + 1, are_queries));
        if is_complete {
            self.outcome.searched = Some(max_body);
            if let Some(best) = &mut self.outcome.best {
                best.claim = match is_exhausted {
                    true => Claim::Optimal,
                    false if best.longest_body() <= max_body => Claim::OptimalWithin(max_body),
                    false => Claim::Best,
                };
            }
        }
        self.outcome.claim_is_final = is_exhausted;
        Ok(Reached { is_complete, is_exhausted })
    }

    fn accept(&mut self, attempt: Attempt, n_body: usize) {
        let Some((rules, cost, _)) = attempt.found else { return };
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

    /// Learns from some examples, checks the others, and takes in those that fail, until none does.
    fn active(&mut self, all: &[usize], max_body: usize, max_bodies: usize) -> Result<Option<Attempt>> {
        let mut active = self.first_active(all);
        loop {
            active.sort_unstable();
            let Some(attempt) = self.attempt(&active, max_body, max_bodies, Reading::Open)? else {
                return Ok(None);
            };
            let Some((rules, _, _)) = &attempt.found else { return Ok(Some(attempt)) };
            if active.len() == all.len() {
                return Ok(Some(attempt));
            }
            let others: Vec<usize> = all.iter().copied().filter(|e| !active.contains(e)).collect();
            let failing = self.failing(rules, &others, active.len())?;
            if failing.is_empty() {
                return Ok(Some(attempt));
            }
            active.extend(failing);
            self.active.clone_from(&active);
        }
    }

    /// The examples that are learned from at first: where there are many contexts, those with the longest ones, and all
    /// that failed before. What may be lost cannot be left out, as its penalty is part of the cost.
    fn first_active(&self, all: &[usize]) -> Vec<usize> {
        let all_hard = self.task.examples.iter().all(|example| example.penalty.is_none());
        let size = |example: usize| self.task.examples[example].context.len();
        let is_large = all.iter().any(|&example| size(example) > 0);
        let is_spread = self.n_contexts() > MANY_CONTEXTS && is_large;
        let has_variables = self.is_relational() || !self.task.space.listed.is_empty();
        if !self.tuning.has(Heuristic::Active) || !all_hard || !is_spread || !has_variables {
            return all.to_vec();
        }
        if !self.active.is_empty() {
            return self.active.clone();
        }
        let mut by_size = all.to_vec();
        by_size.sort_by_key(|&example| (std::cmp::Reverse(size(example)), example));
        by_size.truncate(FIRST_ACTIVE);
        by_size
    }

    /// Whether rules may have variables beside those of the head.
    fn is_relational(&self) -> bool {
        self.language.schemas().any(|schema| {
            schema.slots.iter().any(|(holder, _)| *holder == crate::task::space::Holder::Variable)
        })
    }

    /// The first examples that a program fails on.
    fn failing(&mut self, rules: &[Rule], examples: &[usize], most: usize) -> Result<Vec<usize>> {
        let program: String = rules.iter().map(|rule| format!("{rule}\n")).collect();
        let mut failing = Vec::new();
        for &number in examples {
            let example = &self.task.examples[number];
            let needed: Vec<Signature> = example
                .inclusions
                .groups()
                .iter()
                .chain(example.exclusions.groups())
                .map(|group| group.signature.clone())
                .chain(literals::mentioned(&self.language))
                .chain(relax::read_by_listed(self.task))
                .collect();
            let mut input =
                self.task.background.input(&self.task.sources, &self.symbols, &example.context, &needed);
            input.push(&program, None);
            let mut ground = ClingoProgram::new(&input, false, &self.limits)?;
            let assumptions = assumptions(&example.inclusions, &example.exclusions, &self.symbols);
            let query = Query { most: 1, assumptions, show: Some(vec![]), ..Query::default() };
            let is_extended = !ground.solve(&query, &mut self.symbols, &self.limits)?.models.is_empty();
            if is_extended != example.positive {
                failing.push(number);
                if failing.len() == most {
                    break;
                }
            }
        }
        Ok(failing)
    }

    /// The cheapest hypothesis for some examples. None if the worlds are too large.
    fn attempt(
        &mut self,
        examples: &[usize],
        max_body: usize,
        max_bodies: usize,
        reading: Reading,
    ) -> Result<Option<Attempt>> {
        self.observer.stage(Stage::Worlds);
        let Some(mut relaxed) = self.relaxed(examples, reading)? else { return Ok(None) };
        let limits = &self.limits.clone();
        let mut attempt = Attempt {
            found: None,
            n_bodies: 0,
            n_candidates: 0,
            n_calls: relaxed.n_calls,
            is_cut: relaxed.contexts.iter().any(|context| context.is_cut),
            is_unbounded: false,
            complete: None,
        };
        let penalty = |&example: &usize| self.task.examples[example].penalty;
        if relaxed.impossible.iter().any(|example| penalty(example).is_none()) {
            self.outcome.impossible = relaxed.impossible;
            return Ok(Some(attempt));
        }
        let lost: u64 = relaxed.impossible.iter().filter_map(penalty).map(u64::from).sum();
        self.fill_bounds(&relaxed);
        let dependent = self.dependent(&relaxed);
        let places = Places::new(&relaxed.contexts);
        let costs = Costs::new(self.task, &self.language, &self.symbols, limits);
        let max_length = if max_body <= USUAL_BODY && self.language.dialect != Dialect::FastLas {
            USUAL_LENGTH
        } else {
            usize::MAX
        };
        let upper = self.upper.map(|upper| upper.saturating_sub(lost));
        let is_plain_cover = self.is_cover(&mut relaxed, &dependent);
        let is_cover = is_plain_cover || (self.trusts_labels && self.is_labelled(&relaxed, &dependent));
        let max_rules = if is_cover { MOST_CANDIDATES * 4 } else { MOST_CANDIDATES };
        let cheapest = self.cheapest(&costs);
        let bounds = Bounds { max_body, max_length, upper, max_bodies, max_rules, cheapest };
        self.observer.stage(Stage::Rules { max_body });
        let is_query =
            self.tuning.has(Heuristic::Queries) && is_plain_cover && self.is_query(&relaxed, &costs);
        let candidates = if is_query {
            let queries = Queries {
                language: &self.language,
                relaxed: &relaxed,
                places: &places,
                symbols: &self.symbols,
                costs: &costs,
                limits,
                bounds,
                usual_body: self.usual_body(),
            };
            let (candidates, complete) = queries.run()?;
            attempt.complete = Some(complete);
            candidates
        } else if self.tuning.has(Heuristic::Cover) && is_cover && self.is_critical(&costs) {
            let critical = Critical {
                language: &self.language,
                relaxed: &relaxed,
                places: &places,
                symbols: &self.symbols,
                costs: &costs,
                limits,
                bounds,
            };
            critical.run()?
        } else {
            let hard = relaxed.worlds.iter().all(|world| world.penalty.is_none());
            let total = relaxed.worlds.iter().all(|world| !world.positive || world.is_total());
            if !total && reading == Reading::Open {
                self.observer.leaves_open();
            }
            let generator = Generator {
                language: &self.language,
                space: &self.task.space,
                relaxed: &relaxed,
                places: &places,
                symbols: &self.symbols,
                costs: &costs,
                dependent: &dependent,
                limits,
                bounds,
                all_total: hard && total && self.task.space.listed.is_empty(),
                tuning: self.tuning,
                has_negatives: relaxed.worlds.iter().any(|world| !world.positive),
            };
            generator.run()?
        };
        let Candidates { rules: mut pool, n_bodies, is_cut, is_deep } = candidates;
        attempt.is_unbounded = !is_deep;
        if is_cut && max_bodies == FEW_BODIES && !is_query {
            attempt.is_cut = true;
            return Ok(Some(attempt));
        }
        attempt.n_bodies = n_bodies;
        attempt.is_cut |= is_cut;
        let is_whole = !is_cut && examples.len() == self.task.examples.len() && reading == Reading::Open;
        if let (true, Some(cost)) = (is_whole, pool.iter().map(|rule| rule.cost).min()) {
            self.cheapest = Some((self.cheapest.map_or(cost, |(known, _)| known.min(cost)), max_body));
        }
        self.observer.stage(Stage::Choice { n_bodies, n_rules: pool.len() });
        let tensors = Tensors {
            language: &self.language,
            contexts: &relaxed.contexts,
            places: &places,
            symbols: &self.symbols,
        };
        let mut lower;
        let selection = if is_cover {
            let cover = Cover {
                task: self.task,
                relaxed: &relaxed,
                tensors: &tensors,
                symbols: &self.symbols,
                limits,
                upper,
            };
            let announce = &mut |rules: &[Candidate], cost: u64| {
                let rule = |it: &Candidate| print::rule(it, &self.language, &relaxed, &self.symbols);
                let rules = rules.iter().map(rule).collect();
                let best = Exact { rules, cost: cost + lost, n_body: max_body, n_bodies, ..Exact::default() };
                // Where labels may not be enough, it has to be confirmed first.
                if is_plain_cover {
                    self.observer.found(&best);
                    self.outcome.best = Some(best);
                }
            };
            let chosen = cover.choose(pool, announce)?;
            (pool, lower) = (chosen.pool, chosen.lower);
            attempt.n_candidates = pool.len();
            chosen.selection
        } else {
            let instantiator = Instantiator {
                language: &self.language,
                relaxed: &relaxed,
                places: &places,
                symbols: &self.symbols,
                dependent: &dependent,
            };
            if pool.len() > MOST_CANDIDATES {
                return Ok(Some(attempt));
            }
            let Some(all) = instantiator.run(&pool, limits)? else {
                attempt.is_cut = true;
                return Ok(Some(attempt));
            };
            let (distinct, instances) = instances::distinct(pool, &all);
            let choice = bound::Choice {
                task: self.task,
                relaxed: &relaxed,
                symbols: &self.symbols,
                limits,
                upper,
                tuning: self.tuning,
            };
            let chosen = bound::choose(&choice, distinct, instances)?;
            (pool, lower) = (chosen.pool, chosen.lower);
            attempt.n_candidates = pool.len();
            chosen.selection
        };
        if !attempt.is_cut && reading == Reading::Open {
            lower = match &selection {
                Ok(Some(Selection { cost, is_proved: true, .. })) => *cost,
                Ok(None) => u64::MAX,
                _ => lower,
            };
            let longer = costs.at_least(&Shape::Constraint, 0, 0, max_body + 1);
            let is_all = attempt.is_unbounded || max_body >= self.usual_body();
            let lower = lower.min(upper.unwrap_or(u64::MAX)).saturating_add(lost);
            let lower = if is_all { lower } else { lower.min(longer) };
            self.outcome.lower = self.outcome.lower.max(lower);
        }
        let selection = selection?;
        if !is_plain_cover
            && is_cover
            && let Some(selection) = &selection
            && !choose::confirms(&selection.chosen, &pool, &relaxed, &tensors, limits)?
        {
            // The labels that are certain are not enough: everything is looked at.
            self.trusts_labels = false;
            return self.attempt(examples, max_body, max_bodies, reading);
        }
        if let Some(selection) = selection {
            attempt.n_calls += selection.n_calls;
            let rule = |&number: &usize| match pool.get(number) {
                Some(candidate) => print::rule(candidate, &self.language, &relaxed, &self.symbols),
                None => self.task.space.listed[number - pool.len()].rule.clone(),
            };
            let rules = selection.chosen.iter().map(rule).collect();
            attempt.found = Some((rules, selection.cost + lost, selection.is_proved));
        }
        Ok(Some(attempt))
    }

    /// What any rule costs at least, by what is known of those with short bodies.
    fn cheapest(&self, costs: &Costs<'_>) -> u64 {
        let longer = |n_body: usize| costs.at_least(&Shape::Constraint, 0, 0, n_body);
        self.cheapest.map_or(0, |(cost, n_body)| cost.min(longer(n_body + 1)))
    }

    /// Bounds for numbers: the values that occur.
    fn fill_bounds(&mut self, relaxed: &Relaxed) {
        let mut bounds: Vec<FxHashSet<i32>> = vec![FxHashSet::default(); self.language.types.len()];
        for context in &relaxed.contexts {
            for (schema, rows) in self.language.body.iter().zip(&context.rows) {
                for (slot, (holder, of_type)) in schema.slots.iter().enumerate() {
                    if *holder == crate::task::space::Holder::Number {
                        let values = rows.iter().filter_map(|row| self.symbols.as_number(row.values[slot]));
                        bounds[*of_type].extend(values);
                    }
                }
            }
        }
        for (known, bounds) in self.language.bounds.iter_mut().zip(bounds) {
            *known = bounds.into_iter().collect();
            known.sort_unstable();
        }
    }
}
