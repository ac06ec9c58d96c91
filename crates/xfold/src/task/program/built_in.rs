//! Prolog's own predicates that have at most one answer. Those with several are in the [`library`](super::library).

use super::machine::{Machine, Stop, Value};
use std::cmp::Ordering;
use xfold_asp::symbols::{Signature, Symbol, SymbolKind};

/// One of Prolog's own predicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BuiltIn {
    Unify,
    CannotUnify,
    Same,
    Differs,
    Is,
    NumbersEqual,
    NumbersDiffer,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Before,
    BeforeOrSame,
    After,
    AfterOrSame,
    Variable,
    NonVariable,
    Number,
    Whole,
    Fraction,
    Atom,
    Atomic,
    Compound,
    Text,
    Callable,
    GroundTerm,
    Successor,
    Plus,
    LengthOfList,
    SortAll,
    SortSet,
    Functor,
    Argument,
    PartsOf,
    CopyOf,
    Characters,
    CodeOf,
}

const NAMES: [(&str, usize, BuiltIn); 38] = [
    ("=", 2, BuiltIn::Unify),
    ("\\=", 2, BuiltIn::CannotUnify),
    ("==", 2, BuiltIn::Same),
    ("\\==", 2, BuiltIn::Differs),
    ("is", 2, BuiltIn::Is),
    ("=:=", 2, BuiltIn::NumbersEqual),
    ("=\\=", 2, BuiltIn::NumbersDiffer),
    ("<", 2, BuiltIn::Less),
    ("=<", 2, BuiltIn::LessOrEqual),
    (">", 2, BuiltIn::Greater),
    (">=", 2, BuiltIn::GreaterOrEqual),
    ("@<", 2, BuiltIn::Before),
    ("@=<", 2, BuiltIn::BeforeOrSame),
    ("@>", 2, BuiltIn::After),
    ("@>=", 2, BuiltIn::AfterOrSame),
    ("var", 1, BuiltIn::Variable),
    ("nonvar", 1, BuiltIn::NonVariable),
    ("number", 1, BuiltIn::Number),
    ("integer", 1, BuiltIn::Whole),
    ("float", 1, BuiltIn::Fraction),
    ("atom", 1, BuiltIn::Atom),
    ("atomic", 1, BuiltIn::Atomic),
    ("compound", 1, BuiltIn::Compound),
    ("string", 1, BuiltIn::Text),
    ("callable", 1, BuiltIn::Callable),
    ("ground", 1, BuiltIn::GroundTerm),
    ("succ", 2, BuiltIn::Successor),
    ("plus", 3, BuiltIn::Plus),
    ("$list_length", 2, BuiltIn::LengthOfList),
    ("msort", 2, BuiltIn::SortAll),
    ("sort", 2, BuiltIn::SortSet),
    ("list_to_ord_set", 2, BuiltIn::SortSet),
    ("functor", 3, BuiltIn::Functor),
    ("arg", 3, BuiltIn::Argument),
    ("=..", 2, BuiltIn::PartsOf),
    ("copy_term", 2, BuiltIn::CopyOf),
    ("atom_chars", 2, BuiltIn::Characters),
    ("char_code", 2, BuiltIn::CodeOf),
];

impl BuiltIn {
    /// The predicate of this name, if it is one of Prolog's own.
    pub(crate) fn named(signature: &Signature) -> Option<Self> {
        let is_named =
            |(name, arity, _): &&(&str, usize, Self)| signature.name == *name && signature.arity == *arity;
        NAMES.iter().find(is_named).map(|(_, _, built_in)| *built_in)
    }

    /// All of them.
    pub(crate) fn all() -> impl Iterator<Item = (Signature, Self)> {
        NAMES.iter().map(|(name, arity, built_in)| (Signature::new(*name, *arity), *built_in))
    }
}

impl Machine<'_, '_> {
    /// Whether one of Prolog's own predicates holds; variables are bound to what makes it hold.
    pub(super) fn built_in(&mut self, built_in: BuiltIn, args: &[Value]) -> Result<bool, Stop> {
        use BuiltIn::*;
        Ok(match built_in {
            Unify => self.unify(args[0].clone(), args[1].clone()),
            CannotUnify => !self.could_unify(&args[0], &args[1]),
            Same => self.is_same(&args[0], &args[1]),
            Differs => !self.is_same(&args[0], &args[1]),
            Is => {
                let number = self.decimal(&args[1])?;
                let symbol = self.symbol_of(number)?;
                self.unify(args[0].clone(), Value::Ground(symbol))
            }
            NumbersEqual | NumbersDiffer | Less | LessOrEqual | Greater | GreaterOrEqual => {
                holds(built_in, self.decimal(&args[0])?.cmp(&self.decimal(&args[1])?))
            }
            Before | BeforeOrSame | After | AfterOrSame => {
                let [one, other] = [self.known(&args[0])?, self.known(&args[1])?];
                holds(built_in, self.symbols.compare(one, other))
            }
            Variable | NonVariable | Number | Whole | Fraction | Atom | Atomic | Compound | Text
            | Callable | GroundTerm => self.is_of_kind(built_in, &args[0]),
            Successor => self.successor(&args[0], &args[1])?,
            Plus => self.plus(args)?,
            LengthOfList => {
                let elements = self.elements(&args[0]).ok_or(Stop::Error)?;
                let length = self.symbol(elements.len() as i64)?;
                self.unify(args[1].clone(), Value::Ground(length))
            }
            SortAll | SortSet => {
                let mut elements = self.known_elements(&args[0])?;
                elements.sort_by(|one, other| self.symbols.compare(*one, *other));
                if built_in == SortSet {
                    elements.dedup();
                }
                let sorted = self.list(elements.into_iter().map(Value::Ground).collect());
                self.unify(args[1].clone(), sorted)
            }
            Functor | Argument | PartsOf | CopyOf => self.take_apart(built_in, args)?,
            Characters | CodeOf => self.characters(built_in, args)?,
        })
    }

    /// A value without variables; else an error.
    fn known(&mut self, value: &Value) -> Result<Symbol, Stop> {
        self.ground(value).ok_or(Stop::Error)
    }

    fn known_elements(&mut self, list: &Value) -> Result<Vec<Symbol>, Stop> {
        let elements = self.elements(list).ok_or(Stop::Error)?;
        elements.iter().map(|element| self.known(element)).collect()
    }

    /// Whether two values are the same as they stand.
    fn is_same(&self, one: &Value, other: &Value) -> bool {
        let mut open = vec![(one.clone(), other.clone())];
        while let Some((one, other)) = open.pop() {
            match (self.resolve(one), self.resolve(other)) {
                (Value::Variable(one), Value::Variable(other)) if one == other => {}
                (Value::Ground(one), Value::Ground(other)) if one == other => {}
                (Value::Variable(_), _) | (_, Value::Variable(_)) | (Value::Ground(_), Value::Ground(_)) => {
                    return false;
                }
                (one, other) => match (self.functor(&one), self.functor(&other)) {
                    (Some((name, args)), Some((other, others)))
                        if name == other && args.len() == others.len() =>
                    {
                        open.extend(args.into_iter().zip(others));
                    }
                    _ => return false,
                },
            }
        }
        true
    }

    fn is_of_kind(&mut self, kind: BuiltIn, value: &Value) -> bool {
        let value = self.resolve(value.clone());
        let symbol = match (kind, &value) {
            (BuiltIn::Variable, _) => return matches!(value, Value::Variable(_)),
            (BuiltIn::NonVariable, _) => return !matches!(value, Value::Variable(_)),
            (BuiltIn::GroundTerm, _) => return self.ground(&value).is_some(),
            (_, Value::Variable(_)) => return false,
            (_, Value::Compound(..)) => return matches!(kind, BuiltIn::Compound | BuiltIn::Callable),
            (_, Value::Ground(symbol)) => *symbol,
        };
        match (kind, &*self.symbols.kind(symbol)) {
            (BuiltIn::Number, SymbolKind::Number(_) | SymbolKind::Decimal(_)) => true,
            (BuiltIn::Whole, SymbolKind::Number(_)) | (BuiltIn::Fraction, SymbolKind::Decimal(_)) => true,
            (BuiltIn::Text, SymbolKind::Text(_)) => true,
            (BuiltIn::Atomic, SymbolKind::Number(_) | SymbolKind::Decimal(_) | SymbolKind::Text(_)) => true,
            (BuiltIn::Callable, SymbolKind::Function { .. }) => true,
            (BuiltIn::Atom | BuiltIn::Atomic, SymbolKind::Function { args, .. }) => args.is_empty(),
            (BuiltIn::Compound, SymbolKind::Function { args, .. }) => !args.is_empty(),
            _ => false,
        }
    }

    fn successor(&mut self, low: &Value, high: &Value) -> Result<bool, Stop> {
        if let Value::Variable(_) = self.resolve(low.clone()) {
            let number = self.number(high)?;
            if number < 1 {
                return if number < 0 { Err(Stop::Error) } else { Ok(false) };
            }
            let symbol = self.symbol(number - 1)?;
            return Ok(self.unify(low.clone(), Value::Ground(symbol)));
        }
        let number = self.number(low)?;
        if number < 0 {
            return Err(Stop::Error);
        }
        let symbol = self.symbol(number + 1)?;
        Ok(self.unify(high.clone(), Value::Ground(symbol)))
    }

    fn plus(&mut self, args: &[Value]) -> Result<bool, Stop> {
        let unknown = args.iter().position(|arg| matches!(self.resolve(arg.clone()), Value::Variable(_)));
        let (place, number) = match unknown {
            Some(0) => (0, self.decimal(&args[2])?.minus(self.decimal(&args[1])?)),
            Some(1) => (1, self.decimal(&args[2])?.minus(self.decimal(&args[0])?)),
            _ => (2, self.decimal(&args[0])?.plus(self.decimal(&args[1])?)),
        };
        let symbol = self.symbol_of(number.ok_or(Stop::Error)?)?;
        Ok(self.unify(args[place].clone(), Value::Ground(symbol)))
    }

    fn take_apart(&mut self, built_in: BuiltIn, args: &[Value]) -> Result<bool, Stop> {
        let known = self.resolve(args[0].clone());
        Ok(match built_in {
            BuiltIn::CopyOf => {
                let symbol = self.known(&args[0])?;
                self.unify(args[1].clone(), Value::Ground(symbol))
            }
            BuiltIn::Argument => {
                let place = self.number(&args[0])?;
                let (_, parts) = self.functor(&args[1]).ok_or(Stop::Error)?;
                let part = usize::try_from(place - 1).ok().and_then(|place| parts.get(place).cloned());
                part.is_some_and(|part| self.unify(args[2].clone(), part))
            }
            BuiltIn::Functor if !matches!(known, Value::Variable(_)) => {
                let (name, n) = match self.functor(&known) {
                    Some((name, parts)) => (Value::Ground(self.symbols.constant(&name)), parts.len()),
                    None => (known, 0),
                };
                let n = self.symbol(n as i64)?;
                self.unify(args[1].clone(), name) && self.unify(args[2].clone(), Value::Ground(n))
            }
            BuiltIn::Functor => {
                let (name, _) = self.functor(&args[1]).ok_or(Stop::Error)?;
                let n = usize::try_from(self.number(&args[2])?).map_err(|_| Stop::Error)?;
                let parts = (0..n.min(32)).map(|_| self.fresh()).collect();
                let made = self.compound(name, parts);
                self.unify(args[0].clone(), made)
            }
            _ if !matches!(known, Value::Variable(_)) => {
                let mut all = Vec::new();
                match self.functor(&known) {
                    Some((name, parts)) => {
                        all.push(Value::Ground(self.symbols.constant(&name)));
                        all.extend(parts);
                    }
                    None => all.push(known),
                }
                let list = self.list(all);
                self.unify(args[1].clone(), list)
            }
            _ => {
                let elements = self.elements(&args[1]).ok_or(Stop::Error)?;
                let (first, rest) = elements.split_first().ok_or(Stop::Error)?;
                let made = match self.functor(first) {
                    Some((name, _)) => self.compound(name, rest.to_vec()),
                    None => first.clone(),
                };
                self.unify(args[0].clone(), made)
            }
        })
    }

    /// `atom_chars` and `char_code`, both ways.
    fn characters(&mut self, built_in: BuiltIn, args: &[Value]) -> Result<bool, Stop> {
        if let Some(symbol) = self.ground(&args[0]) {
            let text = match &*self.symbols.kind(symbol) {
                SymbolKind::Function { name, args, .. } if args.is_empty() => name.to_string(),
                SymbolKind::Text(text) => text.to_string(),
                SymbolKind::Number(number) => number.to_string(),
                SymbolKind::Decimal(number) => number.to_string(),
                _ => return Err(Stop::Error),
            };
            let made = if built_in == BuiltIn::CodeOf {
                let code = text.chars().next().ok_or(Stop::Error)? as i64;
                Value::Ground(self.symbol(code)?)
            } else {
                let all = text.chars().map(|c| Value::Ground(self.word(&c.to_string()))).collect();
                self.list(all)
            };
            return Ok(self.unify(args[1].clone(), made));
        }
        let text = if built_in == BuiltIn::CodeOf {
            let code = u32::try_from(self.number(&args[1])?).ok().and_then(char::from_u32);
            code.ok_or(Stop::Error)?.to_string()
        } else {
            let elements = self.known_elements(&args[1])?;
            let shown = elements.iter().map(|element| match &*self.symbols.kind(*element) {
                SymbolKind::Text(text) => text.to_string(),
                _ => self.symbols.display(*element).to_string(),
            });
            shown.collect()
        };
        let symbol = self.word(&text);
        Ok(self.unify(args[0].clone(), Value::Ground(symbol)))
    }

    /// The constant of a name; one that clingo cannot read is a text, as in tasks.
    fn word(&mut self, name: &str) -> Symbol {
        let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && name != "not";
        match (is_plain, name.parse()) {
            (true, _) => self.symbols.constant(name),
            (false, Ok(number)) => self.symbols.number(number),
            (false, Err(_)) => self.symbols.intern(SymbolKind::Text(name.into())),
        }
    }
}

/// Whether a comparison holds for two things in this order.
fn holds(comparison: BuiltIn, order: Ordering) -> bool {
    use BuiltIn::*;
    match comparison {
        NumbersEqual => order.is_eq(),
        NumbersDiffer => order.is_ne(),
        Less | Before => order.is_lt(),
        LessOrEqual | BeforeOrSame => order.is_le(),
        Greater | After => order.is_gt(),
        _ => order.is_ge(),
    }
}
