//! What rules of the declared space are made of: schemas with places, and their literals over numbered variables.

use crate::task::{
    Declaration, Dialect, Task,
    space::{Holder, holder},
};
use rustc_hash::FxHashMap;
use xfold_asp::{
    ground_term,
    symbols::{Signature, Symbol, SymbolKind, Symbols},
    syntax::{BinaryOp, CompareOp, Literal, LiteralKind, Name, Sign, Term, UnaryOp},
    term_of,
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
pub(super) struct Language {
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
    /// Types that are predicates of the task, so that an atom of theirs makes a rule safe.
    pub(super) is_predicate: Vec<bool>,
    /// Most variables of a rule.
    pub(super) max_variables: usize,
}

/// What a rule may have as variables if the task does not say.
const DEFAULT_MAX_VARIABLES: usize = 3;

impl Language {
    pub(super) fn new(task: &Task) -> Self {
        let space = &task.space;
        let mut language = Self {
            dialect: space.dialect,
            body: Vec::new(),
            heads: Vec::new(),
            choices: Vec::new(),
            types: Vec::new(),
            constants: Vec::new(),
            bounds: Vec::new(),
            is_predicate: Vec::new(),
            max_variables: task.max_variables.unwrap_or(DEFAULT_MAX_VARIABLES).min(MOST_NAMES - 1),
        };
        let targets = space.targets();
        for (number, declaration) in space.body.iter().enumerate() {
            for &negated in declaration.signs(space.dialect) {
                let mut schema = language.schema(declaration, number, negated);
                // Nothing binds a number below `not`, so that no rule may have one there.
                if negated && schema.slots.iter().any(|(holder, _)| *holder == Holder::Number) {
                    continue;
                }
                if let LiteralKind::Atom(atom) = &schema.template
                    && targets.contains(&atom.signature())
                {
                    // A learned atom of which the next one is computed would never end.
                    let is_plain = uncomputed(&atom.args);
                    schema.binds.iter_mut().zip(is_plain).for_each(|(binds, plain)| *binds &= plain);
                }
                language.body.push(schema);
            }
        }
        language
            .body
            .sort_by_key(|schema| (schema.negated || schema.signature.is_none(), schema.declaration));
        for (number, declaration) in space.heads.iter().enumerate() {
            let schema = language.schema(declaration, number, false);
            if !language.heads.iter().any(|known| known.template == schema.template) {
                language.heads.push(schema);
            }
        }
        for (number, declaration) in space.choice_heads.iter().enumerate() {
            let schema = language.schema(declaration, number, false);
            language.choices.push(schema);
        }
        for (of_type, symbol) in &task.constants {
            let of_type = language.type_id(of_type);
            if !language.constants[of_type].contains(symbol) {
                language.constants[of_type].push(*symbol);
            }
        }
        language
    }

    fn schema(&mut self, declaration: &Declaration, number: usize, negated: bool) -> Schema {
        let slots = declaration.places();
        Schema {
            declaration: number,
            template: declaration.literal.kind.clone(),
            signature: declaration.signature(),
            negated,
            slots: slots.into_iter().map(|(holder, of_type)| (holder, self.type_id(&of_type))).collect(),
            binds: match &declaration.literal.kind {
                LiteralKind::Atom(atom) => readable(&atom.args),
                _ => Vec::new(),
            },
            recall: declaration.recall,
            anti_reflexive: declaration.anti_reflexive,
            symmetric: declaration.symmetric,
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
}

/// Whether every variable is bound by a positive literal, or by its type.
pub(super) fn is_safe(language: &Language, body: &[Lit], types: &[TypeId]) -> bool {
    let binds = |lit: &&Lit| {
        let schema = &language.body[lit.schema];
        !schema.negated && schema.signature.is_some()
    };
    let mut bound = vec![false; types.len()];
    for lit in body.iter().filter(binds) {
        for (arg, &binds) in lit.args.iter().zip(&language.body[lit.schema].binds) {
            if let (Arg::Var(variable), true) = (arg, binds) {
                bound[*variable as usize] = true;
            }
        }
    }
    bound.iter().zip(types).all(|(bound, &of_type)| *bound || language.is_bound_by_type(of_type))
}

/// From each bound on, up to each bound, and between two.
fn ranges(bounds: &[i32]) -> Vec<Arg> {
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

/// The most variables of a rule.
const MOST_NAMES: usize = 64;
/// So many orders of variables are tried. Beyond, equal bodies may have different keys, which costs time and nothing else.
const MOST_ORDERS: usize = 5_040;

/// A key that two bodies share if and (but for chance) only if they are the same up to the names of the variables from
/// `n_fixed` on, and the order of their literals.
pub(super) fn canonical(body: &[Lit], n_fixed: usize, n_variables: usize) -> u128 {
    let mut names = [0u8; MOST_NAMES];
    (0..n_variables).for_each(|variable| names[variable] = variable as u8);
    let n_free = n_variables - n_fixed;
    // Short bodies need no memory of their own.
    let (mut few, mut many) = ([0u64; 16], Vec::new());
    let codes: &mut [u64] = match few.get_mut(..body.len()) {
        Some(few) => few,
        None => {
            many.resize(body.len(), 0);
            &mut many
        }
    };
    if n_free <= 1 {
        return key(body, &names, codes);
    }
    // Variables of different colours are told apart at once; only equal ones have to be permuted.
    let mut free = [(0u64, 0u8); MOST_NAMES];
    for (place, variable) in (n_fixed..n_variables).enumerate() {
        free[place] = (colour(body, variable as u8, n_fixed), variable as u8);
    }
    let free = &mut free[..n_free];
    free.sort_unstable();
    let mut best = u128::MAX;
    let mut visit = |order: &[Coloured]| {
        for (place, (_, variable)) in order.iter().enumerate() {
            names[*variable as usize] = (n_fixed + place) as u8;
        }
        best = best.min(key(body, &names, codes));
    };
    match n_orders(free) <= MOST_ORDERS {
        true => permute(free, 0, &mut visit),
        false => visit(free),
    }
    best
}

/// In how many ways variables of equal colour can be ordered, or more than is of interest.
fn n_orders(free: &[Coloured]) -> usize {
    let groups = free.chunk_by(|one, other| one.0 == other.0);
    groups.flat_map(|group| 1..=group.len()).fold(1, |n, k| n.saturating_mul(k))
}

/// A key made of the literals under these names, whatever their order.
fn key(body: &[Lit], names: &[u8; MOST_NAMES], codes: &mut [u64]) -> u128 {
    for (code, lit) in codes.iter_mut().zip(body) {
        let args = lit.args.iter().map(|arg| match arg {
            Arg::Var(variable) => word(Arg::Var(names[*variable as usize])),
            other => word(*other),
        });
        *code = args.fold(mix(lit.schema as u64), |code, word| mix(code.rotate_left(7) ^ word));
    }
    codes.sort_unstable();
    let (mut low, mut high) = (body.len() as u64, 0x5851_F42D_4C95_7F2D_u64);
    for code in codes {
        low = mix(low ^ *code);
        high = mix(high.wrapping_add(*code).rotate_left(23));
    }
    (u128::from(high) << 64) | u128::from(low)
}

/// What can be said of a variable without naming others: where it stands.
fn colour(body: &[Lit], variable: u8, n_fixed: usize) -> u64 {
    let mut sum = 0u64;
    for lit in body {
        for place in (0..lit.args.len()).filter(|&place| lit.args[place] == Arg::Var(variable)) {
            let args = lit.args.iter().map(|arg| match arg {
                Arg::Var(other) if *other as usize >= n_fixed => u64::from(*other == variable),
                other => word(*other),
            });
            let start = mix(mix(lit.schema as u64) ^ place as u64);
            sum = sum.wrapping_add(args.fold(start, |code, word| mix(code.rotate_left(7) ^ word)));
        }
    }
    sum
}

/// A variable with its colour.
type Coloured = (u64, u8);

/// All orders of variables that keep those of a smaller colour before those of a larger.
fn permute(free: &mut [Coloured], place: usize, visit: &mut dyn FnMut(&[Coloured])) {
    if place == free.len() {
        return visit(free);
    }
    for other in place..free.len() {
        if free[other].0 != free[place].0 {
            break;
        }
        free.swap(place, other);
        permute(free, place + 1, visit);
        free.swap(place, other);
    }
}

/// An argument as a number of its own.
fn word(arg: Arg) -> u64 {
    let bound = |bound: Option<i32>| bound.map_or(1 << 32, |bound| u64::from(bound as u32));
    match arg {
        Arg::Var(variable) => (1 << 60) | u64::from(variable),
        Arg::Const(symbol) => (2 << 60) | u64::from(symbol.0),
        Arg::Range(low, high) => (3 << 60) | (mix(bound(low)) ^ bound(high)) >> 4,
    }
}

/// Spreads the bits of a number over all others.
fn mix(hash: u64) -> u64 {
    let product = u128::from(hash ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93_u128;
    (product as u64) ^ ((product >> 64) as u64)
}

/// The values at the places of a template, if a ground atom or comparison is an instance of it.
pub(super) fn matched(template: &[Term], args: &[Symbol], symbols: &Symbols) -> Option<Vec<Symbol>> {
    let mut values = Vec::new();
    let fits = template.iter().zip(args).all(|(term, &arg)| fits(term, arg, symbols, &mut values));
    fits.then_some(values)
}

fn fits(term: &Term, value: Symbol, symbols: &Symbols, values: &mut Vec<Symbol>) -> bool {
    if holder(term).is_some() {
        values.push(value);
        return true;
    }
    let mut all = |terms: &[Term], args: &[Symbol]| {
        terms.len() == args.len() && terms.iter().zip(args).all(|(t, &a)| fits(t, a, symbols, values))
    };
    match (term, symbols.kind(value)) {
        (Term::Number(a), SymbolKind::Number(b)) => a == b,
        (Term::Text(a), SymbolKind::Text(b)) => a == b,
        (Term::Function(name, terms), SymbolKind::Function { negated: false, name: other, args }) => {
            name == other && all(terms, args)
        }
        (Term::Unary(UnaryOp::Minus, inner), SymbolKind::Number(b)) => {
            matches!(**inner, Term::Number(a) if a.checked_neg() == Some(*b))
        }
        (Term::Tuple(terms), SymbolKind::Tuple(args)) => all(terms, args),
        _ => false,
    }
}

/// Whether a term of a template is computed from its places, as in `var(n)+1`.
pub(super) fn computes(term: &Term) -> bool {
    match term {
        Term::Function(_, terms) | Term::Tuple(terms) => terms.iter().any(computes),
        Term::Unary(..) | Term::Binary(..) => n_places(term) > 0,
        _ => false,
    }
}

fn n_places(term: &Term) -> usize {
    if holder(term).is_some() {
        return 1;
    }
    match term {
        Term::Function(_, terms) | Term::Tuple(terms) => terms.iter().map(n_places).sum(),
        Term::Unary(_, inner) => n_places(inner),
        Term::Binary(_, pair) => n_places(&pair.0) + n_places(&pair.1),
        _ => 0,
    }
}

/// For each place of a template whether an atom shows its value: it stands there as it is, or with a number added.
fn readable(template: &[Term]) -> Vec<bool> {
    let of_term = |term: &Term| match term {
        Term::Function(_, terms) | Term::Tuple(terms) if holder(term).is_none() => readable(terms),
        Term::Unary(..) | Term::Binary(..) => vec![shift(term).is_some(); n_places(term)],
        _ => vec![true; n_places(term)],
    };
    template.iter().flat_map(of_term).collect()
}

/// What is added to the one place of a term: 1 in `var(n)+1` and `1+var(n)`, -1 in `var(n)-1`.
fn shift(term: &Term) -> Option<i32> {
    let Term::Binary(op, pair) = term else { return None };
    match (op, &pair.0, &pair.1) {
        (BinaryOp::Add, place, Term::Number(n)) | (BinaryOp::Add, Term::Number(n), place) => {
            holder(place).map(|_| *n)
        }
        (BinaryOp::Subtract, place, Term::Number(n)) => holder(place).and_then(|_| n.checked_neg()),
        _ => None,
    }
}

/// Which places of a template stand in no computed term.
fn uncomputed(template: &[Term]) -> Vec<bool> {
    template.iter().flat_map(|term| vec![!computes(term); n_places(term)]).collect()
}

/// As [`matched`], but of the places of computed terms only those have a value that can be read off.
pub(super) fn partly_matched(
    template: &[Term],
    args: &[Symbol],
    symbols: &mut Symbols,
) -> Option<Vec<Option<Symbol>>> {
    let mut values = Vec::new();
    for (term, &arg) in template.iter().zip(args) {
        if !computes(term) {
            let mut found = Vec::new();
            if !fits(term, arg, symbols, &mut found) {
                return None;
            }
            values.extend(found.into_iter().map(Some));
            continue;
        }
        let parts = match (term, symbols.kind(arg)) {
            (Term::Function(name, terms), SymbolKind::Function { negated: false, name: other, args })
                if name == other && terms.len() == args.len() =>
            {
                Some((terms, args.to_vec()))
            }
            (Term::Tuple(terms), SymbolKind::Tuple(args)) if terms.len() == args.len() => {
                Some((terms, args.to_vec()))
            }
            (Term::Function(..) | Term::Tuple(_), _) => return None,
            _ => None,
        };
        if let Some((terms, args)) = parts {
            values.extend(partly_matched(terms, &args, symbols)?);
            continue;
        }
        let value = match (shift(term), symbols.kind(arg)) {
            (Some(added), SymbolKind::Number(sum)) => sum.checked_sub(added),
            _ => None,
        };
        match value {
            Some(value) => values.push(Some(symbols.intern(SymbolKind::Number(value)))),
            None => values.resize(values.len() + n_places(term), None),
        }
    }
    Some(values)
}

/// A template's terms with their places filled.
pub(super) fn filled(term: &Term, args: &mut dyn Iterator<Item = Term>) -> Term {
    if holder(term).is_some() {
        return args.next().unwrap_or(Term::Anonymous);
    }
    match term {
        Term::Function(name, terms) => {
            Term::Function(name.clone(), terms.iter().map(|term| filled(term, args)).collect())
        }
        Term::Tuple(terms) => Term::Tuple(terms.iter().map(|term| filled(term, args)).collect()),
        Term::Unary(op, inner) => Term::Unary(*op, Box::new(filled(inner, args))),
        Term::Binary(op, pair) => {
            let left = filled(&pair.0, args);
            Term::Binary(*op, Box::new((left, filled(&pair.1, args))))
        }
        other => other.clone(),
    }
}

/// A literal's syntax with its places filled.
pub(super) fn literal(schema: &Schema, args: &mut dyn Iterator<Item = Term>) -> Literal {
    let kind = match &schema.template {
        LiteralKind::Atom(atom) => {
            let mut atom = atom.clone();
            atom.args = atom.args.iter().map(|term| filled(term, args)).collect();
            LiteralKind::Atom(atom)
        }
        LiteralKind::Compare(first, rest) => {
            let first = filled(first, args);
            LiteralKind::Compare(first, rest.iter().map(|(op, term)| (*op, filled(term, args))).collect())
        }
        LiteralKind::Truth(truth) => LiteralKind::Truth(*truth),
    };
    let sign = if schema.negated { Sign::Not } else { Sign::None };
    Literal { sign, kind, span: xfold_asp::span::Span::default() }
}

/// Whether a comparison holds for these values at its places.
pub(super) fn holds(template: &LiteralKind, values: &[Symbol], symbols: &mut Symbols) -> bool {
    let LiteralKind::Compare(first, rest) = template else { return true };
    let mut values = values.iter().copied();
    let Some(mut left) = value(first, &mut values, symbols) else { return false };
    for (op, term) in rest {
        let Some(right) = value(term, &mut values, symbols) else { return false };
        let order = symbols.compare(left, right);
        let holds = match op {
            CompareOp::Equal => order.is_eq(),
            CompareOp::NotEqual => order.is_ne(),
            CompareOp::Less => order.is_lt(),
            CompareOp::LessEqual => order.is_le(),
            CompareOp::Greater => order.is_gt(),
            CompareOp::GreaterEqual => order.is_ge(),
        };
        if !holds {
            return false;
        }
        left = right;
    }
    true
}

/// The ground atom of a schema with these values at its places.
pub(super) fn instance(
    schema: &Schema,
    values: &[Symbol],
    symbols: &mut Symbols,
) -> Option<(Signature, Vec<Symbol>)> {
    let LiteralKind::Atom(atom) = &schema.template else { return None };
    let mut values = values.iter().copied();
    let args: Option<Vec<Symbol>> = atom.args.iter().map(|term| value(term, &mut values, symbols)).collect();
    Some((atom.signature(), args?))
}

/// The value of a term whose places are filled; none where clingo would drop the instance.
fn value(term: &Term, values: &mut dyn Iterator<Item = Symbol>, symbols: &mut Symbols) -> Option<Symbol> {
    if holder(term).is_some() {
        return values.next();
    }
    let term = filled(term, &mut values.map(|value| term_of(value, symbols)));
    ground_term(&term, symbols)
}

/// Which predicates occur in the space, for the solver's input.
pub(super) fn mentioned(language: &Language) -> Vec<Signature> {
    let mut seen: FxHashMap<Signature, ()> = FxHashMap::default();
    let mut mentioned = Vec::new();
    let types = language.types.iter().map(|name| Signature::new(name.clone(), 1));
    for signature in language.schemas().filter_map(|schema| schema.signature.clone()).chain(types) {
        if seen.insert(signature.clone(), ()).is_none() {
            mentioned.push(signature);
        }
    }
    mentioned
}
