//! Every family, over several seeds: readable, repeatable, rich, and wrong only where asked for.

use super::*;
use xfold_asp::{SourceMap, parse_program, parse_rules};

fn atoms(text: &str, head: &str) -> usize {
    text.matches(&format!("{head}(")).count()
}

/// The inclusions and the exclusions of the task's example.
fn labels(task: &Generated) -> (String, String) {
    let (_, example) = task.train.split_once("#pos(").expect("there is an example");
    let (positive, negative) = example.split_once("}, {").expect("there are two sets");
    (positive.to_owned(), negative.split("})").next().unwrap_or("").to_owned())
}

#[test]
fn tasks_can_be_read() {
    for (name, family) in families() {
        for (seed, noise) in [(1, 0.0), (2, 0.05), (3, 0.1)] {
            let task = family(seed, noise);
            for text in [&task.train, &task.test_background] {
                let mut sources = SourceMap::default();
                sources.add(*name, text.as_str());
                let (_, errors) = parse_program(&sources);
                assert!(errors.is_empty(), "{name} {seed}: {errors:?}");
            }
            let target = parse_rules(&task.target);
            assert!(target.is_ok(), "{name} {seed}: {:?}", target.err());
        }
    }
}

#[test]
fn the_seed_decides() {
    for (name, family) in families() {
        assert_eq!(family(5, 0.1), family(5, 0.1), "{name}");
        assert_ne!(family(5, 0.0).train, family(6, 0.0).train, "{name}");
    }
}

#[test]
fn both_labels_occur_often() {
    for (name, family) in families() {
        for seed in 0..20 {
            let task = family(seed, 0.0);
            let n_positive = atoms(&labels(&task).0, task.head.0);
            assert!(n_positive >= 7, "{name} {seed}: {n_positive} positive instances");
            assert!(
                task.test_true.len() >= 3 && task.test_false.len() >= 10,
                "{name} {seed}: test instances"
            );
        }
    }
}

#[test]
fn labels_are_listed_where_some_are_wrong() {
    for (name, family) in families() {
        let task = family(4, 0.1);
        let (positive, negative) = labels(&task);
        let (n_positive, n_negative) = (atoms(&positive, task.head.0), atoms(&negative, task.head.0));
        assert!(n_positive >= 7 && n_negative >= 10, "{name}: {n_positive} and {n_negative}");
        assert!(!task.train.contains("#cwa"), "{name}");
    }
}

#[test]
fn noise_turns_the_share_asked_for() {
    let numbered =
        |range: std::ops::Range<usize>| range.map(|number| format!("p({number})")).collect::<Vec<_>>();
    let (mut positive, mut negative) = (numbered(0..30), numbered(30..80));
    flip(&mut positive, &mut negative, 0.1, &mut Random::new(3));
    let is_positive = |atom: &&String| numbered(0..30).contains(atom);
    let n_wrong = positive.iter().filter(|atom| !is_positive(atom)).count()
        + negative.iter().filter(is_positive).count();
    assert_eq!(n_wrong, 8);
    assert_eq!(positive.len() + negative.len(), 80);
}
