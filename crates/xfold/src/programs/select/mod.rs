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

pub(crate) use pool::Pool;

use super::Run;
use crate::{check::Requirements, error::Result};
use pool::ACTIVE;
use std::fmt::Write;
use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{Answer, Grounded, Input, Model, Query, Which};

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
    // The examples that failed last are tried first.
    let mut order: Vec<usize> = (0..run.task.examples.len()).collect();
    loop {
        let selection = select.best()?;
        let mut failed = Vec::new();
        for &example in order.iter().filter(|example| !selection.lost.contains(example)) {
            if let Some(clause) = select.clause_against(&selection.chosen, example)? {
                select.clauses.push(clause);
                failed.push(example);
            }
            if failed.len() == CLAUSES_A_ROUND {
                break;
            }
        }
        if failed.is_empty() {
            return Ok(Selection { n_solver_calls: select.n_calls, ..selection });
        }
        order.retain(|example| !failed.contains(example));
        order.splice(0..0, failed);
    }
}

/// Clauses that are added before the master chooses again.
const CLAUSES_A_ROUND: usize = 4;

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
            let mut numbers =
                answer.models.first().map_or(Vec::new(), |model| numbers(model, signature, &self.symbols));
            numbers.sort_unstable();
            numbers
        };
        Ok(Selection { chosen: numbers(&show[0]), lost: numbers(&show[1]), n_solver_calls: 0 })
    }

    /// Why a choice fails on an example, or nothing if it does not.
    fn clause_against(&mut self, chosen: &[usize], example: usize) -> Result<Option<MasterClause>> {
        let mut program = self.program(example)?;
        let requirements =
            Requirements::of(self.run.task, self.run.worlds, example).assumptions(&self.symbols);
        let clause = match self.run.task.examples[example].positive {
            true => self.core(&mut *program, chosen, &requirements, example),
            false => self.conflict(&mut *program, chosen, &requirements, example),
        };
        self.programs.insert(0, (self.contexts[example], program));
        self.programs.truncate(MOST_KEPT);
        clause
    }

    /// For a positive example without a stable model: rules of which one has to be switched. Those that are not needed
    /// to see it are left out, one after the other.
    fn core(
        &mut self,
        program: &mut dyn Grounded,
        chosen: &[usize],
        requirements: &[(String, bool)],
        example: usize,
    ) -> Result<Option<MasterClause>> {
        let mut switches = self.switched(chosen);
        let answer = self.ask(program, &switches, requirements)?;
        if !answer.models.is_empty() {
            return Ok(None);
        }
        let kept = |switches: &[(usize, bool)], core: &[usize]| -> Vec<(usize, bool)> {
            let places = core.iter().filter(|&&place| place < switches.len());
            places.map(|&place| switches[place]).collect()
        };
        switches = kept(&switches, &answer.core);
        let mut place = 0;
        while place < switches.len() {
            let mut fewer = switches.clone();
            fewer.remove(place);
            let answer = self.ask(program, &fewer, requirements)?;
            if answer.models.is_empty() {
                switches = kept(&fewer, &answer.core);
            } else {
                place += 1;
            }
        }
        let of = |is_chosen: bool| {
            let switches = switches.iter().filter(move |(_, chosen)| *chosen == is_chosen);
            switches.map(|(number, _)| *number).collect()
        };
        Ok(Some(MasterClause { chosen: of(false), not_chosen: of(true), example }))
    }

    /// For a negative example with a stable model: rules that it violates, of which one has to be chosen, or those that
    /// derive something, of which one has to go. As few of the latter as a stable model can stand on.
    fn conflict(
        &mut self,
        program: &mut dyn Grounded,
        chosen: &[usize],
        requirements: &[(String, bool)],
        example: usize,
    ) -> Result<Option<MasterClause>> {
        let answer = self.ask(program, &self.switched(chosen), requirements)?;
        let Some(model) = answer.models.first() else { return Ok(None) };
        let mut violated = self.violated(model);
        let mut needed = chosen.to_vec();
        let mut place = 0;
        while place < needed.len() {
            let mut fewer = needed.clone();
            let is_constraint = self.pool.rules()[fewer.remove(place)].is_constraint();
            let other = match is_constraint {
                true => None,
                false => self.ask(program, &self.switched(&fewer), requirements)?.models.pop(),
            };
            let also = other.map(|model| self.violated(&model));
            // A stable model that violates a chosen rule says nothing about the choice.
            match also.filter(|also| !also.iter().any(|number| chosen.contains(number))) {
                Some(also) => (violated, needed) = (also, fewer),
                None => place += 1,
            }
        }
        needed.retain(|&number| !self.pool.rules()[number].is_constraint());
        Ok(Some(MasterClause { chosen: violated, not_chosen: needed, example }))
    }

    /// Every rule of the pool, on if it is chosen.
    fn switched(&self, chosen: &[usize]) -> Vec<(usize, bool)> {
        (0..self.pool.len()).map(|number| (number, chosen.contains(&number))).collect()
    }

    /// The rules of the pool that a stable model violates.
    fn violated(&self, model: &Model) -> Vec<usize> {
        numbers(model, &Signature::new(pool::VIOLATED, 1), &self.symbols)
    }

    /// Asks for a stable model with these rules switched on and off. The core counts places among the switches, then
    /// among the requirements.
    fn ask(
        &mut self,
        program: &mut dyn Grounded,
        switches: &[(usize, bool)],
        requirements: &[(String, bool)],
    ) -> Result<Answer> {
        let mut assumptions: Vec<(String, bool)> =
            switches.iter().map(|(number, on)| (format!("{ACTIVE}({number})"), *on)).collect();
        assumptions.extend_from_slice(requirements);
        let show = Some(vec![Signature::new(pool::VIOLATED, 1)]);
        self.n_calls += 1;
        let query = Query { most: 1, assumptions, show, ..Query::default() };
        Ok(program.solve(&query, &mut self.symbols, self.run.limits)?)
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

/// The arguments of a predicate of one number, in a model.
fn numbers(model: &Model, signature: &Signature, symbols: &Symbols) -> Vec<usize> {
    let rows = model.atoms.group(signature).into_iter().flat_map(|group| group.rows());
    rows.filter_map(|row| symbols.as_number(row[0])).map(|number| number as usize).collect()
}
