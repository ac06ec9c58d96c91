//! The thin wrapper around clingo's control object. All calls into the C library stand in this folder.

use super::callbacks::{Watch, ignore_message, on_message, on_rule, on_weight_rule};
use super::{search::RawModel, symbols::Converter};
use crate::{
    limits::Limits,
    messages::RawMessage,
    overflow::in_words,
    query::{Answer, Keep, LimitReached, Query, SolveError, Strategy, Which},
    show::without_show,
};
use clingo_sys::*;
use std::{
    collections::HashMap,
    ffi::{CStr, CString, c_uint, c_void},
    ptr,
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
    thread,
    time::Duration,
};
use xfold_asp::symbols::{Atoms, Signature, Symbols};

/// Held while clingo makes symbols. Its own lock ends too early: `construct` in libgringo/src/symbol.cc (5.6.2) returns
/// a reference into a hash table that another thread may move meanwhile, which crashed one run in fifty of our tests.
/// Searching makes no symbols, so searches run side by side.
static SYMBOLS: Mutex<()> = Mutex::new(());
/// How long a thread sleeps while another one grounds, before it looks at its limits again.
const NAP: Duration = Duration::from_micros(200);
/// The work of a search without conflicts and choices, and that of a conflict. A choice counts one. The numbers make a
/// unit take about as long as elsewhere.
const SEARCH: u64 = 30;
const CONFLICT: u64 = 100;
/// The work of a grounding without rules, and how many bytes of text count one. A ground rule counts one.
const GROUNDING: u64 = 300;
const BYTES_PER_UNIT: u64 = 10;
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
            Failure::Rejected(messages) => SolveError::Failed(
                messages.into_iter().map(|message| message.text).collect::<Vec<_>>().join("; "),
            ),
            Failure::Limit(limit) => SolveError::Limit(limit),
            Failure::Failed(reason) => in_words(&reason),
        }
    }
}

/// A ground program inside clingo.
pub(crate) struct Control {
    pub(super) control: *mut clingo_control_t,
    /// The callbacks point here, hence the box and its place after the control, which is freed first (in `drop`).
    watch: Box<Watch>,
    /// The mode and the number of models for which clingo is configured now.
    configured: Option<(Which, usize)>,
    /// After how many conflicts the next search gives up, if it does.
    pub(super) most_conflicts: Option<u32>,
    /// The smaller one of that and of what the bound on work allows.
    bounded_conflicts: Option<u32>,
    /// The same for which clingo is configured now.
    configured_conflicts: Option<u32>,
    /// The last search guessed at random.
    was_random: bool,
    /// The last search ended before it was done without an interrupt: it had too many conflicts.
    pub(super) was_cut: bool,
    /// What is known of atoms that were assumed before: reading their text takes longer than most searches.
    standings: HashMap<String, Standing>,
}

// SAFETY: clingo has no thread-local state but the last error, which is read right after the failed call; a control
// may be used by another thread once a call has returned. It is never used by two at a time, as it is not `Sync`.
unsafe impl Send for Control {}

impl Control {
    /// Parses and grounds a text.
    pub(crate) fn ground(text: &str, keep: Keep, limits: &Limits) -> Result<Self, Failure> {
        let watch = Box::new(Watch::default());
        *lock(&watch.rules) = (keep == Keep::Rules).then(Vec::new);
        watch.begin(limits);
        let data = ptr::from_ref::<Watch>(&watch) as *mut c_void;
        let arguments = [c"--warn=all".as_ptr(), c"--seed=1".as_ptr(), c"--parallel-mode=1".as_ptr()];
        let mut control = ptr::null_mut();
        // Declared first and so dropped last: freeing a large control need not keep other threads waiting.
        let mut this: Self;
        let alone_now = alone(limits)?;
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
        this = Self {
            control,
            watch,
            configured: None,
            most_conflicts: None,
            bounded_conflicts: None,
            configured_conflicts: None,
            was_random: false,
            was_cut: false,
            standings: HashMap::new(),
        };
        this.check(made)?;
        // SAFETY: a null function pointer is `None` for each callback of the observer.
        let mut observer: clingo_ground_program_observer = unsafe { std::mem::zeroed() };
        observer.rule = Some(on_rule);
        observer.weight_rule = Some(on_weight_rule);
        // SAFETY: the control is alive, the observer is copied, `data` as above.
        this.check(unsafe {
            clingo_control_register_observer(this.control, &raw const observer, false, data)
        })?;
        this.add(&without_show(text))?;
        drop(alone_now);
        this.account_for_grounding(text, limits);
        Ok(this)
    }

    /// Counts the work of a grounding: its text and its rules.
    fn account_for_grounding(&self, text: &str, limits: &Limits) {
        let n_rules = lock(&self.watch.limits).rules;
        limits.spend(GROUNDING + n_rules + text.len() as u64 / BYTES_PER_UNIT);
    }

    /// Parses and grounds the one part that a program has.
    fn add(&mut self, text: &str) -> Result<(), Failure> {
        let text = c_string(text)?;
        let name = c"base";
        // SAFETY: the control is alive, both strings are NUL-terminated, and there are no parameters.
        self.check(unsafe {
            clingo_control_add(self.control, name.as_ptr(), ptr::null(), 0, text.as_ptr())
        })?;
        drop(text);
        let part = clingo_part { name: name.as_ptr(), params: ptr::null(), size: 0 };
        // SAFETY: the control is alive, one part is given, and without a callback no external function is called.
        self.check(unsafe { clingo_control_ground(self.control, &raw const part, 1, None, ptr::null_mut()) })
    }

    /// The rules that were kept, which are then forgotten, and the atoms they are about.
    pub(crate) fn take_program(
        &mut self,
        symbols: &mut Symbols,
        limits: &Limits,
    ) -> Result<super::GroundProgram, Failure> {
        // clingo keeps some rules back until it has to solve.
        self.solve(&Query { most: 1, show: Some(Vec::new()), ..Query::default() }, symbols, limits)?;
        let rules = lock(&self.watch.rules).take().unwrap_or_default();
        let (atoms, numbers) = self.numbered_atoms(symbols)?;
        Ok(super::GroundProgram { rules, atoms, numbers })
    }

    /// Every atom of the program with its number there, and whether it is a fact.
    fn numbered_atoms(&self, symbols: &mut Symbols) -> Result<(Atoms, Vec<(u32, bool)>), Failure> {
        let mut candidates = Vec::new();
        self.candidates(ptr::null(), &mut candidates)?;
        let all = RawModel { atoms: (0..candidates.len() as u32).collect(), cost: Vec::new() };
        let model = Converter::new(symbols).model(&all, &candidates)?;
        Ok((
            model.atoms,
            candidates.iter().map(|candidate| (candidate.number, candidate.literal == 0)).collect(),
        ))
    }

    /// The messages so far, which are then forgotten.
    pub(crate) fn take_messages(&self) -> Vec<RawMessage> {
        std::mem::take(&mut *lock(&self.watch.messages))
    }

    /// Answers one query.
    pub(crate) fn solve(
        &mut self,
        query: &Query,
        symbols: &mut Symbols,
        limits: &Limits,
    ) -> Result<Answer, Failure> {
        if let Some(limit) = limits.reached() {
            return Err(Failure::Limit(limit));
        }
        self.watch.begin(limits);
        let bound = self.bound_conflicts(limits);
        self.configure(query.which, query.most)?;
        let alone_now = alone(limits)?;
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
        drop(alone_now);
        let mut answer = loop {
            if let Some(answer) = self.search(query, &assumptions, symbols, limits)? {
                break answer;
            }
        };
        let has_model = matches!(query.which, Which::Cheapest(_)) && !answer.models.is_empty();
        answer.work = self.account(bound, has_model, limits)?;
        Ok(answer)
    }

    /// Looks for one model, or the cheapest one, under assumed literals.
    pub(crate) fn solve_numbers(
        &mut self,
        which: Which,
        assumptions: &[i32],
        atoms: &[u32],
        limits: &Limits,
    ) -> Result<super::Found, Failure> {
        if let Some(limit) = limits.reached() {
            return Err(Failure::Limit(limit));
        }
        self.watch.begin(limits);
        let bound = self.bound_conflicts(limits);
        self.configure(which, 1)?;
        let found = loop {
            if let Some(found) = self.search_numbers(which, assumptions, atoms, limits)? {
                break found;
            }
        };
        let has_model = matches!(which, Which::Cheapest(_)) && found.model.is_some();
        self.account(bound, has_model, limits)?;
        Ok(found)
    }

    /// Bounds the conflicts of the next search by the work that is left and by what the caller wants.
    fn bound_conflicts(&mut self, limits: &Limits) -> ConflictBound {
        let of_work = limits.work_left().map(|left| u32::try_from(left / CONFLICT + 1).unwrap_or(u32::MAX));
        let asked = self.most_conflicts;
        self.bounded_conflicts = asked.into_iter().chain(of_work).min();
        if self.bounded_conflicts == asked { ConflictBound::Caller } else { ConflictBound::Work }
    }

    /// Counts the work of the last search. If it was cut by the bound on work that is an error, unless it has a model that
    /// will do.
    fn account(&self, bound: ConflictBound, has_model: bool, limits: &Limits) -> Result<u64, Failure> {
        let (conflicts, choices) = self.effort()?;
        let mut work = SEARCH + CONFLICT * conflicts + choices;
        let is_cut_by_work = self.was_cut && bound == ConflictBound::Work;
        if is_cut_by_work {
            work = work.max(limits.work_left().unwrap_or(0));
        }
        limits.spend(work);
        if is_cut_by_work && !has_model { Err(Failure::Limit(LimitReached::Work)) } else { Ok(work) }
    }

    /// Sets the mode of the next search. A ground program serves many queries, so nothing may stay from the last one.
    fn configure(&mut self, which: Which, most: usize) -> Result<(), Failure> {
        let (enumeration, optimisation, most) = match which {
            Which::Any | Which::Random(_) => (c"auto", c"ignore", most),
            Which::Brave => (c"brave", c"ignore", 0),
            Which::Cautious => (c"cautious", c"ignore", 0),
            Which::Optimal => (c"auto", c"optN", most),
            Which::Cheapest(_) => (c"auto", c"opt", 0),
        };
        if self.configured == Some((which, most)) && self.configured_conflicts == self.bounded_conflicts {
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
        let mut settings = vec![
            (c"solve.models", most_text.as_c_str()),
            (c"solve.enum_mode", enumeration),
            (c"solve.opt_mode", optimisation),
        ];
        let strategy = match which {
            Which::Cheapest(Strategy::Cores) => c"usc,stratify",
            _ => c"bb,lin",
        };
        settings.push((c"solver.0.opt_strategy", strategy));
        let conflicts = self.bounded_conflicts.map_or("umax,umax".to_owned(), |most| format!("{most},umax"));
        let conflicts = c_string(&conflicts)?;
        if self.configured_conflicts != self.bounded_conflicts {
            settings.push((c"solve.solve_limit", conflicts.as_c_str()));
        }
        let seed = c_string(&if let Which::Random(seed) = which { seed.to_string() } else { "1".into() })?;
        if let Which::Random(_) = which {
            settings.extend([
                (c"solver.0.seed", seed.as_c_str()),
                (c"solver.0.rand_freq", c"1.0"),
                (c"solver.0.sign_def", c"rnd"),
            ]);
            self.was_random = true;
        } else if std::mem::take(&mut self.was_random) {
            settings.extend([
                (c"solver.0.seed", seed.as_c_str()),
                (c"solver.0.rand_freq", c"0.0"),
                (c"solver.0.sign_def", c"asp"),
            ]);
        }
        for (name, value) in settings {
            let mut key = 0;
            // SAFETY: as above; the names are NUL-terminated.
            self.check(unsafe {
                clingo_configuration_map_at(configuration, root, name.as_ptr(), &raw mut key)
            })?;
            // SAFETY: as above, with the key just found.
            self.check(unsafe { clingo_configuration_value_set(configuration, key, value.as_ptr()) })?;
        }
        self.configured = Some((which, most));
        self.configured_conflicts = self.bounded_conflicts;
        Ok(())
    }

    /// What the ground program knows of an atom given as text.
    fn standing(&mut self, text: &str) -> Result<Standing, Failure> {
        if let Some(known) = self.standings.get(text) {
            return Ok(*known);
        }
        let standing = self.look_up(text)?;
        self.standings.insert(text.to_string(), standing);
        Ok(standing)
    }

    fn look_up(&self, text: &str) -> Result<Standing, Failure> {
        let c_text = c_string(text)?;
        let mut symbol = 0;
        // SAFETY: the text is NUL-terminated; messages of the term parser are dropped by `ignore_message`.
        if !unsafe {
            clingo_parse_term(c_text.as_ptr(), Some(ignore_message), ptr::null_mut(), 0, &raw mut symbol)
        } {
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
    pub(super) fn shown(
        &self,
        show: Option<&[Signature]>,
        limits: &Limits,
    ) -> Result<Vec<Candidate>, Failure> {
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
            let alone_now = alone(limits)?;
            // SAFETY: the name is NUL-terminated and copied by clingo.
            let made =
                unsafe { clingo_signature_create(name.as_ptr(), arity, !signature.negated, &raw mut wanted) };
            drop(alone_now);
            self.check(made)?;
            self.candidates(&raw const wanted, &mut candidates)?;
        }
        Ok(candidates)
    }

    fn candidates(
        &self,
        signature: *const clingo_signature_t,
        into: &mut Vec<Candidate>,
    ) -> Result<(), Failure> {
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
                into.push(Candidate {
                    symbol,
                    literal: if fact { 0 } else { literal },
                    number: literal.unsigned_abs(),
                });
            }
            at = next;
        }
    }

    /// Turns the outcome of a call into a result.
    pub(super) fn check(&self, fine: bool) -> Result<(), Failure> {
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

/// Whose bound on conflicts a search has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ConflictBound {
    /// The caller's, or none.
    Caller,
    /// That of counted work.
    Work,
}

/// What a ground program knows of an atom.
#[derive(Clone, Copy)]
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
    pub(super) literal: clingo_literal_t,
    /// Its number in ground rules.
    number: u32,
}

/// The last error of this thread.
pub(super) fn last_error() -> (clingo_error_t, String) {
    // SAFETY: the message, if any, is NUL-terminated and stays until the next failed call of this thread.
    unsafe {
        let message = clingo_error_message();
        let text = if message.is_null() {
            "no reason given".into()
        } else {
            CStr::from_ptr(message).to_string_lossy()
        };
        (clingo_error_code(), text.into_owned())
    }
}

/// Waits until no other thread makes symbols, unless a limit comes first.
fn alone(limits: &Limits) -> Result<MutexGuard<'static, ()>, Failure> {
    loop {
        match SYMBOLS.try_lock() {
            Ok(guard) => return Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(NAP),
        }
        if let Some(limit) = limits.reached() {
            return Err(Failure::Limit(limit));
        }
    }
}

fn c_string(text: &str) -> Result<CString, Failure> {
    CString::new(text).map_err(|_| Failure::Failed("a text for the solver holds a NUL character".to_owned()))
}

/// The state behind these locks is always consistent, so a poisoned lock may be read.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
