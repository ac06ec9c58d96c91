//! The engine against the definitions: what it counts by joins, tables and prefix sums is what nested loops count.

mod common;

use common::{Case, Choices, Predicate, Shape, Tuples};
use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed},
};
use std::{collections::BTreeSet, sync::LazyLock};
use xfold_store::{Arg, Comparison, Counts, Cut, Engine, InstanceSet, Step, Tally, Unit, Value, Variable};

const SHAPE: Shape = Shape { worlds: true };

proptest! {
    #![proptest_config(Config { cases: 400, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() })]

    #[test]
    fn counts_are_those_of_nested_loops(tape in tape()) {
        let mut choices = Choices::new(tape);
        let case = Case::new(&mut choices, SHAPE);
        let (set, swapped) = (case.some_instances(&mut choices), choices.chance(40));
        let engine = Engine::new(case.facts());
        check_clause(&case, &engine, &set, swapped, &mut choices);
    }

    #[test]
    fn a_replaced_predicate_holds_for_exactly_the_instances(tape in tape()) {
        let mut choices = Choices::new(tape);
        let case = Case::new(&mut choices, SHAPE);
        let engine = Engine::new(case.facts());
        let mut check = |case: &Case, engine: &Engine| {
            let (set, swapped) = (case.some_instances(&mut choices), choices.chance(40));
            check_clause(case, engine, &set, swapped, &mut choices);
            let none = InstanceSet::empty(case.instances.len());
            if choices.chance(30) { none } else { case.some_instances(&mut choices) }
        };
        // The tables that both share may be made by either of them.
        let some = if case.instances.len().is_multiple_of(2) {
            check(&case, &engine)
        } else {
            case.store_instances().labelled(true)
        };
        let (changed, replaced) = replace(&case, &engine, &some);
        let others = check(&changed, &replaced);
        let (changed_again, replaced_again) = replace(&changed, &replaced, &others);
        check(&changed_again, &replaced_again);
        check(&case, &engine);
        check(&changed, &replaced);
    }

    #[test]
    fn a_bound_on_bindings_gives_up_or_counts_the_same(tape in tape()) {
        let mut choices = Choices::new(tape);
        let case = Case::new(&mut choices, SHAPE);
        let (set, swapped) = (case.some_instances(&mut choices), choices.chance(40));
        let most = choices.below(30);
        let instances = case.store_instances();
        let free = Engine::new(case.facts());
        let bound = free.clone().with_most_bindings(most);
        let units = case.units(&mut choices, case.n_head);
        let start = free.start(&instances, &set, swapped);
        let tallies = bound.count(&start, &units);
        for (unit, tally) in units.iter().zip(tallies) {
            // The last literal is only tried, never joined, unless a cut follows it.
            let n_joined = if unit.cut.is_some() { unit.steps.len() } else { unit.steps.len() - 1 };
            let too_large = (1..=n_joined).any(|n| {
                let grows = matches!(&unit.steps[n - 1], Step::Holds(_, args) if brings_variables(args, &unit.steps[..n - 1], case.n_head));
                grows && bindings(&case, &set, swapped, &unit.steps[..n]).len() > most
            });
            // Few units are followed without keeping bindings, and then no bound matters.
            if !(too_large && tally == Tally::TooLarge) {
                prop_assert_eq!(vec![tally], free.count(&start, std::slice::from_ref(unit)));
            }
        }
    }
}

fn tape() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0u32..10_000, 0..1200)
}

/// One binding: the number of its instance and the values of the variables.
type Binding = (usize, Vec<Value>);

/// Whether an instance counts as positive.
fn label(case: &Case, instance: usize, swapped: bool) -> bool {
    case.instances[instance].positive != swapped
}

/// Whether a tuple of a predicate is there for an instance. Positives read what is possible, negatives what is
/// certain.
fn readable(case: &Case, predicate: usize, instance: usize, reads_possible: bool) -> Vec<&Vec<Value>> {
    let Predicate { certain, possible, .. } = &case.predicates[predicate];
    let tuples = if reads_possible { possible.as_ref().unwrap_or(certain) } else { certain };
    tuples.of(case.instances[instance].world).collect()
}

/// All bindings of a body.
fn bindings(case: &Case, set: &InstanceSet, swapped: bool, body: &[Step]) -> Vec<Binding> {
    let members = (0..case.instances.len()).filter(|&instance| set.contains(instance));
    let start = members.map(|instance| (instance, case.instances[instance].args.clone())).collect();
    body.iter().fold(start, |bindings: Vec<Binding>, step| {
        bindings.iter().flat_map(|binding| extensions(case, binding, swapped, step)).collect()
    })
}

/// The ways in which a step can hold for a binding.
fn extensions(case: &Case, (instance, values): &Binding, swapped: bool, step: &Step) -> Vec<Binding> {
    let positive = label(case, *instance, swapped);
    let of = |arg: &Arg| match arg {
        Arg::Variable(variable) => values.get(*variable).copied(),
        Arg::Constant(value) => Some(*value),
    };
    let holds = match step {
        Step::Holds(predicate, args) => {
            let mut out = Vec::new();
            for row in readable(case, *predicate, *instance, positive) {
                if args.iter().zip(row).all(|(arg, value)| of(arg).is_none_or(|bound| bound == *value)) {
                    let new = args.iter().zip(row).filter(|(arg, _)| of(arg).is_none());
                    out.push((
                        *instance,
                        values.iter().copied().chain(new.map(|(_, value)| *value)).collect(),
                    ));
                }
            }
            return out;
        }
        Step::Fails(predicate, args) => {
            let tuple: Vec<Value> =
                args.iter().map(|arg| of(arg).expect("every variable is bound")).collect();
            !readable(case, *predicate, *instance, !positive).contains(&&tuple)
        }
        Step::Compare(Comparison::Differs, left, right) => values[*left] != values[*right],
        Step::Compare(Comparison::Less, left, right) => case.rank(values[*left]) < case.rank(values[*right]),
        Step::Differ(pairs) => !pairs.iter().all(|(left, right)| values[*left] == values[*right]),
        Step::Threshold(variable, cut) => {
            case.number(values[*variable]).map_or(matches!(cut, Cut::Above(_)), |number| match cut {
                Cut::Above(bound) => number > *bound,
                Cut::AtMost(bound) => number <= *bound,
            })
        }
        Step::Among(tuples) => tuples.iter().any(|tuple| *tuple == values[..case.n_head]),
    };
    if holds { vec![(*instance, values.clone())] } else { Vec::new() }
}

/// The examples with a binding, by label and weight.
fn counts(case: &Case, bindings: &[Binding], swapped: bool) -> Counts {
    let covered: BTreeSet<(u32, bool, u32)> = bindings
        .iter()
        .map(|(instance, _)| {
            let given = &case.instances[*instance];
            (given.example, label(case, *instance, swapped), given.weight)
        })
        .collect();
    sum(covered.into_iter().map(|(_, positive, weight)| (positive, weight)))
}

fn sum(labelled: impl Iterator<Item = (bool, u32)>) -> Counts {
    labelled.fold(Counts::default(), |counts, (positive, weight)| {
        let (pos, neg) = if positive { (u64::from(weight), 0) } else { (0, u64::from(weight)) };
        Counts { pos: counts.pos + pos, neg: counts.neg + neg }
    })
}

/// Grows a random clause and tries random units at its end, comparing all that the engine says on the way.
fn check_clause(case: &Case, engine: &Engine, set: &InstanceSet, swapped: bool, choices: &mut Choices) {
    let mut body = Vec::new();
    let mut n_variables = case.n_head;
    for _ in 0..choices.one_of(&[0, 0, 1, 2]) {
        let (step, after) = case.step(choices, n_variables);
        body.push(step);
        n_variables = after;
    }
    let cover = check_cover(case, engine, set, swapped, &body);
    let units = case.units(choices, n_variables);

    let together = POOLS[0].install(|| engine.count(&cover, &units));
    assert_eq!(together, POOLS[1].install(|| engine.count(&cover, &units)), "one thread, two threads");
    // Examples counted in parts, or with few bindings at a time, add up to the same.
    for n_parts in [1, 2, 7] {
        let in_parts = engine.clone().with_parts(n_parts).count(&cover, &units);
        assert_eq!(together, in_parts, "{n_parts} parts");
        let mut answers = engine.parts(&cover, n_parts).into_iter().map(|part| engine.answer(&part, &units));
        let first = answers.next().expect("there is a part");
        let sum = answers.fold(first, |mut sum, answer| {
            sum.add(answer);
            sum
        });
        assert_eq!(together, sum.tallies(), "{n_parts} answers");
        let few_at_once = engine.clone().with_parts(n_parts).with_most_at_once(n_parts + 1);
        assert_eq!(together, few_at_once.count(&cover, &units), "few bindings at a time");
    }
    // Tables made by the first counting do not change the second, nor do other units in the batch.
    let fresh = Engine::new(engine.facts().clone());
    for (unit, tally) in units.iter().zip(&together) {
        let alone = fresh.count(&cover, std::slice::from_ref(unit));
        assert_eq!(alone.first(), Some(tally), "alone: {unit:?}");
        let longer: Vec<Step> = body.iter().chain(&unit.steps).cloned().collect();
        check_cover(case, engine, set, swapped, &longer);
        let bindings = bindings(case, set, swapped, &longer);
        match (tally, unit.cut) {
            (Tally::Plain(counted), None) => {
                assert_eq!(*counted, counts(case, &bindings, swapped), "{unit:?}")
            }
            (Tally::Cuts(cuts), Some(variable)) => check_cuts(case, &bindings, swapped, variable, cuts, unit),
            _ => panic!("{unit:?} gave {tally:?}"),
        }
    }
}

/// Extends step by step; the cover at the end.
fn check_cover(
    case: &Case,
    engine: &Engine,
    set: &InstanceSet,
    swapped: bool,
    body: &[Step],
) -> xfold_store::Cover {
    let mut cover = engine.start(&case.store_instances(), set, swapped);
    for n_steps in 0..=body.len() {
        if n_steps > 0 {
            cover = engine.extend(&cover, &body[n_steps - 1]).expect("few bindings");
        }
        let bindings = bindings(case, set, swapped, &body[..n_steps]);
        let said = &body[..n_steps];
        assert_eq!(engine.counts(&cover), counts(case, &bindings, swapped), "counts of {said:?}");
        let by_label = sum(bindings.iter().map(|(instance, _)| (label(case, *instance, swapped), 1)));
        assert_eq!(engine.binding_counts(&cover), by_label, "bindings of {said:?}");
        assert_eq!(cover.n_bindings(), bindings.len(), "bindings of {said:?}");
        let covered = |instance| bindings.iter().any(|(other, _)| *other == instance);
        let members = InstanceSet::from_fn(case.instances.len(), covered);
        assert_eq!(engine.set(&cover), members, "set of {said:?}");
        assert_eq!(case.store_instances().count(&members), counts(case, &bindings, false), "count of a set");
    }
    cover
}

/// Every cut returned is counted exactly, and none that is left out has more gain.
fn check_cuts(
    case: &Case,
    bindings: &[Binding],
    swapped: bool,
    variable: Variable,
    cuts: &[(Cut, Counts)],
    unit: &Unit,
) {
    let before = counts(case, bindings, swapped);
    let beyond = |cut: Cut| {
        let on_side = |(_, values): &&Binding| {
            case.number(values[variable]).map_or(matches!(cut, Cut::Above(_)), |n| cut.holds(n))
        };
        counts(case, &bindings.iter().filter(on_side).cloned().collect::<Vec<_>>(), swapped)
    };
    for (cut, counted) in cuts {
        assert_eq!(*counted, beyond(*cut), "{cut:?} of {unit:?}");
    }
    let numbers: BTreeSet<i32> =
        bindings.iter().filter_map(|(_, values)| case.number(values[variable])).collect();
    let all = numbers.iter().flat_map(|&number| [Cut::Above(number), Cut::AtMost(number)]);
    let most = |gains: &mut dyn Iterator<Item = f64>| gains.fold(0.0, f64::max);
    let best = most(&mut all.map(|cut| gain(before, beyond(cut))));
    let best_returned = most(&mut cuts.iter().map(|(_, counted)| gain(before, *counted)));
    assert!((best - best_returned).abs() < 1e-9, "{best} of {numbers:?}, returned {cuts:?} of {unit:?}");
}

fn gain(before: Counts, after: Counts) -> f64 {
    if after.pos == 0 {
        return 0.0;
    }
    let bits = |counts: Counts| (counts.pos as f64 / (counts.pos + counts.neg) as f64).log2();
    after.pos as f64 * (bits(after) - bits(before))
}

/// The first predicate replaced by a set of instances: for the loops by hand, for the engine by its own means.
fn replace(case: &Case, engine: &Engine, set: &InstanceSet) -> (Case, Engine) {
    let mut changed = case.clone();
    let members = set.iter().map(|instance| &case.instances[instance]);
    let own = members.map(|instance| (instance.world, instance.args.clone())).collect();
    changed.predicates[0].certain = Tuples { shared: BTreeSet::new(), own };
    changed.predicates[0].possible = None;
    (changed, engine.with_instances(0, &case.store_instances(), set))
}

fn brings_variables(args: &[Arg], before: &[Step], n_head: usize) -> bool {
    let largest = |args: &[Arg]| {
        let variable = |arg: &Arg| if let Arg::Variable(variable) = arg { *variable + 1 } else { 0 };
        args.iter().map(variable).max().unwrap_or(0)
    };
    let bound = before.iter().map(|step| if let Step::Holds(_, args) = step { largest(args) } else { 0 });
    largest(args) > bound.max().unwrap_or(0).max(n_head)
}

/// A pool of one thread and a pool of two.
static POOLS: LazyLock<[rayon::ThreadPool; 2]> = LazyLock::new(|| {
    [1, 2].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads can be started"))
});
