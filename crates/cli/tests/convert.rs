//! `xfold convert`, the dialect of a task, and answers to `#predict`, through the command line.

mod common;

use common::{BIRDS, arg, folder_with, xfold, xfold_with};

const FASTLAS: &str = "
bird(tweety). bird(et). bird(polly). penguin(polly).
#modeh(fly(var(bird))).
#modeb(bird(var(bird))).
#modeb(penguin(var(bird))).
#modeb(not penguin(var(bird))).
#bias(\"penalty(1, head). penalty(1, body(X)) :- in_body(X).\").
#pos(eg(1), {fly(tweety)}, {fly(polly)}, {}).
#predict(asked, {fly(et)}, {}, {}).
#predict(open, {a}, {}, {a :- not b. b :- not a.}).
";

#[test]
fn a_task_is_written_to_a_file_and_learned_from() {
    let (folder, path) = folder_with("birds.las", BIRDS);
    for language in ["ilasp", "fastlas", "xfold"] {
        let other = arg(&folder.path().join(language));
        let run = xfold(["convert", &arg(&path), "--to", language, "-o", &other]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{language}: {}", run.stderr);
        let learned = xfold(["learn", &other, "-q"]);
        assert_eq!(learned.code, Some(0), "{language}: {}", learned.stderr);
        // Types may have become predicates, which rules then read.
        let checked = xfold_with(["check", &other, "-"], &learned.stdout);
        assert_eq!(checked.code, Some(0), "{language}: {}", checked.stdout);
    }
}

#[test]
fn what_is_written_is_the_same_each_time() {
    let written = |text: &str, language: &str| xfold_with(["convert", "-", "--to", language, "-q"], text);
    let first = written(FASTLAS, "ilasp");
    assert_eq!((first.code, first.stderr.as_str()), (Some(0), ""));
    assert_eq!(first, written(FASTLAS, "ilasp"));
    assert!(first.stdout.contains("#pos(eg_1, {fly(tweety)}, {fly(polly)})."), "{}", first.stdout);
    assert!(first.stdout.contains("#modeb(penguin(var(bird)))."), "{}", first.stdout);
    assert!(first.stdout.contains("#modeb(bird(var(bird)), (positive))."), "{}", first.stdout);
    assert_eq!(first, written(&first.stdout, "ilasp"));
}

#[test]
fn the_dialect_can_be_given() {
    let plain =
        "bird(tweety).\n#modeh(fly(var(bird))).\n#modeb(bird(var(bird))).\n#pos({fly(tweety)}, {}).\n";
    let modes = |dialect: &str| {
        let run = xfold_with(["convert", "-", "--to", "fastlas", "--dialect", dialect, "-q"], plain);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout.lines().filter(|line| line.starts_with("#modeb")).count()
    };
    assert_eq!([modes("ilasp"), modes("fastlas"), modes("xfold")], [2, 1, 1]);
}

#[test]
fn a_task_is_written_for_popper_and_aleph() {
    let (folder, path) = folder_with("birds.las", BIRDS);
    let expected = xfold(["learn", &arg(&path), "-q"]).stdout;
    for (language, file, files) in [
        ("popper", "birds", &["birds/bias.pl", "birds/bk.pl", "birds/exs.pl"][..]),
        ("aleph", "three.b", &["three.b", "three.f", "three.n"][..]),
        ("aleph", "one.pl", &["one.pl"][..]),
    ] {
        let other = arg(&folder.path().join(file));
        let run = xfold(["convert", &arg(&path), "--to", language, "-o", &other, "-q"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{language}: {}", run.stderr);
        assert!(files.iter().all(|file| folder.path().join(file).is_file()), "{language}");
        let learned = xfold(["learn", &other, "-q"]);
        assert_eq!((learned.code, &learned.stdout), (Some(0), &expected), "{language}: {}", learned.stderr);
    }
    let run = xfold(["convert", &arg(&path), "--to", "popper", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    let names: Vec<&str> =
        report["files"].as_array().expect("a list").iter().filter_map(|file| file["name"].as_str()).collect();
    assert_eq!(names, ["bias.pl", "bk.pl", "exs.pl"]);
}

#[test]
fn json_has_the_text_and_the_notes() {
    let run = xfold_with(["convert", "-", "--to", "ilasp", "--format", "json"], FASTLAS);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    let plain = xfold_with(["convert", "-", "--to", "ilasp", "-q"], FASTLAS);
    assert_eq!(report["text"].as_str(), Some(plain.stdout.as_str()));
    let codes: Vec<&str> =
        report["notes"].as_array().expect("a list").iter().filter_map(|note| note["code"].as_str()).collect();
    assert!(codes.contains(&"E272") && codes.contains(&"E273"), "{codes:?}");
}

#[test]
fn predictions_are_answered() {
    let run = xfold_with(["learn", "-", "-q"], FASTLAS);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let comments: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with('%')).collect();
    let expected = [
        "% predict asked: holds in every stable model",
        "% predict open: holds in some stable model, not in every one",
    ];
    assert_eq!(comments, expected, "{}", run.stdout);
}
