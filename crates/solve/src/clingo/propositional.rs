//! Programs given as ground rules, without a text and without a grounder: [`Propositional`].

use super::{
    GroundRule,
    control::{Control, Failure},
};
use crate::{
    limits::Limits,
    query::{Keep, SolveError, Which},
};
use clingo_sys::*;
use std::ptr;

/// A program of numbered atoms that grows between searches. Rules of a later step may read earlier atoms; what they
/// derive must be new.
pub struct Propositional {
    control: Control,
}

/// The outcome of a search in a [`Propositional`] program.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// For each atom asked for whether it holds, if there is a model.
    pub model: Option<Vec<bool>>,
    /// What the model costs.
    pub cost: i64,
    /// No model costs less, with [`Which::Cheapest`].
    pub lower: i64,
    /// The search came to its end: the model is the best, or there is none.
    pub complete: bool,
    /// If there is no model: assumptions that cannot hold together.
    pub core: Vec<i32>,
}

impl Propositional {
    /// A program without rules.
    pub fn new(limits: &Limits) -> Result<Self, SolveError> {
        Ok(Self { control: Control::ground("", Keep::Models, limits)? })
    }

    /// Adds new atoms, by number, with rules about them and about older ones, and what true literals cost.
    pub fn extend(
        &mut self,
        n_atoms: usize,
        step: impl FnOnce(&[u32]) -> (Vec<GroundRule>, Vec<(i32, i32)>),
    ) -> Result<Vec<u32>, SolveError> {
        let mut backend = ptr::null_mut();
        let control = &self.control;
        // SAFETY: the control is alive; the backend belongs to it and is used only here, between begin and end.
        control.check(unsafe { clingo_control_backend(control.control, &raw mut backend) })?;
        // SAFETY: as above.
        control.check(unsafe { clingo_backend_begin(backend) })?;
        let added = self.add(backend, n_atoms, step);
        // SAFETY: as above.
        let ended = control.check(unsafe { clingo_backend_end(backend) });
        let atoms = added?;
        ended?;
        Ok(atoms)
    }

    fn add(
        &self,
        backend: *mut clingo_backend_t,
        n_atoms: usize,
        step: impl FnOnce(&[u32]) -> (Vec<GroundRule>, Vec<(i32, i32)>),
    ) -> Result<Vec<u32>, Failure> {
        let control = &self.control;
        let mut atoms = Vec::with_capacity(n_atoms);
        for _ in 0..n_atoms {
            let mut atom = 0;
            // SAFETY: the backend is between begin and end; without a symbol the atom has no name.
            control.check(unsafe { clingo_backend_add_atom(backend, ptr::null_mut(), &raw mut atom) })?;
            atoms.push(atom);
        }
        let (rules, costs) = step(&atoms);
        for rule in &rules {
            let GroundRule { choice, head, body, weights } = rule;
            let added = match weights {
                // SAFETY: the backend is between begin and end; the arrays outlive the call.
                None => unsafe {
                    clingo_backend_rule(
                        backend,
                        *choice,
                        head.as_ptr(),
                        head.len(),
                        body.as_ptr(),
                        body.len(),
                    )
                },
                Some((bound, weights)) => {
                    let body: Vec<clingo_weighted_literal_t> = body
                        .iter()
                        .zip(weights)
                        .map(|(&literal, &weight)| clingo_weighted_literal_t { literal, weight })
                        .collect();
                    // SAFETY: as above.
                    unsafe {
                        clingo_backend_weight_rule(
                            backend,
                            *choice,
                            head.as_ptr(),
                            head.len(),
                            *bound,
                            body.as_ptr(),
                            body.len(),
                        )
                    }
                }
            };
            control.check(added)?;
        }
        if !costs.is_empty() {
            let costs: Vec<clingo_weighted_literal_t> = costs
                .iter()
                .map(|&(literal, weight)| clingo_weighted_literal_t { literal, weight })
                .collect();
            // SAFETY: as above.
            control.check(unsafe { clingo_backend_minimize(backend, 0, costs.as_ptr(), costs.len()) })?;
        }
        Ok(atoms)
    }

    /// Looks for a model in which these literals hold, and reads these atoms in it. With [`Which::Cheapest`] a limit is
    /// no error if there is a model by then.
    pub fn solve(
        &mut self,
        which: Which,
        assumptions: &[i32],
        atoms: &[u32],
        limits: &Limits,
    ) -> Result<Found, SolveError> {
        Ok(self.control.solve_numbers(which, assumptions, atoms, limits)?)
    }

    /// Looks for any model in which these literals hold; none if there have been so many conflicts before it is known
    /// whether there is one.
    pub fn try_solve(
        &mut self,
        assumptions: &[i32],
        atoms: &[u32],
        most_conflicts: u32,
        limits: &Limits,
    ) -> Result<Option<Found>, SolveError> {
        self.control.most_conflicts = Some(most_conflicts);
        let found = self.control.solve_numbers(Which::Any, assumptions, atoms, limits);
        self.control.most_conflicts = None;
        let found = found?;
        let is_known = found.model.is_some() || found.complete;
        Ok(is_known.then_some(found))
    }
}
