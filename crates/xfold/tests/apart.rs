//! Targets that do not concern each other are learned one by one: the programs of all of them together are those of each
//! alone, with names of their own for exceptions, and the solver confirms the whole.

use std::fmt::Write;
use xfold::{Clingo, Learned, Limits, Settings, StopReason, learn, search::trace::Silent, task::read};
use xfold_suite::generate::random::Random;

const HEADS: [(&str, &str); 4] = [("red", "wet"), ("big", "red"), ("old", "big"), ("wet", "old")];
const OBJECTS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// A task in which `hN(X)` holds of what is the first of a pair and not the second, told by negative examples too.
fn task(heads: &[usize], seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = format!("obj({}).\n", OBJECTS.join("; "));
    for head in heads {
        let _ = writeln!(text, "#modeh(h{head}(var(obj))).");
    }
    for (attribute, _) in HEADS {
        let _ = writeln!(text, "#modeb({attribute}(var(obj))).");
    }
    for example in 0..6 {
        let mut facts: Vec<(&str, &str)> = Vec::new();
        for (attribute, _) in HEADS {
            facts.extend(OBJECTS.iter().filter(|_| random.below(2) == 0).map(|object| (attribute, *object)));
        }
        let context: Vec<String> =
            facts.iter().map(|(attribute, object)| format!("{attribute}({object}).")).collect();
        let context = context.join(" ");
        let holds = |head: usize, object: &str| {
            facts.contains(&(HEADS[head].0, object)) && !facts.contains(&(HEADS[head].1, object))
        };
        let atoms = |wanted: bool| -> Vec<String> {
            let all = heads.iter().flat_map(|&head| OBJECTS.map(|object| (head, object)));
            all.filter(|(head, object)| holds(*head, object) == wanted)
                .map(|(head, object)| format!("h{head}({object})"))
                .collect()
        };
        let _ = writeln!(text, "#pos(e{example}, {{{}}}, {{}}, {{{context}}}).", atoms(true).join(", "));
        for (number, atom) in atoms(false).iter().enumerate() {
            let _ = writeln!(text, "#neg(n{example}_{number}, {{{atom}}}, {{}}, {{{context}}}).");
        }
    }
    text
}

fn learned(text: &str) -> Learned {
    let task = read::text("heads.las", text).unwrap_or_else(|unreadable| panic!("{unreadable}"));
    learn(&task, &Settings::default(), &Clingo, &Limits::none(), &Silent).expect("it can be learned")
}

#[test]
fn four_heads_are_learned_as_each_is_alone() {
    for seed in 1..=3 {
        let together = learned(&task(&[0, 1, 2, 3], seed));
        assert_eq!(together.stop, StopReason::Verified, "{}", together.rules.text());
        let n_alone: Vec<usize> =
            (0..4).map(|head| learned(&task(&[head], seed)).rules.rules.len()).collect();
        let heads = |head: usize| format!("h{head}(");
        for head in 0..4 {
            assert!(together.rules.text().contains(&heads(head)), "{}", together.rules.text());
        }
        assert_eq!(together.rules.rules.len(), n_alone.iter().sum::<usize>(), "{}", together.rules.text());
        assert_eq!(together.found.theories.len(), 4);
    }
}
