//! Reading directives: clingo's own as far as tasks have them, and those of ILASP, FastLAS and xfold.

use super::{MAX_ARITY, Parsed, Parser};
use crate::{
    codes,
    diagnostic::Diagnostic,
    ground::is_ground,
    lexer::Kind,
    symbols::Signature,
    syntax::{
        CompareOp, Example, ExampleAtom, Mode, ModeKind, Name, Ordering, Statement, StatementKind, Term,
    },
};

/// Directives that start a statement.
const DIRECTIVES: &[&str] = &[
    "#pos",
    "#neg",
    "#modeh",
    "#modeha",
    "#modeb",
    "#modec",
    "#modeo",
    "#modem",
    "#constant",
    "#predicate",
    "#weight",
    "#bias",
    "#final_bias",
    "#brave_ordering",
    "#cautious_ordering",
    "#predict",
    "#cwa",
    "#const",
    "#show",
    "#defined",
    "#external",
    "#include",
    "#minimize",
    "#minimise",
    "#maximize",
    "#maximise",
    "#script",
    "#ilasp_script",
];
/// Directives with one whole number.
const NUMBER_SETTINGS: &[&str] = &["#maxv", "#max_penalty", "#minhl", "#maxhl", "#maxp"];
/// Directives without arguments.
const FLAGS: &[&str] = &["#disallow_multiple_head_variables", "#ground_without_replacement"];
/// Words that stand inside of statements.
const WORDS: &[&str] =
    &["#true", "#false", "#inf", "#infimum", "#sup", "#supremum", "#count", "#sum", "#sum+", "#min", "#max"];
/// What clingo and FastLAS have but tasks do not.
pub(super) const UNSUPPORTED: &[&str] =
    &["#program", "#theory", "#edge", "#heuristic", "#project", "#cache", "#end"];

/// All words with `#`.
pub(super) fn known() -> impl Iterator<Item = &'static str> {
    [DIRECTIVES, NUMBER_SETTINGS, FLAGS, WORDS].into_iter().flatten().copied()
}

pub(super) fn is_known(word: &str) -> bool {
    known().any(|known| known == word)
}

/// Whether a word starts a statement, be it one that is refused.
pub(super) fn is_directive(word: &str) -> bool {
    let mut all = [DIRECTIVES, NUMBER_SETTINGS, FLAGS, UNSUPPORTED].into_iter().flatten();
    all.any(|directive| *directive == word)
}

impl Parser<'_, '_> {
    /// Whether a directive starts here, known or not: anything with `#` but the words inside of statements.
    pub(super) fn at_directive(&self) -> bool {
        !WORDS.contains(&self.word())
    }

    pub(super) fn directive(&mut self, statements: &mut Vec<Statement>) -> Parsed<()> {
        let (token, word) = (self.token, self.word());
        if !is_known(word) {
            return Err(self.unknown_directive());
        }
        if matches!(word, "#script" | "#ilasp_script") {
            let error = self.code(token);
            self.findings.errors.push(*error);
            self.skip_script();
            return Ok(());
        }
        self.advance();
        let name = &word[1..];
        let kind = match word {
            "#minimize" | "#minimise" => return self.optimise(false, statements),
            "#maximize" | "#maximise" => return self.optimise(true, statements),
            "#const" => self.constant_definition()?,
            "#show" => self.show()?,
            "#defined" => StatementKind::Defined(self.signature()?),
            "#include" => self.include()?,
            "#external" => return self.external(token.start, statements),
            "#modeh" => self.mode(ModeKind::Head)?,
            "#modeha" => self.mode(ModeKind::ChoiceHead)?,
            "#modeb" => self.mode(ModeKind::Body)?,
            "#modec" => self.mode(ModeKind::Condition)?,
            "#modeo" => self.mode(ModeKind::Optimisation)?,
            "#modem" => self.mode(ModeKind::Meta)?,
            "#pos" => StatementKind::Example(self.example(token.start, true)?),
            "#neg" => StatementKind::Example(self.example(token.start, false)?),
            "#predict" => StatementKind::Predict(self.example(token.start, true)?),
            "#brave_ordering" => self.ordering(true)?,
            "#cautious_ordering" => self.ordering(false)?,
            "#bias" => self.bias(false)?,
            "#final_bias" => self.bias(true)?,
            _ if FLAGS.contains(&word) => StatementKind::Setting(name.into(), Vec::new()),
            _ => {
                self.open()?;
                let kind = match word {
                    "#constant" => {
                        let name = self.type_name()?;
                        StatementKind::Constant(name, self.term()?)
                    }
                    "#predicate" => {
                        let name = self.type_name()?;
                        StatementKind::Predicate(name, self.signature()?)
                    }
                    "#cwa" => StatementKind::ClosedWorld(self.signature()?),
                    "#weight" => StatementKind::Weight(self.term()?),
                    _ => StatementKind::Setting(name.into(), vec![self.whole_number()?]),
                };
                self.close()?;
                kind
            }
        };
        self.stop("`.`")?;
        statements.push(Statement { kind, span: self.since(token.start) });
        Ok(())
    }

    fn open(&mut self) -> Parsed<()> {
        self.expect(Kind::LeftParen, "`(` after the directive's name").map(|_| ())
    }

    fn close(&mut self) -> Parsed<()> {
        self.expect(Kind::RightParen, "`)` at the end of the directive").map(|_| ())
    }

    fn comma(&mut self) -> Parsed<()> {
        self.expect(Kind::Comma, "`,`").map(|_| ())
    }

    /// Code is not read: behind `#end` and its full stop the task goes on.
    fn skip_script(&mut self) {
        let end = self.text[self.token.end..].find("#end");
        self.jump(end.map_or(self.text.len(), |end| self.token.end + end + "#end".len()));
        self.accept(Kind::Stop);
    }

    /// A type's name and the comma behind it.
    fn type_name(&mut self) -> Parsed<Name> {
        let name = match self.token.kind {
            Kind::Variable => {
                let name = self.word().into();
                self.advance();
                name
            }
            _ => self.identifier("a type's name")?,
        };
        self.comma()?;
        Ok(name)
    }

    fn identifier(&mut self, expected: &str) -> Parsed<Name> {
        let word = self.word();
        self.expect(Kind::Identifier, expected)?;
        Ok(word.into())
    }

    fn whole_number(&mut self) -> Parsed<i64> {
        let (start, is_negative) = (self.token.start, self.accept(Kind::Minus));
        let value = match self.token.kind {
            Kind::Number(value) => i64::try_from(value).ok(),
            _ => None,
        };
        match value {
            Some(value) if !is_negative => {
                self.advance();
                Ok(value)
            }
            _ => {
                let found = if is_negative { "a negative number".into() } else { self.found() };
                let message = format!("found {found}, expected a whole number, zero or more");
                let span = self.span(start, self.token.end);
                Err(Box::new(Diagnostic::error(codes::BAD_NUMBER, message).at(span, "not such a number")))
            }
        }
    }

    /// `-p/2`
    fn signature(&mut self) -> Parsed<Signature> {
        let negated = self.accept(Kind::Minus);
        let name = self.identifier("a predicate such as `p/2`")?;
        self.expect(Kind::Slash, "`/` and the number of arguments, as in `p/2`")?;
        let start = self.token.start;
        let arity = self.whole_number()? as usize;
        if arity > MAX_ARITY {
            let message = format!("`{name}/{arity}` has more than {MAX_ARITY} arguments");
            let span = self.span(start, self.previous_end);
            return Err(Box::new(Diagnostic::error(codes::BAD_NUMBER, message).at(span, "too many")));
        }
        Ok(Signature { name, arity, negated })
    }

    fn constant_definition(&mut self) -> Parsed<StatementKind> {
        let name = self.identifier("a constant's name")?;
        self.expect(Kind::Equal, "`=`")?;
        Ok(StatementKind::Const(name, self.term()?))
    }

    fn show(&mut self) -> Parsed<StatementKind> {
        if self.token.kind == Kind::Stop {
            return Ok(StatementKind::ShowSignature(None));
        }
        // `p/1` is a term as well, so it is read as a predicate only if nothing but the full stop follows.
        let before = (self.lexer, self.token, self.previous_end);
        if let Ok(signature) = self.signature()
            && self.token.kind == Kind::Stop
        {
            return Ok(StatementKind::ShowSignature(Some(signature)));
        }
        (self.lexer, self.token, self.previous_end) = before;
        let term = self.term()?;
        let body = if self.accept(Kind::Colon) { self.body()? } else { Vec::new() };
        Ok(StatementKind::ShowTerm(term, body))
    }

    fn include(&mut self) -> Parsed<StatementKind> {
        let token = self.expect(Kind::Text, "a file's name in \"quotes\"")?;
        Ok(StatementKind::Include(self.string(token, false)?.into()))
    }

    fn external(&mut self, start: usize, statements: &mut Vec<Statement>) -> Parsed<()> {
        let atom = self.atom()?;
        let body = if self.accept(Kind::Colon) { self.body()? } else { Vec::new() };
        self.stop("`:`, `,` or `.`")?;
        // `[false]` is what holds anyway; other values would need a program that drives the solver.
        if self.accept(Kind::LeftBracket) {
            if self.word() != "false" {
                return Err(self.unexpected("`false`, the only value of an external atom in a task"));
            }
            self.advance();
            self.expect(Kind::RightBracket, "`]`")?;
        }
        statements.push(Statement { kind: StatementKind::External(atom, body), span: self.since(start) });
        Ok(())
    }

    fn mode(&mut self, kind: ModeKind) -> Parsed<StatementKind> {
        self.open()?;
        let mut recall = None;
        if let Kind::Number(value) = self.token.kind
            && self.second().kind == Kind::Comma
        {
            recall = Some(u32::try_from(value).map_err(|_| self.too_large(self.token))?);
            self.advance();
            self.advance();
        }
        let schema = self.literal()?;
        let mut options = Vec::new();
        if self.accept(Kind::Comma) {
            self.expect(Kind::LeftParen, "options in brackets, such as `(positive)`")?;
            while self.token.kind != Kind::RightParen {
                options.push(self.identifier("an option such as `positive`")?);
                if !self.accept(Kind::Comma) {
                    break;
                }
            }
            self.expect(Kind::RightParen, "`,` or `)`")?;
        }
        self.close()?;
        Ok(StatementKind::Mode(Mode { kind, recall, schema, options }))
    }

    fn bias(&mut self, is_final: bool) -> Parsed<StatementKind> {
        if self.token.kind != Kind::LeftParen {
            return Err(self.unexpected("`(` after the directive's name"));
        }
        // Programs in quotes often run over several lines, so the token after the bracket is read in its own way.
        self.previous_end = self.token.end;
        self.token = self.lexer.next_long_string();
        let token = self.expect(Kind::Text, "a program in \"quotes\"")?;
        let text = self.string(token, true)?.into();
        if self.token.kind != Kind::RightParen && self.text[token.start..token.end].contains('\n') {
            let error = Diagnostic::error(
                codes::OPEN_STRING,
                "this string seems not to be closed where it should be",
            )
            .at(self.span(token.start, token.start + 1), "opened here")
            .help("close it with `\"` before the bracket; inside a string write \\\" for a quote");
            // Reading goes on behind the line in which the string began.
            self.jump(token.start);
            return Err(Box::new(error));
        }
        self.close()?;
        Ok(StatementKind::Bias { is_final, text })
    }

    /// `id`, `id@penalty` or `@penalty`.
    fn id_and_penalty(&mut self) -> Parsed<(Option<Term>, Option<i64>)> {
        let start = self.token.start;
        let id = if self.token.kind == Kind::At { None } else { Some(self.term()?) };
        if let Some(id) = &id
            && !is_ground(id)
        {
            return Err(self.not_ground(start, "the name of an example"));
        }
        let penalty = if self.accept(Kind::At) { Some(self.whole_number()?) } else { None };
        Ok((id, penalty))
    }

    fn not_ground(&self, start: usize, what: &str) -> Box<Diagnostic> {
        let error = Diagnostic::error(codes::NOT_GROUND, format!("{what} must be ground"))
            .at(self.since(start), "has variables, intervals or pools")
            .help("write constants and numbers only, one atom for each case");
        Box::new(error)
    }

    fn example(&mut self, start: usize, positive: bool) -> Parsed<Example> {
        self.open()?;
        let (mut id, mut penalty) = (None, None);
        if self.token.kind != Kind::LeftBrace {
            (id, penalty) = self.id_and_penalty()?;
            if self.token.kind != Kind::Comma {
                let atom = id.as_ref().filter(|_| self.token.kind == Kind::RightParen);
                return Err(self.not_in_braces(atom, positive));
            }
            self.comma()?;
            if self.token.kind == Kind::Identifier {
                return Err(self.not_in_braces(None, positive));
            }
        }
        let inclusions = self.example_atoms("`{` and the atoms that must hold")?;
        if self.token.kind == Kind::RightParen {
            let help = "what must not hold comes last, perhaps nothing: #pos({p(a)}, {}).";
            return Err(Box::new(
                self.unexpected("`,` and `{` with the atoms that must not hold").help(help),
            ));
        }
        self.comma()?;
        let exclusions = self.example_atoms("`{` and the atoms that must not hold")?;
        let context = if self.accept(Kind::Comma) { self.context()? } else { Vec::new() };
        self.close()?;
        let span = self.since(start);
        Ok(Example { positive, id, penalty, inclusions, exclusions, context, span })
    }

    /// An example whose atoms do not stand in braces; `atom` if it is nothing but one atom.
    fn not_in_braces(&self, atom: Option<&Term>, positive: bool) -> Box<Diagnostic> {
        let help = match atom {
            Some(atom) if positive => format!("write #pos({{{atom}}}, {{}}). if {atom} must hold"),
            Some(atom) => format!("write #pos({{}}, {{{atom}}}). if {atom} must not hold"),
            None => "the form is #pos(name, {what must hold}, {what must not hold}).".to_string(),
        };
        Box::new(self.unexpected("`{` and the atoms that must hold").help(help))
    }

    fn example_atoms(&mut self, expected: &str) -> Parsed<Vec<ExampleAtom>> {
        self.expect(Kind::LeftBrace, expected)?;
        let mut atoms = Vec::new();
        if self.accept(Kind::RightBrace) {
            return Ok(atoms);
        }
        loop {
            let not = self.accept(Kind::Not);
            let start = self.token.start;
            let atom = self.atom()?;
            if !atom.args.iter().all(is_ground) {
                return Err(self.not_ground(start, "an atom of an example"));
            }
            atoms.push(ExampleAtom { not, atom });
            if self.accept(Kind::Comma) || self.accept(Kind::Semicolon) {
                continue;
            }
            self.expect(Kind::RightBrace, "`,` or `}`")?;
            return Ok(atoms);
        }
    }

    /// The program of an example. Errors inside are told one by one, like those outside.
    fn context(&mut self) -> Parsed<Vec<Statement>> {
        let open = self.expect(Kind::LeftBrace, "`{` and the example's context")?;
        let mut statements = Vec::new();
        while !self.accept(Kind::RightBrace) {
            let optimises = matches!(self.word(), "#minimize" | "#minimise" | "#maximize" | "#maximise");
            let is_directive = self.token.kind == Kind::Keyword && self.at_directive() && !optimises;
            if self.token.kind == Kind::End
                || self.findings.is_full()
                || is_directive && self.is_new_directive()
            {
                let error = Diagnostic::error(codes::OPEN_CONTEXT, "this example's context is not closed")
                    .at(self.span(open.start, open.end), "opened here")
                    .help("end the context with `}` and the example with `).`");
                return Err(Box::new(error));
            }
            let start = self.token.start;
            let before = statements.len();
            let result =
                if is_directive { Err(self.not_in_context()) } else { self.statement(&mut statements) };
            if let Err(error) = result {
                statements.truncate(before);
                self.findings.errors.push(*error);
                self.recover(start, true);
            }
        }
        Ok(statements)
    }

    fn not_in_context(&self) -> Box<Diagnostic> {
        let message = format!("found {}, but an example's context holds rules and facts only", self.found());
        let error = Diagnostic::error(codes::DIRECTIVE_IN_CONTEXT, message)
            .at(self.span(self.token.start, self.token.end), "a directive")
            .help("put it outside of the example");
        Box::new(error)
    }

    fn ordering(&mut self, brave: bool) -> Parsed<StatementKind> {
        self.open()?;
        let (mut id, penalty) = self.id_and_penalty()?;
        self.comma()?;
        let second = self.term()?;
        let mut third = None;
        let mut op = CompareOp::Less;
        while self.accept(Kind::Comma) {
            if let Some(written) = self.compare_op() {
                op = written;
                break;
            }
            if third.is_some() {
                return Err(self.unexpected("`<`, `>`, `<=`, `>=`, `=` or `!=`"));
            }
            third = Some(self.term()?);
        }
        self.close()?;
        // The name is left out more often than not: two terms are the examples.
        let examples = match third {
            Some(third) => (second, third),
            None => match id.take() {
                Some(first) if penalty.is_none() => (first, second),
                _ => return Err(self.unexpected("two examples' names")),
            },
        };
        Ok(StatementKind::Ordering(Ordering { brave, id, penalty, examples: Box::new(examples), op }))
    }
}
