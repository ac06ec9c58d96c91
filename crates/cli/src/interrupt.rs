//! Ctrl-C: the first stops the run and keeps what it has, the second ends the program at once.

use crate::output::say;
use std::sync::atomic::Ordering;
use xfold::Limits;

/// What shells expect of a program that Ctrl-C ended.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Lets Ctrl-C set the stop flag of these limits.
pub fn listen(limits: &Limits) {
    let flag = limits.stop_flag();
    let pressed = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(ENDED_BY_INTERRUPT);
        }
        say("stopping with the best so far; Ctrl-C again ends at once");
    };
    // Where no handler can be set, Ctrl-C ends the program as it does everywhere.
    let _ = ctrlc::set_handler(pressed);
}
