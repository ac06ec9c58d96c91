//! What clingo calls while it works: the logger, and the observer of ground rules that ends a grounding.

use super::{GroundRule, control::lock};
use crate::{limits::Limits, messages::RawMessage, query::LimitReached};
use clingo_sys::*;
use std::{
    ffi::{CStr, c_char, c_int, c_void},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Mutex,
};

/// How many ground rules pass between two looks at the limits.
const RULES_PER_LOOK: u64 = 64;

/// What clingo's callbacks see.
#[derive(Default)]
pub(super) struct Watch {
    pub(super) limits: Mutex<Looks>,
    pub(super) messages: Mutex<Vec<RawMessage>>,
    /// The ground rules, if they are to be kept.
    pub(super) rules: Mutex<Option<Vec<GroundRule>>>,
}

/// The limits of the call at work, and what was seen of them.
#[derive(Default)]
pub(super) struct Looks {
    limits: Limits,
    /// The rules so far. Each counts as one unit of work, which is spent when the call is over.
    pub(super) rules: u64,
    pub(super) reached: Option<LimitReached>,
}

impl Watch {
    /// Begins a call under new limits.
    pub(super) fn begin(&self, limits: &Limits) {
        *lock(&self.limits) = Looks { limits: limits.clone(), ..Looks::default() };
    }
}

/// clingo's logger.
pub(super) unsafe extern "C" fn on_message(
    code: clingo_warning_t,
    message: *const c_char,
    data: *mut c_void,
) {
    // A panic must not unwind into C++; a lost message is the lesser evil.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: `data` is the `Watch` of the control, alive as long as the control; clingo's text is
        // NUL-terminated.
        let (watch, text) = unsafe { (&*data.cast::<Watch>(), CStr::from_ptr(message)) };
        let text = text.to_string_lossy().into_owned();
        lock(&watch.messages).push(RawMessage { code, text });
    }));
}

pub(super) unsafe extern "C" fn ignore_message(_: clingo_warning_t, _: *const c_char, _: *mut c_void) {}

/// Called for each ground rule; `false` ends the grounding. Nothing else can: clingo's interrupt only stops a search.
pub(super) unsafe extern "C" fn on_rule(
    choice: bool,
    head: *const clingo_atom_t,
    head_size: usize,
    body: *const clingo_literal_t,
    body_size: usize,
    data: *mut c_void,
) -> bool {
    observe(data, || {
        // SAFETY: clingo gives the sizes of its arrays, which live through the call.
        let (head, body) = unsafe { (slice(head, head_size), slice(body, body_size)) };
        GroundRule { choice, head: head.to_vec(), body: body.to_vec(), weights: None }
    })
}

/// Called for each ground rule whose body is a weighted sum.
pub(super) unsafe extern "C" fn on_weight_rule(
    choice: bool,
    head: *const clingo_atom_t,
    head_size: usize,
    bound: clingo_weight_t,
    body: *const clingo_weighted_literal_t,
    body_size: usize,
    data: *mut c_void,
) -> bool {
    observe(data, || {
        // SAFETY: as above.
        let (head, body) = unsafe { (slice(head, head_size), slice(body, body_size)) };
        let weights = body.iter().map(|weighted| weighted.weight).collect();
        let body = body.iter().map(|weighted| weighted.literal).collect();
        GroundRule { choice, head: head.to_vec(), body, weights: Some((bound, weights)) }
    })
}

/// An array of clingo's; its pointer may be null if it is empty.
unsafe fn slice<'a, T>(start: *const T, size: usize) -> &'a [T] {
    // SAFETY: the caller says that there are `size` elements.
    if size == 0 { &[] } else { unsafe { std::slice::from_raw_parts(start, size) } }
}

/// Looks at the limits, keeps the rule if asked to, and tells whether to go on.
fn observe(data: *mut c_void, rule: impl FnOnce() -> GroundRule) -> bool {
    let go_on = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: `data` is the `Watch` of the control, alive as long as the control.
        let watch = unsafe { &*data.cast::<Watch>() };
        if let Some(rules) = lock(&watch.rules).as_mut() {
            rules.push(rule());
        }
        let mut looks = lock(&watch.limits);
        looks.rules += 1;
        if looks.rules % RULES_PER_LOOK == 1 {
            let is_too_much = looks.limits.work_left().is_some_and(|left| looks.rules >= left);
            looks.reached = looks.limits.reached_outside().or(is_too_much.then_some(LimitReached::Work));
        }
        looks.reached.is_none()
    }))
    .unwrap_or(false);
    if !go_on {
        // SAFETY: the message is a NUL-terminated constant.
        unsafe {
            clingo_set_error(clingo_error_e_clingo_error_runtime as c_int, c"stopped by a limit".as_ptr())
        };
    }
    go_on
}
