//! What the command says about itself: help, error codes, completions, pages for man.

mod common;

use common::{Run, command};

fn run(args: &[&str]) -> Run {
    command(args.iter().copied()).output().expect("the command can be run").into()
}

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
    for name in [
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
    ] {
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

#[test]
fn shells_complete() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]).stdout;
        assert!(script.contains("explain") && script.contains("max-body"), "{shell}");
    }
}
