//! What must hold for every run of the command, whatever its input.

use crate::child::Ran;
use serde_json::Value;
use std::{fs, path::Path, time::Duration};

/// The time limit that runs are given.
pub const TIME_LIMIT: Duration = Duration::from_secs(2);
/// The memory limit that runs are given.
pub const MEMORY_LIMIT: u64 = 256 << 20;
/// By how much the limits may be passed: a share, and what the process needs anyway.
const OVERSHOOT: (f64, Duration, u64) = (1.1, Duration::from_millis(500), 64 << 20);

/// Something that must not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Who found it.
    pub judge: &'static str,
    /// What was found.
    pub what: String,
    /// The command.
    pub command: String,
}

/// Judges one run by itself. `folder` is where it ran.
pub fn judge(args: &[String], ran: &Ran, folder: &Path) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    end(ran, &mut found);
    limits(ran, &mut found);
    texts(ran, &mut found);
    if found.is_empty() {
        messages(args, ran, &mut found);
        places(&ran.told(), folder, &mut found);
        json(args, ran, &mut found);
    }
    found
}

fn end(ran: &Ran, found: &mut Vec<(&'static str, String)>) {
    if let Some(what) = ran.given_up {
        found.push((what, format!("killed after {:?} with {} MB", ran.wall, ran.memory[0] >> 20)));
        return;
    }
    let told = ran.told();
    if ["panicked at", "terminate called", "stack overflow", "memory allocation of"]
        .iter()
        .any(|word| told.contains(word))
    {
        found.push(("panic", first_lines(&told)));
    } else if let Some(signal) = ran.signal {
        found.push(("signal", format!("ended by signal {signal}: {}", first_lines(&told))));
    } else if !matches!(ran.code, Some(0..=3)) {
        found.push(("exit code", format!("{:?}", ran.code)));
    }
    if ran.left_over {
        found.push(("left over", "a process of the run was still there after it".to_owned()));
    }
}

fn limits(ran: &Ran, found: &mut Vec<(&'static str, String)>) {
    let (share, more_time, more_memory) = OVERSHOOT;
    if ran.given_up.is_none() && ran.cpu > TIME_LIMIT.mul_f64(share) + more_time {
        found.push(("time", format!("{:?} of processor time for a limit of {TIME_LIMIT:?}", ran.cpu)));
    }
    let most = (MEMORY_LIMIT as f64 * share) as u64 + more_memory;
    if ran.given_up.is_none()
        && let Some(bytes) = ran.memory.into_iter().find(|bytes| *bytes > most)
    {
        found.push(("memory", format!("{} MB for a limit of {} MB", bytes >> 20, MEMORY_LIMIT >> 20)));
    }
}

fn texts(ran: &Ran, found: &mut Vec<(&'static str, String)>) {
    for (name, bytes) in [("output", &ran.stdout), ("error", &ran.stderr)] {
        match std::str::from_utf8(bytes) {
            Err(error) => found.push(("text", format!("standard {name} is no text: {error}"))),
            Ok(text) => {
                let steers = |c: &char| c.is_control() && !['\n', '\t', '\r'].contains(c);
                if let Some(c) = text.chars().find(steers).filter(|_| name == "error") {
                    found.push(("text", format!("standard {name} has the control character {c:?}")));
                }
            }
        }
    }
}

/// The message fits the exit code.
fn messages(args: &[String], ran: &Ran, found: &mut Vec<(&'static str, String)>) {
    if is_json(args) {
        return;
    }
    let told = ran.told();
    let has_error = told.lines().any(is_error);
    match ran.code {
        Some(0) if has_error => {
            found.push(("message", format!("exit 0 with an error: {}", first_lines(&told))))
        }
        Some(2) if !has_error && !told.starts_with("error: ") => {
            found.push(("message", format!("exit 2 without an error: {}", first_lines(&told))));
        }
        // What `diagnose` finds is its result, the limit included.
        Some(3) if !told.contains("limit") && !ran.printed().contains("stopped by the ") => {
            found.push(("message", format!("exit 3 without a limit: {}", first_lines(&told))));
        }
        _ => {}
    }
    // How rules were found, step by step, is long.
    if told.len() > 200_000 && !args.iter().any(|arg| arg == "-v") {
        found.push(("message", format!("{} bytes of messages", told.len())));
    }
}

/// `error[E213]: …`
fn is_error(line: &str) -> bool {
    let code = line.strip_prefix("error[E").and_then(|rest| rest.get(..3));
    code.is_some_and(|code| code.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Places in messages exist.
fn places(told: &str, folder: &Path, found: &mut Vec<(&'static str, String)>) {
    for line in told.lines() {
        let Some(place) = line.trim_start().strip_prefix("--> ").or(line.trim_start().strip_prefix("::: "))
        else {
            continue;
        };
        let mut parts = place.rsplitn(3, ':');
        let (column, number, file) = (parts.next(), parts.next(), parts.next());
        let numbers = [number, column].map(|part| part.and_then(|part| part.parse::<usize>().ok()));
        let ([Some(number), Some(column)], Some(file)) = (numbers, file) else {
            found.push(("place", format!("no file:line:column: {place}")));
            continue;
        };
        let Ok(text) = fs::read(folder.join(file)) else {
            if !file.starts_with('<') {
                found.push(("place", format!("there is no such file: {place}")));
            }
            continue;
        };
        let text = String::from_utf8_lossy(&text);
        let here = text.split('\n').nth(number.wrapping_sub(1)).map(|line| line.chars().count());
        // A byte order mark and carriage returns may or may not be counted.
        if !here.is_some_and(|length| (1..=length + 2).contains(&column)) {
            found.push(("place", format!("outside of the file: {place}")));
        }
    }
}

/// With `--format json` standard output is one document.
fn json(args: &[String], ran: &Ran, found: &mut Vec<(&'static str, String)>) {
    if is_json(args) && !is_document(&ran.stdout) {
        found
            .push(("json", format!("exit {:?}, standard output: {}", ran.code, first_lines(&ran.printed()))));
    }
}

/// Whether a text is one JSON document. Proofs may be nested deeper than our own reader goes.
pub fn is_document(text: &[u8]) -> bool {
    match serde_json::from_slice::<Value>(text) {
        Ok(_) => true,
        Err(error) => error.to_string().starts_with("recursion limit exceeded"),
    }
}

/// Whether JSON was asked for.
pub fn is_json(args: &[String]) -> bool {
    args.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json")
}

/// The first lines of a text, to be told.
pub fn first_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().take(4).collect();
    lines.join(" / ").chars().take(400).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(code: i32, stderr: &str) -> Ran {
        Ran { code: Some(code), stderr: stderr.into(), ..Ran::default() }
    }

    fn judges(args: &[&str], ran: &Ran) -> Vec<&'static str> {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        judge(&args, ran, Path::new(env!("CARGO_MANIFEST_DIR"))).into_iter().map(|(judge, _)| judge).collect()
    }

    #[test]
    fn good_runs_pass() {
        assert!(judges(&["learn"], &ran(0, "verified")).is_empty());
        assert!(judges(&["learn"], &ran(2, "error[E200]: no\n --> src/lib.rs:1:1\n1 error")).is_empty());
        assert!(judges(&["learn"], &ran(3, "stopped by the time limit")).is_empty());
    }

    #[test]
    fn bad_runs_are_told() {
        assert_eq!(judges(&[], &ran(0, "thread panicked at x.rs:1")), ["panic"]);
        assert_eq!(judges(&[], &Ran { signal: Some(6), ..Ran::default() }), ["signal"]);
        assert_eq!(judges(&[], &ran(101, "")), ["exit code"]);
        assert_eq!(judges(&[], &ran(2, "something")), ["message"]);
        assert_eq!(judges(&[], &ran(3, "")), ["message"]);
        assert_eq!(judges(&[], &ran(2, "error[E200]: x\n --> src/lib.rs:1:999")), ["place"]);
        assert_eq!(judges(&[], &ran(2, "error[E200]: \u{1b}[31m")), ["text"]);
        assert_eq!(judges(&["--format", "json"], &ran(0, "")), ["json"]);
        assert_eq!(judges(&[], &Ran { left_over: true, ..ran(0, "") }), ["left over"]);
        assert_eq!(judges(&[], &Ran { cpu: Duration::from_secs(9), ..ran(0, "") }), ["time"]);
        assert_eq!(judges(&[], &Ran { memory: [1 << 30, 0], ..ran(0, "") }), ["memory"]);
    }
}
