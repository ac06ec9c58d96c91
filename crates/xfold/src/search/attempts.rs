//! Ways to begin. Greedy covering may start on the wrong foot, so it is run in several ways, and the shortest theory that
//! explains every example wins.
//!
//! [`ATTEMPTS`] is the table of these ways, [`Search::fold_target`] the loop that walks it. Each way is bounded by the best
//! theory so far: what grows longer than that is given up.

use super::{
    Clause, Examples, Search,
    candidates::Scope,
    fold::{Covering, competing_size},
    listed::Patched,
    together::{Member, Together},
    trace::Event,
};
use crate::tuning::Heuristic;
use xfold_store::InstanceSet;

/// How many clauses are grown side by side.
const BEAM: usize = 5;
/// A theory up to this size is short: no attempt is made to find a shorter one without exceptions.
const SHORT: usize = 8;
/// Slow attempts are made on up to this many instances, …
const MOST_FOR_SLOW: usize = 2_000;
/// … and on up to this many while the best theory is long, or there is none: then something was not seen.
const MOST_IF_LONG: usize = 20_000;
/// A theory is long if it has fewer positives than this for each unit of its size.
const POSITIVES_PER_UNIT: usize = 6;
/// Where more than one example in this many is wrong, the labels are taken for noise without further search.
const EXAMPLES_PER_ERROR: u64 = 25;

/// A row of the table.
struct Attempt {
    /// What the trace calls it; the main way needs no name.
    name: Option<&'static str>,
    /// Its events are told only if its theory is the best.
    is_held_back: bool,
    /// What switches it off.
    heuristic: Option<Heuristic>,
    /// When it is tried.
    applies: fn(&Search<'_>, &Standing<'_>) -> bool,
    run: fn(&Search<'_>, &Standing<'_>) -> Outcome,
}

/// The attempts, in order. What each of them buys is in the chapter on ablation.
const ATTEMPTS: &[Attempt] = &[
    // Quickly found, and a bound for what follows: exceptions take their time.
    Attempt {
        name: Some("without exceptions"),
        is_held_back: true,
        heuristic: Some(Heuristic::Plain),
        applies: |_, _| true,
        run: |search, standing| search.without_exceptions(standing.scope, standing, standing.unsuspected),
    },
    // One rule for each example is a sign of wrong labels. A theory with its errors listed is another bound.
    Attempt {
        name: None,
        is_held_back: true,
        heuristic: Some(Heuristic::Suspicion),
        applies: |_, standing| standing.is_suspected(),
        run: |search, standing| search.with_suspected_errors_listed(standing),
    },
    // Once more with a looser bound: larger than what is unsuspected, but smaller than the theory with errors listed.
    Attempt {
        name: Some("without exceptions"),
        is_held_back: true,
        heuristic: Some(Heuristic::Plain),
        applies: |_, standing| standing.is_suspected() && standing.most() > standing.unsuspected,
        run: |search, standing| search.without_exceptions(standing.scope, standing, standing.most()),
    },
    // The main way: defaults with exceptions.
    Attempt {
        name: None,
        is_held_back: false,
        heuristic: None,
        applies: |_, _| true,
        run: |search, standing| search.with_exceptions(&standing.scope_for_exceptions(), standing),
    },
    // The theory with errors, if nothing shorter was found.
    Attempt {
        name: None,
        is_held_back: false,
        heuristic: Some(Heuristic::Suspicion),
        applies: |search, standing| {
            standing.patched.as_ref().is_some_and(|patched| patched.worth < search.worth_of(standing))
        },
        run: |_, standing| standing.patched.clone().map_or(Outcome::Nothing, Outcome::Settled),
    },
    // The literal with the highest gain may be the wrong one to begin with.
    Attempt {
        name: Some("with several clauses grown side by side"),
        is_held_back: false,
        heuristic: Some(Heuristic::Beam),
        applies: |_, standing| standing.allows_slow() && standing.best.len() > 1,
        run: |search, standing| search.with_exceptions(&standing.scope.with_beam(BEAM), standing),
    },
    // Exceptions may stand in for a variable that the bound leaves out, or for a test that has no gain before all of the
    // literals that lead to it are there.
    Attempt {
        name: Some("with more variables and chains of literals, without exceptions"),
        is_held_back: true,
        heuristic: Some(Heuristic::Wider),
        applies: |_, standing| {
            standing.allows_slow()
                && standing.scope.may_widen
                && !standing.is_short()
                && standing.best.iter().any(|clause| !clause.exceptions.is_empty() || clause.lists())
        },
        run: |search, standing| {
            search.without_exceptions(&standing.scope.widened().with_chains(), standing, standing.most())
        },
    },
    // What a recursion would explain if all labels were derived already may mislead: from the ground up, each clause explains
    // something by what is derived so far.
    Attempt {
        name: Some("from the ground up, without exceptions"),
        is_held_back: true,
        heuristic: Some(Heuristic::GroundUp),
        applies: |_, standing| standing.scope.may_recur() && standing.allows_slow() && !standing.is_short(),
        run: |search, standing| search.ground_up(standing),
    },
    // Where most instances are positive, perhaps all are, but for exceptions.
    Attempt {
        name: Some("as everything but exceptions"),
        is_held_back: false,
        heuristic: Some(Heuristic::EverythingBut),
        applies: |search, standing| {
            let total = search.count(standing.examples);
            standing.best.len() > 1 && total.pos > total.neg
        },
        run: |search, standing| search.everything_but(standing),
    },
    // Listed instances may be wrong labels that made the other rules too long. The user gets a note. Where the theory was
    // too large, this was tried above.
    Attempt {
        name: None,
        is_held_back: true,
        heuristic: Some(Heuristic::ErrorsListed),
        applies: |search, standing| {
            standing.too_large.is_none()
                && standing.best.iter().any(Clause::lists)
                && search.settings.max_rules.is_none()
        },
        run: |search, standing| match search.fold_and_patch(standing.scope, standing.examples) {
            Some(patched) if patched.worth < search.worth_of(standing) => Outcome::Settled(patched),
            _ => Outcome::Nothing,
        },
    },
];

/// Why covering without exceptions came to no theory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TooLarge {
    /// There would be too many rules.
    Rules,
    /// There are too many positives without a pattern.
    List,
}

/// What came of an attempt.
enum Outcome {
    /// A theory that explains every example.
    Theory(Vec<Clause>),
    /// A theory whose errors are listed, to be compared with what follows.
    Patched(Patched),
    /// The answer: a theory whose errors are listed.
    Settled(Patched),
    /// A theory without exceptions would be too large.
    TooLarge(TooLarge),
    /// Nothing of use.
    Nothing,
}

/// What is known when an attempt begins.
struct Standing<'a> {
    scope: &'a Scope,
    examples: &'a Examples,
    /// The shortest theory so far; empty if there is none.
    best: Vec<Clause>,
    /// The name and the events of the attempt that found it, if these were held back.
    untold: Option<(&'static str, Vec<Event>)>,
    /// A theory beyond this size is suspected of explaining wrong labels.
    unsuspected: usize,
    /// Why there is no theory without exceptions within that size.
    too_large: Option<TooLarge>,
    /// A tolerant theory whose errors are listed.
    patched: Option<Patched>,
}

impl Standing<'_> {
    /// The largest size that is of use.
    fn most(&self) -> usize {
        match &self.patched {
            _ if !self.best.is_empty() => competing_size(&self.best),
            Some(patched) => patched.worth,
            None => usize::MAX,
        }
    }

    fn is_suspected(&self) -> bool {
        self.best.is_empty() && self.too_large.is_some()
    }

    fn is_short(&self) -> bool {
        !self.best.is_empty() && competing_size(&self.best) <= SHORT
    }

    /// Whether there are few enough instances for an attempt that takes its time.
    fn allows_slow(&self) -> bool {
        let size = if self.best.is_empty() { usize::MAX } else { competing_size(&self.best) };
        allows_slow(self.examples.all().len(), self.examples.pos.len(), size)
    }

    /// Beside a theory with errors, a search that will be longer ends early.
    fn scope_for_exceptions(&self) -> Scope {
        if self.patched.is_some() { self.scope.giving_up_early() } else { self.scope.clone() }
    }
}

impl Search<'_> {
    /// Learns the target: walks the attempts and keeps the shortest theory.
    pub(super) fn fold_target(&self, scope: &Scope, examples: &Examples) -> Vec<Clause> {
        let mut standing = Standing {
            scope,
            examples,
            best: Vec::new(),
            untold: None,
            unsuspected: self.most_unsuspected(scope, examples),
            too_large: None,
            patched: None,
        };
        for attempt in ATTEMPTS {
            let is_on = attempt.heuristic.is_none_or(|heuristic| self.allows(heuristic));
            if !is_on || !(attempt.applies)(self, &standing) {
                continue;
            }
            let (outcome, untold) = self.outcome_of(attempt, &standing);
            if self.is_stopped() {
                break;
            }
            match outcome {
                Outcome::Theory(clauses) => self.keep(clauses, untold, &mut standing),
                Outcome::Patched(patched) => standing.patched = Some(patched),
                Outcome::Settled(patched) => return self.settled(&patched),
                Outcome::TooLarge(reason) if standing.best.is_empty() => {
                    standing.too_large = standing.too_large.or(Some(reason));
                }
                Outcome::TooLarge(_) | Outcome::Nothing => {}
            }
        }
        if let Some((how, events)) = standing.untold {
            self.tell(|| Event::Again { how });
            events.into_iter().for_each(|event| self.tell(|| event));
        }
        if standing.best.is_empty() { self.so_far(examples) } else { standing.best }
    }

    /// Whether a heuristic is on. Theories that list errors are of no use where nothing may be listed.
    fn allows(&self, heuristic: Heuristic) -> bool {
        let lists = matches!(heuristic, Heuristic::Suspicion | Heuristic::ErrorsListed);
        self.has(heuristic) && !(lists && self.settings.no_list)
    }

    /// Runs an attempt; with its name and events, if these are held back.
    fn outcome_of(
        &self,
        attempt: &Attempt,
        standing: &Standing<'_>,
    ) -> (Outcome, Option<(&'static str, Vec<Event>)>) {
        if attempt.is_held_back {
            let (outcome, events) = self.aside(|| (attempt.run)(self, standing));
            return (outcome, attempt.name.map(|name| (name, events)));
        }
        if let Some(how) = attempt.name {
            self.tell(|| Event::Again { how });
        }
        ((attempt.run)(self, standing), None)
    }

    /// Keeps a theory if it is shorter; of equal ones, the one whose search was told.
    fn keep(
        &self,
        clauses: Vec<Clause>,
        untold: Option<(&'static str, Vec<Event>)>,
        standing: &mut Standing<'_>,
    ) {
        let (size, best) = (competing_size(&clauses), competing_size(&standing.best));
        let is_told = untold.is_none() && standing.untold.is_some();
        let is_better = standing.best.is_empty() || size < best || (size == best && is_told);
        if is_better && !clauses.is_empty() {
            (standing.best, standing.untold) = (clauses, untold);
        }
    }

    /// A theory without exceptions that covers all positives and is no larger than `most`.
    fn without_exceptions(&self, scope: &Scope, standing: &Standing<'_>, most: usize) -> Outcome {
        let plain = scope.without_exceptions().giving_up_early();
        let Covering { clauses, left, is_out_of_patterns } = self.fold(&plain, standing.examples, 0, most);
        if left.is_empty() {
            return Outcome::Theory(self.pruned(clauses, standing.examples));
        }
        if !is_out_of_patterns {
            return Outcome::TooLarge(TooLarge::Rules);
        }
        let is_too_large = competing_size(&clauses) + left.len() > most;
        if is_too_large { Outcome::TooLarge(TooLarge::List) } else { Outcome::Nothing }
    }

    /// A theory without exceptions whose clauses each explain something by what the others derive. Since the first literal
    /// of a recursion explains little by itself, several clauses are grown side by side.
    fn ground_up(&self, standing: &Standing<'_>) -> Outcome {
        let scope = standing.scope.without_exceptions().with_beam(BEAM);
        let together = Together {
            members: vec![Member { target: self.target, scope }],
            facts: self.engine,
            bias: self.bias,
            settings: self.settings,
            limits: self.limits,
            trace: self.trace,
        };
        let (theories, spent) = together.learn(standing.most().min(standing.unsuspected));
        self.n_candidates.set(self.n_candidates.get() + spent.n_candidates);
        self.stopped.set(self.stopped.get().or(spent.stopped));
        let Some(clauses) = theories.and_then(|mut theories| theories.pop()) else { return Outcome::Nothing };
        self.finished.borrow_mut().extend_from_slice(&clauses);
        for clause in &clauses {
            self.tell(|| Event::Learned { depth: 0, clause: clause.clone(), left: 0 });
        }
        Outcome::Theory(clauses)
    }

    /// A theory with exceptions, no larger than the best one. If there is none yet, positives that are left are listed.
    fn with_exceptions(&self, scope: &Scope, standing: &Standing<'_>) -> Outcome {
        let theory = self.fold_and_prune_within(scope, standing.examples, standing.most());
        theory.map_or(Outcome::Nothing, Outcome::Theory)
    }

    /// The default that covers everything, with exceptions.
    fn everything_but(&self, standing: &Standing<'_>) -> Outcome {
        let Standing { scope, examples, .. } = standing;
        let root = self.root(examples);
        let everything = self.with_bound_head(&root, scope, root.counts, 0);
        let everything = everything.filter(|everything| everything.counts.pos == root.counts.pos);
        let clause =
            everything.and_then(|everything| self.complete(&everything, scope, examples, 0, usize::MAX));
        clause.map_or(Outcome::Nothing, |clause| Outcome::Theory(self.prune_theory(vec![clause], examples)))
    }

    /// The tolerant theory with its errors listed. Many errors are noise; a few, or positives without a pattern, may still
    /// need exceptions.
    fn with_suspected_errors_listed(&self, standing: &Standing<'_>) -> Outcome {
        let Some(patched) = self.fold_and_patch(standing.scope, standing.examples) else {
            return Outcome::Nothing;
        };
        let n_examples = self.weigh(&standing.examples.all());
        let are_many = patched.errors.n_errors * EXAMPLES_PER_ERROR > n_examples;
        if standing.too_large == Some(TooLarge::Rules) && are_many {
            Outcome::Settled(patched)
        } else {
            Outcome::Patched(patched)
        }
    }

    /// What the best theory is worth beside one with its errors listed.
    fn worth_of(&self, standing: &Standing<'_>) -> usize {
        let Standing { best, scope, examples, .. } = standing;
        if best.is_empty() { usize::MAX } else { self.worth(best, scope, examples) }
    }

    /// Tells that the answer is a theory that lists its errors.
    fn settled(&self, patched: &Patched) -> Vec<Clause> {
        self.tell(|| Event::Again { how: "by description length, with errors listed" });
        for clause in &patched.clauses {
            self.tell(|| Event::Learned { depth: 0, clause: clause.clone(), left: 0 });
        }
        self.listed.set((patched.errors.n_errors > 0).then_some(patched.errors));
        patched.clauses.clone()
    }

    /// Of the rules that were finished before a limit came, those that explain more than the ones before them.
    fn so_far(&self, examples: &Examples) -> Vec<Clause> {
        let mut left = examples.pos.clone();
        let mut finished = self.finished.borrow().clone();
        finished.retain(|clause| {
            let covered = if self.is_recursive(clause) {
                InstanceSet::empty(self.instances().len())
            } else {
                self.covered(clause, &left, false)
            };
            left = left.minus(&covered);
            !covered.is_empty()
        });
        finished
    }

    pub(super) fn fold_and_prune(&self, scope: &Scope, examples: &Examples) -> Vec<Clause> {
        self.fold_and_prune_within(scope, examples, usize::MAX).unwrap_or_default()
    }

    /// A theory. If `most` is no bound, positives that are left are listed; else there is none if any is left.
    fn fold_and_prune_within(&self, scope: &Scope, examples: &Examples, most: usize) -> Option<Vec<Clause>> {
        let Covering { mut clauses, left, .. } = self.fold(scope, examples, 0, most);
        if !left.is_empty() && most < usize::MAX {
            return None;
        }
        if !left.is_empty() && !self.is_stopped() && !self.has_most_rules(clauses.len()) {
            let listing = self.listing(&left);
            self.tell(|| Event::Listed { depth: 0, clause: listing.clone() });
            clauses.push(listing);
            let is_recursive = clauses.iter().any(|clause| self.is_recursive(clause));
            if is_recursive && self.left_by(&clauses, &[], examples).is_none() {
                // With the listed instances the recursion goes on to negatives.
                return Some(self.fold_and_prune(&scope.without_recursion(), examples));
            }
        }
        Some(self.pruned(clauses, examples))
    }

    fn pruned(&self, clauses: Vec<Clause>, examples: &Examples) -> Vec<Clause> {
        if self.has(Heuristic::Prune) { self.prune_theory(clauses, examples) } else { clauses }
    }
}

/// Whether there are few enough instances for a search that takes its time, beside a theory of this size.
pub(super) fn allows_slow(n_instances: usize, n_positives: usize, size: usize) -> bool {
    let is_long = size.saturating_mul(POSITIVES_PER_UNIT) > n_positives;
    n_instances <= MOST_FOR_SLOW || (n_instances <= MOST_IF_LONG && is_long)
}

/// What the theories of several targets come to, as theories compete.
pub(super) fn worth_of_all<'a>(theories: impl Iterator<Item = &'a [Clause]>) -> usize {
    theories.map(competing_size).sum()
}

#[cfg(test)]
mod tests {
    use crate::search::fixture::{shown, with_search};

    #[test]
    fn where_most_are_positive_the_shortest_theory_may_be_everything_but() {
        let task = "
            person(a; b; c; d; e; f; g; h). red(a; b). blue(c; d). green(e; f). late(g; h).
            #modeh(in(var(person))).
            #modeb(red(var(person))). #modeb(blue(var(person))). #modeb(green(var(person))). #modeb(late(var(person))).
            #pos({in(a), in(b), in(c), in(d), in(e), in(f)}, {}).";
        with_search(task, |search, scope, examples| {
            let theory = search.fold_target(scope, examples);
            let shown: Vec<String> = theory.iter().map(|clause| shown(clause, search.bias)).collect();
            assert_eq!(shown, ["not [late(A)]"]);
        });
    }
}
