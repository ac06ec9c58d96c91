//! What SECURITY.md promises, promise by promise.
#![cfg(unix)]

mod common;

use common::{BIRDS, arg, command, has_model, xfold};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

/// A folder with files in it.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    folder
}

/// All files below a folder, with what is in them.
fn listing(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("it is a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(listing(&path));
        } else {
            found.insert(path.clone(), fs::read(&path).expect("it can be read"));
        }
    }
    found
}

/// Runs the command in a folder. Returns its exit code and all that it said; nothing in the folder may change but what is
/// named.
fn run_in(folder: &Path, args: &[&str], may_write: &[&str]) -> (Option<i32>, String) {
    let before = listing(folder);
    let output = command(args).current_dir(folder).output().expect("the command can be run");
    for (path, bytes) in listing(folder) {
        let name = path.strip_prefix(folder).expect("it is below").to_string_lossy().into_owned();
        if !may_write.contains(&name.as_str()) {
            assert_eq!(before.get(&path), Some(&bytes), "xfold {args:?} wrote {name}");
        }
    }
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("it is text"))
}

#[test]
fn nothing_in_a_task_is_run() {
    let hostile = [
        ("#script (python) import os; os.system('touch hacked') #end.", "E010"),
        ("#script (lua) os.execute('touch hacked') #end.", "E010"),
        ("p(@f(1)).", ""),
        ("p(X) :- X = @system(\"touch hacked\").", ""),
        ("#program base(t).", ""),
        ("#theory t { }.", ""),
    ];
    for (line, code) in hostile {
        let place =
            folder(&[("task.las", &format!("{line}\n{BIRDS}")), ("rules.lp", line), ("birds.las", BIRDS)]);
        for args in [
            &["learn", "task.las"][..],
            &["check", "birds.las", "rules.lp"],
            &["explain", "rules.lp", "birds.las"],
            &["convert", "task.las", "--to", "ilasp"],
            &["diagnose", "task.las"],
            &["export", "rules.lp", "--to", "clingo"],
        ] {
            let (exit, told) = run_in(place.path(), args, &[]);
            assert_eq!(exit, Some(2), "{args:?} {line}: {told}");
            assert!(told.contains("error[E") && told.contains(code), "{args:?} {line}: {told}");
        }
    }
}

#[test]
fn nothing_in_prolog_is_run() {
    let hostile = [
        ":- shell('touch hacked').",
        ":- initialization(shell('touch hacked')).",
        ":- use_module(library(process)).",
        ":- open('hacked', write, S), close(S).",
        "p(X) :- shell('touch hacked'), q(X).",
        "p(X) :- consult('/etc/passwd'), q(X).",
        ":- include('../outside').",
    ];
    for line in hostile {
        let bk = format!("{line}\nq(a). q(b). r(a).\n");
        let place = folder(&[
            ("pop/bk.pl", &bk),
            ("pop/exs.pl", "pos(t(a)).\nneg(t(b)).\n"),
            ("pop/bias.pl", "head_pred(t,1).\nbody_pred(r,1).\n"),
            ("al.b", &format!(":- modeh(*,t(+e)).\n:- modeb(*,r(+e)).\n:- determination(t/1,r/1).\n{bk}")),
            ("al.f", "t(a).\n"),
            ("al.n", "t(b).\n"),
        ]);
        for args in [&["learn", "pop"][..], &["learn", "al.b"], &["convert", "pop", "--to", "xfold"]] {
            // That nothing was written is what counts: to a learner `shell` is a predicate without clauses.
            let (exit, told) = run_in(place.path(), args, &[]);
            if line.starts_with(":-") {
                let is_told = exit == Some(2) || told.contains("directives to Prolog have no effect");
                assert!(is_told, "{args:?} {line}: {told}");
            }
        }
    }
}

#[test]
fn only_named_files_are_read() {
    let place = folder(&[
        ("outside.lp", "bird(secret_bird).\n"),
        ("in/task.las", &format!("#include \"../outside.lp\".\n{BIRDS}")),
        ("in/absolute.las", &format!("#include \"/etc/passwd\".\n{BIRDS}")),
        ("in/link.las", &format!("#include \"link.lp\".\n{BIRDS}")),
        ("in/deep.las", &format!("#include \"sub/../../outside.lp\".\n{BIRDS}")),
        ("in/sub/x.lp", ""),
    ]);
    std::os::unix::fs::symlink("../outside.lp", place.path().join("in/link.lp")).expect("a link can be made");
    for name in ["task.las", "absolute.las", "link.las", "deep.las"] {
        let (exit, told) = run_in(place.path(), &["learn", &format!("in/{name}")], &[]);
        assert_eq!(exit, Some(2), "{name}: {told}");
        assert!(!told.contains("secret_bird") && !told.contains("root:"), "{name}: {told}");
    }
    // Names of files inside of tables are names and nothing else.
    let table = folder(&[
        (
            "t.csv",
            "=cmd|'/c touch hacked'!A0,file:///etc/passwd,y\n1,/etc/passwd,p\n2,../outside,q\n3,/etc/passwd,p\n4,x,q\n",
        ),
        (
            "t.arff",
            "@relation '/etc/passwd'\n@attribute a numeric\n@attribute y {p,'/etc/passwd'}\n@data\n1,p\n2,'/etc/passwd'\n3,p\n4,'/etc/passwd'\n",
        ),
    ]);
    for name in ["t.csv", "t.arff"] {
        let (exit, told) = run_in(table.path(), &["learn", name, "--target", "y"], &[]);
        assert_eq!(exit, Some(0), "{told}");
        assert!(!told.contains("root:"), "{told}");
    }
}

#[test]
fn only_named_files_are_written() {
    let place = folder(&[("birds.las", BIRDS), ("t.csv", "a,y\n1,p\n2,q\n3,p\n1,p\n2,q\n")]);
    let run = |args: &[&str], may_write: &[&str]| {
        let (exit, told) = run_in(place.path(), args, may_write);
        assert_eq!(exit, Some(0), "{args:?}: {told}");
    };
    run(&["learn", "birds.las"], &[]);
    run(&["learn", "birds.las", "-o", "rules.lp", "--report", "run.html"], &["rules.lp", "run.html"]);
    run(&["check", "birds.las", "rules.lp"], &[]);
    run(&["explain", "rules.lp", "birds.las", "-o", "why.html"], &["why.html"]);
    run(&["export", "rules.lp", "--to", "prolog"], &[]);
    run(&["convert", "birds.las", "--to", "ilasp", "-o", "out.las"], &["out.las"]);
    run(&["diagnose", "birds.las"], &[]);
    run(&["learn", "t.csv", "--target", "y", "-o", "table.lp"], &["table.lp"]);
    run(&["predict", "table.lp", "t.csv"], &[]);
    run(&["eval", "t.csv", "--target", "y", "--folds", "2"], &[]);
}

#[test]
fn pages_have_no_element_of_the_input() {
    let evil = "<script>alert(1)</script>";
    let task = format!(
        "name(a,\"{evil}\"). name(b,\"x\"). name(c,\"{evil}\").\n\
         #modeh(p(var(t))). #modeb(name(var(t),const(s))). #constant(s,\"{evil}\").\n\
         #pos({{p(a), p(c)}}, {{p(b)}}).\n"
    );
    let table = format!("{evil},y\n{evil},{evil}\nx,q\n{evil},{evil}\nx,q\n{evil},{evil}\nx,q\n");
    let place = folder(&[("task.las", &task), ("t.csv", &table)]);
    let (_, told) = run_in(
        place.path(),
        &["learn", "task.las", "--report", "task.html", "-o", "r.lp"],
        &["task.html", "r.lp"],
    );
    assert!(place.path().join("task.html").exists(), "{told}");
    let (_, told) = run_in(
        place.path(),
        &["learn", "t.csv", "--target", "y", "--report", "table.html", "-o", "t.lp"],
        &["table.html", "t.lp"],
    );
    assert!(place.path().join("table.html").exists(), "{told}");
    run_in(place.path(), &["explain", "t.lp", "t.csv", "-o", "why.html"], &["why.html"]);
    for name in ["task.html", "table.html", "why.html"] {
        let page = fs::read_to_string(place.path().join(name)).expect("it was written");
        assert!(!page.contains(evil), "{name}");
        for outside in ["src=\"http", "href=\"http", "@import", "url(http"] {
            assert!(!page.contains(outside), "{name} has {outside}");
        }
    }
}

#[test]
fn values_stay_values_in_other_languages() {
    let evil = "'; DROP TABLE rows; --";
    let row = format!("\"{evil}\",halt. % \\\nx,q\n");
    let place = folder(&[("t.csv", &format!("a,y\n{}", row.repeat(4)))]);
    let (exit, told) = run_in(place.path(), &["learn", "t.csv", "--target", "y", "-o", "t.lp"], &["t.lp"]);
    assert_eq!(exit, Some(0), "{told}");
    let program = fs::read_to_string(place.path().join("t.lp")).expect("it was written");
    assert!(has_model(&format!("{program}\nrow(1).")));
    let (exit, sql) = run_in(place.path(), &["export", "t.lp", "--to", "sql"], &[]);
    assert_eq!(exit, Some(0), "{sql}");
    // A quote within a text is doubled, so the text does not end there.
    assert!(sql.contains("= '''; DROP TABLE rows; --'"), "{sql}");
}

#[test]
fn the_terminal_is_not_steered() {
    let place = folder(&[("task.las", "bird(\u{1b}[31mtweety).\n"), ("\u{1b}[2Jx.las", "p(")]);
    for name in ["task.las", "\u{1b}[2Jx.las", "missing\u{1b}[31m.las"] {
        let (exit, told) = run_in(place.path(), &["learn", name], &[]);
        assert_eq!(exit, Some(2));
        assert!(!told.contains('\u{1b}'), "{told:?}");
    }
}

#[test]
fn the_environment_does_not_choose_programs() {
    let place = folder(&[("birds.las", BIRDS)]);
    let run = command(["learn", "birds.las"])
        .current_dir(place.path())
        .env_clear()
        .output()
        .expect("it can be run");
    let plain = xfold(["learn", &arg(&place.path().join("birds.las"))]);
    assert_eq!(run.status.code(), Some(0), "it needs nothing from the environment");
    assert_eq!(String::from_utf8_lossy(&run.stdout), plain.stdout);
}

/// Where the system calls can be watched, they are: one program is started, this one again, and no connection is made.
#[test]
#[cfg(target_os = "linux")]
fn no_other_program_and_no_network() {
    let can_watch = Command::new("strace").args(["-f", "-o", "/dev/null", "true"]).output();
    if !can_watch.is_ok_and(|output| output.status.success()) {
        xfold_suite::skipped("system calls, since strace is not installed or may not be used");
        return;
    }
    let place = folder(&[("birds.las", BIRDS)]);
    let status = Command::new("strace")
        .args(["-f", "-e", "trace=execve,connect,socket,openat,open,creat,unlink,rename", "-o", "calls"])
        .arg(env!("CARGO_BIN_EXE_xfold"))
        .args(["learn", "birds.las", "-o", "rules.lp"])
        .current_dir(place.path())
        .status()
        .expect("strace is there");
    assert!(status.success());
    let calls = fs::read_to_string(place.path().join("calls")).expect("it was written");
    let own = env!("CARGO_BIN_EXE_xfold");
    for line in calls.lines() {
        if line.contains("execve(") && !line.contains("ENOENT") {
            assert!(line.contains(own), "another program: {line}");
        }
        assert!(!line.contains("connect(") && !line.contains("socket("), "the network: {line}");
        let writes = line.contains("O_WRONLY") || line.contains("O_RDWR") || line.contains("O_CREAT");
        if writes && line.contains("open") {
            let may = ["/.xfold-", "\".xfold-", "\"./.xfold-", "/dev/null", "/proc/self/"];
            assert!(may.iter().any(|name| line.contains(name)), "it writes: {line}");
        }
    }
}
