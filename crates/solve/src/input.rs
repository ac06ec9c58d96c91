//! The text given to the solver, and where each piece of it came from.

use std::fmt::Write;
use xfold_asp::{
    span::Span,
    symbols::{AtomGroup, Symbols},
};

/// A program text made of pieces, each remembering its place in the user's files.
#[derive(Debug, Clone, Default)]
pub struct Input {
    text: String,
    /// Offset in `text` at which a piece starts, and where it comes from.
    pieces: Vec<(u32, Origin)>,
}

/// Where a piece comes from.
#[derive(Debug, Clone, Copy)]
enum Origin {
    /// Not from the user.
    Ours,
    /// Exactly this text of the user's.
    Exact(Span),
    /// This text of the user's, said in other words.
    Rewritten(Span),
}

impl Input {
    /// An empty program.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a piece of text, on lines of its own. `origin` is the span of exactly this text in the user's files, if
    /// the user wrote it.
    pub fn push(&mut self, text: &str, origin: Option<Span>) {
        self.add(text, origin.map_or(Origin::Ours, Origin::Exact));
    }

    /// Adds a piece that says in other words what the user wrote at `origin`.
    pub fn push_rewritten(&mut self, text: &str, origin: Span) {
        self.add(text, Origin::Rewritten(origin));
    }

    fn add(&mut self, text: &str, origin: Origin) {
        self.pieces.push((self.text.len() as u32, origin));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Adds ground atoms of one predicate as facts.
    pub fn push_facts(&mut self, group: &AtomGroup, symbols: &Symbols) {
        self.pieces.push((self.text.len() as u32, Origin::Ours));
        let functor = group.signature.functor();
        for row in group.rows() {
            self.text.push_str(&functor);
            for (place, &arg) in row.iter().enumerate() {
                let _ = write!(self.text, "{}{}", if place == 0 { "(" } else { "," }, symbols.display(arg));
            }
            self.text.push_str(if row.is_empty() { ".\n" } else { ").\n" });
        }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The user's place of a line and column (both from one, columns in bytes) of the whole text.
    pub fn origin(&self, line: usize, column: usize) -> Option<Span> {
        self.origin_at(self.offset(line, column)?)
    }

    /// The offset of a line and column (both from one, columns in bytes), moved to the start of its character.
    pub fn offset(&self, line: usize, column: usize) -> Option<usize> {
        let line_start = match line {
            0 => return None,
            1 => 0,
            _ => self.text.match_indices('\n').nth(line - 2)?.0 + 1,
        };
        let mut offset = (line_start + column.saturating_sub(1)).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        Some(offset)
    }

    /// The user's place of an offset into the whole text: from there to the end of its piece.
    pub fn origin_at(&self, offset: usize) -> Option<Span> {
        let offset = offset.min(self.text.len()) as u32;
        let piece = self.pieces.partition_point(|(start, _)| *start <= offset).checked_sub(1)?;
        let (start, origin) = self.pieces[piece];
        match origin {
            Origin::Ours => None,
            Origin::Exact(origin) => {
                Some(Span::new((origin.start + (offset - start)).min(origin.end), origin.end))
            }
            Origin::Rewritten(origin) => Some(origin),
        }
    }
}
