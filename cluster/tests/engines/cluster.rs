//! A Ballista cluster of processes on this machine.

use crate::{
    local::Recorded,
    nodes::Cluster,
    sums::{Sums, ask, total},
    tables::{TOTAL, rows_per_part, write_files},
};
use std::{collections::HashSet, sync::Arc};
use xfold_cluster::{DataFusionEngine, Engine, Resources, Uncontrolled};

#[test]
fn the_same_answers_as_in_this_process() {
    let folder = tempfile::tempdir().unwrap();
    let location = write_files(folder.path(), 2);
    for n_executors in [1, 2] {
        let cluster = Cluster::start(n_executors);
        for rows in [1000, 20, 10] {
            let options = rows_per_part(rows);
            let resources = Resources::default();
            let here =
                DataFusionEngine::open(&[location.clone()], &options, resources, Arc::new(Sums::default()));
            let here = here.unwrap();
            let there = cluster.open(&location, &options);
            assert_eq!(here.parts(), there.parts());
            assert_eq!(here.schema(), there.schema());
            assert_eq!(ask(&here, "rows"), ask(&there, "rows"));
            assert_eq!(total(&ask(&there, "sum").unwrap()), TOTAL);
            let some = Some(&[1, 0][..]);
            assert_eq!(here.run(b"fresh", some, &Uncontrolled), there.run(b"fresh", some, &Uncontrolled));
        }
    }
}

#[test]
fn executors_keep_their_parts() {
    let folder = tempfile::tempdir().unwrap();
    let location = write_files(folder.path(), 7);
    let cluster = Cluster::start(2);
    let engine = cluster.open(&location, &rows_per_part(1000));
    let who = |answer: &String| answer.rsplit_once(' ').unwrap().1.to_string();
    let first = ask(&engine, "sum").unwrap();
    assert!(first.iter().all(|answer| answer.contains("read")), "{first:?}");
    assert_eq!(first.iter().map(who).collect::<HashSet<_>>().len(), 2, "both have worked");
    for _ in 0..5 {
        let again = ask(&engine, "sum").unwrap();
        assert!(again.iter().all(|answer| answer.contains("kept")), "{again:?}");
        assert!(first.iter().map(who).eq(again.iter().map(who)));
        assert_eq!(total(&again), TOTAL);
    }
}

#[test]
fn long_answers_and_progress() {
    let folder = tempfile::tempdir().unwrap();
    let location = write_files(folder.path(), 7);
    let cluster = Cluster::start_with(1, "--threads 1");
    let engine = cluster.open(&location, &rows_per_part(1000));
    let answers = engine.run(b"long 5000000", Some(&[0, 3]), &Uncontrolled).unwrap();
    assert_eq!(answers, [vec![7; 5_000_000], vec![7; 5_000_000]]);
    let error = ask(&engine, "panic").unwrap_err().to_string();
    assert!(error.contains("part-00.parquet") && error.contains("on purpose"), "{error}");
    // Told in the order in which tasks end. The part that each task has is asked for again, so tasks are short.
    let table = tempfile::tempdir().unwrap();
    let engine = cluster.open(&write_files(table.path(), 7), &rows_per_part(1000));
    let control = Recorded::default();
    engine.run(b"slow 400", None, &control).unwrap();
    let seen = control.seen.lock().unwrap().clone();
    assert!(seen.is_sorted() && seen.last() == Some(&(7, 7)), "{seen:?}");
    assert!(seen.iter().any(|&(done, _)| 0 < done && done < 7), "{seen:?}");
}

/// How long one small request takes: `cargo test -- --ignored --nocapture latency`.
#[test]
#[ignore = "measures"]
fn latency() {
    let folder = tempfile::tempdir().unwrap();
    let location = write_files(folder.path(), 7);
    let measure = |name: &str, engine: &dyn Engine| {
        let mut times: Vec<_> = (0..40)
            .map(|_| {
                let begun = std::time::Instant::now();
                ask(engine, "sum").unwrap();
                begun.elapsed()
            })
            .collect();
        let first = times[0];
        times.sort();
        println!("{name}: first {first:?}, median {:?}, slowest {:?}", times[20], times[39]);
    };
    let resources = Resources { n_threads: 2, memory_limit: None };
    let options = rows_per_part(1000);
    let here = DataFusionEngine::open(&[location.clone()], &options, resources, Arc::new(Sums::default()));
    measure("this process, 7 parts", &here.unwrap());
    for n_executors in [1, 2] {
        let cluster = Cluster::start(n_executors);
        measure(&format!("{n_executors} executors, 7 parts"), &cluster.open(&location, &options));
    }
}
