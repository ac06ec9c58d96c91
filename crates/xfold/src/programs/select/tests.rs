//! The selection against all subsets of small random pools, each checked by the definition.

use super::{Pool, Run, cheapest};
use crate::{
    Settings,
    check::{self, RulesText},
    rules::Hypothesis,
    search::{Clause, Finished, Found, VariableType, trace::Silent},
    task::{Task, read},
    worlds::{self, Worlds},
};
use proptest::prelude::*;
use xfold_asp::syntax::{Rule, StatementKind};
use xfold_solve::{Clingo, Limits};

/// What a choice costs: hard examples lost, then literals and penalties.
type Price = (usize, usize);

fn price(pool: &Pool, chosen: &[usize], lost: &[usize], task: &Task) -> Price {
    let hard = lost.iter().filter(|&&number| task.examples[number].penalty.is_none()).count();
    let soft: usize = lost.iter().filter_map(|&number| task.examples[number].penalty).sum::<u32>() as usize;
    (hard, soft + chosen.iter().map(|&number| pool.rules()[number].cost()).sum::<usize>())
}

/// The examples that a choice of rules fails, by the check.
fn lost(pool: &Pool, chosen: &[usize], task: &Task, worlds: &Worlds) -> Vec<usize> {
    let found = pool.found(chosen, &Found::default(), &worlds.bias);
    let rules = Hypothesis::new(&found, task, worlds, &Settings::default(), false);
    let text = RulesText { text: &rules.text(), origin: None, statements: &rules.statements() };
    let verdict = check::verify(task, worlds, &text, &Clingo, &Limits::none()).expect("it can be checked");
    (0..verdict.examples.len()).filter(|&number| !verdict.examples[number].holds).collect()
}

fn constraint(text: &str) -> Finished {
    let statement = xfold_asp::parse_rules(text).expect("it is a rule").remove(0);
    let StatementKind::Rule(rule) = statement.kind else { panic!("{text} is no rule") };
    Finished::Ground(Rule { ..rule })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_subset_is_cheaper(
        examples in prop::collection::vec((any::<bool>(), 0usize..9, 0usize..3, 0usize..3), 2..6),
        lists in prop::collection::vec(1u32..8, 0..3),
        constraints in prop::collection::vec((1usize..27, any::<bool>()), 0..4),
        choice in any::<bool>(),
    ) {
        let mut text = "node(1..3). #modeh(in(var(node))). #modeb(node(var(node))). #pos({in(1)}, {}).\n".to_string();
        for (number, (positive, penalty, one, other)) in examples.iter().enumerate() {
            let sign = if *positive { "pos" } else { "neg" };
            let penalty = if *penalty > 4 { format!("@{penalty}") } else { String::new() };
            let (inside, outside) = (one + 1, (one + other) % 3 + 1);
            let outside = if inside == outside { String::new() } else { format!("in({outside})") };
            text += &format!("#{sign}(e{number}{penalty}, {{in({inside})}}, {{{outside}}}).\n");
        }
        let task = read::text("random.las", &text).expect("it is a task");
        let (worlds, _) = worlds::of(&task, &Settings::default(), &Clingo, &Limits::none()).expect("it has worlds");
        let node = VariableType { of_type: worlds.bias.targets[0].types[0], is_number: false };
        let domain = worlds.worlds[0].domains(&worlds.bias.targets[0].types)[0].to_vec();
        let mut rules: Vec<Finished> = Vec::new();
        if choice {
            rules.push(Finished::Rule { target: 0, clause: Clause::empty(&[node]).chosen() });
        }
        for members in lists {
            let tuples = (0..3).filter(|place| members >> place & 1 == 1).map(|place| vec![domain[place].0]);
            rules.push(Finished::Rule { target: 0, clause: Clause::listing(&[node], tuples.collect()) });
        }
        for (code, twice) in constraints {
            let (first, second) = (code % 3 + 1, code / 9 % 3 + 1);
            let sign = ["", "not "][code / 3 % 2];
            let rest = if twice { format!(", in({second})") } else { String::new() };
            rules.push(constraint(&format!(":- {sign}in({first}){rest}.")));
        }
        let pool = Pool::new(rules, &worlds);
        let (settings, limits) = (Settings::default(), Limits::none());
        let run = Run { task: &task, worlds: &worlds, settings: &settings, solver: &Clingo, limits: &limits, trace: &Silent };
        let selection = cheapest(&pool, run).expect("it can be chosen");
        prop_assert_eq!(&lost(&pool, &selection.chosen, &task, &worlds), &selection.lost);
        let found = price(&pool, &selection.chosen, &selection.lost, &task);
        for subset in 0u32..1 << pool.len() {
            let chosen: Vec<usize> = (0..pool.len()).filter(|place| subset >> place & 1 == 1).collect();
            let other = price(&pool, &chosen, &lost(&pool, &chosen, &task, &worlds), &task);
            prop_assert!(found <= other, "{:?} costs {:?}, but {:?} costs {:?}", selection, found, chosen, other);
        }
    }
}
