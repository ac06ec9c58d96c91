//! What the command says about itself: help, error codes, completions, pages for man.

mod common;

use common::{BIRDS, BIRDS_RULES, Run, command};
use std::{env, fs, path::Path, process::Command};

fn run(args: &[&str]) -> Run {
    command(args.iter().copied()).output().expect("the command can be run").into()
}

/// Every command.
const COMMANDS: [&str; 11] = [
    "learn",
    "check",
    "convert",
    "eval",
    "predict",
    "explain",
    "diagnose",
    "export",
    "help",
    "completions",
    "man",
];

#[test]
fn every_code_is_told_about() {
    let tables = [xfold_asp::codes::ALL, xfold_solve::codes::ALL, xfold::codes::ALL];
    for (code, line) in tables.into_iter().flatten() {
        let told = run(&["help", code]);
        assert_eq!(told.code, Some(0), "{code}: {}", told.stderr);
        assert!(told.stdout.starts_with(&format!("{code}: {line}\n")), "{}", told.stdout);
    }
    assert!(run(&["help", "e213"]).stdout.contains("a slip of the pen"));
    let unknown = run(&["help", "E999"]);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(2), ""));
}

#[test]
fn commands_have_help_with_examples() {
    let all = run(&["help"]).stdout;
    for name in COMMANDS {
        assert!(all.contains(&format!("\n  {name} ")), "{name} is missing in\n{all}");
        let own = run(&["help", name]);
        assert_eq!(own.code, Some(0));
        assert!(own.stdout.contains("EXAMPLES\n  xfold "), "{name} has no example");
        let page = run(&["man", name]).stdout;
        assert!(page.contains(".SH NAME") && page.contains("EXAMPLES"), "{page}");
    }
    assert!(run(&["man"]).stdout.contains("xfold\\-learn(1)"));
    assert_eq!(run(&["help", "lern"]).code, Some(2));
}

/// The options that a help lists.
fn options(help: &str) -> Vec<&str> {
    let words = help.lines().filter_map(|line| line.trim_start().split([' ', ',']).next());
    words.filter(|word| word.starts_with('-')).collect()
}

#[test]
fn the_short_help_fits_on_a_screen() {
    for name in COMMANDS {
        let (short, long) = (run(&[name, "-h"]).stdout, run(&[name, "--help"]).stdout);
        let (few, all) = (options(&short), options(&long));
        assert!(few.len() <= 16, "{name} has {} options in the short help:\n{short}", few.len());
        assert!(few.iter().all(|option| all.contains(option)), "{name}");
    }
    let learn = run(&["learn", "--help"]).stdout;
    assert!(learn.contains("--tune") && learn.contains("EXIT CODES"), "{learn}");
    assert!(!run(&["learn", "-h"]).stdout.contains("--tune"));
}

#[test]
fn help_behind_a_file_is_about_such_files() {
    let of_table = run(&["learn", "data.csv", "--help"]).stdout;
    assert!(of_table.contains("--positive") && !of_table.contains("--max-new"), "{of_table}");
    let (_folder, task) = common::folder_with("birds.las", BIRDS);
    let of_task = run(&["learn", &task.display().to_string(), "--help"]).stdout;
    assert!(!of_task.contains("--positive") && of_task.contains("--max-new"), "{of_task}");
}

#[test]
fn tuning_is_listed() {
    let listed = run(&["help", "tuning"]).stdout;
    for name in ["count", "free-head", "lookahead", "prefixes", "prune"] {
        assert!(listed.contains(&format!("\n  {name} ")), "{name} is missing in\n{listed}");
    }
    let (_folder, task) = common::folder_with("birds.las", BIRDS);
    let task = task.display().to_string();
    for right in ["lookahead=off", "count=bindings", "free-head=on"] {
        assert_eq!(run(&["learn", &task, "--tune", right]).stdout, BIRDS_RULES, "{right}");
    }
    for wrong in ["lookahead", "lookahead=maybe", "count=3", "look=off"] {
        let refused = run(&["learn", &task, "--tune", wrong]);
        assert_eq!(refused.code, Some(2), "{wrong}");
        assert!(refused.stderr.starts_with("error[E"), "{}", refused.stderr);
    }
}

#[test]
fn shells_complete() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]).stdout;
        assert!(script.contains("explain") && script.contains("max-body"), "{shell}");
    }
}

/// The lines below EXAMPLES that are commands, without the remarks beside them.
fn examples(help: &str) -> Vec<String> {
    let (_, rest) = help.split_once("EXAMPLES\n").expect("there are examples");
    let lines = rest.lines().take_while(|line| !line.is_empty());
    let commands = lines.filter(|line| line.starts_with("  xfold "));
    commands.map(|line| line.trim().split("  ").next().unwrap_or_default().to_string()).collect()
}

/// The files that the examples speak of.
fn prepare(folder: &Path, example: &str) {
    let row = |n: u32| {
        let (size, colour) = (n * 7 % 40, ["red", "blue"][n as usize % 2]);
        format!("{size},{colour},{}\n", if size > 17 && colour == "red" { "yes" } else { "no" })
    };
    let table = format!("size,colour,label\n{}", (0..40).map(row).collect::<String>());
    let (facts, examples): (Vec<&str>, Vec<&str>) =
        BIRDS.lines().partition(|line| !line.starts_with('#') && !line.is_empty());
    let is_table = example.contains(".csv") || example.starts_with("xfold export rules.lp");
    let rules = match is_table {
        _ if example.contains("--database") || example.contains(" shop ") => {
            "orders_late(X) :- orders_size(X,A), A > 17.\n"
        }
        true => {
            "% target label; row(X) holds for each row\n% column colour: category\n\
             label(X,yes) :- colour(X,red).\nlabel(X,no) :- row(X), not label(X,yes).\n"
        }
        false => BIRDS_RULES,
    };
    let files = [
        ("birds.las", BIRDS.to_string()),
        ("noisy.las", BIRDS.to_string()),
        ("big.las", BIRDS.to_string()),
        ("old.las", BIRDS.to_string()),
        ("task.las", BIRDS.to_string()),
        ("facts.lp", facts.join("\n") + "\n"),
        ("examples.las", examples.join("\n") + "\n"),
        ("rules.lp", rules.to_string()),
        ("data.csv", table.clone()),
        ("old.csv", table.clone()),
        ("new.csv", table),
        ("folds.txt", "0123456789".repeat(4)),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("it can be written");
    }
    let order = |n: u32| format!("{n},{},{}\n", n * 7 % 40, n * 7 % 40 > 17);
    let orders = format!("id,size,late\n{}", (0..40).map(order).collect::<String>());
    fs::create_dir_all(folder.join("shop")).expect("it can be made");
    fs::write(folder.join("shop/orders.csv"), orders).expect("it can be written");
    for home in [".local/share/bash-completion/completions", ".config/fish/completions"] {
        fs::create_dir_all(folder.join(home)).expect("it can be made");
    }
}

#[cfg(unix)]
#[test]
fn examples_of_help_work() {
    let program = Path::new(env!("CARGO_BIN_EXE_xfold"));
    let paths = env::var_os("PATH").unwrap_or_default();
    let paths: Vec<_> =
        program.parent().map(Path::to_path_buf).into_iter().chain(env::split_paths(&paths)).collect();
    let is_there = |name: &str| name == "xfold" || paths.iter().any(|path| path.join(name).exists());
    let mut n_run = 0;
    for name in COMMANDS {
        let all = examples(&run(&["help", name]).stdout);
        assert!(!all.is_empty(), "{name}");
        for example in all {
            let folder = tempfile::tempdir().expect("there is a folder for temporary files");
            prepare(folder.path(), &example);
            // What comes behind a pipe may not be installed here.
            let parts: Vec<&str> = example.split(" | ").collect();
            let first_word = |part: &&&str| is_there(part.split(' ').next().unwrap_or_default());
            let here: Vec<&str> = parts.iter().take_while(first_word).copied().collect();
            if here.len() < parts.len() {
                xfold_suite::skipped(format_args!("the end of `{example}`, which is not installed"));
            }
            let output = Command::new("sh")
                .args(["-c", &here.join(" | ")])
                .current_dir(folder.path())
                .env("PATH", env::join_paths(&paths).expect("folders have no colon"))
                .env("HOME", folder.path())
                .output()
                .expect("there is a shell");
            let is_clingo = here.last().is_some_and(|part| part.starts_with("clingo"));
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            // clingo tells by its exit code that it found a model.
            let is_right = output.status.success() || (is_clingo && output.status.code() == Some(30));
            // Rules that are checked may fail for some row.
            let is_verdict = name == "check" && output.status.code() == Some(1) && said.is_empty();
            assert!(is_right || is_verdict, "{example}\n{said}");
            assert!(!said.contains("error"), "{example}\n{said}");
            n_run += 1;
        }
    }
    assert!(n_run > 30, "{n_run}");
}
