//! Tasks written for Popper and Aleph mean the same: what is written is read again, random rules derive the same
//! labelled atoms, and the same rules are learned.

use std::{fs, path::Path};
use xfold::{
    Clingo, Limits, Settings, Task,
    check::{self, RulesText},
    codes, convert, learn,
    search::trace::Silent,
    task::{Dialect, PlaceKind, Schema, read},
    worlds::{self, Worlds},
};
use xfold_asp::{diagnostic::Severity, parse_rules};
use xfold_store::Counts;
use xfold_suite::generate::{families, relational};

fn worlds(task: &Task) -> Worlds {
    let settings = Settings { lenient: true, ..Settings::default() };
    worlds::of(task, &settings, &Clingo, &Limits::none()).unwrap_or_else(|error| panic!("{error}")).0
}

/// The task without a closed world.
fn opened(task: &Task) -> Task {
    match task.targets().iter().any(|target| task.is_closed(target, false)) {
        true => convert::opened(task, &worlds(task)),
        false => task.clone(),
    }
}

/// A task in the formats that can say it, read again, and whether nothing was lost.
fn conversions(name: &str, task: &Task, folder: &Path) -> Vec<(&'static str, Task, bool)> {
    let task = opened(task);
    let mut found = Vec::new();
    let read = |path: &Path| read::files(&[path]).unwrap_or_else(|error| panic!("{name}: {error}"));
    let save = |path: &Path, text: &str| fs::write(path, text).expect("it can be written");
    let is_whole = |notes: &[xfold_asp::diagnostic::Diagnostic]| {
        let is_lost = |note: &xfold_asp::diagnostic::Diagnostic| note.code == codes::LOST;
        assert!(notes.iter().all(|note| is_lost(note) || note.code == codes::ADDED), "{name}: {notes:?}");
        assert!(notes.iter().all(|note| is_lost(note) == (note.severity == Severity::Warning)), "{name}");
        !notes.iter().any(is_lost)
    };
    let explained = |errors: Vec<xfold_asp::diagnostic::Diagnostic>| {
        for error in errors {
            assert_eq!(error.code, codes::NO_COUNTERPART, "{name}: {error}");
            assert!(!error.labels.is_empty(), "{name}: {error} has no place");
        }
    };
    match convert::popper(&task) {
        Ok(popper) => {
            let path = folder.join(format!("{name}_popper"));
            fs::create_dir_all(&path).expect("it can be made");
            for (file, text) in [("bias.pl", &popper.bias), ("bk.pl", &popper.bk), ("exs.pl", &popper.exs)] {
                save(&path.join(file), text);
            }
            found.push(("Popper", read(&path), is_whole(&popper.notes)));
        }
        Err(errors) => explained(errors),
    }
    match convert::aleph(&task) {
        Ok(aleph) => {
            let stem = folder.join(format!("{name}_three.b"));
            for (ending, text) in aleph.files() {
                save(&stem.with_extension(ending), &text);
            }
            found.push(("Aleph", read(&stem), is_whole(&aleph.notes)));
            let one = folder.join(format!("{name}_one.pl"));
            save(&one, &aleph.one_file());
            found.push(("Aleph's one file", read(&one), is_whole(&aleph.notes)));
        }
        Err(errors) => explained(errors),
    }
    found
}

/// What some rules derive of the labelled atoms.
fn derived(task: &Task, rules: &str) -> Option<Vec<Counts>> {
    let statements = parse_rules(rules).unwrap_or_else(|errors| panic!("{errors:?}\n{rules}"));
    let text = RulesText { text: rules, origin: None, statements: &statements };
    let verdict = check::verify(task, &worlds(task), &text, &Clingo, &Limits::none());
    verdict.unwrap_or_else(|error| panic!("{error}\n{rules}")).derived
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// A random rule of the modes, its variables bound by its literals.
fn random_rule(task: &Task, dice: &mut Dice) -> String {
    let target = &task.targets()[0];
    let mut body = Vec::new();
    let variable = |number: usize| format!("V{number}");
    let modes = task.body_modes().filter_map(|(schema, _)| match schema {
        Schema::Atom { signature, places, negated: false } => Some((signature, places)),
        _ => None,
    });
    let modes: Vec<_> = modes.collect();
    for place in 0..target.arity.max(1 + dice.below(3)) {
        let (signature, places) = modes[dice.below(modes.len())];
        let args = places.iter().enumerate().map(|(at, kind)| match kind.kind {
            PlaceKind::Fixed(symbol) => task.symbols.display(symbol).to_string(),
            // Every head variable is bound by a literal of its own.
            _ if at == 0 => variable(place),
            _ => variable(dice.below(4)),
        });
        let args: Vec<String> = args.collect();
        body.push(match args.is_empty() {
            true => signature.name.to_string(),
            false => format!("{}({})", signature.name, args.join(",")),
        });
    }
    let head: Vec<String> = (0..target.arity).map(variable).collect();
    let head = if head.is_empty() {
        target.name.to_string()
    } else {
        format!("{}({})", target.name, head.join(","))
    };
    format!("{head} :- {}.\n", body.join(", "))
}

fn is_safe(rule: &str) -> bool {
    let (head, body) = rule.split_once(":-").expect("it has a body");
    (0..4)
        .map(|number| format!("V{number}"))
        .all(|variable| !head.contains(&variable) || body.contains(&variable))
}

/// Compares a task with what its conversions say; returns how many there are.
fn check(name: &str, task: &Task, folder: &Path) -> usize {
    let mut dice = Dice(7);
    let rules = (0..40).map(|_| random_rule(task, &mut dice)).filter(|rule| is_safe(rule));
    let rules: Vec<String> = rules.take(6).collect();
    let own = opened(task);
    let expected: Vec<_> = rules.iter().map(|rules| derived(&own, rules)).collect();
    let conversions = conversions(name, task, folder);
    for (format, other, _) in &conversions {
        for (rules, expected) in rules.iter().zip(&expected) {
            assert_eq!(&derived(other, rules), expected, "{name} for {format}\n{rules}");
        }
        // And back.
        let back = convert::las(other, Dialect::Own).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let back = read::text("back", &back.text).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (rules, expected) in rules.iter().zip(&expected) {
            assert_eq!(&derived(&back, rules), expected, "{name} back from {format}\n{rules}");
        }
    }
    conversions.len()
}

fn learned(task: &Task) -> String {
    let learned = learn(task, &Settings::default(), &Clingo, &Limits::none(), &Silent);
    learned.unwrap_or_else(|error| panic!("{error}")).rules.text()
}

#[test]
fn generated_tasks_keep_their_meaning_and_their_rules() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (mut n_meant, mut n_same) = (0, 0);
    for (name, family) in families().iter().chain(relational::families()) {
        let task = read::text(name, &family(3, 0.0).train).expect("generated tasks are tasks");
        assert_eq!(check(name, &task, folder.path()), 3, "{name}");
        let own = opened(&task);
        let expected = learned(&own);
        let meaning = derived(&own, &expected);
        for (format, other, is_whole) in conversions(name, &task, folder.path()) {
            if is_whole {
                let rules = learned(&other);
                assert_eq!(derived(&own, &rules), meaning, "{name} for {format}\n{rules}");
                n_meant += 1;
                n_same += usize::from(rules == expected);
            }
        }
    }
    println!("{n_meant} learned with the same meaning, {n_same} of them with the same text");
    assert!(n_meant >= 40 && n_same >= 30, "{n_meant} {n_same}");
}

#[test]
fn tasks_of_the_suite_are_written_or_refused_with_a_reason() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut n_written = 0;
    for part in ["fold", "xfold", "hard"] {
        for task in xfold_suite::tasks(part) {
            let read = read::files(&[&task.path]).unwrap_or_else(|error| panic!("{error}"));
            let has_rules = read.body_modes().next().is_some() && read.targets().len() == 1;
            n_written += match has_rules {
                true => check(&task.name, &read, folder.path()),
                false => conversions(&task.name, &read, folder.path()).len(),
            };
        }
    }
    assert!(n_written >= 10, "{n_written}");
}
