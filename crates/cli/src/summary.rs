//! What is said of a run: the verdict and figures on standard error, and comments above rules that are not verified.

use crate::output::Paint;
use std::time::Duration;
use xfold::{
    Certificate, Learned, Learner, StopReason,
    check::{ExampleVerdict, Verdict},
    exact::Claim,
    report::Labels,
};
use xfold_asp::symbols::Signature;

/// Most failing examples that are spelled out.
const MOST_EXAMPLES: usize = 5;
/// Most reasons for each.
const MOST_REASONS: usize = 5;

/// The lines about a run.
pub fn of_run(learned: &Learned, paint: Paint) -> Vec<String> {
    let figures = paint.dim(&figures(learned));
    let mut lines = Vec::new();
    match (learned.stop, &learned.verdict) {
        (StopReason::Limit(limit), verdict) => {
            let best =
                if learned.rules.rules.is_empty() { "nothing was learned yet" } else { "the best so far" };
            let held = verdict.as_ref().map_or("not verified".to_string(), holding);
            lines.push(format!("{} by the {limit}: {best}, {held}{figures}", paint.yellow("stopped")));
        }
        (StopReason::Verified, Some(verdict)) if verdict.all_hold() && !learned.settings.noise => {
            lines.push(format!("{}: {}{figures}", paint.green("verified"), holding(verdict)));
            // What has a price was given up for it.
            lines.extend(failing(&verdict.examples));
        }
        (StopReason::Verified, _) => {
            lines.push(format!("{}: the counts are exact{figures}", paint.green("verified")));
        }
        (StopReason::NotVerified, verdict) => {
            let held = verdict.as_ref().map_or(String::new(), holding);
            lines.push(format!("{}: {held}{figures}", paint.red("not verified")));
            lines.extend(failing(verdict.as_ref().map_or(&[], |verdict| &verdict.examples)));
        }
    }
    if learned.listed.n_listed > 0 {
        lines.push(paint.yellow(&learned.listed.to_string()));
    }
    if learned.settings.noise {
        lines.extend(accuracy(learned));
    }
    if learned.stop == StopReason::NotVerified && !learned.found.cut_by.is_empty() {
        let bounds: Vec<String> = learned.found.cut_by.iter().map(ToString::to_string).collect();
        lines.push(format!("the search was cut by the bound on {}", bounds.join(" and on ")));
    }
    lines
}

/// Comments for rules that are not verified or cannot be run, so that a file of them says so itself.
pub fn comments(learned: &Learned) -> String {
    let state = match (learned.stop, &learned.verdict) {
        (StopReason::Verified, _) => String::new(),
        (StopReason::NotVerified, Some(verdict)) => format!("% not verified: {}\n", holding(verdict)),
        (StopReason::NotVerified, None) => "% not verified\n".to_string(),
        (StopReason::Limit(limit), Some(verdict)) => {
            format!("% the best so far, stopped by the {limit}: {}\n", holding(verdict))
        }
        (StopReason::Limit(limit), None) => format!("% not verified: stopped by the {limit}\n"),
    };
    let space = match &learned.unrealizable {
        Some(proved) if !learned.rules.beyond.is_empty() => {
            format!("% {proved}; this program goes beyond it:\n")
        }
        _ => String::new(),
    };
    let types = if learned.settings.hide_types { "% types are left out: to read, not to run\n" } else { "" };
    space + &state + types
}

/// Comments with a program that is shorter than the cheapest, and so perhaps closer to the truth.
pub fn shorter(learned: &Learned) -> String {
    let Some(shorter) = &learned.shorter else { return String::new() };
    let cost = |at: usize| {
        let [rules, lost] = [shorter.rules[at], shorter.lost[at]];
        format!(
            "{} = {rules} for rules + {lost} for {}",
            rules + lost,
            counted(shorter.n_lost[at], "example")
        )
    };
    let mut lines = vec![
        format!("% cost {}. The rules above may fit what is wrong in the examples.", cost(1)),
        format!("% By description length these are better, though they cost {}:", cost(0)),
    ];
    lines.extend(shorter.program.lines().map(|line| format!("%   {line}")));
    lines.into_iter().map(|line| line + "\n").collect()
}

/// `2 of 3 examples hold`, or with one example how many of its atoms are right.
pub fn holding(verdict: &Verdict) -> String {
    let n_atoms: usize = verdict.examples.iter().map(|example| example.n_requirements).sum();
    let (n_holding, n) = (verdict.n_holding(), verdict.examples.len());
    let verb = if n_holding == 1 || n == 1 { "holds" } else { "hold" };
    format!("{n_holding} of {} {verb} ({})", counted(n, "example"), counted(n_atoms, "atom"))
}

/// Which examples fail, and why.
pub fn failing(examples: &[ExampleVerdict]) -> Vec<String> {
    let failing: Vec<&ExampleVerdict> = examples.iter().filter(|example| !example.holds).collect();
    let mut lines = Vec::new();
    for example in failing.iter().take(MOST_EXAMPLES) {
        lines.push(format!("  {} fails{}", title(example), price(example)));
        lines.extend(reasons(example, MOST_REASONS));
    }
    if failing.len() > MOST_EXAMPLES {
        lines.push(format!("  … and {} fail", counted(failing.len() - MOST_EXAMPLES, "more example")));
    }
    lines
}

/// Why an example fails: at most `most` reasons.
pub fn reasons(example: &ExampleVerdict, most: usize) -> Vec<String> {
    let shown = example.failures.iter().take(most);
    let mut lines: Vec<String> = shown.map(|reason| format!("    {reason}")).collect();
    // Where requirements fail together there is one reason for all of them.
    if example.failures.len() > 1 && example.n_failures > lines.len() {
        lines.push(format!("    … and {} more", example.n_failures - lines.len()));
    }
    lines
}

/// `#pos w`
pub fn title(example: &ExampleVerdict) -> String {
    format!("{} {}", if example.positive { "#pos" } else { "#neg" }, example.name)
}

/// What a failing example costs, if it may fail.
pub fn price(example: &ExampleVerdict) -> String {
    example.penalty.map_or(String::new(), |penalty| format!(" (penalty {penalty})"))
}

/// `p/1: 4 of 5 right (TP 2, FP 1, FN 0, TN 2)`: what is found of all labelled instances.
pub fn of_labels(name: &Signature, covered: Labels, total: Labels) -> String {
    let (missed, left) = (total.positive - covered.positive, total.negative - covered.negative);
    format!(
        "{name}: {} of {} right (TP {}, FP {}, FN {missed}, TN {left})",
        covered.positive + left,
        total.positive + total.negative,
        covered.positive,
        covered.negative
    )
}

/// The counts of the tolerant mode.
fn accuracy(learned: &Learned) -> Vec<String> {
    let line = |theory: &xfold::search::Theory| {
        let name = &learned.worlds.bias.targets[theory.target].signature;
        format!("  {}", of_labels(name, theory.covered.into(), theory.total.into()))
    };
    learned.found.theories.iter().map(line).collect()
}

/// ` · fold · 2 rules, 3 literals · 0.6 ms`
fn figures(learned: &Learned) -> String {
    if let Some(proof) = &learned.exact {
        return priced_figures(learned, proof);
    }
    let learner = greedy_name(learned);
    let rules = counted(learned.rules.rules.len(), "rule");
    let literals = counted(learned.rules.n_literals(), "literal");
    format!(" · {learner} · {rules}, {literals} · {}", duration(learned.times.total()))
}

/// ` · exact · 2 rules, cost 6, optimal · 0.1 s`
fn priced_figures(learned: &Learned, proof: &Certificate) -> String {
    let learner = if proof.is_exact { "exact" } else { greedy_name(learned) };
    let rules = counted(learned.rules.rules.len(), "rule");
    let total = duration(learned.times.total());
    let bound = match (proof.claim, proof.lower_bound) {
        (Claim::Best, least @ 1..) => format!(", none costs less than {least}"),
        _ => String::new(),
    };
    format!(" · {learner} · {rules}, cost {}, {}{bound} · {total}", proof.cost, proof.claim)
}

fn greedy_name(learned: &Learned) -> &'static str {
    match (learned.settings.learner, learned.settings.paper, learned.settings.noise) {
        (Learner::Foil, _, _) => "foil",
        (Learner::Xfold, ..) => "xfold",
        (Learner::Auto | Learner::Fold, true, _) => "fold as published",
        (Learner::Auto | Learner::Fold, _, true) => "fold, tolerant",
        (Learner::Auto | Learner::Fold, ..) => "fold",
    }
}

/// `12 of 13 rows right (92.3 %)`
pub fn rows_right(right: usize, rows: usize) -> String {
    format!("{right} of {rows} rows right ({:.1} %)", 100.0 * right as f64 / rows.max(1) as f64)
}

/// A time in milliseconds or seconds.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds >= 100.0 => format!("{seconds:.0} s"),
        _ if seconds >= 1.0 => format!("{seconds:.1} s"),
        _ if seconds >= 0.01 => format!("{:.0} ms", seconds * 1e3),
        _ => format!("{:.1} ms", seconds * 1e3),
    }
}

/// `1 rule`, `2 rules`
pub fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
