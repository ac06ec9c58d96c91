//! The bias, resolved: types with their values, predicates by number, what may stand at each place.

use super::{
    infer::{Modes, SearchMode},
    model::Base,
    symbol_set::SymbolSet,
};
use crate::{
    codes,
    error::Result,
    task::{Place, PlaceKind, Schema, Task, too_wide},
};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use xfold_asp::{
    diagnostic::{Diagnostic, did_you_mean},
    symbols::{Signature, Symbol, Symbols},
    syntax::{Name, Term},
    term_of,
};
use xfold_store::{Comparison, InstanceSet, Instances, PredicateId, Value};

/// A type, by number.
pub type TypeId = usize;

/// A type of variables and constants.
#[derive(Debug, Clone)]
pub struct Type {
    /// Its name.
    pub name: Name,
    /// Whether the task has a predicate of that name with one argument, so that it can bind a variable in a rule.
    pub is_predicate: bool,
    /// Its values in any world, in order; those of constants.
    pub values: Arc<Vec<Symbol>>,
}

/// What may stand at a place of a body literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slot {
    /// A variable of a type.
    Variable(TypeId),
    /// A variable of a type that is bound already.
    Bound(TypeId),
    /// A new variable that is compared with thresholds.
    Number(TypeId),
    /// Each of a type's values.
    Constant(TypeId),
    /// Just this value.
    Fixed(Value),
}

/// What a body may be made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BodyMode {
    /// `p(…)` or `not p(…)`
    Literal {
        /// The predicate.
        predicate: PredicateId,
        /// Its places.
        slots: Vec<Slot>,
        /// With `not`.
        negated: bool,
    },
    /// A comparison between variables of a type.
    Compare(Comparison, TypeId),
}

/// A predicate to be learned.
#[derive(Debug, Clone)]
pub struct Target {
    /// The predicate.
    pub signature: Signature,
    /// Its number in the store.
    pub predicate: PredicateId,
    /// The types of its arguments.
    pub types: Vec<TypeId>,
    /// Whether unmentioned instances count as negative.
    pub closed: bool,
    /// The labelled instances and, where rules read the target, those without a label.
    pub instances: Arc<Instances>,
    /// The instances that hold by the background alone.
    pub given: InstanceSet,
    /// An instance holds in one example and not in another, or negative examples speak of the target: it may be a
    /// free choice.
    pub contingent: bool,
}

/// What rules may be made of.
#[derive(Debug, Clone, Default)]
pub struct Bias {
    /// The types.
    pub types: Vec<Type>,
    /// The predicates, by their numbers in the store.
    pub predicates: Vec<Signature>,
    /// The targets, in order.
    pub targets: Vec<Target>,
    /// The body modes, in order.
    pub body: Vec<BodyMode>,
    /// Most variables of a rule, if the user or the task says.
    pub max_variables: Option<usize>,
    /// How many literals may lie between the head and a new variable.
    pub max_layers: Option<usize>,
    /// Types of which a rule has one variable at most.
    pub single_types: Vec<TypeId>,
    /// Whether a head variable may be missing in the body; by default where its type is a predicate.
    pub free_head: Option<bool>,
    /// The fewest positive examples for which a rule is worth it.
    pub min_positives: u64,
    /// For each target the predicates that a rule for it must not read, since they depend on it.
    pub dependents: Vec<Vec<PredicateId>>,
    /// All numbers in rising order, if some have a fraction: thresholds are then places in this line.
    pub number_line: Option<Arc<Vec<Symbol>>>,
}

impl Bias {
    /// Whether a body may read this predicate.
    pub fn is_read(&self, predicate: PredicateId) -> bool {
        self.body
            .iter()
            .any(|mode| matches!(mode, BodyMode::Literal { predicate: read, .. } if *read == predicate))
    }

    /// Whether a learned rule may read a target: its own, or a later one's.
    pub fn is_read_by_rules(&self, target: usize) -> bool {
        self.is_read(self.targets[target].predicate) || target + 1 < self.targets.len()
    }

    /// The number at a threshold.
    pub fn number_at(&self, bound: i32, symbols: &Symbols) -> Term {
        let on_line = self.number_line.as_ref().and_then(|line| line.get(usize::try_from(bound).ok()?));
        on_line.map_or(Term::Number(bound), |&symbol| term_of(symbol, symbols))
    }

    /// The values of every type in one world.
    pub(super) fn domains(&self, base: &Base, symbols: &Symbols) -> Vec<Arc<Vec<Symbol>>> {
        let of_type = |of_type: &Type| {
            if of_type.is_predicate {
                Arc::new(sorted(base.values(&Signature::new(of_type.name.clone(), 1), 0), symbols))
            } else {
                Arc::clone(&of_type.values)
            }
        };
        self.types.iter().map(of_type).collect()
    }

    fn type_id(&mut self, name: &Name) -> TypeId {
        match self.types.iter().position(|known| known.name == *name) {
            Some(known) => known,
            None => {
                self.types.push(Type { name: name.clone(), is_predicate: false, values: Arc::default() });
                self.types.len() - 1
            }
        }
    }

    fn predicate_id(&mut self, signature: &Signature) -> PredicateId {
        match self.predicates.iter().position(|known| known == signature) {
            Some(known) => known,
            None => {
                self.predicates.push(signature.clone());
                self.predicates.len() - 1
            }
        }
    }
}

/// Resolves modes against what holds in the background.
pub(super) fn resolve(
    task: &Task,
    modes: &Modes,
    bases: &[Base],
    symbols: &mut Symbols,
    notes: &mut Vec<Diagnostic>,
) -> Result<Bias> {
    let mut bias = Bias {
        max_variables: task.max_variables,
        max_layers: task.shape.max_layers,
        free_head: task.shape.free_head,
        min_positives: task.shape.min_positives.unwrap_or(0) as u64,
        ..Bias::default()
    };
    for mode in &modes.head {
        let Schema::Atom { signature, places, .. } = &mode.schema else { continue };
        too_wide(signature, mode.span).map_or(Ok(()), Err)?;
        if bias.targets.iter().any(|target| target.signature == *signature) {
            continue;
        }
        let predicate = bias.predicate_id(signature);
        let types = places.iter().map(|place| bias.type_id(&place.of_type)).collect();
        bias.targets.push(Target {
            signature: signature.clone(),
            predicate,
            types,
            closed: false,
            instances: Arc::default(),
            given: InstanceSet::default(),
            contingent: false,
        });
    }
    for mode in &modes.body {
        let resolved = match &mode.schema {
            Schema::Atom { signature, places, negated } => {
                too_wide(signature, mode.span).map_or(Ok(()), Err)?;
                let predicate = bias.predicate_id(signature);
                let slots = places.iter().map(|place| slot(&mut bias, place)).collect();
                BodyMode::Literal { predicate, slots, negated: *negated }
            }
            Schema::Compare(comparison, of_type) => BodyMode::Compare(*comparison, bias.type_id(of_type)),
        };
        if !bias.body.contains(&resolved) {
            bias.body.push(resolved);
        }
    }
    for name in &task.shape.single_types {
        let of_type = bias.type_id(name);
        bias.single_types.push(of_type);
    }
    fill_types(task, modes, bases, symbols, &mut bias, notes);
    remark_on_numbers(modes, bases, symbols, notes);
    remark_on_reach(modes, &bias, notes);
    bias.dependents = bias
        .targets
        .iter()
        .map(|target| {
            let contexts = task.examples.iter().flat_map(|example| &example.context);
            let dependents = task.background.dependents(contexts, [target.signature.clone()]);
            let reads = |id: &PredicateId| {
                bias.predicates[*id] != target.signature && dependents.contains(&bias.predicates[*id])
            };
            (0..bias.predicates.len()).filter(reads).collect()
        })
        .collect();
    Ok(bias)
}

fn slot(bias: &mut Bias, place: &Place) -> Slot {
    match place.kind {
        PlaceKind::Variable => Slot::Variable(bias.type_id(&place.of_type)),
        PlaceKind::Bound => Slot::Bound(bias.type_id(&place.of_type)),
        PlaceKind::Number => Slot::Number(bias.type_id(&place.of_type)),
        PlaceKind::Constant => Slot::Constant(bias.type_id(&place.of_type)),
        PlaceKind::Fixed(symbol) => Slot::Fixed(symbol.0),
    }
}

/// Finds the values of each type: the facts of its predicate, everything for `any`, else what stands at its places.
fn fill_types(
    task: &Task,
    modes: &Modes,
    bases: &[Base],
    symbols: &Symbols,
    bias: &mut Bias,
    notes: &mut Vec<Diagnostic>,
) {
    let names: Vec<Name> = bias.types.iter().map(|known| known.name.clone()).collect();
    let mut known: Vec<String> = bases
        .iter()
        .flat_map(Base::signatures)
        .filter(|s| s.arity == 1)
        .map(|s| s.name.to_string())
        .collect();
    known.sort();
    known.dedup();
    for (of_type, name) in names.into_iter().enumerate() {
        let signature = Signature::new(name.clone(), 1);
        let mut is_predicate = task.background.defines(&signature)
            || task.examples.iter().any(|example| crate::task::defines(&example.context, &signature));
        if is_predicate && task.is_prolog() {
            // In Popper and Aleph tasks a type is only a name; a predicate of that name may mean something else.
            let holds: SymbolSet = bases.iter().flat_map(|base| base.values(&signature, 0)).collect();
            is_predicate = values_at_places(task, modes, bases, &name).is_within(&holds);
        }
        if !is_predicate {
            bias.types[of_type].name = free_name(&name, task);
        }
        let constants = task.constants.iter().filter(|(of, _)| *of == name).map(|(_, symbol)| *symbol);
        let mut values: Vec<Symbol> = constants.collect();
        if is_predicate {
            values.extend(bases.iter().flat_map(|base| base.values(&signature, 0)));
        } else if let Some(inferred) = modes.inferred_values.get(&name) {
            values.extend(inferred.iter());
        } else if name == "any" {
            values.extend(all_values(task, modes, bases).iter());
        } else {
            values.extend(values_at_places(task, modes, bases, &name).iter());
        }
        let values = sorted(values.into_iter(), symbols);
        let used_for_numbers = bias.body.iter().any(|mode| match mode {
            BodyMode::Literal { slots, .. } => slots.contains(&Slot::Number(of_type)),
            BodyMode::Compare(..) => false,
        });
        if values.is_empty() && !used_for_numbers {
            let help = match did_you_mean(&name, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("add facts such as {name}(a). for its values"),
            };
            let message =
                format!("the type `{name}` has no values: no fact {name}(…) and nothing at its places");
            let warning = Diagnostic::warning(codes::UNKNOWN_TYPE, message).help(help);
            let span =
                modes.head.iter().chain(&modes.body).find(|mode| mentions(mode, &name)).map(|mode| mode.span);
            notes.push(match span {
                Some(span) => warning.at(span, ""),
                None => warning,
            });
        }
        bias.types[of_type].is_predicate = is_predicate;
        bias.types[of_type].values = Arc::new(values);
    }
}

/// A name under which the values of a type can be printed as facts: its own, unless that is a variable's or a predicate
/// of the task has it.
fn free_name(of_type: &Name, task: &Task) -> Name {
    let is_identifier = of_type.trim_start_matches('_').starts_with(|sign: char| sign.is_ascii_lowercase());
    if is_identifier && !task.uses_name(of_type) {
        return of_type.clone();
    }
    let stem = format!("{}_type", of_type.to_ascii_lowercase());
    let mut names = std::iter::once(stem.clone()).chain((2..).map(|number| format!("{stem}{number}")));
    names.find(|name| !task.uses_name(name)).unwrap_or(stem).into()
}

/// Says where a place of numbers has other values: thresholds do not tell them apart.
fn remark_on_numbers(modes: &Modes, bases: &[Base], symbols: &Symbols, notes: &mut Vec<Diagnostic>) {
    for mode in &modes.body {
        let Schema::Atom { signature, places, .. } = &mode.schema else { continue };
        for (number, _) in places.iter().enumerate().filter(|(_, place)| place.kind == PlaceKind::Number) {
            let mut values = bases.iter().flat_map(|base| base.values(signature, number));
            if let Some(value) = values.find(|&value| symbols.as_decimal(value).is_none()) {
                let message = format!(
                    "argument {} of {signature} should be a number, but one is {}",
                    number + 1,
                    symbols.display(value)
                );
                let help = "write numbers without quotes, such as 35 or 3.5; other values count as above all numbers";
                notes.push(Diagnostic::warning(codes::NOT_A_NUMBER, message).at(mode.span, "").help(help));
            }
        }
    }
}

/// Says which modes no rule can use: none of their variables has a type that can be reached from a head.
fn remark_on_reach(modes: &Modes, bias: &Bias, notes: &mut Vec<Diagnostic>) {
    let variables = |mode: &SearchMode| -> Vec<Name> {
        let Schema::Atom { places, .. } = &mode.schema else { return Vec::new() };
        let is_variable = |place: &&Place| matches!(place.kind, PlaceKind::Variable | PlaceKind::Bound);
        places.iter().filter(is_variable).map(|place| place.of_type.clone()).collect()
    };
    let mut reached: FxHashSet<Name> = modes.head.iter().flat_map(variables).collect();
    if reached.is_empty() {
        return;
    }
    loop {
        let before = reached.len();
        for types in modes.body.iter().map(variables) {
            if types.iter().any(|of_type| reached.contains(of_type)) {
                reached.extend(types);
            }
        }
        if reached.len() == before {
            break;
        }
    }
    for mode in &modes.body {
        let types = variables(mode);
        let out_of_reach = !types.is_empty() && types.iter().all(|of_type| !reached.contains(of_type));
        if let (true, Some(of_type)) = (out_of_reach, types.first()) {
            let known =
                bias.types.iter().map(|known| known.name.as_str()).filter(|name| reached.contains(*name));
            let help = match did_you_mean(of_type, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "use a type of the head, or add a mode that leads from it to this type".to_string(),
            };
            let message =
                format!("no rule can use this mode: nothing leads from a head to the type `{of_type}`");
            notes.push(Diagnostic::warning(codes::UNKNOWN_TYPE, message).at(mode.span, "").help(help));
        }
    }
}

fn mentions(mode: &SearchMode, name: &Name) -> bool {
    match &mode.schema {
        Schema::Atom { places, .. } => places.iter().any(|place| place.of_type == *name),
        Schema::Compare(_, of_type) => of_type == name,
    }
}

/// Every argument of an atom of the background or the examples, but for those that only stand where numbers are
/// compared with thresholds.
fn all_values(task: &Task, modes: &Modes, bases: &[Base]) -> SymbolSet {
    let is_number = |signature: &Signature, place: usize| {
        modes.body.iter().any(|mode| match &mode.schema {
            Schema::Atom { signature: of, places, .. } => {
                of == signature && places[place].kind == PlaceKind::Number
            }
            Schema::Compare(..) => false,
        })
    };
    let mut values = SymbolSet::default();
    for base in bases {
        for signature in base.signatures() {
            for place in (0..signature.arity).filter(|&place| !is_number(&signature, place)) {
                values.extend(base.values(&signature, place));
            }
        }
    }
    for example in &task.examples {
        for group in example.inclusions.groups().iter().chain(example.exclusions.groups()) {
            values.extend(group.args.iter().copied());
        }
    }
    values
}

/// What stands at the places of a type that is only a name.
fn values_at_places(task: &Task, modes: &Modes, bases: &[Base], name: &Name) -> SymbolSet {
    let mut values = SymbolSet::default();
    for mode in modes.head.iter().chain(&modes.body) {
        let Schema::Atom { signature, places, .. } = &mode.schema else { continue };
        let at: Vec<usize> = (0..places.len()).filter(|&place| places[place].of_type == *name).collect();
        let groups = task.examples.iter().flat_map(|example| {
            [example.inclusions.group(signature), example.exclusions.group(signature)].into_iter().flatten()
        });
        values.extend(
            groups.flat_map(|group| group.rows()).flat_map(|row| at.iter().map(move |&place| row[place])),
        );
        for &place in &at {
            values.extend(bases.iter().flat_map(|base| base.values(signature, place)));
        }
    }
    values
}

fn sorted(values: impl Iterator<Item = Symbol>, symbols: &Symbols) -> Vec<Symbol> {
    let mut values: Vec<Symbol> = values.collect();
    values.sort_by(|&a, &b| symbols.compare(a, b));
    values.dedup();
    values
}
