//! The fast reader of ground atoms, byte by byte without tokens or trees: for facts by the million and for the
//! solver's models. What it does not know it leaves to the parser.

use super::MAX_NESTING;
use crate::{
    lexer::{is_name_byte, unquote},
    symbols::{Atoms, Signature, Symbol, SymbolKind, Symbols},
    syntax::Name,
};

/// Terms of models may be deeper than terms of texts.
const MAX_MODEL_NESTING: u32 = 1000;

/// Reads a ground atom as a solver prints it, such as `p(a,-3,"x y",f(1,(2,b)))` or `-q(1)`.
///
/// ```
/// let mut symbols = xfold_asp::Symbols::default();
/// let (signature, args) = xfold_asp::parse_ground_atom("-q(1,a)", &mut symbols).unwrap();
/// assert_eq!((signature.to_string(), args.len()), ("-q/2".to_string(), 2));
/// assert!(xfold_asp::parse_ground_atom("q(X)", &mut symbols).is_none());
/// ```
pub fn parse_ground_atom(text: &str, symbols: &mut Symbols) -> Option<(Signature, Vec<Symbol>)> {
    let before = symbols.len();
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        pos: 0,
        levels: MAX_MODEL_NESTING,
        constants: &[],
        in_prolog: false,
        read: Vec::new(),
        symbols,
    };
    reader.skip_space();
    let atom = reader.atom();
    reader.skip_space();
    match atom {
        Some((negated, name)) if reader.pos == text.len() => {
            let args = reader.read;
            Some((Signature { name: name.into(), arity: args.len(), negated }, args))
        }
        _ => {
            symbols.truncate(before);
            None
        }
    }
}

/// Reads a ground atom of a Prolog text from a byte on: its name, and the byte behind it. The arguments are put into
/// `args`. `None` for anything that Prolog reads differently, or that a parser has to look at; nothing has changed then.
///
/// ```
/// let (mut symbols, mut args) = (xfold_asp::Symbols::default(), Vec::new());
/// let text = "pos(f(a,1)).";
/// assert_eq!(xfold_asp::read_prolog_atom(text, 4, &mut args, &mut symbols), Some(("f", 10)));
/// assert_eq!(args.len(), 2);
/// assert!(xfold_asp::read_prolog_atom("p(_a).", 0, &mut args, &mut symbols).is_none());
/// ```
pub fn read_prolog_atom<'t>(
    text: &'t str,
    start: usize,
    args: &mut Vec<Symbol>,
    symbols: &mut Symbols,
) -> Option<(&'t str, usize)> {
    let known = symbols.len();
    args.clear();
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        pos: start,
        levels: MAX_NESTING,
        constants: &[],
        in_prolog: true,
        read: std::mem::take(args),
        symbols,
    };
    let name = reader.name().filter(|_| reader.arguments().is_some());
    let (end, read) = (reader.pos, reader.read);
    *args = read;
    if name.is_none() {
        args.clear();
        symbols.truncate(known);
    }
    name.map(|name| (name, end))
}

/// Reads as many plain facts as stand here one after the other; gives the place where something else begins.
/// Facts with any of the `constants` are something else, since `#const` gives these another value.
pub(super) fn read_facts(
    text: &str,
    start: usize,
    constants: &[Name],
    facts: &mut Atoms,
    symbols: &mut Symbols,
) -> usize {
    let mut signature = Signature::new("", 0);
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        pos: start,
        levels: MAX_NESTING,
        constants,
        in_prolog: false,
        read: Vec::new(),
        symbols,
    };
    loop {
        let (begin, known) = (reader.pos, reader.symbols.len());
        let fact = reader.atom();
        reader.skip_space();
        match fact {
            Some((negated, name)) if reader.byte() == b'.' => {
                reader.pos += 1;
                let args = &reader.read;
                // Facts of one predicate usually stand together.
                if signature.name != name || signature.arity != args.len() || signature.negated != negated {
                    signature = Signature { name: name.into(), arity: args.len(), negated };
                }
                facts.push(&signature, args);
                reader.read.clear();
                reader.skip_space();
            }
            _ => {
                reader.symbols.truncate(known);
                return begin;
            }
        }
    }
}

struct Reader<'t, 's> {
    text: &'t str,
    bytes: &'t [u8],
    pos: usize,
    levels: u32,
    constants: &'s [Name],
    /// What begins with `_` is a variable, and no sign, `#` or bracket begins a plain term.
    in_prolog: bool,
    /// Arguments that are read but not yet part of a term.
    read: Vec<Symbol>,
    symbols: &'s mut Symbols,
}

impl<'t> Reader<'t, '_> {
    /// The next byte, zero at the end.
    fn byte(&self) -> u8 {
        self.bytes.get(self.pos).copied().unwrap_or(0)
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.byte() == byte;
        self.pos += usize::from(found);
        found
    }

    fn skip_space(&mut self) {
        while matches!(self.byte(), b' ' | b'\t' | b'\r' | b'\n') {
            self.pos += 1;
        }
    }

    /// The sign and the name of an atom; its arguments are left in `read`.
    fn atom(&mut self) -> Option<(bool, &'t str)> {
        let negated = self.accept(b'-');
        let name = self.name()?;
        self.arguments()?;
        Some((negated, name))
    }

    fn name(&mut self) -> Option<&'t str> {
        let start = self.pos;
        while self.byte() == b'_' && !self.in_prolog {
            self.pos += 1;
        }
        if !self.byte().is_ascii_lowercase() {
            return None;
        }
        while is_name_byte(self.byte()) {
            self.pos += 1;
        }
        let name = &self.text[start..self.pos];
        let is_plain = name != "not" && !(self.in_prolog && name.contains('\''));
        is_plain.then_some(name)
    }

    /// Leaves the arguments, if there are any, in `read`.
    fn arguments(&mut self) -> Option<()> {
        if !self.accept(b'(') {
            return Some(());
        }
        loop {
            let arg = self.argument()?;
            self.read.push(arg);
            if self.accept(b')') {
                return Some(());
            }
            if !self.accept(b',') {
                return None;
            }
        }
    }

    fn argument(&mut self) -> Option<Symbol> {
        self.skip_space();
        self.levels = self.levels.checked_sub(1)?;
        let symbol = self.symbol();
        self.levels += 1;
        self.skip_space();
        symbol
    }

    fn symbol(&mut self) -> Option<Symbol> {
        let kind = match self.byte() {
            b'0'..=b'9' => self.number(1)?,
            b'-' => {
                self.pos += 1;
                match self.byte() {
                    b'0'..=b'9' => self.number(-1)?,
                    _ if self.in_prolog => return None,
                    _ => self.function(true)?,
                }
            }
            b'"' => self.string()?,
            b'(' | b'#' if self.in_prolog => return None,
            b'(' => self.tuple()?,
            b'#' => self.extreme()?,
            _ => {
                let start = self.pos;
                // Most arguments are plain constants.
                let name = self.name()?;
                if self.byte() != b'(' && self.constants.is_empty() {
                    return Some(self.symbols.constant(name));
                }
                self.pos = start;
                self.function(false)?
            }
        };
        Some(self.symbols.intern(kind))
    }

    fn number(&mut self, sign: i64) -> Option<SymbolKind> {
        let start = self.pos;
        let mut value = 0i64;
        while self.byte().is_ascii_digit() {
            value = value.saturating_mul(10).saturating_add(i64::from(self.byte() - b'0'));
            self.pos += 1;
        }
        // Other bases and decimals are rare: the parser reads them.
        let is_plain = !(self.byte() == b'.' || is_name_byte(self.byte()));
        let value = i32::try_from(value * sign).ok()?;
        (is_plain && self.pos - start <= 10).then_some(SymbolKind::Number(value))
    }

    fn function(&mut self, negated: bool) -> Option<SymbolKind> {
        let name = self.name()?;
        let first = self.read.len();
        self.arguments()?;
        let args: Box<[Symbol]> = self.read.drain(first..).collect();
        if args.is_empty() && self.constants.iter().any(|constant| constant == name) {
            return None;
        }
        Some(SymbolKind::Function { negated, name: name.into(), args })
    }

    fn string(&mut self) -> Option<SymbolKind> {
        let start = self.pos;
        self.pos += 1;
        let mut has_escape = false;
        loop {
            match self.byte() {
                b'"' => break,
                b'\\' => {
                    has_escape = true;
                    self.pos += 2;
                }
                b'\n' => return None,
                0 if self.pos >= self.bytes.len() => return None,
                _ => self.pos += 1,
            }
        }
        self.pos += 1;
        if has_escape {
            return Some(SymbolKind::Text(unquote(&self.text[start..self.pos], false).ok()?.into()));
        }
        Some(SymbolKind::Text(self.text[start + 1..self.pos - 1].into()))
    }

    fn tuple(&mut self) -> Option<SymbolKind> {
        self.pos += 1;
        let mut args = Vec::new();
        self.skip_space();
        while !self.accept(b')') {
            args.push(self.argument()?);
            if self.accept(b',') {
                self.skip_space();
            } else if self.byte() != b')' || args.len() == 1 {
                return None;
            }
        }
        Some(SymbolKind::Tuple(args.into_boxed_slice()))
    }

    fn extreme(&mut self) -> Option<SymbolKind> {
        let rest = &self.text[self.pos..];
        let word = rest[1..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(rest, |end| &rest[..=end]);
        self.pos += word.len();
        match word {
            "#inf" | "#infimum" => Some(SymbolKind::Infimum),
            "#sup" | "#supremum" => Some(SymbolKind::Supremum),
            _ => None,
        }
    }
}
