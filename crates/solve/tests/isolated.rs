//! The solver in its own process: the same answers, and limits that hold whatever it does.

mod common;

use common::{ask, assume, ground, limit, line, pigeons};
use std::{
    io::Write,
    process::{Command, Stdio},
    sync::atomic::Ordering,
    thread,
    time::{Duration, Instant},
};
use xfold_asp::symbols::{Signature, Symbols, show_atom};
use xfold_solve::{Clingo, Input, Isolated, Keep, LimitReached, Limits, Query, SolveError, Solver, Which};

const WORKER: &str = env!("CARGO_BIN_EXE_xfold-solve-worker");
/// A join of eight thousand million combinations that derives nothing: nothing but a signal stops it.
const SILENT: &str = "q(1..2000). bad :- q(X), q(Y), q(Z), X*Y+Z = -1.";
const ENDLESS: &str = "n(0). n(X+1) :- n(X).";

fn isolated() -> Isolated {
    Isolated::new(WORKER.into(), Vec::new())
}

fn program(text: &str) -> Input {
    let mut input = Input::new();
    input.push(text, None);
    input
}

/// The limit under which a program cannot be ground, and that it did not take ages to find out (other work may keep the machine busy).
fn ground_under(text: &str, limits: &Limits) -> LimitReached {
    let start = Instant::now();
    let reached = limit(isolated().ground(&program(text), limits));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    reached
}

#[test]
fn the_same_answers_as_in_the_process() {
    for program in [
        "",
        "a :- not b. b :- not a.",
        "a :- not a.",
        "p(1..3). {q(X)} :- p(X).",
        "p(\"x\\\"y\\n\\\\ü\",f(-1,(a,),()),-g(#inf),#sup). -q(1). 1 {r((1,2)); r(())}.",
        "1 {a; b; c} 2. :- c, not b. :~ a. [3@1] :~ b. [2@2] :~ c. [-1@1]",
        "{a(1..12)}. :- #sum{X : a(X)} > 20. #show.",
    ] {
        let rules = |solver: &dyn Solver| {
            let mut ground = solver
                .ground_and_keep(&self::program(program), Keep::Rules, &Limits::none())
                .expect("it is ground");
            let mut symbols = Symbols::default();
            let taken = ground.take_rules(&mut symbols, &Limits::none()).expect("its rules are kept");
            let atoms: Vec<String> =
                taken.atoms.iter().map(|(signature, args)| show_atom(signature, args, &symbols)).collect();
            (taken.rules, atoms, taken.numbers)
        };
        assert_eq!(rules(&Clingo), rules(&isolated()), "{program}");
        let (mut here, mut there) = (ground(&Clingo, program), ground(&isolated(), program));
        assert_eq!(here.remarks().len(), there.remarks().len());
        for which in [Which::Any, Which::Random(3), Which::Optimal, Which::Brave, Which::Cautious] {
            for show in [None, Some(vec![Signature::new("q", 1), Signature::new("p", 1)])] {
                for assumptions in ["", "a -b", "q(2) -q(1)", "a(7) a(8) a(9)"] {
                    let query =
                        Query { which, most: 5, assumptions: assume(assumptions), show: show.clone() };
                    let ((lines, answer), (their_lines, theirs)) =
                        (ask(&mut *here, &query), ask(&mut *there, &query));
                    assert_eq!(lines, their_lines, "{program}");
                    assert_eq!((answer.complete, answer.core), (theirs.complete, theirs.core), "{program}");
                }
            }
        }
    }
}

#[test]
fn symbols_are_numbered_in_the_callers_table() {
    let mut grounded = ground(&isolated(), "p(f(x,1)). p(y).");
    let mut symbols = Symbols::default();
    let (y, one) = (symbols.constant("y"), symbols.number(1));
    for _ in 0..2 {
        let answer =
            grounded.solve(&Query::default(), &mut symbols, &Limits::none()).expect("no limit is reached");
        assert_eq!(line(&answer.models[0], &symbols), "p(f(x,1)) p(y)");
    }
    assert_eq!((symbols.constant("y"), symbols.number(1), symbols.len()), (y, one, 4));
}

#[test]
fn positions_of_errors_and_remarks() {
    let origin = xfold_asp::span::Span::new(100, 117);
    let mut input = Input::new();
    input.push("a.", None);
    input.push("p(X) :- not q(X).", Some(origin));
    let Err(SolveError::Rejected(diagnostics)) = isolated().ground(&input, &Limits::none()) else {
        panic!("the rule is unsafe")
    };
    assert_eq!((diagnostics[0].code, diagnostics[0].labels[0].0.start), ("E102", 102));
    let mut input = Input::new();
    input.push("p :- q(1).", Some(origin));
    let grounded = isolated().ground(&input, &Limits::none()).expect("it is only a remark");
    assert_eq!(grounded.remarks()[0].message, "q/1 occurs in no head");
    assert!(isolated().ground(&program("#script (lua) #end."), &Limits::none()).is_err());
}

#[test]
fn time_limit_while_grounding() {
    let limits = || Limits::none().with_time(Duration::from_millis(300));
    assert_eq!(ground_under(SILENT, &limits()), LimitReached::Time);
    assert_eq!(ground_under(ENDLESS, &limits()), LimitReached::Time);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_limit_while_grounding() {
    for megabytes in [16, 64] {
        let limits = Limits::none().with_memory(megabytes << 20);
        assert_eq!(ground_under(ENDLESS, &limits), LimitReached::Memory);
        let mut small = isolated().ground(&program("{a(1..9)}."), &limits).expect("it needs little");
        assert_eq!(ask(&mut *small, &Query { which: Which::Brave, ..Query::default() }).0.len(), 1);
    }
}

#[test]
fn stop_flag_while_grounding() {
    let limits = Limits::none();
    let flag = limits.stop_flag();
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        flag.store(true, Ordering::Relaxed);
    });
    assert_eq!(ground_under(SILENT, &limits), LimitReached::Interrupt);
    stopper.join().expect("the stopper does not panic");
}

#[test]
fn time_limit_while_solving_and_life_after_it() {
    let mut grounded = ground(&isolated(), &pigeons(12));
    let start = Instant::now();
    let limits = Limits::none().with_time(Duration::from_millis(200));
    assert_eq!(
        limit(grounded.solve(&Query::default(), &mut Symbols::default(), &limits)),
        LimitReached::Time
    );
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    let query = Query { assumptions: assume("in(1,1) in(2,1)"), ..Query::default() };
    assert_eq!(ask(&mut *grounded, &query).1.core, [0, 1]);
}

#[test]
fn a_million_atoms_come_over() {
    let mut grounded = ground(&isolated(), "p(X,Y) :- X = 1..1000, Y = 1..1000.");
    let mut symbols = Symbols::default();
    let answer =
        grounded.solve(&Query::default(), &mut symbols, &Limits::none()).expect("no limit is reached");
    assert_eq!((answer.models[0].atoms.len(), symbols.len()), (1_000_000, 1000));
}

#[test]
#[cfg(unix)]
fn what_is_no_worker_fails() {
    for (command, args) in
        [("/nowhere/at/all", vec![]), ("sh", vec!["-c", "echo oh >&2; exit 3"]), ("cat", vec![])]
    {
        let solver = Isolated::new(command.into(), args.into_iter().map(Into::into).collect());
        match solver.ground(&program("a."), &Limits::none()) {
            Err(SolveError::Failed(reason)) => assert!(command != "sh" || reason.contains("oh"), "{reason}"),
            Err(other) => panic!("{command}: {other}"),
            Ok(_) => panic!("{command} cannot ground"),
        }
    }
    let deaf = Isolated::new("sh".into(), vec!["-c".into(), "exec sleep 60".into()]);
    let limits = Limits::none().with_time(Duration::from_millis(100));
    let large = "a. ".repeat(1_000_000);
    assert_eq!(
        limit(deaf.ground(&program(&large), &limits)),
        LimitReached::Time,
        "though it never reads its input"
    );
}

/// A solver whose workers are started by a script in a folder.
#[cfg(unix)]
fn started_by(folder: &std::path::Path, script: &str) -> Isolated {
    let script = format!("cd '{}'\n{script}", folder.display());
    Isolated::new("sh".into(), vec!["-c".into(), script.into()])
}

#[test]
#[cfg(unix)]
fn a_worker_that_somebody_kills_is_no_limit() {
    for signal in ["KILL", "TERM", "HUP"] {
        // A process started by `nohup` ignores the end of its terminal, and children inherit that.
        let own = Command::new("sh").args(["-c", &format!("kill -{signal} $$; exit 0")]).status();
        if own.is_ok_and(|status| status.success()) {
            eprintln!("skipped: SIG{signal} is ignored here");
            continue;
        }
        let killed = Isolated::new("sh".into(), vec!["-c".into(), format!("kill -{signal} $$").into()]);
        match killed.ground(&program("a."), &Limits::none().with_memory(1 << 30)) {
            Err(SolveError::Failed(reason)) => assert!(reason.contains("was killed (signal"), "{reason}"),
            Err(other) => panic!("{signal}: {other:?}"),
            Ok(_) => panic!("{signal}: it cannot ground"),
        }
    }
    // An abort is no lack of memory either, unless it says so.
    for (script, expected) in [("kill -ABRT $$", None), ("echo bad_alloc >&2; kill -ABRT $$", Some(()))] {
        let aborted = Isolated::new("sh".into(), vec!["-c".into(), script.into()]);
        let limits = Limits::none().with_memory(1 << 30);
        let found = aborted.ground(&program("a."), &limits).err().expect("it cannot ground");
        let is_memory = matches!(found, SolveError::Limit(LimitReached::Memory));
        assert_eq!(is_memory, expected.is_some(), "{found:?}");
    }
}

/// The first worker is killed while it grounds, the second does its work.
#[test]
#[cfg(unix)]
fn another_worker_does_the_work_of_one_that_was_killed() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("killed workers");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("there is a folder");
    let script = format!("if [ -e again ]; then exec '{WORKER}'; fi; touch again; kill -KILL $$");
    let solver = started_by(&folder, &script);
    let mut grounded =
        solver.ground(&program("1 {a; b} 1."), &Limits::none()).expect("the second one grounds");
    let id = || std::fs::read_to_string(folder.join("id")).ok().map(|id| id.trim().to_owned());
    let query = Query { most: 0, ..Query::default() };
    let mut symbols = Symbols::default();
    let answer = grounded.solve(&query, &mut symbols, &Limits::none()).expect("it answers");
    assert_eq!((answer.models.len(), id()), (2, None));

    // Workers that wait for queries are killed.
    let script = format!("echo $$ > id; exec '{WORKER}'");
    let solver = started_by(&folder, &script);
    let mut grounded = solver.ground(&program("1 {a; b; c} 1."), &Limits::none()).expect("it grounds");
    let first = id().expect("it told its number");
    assert!(Command::new("kill").args(["-KILL", &first]).status().expect("kill is there").success());
    let answer = grounded.solve(&query, &mut symbols, &Limits::none()).expect("another one answers");
    assert_eq!(answer.models.len(), 3);
    let second = id().expect("it told its number");
    assert_ne!(first, second);
    assert!(Command::new("kill").args(["-KILL", &second]).status().expect("kill is there").success());
    let gone = grounded.solve(&query, &mut symbols, &Limits::none());
    assert!(matches!(gone, Err(SolveError::Failed(_))), "once is enough: {gone:?}");
}

/// A worker that we talk to by hand: the frame asks it to ground the silent join.
#[test]
#[cfg(unix)]
fn a_worker_leaves_signals_to_its_parent_and_ends_with_it() {
    let mut child =
        Command::new(WORKER).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let body = [&[0, SILENT.len() as u8], SILENT.as_bytes(), &[0, 0]].concat();
    stdin.write_all(&[&(body.len() as u64).to_le_bytes(), &body[..]].concat()).expect("it reads");
    thread::sleep(Duration::from_millis(200));
    for signal in ["-INT", "-TERM", "-HUP"] {
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill is there").success());
    }
    thread::sleep(Duration::from_millis(100));
    assert!(child.try_wait().expect("it is our child").is_none(), "it works on");
    drop(stdin);
    let start = Instant::now();
    while child.try_wait().expect("it is our child").is_none() {
        assert!(start.elapsed() < Duration::from_secs(5), "it outlives its parent");
        thread::sleep(Duration::from_millis(5));
    }
}
