//! Greedy and exact learning side by side: what lies in the declared space is priced, and what does not is
//! marked.

use std::fmt::Write;
use xfold::{
    Clingo, Learned, Learner, Limits, Settings, StopReason, Strategy, Task, exact::Claim, learn,
    search::trace::Silent, task::read,
};

fn task(text: &str) -> Task {
    read::text("task.las", text).unwrap_or_else(|wrong| panic!("{:?}", wrong.diagnostics))
}

fn run(text: &str, settings: &Settings) -> Learned {
    learn(&task(text), settings, &Clingo, &Limits::none(), &Silent).expect("it can be learned from")
}

/// Flies unless it is a penguin, or wet and small: examples for all kinds of animals.
fn animals(modes: &str) -> String {
    let mut text = format!("#maxv(1).\n{modes}\n");
    let kinds = ["bird", "penguin", "wet", "small", "red"];
    for kind in &kinds {
        let _ = writeln!(text, "#modeb({kind}, (positive)).");
    }
    for bits in 0..1u32 << kinds.len() {
        let has = |kind: usize| bits >> kind & 1 == 1;
        let flies = has(0) && !has(1) && !(has(2) && has(3));
        let facts: String =
            (0..kinds.len()).filter(|&kind| has(kind)).map(|kind| format!("{}. ", kinds[kind])).collect();
        let (yes, no) = if flies { ("fly", "") } else { ("", "fly") };
        let _ = writeln!(text, "#pos({{{yes}}}, {{{no}}}, {{{facts}}}).");
    }
    text
}

fn greedy() -> Settings {
    Settings { search: Strategy::Greedy, learner: Learner::Fold, ..Settings::default() }
}

#[test]
fn an_invented_exception_takes_a_declared_name() {
    let text = animals("#modeh(fly). #modeh(odd). #modeb(1, odd).");
    let learned = run(&text, &greedy());
    let proof = learned.exact.as_ref().expect("all rules lie in the space");
    assert_eq!(learned.stop, StopReason::Verified);
    assert!(proof.in_space && !proof.is_exact, "{proof:?}");
    assert!(learned.rules.text().contains("not odd"), "{}", learned.rules.text());
    let exactly = run(&text, &Settings::default()).exact.expect("it is exact");
    assert!(exactly.is_exact && exactly.claim != Claim::Best && exactly.lower_bound == exactly.cost);
    assert!(proof.cost >= exactly.cost, "{} {}", proof.cost, exactly.cost);
}

#[test]
fn what_goes_beyond_the_space_is_marked() {
    let text = animals("#modeh(fly).");
    let learned = run(&text, &greedy());
    assert!(learned.exact.is_none());
    assert!(learned.rules.text().contains("% beyond the declared space: "), "{}", learned.rules.text());
    assert!(learned.notes.iter().any(|note| note.code == xfold::codes::BEYOND_SPACE));
    // Nothing but positive literals is declared, so only what is invented can help.
    let by_default = run(&text, &Settings::default());
    assert_eq!(by_default.stop, StopReason::Verified);
    assert!(by_default.exact.is_none());
    let declared = Settings { declared_only: true, ..Settings::default() };
    let declared = run(&text, &declared);
    assert_eq!(declared.stop, StopReason::NotVerified);
    assert!(!declared.rules.text().contains("ab0"));
}

#[test]
fn an_exception_of_one_literal_is_flat() {
    let mut text = "#maxv(1).\n#modeh(fly). #modeb(bird). #modeb(penguin).\n".to_string();
    for (facts, flies) in [("bird.", true), ("bird. penguin.", false), ("penguin.", false), ("", false)] {
        let (yes, no) = if flies { ("fly", "") } else { ("", "fly") };
        let _ = writeln!(text, "#pos({{{yes}}}, {{{no}}}, {{{facts}}}).");
    }
    let learned = run(&text, &greedy());
    assert_eq!(learned.rules.text(), "fly :- bird, not penguin.\n");
    assert_eq!(learned.exact.expect("it lies in the space").cost, 3);
}

#[test]
fn beside_an_optimum_that_fits_noise_stands_a_shorter_program() {
    let mut text = "#maxv(1).\n#modeh(t).\n".to_string();
    let names: Vec<String> = (0..12).map(|number| format!("x{number}")).collect();
    names.iter().for_each(|name| {
        let _ = writeln!(text, "#modeb({name}).");
    });
    let mut state = 7u64;
    let mut bit = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 62 & 1 == 1
    };
    for number in 0..80 {
        let values: Vec<bool> = names.iter().map(|_| bit()).collect();
        let is_wrong = number % 20 == 19;
        let (yes, no) = if values[0] != is_wrong { ("t", "") } else { ("", "t") };
        let facts: String = names
            .iter()
            .zip(&values)
            .filter(|(_, holds)| **holds)
            .map(|(name, _)| format!("{name}. "))
            .collect();
        let _ = writeln!(text, "#pos(e{number}@10, {{{yes}}}, {{{no}}}, {{{facts}}}).");
    }
    let learned = run(&text, &Settings::default());
    assert_eq!(learned.stop, StopReason::Verified);
    let shorter = learned.shorter.expect("the optimum explains wrong labels");
    assert_eq!(shorter.program, "t :- x0.\n");
    assert_eq!((shorter.rules[0], shorter.lost[0], shorter.n_lost[0]), (2, 40, 4));
    let cost = learned.exact.expect("it is exact").cost;
    assert!(shorter.rules[1] + shorter.lost[1] == cost && cost < 42, "{cost}");
}
