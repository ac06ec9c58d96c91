//! Drawing stable models, and what is wrong with respect to them, at random.
//!
//! A model is drawn by deciding atoms one by one, in random order and with random sign, wherever both signs are still
//! possible. That asks the solver often, but does not depend on how it guesses; large tasks ([`super::large`]) let it
//! guess.

use super::{Concept, examples::Literal};
use crate::generate::random::Random;
use std::collections::BTreeSet;
use xfold_asp::symbols::{Signature, Symbols};
use xfold_solve::{Clingo, Grounded, Input, Limits, Model, Query, SolveError, Solver, Which};

/// So many draws for each example that is asked for, as some give an example that is there already.
const DRAWS_PER_EXAMPLE: usize = 8;
/// A violation is made minimal in so many orders; the smallest result is taken.
const N_ORDERS: usize = 3;

/// The target program on one instance, ready to be asked, and what it could be confused with.
pub struct Sampler {
    right: Program,
    /// Programs with stable models that break the target program, each in one constraint, if there are any.
    wrong: Vec<Program>,
    /// All atoms of targets that there could be, …
    targets: BTreeSet<String>,
    /// … and these with the observed atoms, in a fixed order.
    atoms: Vec<String>,
    /// The predicates of these.
    shown: Vec<Signature>,
}

impl Sampler {
    /// Grounds the programs for an instance. With `break_rules`, violations are not only about constraints.
    pub fn new(concept: &Concept, facts: &str, break_rules: bool) -> Result<Self, SolveError> {
        let Concept { background, rules, constraints, space, .. } = concept;
        let ground = |parts: &[&str]| Program::ground(&format!("{background}{facts}{}\n", parts.join("\n")));
        let mut possible = ground(&[space])?;
        let targets = possible.possible(&concept.targets)?;
        let shown = concept.shown();
        let atoms = possible.possible(&shown)?.into_iter().collect();
        let mut wrong = Vec::new();
        for (index, constraint) in constraints.iter().enumerate() {
            let broken = format!("broken {constraint}\n:- not broken.");
            let others: Vec<&str> = constraints
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, c)| c.as_str())
                .collect();
            let mut alone = ground(&[rules, &others.join("\n"), &broken])?;
            // Where the other constraints say the same, it can only be broken together with them.
            wrong.push(if alone.extends(&[])? { alone } else { ground(&[rules, &broken])? });
        }
        if wrong.is_empty() || break_rules {
            wrong.push(possible);
        }
        Ok(Sampler { right: ground(&[&concept.target()])?, wrong, targets, atoms, shown })
    }

    /// Different stable models of the target program, over all atoms of targets and observed atoms; fewer than asked
    /// for if there seem to be no more.
    pub fn models(&mut self, count: usize, random: &mut Random) -> Result<Vec<Vec<Literal>>, SolveError> {
        let mut found: Vec<Vec<Literal>> = Vec::new();
        for _ in 0..count * DRAWS_PER_EXAMPLE {
            let Some(model) = self.right.draw(&self.atoms, &self.shown, random)? else { break };
            if !found.contains(&model) {
                found.push(model);
            }
            if found.len() == count {
                break;
            }
        }
        Ok(found)
    }

    /// Different sets of literals that no stable model of the target program extends: minimal ones, or complete
    /// interpretations. The constraints of the target take turns in being broken.
    pub fn violations(
        &mut self,
        count: usize,
        complete: bool,
        random: &mut Random,
    ) -> Result<Vec<Vec<Literal>>, SolveError> {
        let mut turns: Vec<usize> = (0..self.wrong.len()).collect();
        random.shuffle(&mut turns);
        let mut found: Vec<Vec<Literal>> = Vec::new();
        for turn in 0..count * DRAWS_PER_EXAMPLE {
            if found.len() == count {
                break;
            }
            let Some(model) = self.wrong[turns[turn % turns.len()]].draw(&self.atoms, &self.shown, random)?
            else {
                continue;
            };
            let model = self.told(model, 0.0, random);
            if self.right.extends(&model)? {
                continue;
            }
            let violation = if complete { model } else { self.small(model, random)? };
            if !found.contains(&violation) {
                found.push(violation);
            }
        }
        Ok(found)
    }

    /// What an example tells of a model: of the observed atoms only those that hold, and a share is left out.
    pub fn told(&self, model: Vec<Literal>, hidden: f64, random: &mut Random) -> Vec<Literal> {
        let told = model.into_iter().filter(|(atom, holds)| *holds || self.targets.contains(atom));
        told.filter(|_| !random.chance(hidden)).collect()
    }

    /// The smallest of some minimal parts of a violation.
    fn small(&mut self, model: Vec<Literal>, random: &mut Random) -> Result<Vec<Literal>, SolveError> {
        let mut smallest = self.minimal(model.clone(), random)?;
        for _ in 1..N_ORDERS {
            let other = self.minimal(model.clone(), random)?;
            if other.len() < smallest.len() {
                smallest = other;
            }
        }
        Ok(smallest)
    }

    /// Leaves out literals as long as no stable model extends the rest: those that do not hold first, and all at once
    /// if they are not needed.
    fn minimal(
        &mut self,
        mut literals: Vec<Literal>,
        random: &mut Random,
    ) -> Result<Vec<Literal>, SolveError> {
        random.shuffle(&mut literals);
        literals.sort_by_key(|(_, holds)| *holds);
        let first_that_holds = literals.partition_point(|(_, holds)| !holds);
        if let Some(conflict) = self.right.conflict(&literals[first_that_holds..])? {
            literals = conflict;
        }
        let mut n_needed = 0;
        while n_needed < literals.len() {
            let mut rest = literals.clone();
            rest.remove(n_needed);
            match self.right.conflict(&rest)? {
                // What is needed so far is in every conflict of the rest, so it keeps its places.
                Some(conflict) => literals = conflict,
                None => n_needed += 1,
            }
        }
        literals.sort();
        Ok(literals)
    }
}

/// A ground program and the numbers of its terms.
pub struct Program {
    grounded: Box<dyn Grounded>,
    symbols: Symbols,
}

impl Program {
    /// Grounds a text.
    pub fn ground(text: &str) -> Result<Self, SolveError> {
        let mut input = Input::new();
        input.push(text, None);
        Ok(Program { grounded: Clingo.ground(&input, &Limits::none())?, symbols: Symbols::default() })
    }

    /// Its stable models as far as the given predicates go, at most so many, and whether these are all.
    pub fn models(
        &mut self,
        show: &[Signature],
        most: usize,
        limits: &Limits,
    ) -> Result<(Vec<BTreeSet<String>>, bool), SolveError> {
        let query = Query { most, show: Some(show.to_vec()), ..Query::default() };
        let answer = self.grounded.solve(&query, &mut self.symbols, limits)?;
        Ok((answer.models.iter().map(|model| self.atoms(model)).collect(), answer.complete))
    }

    fn possible(&mut self, show: &[Signature]) -> Result<BTreeSet<String>, SolveError> {
        let query = Query { which: Which::Brave, show: Some(show.to_vec()), ..Query::default() };
        let answer = self.grounded.solve(&query, &mut self.symbols, &Limits::none())?;
        Ok(answer.models.first().map(|model| self.atoms(model)).unwrap_or_default())
    }

    /// Whether some stable model extends the literals.
    pub fn extends(&mut self, literals: &[Literal]) -> Result<bool, SolveError> {
        Ok(self.extending(literals, &[])?.is_some())
    }

    /// Some of the literals, in their order, that no stable model extends; `None` if one extends all of them.
    fn conflict(&mut self, literals: &[Literal]) -> Result<Option<Vec<Literal>>, SolveError> {
        let query =
            Query { most: 1, assumptions: literals.to_vec(), show: Some(Vec::new()), ..Query::default() };
        let mut answer = self.grounded.solve(&query, &mut self.symbols, &Limits::none())?;
        answer.core.sort_unstable();
        let in_core = || answer.core.iter().map(|&index| literals[index].clone()).collect();
        Ok(answer.models.is_empty().then(in_core))
    }

    /// The atoms of the given predicates in a stable model that extends the literals.
    fn extending(
        &mut self,
        literals: &[Literal],
        show: &[Signature],
    ) -> Result<Option<BTreeSet<String>>, SolveError> {
        let show = Some(show.to_vec());
        let query = Query { most: 1, assumptions: literals.to_vec(), show, ..Query::default() };
        let answer = self.grounded.solve(&query, &mut self.symbols, &Limits::none())?;
        Ok(answer.models.first().map(|model| self.atoms(model)))
    }

    /// A random stable model, as literals over the given atoms, which are of the given predicates.
    fn draw(
        &mut self,
        atoms: &[String],
        show: &[Signature],
        random: &mut Random,
    ) -> Result<Option<Vec<Literal>>, SolveError> {
        let Some(mut model) = self.extending(&[], show)? else { return Ok(None) };
        let mut order: Vec<&String> = atoms.iter().collect();
        random.shuffle(&mut order);
        let mut decided: Vec<Literal> = Vec::with_capacity(atoms.len());
        for atom in order {
            let holds = model.contains(atom);
            decided.push((atom.clone(), holds));
            if random.chance(0.5) != holds {
                let last = decided.len() - 1;
                decided[last].1 = !holds;
                match self.extending(&decided, show)? {
                    Some(other) => model = other,
                    None => decided[last].1 = holds,
                }
            }
        }
        decided.sort();
        Ok(Some(decided))
    }

    fn atoms(&self, model: &Model) -> BTreeSet<String> {
        let mut atoms = BTreeSet::new();
        for group in model.atoms.groups() {
            for row in group.rows() {
                let arguments: Vec<String> =
                    row.iter().map(|argument| self.symbols.display(*argument).to_string()).collect();
                atoms.insert(match arguments.is_empty() {
                    true => group.signature.functor(),
                    false => format!("{}({})", group.signature.functor(), arguments.join(",")),
                });
            }
        }
        atoms
    }
}
