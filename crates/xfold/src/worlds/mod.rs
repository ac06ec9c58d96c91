//! Worlds: what is true. Second station of the path task → worlds → search → rules → check.
//!
//! A world is an interpretation in which candidate literals are evaluated, with labelled instances of the targets.
//! Each positive example gives one. They are solved once, here; after that the search only counts.

mod bias;
mod infer;
mod model;
mod probe;
mod symbol_set;

pub use bias::{Bias, BodyMode, Slot, Target, Type, TypeId};
pub use model::World;
pub use probe::Prober;

use crate::{
    Settings, codes,
    error::{Error, Result},
    task::{Example, Task},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use symbol_set::SymbolSet;
use xfold_asp::{
    diagnostic::{Diagnostic, suggestion},
    symbols::{Atoms, Signature, Symbol, SymbolKind, Symbols},
};
use xfold_solve::{Limits, Solver};
use xfold_store::{Block, Engine, Extension, Facts, Instance, InstanceSet, Instances, Relation, Values};

/// The largest number of instances that a closed world may list.
const MOST_CLOSED: usize = 5_000_000;

/// The largest number of instances without a label that are kept.
const MOST_OPEN: usize = 1_000_000;

/// All worlds of a task, ready for the search.
#[derive(Debug, Default)]
pub struct Worlds {
    /// What rules may be made of, and the labelled instances of each target.
    pub bias: Bias,
    /// The worlds, in the order of the positive examples.
    pub worlds: Vec<World>,
    /// The ground terms, the task's and those of the models.
    pub symbols: Symbols,
    /// What the user should know: inferred modes, closed worlds, missing labels.
    pub notes: Vec<Diagnostic>,
    /// Whether some context of the background has several stable models.
    pub several_models: bool,
    /// Positive examples, by number, that no program can satisfy.
    pub impossible: Vec<usize>,
    /// Positive and negative examples, by number, that no program can tell apart.
    pub contradictions: Vec<(usize, usize)>,
    /// How often the solver was asked.
    pub n_solver_calls: usize,
}

/// Solves the worlds of a task, and puts their facts into an engine for the search.
pub fn of(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<(Worlds, Engine)> {
    let mut symbols = task.symbols.clone();
    let mut notes = Vec::new();
    let mut models = model::Models::new(task, solver, limits);
    let bases = models.bases(&mut symbols)?;
    let modes = infer::modes(task, settings, &bases, &symbols, &mut notes);
    let mut bias = bias::resolve(task, &modes, &bases, &mut symbols, &mut notes)?;
    bias.max_variables = settings.max_vars.or(bias.max_variables);
    let worlds = models.worlds(&bias, settings, &bases, &mut symbols)?;
    let n_solver_calls = models.n_calls;
    let (impossible, why): (Vec<usize>, Vec<Diagnostic>) = models.impossible.into_iter().unzip();
    if !settings.lenient {
        notes.extend(why);
    }
    remark_on_values(task, &bias, &worlds, &symbols, &mut notes);
    label(task, settings, &mut bias, &worlds, &mut notes)?;
    let of_run = limits.clone();
    bias.number_line = number_line(&mut symbols).map(Arc::new);
    let engine = Engine::new(facts(task, &bias, &worlds, &symbols))
        .with_stop(move || of_run.reached_outside().is_some());
    let contradictions = contradictions(task, &bias, &worlds);
    let several_models = bases.iter().any(|base| !base.is_total() && !base.relaxed);
    Ok((
        Worlds { bias, worlds, symbols, notes, several_models, impossible, contradictions, n_solver_calls },
        engine,
    ))
}

/// Positive examples that only stable models extend which also extend a negative example of the same context.
fn contradictions(task: &Task, bias: &Bias, worlds: &[World]) -> Vec<(usize, usize)> {
    let contexts = task.context_numbers();
    let target = |signature: &Signature| bias.targets.iter().find(|target| target.signature == *signature);
    let all = |atoms: &Atoms, test: &dyn Fn(&Signature, &[Symbol]) -> bool| {
        atoms.groups().iter().all(|group| group.rows().all(|row| test(&group.signature, row)))
    };
    let mut pairs = Vec::new();
    for negative in (0..task.examples.len()).filter(|&number| !task.examples[number].positive) {
        for world in worlds.iter().filter(|world| contexts[world.example] == contexts[negative]) {
            let excluded = &task.examples[world.example].exclusions;
            let is_true = |signature: &Signature, row: &[Symbol]| world.certain(signature).contains(&row);
            let is_false = |signature: &Signature, row: &[Symbol]| {
                excluded.group(signature).is_some_and(|group| group.rows().any(|other| other == row))
                    || (target(signature).is_none_or(|target| target.closed)
                        && !world.possible(signature).contains(&row))
            };
            let Example { inclusions, exclusions, .. } = &task.examples[negative];
            if all(inclusions, &is_true) && all(exclusions, &is_false) {
                pairs.push((world.example, negative));
                break;
            }
        }
    }
    pairs
}

/// Gives every target its labelled instances.
fn label(
    task: &Task,
    settings: &Settings,
    bias: &mut Bias,
    worlds: &[World],
    notes: &mut Vec<Diagnostic>,
) -> Result<()> {
    let contexts = task.context_numbers();
    let mut of_context: FxHashMap<usize, Vec<&Example>> = FxHashMap::default();
    for (context, example) in contexts.iter().zip(&task.examples).filter(|(_, other)| says_one_thing(other)) {
        of_context.entry(*context).or_default().push(example);
    }
    let is_read: Vec<bool> = (0..bias.targets.len()).map(|target| bias.is_read_by_rules(target)).collect();
    for (target, is_read) in bias.targets.iter_mut().zip(is_read) {
        let mut instances = Vec::new();
        let mut add = |world: usize, args: &[Symbol], positive: bool, weight: u32| {
            let args = args.iter().map(|symbol| symbol.0).collect();
            let example = instances.len() as u32;
            instances.push(Instance { example, world: world as u32, args, positive, weight });
        };
        for (number, world) in worlds.iter().enumerate() {
            let example = &task.examples[world.example];
            let weight = example.penalty.unwrap_or(1);
            let mut seen: FxHashSet<&[Symbol]> = FxHashSet::default();
            let rows = |atoms: &'_ Atoms| atoms.group(&target.signature).cloned();
            let (included, excluded) = (rows(&example.inclusions), rows(&example.exclusions));
            for row in included.iter().flat_map(|group| group.rows()) {
                if seen.insert(row) {
                    add(number, row, true, weight);
                }
            }
            for row in excluded.iter().flat_map(|group| group.rows()) {
                if seen.insert(row) {
                    add(number, row, false, weight);
                }
            }
            // A negative example of one atom says that it holds nowhere, or everywhere.
            for negative in of_context.get(&contexts[world.example]).into_iter().flatten() {
                for (atoms, positive) in [(&negative.inclusions, false), (&negative.exclusions, true)] {
                    for row in atoms.group(&target.signature).into_iter().flat_map(|group| group.rows()) {
                        if seen.insert(row) {
                            add(number, row, positive, negative.penalty.unwrap_or(1));
                        }
                    }
                }
            }
            let domains = world.domains(&target.types);
            let size = domains.iter().map(|domain| domain.len()).try_fold(1usize, |a, b| a.checked_mul(b));
            let is_closed = task.is_closed(&target.signature, settings.open);
            if is_closed {
                target.closed = true;
                if size.is_none_or(|size| size > MOST_CLOSED) {
                    return Err(closed_too_large(&target.signature, example));
                }
            }
            // Instances without a label only matter where rules read them.
            if is_closed || (is_read && size.is_some_and(|size| size <= MOST_OPEN)) {
                for_each_tuple(&domains, |row| {
                    if !seen.contains(row) {
                        add(number, row, false, if is_closed { weight } else { 0 });
                    }
                });
            }
        }
        let instances = Instances::new(target.types.len(), instances);
        let given: Vec<FxHashSet<&[Symbol]>> =
            worlds.iter().map(|world| world.given(&target.signature).collect()).collect();
        target.given = InstanceSet::from_fn(instances.len(), |instance| {
            let args: Vec<Symbol> = instances.args(instance).into_iter().map(Symbol).collect();
            given[instances.world(instance) as usize].contains(&args[..])
        });
        target.contingent = is_contingent(task, target, &instances, worlds, &contexts);
        target.instances = Arc::new(instances);
        remark_on_labels(task, target, notes);
    }
    Ok(())
}

/// Whether an example is negative and has one atom.
fn says_one_thing(example: &Example) -> bool {
    !example.positive && example.inclusions.len() + example.exclusions.len() == 1
}

/// Whether a target differs between examples that agree on all else, or negative examples mention it together with
/// something else.
fn is_contingent(
    task: &Task,
    target: &Target,
    instances: &Instances,
    worlds: &[World],
    contexts: &[usize],
) -> bool {
    let context = |instance: usize| contexts[worlds[instances.world(instance) as usize].example];
    let tuples = |positive: bool| -> FxHashSet<(usize, Vec<u32>)> {
        let labelled = instances.labelled(positive);
        labelled.iter().map(|instance| (context(instance), instances.args(instance))).collect()
    };
    let mentions = |example: &Example| {
        let groups = [&example.inclusions, &example.exclusions];
        groups.iter().any(|atoms| atoms.group(&target.signature).is_some())
    };
    let negatives = task.examples.iter().filter(|example| !example.positive && !says_one_thing(example));
    let in_negatives = negatives.into_iter().any(mentions);
    in_negatives || !tuples(true).is_disjoint(&tuples(false))
}

fn closed_too_large(target: &Signature, example: &Example) -> Error {
    let message = format!(
        "the closed world of {target} has more than {MOST_CLOSED} instances in example `{}`",
        example.name
    );
    let help = "list exclusions (the second braces of #pos), or give the arguments narrower types";
    Diagnostic::error(codes::CLOSED_TOO_LARGE, message).at(example.span, "").help(help).into()
}

/// Tells, once for each target, of an included instance with a value that is not of the target's type: a rule that needs
/// the type to be safe cannot derive it.
fn remark_on_values(
    task: &Task,
    bias: &Bias,
    worlds: &[World],
    symbols: &Symbols,
    notes: &mut Vec<Diagnostic>,
) {
    for target in &bias.targets {
        let outside = |world: &World| {
            let included = task.examples[world.example].inclusions.group(&target.signature)?;
            let domains = world.domains(&target.types);
            let known: Vec<SymbolSet> =
                domains.iter().map(|domain| domain.iter().copied().collect()).collect();
            let (value, of_type) = included.rows().find_map(|row| {
                let mut places = row.iter().zip(&known).zip(&target.types);
                let ((value, _), of_type) = places.find(|((value, known), _)| !known.contains(**value))?;
                Some((*value, &bias.types[*of_type]))
            })?;
            of_type.is_predicate.then_some((world.example, value, &of_type.name))
        };
        let Some((number, value, of_type)) = worlds.iter().find_map(outside) else { continue };
        let example = &task.examples[number];
        let (signature, value) = (&target.signature, symbols.display(value));
        let message = format!(
            "example `{}` includes an instance of {signature} with {value}, which is no `{of_type}`",
            example.name
        );
        let help = format!(
            "a rule that needs `{of_type}` to be safe cannot derive it: add it to the type, or correct it"
        );
        notes.push(Diagnostic::warning(codes::OUTSIDE_TYPE, message).at(example.span, "").help(help));
    }
}

/// Why a target has nothing to learn from, and what to do about it.
fn without_positives(task: &Task, signature: &Signature) -> Diagnostic {
    let message = format!("no example includes an instance of {signature}, so no rule is learned for it");
    let warning = Diagnostic::warning(codes::NO_POSITIVES, message);
    let atoms_of = |example: &'_ Example, included: bool| {
        let atoms = if included { &example.inclusions } else { &example.exclusions };
        atoms.groups().iter().map(|group| group.signature.clone()).collect::<Vec<Signature>>()
    };
    let find = |wanted: &dyn Fn(&Signature) -> bool, positive: bool, included: bool| {
        let mut examples = task.examples.iter().filter(|example| example.positive == positive);
        examples
            .find_map(|example| Some((example.span, atoms_of(example, included).into_iter().find(wanted)?)))
    };
    let is_same = |known: &Signature| known == signature;
    let is_other = |known: &Signature| known.name == signature.name && known.arity != signature.arity;
    if let Some((span, other)) = find(&is_other, true, true) {
        let words = format!("{other} here");
        return warning.at(span, words).help("has its #modeh as many arguments as the examples?");
    }
    if let Some((span, _)) = find(&is_same, true, false) {
        let help = "what must hold stands in the first braces: #pos({what must hold}, {what must not})";
        return warning.at(span, "only excluded here").help(help);
    }
    if let Some((span, _)) = find(&is_same, false, true) {
        let help = "a #neg example is what must not come out; rules are learned from what a #pos includes";
        return warning.at(span, "only in negative examples").help(help);
    }
    let included = task.examples.iter().flat_map(|example| atoms_of(example, true));
    let names: Vec<String> = included.map(|known| known.name.to_string()).collect();
    let help = suggestion(&signature.name, names.iter().map(String::as_str));
    warning.help(help.unwrap_or_else(|| {
        "add an example that includes what should hold, #pos({p(a)}, {p(b)})., or drop its #modeh".to_string()
    }))
}

fn remark_on_labels(task: &Task, target: &Target, notes: &mut Vec<Diagnostic>) {
    let signature = &target.signature;
    if target.instances.labelled(true).is_empty() {
        notes.push(without_positives(task, signature));
    } else if target.instances.labelled(false).is_empty() && !target.contingent {
        let message =
            format!("no instance of {signature} is negative, so nothing keeps a rule from being too general");
        let help = if target.closed {
            "the example includes every instance: is one too many there?".to_string()
        } else {
            format!("list exclusions, or close the world with #cwa({signature}).")
        };
        notes.push(Diagnostic::warning(codes::NO_NEGATIVES, message).help(help));
    }
}

/// Calls `visit` with every tuple of the product, the last place running fastest.
pub(crate) fn for_each_tuple(domains: &[&[Symbol]], mut visit: impl FnMut(&[Symbol])) {
    if domains.iter().any(|domain| domain.is_empty()) {
        return;
    }
    let mut places = vec![0; domains.len()];
    let mut tuple: Vec<Symbol> = domains.iter().map(|domain| domain[0]).collect();
    loop {
        visit(&tuple);
        let Some(moved) = (0..domains.len()).rev().find(|&place| places[place] + 1 < domains[place].len())
        else {
            return;
        };
        places[moved] += 1;
        places[moved + 1..].fill(0);
        for place in moved..domains.len() {
            tuple[place] = domains[place][places[place]];
        }
    }
}

/// Loads the predicates of the bias into the store.
pub(crate) fn facts(task: &Task, bias: &Bias, worlds: &[World], symbols: &Symbols) -> Facts {
    let values = match &bias.number_line {
        Some(line) => values_on(line, symbols),
        None => values(symbols),
    };
    let mut facts = Facts::new(values);
    for signature in &bias.predicates {
        if let Some(table) = task.background.table(signature) {
            facts.add_shared(Arc::clone(&table.extension));
            continue;
        }
        let certain = extension(signature, worlds, |world| world.certain(signature));
        if worlds.iter().all(|world| world.is_certain(signature)) {
            facts.add(certain);
        } else {
            facts.add_partial(certain, extension(signature, worlds, |world| world.possible(signature)));
        }
    }
    facts
}

/// The atoms of a predicate: without a world column if all worlds agree on them.
fn extension<'a>(
    signature: &Signature,
    worlds: &'a [World],
    rows: impl Fn(&'a World) -> Vec<&'a [Symbol]>,
) -> Extension {
    let arity = signature.arity;
    let values = |row: &[Symbol]| row.iter().map(|symbol| symbol.0).collect::<Vec<u32>>();
    let none = || Relation::shared(arity, [[]; 0]);
    let Some((first, others)) = worlds.split_first() else { return Extension::new(none(), none()) };
    let first_rows = rows(first);
    let first_set: FxHashSet<&[Symbol]> =
        if others.is_empty() { FxHashSet::default() } else { first_rows.iter().copied().collect() };
    let agrees = |other: &'a World| {
        let other: FxHashSet<&[Symbol]> = rows(other).into_iter().collect();
        other == first_set
    };
    if others.iter().all(agrees) {
        return Extension::new(Relation::shared(arity, first_rows.into_iter().map(values)), none());
    }
    let all = worlds.iter().enumerate();
    let all =
        all.flat_map(|(number, world)| rows(world).into_iter().map(move |row| (number as u32, values(row))));
    Extension::new(none(), Relation::per_world(arity, all))
}

/// Numbers and order of all ground terms.
fn values(symbols: &Symbols) -> Values {
    let block = symbols.number_block();
    let of_block = block.as_ref().map_or(0..0, |(first, numbers)| first.0..first.0 + numbers.len() as u32);
    let is_other = |symbol: &u32| !of_block.contains(symbol);
    let others: Vec<Symbol> = (0..symbols.len() as u32).filter(is_other).map(Symbol).collect();
    let mut ordered: Vec<usize> = (0..others.len()).collect();
    ordered.sort_by(|&a, &b| symbols.compare(others[a], others[b]));
    let mut ranks = vec![0; others.len()];
    ordered.iter().enumerate().for_each(|(rank, &place)| ranks[place] = rank as u32);
    let block = block.map(|(first, numbers)| {
        // Only #inf comes before all numbers; what is none of the two comes after.
        let before = |&symbol: &Symbol| match &*symbols.kind(symbol) {
            SymbolKind::Infimum => 0,
            SymbolKind::Number(value) => numbers.partition_point(|number| number < value) as u32,
            _ => numbers.len() as u32,
        };
        Block { first: first.0, before: others.iter().map(before).collect(), numbers }
    });
    Values { numbers: others.into_iter().map(|symbol| symbols.as_number(symbol)).collect(), ranks, block }
}

/// All numbers in rising order, if some have a fraction: in the place of a number stands then its place in this line.
fn number_line(symbols: &mut Symbols) -> Option<Vec<Symbol>> {
    let all = |symbols: &Symbols| (0..symbols.len() as u32).map(Symbol);
    if !symbols.has_fractions() {
        return None;
    }
    let mut line: Vec<Symbol> = all(symbols).filter(|&symbol| symbols.as_decimal(symbol).is_some()).collect();
    line.sort_by(|&a, &b| symbols.compare(a, b));
    // For numbers that a later model brings and that are above all of these.
    line.push(symbols.intern(SymbolKind::Supremum));
    Some(line)
}

/// Numbers by their place in a line, and the order of all ground terms. What is not on the line has the place of the next
/// number there: a threshold on the line does not tell the two apart.
fn values_on(line: &[Symbol], symbols: &Symbols) -> Values {
    let all = || (0..symbols.len() as u32).map(Symbol);
    let place = |symbol: Symbol| {
        symbols.as_decimal(symbol)?;
        Some(line.partition_point(|&other| symbols.compare(other, symbol).is_lt()) as i32)
    };
    let mut ordered: Vec<Symbol> = all().collect();
    ordered.sort_by(|&a, &b| symbols.compare(a, b));
    let mut ranks = vec![0; ordered.len()];
    ordered.iter().enumerate().for_each(|(rank, &symbol)| ranks[symbol.0 as usize] = rank as u32);
    Values { numbers: all().map(place).collect(), ranks, block: None }
}
