//! Where things stand in the source: byte spans over all files of a task, and the map back to file, line, column.

use std::fmt;

/// A range of bytes. Offsets run over all files of one [`SourceMap`], so a span also says which file it is in.
///
/// Two spans always compare equal: syntax trees are equal when they say the same, wherever they stand.
#[derive(Clone, Copy, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to, and without, `end`.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Span {}
impl std::hash::Hash for Span {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}
impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// The texts of a task, one after the other on one axis of offsets.
#[derive(Debug, Default, Clone)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

/// One text with its name and the offset at which it starts.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The name as the user gave it.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// Offset of the first byte on the common axis.
    pub base: u32,
}

/// A position that people read: file, line and column, both counted from one, columns in characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position<'a> {
    /// The file's name.
    pub file: &'a str,
    /// Line, from one.
    pub line: usize,
    /// Column, from one.
    pub column: usize,
}

impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl SourceMap {
    /// Adds a text and returns its index, or `None` if the texts would exceed four gigabytes together.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> Option<usize> {
        let text = text.into();
        let base = self.files.last().map_or(0, |file| file.base as u64 + file.text.len() as u64 + 1);
        if base + text.len() as u64 + 1 > u64::from(u32::MAX) {
            return None;
        }
        self.files.push(SourceFile { name: name.into(), text, base: base as u32 });
        Some(self.files.len() - 1)
    }

    /// The files, in the order in which they were added.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The file that holds an offset, if there is any file.
    pub fn file_at(&self, offset: u32) -> Option<&SourceFile> {
        let after = self.files.partition_point(|file| file.base <= offset);
        after.checked_sub(1).map(|index| &self.files[index])
    }

    /// Where a span starts, for people.
    pub fn position(&self, span: Span) -> Option<Position<'_>> {
        let file = self.file_at(span.start)?;
        let mut local = ((span.start - file.base) as usize).min(file.text.len());
        while !file.text.is_char_boundary(local) {
            local -= 1;
        }
        let before = &file.text[..local];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Some(Position {
            file: &file.name,
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        })
    }

    /// The text of a span, empty if it lies outside the files.
    pub fn text(&self, span: Span) -> &str {
        let Some(file) = self.file_at(span.start) else { return "" };
        let (start, end) =
            ((span.start - file.base) as usize, (span.end.max(span.start) - file.base) as usize);
        file.text.get(start..end.min(file.text.len())).unwrap_or("")
    }
}
