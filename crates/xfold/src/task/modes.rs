//! Mode declarations: which literals a rule may be made of. Part of the first station of the path, task.

use super::dialect::Dialect;
use crate::codes;
use xfold_asp::{
    diagnostic::Diagnostic,
    span::Span,
    symbols::{Signature, Symbol, Symbols},
    syntax::{Atom, CompareOp, Literal, LiteralKind, Name, Sign, Term},
};
use xfold_store::Comparison;

/// The most arguments of a predicate that can be searched.
const MOST_PLACES: usize = 32;

/// One mode declaration, as it was written and as the greedy search reads it.
#[derive(Debug, Clone)]
pub struct Mode {
    /// The literal, with `var(t)`, `const(t)`, `num_var(t)` for what may stand there.
    pub literal: Literal,
    /// How often it may be used in a rule.
    pub recall: Option<u32>,
    /// No `not`.
    pub positive: bool,
    /// Only with `not`.
    pub negative: bool,
    /// Not twice the same variable.
    pub anti_reflexive: bool,
    /// Of two literals that differ in the order of their variables only one.
    pub symmetric: bool,
    /// What it allows in the greedy search. None: only the exact part can use it.
    pub schema: Option<Schema>,
    /// Where it stands.
    pub span: Span,
}

/// What a mode allows in the greedy search: each place is one variable, constant, number or fixed term.
#[derive(Debug, Clone, PartialEq)]
pub enum Schema {
    /// `p(…)` or, with the flag, `not p(…)`.
    Atom {
        /// The predicate.
        signature: Signature,
        /// Its places.
        places: Vec<Place>,
        /// `not p(…)`
        negated: bool,
    },
    /// `var(t) != var(t)`, `var(t) < var(t)`
    Compare(Comparison, Name),
}

/// One place of a predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// What may stand here.
    pub kind: PlaceKind,
    /// The type's name; empty for a fixed term.
    pub of_type: Name,
}

/// What may stand at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    /// `var(t)`
    Variable,
    /// A variable that the head or a literal before has bound.
    Bound,
    /// `const(t)`
    Constant,
    /// `num(t)`: a number that is compared with thresholds.
    Number,
    /// A ground term, written out.
    Fixed(Symbol),
}

impl Mode {
    /// The mode of a Popper or Aleph task: its literal is written from what it allows.
    pub(crate) fn of_schema(schema: Schema, span: Span, symbols: &Symbols) -> Self {
        let holder = |word: &str, of_type: &Name| {
            Term::Function(word.into(), vec![Term::Function(of_type.clone(), Vec::new())])
        };
        let (sign, kind) = match &schema {
            Schema::Compare(comparison, of_type) => {
                let op = match comparison {
                    Comparison::Differs => CompareOp::NotEqual,
                    Comparison::Less => CompareOp::Less,
                };
                (Sign::None, LiteralKind::Compare(holder("var", of_type), vec![(op, holder("var", of_type))]))
            }
            Schema::Atom { signature, places, negated } => {
                let place = |place: &Place| match place.kind {
                    PlaceKind::Variable | PlaceKind::Bound => holder("var", &place.of_type),
                    PlaceKind::Constant => holder("const", &place.of_type),
                    PlaceKind::Number => holder("num", &place.of_type),
                    PlaceKind::Fixed(symbol) => xfold_asp::term_of(symbol, symbols),
                };
                let args = places.iter().map(place).collect();
                let atom = Atom { negated: signature.negated, name: signature.name.clone(), args, span };
                (if *negated { Sign::Not } else { Sign::None }, LiteralKind::Atom(atom))
            }
        };
        Self {
            literal: Literal { sign, kind, span },
            recall: None,
            positive: false,
            negative: false,
            anti_reflexive: false,
            symmetric: false,
            schema: Some(schema),
            span,
        }
    }

    /// The predicate, unless it is a comparison.
    pub fn signature(&self) -> Option<Signature> {
        match &self.literal.kind {
            LiteralKind::Atom(atom) => Some(atom.signature()),
            _ => None,
        }
    }

    /// Whether it was written with `not`.
    pub fn is_negated(&self) -> bool {
        self.literal.sign == Sign::Not
    }

    /// With which signs a body mode may be used: true for `not`.
    pub fn signs(&self, dialect: Dialect) -> &'static [bool] {
        let is_atom = self.signature().is_some();
        if self.is_negated() || (self.negative && is_atom) {
            &[true]
        } else if dialect == Dialect::Ilasp && is_atom && !self.positive {
            &[false, true]
        } else {
            &[false]
        }
    }

    /// Its places, left to right, at any depth of its terms.
    pub fn places(&self) -> Vec<(Holder, Name)> {
        places(&self.literal)
    }
}

impl Schema {
    /// The predicate, unless it is a comparison.
    pub fn signature(&self) -> Option<&Signature> {
        match self {
            Schema::Atom { signature, .. } => Some(signature),
            Schema::Compare(..) => None,
        }
    }

    /// Whether the greedy search can learn such a head: variables only.
    pub(super) fn is_plain_head(&self) -> bool {
        match self {
            Schema::Atom { negated: false, places, .. } => {
                places.iter().all(|place| place.kind == PlaceKind::Variable)
            }
            _ => false,
        }
    }
}

/// What the literal of a mode allows in the greedy search.
pub(super) fn read(literal: &Literal, symbols: &mut Symbols) -> Result<Schema, Box<Diagnostic>> {
    let bad = |what: &str, help: &str| {
        Box::new(Diagnostic::error(codes::BAD_MODE, what.to_string()).at(literal.span, "").help(help))
    };
    let schema = match &literal.kind {
        LiteralKind::Atom(atom) => {
            if literal.sign == Sign::NotNot {
                return Err(bad("a mode cannot have `not not`", "write `not p(…)` or `p(…)`"));
            }
            let mut places = Vec::with_capacity(atom.args.len());
            for arg in &atom.args {
                let place = place(arg, symbols).ok_or_else(|| {
                    bad(
                        &format!("`{arg}` is not understood in a mode"),
                        "each argument is var(type), const(type), num(type) or a plain term",
                    )
                })?;
                places.push(place);
            }
            Schema::Atom { signature: atom.signature(), places, negated: literal.sign == Sign::Not }
        }
        LiteralKind::Compare(left, rest) => {
            let help =
                "comparisons have the form var(t) != var(t) or var(t) < var(t); use num(t) for thresholds";
            let [(op, right)] = &rest[..] else { return Err(bad("a chain of comparisons is no mode", help)) };
            let of_variable = |term| holder(term).filter(|(holder, _)| *holder != Holder::Constant);
            let Some(((_, left), (_, right))) = of_variable(left).zip(of_variable(right)) else {
                return Err(bad("this comparison is not understood in a mode", help));
            };
            if left != right {
                return Err(bad("a comparison needs one type on both sides", help));
            }
            match op {
                CompareOp::NotEqual => Schema::Compare(Comparison::Differs, left),
                CompareOp::Less | CompareOp::Greater => Schema::Compare(Comparison::Less, left),
                _ => return Err(bad("only != and < are served between variables", help)),
            }
        }
        LiteralKind::Truth(_) => {
            return Err(bad("a truth value is no mode", "declare an atom: p(var(type))"));
        }
    };
    Ok(schema)
}

fn place(arg: &Term, symbols: &mut Symbols) -> Option<Place> {
    let (kind, of_type) = match holder(arg) {
        Some((Holder::Variable, of_type)) => (PlaceKind::Variable, of_type),
        Some((Holder::Constant, of_type)) => (PlaceKind::Constant, of_type),
        Some((Holder::Number, of_type)) => (PlaceKind::Number, of_type),
        None if mentions_holder(arg) => return None,
        None => (PlaceKind::Fixed(xfold_asp::ground_term(arg, symbols)?), Name::default()),
    };
    Some(Place { kind, of_type })
}

fn mentions_holder(term: &Term) -> bool {
    match term {
        Term::Function(_, args) | Term::Tuple(args) | Term::Pool(args) | Term::Arguments(args) => {
            holder(term).is_some() || args.iter().any(mentions_holder)
        }
        Term::Unary(_, inner) => mentions_holder(inner),
        Term::Binary(_, pair) | Term::Interval(pair) => mentions_holder(&pair.0) || mentions_holder(&pair.1),
        _ => false,
    }
}

/// What may stand at a place of a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Holder {
    /// `var(t)`
    Variable,
    /// `const(t)`
    Constant,
    /// `num_var(t)`: a number that is compared with bounds.
    Number,
}

/// The places of a mode's literal, left to right, at any depth of its terms.
pub(crate) fn places(literal: &Literal) -> Vec<(Holder, Name)> {
    let mut places = Vec::new();
    let mut see = |term: &Term| collect(term, &mut places);
    match &literal.kind {
        LiteralKind::Atom(atom) => atom.args.iter().for_each(&mut see),
        LiteralKind::Compare(first, rest) => {
            see(first);
            rest.iter().for_each(|(_, term)| see(term));
        }
        LiteralKind::Truth(_) => {}
    }
    places
}

fn collect(term: &Term, places: &mut Vec<(Holder, Name)>) {
    if let Some(place) = holder(term) {
        places.push(place);
        return;
    }
    match term {
        Term::Function(_, args) | Term::Tuple(args) => args.iter().for_each(|arg| collect(arg, places)),
        Term::Unary(_, inner) => collect(inner, places),
        Term::Binary(_, pair) => {
            collect(&pair.0, places);
            collect(&pair.1, places);
        }
        _ => {}
    }
}

/// `var(t)` and its kin. Types may have the name of a variable, as in `var(V)`.
pub fn holder(term: &Term) -> Option<(Holder, Name)> {
    let Term::Function(word, args) = term else { return None };
    let of_type = match &args[..] {
        [Term::Function(of_type, none)] if none.is_empty() => of_type,
        [Term::Variable(of_type)] => of_type,
        _ => return None,
    };
    let holder = match word.as_str() {
        "var" => Holder::Variable,
        "const" => Holder::Constant,
        "num_var" | "num" => Holder::Number,
        _ => return None,
    };
    Some((holder, of_type.clone()))
}

/// The error that a predicate has more arguments than can be searched, if it has.
pub(crate) fn too_wide(signature: &Signature, place: Span) -> Option<Diagnostic> {
    if signature.arity <= MOST_PLACES {
        return None;
    }
    let message = format!("{signature} has more than {MOST_PLACES} arguments");
    let help = "split it into several predicates over a common key";
    Some(Diagnostic::error(codes::WIDE_PREDICATE, message).at(place, "").help(help))
}
