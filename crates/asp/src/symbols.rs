//! Ground terms as small integers. One table serves a task, its solver's models and the learner's relations.

use crate::{decimal::Decimal, number_set::NumberBlock};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize, Serializer};
use smol_str::SmolStr;
use std::{borrow::Cow, cmp::Ordering, fmt, hash::BuildHasher, sync::Arc};

/// A ground term, as its number in a [`Symbols`] table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Symbol(pub u32);

/// What a ground term is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SymbolKind {
    /// `#inf`, below everything.
    Infimum,
    /// A whole number; clingo's range.
    Number(i32),
    /// A number with a fraction, which stands among the whole numbers. clingo has none: the solver scales them.
    Decimal(Decimal),
    /// A quoted string, without its quotes and escapes.
    Text(SmolStr),
    /// A constant (no arguments) or function term; `negated` for `-f(1)`.
    Function {
        /// Classical minus in front.
        negated: bool,
        /// The functor.
        name: SmolStr,
        /// The arguments.
        args: Box<[Symbol]>,
    },
    /// `(a,b)`, `(a,)`, `()`.
    Tuple(Box<[Symbol]>),
    /// `#sup`, above everything.
    Supremum,
}

/// The table of ground terms. Clones share it until one of them learns a new term.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "Vec<SymbolKind>")]
pub struct Symbols {
    /// What the terms outside the block are made of.
    kinds: Arc<Vec<SymbolKind>>,
    /// The places of the kinds, by hash.
    index: Arc<HashTable<u32>>,
    /// Whole numbers by the million, which take four bytes each. They stand together, in order.
    block: Option<Arc<NumberBlock>>,
    /// Whether some number has a fraction.
    fractions: bool,
}

impl Serialize for Symbols {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.block {
            None => self.kinds.as_slice().serialize(serializer),
            Some(_) => serializer.collect_seq((0..self.len() as u32).map(|number| self.kind(Symbol(number)))),
        }
    }
}

impl TryFrom<Vec<SymbolKind>> for Symbols {
    type Error = &'static str;

    fn try_from(kinds: Vec<SymbolKind>) -> Result<Self, Self::Error> {
        let mut symbols = Self::default();
        for (number, kind) in kinds.into_iter().enumerate() {
            let args: &[Symbol] = match &kind {
                SymbolKind::Function { args, .. } | SymbolKind::Tuple(args) => args,
                _ => &[],
            };
            if args.iter().any(|arg| arg.0 as usize >= number) {
                return Err("a term stands before its arguments");
            }
            if symbols.intern(kind).0 as usize != number {
                return Err("a term stands twice in its table");
            }
        }
        Ok(symbols)
    }
}

impl Symbols {
    /// The symbol of a term, new or known.
    pub fn intern(&mut self, kind: SymbolKind) -> Symbol {
        if let (Some(block), SymbolKind::Number(value)) = (&self.block, &kind)
            && let Some(symbol) = block.symbol(*value)
        {
            return symbol;
        }
        let hash = hash(&kind);
        match self.index.find(hash, |&place| self.kinds[place as usize] == kind) {
            Some(&known) => self.symbol_at(known),
            None => self.add(hash, kind),
        }
    }

    fn add(&mut self, hash: u64, kind: SymbolKind) -> Symbol {
        let place = self.kinds.len() as u32;
        self.fractions |= matches!(kind, SymbolKind::Decimal(_));
        Arc::make_mut(&mut self.kinds).push(kind);
        let kinds = &self.kinds;
        Arc::make_mut(&mut self.index)
            .insert_unique(hash, place, |&other| self::hash(&kinds[other as usize]));
        self.symbol_at(place)
    }

    /// The symbol of the kind at a place: what came after the block is numbered after it.
    fn symbol_at(&self, place: u32) -> Symbol {
        match &self.block {
            Some(block) if place >= block.first() => Symbol(place + block.len() as u32),
            _ => Symbol(place),
        }
    }

    /// Where the kind of a symbol is, or the number that it is in the block.
    fn place(&self, symbol: Symbol) -> Result<usize, i32> {
        match &self.block {
            Some(block) if symbol.0 >= block.first() => match block.value(symbol) {
                Some(value) => Err(value),
                None => Ok(symbol.0 as usize - block.len()),
            },
            _ => Ok(symbol.0 as usize),
        }
    }

    /// Takes in many whole numbers at once, four bytes each; those that are known keep their symbols. A table has one such
    /// block: if it is there already, they are taken in one by one.
    ///
    /// ```
    /// use xfold_asp::{number_set::NumberSet, symbols::Symbols};
    /// let mut symbols = Symbols::default();
    /// let seven = symbols.number(7);
    /// let mut numbers = NumberSet::default();
    /// [900_000, 7, -3].into_iter().for_each(|number| numbers.insert(number));
    /// symbols.take_numbers(numbers);
    /// assert_eq!(symbols.number(7), seven);
    /// let large = symbols.number(900_000);
    /// assert_eq!(symbols.as_number(large), Some(900_000));
    /// assert_eq!(symbols.len(), 3);
    /// let after = symbols.constant("a");
    /// assert_eq!(symbols.display(after).to_string(), "a");
    /// ```
    pub fn take_numbers(&mut self, mut numbers: crate::number_set::NumberSet) {
        if self.block.is_some() {
            let numbers: Vec<i32> = numbers.iter().collect();
            numbers.into_iter().for_each(|number| {
                self.number(number);
            });
            return;
        }
        for kind in self.kinds.iter() {
            if let SymbolKind::Number(value) = kind {
                numbers.remove(*value);
            }
        }
        self.block = Some(Arc::new(NumberBlock::new(self.kinds.len() as u32, numbers)));
    }

    /// The block of whole numbers, if there is one: the first of its symbols, and the numbers in order.
    pub fn number_block(&self) -> Option<(Symbol, Arc<Vec<i32>>)> {
        let block = self.block.as_ref()?;
        Some((Symbol(block.first()), block.values()))
    }

    /// Takes over what a clone has learned since it had `shared` symbols. Returns the numbers here of its new symbols.
    ///
    /// ```
    /// use xfold_asp::symbols::{SymbolKind, Symbols};
    /// let mut here = Symbols::default();
    /// let a = here.constant("a");
    /// let mut there = here.clone();
    /// let b = there.constant("b");
    /// there.intern(SymbolKind::Tuple(Box::new([a, b])));
    /// here.constant("c");
    /// let new = here.adopt(&there, 1);
    /// assert_eq!(here.display(new[0]).to_string(), "b");
    /// assert_eq!(here.display(new[1]).to_string(), "(a,b)");
    /// ```
    pub fn adopt(&mut self, clone: &Symbols, shared: usize) -> Vec<Symbol> {
        let mut here: Vec<Symbol> = Vec::new();
        let before = clone.place(Symbol(shared as u32)).unwrap_or(clone.kinds.len());
        for kind in &clone.kinds[before..] {
            let moved = |args: &[Symbol]| -> Box<[Symbol]> {
                let place = |arg: &Symbol| match (arg.0 as usize).checked_sub(shared) {
                    Some(new) => here[new],
                    None => *arg,
                };
                args.iter().map(place).collect()
            };
            let kind = match kind {
                SymbolKind::Tuple(args) => SymbolKind::Tuple(moved(args)),
                SymbolKind::Function { negated, name, args } => {
                    SymbolKind::Function { negated: *negated, name: name.clone(), args: moved(args) }
                }
                plain => plain.clone(),
            };
            let symbol = self.intern(kind);
            here.push(symbol);
        }
        here
    }

    /// Forgets the symbols from number `len` on.
    pub(crate) fn truncate(&mut self, len: usize) {
        while self.len() > len {
            let Some(kind) = Arc::make_mut(&mut self.kinds).pop() else { return };
            let number = self.kinds.len() as u32;
            if let Ok(entry) =
                Arc::make_mut(&mut self.index).find_entry(hash(&kind), |&other| other == number)
            {
                entry.remove();
            }
        }
    }

    /// The symbol of a number.
    pub fn number(&mut self, value: i32) -> Symbol {
        self.intern(SymbolKind::Number(value))
    }

    /// The symbol of a plain constant.
    pub fn constant(&mut self, name: &str) -> Symbol {
        let hash = FxBuildHasher.hash_one(name);
        let is_same = |&number: &u32| match &self.kinds[number as usize] {
            SymbolKind::Function { negated: false, name: other, args } => args.is_empty() && other == name,
            _ => false,
        };
        match self.index.find(hash, is_same) {
            Some(&known) => self.symbol_at(known),
            None => {
                self.add(hash, SymbolKind::Function { negated: false, name: name.into(), args: Box::new([]) })
            }
        }
    }

    /// The symbol of a number that may have a fraction; none if it is whole and has more than 32 bits.
    pub fn decimal(&mut self, number: Decimal) -> Option<Symbol> {
        match number.as_whole() {
            Some(whole) => Some(self.number(whole)),
            None if number.scale > 0 => Some(self.intern(SymbolKind::Decimal(number))),
            None => None,
        }
    }

    /// What a symbol is made of.
    pub fn kind(&self, symbol: Symbol) -> Cow<'_, SymbolKind> {
        match self.place(symbol) {
            Ok(place) => Cow::Borrowed(&self.kinds[place]),
            Err(value) => Cow::Owned(SymbolKind::Number(value)),
        }
    }

    /// The number a symbol stands for, if it is one.
    pub fn as_number(&self, symbol: Symbol) -> Option<i32> {
        match self.place(symbol) {
            Ok(place) => match &self.kinds[place] {
                SymbolKind::Number(value) => Some(*value),
                _ => None,
            },
            Err(value) => Some(value),
        }
    }

    /// Whether the table has, or had, numbers with a fraction.
    pub fn has_fractions(&self) -> bool {
        self.fractions
    }

    /// The number a symbol stands for, with its fraction, if it is one.
    pub fn as_decimal(&self, symbol: Symbol) -> Option<Decimal> {
        match self.place(symbol) {
            Ok(place) => match &self.kinds[place] {
                SymbolKind::Number(value) => Some(Decimal::whole(i64::from(*value))),
                SymbolKind::Decimal(number) => Some(*number),
                _ => None,
            },
            Err(value) => Some(Decimal::whole(i64::from(value))),
        }
    }

    /// How many different terms there are; symbols are numbered `0..len`.
    pub fn len(&self) -> usize {
        self.kinds.len() + self.block.as_ref().map_or(0, |block| block.len())
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// clingo's order of terms, by which `<` compares and in which constants are tried: numbers by value, constants by
    /// name, strings, then compound terms by sign, number of arguments, name and arguments.
    pub fn compare(&self, left: Symbol, right: Symbol) -> Ordering {
        if left == right {
            return Ordering::Equal;
        }
        let kind = |symbol| match self.place(symbol) {
            Ok(place) => Ok(&self.kinds[place]),
            Err(value) => Err(value),
        };
        if let Some((one, other)) = self.both_numbers(left, right) {
            return one.cmp(&other);
        }
        let parts = |symbol| match kind(symbol) {
            Err(value) => (1, value, "", false, &[][..]),
            Ok(kind) => parts_of(kind),
        };
        let (kind, value, name, negated, args) = parts(left);
        let (other_kind, other_value, other_name, other_negated, other_args) = parts(right);
        let by_args =
            || args.iter().zip(other_args).map(|(&a, &b)| self.compare(a, b)).find(|order| order.is_ne());
        (kind, value, negated, args.len(), name)
            .cmp(&(other_kind, other_value, other_negated, other_args.len(), other_name))
            .then_with(|| by_args().unwrap_or(Ordering::Equal))
    }

    /// Two numbers of which one has a fraction.
    fn both_numbers(&self, left: Symbol, right: Symbol) -> Option<(Decimal, Decimal)> {
        let has_fraction =
            |symbol| matches!(self.place(symbol).map(|place| &self.kinds[place]), Ok(SymbolKind::Decimal(_)));
        if !has_fraction(left) && !has_fraction(right) {
            return None;
        }
        self.as_decimal(left).zip(self.as_decimal(right))
    }

    /// A symbol as clingo writes it.
    pub fn display(&self, symbol: Symbol) -> impl fmt::Display + '_ {
        Shown { symbols: self, symbol }
    }
}

/// What decides the order of a term: its kind, its value if it is a number, its name, its sign, its arguments.
fn parts_of(kind: &SymbolKind) -> (u8, i32, &str, bool, &[Symbol]) {
    match kind {
        SymbolKind::Infimum => (0, 0, "", false, &[][..]),
        SymbolKind::Number(value) => (1, *value, "", false, &[][..]),
        // Only beside what is no number.
        SymbolKind::Decimal(_) => (1, 0, "", false, &[][..]),
        SymbolKind::Function { negated, name, args } if args.is_empty() => {
            (if *negated { 3 } else { 2 }, 0, name.as_str(), false, &[][..])
        }
        SymbolKind::Text(text) => (4, 0, text.as_str(), false, &[][..]),
        SymbolKind::Function { negated, name, args } => (5, 0, name.as_str(), *negated, &args[..]),
        SymbolKind::Tuple(args) => (5, 0, "", false, &args[..]),
        SymbolKind::Supremum => (6, 0, "", false, &[][..]),
    }
}

/// Plain constants hash like their names, so that they are found without building anything.
fn hash(kind: &SymbolKind) -> u64 {
    match kind {
        SymbolKind::Function { negated: false, name, args } if args.is_empty() => {
            FxBuildHasher.hash_one(name.as_str())
        }
        _ => FxBuildHasher.hash_one(kind),
    }
}

struct Shown<'a> {
    symbols: &'a Symbols,
    symbol: Symbol,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, args: &[Symbol]| {
            for (place, &arg) in args.iter().enumerate() {
                write!(f, "{}{}", if place == 0 { "" } else { "," }, self.symbols.display(arg))?;
            }
            Ok(())
        };
        match &*self.symbols.kind(self.symbol) {
            SymbolKind::Infimum => f.write_str("#inf"),
            SymbolKind::Supremum => f.write_str("#sup"),
            SymbolKind::Number(value) => write!(f, "{value}"),
            SymbolKind::Decimal(number) => write!(f, "{number}"),
            SymbolKind::Text(text) => write!(f, "\"{}\"", escape(text)),
            SymbolKind::Function { negated, name, args } => {
                write!(f, "{}{name}", if *negated { "-" } else { "" })?;
                if !args.is_empty() {
                    f.write_str("(")?;
                    list(f, args)?;
                    f.write_str(")")?;
                }
                Ok(())
            }
            SymbolKind::Tuple(args) => {
                f.write_str("(")?;
                list(f, args)?;
                f.write_str(if args.len() == 1 { ",)" } else { ")" })
            }
        }
    }
}

/// A string's contents with clingo's three escapes put back.
pub fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('"', "\\\"")
}

/// A predicate: its sign, name and number of arguments.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Signature {
    /// The name.
    pub name: SmolStr,
    /// Number of arguments.
    pub arity: usize,
    /// Classical negation: `-p/1` is another predicate than `p/1`.
    pub negated: bool,
}

impl Signature {
    /// The predicate `name/arity`.
    pub fn new(name: impl Into<SmolStr>, arity: usize) -> Self {
        Self { name: name.into(), arity, negated: false }
    }

    /// The name with its sign, as it stands before the arguments.
    pub fn functor(&self) -> String {
        format!("{}{}", if self.negated { "-" } else { "" }, self.name)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}/{}", if self.negated { "-" } else { "" }, self.name, self.arity)
    }
}

/// A ground atom as text.
pub fn show_atom(signature: &Signature, args: &[Symbol], symbols: &Symbols) -> String {
    let functor = signature.functor();
    if args.is_empty() {
        return functor;
    }
    let args: Vec<String> = args.iter().map(|&arg| symbols.display(arg).to_string()).collect();
    format!("{functor}({})", args.join(","))
}

/// A collection of ground atoms, compact: for each predicate the arguments in one vector.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<AtomGroup>")]
pub struct Atoms {
    groups: Vec<AtomGroup>,
    by_signature: std::collections::HashMap<Signature, usize, FxBuildHasher>,
}

/// The atoms of one predicate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtomGroup {
    /// The predicate.
    pub signature: Signature,
    /// Number of atoms (needed where the arity is zero).
    pub len: usize,
    /// The arguments of all atoms, one atom after the other.
    pub args: Vec<Symbol>,
}

impl Serialize for Atoms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.groups.serialize(serializer)
    }
}

impl TryFrom<Vec<AtomGroup>> for Atoms {
    type Error = &'static str;

    fn try_from(groups: Vec<AtomGroup>) -> Result<Self, Self::Error> {
        let by_signature =
            groups.iter().enumerate().map(|(number, group)| (group.signature.clone(), number)).collect();
        if groups.iter().any(|group| group.len.checked_mul(group.signature.arity) != Some(group.args.len())) {
            return Err("atoms have more or fewer arguments than their predicate");
        }
        Ok(Self { groups, by_signature })
    }
}

impl AtomGroup {
    /// The argument lists, in order of insertion.
    pub fn rows(&self) -> impl Iterator<Item = &[Symbol]> + '_ {
        let arity = self.signature.arity;
        (0..self.len).map(move |row| &self.args[row * arity..(row + 1) * arity])
    }
}

impl Atoms {
    /// Adds an atom; the same atom may be added more than once.
    pub fn push(&mut self, signature: &Signature, args: &[Symbol]) {
        let group = match self.by_signature.get(signature) {
            Some(&group) => group,
            None => {
                self.groups.push(AtomGroup { signature: signature.clone(), len: 0, args: Vec::new() });
                self.by_signature.insert(signature.clone(), self.groups.len() - 1);
                self.groups.len() - 1
            }
        };
        self.groups[group].len += 1;
        self.groups[group].args.extend_from_slice(args);
    }

    /// Exchanges symbols.
    pub fn map(&mut self, exchange: impl Fn(Symbol) -> Symbol) {
        for arg in self.groups.iter_mut().flat_map(|group| &mut group.args) {
            *arg = exchange(*arg);
        }
    }

    /// The atoms of one predicate, if there are any.
    pub fn group(&self, signature: &Signature) -> Option<&AtomGroup> {
        self.by_signature.get(signature).map(|&group| &self.groups[group])
    }

    /// All predicates with their atoms, in order of first insertion.
    pub fn groups(&self) -> &[AtomGroup] {
        &self.groups
    }

    /// All atoms, predicate by predicate.
    pub fn iter(&self) -> impl Iterator<Item = (&Signature, &[Symbol])> + '_ {
        self.groups.iter().flat_map(|group| group.rows().map(move |row| (&group.signature, row)))
    }

    /// Number of atoms.
    pub fn len(&self) -> usize {
        self.groups.iter().map(|group| group.len).sum()
    }

    /// Whether there is no atom.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
