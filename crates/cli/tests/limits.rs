//! Limits hold, whatever a command is doing: reading, learning, checking, printing, freeing memory.
//!
//! The bounds are generous, as tests run on busy machines. What is measured on an idle one is in the manual.
#![cfg(target_os = "linux")]

mod common;

use common::{Run, command, folder_with};
use std::{
    fmt::Write as _,
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// How late a command may be here; the promise is a third of a second.
const LATE: Duration = Duration::from_millis(2500);

/// A small task.
const TASK: &str = "p(a). q(b).\n#modeh(t(var(any))). #modeb(p(var(any))).\n#pos({t(a)}, {t(b)}).\n";

fn start(folder: &Path, args: &[&str]) -> Child {
    let mut command = command(args);
    command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command can be run")
}

/// Runs a command under a time limit of a second, and sees to it that it keeps it.
fn in_a_second(folder: &Path, args: &[&str]) -> Run {
    let started = Instant::now();
    let mut args = args.to_vec();
    args.extend(["--time-limit", "1"]);
    let run: Run = start(folder, &args).wait_with_output().expect("it ends").into();
    let took = started.elapsed();
    assert!(took < Duration::from_secs(1) + LATE, "{args:?} took {took:?}");
    assert_eq!(run.code, Some(3), "{args:?}: {run:?}");
    // A diagnosis is output: it says there that a limit ended the run that it is about.
    let says = [&run.stderr, &run.stdout].iter().any(|text| text.contains("time limit"));
    assert!(says, "{args:?}: {run:?}");
    run
}

/// Two binary relations without a pattern.
fn large_task(n_facts: usize) -> String {
    let mut text = String::new();
    let mut random = 7u64;
    let mut next = |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    let n_values = (n_facts / 10) as u64;
    for predicate in ["p", "q"] {
        for _ in 0..n_facts / 2 {
            let _ = writeln!(text, "{predicate}(n{},n{}).", next(n_values), next(n_values));
        }
    }
    text += "#modeh(t(var(any))).\n#modeb(p(var(any),var(any))).\n#modeb(q(var(any),var(any))).\n";
    let atoms = |from: u64, to: u64| (from..to).map(|n| format!("t(n{n})")).collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "#pos({{{}}}, {{{}}}).", atoms(0, 400), atoms(400, 800));
    text
}

/// A table of many classes.
fn many_classes(n_rows: usize, n_classes: usize) -> String {
    let mut text = "a,b,c,class\n".to_string();
    let mut random = 11u64;
    for _ in 0..n_rows {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (a, b, c) = (random >> 40 & 1023, random >> 20 & 1023, random >> 50 & 7);
        let class = (a * 7 + c * 31 + (b & 3)) as usize % n_classes;
        let _ = writeln!(text, "{a},{b},{c},k{class}");
    }
    text
}

/// A task of many small worlds.
fn many_examples(n_examples: usize) -> String {
    let mut text = "#modeh(t(var(any))).\n#modeb(s(var(any),var(any))).\n".to_string();
    for number in 0..n_examples {
        let (a, b) = (number % 19, number % 23);
        let _ = writeln!(text, "#pos(e{number}, {{t({a})}}, {{t({})}}, {{s({a},{b}).}}).", b + 40);
    }
    text
}

#[test]
fn a_pipe_without_a_writer() {
    let (folder, _) = folder_with("task.las", TASK);
    for pipe in ["pipe.las", "pipe.csv", "pipe.pl"] {
        let made = Command::new("mkfifo").arg(pipe).current_dir(&folder).status().expect("there is mkfifo");
        assert!(made.success());
    }
    for args in [
        &["learn", "pipe.las"][..],
        &["learn", "pipe.pl"],
        &["learn", "pipe.csv", "--target", "a"],
        &["eval", "pipe.csv", "--target", "a"],
        &["check", "task.las", "pipe.las"],
        &["check", "pipe.csv", "pipe.las"],
        &["predict", "pipe.las", "pipe.csv"],
        &["explain", "pipe.las", "task.las"],
        &["export", "pipe.las", "--to", "sql"],
        &["convert", "pipe.las", "--to", "ilasp"],
        &["diagnose", "pipe.las"],
    ] {
        let run = in_a_second(folder.path(), args);
        assert_eq!(run.stdout, "", "{args:?}");
    }
}

#[test]
fn an_endless_input() {
    let (folder, _) = folder_with("task.las", TASK);
    for command in ["xfold learn -", "xfold learn - --target 1", "xfold export - --to sql"] {
        let program = Path::new(env!("CARGO_BIN_EXE_xfold")).parent().expect("it is in a folder");
        let started = Instant::now();
        let line = format!("yes 'p(a). ' | PATH={}:$PATH {command} --time-limit 1", program.display());
        let output = Command::new("sh").args(["-c", &line]).current_dir(&folder).output();
        let run: Run = output.expect("there is a shell").into();
        assert!(started.elapsed() < Duration::from_secs(1) + LATE, "{command}: {:?}", started.elapsed());
        assert_eq!(run.code, Some(3), "{command}: {run:?}");
    }
    for device in ["/dev/zero", "/dev/urandom"] {
        for args in [&["learn", device][..], &["learn", device, "--target", "1"], &["check", device, device]]
        {
            let run: Run = start(folder.path(), args).wait_with_output().expect("it ends").into();
            assert_eq!(run.code, Some(2), "{args:?}: {run:?}");
        }
    }
}

#[test]
fn a_pipe_is_read_like_a_file() {
    let (folder, _) = folder_with("task.las", TASK);
    let table = many_classes(300, 3);
    fs::write(folder.path().join("table.csv"), &table).expect("it can be written");
    let printed = |line: &str| {
        let program = Path::new(env!("CARGO_BIN_EXE_xfold")).parent().expect("it is in a folder");
        let line = format!("PATH={}:$PATH; {line}", program.display());
        let output = Command::new("sh").args(["-c", &line]).current_dir(&folder).output();
        let run: Run = output.expect("there is a shell").into();
        assert_eq!(run.code, Some(0), "{line}: {run:?}");
        run.stdout
    };
    let expected = printed("xfold learn table.csv --target class");
    assert_eq!(printed("cat table.csv | xfold learn /dev/stdin --target class"), expected);
    assert_eq!(printed("mkfifo p.csv; cat table.csv > p.csv & xfold learn p.csv --target class"), expected);
    assert_eq!(printed("cat task.las | xfold learn /dev/stdin"), printed("xfold learn task.las"));
}

#[test]
fn large_tasks_and_tables() {
    let (folder, _) = folder_with("large.las", &large_task(100_000));
    fs::write(folder.path().join("classes.csv"), many_classes(200_000, 300)).expect("it can be written");
    in_a_second(folder.path(), &["learn", "large.las"]);
    in_a_second(folder.path(), &["diagnose", "large.las"]);
    in_a_second(folder.path(), &["learn", "classes.csv", "--target", "class"]);
    fs::write(folder.path().join("examples.las"), many_examples(400_000)).expect("it can be written");
    in_a_second(folder.path(), &["learn", "examples.las"]);
}

#[test]
fn the_best_so_far_of_a_table_is_printed() {
    let (folder, _) = folder_with("classes.csv", &many_classes(300_000, 600));
    let args = ["learn", "classes.csv", "--target", "class", "--time-limit", "3"];
    let run: Run = start(folder.path(), &args).wait_with_output().expect("it ends").into();
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("stopped by the time limit"), "{}", run.stderr);
    assert!(run.stderr.contains("best so far"), "{}", run.stderr);
    let rules = folder.path().join("rules.lp");
    fs::write(&rules, &run.stdout).expect("it can be written");
    let run: Run = start(folder.path(), &["export", "rules.lp", "--to", "words"])
        .wait_with_output()
        .expect("it ends")
        .into();
    assert_eq!(run.code, Some(0), "what is printed reads back: {}", run.stderr);
}

#[test]
fn an_interrupt_is_heard_at_once() {
    let (folder, _) = folder_with("large.las", &large_task(100_000));
    fs::write(folder.path().join("classes.csv"), many_classes(200_000, 300)).expect("it can be written");
    let made = Command::new("mkfifo").arg("pipe.las").current_dir(&folder).status().expect("there is mkfifo");
    assert!(made.success());
    for args in
        [&["learn", "large.las"][..], &["learn", "classes.csv", "--target", "class"], &["learn", "pipe.las"]]
    {
        let child = start(folder.path(), args);
        std::thread::sleep(Duration::from_millis(800));
        let pressed = Instant::now();
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(sent.expect("there is kill").success());
        let run: Run = child.wait_with_output().expect("it ends").into();
        assert!(pressed.elapsed() < LATE, "{args:?}: {:?}", pressed.elapsed());
        assert_eq!(run.code, Some(3), "{args:?}: {run:?}");
    }
}

#[test]
fn memory_is_that_of_all_processes() {
    let (folder, _) = folder_with("many.las", &many_examples(60_000));
    let ground = "q(1..9000). r(X,Y) :- q(X), q(Y), X != Y.\n#pos({t(1)}, {}). #modeh(t(var(q))). #modeb(r(var(q),var(q))).\n";
    fs::write(folder.path().join("ground.las"), ground).expect("it can be written");
    for file in ["many.las", "ground.las"] {
        let mut child =
            start(folder.path(), &["learn", file, "--memory-limit", "100M", "--time-limit", "60"]);
        let mut most = 0;
        while child.try_wait().expect("it can be asked").is_none() {
            most = most.max(with_children(child.id()));
            std::thread::sleep(Duration::from_millis(2));
        }
        let run: Run = child.wait_with_output().expect("it ends").into();
        assert_eq!(run.code, Some(3), "{file}: {run:?}");
        assert!(run.stderr.contains("memory limit"), "{file}: {run:?}");
        assert!(most < 130 << 20, "{file}: {most}");
    }
}

/// The memory of a process and its children, in bytes.
fn with_children(process: u32) -> u64 {
    let resident = |process: &str| -> u64 {
        let statm = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
        statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
    };
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let children: u64 = children.map(|list| list.split_whitespace().map(resident).sum::<u64>()).sum();
    resident(&process.to_string()) + children
}

#[test]
fn sizes_from_the_input_are_bounded() {
    let (folder, _) = folder_with("bk.pl", "r(a).\n");
    fs::write(folder.path().join("exs.pl"), "pos(f(a)).\nneg(f(b)).\n").expect("it can be written");
    for (name, arity) in
        [("head_pred", 2_147_483_647), ("body_pred", 2_147_483_647), ("body_pred", 30_000_000)]
    {
        let other = if name == "head_pred" { "body_pred(r,1)" } else { "head_pred(f,1)" };
        let bias = format!("{other}.\n{name}(f,{arity}).\n");
        fs::write(folder.path().join("bias.pl"), bias).expect("it can be written");
        let mut child = start(folder.path(), &["learn", "."]);
        let mut most = 0;
        while child.try_wait().expect("it can be asked").is_none() {
            most = most.max(with_children(child.id()));
            std::thread::sleep(Duration::from_millis(1));
        }
        let run: Run = child.wait_with_output().expect("it ends").into();
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.stderr.contains("error[E225]") && run.stderr.contains("bias.pl:2:1"), "{run:?}");
        assert!(most < 200 << 20, "{most}");
    }
}
