//! Select: which of the finished rules. A second chance between search and check: the cheapest subset of the pool that
//! satisfies the examples, exact for the pool.
//!
//! A *master* program chooses rules by cost. The choice is tried on the examples; one that fails gives the master a
//! clause that every better choice fulfils, and the master chooses again. A positive example that no stable model
//! extends names rules that are missing or too many (the core of the solver's answer). A negative example that some
//! stable model extends asks for a rule which that model violates, or for one less of those that it may stand on.

mod pool;
#[cfg(test)]
mod tests;

pub use pool::{Finished, Pool};

use crate::{check::Requirements, error::Result, search::Run};
use pool::ACTIVE;
use std::fmt::Write;
use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{Grounded, Input, Query, Which};

/// The cheapest choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// The chosen rules, by their place in the pool.
    pub chosen: Vec<usize>,
    /// The examples that are given up, by number.
    pub lost: Vec<usize>,
    /// How often the solver was asked.
    pub n_solver_calls: usize,
}

/// Chooses from a pool the rules that give up as few examples as possible, and of those the cheapest; an example with a
/// penalty may be given up for that price.
pub fn cheapest(pool: &Pool, run: Run<'_>) -> Result<Selection> {
    let mut select = Select {
        pool,
        run,
        contexts: run.task.context_numbers(),
        programs: Vec::new(),
        clauses: Vec::new(),
        symbols: run.worlds.symbols.clone(),
        n_calls: 0,
    };
    // The example that failed last is tried first.
    let mut order: Vec<usize> = (0..run.task.examples.len()).collect();
    loop {
        let selection = select.best()?;
        let failing = |&place: &usize, select: &mut Select<'_>| {
            let example = order[place];
            if selection.lost.contains(&example) {
                return Ok(None);
            }
            select.clause_against(&selection.chosen, example)
        };
        let mut added = None;
        for place in 0..order.len() {
            if let Some(clause) = failing(&place, &mut select)? {
                added = Some((place, clause));
                break;
            }
        }
        let Some((place, clause)) = added else {
            return Ok(Selection { n_solver_calls: select.n_calls, ..selection });
        };
        select.clauses.push(clause);
        order[..=place].rotate_right(1);
    }
}

/// What every better choice fulfils: one of these rules is chosen, or one of those is not, or the example is given up.
struct MasterClause {
    chosen: Vec<usize>,
    not_chosen: Vec<usize>,
    example: usize,
}

struct Select<'a> {
    pool: &'a Pool,
    run: Run<'a>,
    contexts: Vec<usize>,
    /// The ground programs that were asked last, by context.
    programs: Vec<(usize, Box<dyn Grounded>)>,
    clauses: Vec<MasterClause>,
    symbols: Symbols,
    n_calls: usize,
}

/// The most ground programs that are kept: each may be a process of its own.
const MOST_KEPT: usize = 8;

impl Select<'_> {
    /// The optimum of the master: hard examples first, then the cost of rules and of examples with a penalty.
    fn best(&mut self) -> Result<Selection> {
        let mut master = format!("{{ {ACTIVE}(0..{}) }}.\n", self.pool.len().saturating_sub(1));
        for (number, rule) in self.pool.rules().iter().enumerate() {
            let _ = writeln!(master, ":~ {ACTIVE}({number}). [{}@1,r({number})]", rule.cost());
        }
        for (number, example) in self.run.task.examples.iter().enumerate() {
            let (price, level) = example.penalty.map_or((1, 2), |penalty| (penalty, 1));
            let _ =
                writeln!(master, "{{ lost({number}) }}. :~ lost({number}). [{price}@{level},e({number})]");
        }
        for MasterClause { chosen, not_chosen, example } in &self.clauses {
            let _ = write!(master, ":- not lost({example})");
            for rule in chosen {
                let _ = write!(master, ", not {ACTIVE}({rule})");
            }
            for rule in not_chosen {
                let _ = write!(master, ", {ACTIVE}({rule})");
            }
            master.push_str(".\n");
        }
        let mut input = Input::new();
        input.push(&master, None);
        let mut grounded = self.run.solver.ground(&input, self.run.limits)?;
        let show = [Signature::new(ACTIVE, 1), Signature::new("lost", 1)];
        let query = Query { which: Which::Optimal, most: 1, show: Some(show.to_vec()), ..Query::default() };
        self.n_calls += 1;
        let answer = grounded.solve(&query, &mut self.symbols, self.run.limits)?;
        let numbers = |signature: &Signature| -> Vec<usize> {
            let group = answer.models.first().and_then(|model| model.atoms.group(signature));
            let rows = group.into_iter().flat_map(|group| group.rows());
            let mut numbers: Vec<usize> =
                rows.filter_map(|row| self.symbols.as_number(row[0])).map(|number| number as usize).collect();
            numbers.sort_unstable();
            numbers
        };
        Ok(Selection { chosen: numbers(&show[0]), lost: numbers(&show[1]), n_solver_calls: 0 })
    }

    /// Why a choice fails on an example, or nothing if it does not.
    fn clause_against(&mut self, chosen: &[usize], example: usize) -> Result<Option<MasterClause>> {
        let Run { task, worlds, limits, .. } = self.run;
        let mut program = self.program(example)?;
        let is_chosen = |number: &usize| chosen.contains(number);
        let mut assumptions: Vec<(String, bool)> =
            (0..self.pool.len()).map(|number| (format!("{ACTIVE}({number})"), is_chosen(&number))).collect();
        assumptions.extend(Requirements::of(task, worlds, example).assumptions(&self.symbols));
        let violated = Signature::new(pool::VIOLATED, 1);
        let query = Query { most: 1, assumptions, show: Some(vec![violated.clone()]), ..Query::default() };
        self.n_calls += 1;
        let answer = program.solve(&query, &mut self.symbols, limits);
        self.programs.insert(0, (self.contexts[example], program));
        self.programs.truncate(MOST_KEPT);
        let answer = answer?;
        let clause = match (task.examples[example].positive, answer.models.first()) {
            (true, Some(_)) | (false, None) => return Ok(None),
            (true, None) => {
                let core = answer.core.iter().copied().filter(|&number| number < self.pool.len());
                let (not_chosen, chosen) = core.partition(is_chosen);
                MasterClause { chosen, not_chosen, example }
            }
            (false, Some(model)) => {
                let rows = model.atoms.group(&violated);
                let rows = rows.into_iter().flat_map(|group| group.rows());
                let numbers = rows.filter_map(|row| self.symbols.as_number(row[0]));
                let generates = |&number: &usize| !self.pool.rules()[number].is_constraint();
                MasterClause {
                    chosen: numbers.map(|number| number as usize).collect(),
                    not_chosen: chosen.iter().copied().filter(generates).collect(),
                    example,
                }
            }
        };
        Ok(Some(clause))
    }

    /// The ground program of an example's context: the background and every rule of the pool, to be switched.
    fn program(&mut self, example: usize) -> Result<Box<dyn Grounded>> {
        let context = self.contexts[example];
        if let Some(place) = self.programs.iter().position(|(known, _)| *known == context) {
            return Ok(self.programs.remove(place).1);
        }
        let Run { task, solver, limits, .. } = self.run;
        let mut needed = self.pool.mentioned();
        let same = (0..task.examples.len()).filter(|&other| self.contexts[other] == context);
        for other in same {
            needed.extend(Requirements::of(task, self.run.worlds, other).signatures());
        }
        let context = &task.examples[example].context;
        let mut input = task.background.input(&task.sources, &self.symbols, context, &needed);
        input.push(self.pool.text(), None);
        Ok(solver.ground(&input, limits)?)
    }
}
