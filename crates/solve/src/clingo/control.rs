//! The thin wrapper around clingo's control object. All calls into the C library stand here and in `symbols`.

use super::symbols::Converter;
use crate::{
    limits::Limits,
    messages::RawMessage,
    query::{Answer, LimitReached, Query, SolveError, Which},
};
use clingo_sys::*;
use std::{
    ffi::{CStr, CString, c_char, c_int, c_uint, c_void},
    panic::{AssertUnwindSafe, catch_unwind},
    ptr,
    sync::{Mutex, MutexGuard, PoisonError},
};
use xfold_asp::symbols::{Signature, Symbols};

/// How long we wait for the solver before we look at the limits again, in seconds.
const PATIENCE: f64 = 0.015;
/// How many ground rules pass between two looks at the limits.
const RULES_PER_LOOK: u32 = 64;
/// How many messages are collected; clingo gives up after that many errors.
const MOST_MESSAGES: c_uint = 100;

/// Why a call failed, before positions are mapped to the user's files.
#[derive(Debug)]
pub(crate) enum Failure {
    /// clingo refused the text; its messages say why.
    Rejected(Vec<RawMessage>),
    /// A limit was reached.
    Limit(LimitReached),
    /// Anything else.
    Failed(String),
}

impl From<Failure> for SolveError {
    /// For calls after grounding, where there is no text left to reject.
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Rejected(messages) => {
                SolveError::Failed(messages.into_iter().map(|message| message.text).collect::<Vec<_>>().join("; "))
            }
            Failure::Limit(limit) => SolveError::Limit(limit),
            Failure::Failed(reason) => SolveError::Failed(reason),
        }
    }
}

/// A ground program inside clingo.
pub(crate) struct Control {
    control: *mut clingo_control_t,
    /// The callbacks point here, hence the box and its place after the control, which is freed first (in `drop`).
    watch: Box<Watch>,
    /// The mode and the number of models for which clingo is configured now.
    configured: Option<(Which, usize)>,
}

// SAFETY: clingo has no thread-local state but the last error, which is read right after the failed call; a control
// may be used by another thread once a call has returned. It is never used by two at a time, as it is not `Sync`.
unsafe impl Send for Control {}

/// What clingo's callbacks see.
#[derive(Default)]
struct Watch {
    limits: Mutex<Looks>,
    messages: Mutex<Vec<RawMessage>>,
}

#[derive(Default)]
struct Looks {
    limits: Limits,
    rules: u32,
    reached: Option<LimitReached>,
}

impl Control {
    /// Parses and grounds a text.
    pub(crate) fn ground(text: &str, limits: &Limits) -> Result<Self, Failure> {
        let text = c_string(text)?;
        let watch = Box::new(Watch::default());
        lock(&watch.limits).limits = limits.clone();
        let data = ptr::from_ref::<Watch>(&watch) as *mut c_void;
        let arguments = [c"--warn=all".as_ptr(), c"--seed=1".as_ptr(), c"--parallel-mode=1".as_ptr()];
        let mut control = ptr::null_mut();
        // SAFETY: the arguments are NUL-terminated and outlive the call; `data` points into the box, which lives as
        // long as the control.
        let made = unsafe {
            clingo_control_new(
                arguments.as_ptr(),
                arguments.len(),
                Some(on_message),
                data,
                MOST_MESSAGES,
                &raw mut control,
            )
        };
        // From here on dropping `this` frees the control, whatever fails (a null control is skipped).
        let this = Self { control, watch, configured: None };
        this.check(made)?;
        // SAFETY: a null function pointer is `None` for each callback of the observer.
        let mut observer: clingo_ground_program_observer = unsafe { std::mem::zeroed() };
        observer.rule = Some(on_rule);
        // SAFETY: the control is alive, the observer is copied, `data` as above.
        this.check(unsafe { clingo_control_register_observer(this.control, &raw const observer, false, data) })?;
        // SAFETY: the control is alive, both strings are NUL-terminated, and there are no parameters.
        this.check(unsafe {
            clingo_control_add(this.control, c"base".as_ptr(), ptr::null(), 0, text.as_ptr())
        })?;
        drop(text);
        let part = clingo_part { name: c"base".as_ptr(), params: ptr::null(), size: 0 };
        // SAFETY: the control is alive, one part is given, and without a callback no external function is called.
        this.check(unsafe {
            clingo_control_ground(this.control, &raw const part, 1, None, ptr::null_mut())
        })?;
        Ok(this)
    }

    /// The messages so far, which are then forgotten.
    pub(crate) fn take_messages(&self) -> Vec<RawMessage> {
        std::mem::take(&mut *lock(&self.watch.messages))
    }

    /// Answers one query.
    pub(crate) fn solve(&mut self, query: &Query, symbols: &mut Symbols, limits: &Limits) -> Result<Answer, Failure> {
        if let Some(limit) = limits.reached() {
            return Err(Failure::Limit(limit));
        }
        *lock(&self.watch.limits) = Looks { limits: limits.clone(), ..Looks::default() };
        self.configure(query.which, query.most)?;
        let mut assumptions = Vec::new();
        for (index, (text, wanted)) in query.assumptions.iter().enumerate() {
            match (self.standing(text)?, *wanted) {
                (Standing::Open(literal), true) => assumptions.push((literal, index)),
                (Standing::Open(literal), false) => assumptions.push((-literal, index)),
                (Standing::Fact, true) | (Standing::Unknown, false) => {}
                (Standing::Fact, false) | (Standing::Unknown, true) => {
                    return Ok(Answer { complete: true, core: vec![index], ..Answer::default() });
                }
            }
        }
        self.search(query, &assumptions, symbols, limits)
    }

    fn search(
        &mut self,
        query: &Query,
        assumptions: &[(clingo_literal_t, usize)],
        symbols: &mut Symbols,
        limits: &Limits,
    ) -> Result<Answer, Failure> {
        let literals: Vec<_> = assumptions.iter().map(|(literal, _)| *literal).collect();
        let consequences = matches!(query.which, Which::Brave | Which::Cautious);
        let mut converter = Converter::new(symbols);
        let mut answer = Answer::default();
        let mut shown = None;
        // Brave and cautious consequences come as a series of approximations; only the last one is worth converting.
        let mut last: Option<RawModel> = None;
        let search = Search::start(self, &literals)?;
        loop {
            search.resume()?;
            while !search.ready() {
                if let Some(limit) = limits.reached() {
                    return Err(Failure::Limit(limit));
                }
            }
            let Some(model) = search.model()? else { break };
            if let Some(limit) = limits.reached() {
                return Err(Failure::Limit(limit));
            }
            let cost = search.cost(model)?;
            if query.which == Which::Optimal && !cost.is_empty() && !search.proven(model)? {
                continue;
            }
            if shown.is_none() {
                shown = Some(self.shown(query.show.as_deref())?);
            }
            let shown = shown.as_deref().expect("it was set above");
            let model = search.read(model, shown, cost)?;
            if consequences {
                last = Some(model);
            } else {
                answer.models.push(converter.model(&model, shown)?);
            }
        }
        let result = search.result()?;
        if result & clingo_solve_result_e_clingo_solve_result_interrupted != 0 {
            return Err(limits.reached().map_or_else(
                || Failure::Failed("the search was interrupted".to_owned()),
                Failure::Limit,
            ));
        }
        if let Some(last) = last {
            answer.models.push(converter.model(&last, shown.as_deref().unwrap_or_default())?);
        }
        answer.complete = result & clingo_solve_result_e_clingo_solve_result_exhausted != 0;
        if result & clingo_solve_result_e_clingo_solve_result_unsatisfiable != 0 {
            let core = search.core()?;
            // Externals stand in the core too, though nobody assumed them.
            answer.core =
                assumptions.iter().filter(|(literal, _)| core.contains(literal)).map(|(_, index)| *index).collect();
        }
        Ok(answer)
    }

    /// Sets the mode of the next search. A ground program serves many queries, so nothing may stay from the last one.
    fn configure(&mut self, which: Which, most: usize) -> Result<(), Failure> {
        let (enumeration, optimisation, most) = match which {
            Which::Any => (c"auto", c"ignore", most),
            Which::Brave => (c"brave", c"ignore", 0),
            Which::Cautious => (c"cautious", c"ignore", 0),
            Which::Optimal => (c"auto", c"optN", most),
        };
        if self.configured == Some((which, most)) {
            return Ok(());
        }
        self.configured = None;
        let mut configuration = ptr::null_mut();
        // SAFETY: the control is alive and the result is written to a local.
        self.check(unsafe { clingo_control_configuration(self.control, &raw mut configuration) })?;
        let mut root = 0;
        // SAFETY: the configuration belongs to the living control.
        self.check(unsafe { clingo_configuration_root(configuration, &raw mut root) })?;
        let most_text = c_string(&most.to_string())?;
        for (name, value) in [
            (c"solve.models", most_text.as_c_str()),
            (c"solve.enum_mode", enumeration),
            (c"solve.opt_mode", optimisation),
        ] {
            let mut key = 0;
            // SAFETY: as above; the names are NUL-terminated.
            self.check(unsafe {
                clingo_configuration_map_at(configuration, root, name.as_ptr(), &raw mut key)
            })?;
            // SAFETY: as above, with the key just found.
            self.check(unsafe { clingo_configuration_value_set(configuration, key, value.as_ptr()) })?;
        }
        self.configured = Some((which, most));
        Ok(())
    }

    /// What the ground program knows of an atom given as text.
    fn standing(&self, text: &str) -> Result<Standing, Failure> {
        let c_text = c_string(text)?;
        let mut symbol = 0;
        // SAFETY: the text is NUL-terminated; messages of the term parser are dropped by `ignore_message`.
        if !unsafe { clingo_parse_term(c_text.as_ptr(), Some(ignore_message), ptr::null_mut(), 0, &raw mut symbol) } {
            return Err(Failure::Failed(format!("`{text}` is assumed but is not a ground atom")));
        }
        let atoms = self.atoms()?;
        let (mut found, mut valid, mut fact, mut literal) = (0, false, false, 0);
        // SAFETY: `atoms` belongs to the living control, results go to locals; also below.
        self.check(unsafe { clingo_symbolic_atoms_find(atoms, symbol, &raw mut found) })?;
        // SAFETY: as above.
        self.check(unsafe { clingo_symbolic_atoms_is_valid(atoms, found, &raw mut valid) })?;
        if !valid {
            return Ok(Standing::Unknown);
        }
        // SAFETY: as above, and the iterator is valid.
        self.check(unsafe { clingo_symbolic_atoms_is_fact(atoms, found, &raw mut fact) })?;
        // SAFETY: as above.
        self.check(unsafe { clingo_symbolic_atoms_literal(atoms, found, &raw mut literal) })?;
        Ok(match literal {
            _ if fact => Standing::Fact,
            0 => Standing::Unknown,
            _ => Standing::Open(literal),
        })
    }

    fn atoms(&self) -> Result<*const clingo_symbolic_atoms_t, Failure> {
        let mut atoms = ptr::null();
        // SAFETY: the control is alive and the result is written to a local.
        self.check(unsafe { clingo_control_symbolic_atoms(self.control, &raw mut atoms) })?;
        Ok(atoms)
    }

    /// The atoms that a model may show. Asked once for each search, as all its models share them.
    fn shown(&self, show: Option<&[Signature]>) -> Result<Vec<Candidate>, Failure> {
        let mut candidates = Vec::new();
        let Some(show) = show else {
            self.candidates(ptr::null(), &mut candidates)?;
            return Ok(candidates);
        };
        for (place, signature) in show.iter().enumerate() {
            if show[..place].contains(signature) {
                continue;
            }
            let name = c_string(&signature.name)?;
            let mut wanted = 0;
            let arity = u32::try_from(signature.arity).map_err(|error| Failure::Failed(error.to_string()))?;
            // SAFETY: the name is NUL-terminated and copied by clingo.
            self.check(unsafe {
                clingo_signature_create(name.as_ptr(), arity, !signature.negated, &raw mut wanted)
            })?;
            self.candidates(&raw const wanted, &mut candidates)?;
        }
        Ok(candidates)
    }

    fn candidates(&self, signature: *const clingo_signature_t, into: &mut Vec<Candidate>) -> Result<(), Failure> {
        let atoms = self.atoms()?;
        let mut at = 0;
        // SAFETY: `atoms` belongs to the living control; `signature` is null or points to a local of the caller.
        self.check(unsafe { clingo_symbolic_atoms_begin(atoms, signature, &raw mut at) })?;
        loop {
            let (mut valid, mut fact, mut literal, mut symbol, mut next) = (false, false, 0, 0, 0);
            // SAFETY: `atoms` as above, results go to locals.
            self.check(unsafe { clingo_symbolic_atoms_is_valid(atoms, at, &raw mut valid) })?;
            if !valid {
                return Ok(());
            }
            // SAFETY: as above, and the iterator was found valid.
            let read = unsafe {
                clingo_symbolic_atoms_is_fact(atoms, at, &raw mut fact)
                    && clingo_symbolic_atoms_literal(atoms, at, &raw mut literal)
                    && clingo_symbolic_atoms_symbol(atoms, at, &raw mut symbol)
                    && clingo_symbolic_atoms_next(atoms, at, &raw mut next)
            };
            self.check(read)?;
            if fact || literal != 0 {
                into.push(Candidate { symbol, literal: if fact { 0 } else { literal } });
            }
            at = next;
        }
    }

    /// Turns the outcome of a call into a result.
    fn check(&self, fine: bool) -> Result<(), Failure> {
        if fine {
            return Ok(());
        }
        let (code, reason) = last_error();
        if let Some(limit) = lock(&self.watch.limits).reached {
            return Err(Failure::Limit(limit));
        }
        if code == clingo_error_e_clingo_error_bad_alloc as clingo_error_t {
            return Err(Failure::Limit(LimitReached::Memory));
        }
        let messages = self.take_messages();
        Err(if messages.iter().any(RawMessage::is_error) {
            Failure::Rejected(messages)
        } else {
            Failure::Failed(reason)
        })
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        if !self.control.is_null() {
            // SAFETY: the control was made by `clingo_control_new` and is freed only here; no search is alive, as
            // each borrows the control.
            unsafe { clingo_control_free(self.control) }
        }
    }
}

/// What a ground program knows of an atom.
enum Standing {
    /// It may be true or false; its literal.
    Open(clingo_literal_t),
    /// It is true in every model.
    Fact,
    /// It is in no model.
    Unknown,
}

/// An atom that a model may hold: clingo's symbol, and the literal that tells; 0 for facts.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) symbol: clingo_symbol_t,
    literal: clingo_literal_t,
}

/// A model as indices of candidates.
pub(super) struct RawModel {
    pub(super) atoms: Vec<u32>,
    pub(super) cost: Vec<i64>,
}

/// A running search.
struct Search<'c> {
    handle: *mut clingo_solve_handle_t,
    control: &'c Control,
}

impl<'c> Search<'c> {
    fn start(control: &'c Control, assumptions: &[clingo_literal_t]) -> Result<Self, Failure> {
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
        Ok(Self { handle, control })
    }

    /// Looks for the next model.
    fn resume(&self) -> Result<(), Failure> {
        // SAFETY: the handle is alive until `self` is dropped; also in the methods below.
        self.control.check(unsafe { clingo_solve_handle_resume(self.handle) })
    }

    /// Waits a moment; whether there is a model or the end.
    fn ready(&self) -> bool {
        let mut ready = false;
        // SAFETY: as in `resume`.
        unsafe { clingo_solve_handle_wait(self.handle, -1.0, &raw mut ready) };
        ready
    }

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

    fn read(&self, model: *const clingo_model_t, shown: &[Candidate], cost: Vec<i64>) -> Result<RawModel, Failure> {
        let mut atoms = Vec::new();
        for (index, candidate) in shown.iter().enumerate() {
            let mut holds = candidate.literal == 0;
            if !holds {
                // SAFETY: the model is alive until the next `resume`; the literal is one of the same control.
                self.control
                    .check(unsafe { clingo_model_is_true(model, candidate.literal, &raw mut holds) })?;
            }
            if holds {
                atoms.push(index as u32);
            }
        }
        Ok(RawModel { atoms, cost })
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

impl Drop for Search<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle is closed only here. Closing also stops a search that still runs.
        unsafe { clingo_solve_handle_close(self.handle) };
    }
}

/// clingo's logger.
unsafe extern "C" fn on_message(code: clingo_warning_t, message: *const c_char, data: *mut c_void) {
    // A panic must not unwind into C++; a lost message is the lesser evil.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: `data` is the `Watch` of the control, alive as long as the control; clingo's text is
        // NUL-terminated.
        let (watch, text) = unsafe { (&*data.cast::<Watch>(), CStr::from_ptr(message)) };
        let text = text.to_string_lossy().into_owned();
        lock(&watch.messages).push(RawMessage { code, text });
    }));
}

unsafe extern "C" fn ignore_message(_: clingo_warning_t, _: *const c_char, _: *mut c_void) {}

/// Called for each ground rule; `false` ends the grounding. Nothing else can: clingo's interrupt only stops a search.
unsafe extern "C" fn on_rule(
    _choice: bool,
    _head: *const clingo_atom_t,
    _head_size: usize,
    _body: *const clingo_literal_t,
    _body_size: usize,
    data: *mut c_void,
) -> bool {
    let go_on = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: `data` is the `Watch` of the control, alive as long as the control.
        let watch = unsafe { &*data.cast::<Watch>() };
        let mut looks = lock(&watch.limits);
        looks.rules = looks.rules.wrapping_add(1);
        if looks.rules % RULES_PER_LOOK == 1 {
            looks.reached = looks.limits.reached();
        }
        looks.reached.is_none()
    }))
    .unwrap_or(false);
    if !go_on {
        // SAFETY: the message is a NUL-terminated constant.
        unsafe { clingo_set_error(clingo_error_e_clingo_error_runtime as c_int, c"stopped by a limit".as_ptr()) };
    }
    go_on
}

/// The last error of this thread.
pub(super) fn last_error() -> (clingo_error_t, String) {
    // SAFETY: the message, if any, is NUL-terminated and stays until the next failed call of this thread.
    unsafe {
        let message = clingo_error_message();
        let text = if message.is_null() { "no reason given".into() } else { CStr::from_ptr(message).to_string_lossy() };
        (clingo_error_code(), text.into_owned())
    }
}

fn c_string(text: &str) -> Result<CString, Failure> {
    CString::new(text).map_err(|_| Failure::Failed("a text for the solver holds a NUL character".to_owned()))
}

/// The data of these locks is valid at any time, so a poisoned one is as good as any.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
