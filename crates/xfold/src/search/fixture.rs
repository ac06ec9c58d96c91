//! For tests: the search for the one target of a small task, and clauses as text.

use super::{Clause, Examples, Search, candidates::Scope, trace::Silent};
use crate::{
    settings::Settings,
    task::read,
    worlds::{self, Bias},
};
use xfold_solve::{Clingo, Limits};
use xfold_store::{Arg, Comparison, Cut, Step};

/// Birds fly, penguins do not.
pub(super) const PENGUIN: &str = "
    bird(tweety; et; polly). penguin(polly). cat(kitty).
    #modeh(fly(var(any))). #modeb(bird(var(any))). #modeb(cat(var(any))). #modeb(penguin(var(any))).
    #pos({fly(et), fly(tweety)}, {}).";

/// Two circles; from one of them a way leads to the goal.
pub(super) const REACH: &str = "
    node(a; b; c; d; e; f; g). goal(d). edge(a,b; b,a; b,c; c,d; e,f; f,e; f,g).
    #modeh(reach(var(node))).
    #modeb(goal(var(node))). #modeb(edge(var(node),var(node))). #modeb(reach(var(node))).
    #pos({reach(a), reach(b), reach(c), reach(d)}, {}).";

/// Runs a test on the search for a task's target.
pub(super) fn with_search<T>(text: &str, test: impl FnOnce(&Search<'_>, &Scope, &Examples) -> T) -> T {
    let task = read::text("test", text).expect("the task is right");
    let (settings, limits) = (Settings::default(), Limits::none());
    let (worlds, engine) = worlds::of(&task, &settings, &Clingo, &limits).expect("it has a stable model");
    let target = &worlds.bias.targets[0];
    let search = Search::new(&engine, &worlds.bias, target, &settings, &limits, &Silent);
    let scope = Scope::of_target(&worlds.bias, 0, settings.max_new);
    let examples = Examples {
        pos: target.instances.labelled(true),
        neg: target.instances.labelled(false),
        swapped: false,
    };
    test(&search, &scope, &examples)
}

/// A clause without its head, such as `bird(A), not [penguin(A)]`.
pub(super) fn shown(clause: &Clause, bias: &Bias) -> String {
    let mut literals: Vec<String> = clause.body.iter().map(|step| literal(step, bias)).collect();
    if !clause.exceptions.is_empty() {
        let exceptions: Vec<String> = clause.exceptions.iter().map(|other| shown(other, bias)).collect();
        literals.push(format!("not [{}]", exceptions.join("; ")));
    }
    literals.join(", ")
}

fn literal(step: &Step, bias: &Bias) -> String {
    let variable = |number: &usize| char::from(b'A' + *number as u8).to_string();
    let arg = |arg: &Arg| match arg {
        Arg::Variable(number) => variable(number),
        Arg::Constant(value) => format!("#{value:?}"),
    };
    let atom = |predicate: usize, args: &[Arg]| {
        format!("{}({})", bias.predicates[predicate].name, args.iter().map(arg).collect::<Vec<_>>().join(","))
    };
    match step {
        Step::Holds(predicate, args) => atom(*predicate, args),
        Step::Fails(predicate, args) => format!("not {}", atom(*predicate, args)),
        Step::Compare(Comparison::Differs, left, right) => {
            format!("{} != {}", variable(left), variable(right))
        }
        Step::Threshold(number, Cut::Above(value)) => format!("{} > {value:?}", variable(number)),
        other => format!("{other:?}"),
    }
}
