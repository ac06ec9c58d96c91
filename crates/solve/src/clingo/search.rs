//! One search for models: a solve handle of clingo, and the loop that reads what it finds.

use super::{
    Found,
    control::{Candidate, Control, Failure},
    symbols::Converter,
    watchdog,
};
use crate::{
    limits::Limits,
    query::{Answer, Query, Which},
};
use clingo_sys::*;
use std::{
    ffi::{CStr, c_uint},
    ptr,
};
use xfold_asp::symbols::Symbols;

impl Control {
    /// One search, or `None` if it met an interrupt that was meant for the search before, which had just ended.
    pub(super) fn search(
        &mut self,
        query: &Query,
        assumptions: &[(clingo_literal_t, usize)],
        symbols: &mut Symbols,
        limits: &Limits,
    ) -> Result<Option<Answer>, Failure> {
        let literals: Vec<_> = assumptions.iter().map(|(literal, _)| *literal).collect();
        let consequences = matches!(query.which, Which::Brave | Which::Cautious);
        let mut converter = Converter::new(symbols);
        let mut answer = Answer::default();
        let mut shown = None;
        let cheapest = matches!(query.which, Which::Cheapest(_));
        // Consequences and cheaper models come as a series; only the last one is worth converting.
        let mut last: Option<RawModel> = None;
        let search = ModelSearch::start(self, &literals, limits)?;
        loop {
            search.resume()?;
            let Some(model) = search.model()? else { break };
            if let (Some(limit), false) = (limits.reached_outside(), cheapest) {
                return Err(Failure::Limit(limit));
            }
            let cost = search.cost(model)?;
            if query.which == Which::Optimal && !cost.is_empty() && !search.proven(model)? {
                continue;
            }
            if shown.is_none() {
                shown = Some(self.shown(query.show.as_deref(), limits)?);
            }
            let shown = shown.as_deref().expect("it was set above");
            let model = search.read(model, shown, cost)?;
            if consequences || cheapest {
                last = Some(model);
            } else {
                answer.models.push(converter.model(&model, shown)?);
            }
        }
        let result = search.result()?;
        let is_interrupted = result & clingo_solve_result_e_clingo_solve_result_interrupted != 0;
        let limit = limits.reached_outside();
        if is_interrupted && !(cheapest && last.is_some() && limit.is_some()) {
            return limit.map_or(Ok(None), |limit| Err(Failure::Limit(limit)));
        }
        if let Some(last) = last {
            answer.models.push(converter.model(&last, shown.as_deref().unwrap_or_default())?);
        }
        answer.complete = result & clingo_solve_result_e_clingo_solve_result_exhausted != 0;
        let most = if consequences || cheapest { 0 } else { query.most };
        let was_cut = !answer.complete && (most == 0 || answer.models.len() < most);
        if result & clingo_solve_result_e_clingo_solve_result_unsatisfiable != 0 {
            let core = search.core()?;
            // The core also has externals, which are not among the assumptions.
            answer.core = assumptions
                .iter()
                .filter(|(literal, _)| core.contains(literal))
                .map(|(_, index)| *index)
                .collect();
        }
        drop(search);
        self.was_cut = was_cut;
        Ok(Some(answer))
    }
}

impl Control {
    /// One search by numbers, or `None` as in [`Control::search`].
    pub(super) fn search_numbers(
        &mut self,
        which: Which,
        assumptions: &[i32],
        atoms: &[u32],
        limits: &Limits,
    ) -> Result<Option<Found>, Failure> {
        let cheapest = matches!(which, Which::Cheapest(_));
        let search = ModelSearch::start(self, assumptions, limits)?;
        let mut found = Found::default();
        loop {
            search.resume()?;
            let Some(model) = search.model()? else { break };
            if let (Some(limit), false) = (limits.reached_outside(), cheapest) {
                return Err(Failure::Limit(limit));
            }
            found.cost = search.cost(model)?.iter().sum();
            let mut holds = Vec::with_capacity(atoms.len());
            for &atom in atoms {
                holds.push(search.is_true(model, atom as clingo_literal_t)?);
            }
            found.model = Some(holds);
            if !cheapest {
                break;
            }
        }
        let result = search.result()?;
        let limit = limits.reached_outside();
        if result & clingo_solve_result_e_clingo_solve_result_interrupted != 0
            && !(cheapest && found.model.is_some() && limit.is_some())
        {
            return limit.map_or(Ok(None), |limit| Err(Failure::Limit(limit)));
        }
        found.complete = result & clingo_solve_result_e_clingo_solve_result_exhausted != 0;
        let was_cut = !found.complete && (cheapest || found.model.is_none());
        if result & clingo_solve_result_e_clingo_solve_result_unsatisfiable != 0 {
            let core = search.core()?;
            found.core = assumptions.iter().copied().filter(|literal| core.contains(literal)).collect();
        }
        drop(search);
        self.was_cut = was_cut;
        if cheapest {
            found.lower = if found.complete { found.cost } else { self.lower_bound()? };
        }
        Ok(Some(found))
    }

    /// What every model costs at least, as far as the last search knows.
    fn lower_bound(&self) -> Result<i64, Failure> {
        let statistics = self.statistics()?;
        let Some(bounds) = statistics.find(&[c"summary", c"lower"])? else { return Ok(0) };
        let sum: f64 = statistics.numbers(bounds)?.iter().sum();
        // Without a bound clingo tells the least number there is.
        Ok(if sum > 0.0 { sum as i64 } else { 0 })
    }

    /// How many conflicts and choices the last search had.
    pub(super) fn effort(&self) -> Result<(u64, u64), Failure> {
        let statistics = self.statistics()?;
        let Some(solvers) = statistics.find(&[c"solving", c"solvers"])? else { return Ok((0, 0)) };
        let number = |name: &CStr| statistics.number(solvers, name).map(|number| number as u64);
        Ok((number(c"conflicts")?, number(c"choices")?))
    }

    /// The statistics of the last search.
    fn statistics(&self) -> Result<Statistics<'_>, Failure> {
        let mut statistics = ptr::null();
        // SAFETY: no search is running, so that the statistics of the last one may be read; they belong to the control.
        self.check(unsafe { clingo_control_statistics(self.control, &raw mut statistics) })?;
        Ok(Statistics { control: self, statistics })
    }
}

/// What clingo counted in its last search.
struct Statistics<'c> {
    control: &'c Control,
    statistics: *const clingo_statistics_t,
}

impl Statistics<'_> {
    /// The entry at a path, if there is one.
    fn find(&self, path: &[&CStr]) -> Result<Option<u64>, Failure> {
        let mut key = 0;
        // SAFETY: the statistics live as long as the control is not used, which is borrowed; also below. Results are
        // written to locals, and names are NUL-terminated.
        self.control.check(unsafe { clingo_statistics_root(self.statistics, &raw mut key) })?;
        for name in path {
            let mut has = false;
            // SAFETY: as above.
            self.control.check(unsafe {
                clingo_statistics_map_has_subkey(self.statistics, key, name.as_ptr(), &raw mut has)
            })?;
            if !has {
                return Ok(None);
            }
            // SAFETY: as above, and there is such a key.
            self.control.check(unsafe {
                clingo_statistics_map_at(self.statistics, key, name.as_ptr(), &raw mut key)
            })?;
        }
        Ok(Some(key))
    }

    /// A number of a map.
    fn number(&self, map: u64, name: &CStr) -> Result<f64, Failure> {
        let (mut at, mut value) = (0, 0.0);
        // SAFETY: as in `find`; clingo refuses a name that is not there.
        let found = unsafe { clingo_statistics_map_at(self.statistics, map, name.as_ptr(), &raw mut at) };
        self.control.check(found)?;
        // SAFETY: as in `find`.
        self.control.check(unsafe { clingo_statistics_value_get(self.statistics, at, &raw mut value) })?;
        Ok(value)
    }

    /// The numbers of an array.
    fn numbers(&self, array: u64) -> Result<Vec<f64>, Failure> {
        let mut size = 0;
        // SAFETY: as in `find`.
        self.control.check(unsafe { clingo_statistics_array_size(self.statistics, array, &raw mut size) })?;
        let mut numbers = Vec::new();
        for place in 0..size {
            let (mut at, mut value) = (0, 0.0);
            // SAFETY: as in `find`, and the place is within the array.
            let found = unsafe { clingo_statistics_array_at(self.statistics, array, place, &raw mut at) };
            self.control.check(found)?;
            // SAFETY: as in `find`.
            let read = unsafe { clingo_statistics_value_get(self.statistics, at, &raw mut value) };
            self.control.check(read)?;
            numbers.push(value);
        }
        Ok(numbers)
    }
}

/// A model as indices of candidates.
pub(super) struct RawModel {
    pub(super) atoms: Vec<u32>,
    pub(super) cost: Vec<i64>,
}

/// A running search.
struct ModelSearch<'c> {
    handle: *mut clingo_solve_handle_t,
    control: &'c Control,
    /// Taken away before the handle is closed.
    watch: Option<watchdog::Watch>,
}

impl<'c> ModelSearch<'c> {
    fn start(
        control: &'c Control,
        assumptions: &[clingo_literal_t],
        limits: &Limits,
    ) -> Result<Self, Failure> {
        let mode = clingo_solve_mode_e_clingo_solve_mode_yield;
        let mut handle = ptr::null_mut();
        // SAFETY: the control is alive and solves nothing else, as its owner is borrowed mutably by `Control::solve`;
        // the literals outlive the call, which copies them.
        let started = unsafe {
            clingo_control_solve(
                control.control,
                mode,
                assumptions.as_ptr(),
                assumptions.len(),
                None,
                ptr::null_mut(),
                &raw mut handle,
            )
        };
        control.check(started)?;
        let mut search = Self { handle, control, watch: None };
        // SAFETY: the control is alive as it is borrowed, and the handle is closed after the watch is dropped.
        let watch = unsafe { watchdog::watch(control.control, limits) };
        search.watch =
            Some(watch.map_err(|error| Failure::Failed(format!("no thread could be started: {error}")))?);
        Ok(search)
    }

    /// Looks for the next model.
    fn resume(&self) -> Result<(), Failure> {
        // SAFETY: the handle is alive until `self` is dropped; also in the methods below.
        self.control.check(unsafe { clingo_solve_handle_resume(self.handle) })
    }

    /// Runs the search until there is a model, or none any more.
    fn model(&self) -> Result<Option<*const clingo_model_t>, Failure> {
        let mut model = ptr::null();
        // SAFETY: as in `resume`.
        self.control.check(unsafe { clingo_solve_handle_model(self.handle, &raw mut model) })?;
        Ok((!model.is_null()).then_some(model))
    }

    fn cost(&self, model: *const clingo_model_t) -> Result<Vec<i64>, Failure> {
        let mut size = 0;
        // SAFETY: the model is alive until the next `resume`.
        self.control.check(unsafe { clingo_model_cost_size(model, &raw mut size) })?;
        let mut cost = vec![0; size];
        // SAFETY: as above, and the vector has the size asked for.
        self.control.check(unsafe { clingo_model_cost(model, cost.as_mut_ptr(), size) })?;
        Ok(cost)
    }

    fn proven(&self, model: *const clingo_model_t) -> Result<bool, Failure> {
        let mut proven = false;
        // SAFETY: the model is alive until the next `resume`.
        self.control.check(unsafe { clingo_model_optimality_proven(model, &raw mut proven) })?;
        Ok(proven)
    }

    fn read(
        &self,
        model: *const clingo_model_t,
        shown: &[Candidate],
        cost: Vec<i64>,
    ) -> Result<RawModel, Failure> {
        let mut atoms = Vec::new();
        for (index, candidate) in shown.iter().enumerate() {
            if candidate.literal == 0 || self.is_true(model, candidate.literal)? {
                atoms.push(index as u32);
            }
        }
        Ok(RawModel { atoms, cost })
    }

    fn is_true(&self, model: *const clingo_model_t, literal: clingo_literal_t) -> Result<bool, Failure> {
        let mut holds = false;
        // SAFETY: the model is alive until the next `resume`; the literal is one of the same control.
        self.control.check(unsafe { clingo_model_is_true(model, literal, &raw mut holds) })?;
        Ok(holds)
    }

    fn result(&self) -> Result<c_uint, Failure> {
        let mut result = 0;
        // SAFETY: as in `resume`.
        self.control.check(unsafe { clingo_solve_handle_get(self.handle, &raw mut result) })?;
        Ok(result)
    }

    fn core(&self) -> Result<&[clingo_literal_t], Failure> {
        let (mut core, mut size) = (ptr::null(), 0);
        // SAFETY: as in `resume`.
        self.control.check(unsafe { clingo_solve_handle_core(self.handle, &raw mut core, &raw mut size) })?;
        if core.is_null() {
            return Ok(&[]);
        }
        // SAFETY: clingo gives the size of its vector, which lives as long as the handle.
        Ok(unsafe { std::slice::from_raw_parts(core, size) })
    }
}

impl Drop for ModelSearch<'_> {
    fn drop(&mut self) {
        self.watch = None;
        // SAFETY: the handle is closed only here. Closing also stops a search that still runs.
        unsafe { clingo_solve_handle_close(self.handle) };
    }
}
