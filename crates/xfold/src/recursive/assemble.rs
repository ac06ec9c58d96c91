//! Programs of finished clauses, from short clauses to long ones: one clause, bases with a recursive clause, bases with two,
//! several without recursion.
//!
//! A clause that derives a negative example is in no program. With one recursive clause that has one call, a derivation ends
//! in one base, so what several bases derive with it is what each of them derives: the bases are a set cover.

use super::{clause::Clause, grow::Grower, run::Numbered, sample::Pair};
use rustc_hash::FxHashSet;
use xfold_solve::{Limits, work::SECOND};

/// The most literals of a short clause: of a base and a recursive clause one at least is short.
const SHORT: usize = 3;
/// The size of the shortest base and of a head.
const SHORTEST_BASE: usize = 3;
/// The most literals of a base beside two recursive clauses.
const LONGEST_SHARED_BASE: usize = 2;
/// The most recursive clauses, the shortest first, of which two are tried together.
const MOST_TOGETHER: usize = 2_500;
/// The work on programs with two recursive clauses, for each length.
const WORK_ON_TWO: u64 = 3 * SECOND / 2;
/// The work on programs with a base that is unlikely, for each length.
const WORK_ON_UNLIKELY: u64 = SECOND / 2;
/// The work on a shorter program once there is one.
const WORK_TO_IMPROVE: u64 = SECOND;
/// Rows and literals that are run for one unit of work.
const RUNS_PER_UNIT: u64 = 30;
/// The literals by which a program may be shorter that gives several outputs for an input where examples give one.
const FUNCTION_WORTH: usize = 2;

/// Which positive examples a program derives.
type Covered = Vec<bool>;

/// Puts programs together.
pub(super) struct Assembly<'a, 'p> {
    grower: Grower<'a, 'p>,
    positives: Vec<Pair>,
    negatives: Vec<Pair>,
    limits: Limits,
    /// All clauses; the first ones are the shortest.
    clauses: Vec<Clause>,
    /// Clauses without calls that derive no negative example, with what they cover.
    bases: Vec<(usize, Covered)>,
    /// Those of the bases, by place, that give other outputs than the examples where these give one.
    unlikely: FxHashSet<usize>,
    recursive: Vec<usize>,
    /// Every input of a positive example has one output.
    is_functional: bool,
    /// The best program so far, with its rank.
    best: Option<(usize, Vec<usize>)>,
}

impl<'a, 'p> Assembly<'a, 'p> {
    pub(super) fn new(
        grower: Grower<'a, 'p>,
        positives: Vec<Pair>,
        negatives: Vec<Pair>,
        limits: &Limits,
    ) -> Self {
        let limits = limits.clone();
        let (clauses, bases, recursive) = (Vec::new(), Vec::new(), Vec::new());
        let mut inputs = FxHashSet::default();
        let is_functional = positives.iter().all(|(input, _)| inputs.insert(*input))
            && !grower.runner.language.outputs.is_empty();
        let unlikely = FxHashSet::default();
        Self {
            grower,
            positives,
            negatives,
            limits,
            clauses,
            bases,
            unlikely,
            recursive,
            is_functional,
            best: None,
        }
    }

    /// The first program, clauses from short to long, that derives all positive examples and no negative one.
    pub(super) fn shortest(mut self) -> Option<Vec<Clause>> {
        let max_body = self.grower.runner.language.max_body;
        let mut is_improving = false;
        for length in 1..=max_body {
            let limits = self.limits.clone();
            let new = self.grower.finished(|grower| goes_on(grower, &limits));
            self.add(new, length);
            self.with_one_recursive(length, false);
            if self.is_functional {
                self.with_one_recursive(length, true);
            }
            self.with_two_recursive(length);
            self.without_recursion();
            if !self.is_of_interest(length + 1 + SHORTEST_BASE) || self.is_stopped() {
                break;
            }
            if self.best.is_some() && !is_improving {
                self.limits = self.limits.clone().with_work(WORK_TO_IMPROVE);
                is_improving = true;
            }
            let limits = self.limits.clone();
            if length < max_body {
                self.grower.grow(|grower| goes_on(grower, &limits));
            }
        }
        let (_, program) = self.best?;
        Some(program.into_iter().map(|number| self.clauses[number].clone()).collect())
    }

    fn is_stopped(&mut self) -> bool {
        !goes_on(&mut self.grower, &self.limits)
    }

    /// Whether a program may have so many clauses.
    fn allows(&self, n_clauses: usize) -> bool {
        self.grower.runner.language.max_rules.is_none_or(|most| n_clauses <= most)
    }

    /// Sorts new clauses of a length into bases and recursive ones.
    fn add(&mut self, new: Vec<Clause>, length: usize) {
        for clause in new {
            let number = self.clauses.len();
            let is_recursive = clause.is_recursive();
            self.clauses.push(clause);
            if is_recursive {
                self.recursive.push(number);
            } else if let Some(covered) = self.judge(&[number]) {
                if covered.iter().all(|it| *it) {
                    self.offer(length + 1, vec![number]);
                }
                if self.is_functional && !self.gives_no_other(&[number]) {
                    self.unlikely.insert(self.bases.len());
                }
                self.bases.push((number, covered));
            }
        }
    }

    /// Offers a program that derives all positive examples and no negative one.
    fn offer(&mut self, size: usize, program: Vec<usize>) {
        let is_function = self.is_function(&program);
        let rank = size + if self.is_functional && !is_function { FUNCTION_WORTH } else { 0 };
        if self.best.as_ref().is_none_or(|(best, _)| rank < *best) {
            self.best = Some((rank, program));
        }
    }

    /// Whether a program of this size could still be the best.
    fn is_of_interest(&self, size: usize) -> bool {
        self.best.as_ref().is_none_or(|(best, _)| size < *best)
    }

    /// Whether a program gives one output for the input of each positive example.
    fn is_function(&mut self, program: &[usize]) -> bool {
        let positives = self.positives.clone();
        let clauses = &self.clauses;
        let program: Vec<Numbered<'_>> =
            program.iter().map(|number| Numbered { number: *number, clause: &clauses[*number] }).collect();
        let runner = &mut self.grower.runner;
        positives
            .iter()
            .all(|(input, _)| runner.outputs(&program, *input).is_ok_and(|found| found.len() == 1))
    }

    /// The positive examples that a program derives; none if it derives a negative one, or does not end.
    fn judge(&mut self, program: &[usize]) -> Option<Covered> {
        let negatives = std::mem::take(&mut self.negatives);
        let is_sound = negatives.iter().all(|negative| self.derives(program, *negative) == Some(false));
        self.negatives = negatives;
        if !is_sound {
            return None;
        }
        let positives = std::mem::take(&mut self.positives);
        let covered: Option<Covered> =
            positives.iter().map(|positive| self.derives(program, *positive)).collect();
        self.positives = positives;
        covered.filter(|_| !self.negatives.is_empty() || self.gives_no_other(program))
    }

    /// Whether a program gives no wrong output: without negative examples that is what speaks against one.
    fn gives_no_other(&mut self, program: &[usize]) -> bool {
        if self.grower.runner.language.outputs.is_empty() {
            return true;
        }
        let positives = self.positives.clone();
        let clauses = &self.clauses;
        let program: Vec<Numbered<'_>> =
            program.iter().map(|number| Numbered { number: *number, clause: &clauses[*number] }).collect();
        let runner = &mut self.grower.runner;
        positives.iter().all(|(input, _)| {
            let is_right = |output: &u32| positives.contains(&(*input, *output));
            runner.outputs(&program, *input).is_ok_and(|found| found.iter().all(is_right))
        })
    }

    /// Whether a program derives an example; none if it does not end.
    fn derives(&mut self, program: &[usize], (input, output): Pair) -> Option<bool> {
        let numbered = |number: &usize| Numbered { number: *number, clause: &self.clauses[*number] };
        let mut clauses = [Numbered { number: 0, clause: &self.clauses[0] }; 8];
        let n = program.len().min(clauses.len());
        for (place, number) in program.iter().take(n).enumerate() {
            clauses[place] = numbered(number);
        }
        self.grower.runner.outputs(&clauses[..n], input).ok().map(|found| found.contains(&output))
    }

    /// Programs of bases and one recursive clause, of which one has this length, the shorter programs first.
    /// Where examples give an input one output, bases that give others come last, for a bounded amount of work.
    fn with_one_recursive(&mut self, length: usize, unlikely: bool) {
        if !self.allows(2) {
            return;
        }
        let end = if unlikely { self.limits.work_spent() + WORK_ON_UNLIKELY } else { u64::MAX };
        let n_bases = self.bases.len();
        for size in length + 1..=length + SHORT.min(length) {
            for place in 0..self.recursive.len() {
                let recursive = self.recursive[place];
                let of_recursive = self.clauses[recursive].body.literals.len();
                let Some(of_base) = size.checked_sub(of_recursive).filter(|of_base| *of_base > 0) else {
                    continue;
                };
                if of_base.max(of_recursive) != length || !self.is_of_interest(size + 2) {
                    continue;
                }
                if place % 64 == 0 && (self.is_stopped() || self.limits.work_spent() > end) {
                    return;
                }
                let is_due = |base: &usize| {
                    self.length_of_base(*base) == of_base && self.unlikely.contains(base) == unlikely
                };
                let bases = (0..n_bases).filter(is_due).collect();
                self.complete(recursive, bases);
            }
        }
    }

    fn length_of_base(&self, base: usize) -> usize {
        self.clauses[self.bases[base].0].body.literals.len()
    }

    /// Looks for bases that, with a recursive clause, derive everything; one of them is among `bases`.
    fn complete(&mut self, recursive: usize, bases: Vec<usize>) {
        let first = self.positives[0];
        let last = self.positives[self.positives.len() - 1];
        for (place, base) in bases.into_iter().enumerate() {
            if place % 64 == 63 && self.is_stopped() {
                return;
            }
            let number = self.bases[base].0;
            // The largest example is hardly one that a base covers by itself.
            let program = [number, recursive];
            let covers_first = self.derives(&program, first) == Some(true);
            if !covers_first && (!self.allows(3) || self.derives(&program, last) != Some(true)) {
                continue;
            }
            let Some(covered) = self.judge(&program) else { continue };
            if covered.iter().all(|it| *it) {
                let size = self.size(&program);
                self.offer(size, program.to_vec());
            } else if self.allows(3) {
                self.add_base(recursive, number, &covered);
            }
        }
    }

    /// A second base for what a program of a base and a recursive clause leaves.
    fn add_base(&mut self, recursive: usize, base: usize, covered: &Covered) {
        let with_base = self.judge(&[base]).unwrap_or_default();
        if with_base == *covered {
            return;
        }
        for other in 0..self.bases.len() {
            let number = self.bases[other].0;
            let program = [base, number, recursive];
            if number == base
                || self.length_of_base(other) > SHORT
                || !self.is_of_interest(self.size(&program))
            {
                continue;
            }
            let first_left = covered.iter().position(|it| !*it).map(|place| self.positives[place]);
            if first_left.is_some_and(|left| self.derives(&[number, recursive], left) != Some(true)) {
                continue;
            }
            if self.judge(&program).is_some_and(|covered| covered.iter().all(|it| *it)) {
                self.offer(self.size(&program), program.to_vec());
            }
        }
    }

    fn size(&self, program: &[usize]) -> usize {
        program.iter().map(|number| self.clauses[*number].size()).sum()
    }

    /// Programs of a base and two recursive clauses up to this length, one of which has it.
    fn with_two_recursive(&mut self, length: usize) {
        if self.best.is_some() || !self.allows(3) {
            return;
        }
        let end = self.limits.work_spent() + WORK_ON_TWO;
        let mut shared: Vec<usize> =
            (0..self.bases.len()).filter(|base| self.length_of_base(*base) <= LONGEST_SHARED_BASE).collect();
        // A base that explains an example is the likelier one.
        shared.sort_by_key(|base| !self.bases[*base].1.contains(&true));
        for base in shared {
            let number = self.bases[base].0;
            let mut together: Vec<usize> = Vec::new();
            for place in 0..self.recursive.len() {
                let recursive = self.recursive[place];
                if place % 64 == 0 && (self.is_stopped() || self.limits.work_spent() > end) {
                    return;
                }
                if together.len() < MOST_TOGETHER && self.may_join(number, recursive) {
                    together.push(recursive);
                }
            }
            self.pairs(number, &together, length, end);
        }
    }

    /// Whether a recursive clause may stand beside another one and a base: it derives something, and nothing that is wrong.
    /// Where examples give every input one output, other outputs are wrong.
    fn may_join(&mut self, base: usize, recursive: usize) -> bool {
        let program = [base, recursive];
        self.is_productive(base, recursive)
            && (!self.is_functional || self.gives_no_other(&program))
            && self.judge(&program).is_some()
    }

    /// Whether a recursive clause calls, for an input of the sample, what a base gives an output for.
    fn is_productive(&mut self, base: usize, recursive: usize) -> bool {
        let (base, calls) =
            (Numbered { number: base, clause: &self.clauses[base] }, &self.clauses[recursive].calls);
        let runner = &mut self.grower.runner;
        calls.iter().any(|call| !runner.plain(base, *call).is_empty())
    }

    fn pairs(&mut self, base: usize, together: &[usize], length: usize, end: u64) {
        for (place, &one) in together.iter().enumerate() {
            if self.is_stopped() || self.limits.work_spent() > end {
                return;
            }
            for &other in &together[..place] {
                let longest = |number: usize| self.clauses[number].body.literals.len();
                let program = [base, other, one];
                if longest(one).max(longest(other)) != length || !self.is_of_interest(self.size(&program)) {
                    continue;
                }
                let covers_all = |assembly: &mut Self| {
                    (0..assembly.positives.len())
                        .all(|it| assembly.derives(&program, assembly.positives[it]) == Some(true))
                };
                if covers_all(self) && self.judge(&program).is_some() {
                    self.offer(self.size(&program), program.to_vec());
                }
            }
        }
    }

    /// A few bases that cover everything together.
    fn without_recursion(&mut self) {
        let n = self.positives.len();
        let mut chosen: Vec<usize> = Vec::new();
        let mut covered = vec![false; n];
        while covered.iter().any(|it| !*it) {
            let gain = |base: &(usize, Covered)| {
                base.1.iter().zip(&covered).filter(|(new, old)| **new && !**old).count()
            };
            let best = (0..self.bases.len()).max_by_key(|base| {
                (
                    gain(&self.bases[*base]),
                    std::cmp::Reverse(self.length_of_base(*base)),
                    std::cmp::Reverse(*base),
                )
            });
            let Some(best) = best.filter(|base| gain(&self.bases[*base]) > 0) else { return };
            covered.iter_mut().zip(&self.bases[best].1).for_each(|(old, new)| *old |= *new);
            chosen.push(self.bases[best].0);
        }
        let size = self.size(&chosen);
        if self.allows(chosen.len()) && 2 * size <= n && self.is_of_interest(size) && chosen.len() <= 8 {
            self.offer(size, chosen);
        }
    }
}

/// Counts the work and tells whether there is time for more.
fn goes_on(grower: &mut Grower<'_, '_>, limits: &Limits) -> bool {
    let runs = std::mem::take(&mut grower.n_rows) + std::mem::take(&mut grower.runner.n_run);
    limits.spend((runs + grower.runner.answers.take_steps()) / RUNS_PER_UNIT);
    limits.reached().is_none()
}
