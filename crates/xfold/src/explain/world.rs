//! A stable model of the solver to look things up in while proofs are searched for, and the values of terms there.

use rustc_hash::FxHashMap;
use std::cell::{Ref, RefCell};
use xfold_asp::{
    ground_term,
    symbols::{Atoms, Signature, Symbol, SymbolKind, Symbols},
    syntax::{BinaryOp, Name, Term, UnaryOp},
    term_of,
};

/// What variables stand for, in the order in which they were bound.
pub(super) type Bindings = Vec<(Name, Symbol)>;

/// A ground atom.
pub(super) type GroundAtom = (Signature, Vec<Symbol>);

/// Ground atoms one by one.
pub(super) fn ground_atoms(atoms: &Atoms) -> impl Iterator<Item = GroundAtom> {
    atoms.iter().map(|(signature, row)| (signature.clone(), row.to_vec()))
}

/// The true atoms of one stable model.
pub(super) struct WorldIndex {
    relations: FxHashMap<Signature, Relation>,
    /// Arithmetic may make new terms.
    symbols: RefCell<Symbols>,
}

/// The rows of a predicate at which some places have the values of the key.
type Index = FxHashMap<Vec<Symbol>, Vec<u32>>;

#[derive(Default)]
struct Relation {
    rows: Vec<Vec<Symbol>>,
    /// By the places that are bound.
    indexes: RefCell<FxHashMap<Vec<usize>, Index>>,
}

/// How a term and a ground term go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Matched {
    Yes,
    No,
    /// Some variable has to be bound first.
    Unready,
}

impl WorldIndex {
    pub(super) fn new(atoms: &Atoms, symbols: &Symbols) -> Self {
        let mut relations: FxHashMap<Signature, Relation> = FxHashMap::default();
        for group in atoms.groups() {
            let rows = &mut relations.entry(group.signature.clone()).or_default().rows;
            rows.extend(group.rows().map(<[Symbol]>::to_vec));
        }
        for relation in relations.values_mut() {
            // The order in which a solver tells its atoms should not matter.
            relation.rows.sort_by(|a, b| {
                let orders = a.iter().zip(b).map(|(&a, &b)| symbols.compare(a, b));
                orders.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
            });
            relation.rows.dedup();
        }
        Self { relations, symbols: RefCell::new(symbols.clone()) }
    }

    pub(super) fn symbols(&self) -> Ref<'_, Symbols> {
        self.symbols.borrow()
    }

    /// The symbol of a term, new or known.
    pub(super) fn intern(&self, kind: SymbolKind) -> Symbol {
        self.symbols.borrow_mut().intern(kind)
    }

    /// Whether an atom is true.
    pub(super) fn holds(&self, signature: &Signature, args: &[Symbol]) -> bool {
        let pattern: Vec<Option<Symbol>> = args.iter().copied().map(Some).collect();
        !self.rows(signature, &pattern).is_empty()
    }

    /// The rows of a predicate that have these values where some are given.
    pub(super) fn rows(&self, signature: &Signature, pattern: &[Option<Symbol>]) -> Vec<u32> {
        self.look_up(signature, pattern, |n_all| (0..n_all as u32).collect(), <[u32]>::to_vec)
    }

    /// How many they are.
    pub(super) fn n_rows(&self, signature: &Signature, pattern: &[Option<Symbol>]) -> usize {
        self.look_up(signature, pattern, |n_all| n_all, <[u32]>::len)
    }

    /// What is to be known of these rows: from their number if all rows of the predicate are meant, else from theirs.
    fn look_up<T>(
        &self,
        signature: &Signature,
        pattern: &[Option<Symbol>],
        of_all: impl Fn(usize) -> T,
        of_some: impl Fn(&[u32]) -> T,
    ) -> T {
        let Some(relation) = self.relations.get(signature) else { return of_some(&[]) };
        let bound: Vec<usize> = (0..pattern.len()).filter(|&place| pattern[place].is_some()).collect();
        if bound.is_empty() {
            return of_all(relation.rows.len());
        }
        let key: Vec<Symbol> = pattern.iter().flatten().copied().collect();
        let mut indexes = relation.indexes.borrow_mut();
        let index = indexes.entry(bound).or_insert_with_key(|bound| {
            let mut index = Index::default();
            for (number, row) in relation.rows.iter().enumerate() {
                let key = bound.iter().map(|&place| row[place]).collect();
                index.entry(key).or_default().push(number as u32);
            }
            index
        });
        of_some(index.get(&key).map_or(&[], Vec::as_slice))
    }

    /// A row of a predicate, by its number.
    pub(super) fn row(&self, signature: &Signature, number: u32) -> &[Symbol] {
        self.relations.get(signature).map_or(&[], |relation| &relation.rows[number as usize])
    }

    /// The value of a term, if its variables are bound and it has one.
    pub(super) fn value(&self, term: &Term, bindings: &Bindings) -> Option<Symbol> {
        match term {
            Term::Variable(name) => lookup(bindings, name),
            Term::Anonymous => None,
            _ => ground_term(&self.substituted(term, bindings), &mut self.symbols.borrow_mut()),
        }
    }

    /// A term with values in the place of bound variables.
    pub(super) fn substituted(&self, term: &Term, bindings: &Bindings) -> Term {
        substituted(term, bindings, &self.symbols.borrow())
    }

    /// Makes a term equal to a ground one, binding variables as needed.
    pub(super) fn unify(&self, term: &Term, symbol: Symbol, bindings: &mut Bindings) -> Matched {
        let matched = |is_same: bool| if is_same { Matched::Yes } else { Matched::No };
        match term {
            Term::Anonymous => Matched::Yes,
            Term::Variable(name) => match lookup(bindings, name) {
                Some(known) => matched(known == symbol),
                None => {
                    bindings.push((name.clone(), symbol));
                    Matched::Yes
                }
            },
            Term::Function(name, args) => {
                let kind = self.symbols.borrow().kind(symbol).into_owned();
                match kind {
                    SymbolKind::Function { negated: false, name: found, args: values } if found == *name => {
                        self.unify_all(args, &values, bindings)
                    }
                    _ => Matched::No,
                }
            }
            Term::Tuple(args) => {
                let kind = self.symbols.borrow().kind(symbol).into_owned();
                match kind {
                    SymbolKind::Tuple(values) => self.unify_all(args, &values, bindings),
                    _ => Matched::No,
                }
            }
            Term::Interval(pair) => {
                let number = |term: &Term| self.number(term, bindings);
                match (number(&pair.0), number(&pair.1)) {
                    (Some(low), Some(high)) => {
                        let value = self.symbols.borrow().as_number(symbol);
                        matched(value.is_some_and(|value| (low..=high).contains(&value)))
                    }
                    _ => Matched::Unready,
                }
            }
            _ if self.is_bound(term, bindings) => matched(self.value(term, bindings) == Some(symbol)),
            Term::Unary(UnaryOp::Minus, inner) => match self.minus(symbol) {
                Some(symbol) => self.unify(inner, symbol, bindings),
                None => Matched::No,
            },
            Term::Binary(op, pair) => match self.inverse(*op, pair, symbol, bindings) {
                Some(Some((open, value))) => self.unify(open, value, bindings),
                Some(None) => Matched::No,
                None => Matched::Unready,
            },
            _ => Matched::Unready,
        }
    }

    /// The same for all arguments; those that cannot be matched yet are tried again when others have bound variables.
    pub(super) fn unify_all(&self, terms: &[Term], values: &[Symbol], bindings: &mut Bindings) -> Matched {
        if terms.len() != values.len() {
            return Matched::No;
        }
        let mut open: Vec<usize> = (0..terms.len()).collect();
        loop {
            let before = open.len();
            let mut waiting = Vec::new();
            for place in open {
                match self.unify(&terms[place], values[place], bindings) {
                    Matched::Yes => {}
                    Matched::No => return Matched::No,
                    Matched::Unready => waiting.push(place),
                }
            }
            if waiting.is_empty() {
                return Matched::Yes;
            }
            if waiting.len() == before {
                return Matched::Unready;
            }
            open = waiting;
        }
    }

    /// Whether all variables of a term are bound.
    pub(super) fn is_bound(&self, term: &Term, bindings: &Bindings) -> bool {
        match term {
            Term::Variable(name) => lookup(bindings, name).is_some(),
            Term::Anonymous => false,
            Term::Function(_, args) | Term::Tuple(args) | Term::Pool(args) | Term::Arguments(args) => {
                args.iter().all(|arg| self.is_bound(arg, bindings))
            }
            Term::Unary(_, inner) => self.is_bound(inner, bindings),
            Term::Binary(_, pair) | Term::Interval(pair) => {
                self.is_bound(&pair.0, bindings) && self.is_bound(&pair.1, bindings)
            }
            Term::Number(_) | Term::Decimal(_) | Term::Text(_) | Term::Infimum | Term::Supremum => true,
        }
    }

    /// Whether a term can be matched now: arithmetic has at most one open variable, which can be solved for.
    pub(super) fn is_matchable(&self, term: &Term, bindings: &Bindings) -> bool {
        match term {
            Term::Function(_, args) | Term::Tuple(args) => {
                args.iter().all(|arg| self.is_matchable(arg, bindings))
            }
            Term::Interval(_) => self.is_bound(term, bindings),
            Term::Unary(UnaryOp::Minus, inner) => self.is_matchable(inner, bindings),
            Term::Unary(..) => self.is_bound(term, bindings),
            Term::Binary(op, pair) => {
                let (left, right) = (self.is_bound(&pair.0, bindings), self.is_bound(&pair.1, bindings));
                let linear = matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply);
                (left && right)
                    || linear
                        && ((left && self.is_matchable(&pair.1, bindings))
                            || (right && self.is_matchable(&pair.0, bindings)))
            }
            _ => true,
        }
    }

    fn number(&self, term: &Term, bindings: &Bindings) -> Option<i32> {
        let value = self.value(term, bindings)?;
        self.symbols.borrow().as_number(value)
    }

    fn minus(&self, symbol: Symbol) -> Option<Symbol> {
        let kind = self.symbols.borrow().kind(symbol).into_owned();
        let turned = match kind {
            SymbolKind::Number(value) => SymbolKind::Number(value.checked_neg()?),
            SymbolKind::Decimal(number) => SymbolKind::Decimal(number.negated()),
            SymbolKind::Function { negated, name, args } => {
                SymbolKind::Function { negated: !negated, name, args }
            }
            _ => return None,
        };
        Some(self.symbols.borrow_mut().intern(turned))
    }

    /// Of a sum, difference or product with one open side: this side and the value it must have. The outer option is
    /// none if no side is open alone, the inner one if no value does it.
    fn inverse<'t>(
        &self,
        op: BinaryOp,
        pair: &'t (Term, Term),
        symbol: Symbol,
        bindings: &Bindings,
    ) -> Option<Option<(&'t Term, Symbol)>> {
        let left = self.is_bound(&pair.0, bindings);
        let right = self.is_bound(&pair.1, bindings);
        if left == right {
            return None;
        }
        let (open, known) = if left { (&pair.1, &pair.0) } else { (&pair.0, &pair.1) };
        let result = self.symbols.borrow().as_decimal(symbol);
        let known = self.value(known, bindings).and_then(|known| self.symbols.borrow().as_decimal(known));
        let (Some(result), Some(known)) = (result, known) else { return Some(None) };
        let value = match op {
            BinaryOp::Add => result.minus(known),
            BinaryOp::Subtract if left => known.minus(result),
            BinaryOp::Subtract => result.plus(known),
            BinaryOp::Multiply if known.digits != 0 => result.divided_by(known),
            _ => return None,
        };
        Some(value.and_then(|value| Some((open, self.symbols.borrow_mut().decimal(value)?))))
    }
}

/// What a variable stands for.
pub(super) fn lookup(bindings: &Bindings, name: &Name) -> Option<Symbol> {
    bindings.iter().find(|(known, _)| known == name).map(|(_, symbol)| *symbol)
}

fn substituted(term: &Term, bindings: &Bindings, symbols: &Symbols) -> Term {
    let all = |terms: &[Term]| terms.iter().map(|term| substituted(term, bindings, symbols)).collect();
    let both = |pair: &(Term, Term)| {
        Box::new((substituted(&pair.0, bindings, symbols), substituted(&pair.1, bindings, symbols)))
    };
    match term {
        Term::Variable(name) => match lookup(bindings, name) {
            Some(symbol) => term_of(symbol, symbols),
            None => term.clone(),
        },
        Term::Function(name, args) => Term::Function(name.clone(), all(args)),
        Term::Tuple(args) => Term::Tuple(all(args)),
        Term::Pool(args) => Term::Pool(all(args)),
        Term::Arguments(args) => Term::Arguments(all(args)),
        Term::Unary(op, inner) => Term::Unary(*op, Box::new(substituted(inner, bindings, symbols))),
        Term::Binary(op, pair) => Term::Binary(*op, both(pair)),
        Term::Interval(pair) => Term::Interval(both(pair)),
        _ => term.clone(),
    }
}
