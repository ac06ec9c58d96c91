//! `xfold learn`: what goes where, exit codes, limits, interrupts, files.

mod common;

use common::{BIRDS, BIRDS_RULES, arg, command, folder_with, xfold, xfold_with};
use std::{
    fmt::Write as _,
    fs,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// A background whose grounding derives more and more.
const ENDLESS: &str = "n(0). n(X+1) :- n(X).";

/// Random labels on many attributes: there is no pattern, but there are very many candidates.
fn pointless_task(n_rows: u64) -> String {
    let mut text = String::from("#modeh(p(var(row))).\n");
    let mut random = 1u64;
    let mut toss = || {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        random >> 40 & 1 == 1
    };
    for attribute in 0..40 {
        writeln!(text, "#modeb(a{attribute}(var(row))).").expect("memory");
        for row in (0..n_rows).filter(|_| toss()) {
            write!(text, "a{attribute}({row}). ").expect("memory");
        }
    }
    let (positive, negative): (Vec<u64>, Vec<u64>) = (0..n_rows).partition(|_| toss());
    let list = |rows: Vec<u64>| rows.iter().map(|row| format!("p({row})")).collect::<Vec<_>>().join(",");
    writeln!(text, "row(0..{}).\n#pos({{{}}}, {{{}}}).", n_rows - 1, list(positive), list(negative))
        .expect("memory");
    text
}

#[test]
fn the_first_command_of_the_help_gives_what_it_says() {
    let (_folder, task) = folder_with("birds.las", BIRDS);
    let run = xfold(["learn", &arg(&task)]);
    assert_eq!((run.stdout.as_str(), run.code), (BIRDS_RULES, Some(0)));
    assert!(
        run.stderr.starts_with("verified: 1 of 1 example holds (4 atoms) · fold · 2 rules, 3 literals · ")
    );
    assert_eq!(run.stderr.lines().count(), 1);

    let help = xfold(["--help"]).stdout;
    let lines = |text: &str| {
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let help = lines(&help);
    for line in lines(BIRDS).iter().chain(&lines(BIRDS_RULES)) {
        assert!(help.contains(line), "the help lacks: {line}");
    }
}

/// Three of six instances that nothing tells from the others, and one that a rule explains.
const LISTED: &str = "p(a; b; c; d; e; f; g). q(a; b; c; d; e; f). r(g).
    #modeh(t(var(p))). #modeb(q(var(p))). #modeb(r(var(p))).
    #pos({t(a), t(c), t(e), t(g)}, {t(b), t(d), t(f)}).";

#[test]
fn a_list_is_told_from_rules() {
    let (_folder, task) = folder_with("listed.las", LISTED);
    let run = xfold(["learn", &arg(&task)]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stdout.contains("t(X) :- X = (a;c;e).\n"), "{run:?}");
    assert!(run.stderr.contains("note[E248]") && run.stderr.contains("2 rules, 4 literals"), "{run:?}");
    assert!(run.stderr.contains("\n3 of 7 examples are listed, not explained\n"), "{run:?}");
    let json = xfold(["learn", &arg(&task), "--format", "json"]).stdout;
    let report: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((&report["n_listed"], &report["n_literals"]), (&3.into(), &4.into()));
}

#[test]
fn without_lists_there_are_rules_or_nothing() {
    let (_folder, task) = folder_with("task.las", LISTED);
    let run = xfold(["learn", &arg(&task), "--no-list"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.ends_with("t(X) :- r(X).\n"), "{run:?}");
    assert!(run.stderr.contains("t(a) is included, but not derived"), "{run:?}");
    assert!(!run.stderr.contains("listed"), "{run:?}");
    // Where rules explain everything, nothing changes.
    let (_folder, birds) = folder_with("birds.las", BIRDS);
    let run = xfold(["learn", &arg(&birds), "--no-list"]);
    assert_eq!((run.stdout.as_str(), run.code), (BIRDS_RULES, Some(0)));
}

#[test]
fn verbose_tells_what_the_exact_part_does() {
    let (_folder, task) = folder_with("birds.las", BIRDS);
    let run = xfold(["learn", &arg(&task), "--exact", "-v"]);
    assert!(run.stderr.contains("exact: worlds of the examples\n"), "{run:?}");
    assert!(run.stderr.contains("exact: choosing among "), "{run:?}");
}

#[test]
fn every_option_is_explained() {
    for name in ["learn", "check"] {
        let help = xfold([name, "--help"]).stdout;
        assert!(help.contains("EXAMPLES") && help.contains("EXIT CODES"), "{help}");
        let options = help.lines().filter(|line| line.trim_start().starts_with('-'));
        for line in options {
            let explained =
                line.trim_start().split_once("  ").is_some_and(|(_, hint)| !hint.trim().is_empty());
            assert!(explained, "no hint: {line}");
        }
    }
    assert!(xfold(["--version"]).stdout.starts_with("xfold "));
}

#[test]
fn a_task_may_come_from_standard_input_or_several_files() {
    assert_eq!(xfold_with(["learn", "-"], BIRDS).stdout, BIRDS_RULES);
    let (first, second) = BIRDS.split_once("#modeh").expect("it has modes");
    let (folder, background) = folder_with("background.lp", first);
    let examples = folder.path().join("examples.las");
    fs::write(&examples, format!("#modeh{second}")).expect("it can be written");
    assert_eq!(xfold(["learn", &arg(&background), &arg(&examples)]).stdout, BIRDS_RULES);
}

#[test]
fn the_trace_tells_how() {
    let run = xfold_with(["learn", "-v", "-"], BIRDS);
    assert_eq!(run.stdout, BIRDS_RULES);
    let story: Vec<&str> = run.stderr.lines().collect();
    let expected = [
        "fly/1: 2 positives, 2 negatives",
        "specialize fly(X). 2+ 2-",
        "  gain    0.830        2+ 1- bird(X)",
        "choose fly(X) :- bird(X). 2+ 1-",
        "nothing specializes fly(X) :- bird(X).",
        "swap: an exception to fly(X) :- bird(X). has to cover 1 negative and leave 2 positives",
        "    specialize ab(X). 1+ 2-",
        "      gain    1.585        1+ 0- penguin(X)",
        "    choose ab(X) :- penguin(X). 1+ 0-",
        "    learned ab(X) :- penguin(X). 0 positives left",
        "exception learned: fly(X) :- bird(X), not ab(X).",
        "learned fly(X) :- bird(X), not ab(X). 0 positives left",
    ];
    assert_eq!(story[..expected.len()], expected);
}

#[test]
fn colours_only_where_wanted() {
    let never = xfold_with(["learn", "-"], BIRDS);
    assert!(!never.stderr.contains('\u{1b}'));
    let always = xfold_with(["learn", "--color", "always", "-"], BIRDS);
    assert!(always.stderr.contains("\u{1b}[1;32mverified\u{1b}[0m"));
    assert_eq!(always.stdout, BIRDS_RULES);
}

/// What a command shows on a terminal, if there is `script` to make one.
#[cfg(target_os = "linux")]
fn on_terminal(command: &str, variable: Option<(&str, &str)>) -> Option<String> {
    let has_script = Command::new("script").arg("--version").output().is_ok_and(|run| run.status.success());
    if !has_script {
        xfold_suite::skipped("what is drawn on a terminal, since `script` is not installed");
        return None;
    }
    let mut shell = Command::new("script");
    shell
        .args(["-qec", command, "/dev/null"])
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .stdin(Stdio::null());
    shell.envs(variable);
    let output = shell.output().expect("it was tried before");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
#[cfg(target_os = "linux")]
fn terminals_have_colours_and_no_color_has_none() {
    let (_folder, task) = folder_with("birds.las", BIRDS);
    let learn = format!("{} learn {}", env!("CARGO_BIN_EXE_xfold"), arg(&task));
    let Some(shown) = on_terminal(&learn, None) else { return };
    assert!(shown.contains("\u{1b}[1;32mverified"), "{shown:?}");
    let plain = on_terminal(&learn, Some(("NO_COLOR", "1"))).expect("script is there");
    assert!(plain.contains("verified") && !plain.contains('\u{1b}'), "{plain:?}");
    let quiet = on_terminal(&format!("{learn} --quiet"), None).expect("script is there");
    assert_eq!(quiet.replace('\r', ""), BIRDS_RULES);
}

#[test]
#[cfg(unix)]
fn an_interrupted_table_keeps_its_rules() {
    // Noise has no rules, so that looking for them takes long.
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 40
    };
    let mut text: String = (0..30).map(|column| format!("c{column},")).collect::<String>() + "y\n";
    for _ in 0..20_000 {
        let cells: Vec<u64> = (0..30).map(|_| random() % 1000).collect();
        let class = if (cells[0] > 500) != (random() % 4 == 0) { "a" } else { "b" };
        cells.iter().for_each(|cell| text.push_str(&format!("{cell},")));
        text.push_str(&format!("{class}\n"));
    }
    let (_folder, table) = folder_with("noise.csv", &text);
    let args = [arg(&table), "--target".into(), "y".into(), "--brevity".into(), "0.001".into()];
    let run = interrupted(&args, 1);
    assert_eq!(run.code, Some(3), "{run:?}");
    assert!(run.stderr.contains("stopping with the best so far"), "{}", run.stderr);
    if !run.stdout.is_empty() {
        xfold_asp::parse_rules(&run.stdout).expect("what is printed is a program");
        assert!(run.stderr.contains("the best so far"), "{}", run.stderr);
    }
}

#[test]
fn what_fails_is_told_and_stays_in_the_rules() {
    let task = "p(a). q(a). r(b). #modeh(t(var(any))). #modeb(p(var(any))).
                #pos(good, {t(a)}, {t(b)}). #pos(bad, {t(b)}, {t(a)}).";
    let run = xfold_with(["learn", "--learner", "fold", "-"], task);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.starts_with("% not verified: "), "{run:?}");
    assert!(run.stderr.contains("not verified: ") && run.stderr.contains("#pos bad fails"), "{run:?}");
}

#[test]
fn wrong_labels_are_counted() {
    let run = xfold(["learn", "--noise", &common::suite_task("noisy_default")]);
    assert_eq!(run.code, Some(0));
    assert!(run.stderr.contains("76 of 80 right (TP 35, FP 1, FN 3, TN 41)"), "{}", run.stderr);
}

#[test]
fn hidden_types_are_for_reading() {
    let task = common::suite_task("everything_but");
    let plain = xfold(["learn", "-q", &task]);
    let hidden = xfold(["learn", "-q", "--hide-types", &task]);
    assert_eq!((plain.code, hidden.code), (Some(0), Some(0)), "{hidden:?}");
    assert!(plain.stdout.contains("item(X)") && !hidden.stdout.contains("item(X)"), "{plain:?} {hidden:?}");
    assert!(hidden.stdout.starts_with("% types are left out"));
}

#[test]
fn a_file_is_written_whole() {
    let (folder, task) = folder_with("birds.las", BIRDS);
    let rules = folder.path().join("rules.lp");
    fs::write(&rules, "old").expect("it can be written");
    let run = xfold(["learn", &arg(&task), "-o", &arg(&rules)]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(&rules).expect("it is there"), BIRDS_RULES);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing else is left");

    // An error leaves the old file as it was, and is found before any work.
    fs::write(&task, "oops").expect("it can be written");
    assert_eq!(xfold(["learn", &arg(&task), "-o", &arg(&rules)]).code, Some(2));
    assert_eq!(fs::read_to_string(&rules).expect("it is there"), BIRDS_RULES);
    let nowhere = xfold_with(["learn", "-", "-o", "no/such/folder/rules.lp"], BIRDS);
    assert_eq!(nowhere.code, Some(2));
    assert!(nowhere.stderr.contains("cannot write no/such/folder/rules.lp"), "{}", nowhere.stderr);
}

#[test]
#[cfg(unix)]
fn devices_and_links_are_not_replaced() {
    let (folder, task) = folder_with("birds.las", BIRDS);
    assert_eq!(xfold(["learn", &arg(&task), "-o", "/dev/null"]).code, Some(0));
    let (real, link) = (folder.path().join("real.lp"), folder.path().join("link.lp"));
    fs::write(&real, "old").expect("it can be written");
    std::os::unix::fs::symlink(&real, &link).expect("links are there");
    assert_eq!(xfold(["learn", &arg(&task), "-o", &arg(&link)]).code, Some(0));
    assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
    assert_eq!(fs::read_to_string(&real).expect("it is there"), BIRDS_RULES);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let (_folder, task) = folder_with("birds.las", BIRDS);
    let mut child = command(["learn", &arg(&task)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command can be run");
    drop(child.stdout.take());
    let run = common::Run::from(child.wait_with_output().expect("it ends"));
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    assert_eq!(run.code, Some(0));
}

#[test]
fn the_time_limit_keeps_the_best_so_far() {
    let (_folder, task) = folder_with("pointless.las", &pointless_task(3000));
    let started = Instant::now();
    let run = xfold(["learn", &arg(&task), "--time-limit", "0.7"]);
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    assert_eq!(run.code, Some(3), "{run:?}");
    assert!(run.stderr.contains("stopped by the time limit"), "{}", run.stderr);
    assert!(run.stdout.starts_with("% not verified: stopped by the time limit\n"), "{}", run.stdout);
    xfold_asp::parse_rules(&run.stdout).expect("what is printed is a program");
}

#[test]
#[cfg(unix)]
fn the_first_interrupt_stops_with_the_best_so_far() {
    let (_folder, task) = folder_with("pointless.las", &pointless_task(3000));
    let run = interrupted(&[arg(&task)], 1);
    assert_eq!(run.code, Some(3), "{run:?}");
    assert!(run.stderr.contains("stopping with the best so far"), "{}", run.stderr);
    assert!(run.stdout.starts_with("% not verified: stopped by the interrupt\n"), "{}", run.stdout);
    xfold_asp::parse_rules(&run.stdout).expect("what is printed is a program");

    let (_folder, task) = folder_with("endless.las", &format!("{ENDLESS}{BIRDS}"));
    let run = interrupted(&[arg(&task)], 1);
    assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""), "{run:?}");
    assert!(run.stderr.contains("before anything was learned"), "{}", run.stderr);
}

/// What stops a service or a container, and the end of a terminal, keep the best so far as well.
#[test]
#[cfg(unix)]
fn other_signals_stop_like_ctrl_c() {
    let (_folder, task) = folder_with("pointless.las", &pointless_task(3000));
    for signal in ["-TERM", "-HUP"] {
        // A process started by `nohup` ignores the end of its terminal, and so does the command then.
        let own = Command::new("sh").args(["-c", &format!("kill {signal} $$; exit 0")]).status();
        if own.is_ok_and(|status| status.success()) {
            xfold_suite::skipped(format_args!("{signal}, which is ignored here"));
            continue;
        }
        let run = signalled(&[arg(&task)], signal, 1);
        assert_eq!(run.code, Some(3), "{run:?}");
        assert!(run.stdout.starts_with("% not verified: stopped by the interrupt\n"), "{}", run.stdout);
    }
}

/// Runs `learn` and presses Ctrl-C after a while.
#[cfg(unix)]
fn interrupted(args: &[String], times: usize) -> common::Run {
    signalled(args, "-INT", times)
}

/// Runs `learn` and sends it a signal after a while.
#[cfg(unix)]
fn signalled(args: &[String], signal: &str, times: usize) -> common::Run {
    let mut command = command(["learn"]);
    let child = command
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command can be run");
    for _ in 0..times {
        std::thread::sleep(Duration::from_millis(700));
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.expect("there is kill").success());
    }
    let started = Instant::now();
    let run = child.wait_with_output().expect("it ends").into();
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    run
}

#[test]
#[cfg(target_os = "linux")]
fn limits_hold_for_the_exact_part() {
    let modes = "#modeh(p). #modeb(r(var(t),var(t))). #maxv(2). #pos({p}, {}).";
    // A join that derives nothing, and one that derives too much.
    let silent = "q(1..2000). r(1,1) :- q(X), q(Y), q(Z), X*Y+Z = -1.";
    let large = "q(1..9000). r(X,Y) :- q(X), q(Y), X != Y.";
    for (background, limit, value, expected) in
        [(silent, "--time-limit", "0.5", "time limit"), (large, "--memory-limit", "80M", "memory limit")]
    {
        let start = Instant::now();
        let run = xfold_with(["learn", "--exact", limit, value, "-"], &format!("{background}\n{modes}"));
        assert_eq!(run.code, Some(3), "{run:?}");
        assert!(run.stderr.contains(expected), "{run:?}");
        assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    }
}
