//! Modes where the task gives none: every predicate of the background, with types found from the values.
//!
//! Two places have one type if they share values. The type is named after the smallest predicate with one argument
//! that holds for all values of its places; without such a predicate it is `any`.

use super::{model::Base, symbol_set::SymbolSet};
use crate::{
    Settings, codes,
    task::{Place, PlaceKind, Schema, Task},
};
use rustc_hash::{FxHashMap, FxHashSet};
use xfold_asp::{
    diagnostic::Diagnostic,
    span::Span,
    symbols::{Signature, Symbol, Symbols},
    syntax::Name,
};

/// A place counts as numeric beyond this many different numbers.
const FEW_NUMBERS: usize = 10;

/// A mode as the greedy search reads it, declared or inferred.
#[derive(Debug)]
pub(super) struct SearchMode {
    pub(super) schema: Schema,
    pub(super) span: Span,
}

/// The modes of a task, declared or inferred.
#[derive(Debug, Default)]
pub(super) struct Modes {
    pub(super) head: Vec<SearchMode>,
    pub(super) body: Vec<SearchMode>,
    /// The values of inferred types that no predicate stands for.
    pub(super) inferred_values: FxHashMap<Name, SymbolSet>,
}

/// The task's modes; what it leaves out is inferred and noted.
pub(super) fn modes(
    task: &Task,
    settings: &Settings,
    bases: &[Base],
    symbols: &Symbols,
    notes: &mut Vec<Diagnostic>,
) -> Modes {
    let of_task = |(schema, span): (&Schema, Span)| SearchMode { schema: schema.clone(), span };
    let mut modes = Modes {
        head: task.head_modes().map(of_task).collect(),
        body: task.body_modes().map(of_task).collect(),
        inferred_values: FxHashMap::default(),
    };
    let (lacks_heads, lacks_bodies) = (modes.head.is_empty(), modes.body.is_empty());
    if !lacks_heads && !lacks_bodies {
        return modes;
    }
    let mut places = Places::collect(task, bases, symbols);
    places.join();
    places.name(bases, &declared_types(&modes));
    let mode = |signature: &Signature, kinds: &dyn Fn(usize) -> PlaceKind| {
        let place = |place: usize| Place { kind: kinds(place), of_type: places.type_of(signature, place) };
        let places = (0..signature.arity).map(place).collect();
        SearchMode {
            schema: Schema::Atom { signature: signature.clone(), places, negated: false },
            span: Span::default(),
        }
    };
    if lacks_heads {
        modes.head = task.targets().iter().map(|target| mode(target, &|_| PlaceKind::Variable)).collect();
    }
    if lacks_bodies {
        let targets = task.targets();
        let mut seen = FxHashSet::default();
        let known =
            bases.iter().flat_map(Base::signatures).filter(|signature| seen.insert(signature.clone()));
        for signature in known.filter(|signature| !targets.contains(signature)) {
            modes.body.push(mode(&signature, &|place| places.kind(&signature, place)));
            let has_constants =
                (0..signature.arity).any(|place| places.kind(&signature, place) == PlaceKind::Variable);
            if settings.constants && signature.arity > 1 && has_constants {
                for constant in 1..signature.arity {
                    let kind = |place| {
                        if place == constant { PlaceKind::Constant } else { places.kind(&signature, place) }
                    };
                    modes.body.push(mode(&signature, &kind));
                }
            }
        }
        // A relation may be defined through itself.
        for target in targets.iter().filter(|target| target.arity > 1) {
            modes.body.push(mode(target, &|_| PlaceKind::Variable));
        }
    }
    modes.inferred_values = places.unnamed_values();
    let declared = |modes: &[SearchMode], word: &str| -> Vec<String> {
        modes.iter().filter_map(|mode| show(mode).map(|text| format!("#{word}({text})."))).collect()
    };
    let mut lines = Vec::new();
    if lacks_heads {
        lines.extend(declared(&modes.head, "modeh"));
    }
    if lacks_bodies {
        lines.extend(declared(&modes.body, "modeb"));
    }
    notes.push(Diagnostic::note(codes::INFERRED, format!("modes inferred: {}", lines.join(" "))));
    modes
}

/// The types that declared modes give to places.
fn declared_types(modes: &Modes) -> FxHashMap<(Signature, usize), Name> {
    let mut types = FxHashMap::default();
    for mode in modes.head.iter().chain(&modes.body) {
        let Schema::Atom { signature, places, .. } = &mode.schema else { continue };
        for (number, place) in places.iter().enumerate().filter(|(_, place)| !place.of_type.is_empty()) {
            types.entry((signature.clone(), number)).or_insert_with(|| place.of_type.clone());
        }
    }
    types
}

fn show(mode: &SearchMode) -> Option<String> {
    let Schema::Atom { signature, places, .. } = &mode.schema else { return None };
    let place = |place: &Place| match place.kind {
        PlaceKind::Variable | PlaceKind::Bound => format!("var({})", place.of_type),
        PlaceKind::Constant => format!("const({})", place.of_type),
        PlaceKind::Number => format!("num({})", place.of_type),
        PlaceKind::Fixed(_) => String::new(),
    };
    let places: Vec<String> = places.iter().map(place).collect();
    Some(if places.is_empty() {
        signature.functor()
    } else {
        format!("{}({})", signature.functor(), places.join(","))
    })
}

/// All places of all predicates, with their values, grouped by shared values.
struct Places {
    keys: Vec<(Signature, usize)>,
    values: Vec<SymbolSet>,
    numeric: Vec<bool>,
    group: Vec<usize>,
    names: Vec<Name>,
}

impl Places {
    fn collect(task: &Task, bases: &[Base], symbols: &Symbols) -> Self {
        let mut places = Self { keys: vec![], values: vec![], numeric: vec![], group: vec![], names: vec![] };
        for base in bases {
            for signature in base.signatures() {
                places.add(&signature, |place| base.values(&signature, place));
            }
        }
        for example in &task.examples {
            for group in example.inclusions.groups().iter().chain(example.exclusions.groups()) {
                places.add(&group.signature, |place| group.rows().map(move |row| row[place]));
            }
        }
        let targets = task.targets();
        for (key, values) in places.keys.iter().zip(&places.values) {
            let all_numbers =
                values.len() > FEW_NUMBERS && values.iter().all(|v| symbols.as_decimal(v).is_some());
            // What stands in a predicate of one argument is a thing, not a measure.
            places.numeric.push(all_numbers && key.0.arity > 1 && key.1 > 0 && !targets.contains(&key.0));
        }
        places.group = (0..places.keys.len()).collect();
        places
    }

    fn add<I: Iterator<Item = Symbol>>(&mut self, signature: &Signature, values: impl Fn(usize) -> I) {
        let first = match self.keys.iter().position(|(known, _)| known == signature) {
            Some(first) => first,
            None => {
                self.keys.extend((0..signature.arity).map(|place| (signature.clone(), place)));
                self.values.extend((0..signature.arity).map(|_| SymbolSet::default()));
                self.keys.len() - signature.arity
            }
        };
        for place in 0..signature.arity {
            self.values[first + place].extend(values(place));
        }
    }

    /// Puts places that share a value into one group; numeric places stay alone.
    fn join(&mut self) {
        for place in (0..self.keys.len()).filter(|&place| !self.numeric[place]) {
            for other in (0..place).filter(|&other| !self.numeric[other]) {
                let (a, b) = (self.root(place), self.root(other));
                if a != b && self.values[place].meets(&self.values[other]) {
                    self.group[a.max(b)] = a.min(b);
                }
            }
        }
        for place in 0..self.keys.len() {
            self.group[place] = self.root(place);
        }
    }

    fn root(&self, mut place: usize) -> usize {
        while self.group[place] != place {
            place = self.group[place];
        }
        place
    }

    /// Names each group as a declared mode does or else after the smallest unary predicate that holds for its values.
    fn name(&mut self, bases: &[Base], declared: &FxHashMap<(Signature, usize), Name>) {
        let mut members: FxHashMap<usize, SymbolSet> = FxHashMap::default();
        for place in 0..self.keys.len() {
            members.entry(self.group[place]).or_default().add_all(&self.values[place]);
        }
        let unary: Vec<(Signature, SymbolSet)> = bases
            .iter()
            .flat_map(Base::signatures)
            .filter(|signature| signature.arity == 1 && !signature.negated)
            .map(|signature| {
                let values = bases.iter().flat_map(|base| base.values(&signature, 0)).collect();
                (signature, values)
            })
            .collect();
        let mut n_unnamed = 0;
        let mut names: FxHashMap<usize, Name> = FxHashMap::default();
        for (place, key) in self.keys.iter().enumerate() {
            if let Some(name) = declared.get(key) {
                names.entry(self.group[place]).or_insert_with(|| name.clone());
            }
        }
        for place in 0..self.keys.len() {
            let group = self.group[place];
            if names.contains_key(&group) {
                continue;
            }
            let values = &members[&group];
            let holds = unary.iter().filter(|(_, of)| values.is_within(of));
            let name = match holds.min_by_key(|(_, of)| of.len()) {
                Some((signature, _)) if !self.numeric[place] => signature.name.clone(),
                _ if self.numeric[place] => self.keys[place].0.name.clone(),
                _ => {
                    n_unnamed += 1;
                    if n_unnamed == 1 { "any".into() } else { format!("any{n_unnamed}").into() }
                }
            };
            names.insert(group, name);
        }
        self.names = self.group.iter().map(|group| names[group].clone()).collect();
    }

    fn position(&self, signature: &Signature, place: usize) -> Option<usize> {
        self.keys.iter().position(|(known, at)| known == signature && *at == place)
    }

    fn type_of(&self, signature: &Signature, place: usize) -> Name {
        self.position(signature, place).map_or("any".into(), |place| self.names[place].clone())
    }

    fn kind(&self, signature: &Signature, place: usize) -> PlaceKind {
        match self.position(signature, place) {
            Some(place) if self.numeric[place] => PlaceKind::Number,
            _ => PlaceKind::Variable,
        }
    }

    fn unnamed_values(&self) -> FxHashMap<Name, SymbolSet> {
        let mut values: FxHashMap<Name, SymbolSet> = FxHashMap::default();
        for (place, name) in self.names.iter().enumerate() {
            if name.starts_with("any") && !self.numeric[place] {
                values.entry(name.clone()).or_default().add_all(&self.values[place]);
            }
        }
        values
    }
}
