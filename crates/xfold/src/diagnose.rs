//! Diagnosis: why a task has no solution, or one that lists examples by name. It walks the path task → worlds → search →
//! rules → check once, looks for examples that no rule of the bias can tell apart, and tries what could help.
//!
//! Two instances of a target are *alike* if exchanging their terms leaves every fact that rules may read as it is. Then
//! no program without constants can give one and not the other. The facts that rules may not read tell which mode would
//! help.

use crate::{
    Learned, Limits, Settings, Solver, StopReason, Strategy, Task,
    check::ExampleVerdict,
    error::{Error, Result},
    learn::learn,
    report::{Report, Stop},
    search::trace::Silent,
    task::{Background, Mode, PlaceKind, Schema},
    worlds::BodyMode,
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use xfold_asp::{
    span::Span,
    symbols::{Atoms, Signature, Symbol, SymbolKind, Symbols, show_atom},
    syntax::{Name, Statement},
    visit,
};
use xfold_solve::{Query, work::SECOND};
use xfold_store::Comparison;

/// The version of the form.
const VERSION: u32 = 1;

/// Most pairs of examples that are reported.
const MOST_PAIRS: usize = 10;
/// The work that goes into each attempt.
const WORK_ON_TRIAL: u64 = 20 * SECOND;

/// What is known of a task's difficulties.
#[derive(Debug, Serialize)]
pub struct Diagnosis {
    /// The version of this form.
    pub version: u32,
    /// The version of xfold.
    pub xfold: &'static str,
    /// How learning ended.
    pub stop: Stop,
    /// What was learned.
    pub program: String,
    /// The examples that fail.
    pub failing: Vec<ExampleVerdict>,
    /// Examples that the program names in lists instead of explaining them.
    pub n_listed: usize,
    /// Arguments with decimals in quotes, which are texts, so that no threshold tells them apart.
    pub decimals: Vec<String>,
    /// Examples with different labels that no rule of the bias can tell apart.
    pub alike: Vec<Alike>,
    /// Further such pairs.
    pub n_more_alike: usize,
    /// Bounds on the shape of rules that cut the search.
    pub cut_by: Vec<String>,
    /// What was tried, and whether it helps.
    pub trials: Vec<Trial>,
}

/// A positive and a negative instance that no rule of the bias can tell apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Alike {
    /// The positive one.
    pub positive: String,
    /// The negative one.
    pub negative: String,
    /// Predicates that rules may not read, and that tell the two apart.
    pub told_apart_by: Vec<String>,
}

/// Something that was tried.
#[derive(Debug, Clone, Serialize)]
pub struct Trial {
    /// What was done otherwise.
    pub what: String,
    /// Whether every example holds then.
    pub helps: bool,
    /// What was learned then, if it helps.
    pub program: Option<String>,
    /// Predicates in these rules that the task's modes lack.
    pub new_predicates: Vec<String>,
}

/// Learns, and finds out what stands in the way.
pub fn diagnose(
    task: &Task,
    settings: &Settings,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<(Diagnosis, Learned)> {
    let learned = learn(task, settings, solver, limits, &Silent)?;
    let report = Report::new(task, &learned);
    let (alike, n_more_alike) = match alike(&task.listed(limits), settings, &learned, solver, limits) {
        // A limit ends a diagnosis, but what was found so far stays.
        Err(Error::Limit(_)) => Default::default(),
        found => found?,
    };
    let examples = learned.verdict.iter().flat_map(|verdict| &verdict.examples);
    let failing = examples.filter(|example| !example.holds).cloned().collect();
    let trials = match learned.stop {
        StopReason::Verified if learned.listed.n_listed == 0 => Vec::new(),
        _ => trials(task, settings, &learned, solver, limits),
    };
    let diagnosis = Diagnosis {
        version: VERSION,
        xfold: env!("CARGO_PKG_VERSION"),
        stop: report.stop,
        program: report.program,
        failing,
        n_listed: learned.listed.n_listed,
        decimals: decimals(task, &readable(task, &learned)),
        alike,
        n_more_alike,
        cut_by: report.cut_by,
        trials,
    };
    Ok((diagnosis, learned))
}

/// The predicates that rules may read: those of the modes, or of the whole background if there are none.
fn readable(task: &Task, learned: &Learned) -> FxHashSet<Signature> {
    let modes = task.body_modes().chain(task.head_modes());
    let mut readable: FxHashSet<Signature> =
        modes.filter_map(|(schema, _)| schema.signature().cloned()).collect();
    let bias = &learned.worlds.bias;
    readable.extend(bias.body.iter().filter_map(|mode| match mode {
        BodyMode::Literal { predicate, .. } => Some(bias.predicates[*predicate].clone()),
        BodyMode::Compare(..) => None,
    }));
    readable
}

/// Whether rules may name constants, by which any two instances can be told apart.
fn names_constants(task: &Task, settings: &Settings) -> bool {
    let mut modes = task.body_modes().chain(task.head_modes());
    let is_named = |kind: PlaceKind| matches!(kind, PlaceKind::Constant | PlaceKind::Fixed(_));
    settings.constants
        || !task.space.listed.is_empty()
        || modes.any(|(schema, _)| match schema {
            Schema::Atom { places, .. } => places.iter().any(|place| is_named(place.kind)),
            Schema::Compare(..) => false,
        })
}

/// Pairs of a positive and a negative instance that are alike, and how many more there are.
fn alike(
    task: &Task,
    settings: &Settings,
    learned: &Learned,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<(Vec<Alike>, usize)> {
    if names_constants(task, settings) {
        return Ok((Vec::new(), 0));
    }
    let worlds = &learned.worlds;
    let readable = readable(task, learned);
    let mut symbols = worlds.symbols.clone();
    let (mut found, mut n_more) = (Vec::new(), 0);
    let mut known: FxHashMap<String, Option<Touching>> = FxHashMap::default();
    for target in worlds.bias.targets.iter().filter(|target| !target.contingent) {
        let instances = &target.instances;
        let mut negatives: FxHashMap<Profile, usize> = FxHashMap::default();
        let labelled: Vec<usize> = (0..instances.len()).filter(|&i| instances.weight(i) > 0).collect();
        let mut positives: Vec<(usize, Profile)> = Vec::new();
        for instance in labelled {
            let args: Vec<Symbol> = instances.args(instance).into_iter().map(Symbol).collect();
            if args.iter().any(|arg| symbols.as_decimal(*arg).is_some()) {
                continue;
            }
            let example = worlds.worlds.get(instances.world(instance) as usize).map(|world| world.example);
            let Some(example) = example else { continue };
            let context = &task.examples[example].context;
            let name: String = context.iter().map(|statement| format!("{statement}\n")).collect();
            if !known.contains_key(&name) {
                let facts = facts(&task.background, task, context, &mut symbols, solver, limits)?;
                known.insert(name.clone(), facts.map(|facts| Touching::new(&facts)));
            }
            let Some(Some(touching)) = known.get(&name) else { continue };
            let profile = (name.clone(), touching.profile(&args, |signature| readable.contains(signature)));
            if instances.is_positive(instance) {
                positives.push((instance, profile));
            } else {
                negatives.entry(profile).or_insert(instance);
            }
        }
        for (positive, profile) in positives {
            let Some(&negative) = negatives.get(&profile) else { continue };
            if found.len() >= MOST_PAIRS {
                n_more += 1;
                continue;
            }
            let args = [positive, negative]
                .map(|i| instances.args(i).into_iter().map(Symbol).collect::<Vec<Symbol>>());
            let shown = args.each_ref().map(|args| show_atom(&target.signature, args, &symbols));
            let told_apart_by = match known.get(&profile.0) {
                Some(Some(touching)) => touching.differing(&args[0], &args[1], &target.signature),
                _ => Vec::new(),
            };
            let [positive, negative] = shown;
            found.push(Alike { positive, negative, told_apart_by });
        }
    }
    Ok((found, n_more))
}

/// What holds of an instance, with numbers in the place of its terms; the context comes first.
type Profile = (String, Vec<(Signature, Vec<Place>)>);

/// A place of a fact: a term of the instance, or another one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Place {
    Own(usize),
    Other(Symbol),
}

/// The facts, found by the terms they mention.
struct Touching {
    facts: Vec<(Signature, Vec<Symbol>)>,
    by_term: FxHashMap<Symbol, Vec<usize>>,
}

impl Touching {
    fn new(atoms: &Atoms) -> Self {
        let facts: Vec<(Signature, Vec<Symbol>)> =
            atoms.iter().map(|(signature, row)| (signature.clone(), row.to_vec())).collect();
        let mut by_term: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
        for (number, (_, args)) in facts.iter().enumerate() {
            for arg in args {
                by_term.entry(*arg).or_default().push(number);
            }
        }
        Self { facts, by_term }
    }

    /// The facts of some predicates about an instance, sorted.
    fn profile(&self, own: &[Symbol], wanted: impl Fn(&Signature) -> bool) -> Vec<(Signature, Vec<Place>)> {
        let mut numbers: Vec<usize> =
            own.iter().filter_map(|term| self.by_term.get(term)).flatten().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let place = |term: &Symbol| match own.iter().position(|known| known == term) {
            Some(place) => Place::Own(place),
            None => Place::Other(*term),
        };
        let facts =
            numbers.into_iter().map(|number| &self.facts[number]).filter(|(signature, _)| wanted(signature));
        let mut profile: Vec<(Signature, Vec<Place>)> =
            facts.map(|(signature, args)| (signature.clone(), args.iter().map(place).collect())).collect();
        profile.sort();
        profile
    }

    /// The predicates of which different facts hold of two instances.
    fn differing(&self, one: &[Symbol], other: &[Symbol], target: &Signature) -> Vec<String> {
        let all = |own: &[Symbol]| self.profile(own, |signature| signature != target);
        let (one, other) = (all(one), all(other));
        let only = one
            .iter()
            .filter(|fact| !other.contains(fact))
            .chain(other.iter().filter(|fact| !one.contains(fact)));
        let mut names: Vec<String> = only.map(|(signature, _)| signature.to_string()).collect();
        names.sort();
        names.dedup();
        names
    }
}

/// All that holds by background and context, if they have one stable model.
fn facts(
    background: &Background,
    task: &Task,
    context: &[Statement],
    symbols: &mut Symbols,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<Option<Atoms>> {
    let mut needed = background.defined();
    needed.extend(context.iter().flat_map(visit::heads));
    let input = background.input(&task.sources, symbols, context, &needed);
    let mut grounded = solver.ground(&input, limits)?;
    let answer = grounded.solve(&Query { most: 2, ..Query::default() }, symbols, limits)?;
    let mut models = answer.models.into_iter();
    Ok(match (models.next(), models.next()) {
        (Some(model), None) => Some(model.atoms),
        _ => None,
    })
}

/// Arguments of the predicates that rules may read, or of examples, that have numbers with a fraction as texts.
fn decimals(task: &Task, readable: &FxHashSet<Signature>) -> Vec<String> {
    let is_decimal = |value: Symbol| match &*task.symbols.kind(value) {
        SymbolKind::Text(text) => text.contains('.') && text.parse::<f64>().is_ok(),
        _ => false,
    };
    let examples = task.examples.iter().flat_map(|example| [&example.inclusions, &example.exclusions]);
    let groups = std::iter::once(&*task.background.facts).chain(examples).flat_map(Atoms::groups);
    let mut found = Vec::new();
    for group in groups.filter(|group| readable.contains(&group.signature)) {
        for place in 0..group.signature.arity {
            if let Some(row) = group.rows().find(|row| is_decimal(row[place])) {
                let shown = task.symbols.display(row[place]);
                found.push(format!("argument {} of {}, such as {shown}", place + 1, group.signature));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The task with `!=` between variables of every type, and the modes that this adds; none if it has them all, or if its
/// modes are inferred.
fn with_comparisons(task: &Task) -> Option<(Task, String)> {
    let mut types: Vec<Name> = Vec::new();
    for (schema, _) in task.body_modes().chain(task.head_modes()) {
        let Schema::Atom { places, .. } = schema else { continue };
        let variables =
            places.iter().filter(|place| matches!(place.kind, PlaceKind::Variable | PlaceKind::Bound));
        types.extend(variables.map(|place| place.of_type.clone()));
    }
    types.sort();
    types.dedup();
    let compared = |of_type: &Name| Schema::Compare(Comparison::Differs, of_type.clone());
    types.retain(|of_type| task.body_modes().all(|(schema, _)| *schema != compared(of_type)));
    if types.is_empty() || task.body_modes().next().is_none() {
        return None;
    }
    let mode = |of_type: &Name| Mode::of_schema(compared(of_type), Span::default(), &task.symbols);
    let mut wider = task.clone();
    wider.space.body.extend(types.iter().map(mode));
    let shown = match task.is_prolog() {
        true => format!(
            "a predicate that tells whether two values differ, for the types {}: different(a,b) and so on",
            types.join(", ")
        ),
        false => {
            let modes: Vec<String> = types.iter().map(|t| format!("#modeb(var({t}) != var({t})).")).collect();
            format!("rules that tell different values apart: {}", modes.join(" "))
        }
    };
    Some((wider, shown))
}

/// What could help, tried.
fn trials(
    task: &Task,
    settings: &Settings,
    learned: &Learned,
    solver: &dyn Solver,
    limits: &Limits,
) -> Vec<Trial> {
    let known = readable(task, learned);
    let (known_stop, n_listed) = (learned.stop, learned.listed.n_listed);
    let attempt = |what: String, task: &Task, settings: Settings| -> Option<Trial> {
        // What cannot be tried does not help.
        let limits = limits.clone().with_work(WORK_ON_TRIAL);
        let learned = learn(task, &settings, solver, &limits, &Silent).ok()?;
        let is_better = known_stop != StopReason::Verified || learned.listed.n_listed < n_listed;
        if learned.stop != StopReason::Verified || !is_better {
            return Some(Trial { what, helps: false, program: None, new_predicates: Vec::new() });
        }
        let rules = &learned.rules.rules;
        let invented: Vec<Signature> = rules.iter().flat_map(visit::rule_heads).collect();
        let reads = rules.iter().flat_map(visit::rule_reads).map(|(read, _)| read);
        let new = reads.filter(|read| !known.contains(read) && !invented.contains(read));
        let mut new_predicates: Vec<String> = new.map(|read| read.to_string()).collect();
        new_predicates.sort();
        new_predicates.dedup();
        Some(Trial { what, helps: true, program: Some(learned.rules.text()), new_predicates })
    };
    let (max_body, max_new) = (settings.max_body * 2, settings.max_new + 2);
    let wider = Settings { max_body, max_new, max_vars: None, ..settings.clone() };
    let longer = format!("longer rules: --max-body {max_body} --max-new {max_new}");
    let mut trials = vec![attempt(longer, task, wider)];
    // A list that is written as rules with constants is still one.
    let lists = known_stop == StopReason::Verified;
    let greedy = Settings { search: Strategy::Greedy, ..settings.clone() };
    let with_constants = Settings { constants: true, ..greedy.clone() };
    if let Some((compared, what)) = with_comparisons(task) {
        trials.push(attempt(what, &compared, greedy.clone()));
    }
    if task.body_modes().next().is_some() {
        let mut all = task.clone();
        all.space.body.iter_mut().for_each(|mode| mode.schema = None);
        trials.push(attempt("a mode for every predicate of the background".to_string(), &all, greedy));
        if !lists {
            trials.push(attempt("the same, and rules that name constants".to_string(), &all, with_constants));
        }
    } else if !settings.constants && !lists {
        trials.push(attempt("rules that name constants: --constants".to_string(), task, with_constants));
    }
    trials.into_iter().flatten().collect()
}
