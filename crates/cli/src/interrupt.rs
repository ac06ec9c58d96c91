//! Ctrl-C, and the signals by which services, containers and terminals end a program: the first stops the run and keeps
//! what it has, the second ends the program at once.

use crate::output::say;
use std::sync::atomic::Ordering;
use xfold::Limits;

/// What shells expect of a program that Ctrl-C ended.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Lets these signals set the stop flag of the limits.
pub fn listen(limits: &Limits) {
    let flag = limits.stop_flag();
    let pressed = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(ENDED_BY_INTERRUPT);
        }
        say("stopping with the best so far; Ctrl-C again ends at once");
    };
    let outlives_terminal = xfold_solve::ignores_hangup();
    // Where no handler can be set, Ctrl-C ends the program as it does everywhere.
    let _ = ctrlc::set_handler(pressed);
    if outlives_terminal {
        xfold_solve::ignore_hangup();
    }
}
