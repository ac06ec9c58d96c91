//! Every family: its examples are what they should be, its target is equivalent to itself, and less than it is not.

use super::{sample::Program, *};
use std::sync::LazyLock;
use xfold_asp::{SourceMap, parse_program, parse_rules};

/// Tasks as they are drawn first, which is quick.
fn untold() -> Shape {
    Shape { telling: false, ..Shape::default() }
}

fn generate(family: &Family, seed: u64, shape: &Shape) -> SeveralTask {
    family.generate(seed, shape).unwrap_or_else(|error| panic!("{}: {error}", family.name))
}

/// A task of each family, with the family's name.
static TASKS: LazyLock<Vec<(String, SeveralTask)>> = LazyLock::new(|| {
    let task = |family: Family| (family.name.clone(), generate(&family, 1, &untold()));
    families().into_iter().map(task).collect()
});

fn named(name: &str) -> Family {
    families().into_iter().find(|family| family.name == name).expect("there is such a family")
}

/// Whether the target program agrees with an example.
fn agrees(task: &SeveralTask, example: &Example) -> bool {
    let Concept { background, .. } = &task.concept;
    let text = format!("{background}{}{}", task.instances[example.instance], task.concept.target());
    let mut program = Program::ground(&text).expect("clingo takes the target");
    program.extends(&example.literals).expect("clingo answers") == example.positive
}

#[test]
fn examples_agree_with_the_target() {
    for (name, task) in TASKS.iter() {
        assert!(task.examples.iter().filter(|example| example.positive).count() >= 3, "{name}");
        assert!(task.examples.iter().filter(|example| !example.positive).count() >= 8, "{name}");
        for example in &task.examples {
            assert!(agrees(task, example), "{name}: {example:?}");
        }
    }
}

#[test]
fn negative_examples_are_minimal() {
    let task = generate(&named("scheduling"), 2, &untold());
    for example in task.examples.iter().filter(|example| !example.positive) {
        for left_out in 0..example.literals.len() {
            let mut part = example.clone();
            part.literals.remove(left_out);
            assert!(!agrees(&task, &part), "{example:?}");
        }
    }
}

#[test]
fn tasks_can_be_read() {
    for (name, task) in TASKS.iter() {
        let mut sources = SourceMap::default();
        sources.add(name.as_str(), task.text.as_str());
        let (_, errors) = parse_program(&sources);
        let told: Vec<String> = errors.iter().map(|error| error.one_line(&sources)).collect();
        assert!(told.is_empty(), "{name}: {}", told.join("\n"));
    }
}

#[test]
fn the_same_seed_gives_the_same_task() {
    for name in ["colouring_3_graphs", "vertex_cover", "party_patient"] {
        let texts = [1, 1, 2].map(|seed| generate(&named(name), seed, &untold()).text);
        assert_eq!(texts[0], texts[1]);
        assert_ne!(texts[0], texts[2]);
    }
}

#[test]
fn the_target_is_equivalent_to_itself_and_less_than_it_is_not() {
    let right = Judgement { equivalent: true, capped: false };
    let wrong = Judgement { equivalent: false, capped: false };
    for (name, task) in TASKS.iter() {
        let judge = |text: &str| equivalent(text, task).expect("clingo takes it");
        assert_eq!(judge(&task.concept.target()), right, "{name}");
        let rules = parse_rules(&task.concept.target()).expect("these are rules");
        let dropped = rules.len() - task.concept.constraints.len().max(1);
        let rest = rules.iter().enumerate().filter(|(place, _)| *place != dropped);
        let rest: String = rest.map(|(_, rule)| format!("{rule}\n")).collect();
        assert_eq!(judge(&rest), wrong, "{name} without {}", rules[dropped]);
    }
}

#[test]
fn names_and_form_of_what_was_learned_do_not_matter() {
    let task = generate(&named("maximal_independent_set"), 1, &untold());
    let judge = |text: &str| equivalent(text, &task).expect("clingo takes it").equivalent;
    assert!(judge("in(X) :- node(X), not ab3(X). ab3(X) :- edge(X,Y), in(Y)."));
    assert!(judge("in(X) :- node(X), not -in(X). -in(X) :- edge(Y,X), in(Y). {ab0}."));
    assert!(!judge("{in(X)} :- node(X). :- in(X), edge(X,Y), in(Y)."));
    assert!(equivalent("in(X) :- not out(X).", &task).is_err(), "X is unsafe");
}

#[test]
fn what_is_not_seen_in_full_is_marked() {
    let task = generate(&named("independent_set"), 1, &untold());
    let learned = format!("{} {{extra(1..20)}}.", task.concept.target());
    let judgement = equivalent(&learned, &task).expect("clingo takes it");
    assert!(judgement.capped);
}

#[test]
fn shapes_are_as_asked_for() {
    let family = named("queens_5");
    let shape = Shape {
        positives: 4..=4,
        negatives: 6..=6,
        near_misses: true,
        hidden: 0.4,
        wrong: 2,
        telling: false,
    };
    let task = generate(&family, 1, &shape);
    assert_eq!(task.examples.len(), 10);
    assert_eq!(task.text.matches("@10, {").count(), 10, "every example has a penalty");
    let wrong: Vec<&Example> = task.examples.iter().filter(|example| example.wrong).collect();
    assert_eq!(wrong.len(), 2);
    assert!(wrong.iter().all(|example| !agrees(&task, example)));
    let complete = task.examples.iter().filter(|example| example.literals.len() == 25).count();
    assert_eq!(complete, 6, "negative examples mention every square, positive ones do not");
}

#[test]
fn a_telling_task_refutes_whatever_lacks_a_part() {
    let family = named("party_2");
    let n_untold = |seed, shape: &Shape| generate(&family, seed, shape).n_untold().expect("clingo answers");
    assert!((1..10).any(|seed| n_untold(seed, &untold()) > 0));
    assert!((1..10).all(|seed| n_untold(seed, &Shape::default()) == 0));
}
