//! The pool: rules that were finished on the way, whichever theory they were found for. The smallest choice from it that
//! explains every positive may be smaller than any single theory.

use super::{Clause, Examples, Search, fold::size_of};
use xfold_store::InstanceSet;

/// The most rules to choose from: the shortest ones.
const MOST_RULES: usize = 60;
/// The most choices that are looked at.
const MOST_CHOICES: usize = 20_000;

/// A rule with the positives it explains.
struct Rule<'a> {
    clause: &'a Clause,
    covers: InstanceSet,
    size: usize,
}

/// The search for the smallest choice.
struct Choice<'a> {
    rules: Vec<Rule<'a>>,
    best: Option<Vec<usize>>,
    best_size: usize,
    n_left: usize,
    /// For each instance, how many rules explain it.
    n_ways: Vec<usize>,
}

impl Search<'_> {
    /// The smallest choice from a theory and all finished rules that explains what the theory explains; the theory
    /// itself, if none is smaller. Rules that read the target stand or fall together, and stay out.
    pub(super) fn best_of_pool(&self, clauses: Vec<Clause>, examples: &Examples) -> Vec<Clause> {
        let is_recursive = |clause: &Clause| clause.reads(self.target.predicate);
        if clauses.iter().any(is_recursive) || self.settings.max_rules.is_some() {
            return clauses;
        }
        let finished = self.finished.borrow().clone();
        let mut known: Vec<&Clause> = Vec::new();
        for clause in clauses.iter().chain(finished.iter().filter(|clause| !is_recursive(clause))) {
            if !known.contains(&clause) {
                known.push(clause);
            }
        }
        let empty = InstanceSet::empty(self.instances().len());
        let mut rules: Vec<Rule<'_>> = Vec::new();
        for clause in known {
            if self.is_stopped() {
                return clauses;
            }
            let covers = self.covered(clause, &examples.all(), false);
            let size = size_of(std::slice::from_ref(clause));
            if covers.and(&examples.neg).is_empty() && !covers.is_empty() {
                rules.push(Rule { clause, covers, size });
            }
        }
        let of_theory = |clause: &Clause| clauses.contains(clause);
        rules.sort_by_key(|rule| (!of_theory(rule.clause), rule.size));
        rules.truncate(MOST_RULES.max(clauses.len()));
        let wanted = clauses
            .iter()
            .map(|clause| self.covered(clause, &examples.pos, false))
            .fold(empty, |union, set| union.or(&set));
        rules.sort_by_key(|rule| rule.size);
        let mut n_ways = vec![0; self.instances().len()];
        rules.iter().flat_map(|rule| rule.covers.iter()).for_each(|instance| n_ways[instance] += 1);
        let best_size = size_of(&clauses);
        let mut choice = Choice { rules, best: None, best_size, n_left: MOST_CHOICES, n_ways };
        choice.go_on(&mut Vec::new(), 0, &wanted);
        match choice.best {
            Some(best) => best.into_iter().map(|number| choice.rules[number].clause.clone()).collect(),
            None => clauses,
        }
    }
}

impl Choice<'_> {
    /// Adds rules for the positive that the fewest rules explain, in all ways that can still be smaller.
    fn go_on(&mut self, chosen: &mut Vec<usize>, size: usize, left: &InstanceSet) {
        if self.n_left == 0 || size >= self.best_size {
            return;
        }
        self.n_left -= 1;
        if left.is_empty() {
            self.best_size = size;
            self.best = Some(chosen.clone());
            return;
        }
        let Some(rarest) = left.iter().min_by_key(|&instance| self.n_ways[instance]) else { return };
        let explains = |number: &usize| self.rules[*number].covers.contains(rarest);
        let ways: Vec<usize> = (0..self.rules.len()).filter(explains).collect();
        for number in ways {
            let rest = left.minus(&self.rules[number].covers);
            chosen.push(number);
            self.go_on(chosen, size + self.rules[number].size, &rest);
            chosen.pop();
        }
    }
}
