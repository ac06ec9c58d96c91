//! What rules of the declared space are made of: schemas with places, and their literals over numbered variables.

use super::template::{filled_literal, readable, uncomputed};
use crate::task::{Dialect, Holder, Mode, Task};
use rustc_hash::FxHashSet;
use xfold_asp::{
    span::Span,
    symbols::{Signature, Symbol},
    syntax::{Literal, LiteralKind, Name, Sign, Term},
};

/// A type, by number.
pub(super) type TypeId = usize;

/// A declaration with one sign.
#[derive(Debug, Clone)]
pub(super) struct Schema {
    /// The declaration it comes from; its recall counts both signs.
    pub(super) declaration: usize,
    /// The literal without its sign.
    pub(super) template: LiteralKind,
    /// The predicate; none for a comparison.
    pub(super) signature: Option<Signature>,
    /// With `not`.
    pub(super) negated: bool,
    /// Its places.
    pub(super) slots: Vec<(Holder, TypeId)>,
    /// Which of its places the solver can read off an atom: not those it would have to compute with.
    pub(super) binds: Vec<bool>,
    pub(super) recall: Option<u32>,
    pub(super) anti_reflexive: bool,
    pub(super) symmetric: bool,
}

impl Schema {
    /// Whether its literals are atoms without `not`, which bind their variables.
    pub(super) fn is_positive_atom(&self) -> bool {
        !self.negated && self.signature.is_some()
    }

    /// A literal with its places filled.
    pub(super) fn literal(&self, args: &mut dyn Iterator<Item = Term>) -> Literal {
        let sign = if self.negated { Sign::Not } else { Sign::None };
        Literal { sign, kind: filled_literal(&self.template, args), span: Span::default() }
    }

    /// The types of the places that hold variables.
    pub(super) fn variable_types(&self) -> impl Iterator<Item = TypeId> + '_ {
        self.slots.iter().filter(|(holder, _)| *holder == Holder::Variable).map(|(_, of_type)| *of_type)
    }
}

/// What stands at a place of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Arg {
    /// A variable, by number.
    Var(u8),
    /// A constant.
    Const(Symbol),
    /// Any number from the first to the second.
    Range(Option<i32>, Option<i32>),
}

/// A literal of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Lit {
    pub(super) schema: usize,
    pub(super) args: Vec<Arg>,
}

impl Lit {
    pub(super) fn variables(&self) -> impl Iterator<Item = u8> + '_ {
        self.args.iter().filter_map(|arg| match arg {
            Arg::Var(variable) => Some(*variable),
            _ => None,
        })
    }
}

/// Everything that rules of the space are made of.
#[derive(Debug, Clone)]
pub(super) struct RuleSpace {
    pub(super) dialect: Dialect,
    /// Body literals, those that bind variables first.
    pub(super) body: Vec<Schema>,
    /// Heads of normal rules.
    pub(super) heads: Vec<Schema>,
    /// Atoms of choice heads.
    pub(super) choices: Vec<Schema>,
    /// The names of the types.
    pub(super) types: Vec<Name>,
    /// Constants by type.
    pub(super) constants: Vec<Vec<Symbol>>,
    /// Bounds for numbers, by type.
    pub(super) bounds: Vec<Vec<i32>>,
    /// The numbers that occur, in rising order, if some have a fraction: bounds are then places in this line.
    pub(super) number_line: Vec<Symbol>,
    /// Types that are predicates of the task, so that an atom of theirs makes a rule safe.
    pub(super) is_predicate: Vec<bool>,
    /// Most variables of a rule.
    pub(super) max_variables: usize,
    /// Predicates that are learned, and of these the ones that bodies may read.
    pub(super) targets: Vec<Signature>,
    pub(super) read: Vec<Signature>,
}

/// The most variables of a rule: with one name more, a table of names is 64 bytes.
pub(super) const MOST_VARIABLES: usize = 63;
/// How many variables a rule may have if the task does not say, as in ILASP.
const DEFAULT_MAX_VARIABLES: usize = 3;

impl RuleSpace {
    pub(super) fn new(task: &Task) -> Self {
        let declared = &task.space;
        let mut space = Self {
            dialect: declared.dialect,
            body: Vec::new(),
            heads: Vec::new(),
            choices: Vec::new(),
            types: Vec::new(),
            constants: Vec::new(),
            bounds: Vec::new(),
            number_line: Vec::new(),
            is_predicate: Vec::new(),
            max_variables: task.max_variables.unwrap_or(DEFAULT_MAX_VARIABLES).min(MOST_VARIABLES),
            targets: declared.targets(),
            read: Vec::new(),
        };
        for (number, mode) in declared.body.iter().enumerate() {
            for &negated in mode.signs(declared.dialect) {
                let mut schema = space.schema(mode, number, negated);
                // Nothing binds a number below `not`, so that no rule may have one there.
                if negated && schema.slots.iter().any(|(holder, _)| *holder == Holder::Number) {
                    continue;
                }
                if let LiteralKind::Atom(atom) = &schema.template
                    && space.targets.contains(&atom.signature())
                {
                    // A learned atom of which the next one is computed would never end.
                    let is_plain = uncomputed(&atom.args);
                    schema.binds.iter_mut().zip(is_plain).for_each(|(binds, plain)| *binds &= plain);
                }
                space.body.push(schema);
            }
        }
        space.body.sort_by_key(|schema| (schema.negated || schema.signature.is_none(), schema.declaration));
        let is_read =
            |target: &&Signature| space.body.iter().any(|schema| schema.signature.as_ref() == Some(target));
        space.read = space.targets.iter().filter(is_read).cloned().collect();
        for (number, mode) in declared.heads.iter().enumerate() {
            let schema = space.schema(mode, number, false);
            if !space.heads.iter().any(|known| known.template == schema.template) {
                space.heads.push(schema);
            }
        }
        for (number, mode) in declared.choice_heads.iter().enumerate() {
            let schema = space.schema(mode, number, false);
            space.choices.push(schema);
        }
        for (of_type, symbol) in &task.constants {
            let of_type = space.type_id(of_type);
            if !space.constants[of_type].contains(symbol) {
                space.constants[of_type].push(*symbol);
            }
        }
        space
    }

    fn schema(&mut self, mode: &Mode, number: usize, negated: bool) -> Schema {
        let slots = mode.places();
        Schema {
            declaration: number,
            template: mode.literal.kind.clone(),
            signature: mode.signature(),
            negated,
            slots: slots.into_iter().map(|(holder, of_type)| (holder, self.type_id(&of_type))).collect(),
            binds: match &mode.literal.kind {
                LiteralKind::Atom(atom) => readable(&atom.args),
                _ => Vec::new(),
            },
            recall: mode.recall,
            anti_reflexive: mode.anti_reflexive,
            symmetric: mode.symmetric,
        }
    }

    fn type_id(&mut self, name: &Name) -> TypeId {
        match self.types.iter().position(|known| known == name) {
            Some(known) => known,
            None => {
                self.types.push(name.clone());
                self.constants.push(Vec::new());
                self.bounds.push(Vec::new());
                self.is_predicate.push(false);
                self.types.len() - 1
            }
        }
    }

    /// Every schema: body literals, heads, choice atoms.
    pub(super) fn schemas(&self) -> impl Iterator<Item = &Schema> {
        self.body.iter().chain(&self.heads).chain(&self.choices)
    }

    /// Whether rules may be constraints.
    pub(super) fn has_constraints(&self) -> bool {
        self.dialect != Dialect::FastLas
    }

    /// Whether a variable of a type is bound without a literal of its own.
    pub(super) fn is_bound_by_type(&self, of_type: TypeId) -> bool {
        self.dialect == Dialect::FastLas && self.is_predicate[of_type]
    }

    /// Every literal of a schema over the variables of these types, and over new ones. `visit` gets the literal and
    /// the types of all variables.
    pub(super) fn literals(
        &self,
        schema: &Schema,
        number: usize,
        types: &[TypeId],
        visit: &mut dyn FnMut(Lit, &[TypeId]),
    ) {
        let mut types = types.to_vec();
        self.fill(schema, number, &mut Vec::new(), &mut types, visit);
    }

    fn fill(
        &self,
        schema: &Schema,
        number: usize,
        args: &mut Vec<Arg>,
        types: &mut Vec<TypeId>,
        visit: &mut dyn FnMut(Lit, &[TypeId]),
    ) {
        let Some(&(holder, of_type)) = schema.slots.get(args.len()) else {
            return visit(Lit { schema: number, args: args.clone() }, types);
        };
        let mut with = |args: &mut Vec<Arg>, types: &mut Vec<TypeId>, arg: Arg| {
            args.push(arg);
            self.fill(schema, number, args, types, visit);
            args.pop();
        };
        match holder {
            Holder::Constant => {
                for &constant in &self.constants[of_type] {
                    with(args, types, Arg::Const(constant));
                }
            }
            Holder::Number => {
                for range in ranges(&self.bounds[of_type]) {
                    with(args, types, range);
                }
            }
            Holder::Variable => {
                let last = args.iter().rev().find_map(|arg| match arg {
                    Arg::Var(variable) => Some(*variable),
                    _ => None,
                });
                for variable in 0..types.len() as u8 {
                    let repeated = schema.anti_reflexive && args.contains(&Arg::Var(variable));
                    let reversed = schema.symmetric && last.is_some_and(|last| variable < last);
                    if types[variable as usize] == of_type && !repeated && !reversed {
                        with(args, types, Arg::Var(variable));
                    }
                }
                if types.len() < self.max_variables {
                    types.push(of_type);
                    with(args, types, Arg::Var(types.len() as u8 - 1));
                    types.pop();
                }
            }
        }
    }

    /// Whether every variable is bound by a positive literal, or by its type.
    pub(super) fn is_safe(&self, body: &[Lit], types: &[TypeId]) -> bool {
        let mut bound = vec![false; types.len()];
        for lit in body.iter().filter(|lit| self.body[lit.schema].is_positive_atom()) {
            for (arg, &binds) in lit.args.iter().zip(&self.body[lit.schema].binds) {
                if let (Arg::Var(variable), true) = (arg, binds) {
                    bound[*variable as usize] = true;
                }
            }
        }
        bound.iter().zip(types).all(|(bound, &of_type)| *bound || self.is_bound_by_type(of_type))
    }

    /// How often a body uses the declaration of a schema, with either sign: that is what a recall counts.
    pub(super) fn n_uses<'b>(&self, schema: &Schema, body: impl Iterator<Item = &'b Lit>) -> usize {
        body.filter(|lit| self.body[lit.schema].declaration == schema.declaration).count()
    }

    /// The predicates that occur in the space, types among them: what the solver has to be given facts of.
    pub(super) fn signatures(&self) -> Vec<Signature> {
        let mut seen: FxHashSet<Signature> = FxHashSet::default();
        let types = self.types.iter().map(|name| Signature::new(name.clone(), 1));
        let all = self.schemas().filter_map(|schema| schema.signature.clone()).chain(types);
        all.filter(|signature| seen.insert(signature.clone())).collect()
    }
}

/// From each bound on, up to each bound, and between two.
fn ranges(bounds: &[i32]) -> Vec<Arg> {
    // Somewhat arbitrary: pairs are quadratic in the number of values.
    const MOST_FOR_PAIRS: usize = 60;
    let mut ranges = Vec::new();
    for (place, &low) in bounds.iter().enumerate() {
        ranges.push(Arg::Range(Some(low), None));
        ranges.push(Arg::Range(None, Some(low)));
        if bounds.len() <= MOST_FOR_PAIRS {
            ranges.extend(bounds[place..].iter().map(|&high| Arg::Range(Some(low), Some(high))));
        }
    }
    ranges
}
