//! Prolog texts, as far as Popper and Aleph tasks need them: facts by the hundred thousand, and clauses that become
//! rules of an answer set program. What only Prolog can run is refused, clause by clause.

mod background;
mod clause;
mod compile;
mod lexer;
mod term;

pub(super) use background::Known;
pub(crate) use clause::is_built_in;
pub(super) use clause::{constant, fact};
pub(super) use term::{Kind, Term};

use clause::{refused, rule};

use crate::codes;
use lexer::{Lexer, Token};
use xfold_asp::{
    diagnostic::Diagnostic,
    read_prolog_atom,
    span::{SourceFile, Span},
    symbols::{Symbol, Symbols},
};

/// The most errors that are reported of one file.
const MOST_ERRORS: usize = 10;

/// What stands next in a text.
pub(super) enum Item<'t> {
    /// A plain ground fact, in the wrapper asked for if there is one; its arguments are in [`Clauses::args`].
    Fact(Option<&'static str>, &'t str),
    /// Any other clause or directive.
    Clause(Term),
}

/// The clauses of one file, one after the other.
pub(super) struct Clauses<'t> {
    text: &'t str,
    base: u32,
    pos: usize,
    n_errors: usize,
    /// The arguments of the fact read last.
    pub(super) args: Vec<Symbol>,
}

impl<'t> Clauses<'t> {
    /// The clauses of a file.
    pub(super) fn of(file: &'t SourceFile) -> Self {
        let pos = if file.text.starts_with('\u{feff}') { 3 } else { 0 };
        Self { text: &file.text, base: file.base, pos, n_errors: 0, args: Vec::new() }
    }

    /// The next clause. A fact may stand in one of the `wrappers`, as `f(a)` does in `pos(f(a)).`
    pub(super) fn next(
        &mut self,
        wrappers: &[&'static str],
        symbols: &mut Symbols,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Item<'t>> {
        loop {
            self.pos = lexer::skip_blanks(self.text, self.pos);
            if self.pos >= self.text.len() || self.n_errors >= MOST_ERRORS {
                return None;
            }
            if let Some((wrapper, name)) = self.fact(wrappers, symbols) {
                return Some(Item::Fact(wrapper, name));
            }
            let mut lexer = Lexer::new(self.text, self.pos, self.base);
            match term::clause(&mut lexer) {
                Ok(term) => {
                    self.pos = lexer.pos();
                    return Some(Item::Clause(term));
                }
                Err((message, span)) => {
                    self.n_errors += 1;
                    let error = Diagnostic::error(codes::NOT_PROLOG, message).at(span, "");
                    diagnostics
                        .push(error.help("a clause is `head.` or `head :- body.`, as Prolog reads it"));
                    self.pos = self.behind_clause((span.start - self.base) as usize);
                }
            }
        }
    }

    fn fact(
        &mut self,
        wrappers: &[&'static str],
        symbols: &mut Symbols,
    ) -> Option<(Option<&'static str>, &'t str)> {
        let rest = &self.text[self.pos..];
        let wrapper = wrappers
            .iter()
            .find(|wrapper| rest.strip_prefix(**wrapper).is_some_and(|rest| rest.starts_with('(')));
        let start = self.pos + wrapper.map_or(0, |wrapper| wrapper.len() + 1);
        let (name, mut end) = read_prolog_atom(self.text, start, &mut self.args, symbols)?;
        if wrapper.is_some() {
            if !self.text[end..].starts_with(')') {
                return None;
            }
            end += 1;
        }
        let after = self.text.as_bytes().get(end + 1).copied().unwrap_or(b'\n');
        let is_end = self.text[end..].starts_with('.') && (after.is_ascii_whitespace() || after == b'%');
        if !is_end {
            return None;
        }
        self.pos = end + 1;
        Some((wrapper.copied(), name))
    }

    /// Behind the full stop that ends the clause in which something is wrong.
    fn behind_clause(&self, from: usize) -> usize {
        let mut lexer = Lexer::new(self.text, from, self.base);
        loop {
            match lexer.next() {
                Ok((Token::End | Token::Stop, _)) => return lexer.pos(),
                Ok(_) => {}
                Err((_, span)) => lexer.jump((span.end - self.base) as usize),
            }
        }
    }
}

/// A span that names a whole file in messages.
pub(super) fn start_of(file: &SourceFile) -> Span {
    Span::new(file.base, file.base)
}
