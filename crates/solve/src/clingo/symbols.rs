//! clingo's ground terms to our [`Symbols`], without going through text.
#![allow(non_upper_case_globals)] // clingo's constants, in patterns

use super::{
    control::{Candidate, Failure, last_error},
    search::RawModel,
};
use crate::query::Model;
use clingo_sys::*;
use std::{
    collections::HashMap,
    ffi::{CStr, c_char},
    hash::{BuildHasherDefault, Hasher},
    ptr,
};
use xfold_asp::symbols::{Atoms, Signature, Symbol, SymbolKind, Symbols};

/// Translates the models of one search, remembering the terms seen.
pub(super) struct Converter<'s> {
    symbols: &'s mut Symbols,
    known: HashMap<clingo_symbol_t, Symbol, BuildHasherDefault<Mix>>,
}

impl<'s> Converter<'s> {
    pub(super) fn new(symbols: &'s mut Symbols) -> Self {
        Self { symbols, known: HashMap::default() }
    }

    /// A model with its atoms numbered in our table.
    pub(super) fn model(&mut self, model: &RawModel, shown: &[Candidate]) -> Result<Model, Failure> {
        let mut atoms = Atoms::default();
        // clingo interns names, so the pointer tells whether the predicate is the one before; atoms come grouped.
        let mut predicate: Option<(*const c_char, Signature)> = None;
        let mut row = Vec::new();
        for &index in &model.atoms {
            let symbol = shown[index as usize].symbol;
            let (name, args, negated) = function(symbol)?;
            let same = predicate.as_ref().is_some_and(|(pointer, signature)| {
                ptr::eq(*pointer, name.as_ptr())
                    && signature.arity == args.len()
                    && signature.negated == negated
            });
            if !same {
                let signature = Signature { name: text(name)?.into(), arity: args.len(), negated };
                predicate = Some((name.as_ptr(), signature));
            }
            row.clear();
            for &arg in args {
                row.push(self.term(arg)?);
            }
            let (_, signature) = predicate.as_ref().expect("it was set above");
            atoms.push(signature, &row);
        }
        Ok(Model { atoms, cost: model.cost.clone() })
    }

    /// One term. Deep terms are common (`s(s(s(…)))`), so the way down is a stack of our own.
    fn term(&mut self, symbol: clingo_symbol_t) -> Result<Symbol, Failure> {
        if let Some(&known) = self.known.get(&symbol) {
            return Ok(known);
        }
        let mut stack = vec![symbol];
        while let Some(&top) = stack.last() {
            let kind = match plain(top)? {
                Some(kind) => kind,
                None => {
                    let (name, args, negated) = function(top)?;
                    let before = stack.len();
                    stack.extend(args.iter().filter(|arg| !self.known.contains_key(arg)));
                    if stack.len() > before {
                        continue;
                    }
                    let args = args.iter().map(|arg| self.known[arg]).collect();
                    match text(name)? {
                        "" => SymbolKind::Tuple(args),
                        name => SymbolKind::Function { negated, name: name.into(), args },
                    }
                }
            };
            let ours = self.symbols.intern(kind);
            self.known.insert(top, ours);
            stack.pop();
        }
        Ok(self.known[&symbol])
    }
}

/// A term without arguments of its own, or `None` for functions and tuples.
fn plain(symbol: clingo_symbol_t) -> Result<Option<SymbolKind>, Failure> {
    // SAFETY: symbols are numbers that clingo gave out; they stay valid for the life of the process.
    let kind = unsafe { clingo_symbol_type(symbol) };
    Ok(Some(match kind as clingo_symbol_type_e {
        clingo_symbol_type_e_clingo_symbol_type_infimum => SymbolKind::Infimum,
        clingo_symbol_type_e_clingo_symbol_type_supremum => SymbolKind::Supremum,
        clingo_symbol_type_e_clingo_symbol_type_number => {
            let mut number = 0;
            // SAFETY: as above.
            check(unsafe { clingo_symbol_number(symbol, &raw mut number) })?;
            SymbolKind::Number(number)
        }
        clingo_symbol_type_e_clingo_symbol_type_string => {
            let mut string = ptr::null();
            // SAFETY: as above.
            check(unsafe { clingo_symbol_string(symbol, &raw mut string) })?;
            // SAFETY: clingo's strings are NUL-terminated and interned for the life of the process.
            SymbolKind::Text(text(unsafe { CStr::from_ptr(string) })?.into())
        }
        _ => return Ok(None),
    }))
}

/// Name, arguments and sign of a function term; the name of a tuple is empty.
fn function(symbol: clingo_symbol_t) -> Result<(&'static CStr, &'static [clingo_symbol_t], bool), Failure> {
    let (mut name, mut args, mut size, mut negated) = (ptr::null(), ptr::null(), 0, false);
    // SAFETY: the symbol is one of clingo's; results go to locals.
    check(unsafe {
        clingo_symbol_name(symbol, &raw mut name)
            && clingo_symbol_arguments(symbol, &raw mut args, &raw mut size)
            && clingo_symbol_is_negative(symbol, &raw mut negated)
    })?;
    // SAFETY: names are NUL-terminated and, like argument lists, interned for the life of the process.
    let name = unsafe { CStr::from_ptr(name) };
    let args = match size {
        0 => &[],
        // SAFETY: clingo gives the length of its interned list.
        _ => unsafe { std::slice::from_raw_parts(args, size) },
    };
    Ok((name, args, negated))
}

fn text(string: &CStr) -> Result<&str, Failure> {
    string.to_str().map_err(|_| Failure::Failed("a text of a model is not UTF-8".to_owned()))
}

fn check(fine: bool) -> Result<(), Failure> {
    if fine { Ok(()) } else { Err(Failure::Failed(last_error().1)) }
}

/// A hash for clingo's symbols, which are addresses with a tag: spread their bits and be done.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }
    fn write_u64(&mut self, value: u64) {
        let product = u128::from(value) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}
