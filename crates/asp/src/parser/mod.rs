//! The parser: text to syntax tree, by recursive descent with one token of lookahead. After an error it goes on with
//! the next statement, so that one run tells several errors.

mod directives;
mod errors;
mod facts;
mod literals;
mod statements;
mod terms;

pub use facts::{parse_ground_atom, read_prolog_atom};

use crate::{
    codes,
    diagnostic::Diagnostic,
    ground::plain_fact,
    lexer::{Kind, Lexer, Token},
    span::{SourceFile, SourceMap, Span},
    syntax::{ModeKind, Name, Program, Statement, StatementKind},
};

/// The most errors that are reported in one run.
const MAX_ERRORS: usize = 20;
/// The deepest nesting of brackets, signs and operators.
const MAX_NESTING: u32 = 256;
/// The most arguments of a predicate that a directive names, as in `#show p/2`.
const MAX_ARITY: usize = 1024;
/// So high may the tree of a term be: a long sum is high without any brackets.
const MAX_HEIGHT: u32 = 1000;

type Parsed<T> = Result<T, Box<Diagnostic>>;

/// Reads all files of the map into one program. The program holds every statement that could be read, also if there
/// are errors.
///
/// ```
/// let mut sources = xfold_asp::SourceMap::default();
/// sources.add("birds.lp", "bird(tweety). fly(X) :- bird(X), not ab(X).");
/// let (program, errors) = xfold_asp::parse_program(&sources);
/// assert!(errors.is_empty());
/// assert_eq!((program.facts.len(), program.statements.len()), (1, 1));
/// ```
pub fn parse_program(sources: &SourceMap) -> (Program, Vec<Diagnostic>) {
    let mut program = Program::default();
    let mut findings = Findings::default();
    let constants: Vec<Name> =
        sources.files().iter().flat_map(|file| defined_constants(&file.text)).collect();
    for file in sources.files() {
        parse_file(file, &constants, &mut program, &mut findings);
    }
    let errors = findings.finish(&program.statements);
    (program, errors)
}

/// Reads one more file of the map into a program. Where `#const` gives a constant another value, facts with this
/// constant need evaluation; a file read before is not looked at again for that, other than by [`parse_program`].
///
/// # Panics
/// If the map has no such file.
pub fn parse_into(sources: &SourceMap, file: usize, program: &mut Program) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    let file = &sources.files()[file];
    let mut constants = defined_constants(&file.text);
    constants.extend(program.statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Const(name, _) => Some(name.clone()),
        _ => None,
    }));
    parse_file(file, &constants, program, &mut findings);
    findings.finish(&program.statements)
}

/// Reads statements from a text of its own; facts are rules like others here.
///
/// ```
/// let rules = xfold_asp::parse_rules("fly(X) :- bird(X); not ab(X). ab(X):-penguin(X).").unwrap();
/// assert_eq!(rules[0].to_string(), "fly(X) :- bird(X), not ab(X).");
/// ```
pub fn parse_rules(text: &str) -> Result<Vec<Statement>, Vec<Diagnostic>> {
    let (statements, errors) = statements_of(text, 0);
    if errors.is_empty() { Ok(statements) } else { Err(errors) }
}

/// Reads the statements of one file of the map; facts are rules like others here, with their places.
///
/// # Panics
/// If the map has no such file.
pub fn parse_statements(sources: &SourceMap, file: usize) -> (Vec<Statement>, Vec<Diagnostic>) {
    let SourceFile { text, base, .. } = &sources.files()[file];
    statements_of(text, *base)
}

fn statements_of(text: &str, base: u32) -> (Vec<Statement>, Vec<Diagnostic>) {
    let mut statements = Vec::new();
    let mut findings = Findings::default();
    let mut parser = Parser::new(text, base, &mut findings);
    if parser.is_text() {
        while parser.token.kind != Kind::End && !parser.findings.is_full() {
            parser.statement_or_recover(&mut statements);
        }
    }
    let errors = findings.finish(&statements);
    (statements, errors)
}

/// The names that `#const` gives a value, wherever it stands in a text.
fn defined_constants(text: &str) -> Vec<Name> {
    let mut names = Vec::new();
    if !text.contains("#const") {
        return names;
    }
    let mut lexer = Lexer::new(text, 0);
    loop {
        let token = lexer.next();
        match (token.kind, &text[token.start..token.end]) {
            (Kind::End | Kind::OpenComment, _) => return names,
            (Kind::Keyword, "#const") => {
                let name = lexer.next();
                names.push(text[name.start..name.end].into());
            }
            // Strings over several lines stand here only.
            (Kind::Keyword, "#bias" | "#final_bias") => {
                lexer.next();
                lexer.next_long_string();
            }
            _ => {}
        }
    }
}

fn parse_file(file: &SourceFile, constants: &[Name], program: &mut Program, findings: &mut Findings) {
    let mut parser = Parser::new(&file.text, file.base, findings);
    if !parser.is_text() {
        return;
    }
    let Program { facts, statements, symbols } = program;
    while parser.token.kind != Kind::End && !parser.findings.is_full() {
        let after = facts::read_facts(&file.text, parser.token.start, constants, facts, symbols);
        if after > parser.token.start {
            parser.jump(after);
            continue;
        }
        let before = statements.len();
        parser.statement_or_recover(statements);
        // What the fast reader left may still be a plain fact, for instance one with a comment inside.
        if statements.len() == before + 1
            && let Some((signature, args)) = plain_fact(&statements[before], constants, symbols)
        {
            facts.push(&signature, &args);
            statements.pop();
        }
    }
}

/// What was found while reading, over all files of a run.
#[derive(Default)]
struct Findings {
    errors: Vec<Diagnostic>,
    /// Where predicates' names start with a capital letter: right with metarules only, which may come later.
    predicate_variables: Vec<(Span, String)>,
}

impl Findings {
    fn is_full(&self) -> bool {
        self.errors.len() >= MAX_ERRORS
    }

    fn finish(mut self, statements: &[Statement]) -> Vec<Diagnostic> {
        let is_meta = |statement: &Statement| match &statement.kind {
            StatementKind::Mode(mode) => mode.kind == ModeKind::Meta,
            _ => false,
        };
        if !self.predicate_variables.is_empty() && !statements.iter().any(is_meta) {
            self.errors.extend(self.predicate_variables.into_iter().take(MAX_ERRORS).map(|(span, name)| {
                let small = name.to_lowercase();
                Diagnostic::error(
                    codes::PREDICATE_VARIABLE,
                    format!(
                        "`{name}` stands for a predicate, but names of predicates start with a small letter"
                    ),
                )
                .at(span, "starts with a capital letter")
                .help(format!("write `{small}`; predicate variables belong to metarules and need `#modem`"))
            }));
        }
        self.errors.sort_by_key(|error| error.labels.first().map_or(0, |(span, _)| span.start));
        if self.errors.len() >= MAX_ERRORS {
            self.errors.truncate(MAX_ERRORS);
            let message = format!("there may be more errors; these are the first {MAX_ERRORS}");
            self.errors.push(Diagnostic::error(codes::TOO_MANY_ERRORS, message));
        }
        self.errors
    }
}

/// The state of reading one text.
struct Parser<'a, 'f> {
    text: &'a str,
    /// Offset of the text on the axis of all files.
    base: u32,
    lexer: Lexer<'a>,
    /// The token to be looked at next.
    token: Token,
    /// Where the token before it ended.
    previous_end: usize,
    /// How many nested things are open.
    depth: u32,
    /// Height of the term that was read last.
    height: u32,
    findings: &'f mut Findings,
}

impl<'a, 'f> Parser<'a, 'f> {
    fn new(text: &'a str, base: u32, findings: &'f mut Findings) -> Self {
        // A byte order mark is no part of the text.
        let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let mut lexer = Lexer::new(text, start);
        let token = lexer.next();
        Self { text, base, lexer, token, previous_end: start, depth: 0, height: 0, findings }
    }

    /// Says so, once, if the text is none: control characters would give thousands of errors otherwise.
    fn is_text(&mut self) -> bool {
        let odd = |&byte: &u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c) || byte == 0x7f;
        let Some(at) = self.text.as_bytes().iter().position(odd) else { return true };
        let byte = self.text.as_bytes()[at];
        let error =
            Diagnostic::error(codes::NOT_TEXT, format!("found the byte 0x{byte:02x}, which no text holds"))
                .at(self.span(at, at + 1), "not text")
                .help("give a plain text file in UTF-8; is this a binary or compressed file?");
        self.findings.errors.push(error);
        false
    }

    /// Reads a statement, or tells what is wrong and goes to the end of it.
    fn statement_or_recover(&mut self, statements: &mut Vec<Statement>) {
        let start = self.token.start;
        let before = statements.len();
        if let Err(error) = self.statement(statements) {
            statements.truncate(before);
            self.findings.errors.push(*error);
            self.recover(start, false);
        }
    }

    /// After an error goes behind the statement that began at `start`. In rules a full stop ends it whatever brackets
    /// are open; examples hold whole programs, so there brackets count. A directive at the beginning of a line is a
    /// new statement in any case, and so is what follows a full stop that was already read.
    fn recover(&mut self, start: usize, in_context: bool) {
        let failed_at = self.token.start;
        self.jump(start);
        let holds_program = ["#pos", "#neg", "#predict"].contains(&self.word());
        let mut open = 0u32;
        loop {
            let reached = self.token.start >= failed_at;
            match self.token.kind {
                Kind::End => return,
                Kind::OpenString if reached && self.word().trim_end().ends_with('.') => {
                    return self.advance();
                }
                Kind::OpenComment => return self.jump(self.text.len()),
                Kind::Stop
                    if (reached || self.second().start == failed_at) && (open == 0 || !holds_program) =>
                {
                    self.advance();
                    return self.skip_weights();
                }
                Kind::RightBrace if reached && in_context && open == 0 => return,
                Kind::Keyword if reached && self.token.start > start && self.is_new_directive() => return,
                Kind::LeftParen | Kind::LeftBrace | Kind::LeftBracket => open += 1,
                Kind::RightParen | Kind::RightBrace | Kind::RightBracket => open = open.saturating_sub(1),
                _ => {}
            }
            self.advance();
        }
    }

    /// The `[1@2]` of a weak constraint stands behind the full stop.
    fn skip_weights(&mut self) {
        if self.token.kind == Kind::LeftBracket {
            while !matches!(self.token.kind, Kind::RightBracket | Kind::Stop | Kind::End | Kind::OpenComment)
            {
                self.advance();
            }
            self.accept(Kind::RightBracket);
        }
    }

    /// Whether a directive stands here, first in its line.
    fn is_new_directive(&self) -> bool {
        let line = self.text[..self.token.start].rfind('\n').map_or(0, |newline| newline + 1);
        self.text[line..self.token.start].trim().is_empty() && directives::is_directive(self.word())
    }

    fn jump(&mut self, to: usize) {
        self.lexer = Lexer::new(self.text, to);
        self.previous_end = to;
        self.token = self.lexer.next();
    }

    fn advance(&mut self) {
        self.previous_end = self.token.end;
        self.token = self.lexer.next();
    }

    /// The token after the next one.
    fn second(&self) -> Token {
        let mut lexer = self.lexer;
        lexer.next()
    }

    /// Takes the next token if it is of this kind.
    fn accept(&mut self, kind: Kind) -> bool {
        let found = self.token.kind == kind;
        if found {
            self.advance();
        }
        found
    }

    /// Takes the next token, which must be of this kind.
    fn expect(&mut self, kind: Kind, expected: &str) -> Parsed<Token> {
        let token = self.token;
        if self.accept(kind) { Ok(token) } else { Err(self.unexpected(expected)) }
    }

    /// Takes the full stop of a statement.
    fn stop(&mut self, expected: &str) -> Parsed<()> {
        if self.accept(Kind::Stop) { Ok(()) } else { Err(self.missing_stop(expected)) }
    }

    /// The text of the next token.
    fn word(&self) -> &'a str {
        &self.text[self.token.start..self.token.end]
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.base + start as u32, self.base + end as u32)
    }

    /// The span from `start` to the end of the last token taken.
    fn since(&self, start: usize) -> Span {
        self.span(start, self.previous_end.max(start))
    }

    /// Reads something that stands inside something else.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
