//! What happens when something fails.

use crate::{
    local::{Recorded, corrupt},
    nodes::{Cluster, Process, address},
    sums::{ask, total},
    tables::{TOTAL, rows_per_part, write_files, write_parquet},
};
use std::{
    net::TcpListener,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};
use xfold_cluster::{
    BallistaEngine, ClientOptions, Engine, EngineError, TableOptions, Uncontrolled, VERSION,
};

/// Seconds, not minutes, on a busy machine too.
const SOON: Duration = Duration::from_secs(40);

#[test]
fn an_executor_killed_in_the_middle() {
    let folder = tempfile::tempdir().unwrap();
    let location = write_files(folder.path(), 7);
    let mut cluster = Cluster::start(2);
    let engine = cluster.open(&location, &rows_per_part(1000));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| engine.run(b"slow 1500", None, &Uncontrolled));
        std::thread::sleep(Duration::from_millis(700));
        cluster.executors[0].kill();
        let answers = running.join().unwrap().unwrap();
        let answers: Vec<String> = answers.into_iter().map(|text| String::from_utf8(text).unwrap()).collect();
        assert_eq!(total(&answers), TOTAL);
    });
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    cluster.scheduler.wait_for("lost (1 left)");
    // What the lost one had is read again by the other.
    assert_eq!(total(&ask(&engine, "sum").unwrap()), TOTAL);
    // A new one takes part.
    cluster.add_executor("--threads 2");
    cluster.scheduler.wait_for("(2 in all)");
    let new = cluster.executors[1].id();
    let newcomer = cluster.executors.last().unwrap().id();
    assert_ne!(new, newcomer);
    assert_eq!(total(&ask(&engine, "sum").unwrap()), TOTAL);
}

#[test]
fn a_scheduler_that_goes_away() {
    let folder = tempfile::tempdir().unwrap();
    let location = write_files(folder.path(), 2);
    let mut cluster = Cluster::start(1);
    let engine = cluster.open(&location, &TableOptions::default());
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| engine.run(b"slow 30000", None, &Uncontrolled));
        std::thread::sleep(Duration::from_millis(500));
        cluster.scheduler.kill();
        let error = running.join().unwrap().unwrap_err();
        assert!(matches!(&error, EngineError::Lost(what) if what.contains("scheduler")), "{error:?}");
        assert!(error.to_string().contains(&cluster.address), "{error}");
    });
    assert!(matches!(ask(&engine, "sum"), Err(EngineError::Lost(_))));
    assert!(begun.elapsed() < SOON);
    cluster.executors[0].wait_for("does not answer");
    assert!(matches!(
        cluster.try_open(&location, &TableOptions::default()),
        Err(EngineError::Unreachable { .. })
    ));
    // A new one at the same address: the executor registers with it, and the client finds it.
    let (_, port) = cluster.address.rsplit_once(':').unwrap();
    cluster.scheduler = Process::start(&format!("scheduler --port {port}"), None);
    cluster.scheduler.wait_for("(1 in all)");
    assert_eq!(total(&ask(&engine, "sum").unwrap()), TOTAL);
}

#[test]
fn nobody_answers() {
    let folder = tempfile::tempdir().unwrap();
    let location = [write_files(folder.path(), 1)];
    let options = TableOptions::default();
    let soon =
        || ClientOptions { wait_for_executors: Duration::from_millis(200), ..ClientOptions::default() };
    // A port at which nobody listens.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let error =
        BallistaEngine::open(&format!("ballista://{free}"), &location, &options, soon()).err().unwrap();
    assert!(matches!(error, EngineError::Unreachable { .. }), "{error:?}");
    assert!(error.to_string().contains(&free) && error.to_string().contains("xfold-cluster scheduler"));
    // Something else listens.
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap().to_string();
    std::thread::spawn(move || while other.accept().is_ok() {});
    let error = BallistaEngine::open(&address, &location, &options, soon()).err().unwrap();
    assert!(matches!(error, EngineError::Unreachable { .. }), "{error:?}");
    // A scheduler without executors.
    let cluster = Cluster::start_with(0, "");
    let error = BallistaEngine::open(&cluster.address, &location, &options, soon()).err().unwrap();
    assert_eq!(error, EngineError::NoExecutors { address: cluster.address.clone() });
}

#[test]
fn all_executors_are_lost() {
    let folder = tempfile::tempdir().unwrap();
    let location = [write_files(folder.path(), 2)];
    let mut cluster = Cluster::start(1);
    let client = ClientOptions { wait_for_executors: Duration::from_secs(1), ..ClientOptions::default() };
    let engine = BallistaEngine::open(&cluster.address, &location, &TableOptions::default(), client).unwrap();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| engine.run(b"slow 60000", None, &Uncontrolled));
        std::thread::sleep(Duration::from_millis(500));
        cluster.executors[0].kill();
        let error = running.join().unwrap().unwrap_err();
        assert!(matches!(error, EngineError::NoExecutors { .. } | EngineError::Lost(_)), "{error:?}");
    });
    assert!(begun.elapsed() < SOON);
}

#[test]
fn other_versions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let location = [write_files(folder.path(), 1)];
    let options = TableOptions::default();
    let old = "xfold 0.0.1";
    let scheduler = Process::start("scheduler", Some(old));
    let at = address(&scheduler);
    let error = BallistaEngine::open(&at, &location, &options, ClientOptions::default()).err().unwrap();
    assert!(matches!(&error, EngineError::Version { theirs, ours, .. } if theirs == old && ours == VERSION));
    assert!(error.to_string().contains("same version"), "{error}");
    // An executor does not work for it either.
    let mut executor = Process::start(&format!("executor --scheduler {at} --port 0 --grpc-port 0"), None);
    executor.wait_for("install the same version everywhere");
    assert_eq!(executor.code(), Some(1));
    // A client that says it is as old as the scheduler meets programs that read its requests as what they are.
    let cluster = Cluster::start(1);
    let client = ClientOptions { version: old.into(), ..ClientOptions::default() };
    let error = BallistaEngine::open(&cluster.address, &location, &options, client).err().unwrap();
    assert!(matches!(&error, EngineError::Version { theirs, ours, .. } if theirs == VERSION && ours == old));
}

#[test]
fn a_corrupt_part_and_one_that_changed() {
    let folder = tempfile::tempdir().unwrap();
    let location = write_files(folder.path(), 2);
    let cluster = Cluster::start(1);
    let engine = cluster.open(&location, &TableOptions::default());
    let file = folder.path().join("part-01.parquet");
    write_parquet(&file, 0..3, 10);
    for error in [ask(&engine, "fresh").unwrap_err(), engine.check_unchanged().unwrap_err()] {
        assert!(matches!(error, EngineError::Part { part: 1, .. }), "{error:?}");
        assert!(error.to_string().contains("part-01.parquet"), "{error}");
        assert!(error.to_string().contains("changed"), "{error}");
    }
    write_parquet(&file, 35..70, 10);
    corrupt(&file);
    let engine = cluster.open(&location, &TableOptions::default());
    let error = ask(&engine, "fresh").unwrap_err();
    assert!(matches!(error, EngineError::Part { part: 1, .. }), "{error:?}");
    assert!(error.to_string().contains("part-01.parquet: the file cannot be read"), "{error}");
}

#[test]
fn a_request_that_is_given_up_ends_on_the_cluster() {
    let folder = tempfile::tempdir().unwrap();
    let location = write_files(folder.path(), 2);
    let cluster = Cluster::start(1);
    let engine = cluster.open(&location, &TableOptions::default());
    let control = Recorded::default();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| engine.run(b"slow 600000", None, &control));
        std::thread::sleep(Duration::from_millis(700));
        control.is_cancelled.store(true, Ordering::Relaxed);
        assert_eq!(running.join().unwrap(), Err(EngineError::Cancelled));
    });
    // Both threads of the executor are free again.
    assert_eq!(total(&ask(&engine, "slow 1").unwrap()), TOTAL);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[test]
fn an_executor_has_a_memory_limit() {
    let folder = tempfile::tempdir().unwrap();
    let location = write_files(folder.path(), 7);
    let cluster = Cluster::start_with(1, "--threads 4 --memory-limit 2G");
    let engine = cluster.open(&location, &rows_per_part(1000));
    assert_eq!(total(&ask(&engine, "fresh").unwrap()), TOTAL);
    let cluster = Cluster::start_with(1, "--threads 4 --memory-limit 100");
    let engine = cluster.open(&location, &rows_per_part(1000));
    let error = ask(&engine, "fresh").unwrap_err();
    assert!(error.to_string().contains("the limit is 50 bytes"), "{error}");
}
