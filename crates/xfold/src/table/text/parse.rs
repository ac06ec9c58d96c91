//! From a program back to rules: what was printed, possibly edited. What is not understood is refused with its place. The
//! check begins here, in read → columns → search → text → check.

use super::{GREATEST, Values, Word, compared, is_ab, vote};
use crate::{
    Error, Result, codes,
    table::{
        Kind,
        model::{Bound, ClassRule, Holds, Model, ModelColumn, Rule, Support, Test},
    },
};
use rustc_hash::FxHashMap;
use xfold_asp::{
    SourceMap,
    diagnostic::{Diagnostic, Severity, suggestion},
    parse_program,
    span::Span,
    syntax::{self, Atom, BodyElement, CompareOp, Head, LiteralKind, Sign, StatementKind, Term, UnaryOp},
};

/// Exceptions nested deeper than this go round in a circle.
const DEEPEST: usize = 64;

/// Reads rules, and says what is odd about them. The text must be the last one of the sources, so that messages can
/// point into it.
pub fn parse(sources: &SourceMap) -> Result<(Model, Vec<Diagnostic>)> {
    let Some(file) = sources.files().last() else { return Ok((empty(), Vec::new())) };
    let (program, found) = parse_program(sources);
    if found.iter().any(|found| found.severity == Severity::Error) {
        return Err(Error::Diagnostics(found));
    }
    let mut reader = Reader {
        sources,
        columns: Vec::new(),
        words: Vec::new(),
        target: None,
        vote: None,
        exceptions: FxHashMap::default(),
        has_header: false,
        notes: Vec::new(),
    };
    file.text.lines().filter_map(|line| line.strip_prefix('%')).for_each(|line| reader.header(line.trim()));
    let mut rules: Vec<syntax::Rule> = Vec::new();
    for statement in program.statements {
        match statement.kind {
            StatementKind::Rule(rule) => rules.push(rule),
            StatementKind::ShowSignature(_) => {}
            _ => {
                return Err(refuse("this is no rule", statement.span, "rules for a table are rules only"));
            }
        }
    }
    if let Some(group) = program.facts.groups().first() {
        let message = format!("{}/{} is a fact", group.signature.name, group.signature.arity);
        let help = "rules for a table read the table's rows; facts about single rows have no place in them";
        return Err(Diagnostic::error(codes::TABLE_RULES, message).help(help).into());
    }
    let rules = match (&reader.vote, &reader.target) {
        (Some(vote), Some((target, _))) => vote::of_theories(rules, vote, target)?,
        _ => rules.into_iter().map(|rule| (0, rule)).collect(),
    };
    reader.model(&rules)
}

fn empty() -> Model {
    Model { target: String::new(), columns: Vec::new(), rules: Vec::new() }
}

/// The error that something cannot be a rule for a table. An empty `help` is left out.
pub(super) fn refuse(message: impl Into<String>, span: Span, help: &str) -> Error {
    let error = Diagnostic::error(codes::TABLE_RULES, message).at(span, "");
    if help.is_empty() { error } else { error.help(help) }.into()
}

struct Reader<'a> {
    sources: &'a SourceMap,
    columns: Vec<ModelColumn>,
    words: Vec<(String, Values)>,
    /// The target's predicate and name.
    target: Option<(String, String)>,
    /// The predicate of what theories say, if they vote.
    vote: Option<String>,
    /// The rules of each predicate that is not the target's.
    exceptions: FxHashMap<&'a str, Vec<&'a syntax::Rule>>,
    has_header: bool,
    notes: Vec<Diagnostic>,
}

/// What a literal says of a row.
#[derive(Default)]
struct Body {
    tests: Vec<Test>,
    exceptions: Vec<Rule>,
    after: Vec<String>,
    /// Which column each variable has a value of.
    variables: FxHashMap<String, usize>,
}

impl<'a> Reader<'a> {
    /// `target label "La bel"; …`, `theories vote(X,T,C): …`, `column age "Age": number times 10`
    fn header(&mut self, line: &str) {
        let named = |rest: &str| -> Option<(String, String, String)> {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
            let (predicate, rest) = rest.split_at(end);
            let rest = rest.trim_start();
            if !rest.starts_with('"') {
                return Some((predicate.to_string(), predicate.to_string(), rest.to_string()));
            }
            let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            let name = stream.next()?.ok()?;
            let rest = &rest[stream.byte_offset()..];
            Some((predicate.to_string(), name, rest.trim_start().to_string()))
        };
        if let Some((predicate, name, _)) = line.strip_prefix("target ").and_then(named) {
            self.target.get_or_insert((predicate, name));
            self.has_header = true;
        }
        if let Some((predicate, ..)) = line.strip_prefix("theories ").and_then(named) {
            self.vote.get_or_insert(predicate);
        }
        let Some((predicate, name, rest)) = line.strip_prefix("column ").and_then(named) else { return };
        let Some(kind) = rest.strip_prefix(':').map(str::trim) else { return };
        // Numbers themselves go no further than ten to the power of 308.
        let zeros = |number: &str| {
            let zeros = number.trim().strip_prefix('1').filter(|zeros| zeros.len() <= 300)?;
            zeros.bytes().all(|b| b == b'0').then_some(zeros.len() as i32)
        };
        let values = match kind {
            "category" => Values::Categories,
            "number" => Values::Scaled(0),
            "number compared" => Values::Compared,
            _ => {
                let power = |prefix: &str| kind.strip_prefix(prefix).and_then(zeros);
                let divided = || power("number divided by ").map(|power| -power);
                let Some(power) = power("number times ").or_else(divided) else { return };
                Values::Scaled(power)
            }
        };
        let kind = if values == Values::Categories { Kind::Category } else { Kind::Number };
        self.has_header = true;
        self.columns.push(ModelColumn { name, kind, word: None });
        self.words.push((predicate, values));
    }

    /// The model of rules, each with the number of its theory.
    fn model(mut self, rules: &'a [(u32, syntax::Rule)]) -> Result<(Model, Vec<Diagnostic>)> {
        let mut own: Vec<(u32, &'a syntax::Rule, &'a Atom)> = Vec::new();
        for (theory, rule) in rules {
            let Head::Atom(head) = &rule.head else {
                return Err(refuse("this rule has no single atom as its head", rule.span, ""));
            };
            if head.negated {
                let help = "remove the minus, or give the rows another class";
                return Err(refuse("classical negation gives no row a class", head.span, help));
            }
            match head.args.len() {
                2 => own.push((*theory, rule, head)),
                1 => {
                    // Also where nothing mentions it: `label(;X,no)` is one argument here and two for clingo.
                    row_variable(head)?;
                    self.exceptions.entry(head.name.as_str()).or_default().push(rule);
                }
                _ => {
                    let help = "heads are TARGET(X,CLASS), or abN(X) for exceptions";
                    return Err(refuse("this head is neither a class nor an exception", head.span, help));
                }
            }
        }
        let Some((.., first)) = own.first() else {
            let message = "there is no rule that gives a class";
            let help = "such as: label(X,yes) :- age(X,A), A > 37.";
            return Err(Diagnostic::error(codes::TABLE_RULES, message).help(help).into());
        };
        let name = first.name.to_string();
        let (predicate, target) = self.target.take().unwrap_or((name.clone(), name));
        self.target = Some((predicate.clone(), target.clone()));
        let mut out = Vec::new();
        for (theory, rule, head) in own {
            if head.name != predicate {
                let help = format!("the rules are about `{predicate}`");
                return Err(refuse(format!("`{}` is another target", head.name), head.span, &help));
            }
            let class = class(head)?;
            let row = row_variable(head)?;
            let body = self.body(rule, row, 0)?;
            let support = self.support(rule);
            let read = Rule { tests: body.tests, exceptions: body.exceptions, support };
            out.push(ClassRule { theory, class, after: body.after, rule: read });
        }
        for (column, (predicate, values)) in self.columns.iter_mut().zip(self.words) {
            column.word = Some(Word { predicate, values });
        }
        Ok((Model { target, columns: self.columns, rules: out }, self.notes))
    }

    /// `115 of 120 rows` or `11.5 of 12 by weight` behind a rule, on its line.
    fn support(&self, rule: &syntax::Rule) -> Option<Support> {
        let file = self.sources.file_at(rule.span.start)?;
        let rest = &file.text.get((rule.span.end - file.base) as usize..)?;
        let line = rest.lines().next()?;
        let mut words = line.trim_start().strip_prefix('%')?.split_whitespace();
        let right = words.next()?.parse().ok()?;
        let of = words.next()?;
        let rows = words.next()?.parse().ok()?;
        (of == "of" && matches!(words.next(), Some("rows" | "by"))).then_some(Support { rows, right })
    }

    fn body(&mut self, rule: &'a syntax::Rule, row: &str, depth: usize) -> Result<Body> {
        let mut body = Body::default();
        // Variables first, since a comparison may come before the atom that binds its variable.
        for element in &rule.body {
            if let BodyElement::Literal(literal) = element
                && let (LiteralKind::Atom(atom), Sign::None) = (&literal.kind, literal.sign)
                && let [_, Term::Variable(variable)] = &atom.args[..]
            {
                check_row(atom, row)?;
                let column = self.known(&atom.name, atom.span, None)?;
                let before = body.variables.insert(variable.to_string(), column);
                if variable == row || before.is_some_and(|before| before != column) {
                    let help = "a test is about one column: compare its variable with a value";
                    let message = format!("`{variable}` stands for two things");
                    return Err(refuse(message, atom.span, help));
                }
            }
        }
        for element in &rule.body {
            let BodyElement::Literal(literal) = element else {
                return Err(refuse("rules for a table have plain literals only", rule.span, ""));
            };
            match (&literal.kind, literal.sign) {
                (LiteralKind::Atom(atom), Sign::None) => self.holds(atom, row, &mut body)?,
                (LiteralKind::Atom(atom), Sign::Not) => self.fails(atom, row, depth, &mut body)?,
                (LiteralKind::Compare(first, rest), Sign::None) => {
                    let mut left = first;
                    for (operator, right) in rest {
                        self.compare(left, *operator, right, literal.span, &mut body)?;
                        left = right;
                    }
                }
                _ => return Err(refuse("this literal is not understood", literal.span, "")),
            }
        }
        let binds = |element: &BodyElement| {
            matches!(element, BodyElement::Literal(literal)
                if literal.sign == Sign::None && matches!(literal.kind, LiteralKind::Atom(_)))
        };
        if !rule.body.iter().any(binds) {
            let help = format!("add row({row}) to it");
            return Err(refuse(format!("no literal without `not` has {row}"), rule.span, &help));
        }
        // A variable that nothing compares only says that there is a value.
        let mut bound: Vec<usize> = body.variables.values().copied().collect();
        bound.sort_unstable();
        for column in bound {
            if body.tests.iter().all(|test| test.column != column)
                && body.exceptions.iter().all(|rule| rule.tests.iter().all(|test| test.column != column))
            {
                body.tests.push(Test { column, holds: Holds::Present });
            }
        }
        Ok(body)
    }

    /// A positive atom.
    fn holds(&mut self, atom: &Atom, row: &str, body: &mut Body) -> Result<()> {
        check_row(atom, row)?;
        let name = atom.name.as_str();
        if atom.args.len() == 1 {
            if name == "row" {
                return Ok(());
            }
            if let Some(column) = name.strip_suffix("_missing").and_then(|name| self.column(name, None)) {
                body.tests.push(Test { column, holds: Holds::Missing });
                return Ok(());
            }
            let help = "exceptions stand behind `not`; a row's values are COLUMN(X,VALUE)";
            return Err(refuse(format!("`{atom}` is not understood"), atom.span, help));
        }
        if let Some(test) = self.compared(atom)? {
            body.tests.push(test);
            return Ok(());
        }
        let value = &atom.args[1];
        match value {
            Term::Variable(_) => {}
            Term::Anonymous => {
                let column = self.known(name, atom.span, None)?;
                body.tests.push(Test { column, holds: Holds::Present });
            }
            value => {
                let column = self.known(name, atom.span, Some(Kind::Category))?;
                body.tests.extend(self.equal(column, value, atom.span)?);
            }
        }
        Ok(())
    }

    /// A negated atom.
    fn fails(&mut self, atom: &Atom, row: &str, depth: usize, body: &mut Body) -> Result<()> {
        check_row(atom, row)?;
        let name = atom.name.as_str();
        if atom.args.len() == 1 {
            if let Some(column) = name.strip_suffix("_missing").and_then(|name| self.column(name, None)) {
                body.tests.push(Test { column, holds: Holds::Present });
                return Ok(());
            }
            return self.exception(atom, depth, body);
        }
        if self.target.as_ref().is_some_and(|(target, _)| target == name) {
            body.after.push(class(atom)?);
            return Ok(());
        }
        // `not` also holds where there is no value, so it is an exception of one test.
        let tests = match self.compared(atom)? {
            Some(test) => vec![test],
            None => match &atom.args[1] {
                Term::Anonymous => {
                    vec![Test { column: self.known(name, atom.span, None)?, holds: Holds::Present }]
                }
                value => {
                    let column = self.known(name, atom.span, Some(Kind::Category))?;
                    self.equal(column, value, atom.span)?
                }
            },
        };
        body.exceptions.push(Rule { tests, ..Rule::default() });
        Ok(())
    }

    /// `not ab0(X)`: the rules of the exception.
    fn exception(&mut self, atom: &Atom, depth: usize, body: &mut Body) -> Result<()> {
        let name = atom.name.as_str();
        let Some(rules) = self.exceptions.get(name).cloned() else {
            if is_ab(name) {
                // Its rules may have been taken away on purpose.
                let message = format!("no rule defines `{name}`: the exception never applies");
                let note = Diagnostic::warning(codes::NO_EXCEPTION, message).at(atom.span, "");
                // A rule is read once for each use.
                if self.notes.iter().all(|known| known.message != note.message) {
                    self.notes.push(note);
                }
                return Ok(());
            }
            let help = suggestion(name, self.exceptions.keys().copied()).unwrap_or_default();
            return Err(refuse(format!("no rule defines `{name}`"), atom.span, &help));
        };
        if depth >= DEEPEST {
            return Err(refuse(format!("`{name}` depends on itself"), atom.span, ""));
        }
        for rule in rules {
            let Head::Atom(head) = &rule.head else { continue };
            let inner = self.body(rule, row_variable(head)?, depth + 1)?;
            if !inner.after.is_empty() {
                return Err(refuse("an exception cannot ask for a class", rule.span, ""));
            }
            let support = self.support(rule);
            body.exceptions.push(Rule { tests: inner.tests, exceptions: inner.exceptions, support });
        }
        Ok(())
    }

    /// `age_above(X,"1.5")`
    fn compared(&mut self, atom: &Atom) -> Result<Option<Test>> {
        let above = atom.name.strip_suffix("_above");
        let Some(name) = above.or_else(|| atom.name.strip_suffix("_at_most")) else { return Ok(None) };
        let Term::Text(number) = &atom.args[1] else { return Ok(None) };
        let Some(bound) = bound_of(number) else { return Ok(None) };
        let Some(column) = self.column(name, Some(Kind::Number)) else { return Ok(None) };
        if self.words[column].1 != Values::Compared {
            let help = format!("compare its variable, or say at the top: % column {name}: number compared");
            return Err(refuse("this column is not compared by predicates", atom.span, &help));
        }
        // Facts have the number in one form only.
        if compared(bound) != number.as_str() {
            let help = format!("write it as \"{}\"", compared(bound));
            return Err(refuse(format!("`{number}` is not written as facts have it"), atom.span, &help));
        }
        let holds = if above.is_some() { Holds::Above(bound) } else { Holds::AtMost(bound) };
        Ok(Some(Test { column, holds }))
    }

    fn compare(
        &mut self,
        left: &Term,
        operator: CompareOp,
        right: &Term,
        span: Span,
        body: &mut Body,
    ) -> Result<()> {
        let variable = |term: &Term| match term {
            Term::Variable(name) => body.variables.get(name.as_str()).copied(),
            _ => None,
        };
        let (column, operator, other) = match (variable(left), variable(right)) {
            (Some(column), None) => (column, operator, right),
            (None, Some(column)) => (column, operator.turned(), left),
            _ => {
                return Err(refuse("a comparison is between a column's variable and a value", span, ""));
            }
        };
        if let Some(number) = number(other).filter(|_| self.is_numeric(column)) {
            let Values::Scaled(power) = self.words[column].1 else {
                return Err(refuse("this column is compared by predicates", span, ""));
            };
            // What is less than a number is at most the one before it, which must be one of a program too.
            let is_itself = matches!(operator, CompareOp::LessEqual | CompareOp::Greater);
            in_range(if is_itself { number } else { number - 1 }, span)?;
            in_range(number, span)?;
            let at = |digits: i64| Bound::decimal(digits, power);
            let mut push = |holds| body.tests.push(Test { column, holds });
            match operator {
                CompareOp::LessEqual => push(Holds::AtMost(at(number))),
                CompareOp::Less => push(Holds::AtMost(at(number - 1))),
                CompareOp::Greater => push(Holds::Above(at(number))),
                CompareOp::GreaterEqual => push(Holds::Above(at(number - 1))),
                CompareOp::Equal => body.tests.extend(equal_number(column, number, power)),
                CompareOp::NotEqual => {
                    push(Holds::Present);
                    let tests = equal_number(column, number, power);
                    body.exceptions.push(Rule { tests, ..Rule::default() });
                }
            }
            return Ok(());
        }
        let Some(value) = value(other).filter(|_| self.columns[column].kind == Kind::Category) else {
            let help = "numbers of a program are whole; the comments at its top tell the scale";
            return Err(refuse("this comparison is not understood", span, help));
        };
        let holds = match operator {
            CompareOp::Equal => Holds::Is(value),
            CompareOp::NotEqual => Holds::IsNot(value),
            _ => return Err(refuse("categories are only equal or not", span, "")),
        };
        body.tests.push(Test { column, holds });
        Ok(())
    }

    /// Tests that say that a column has a value.
    fn equal(&self, column: usize, term: &Term, span: Span) -> Result<Vec<Test>> {
        if let Some(number) = number(term).filter(|_| self.columns[column].kind == Kind::Number) {
            in_range(number - 1, span)?;
            in_range(number, span)?;
        }
        match (self.columns[column].kind, self.words[column].1, number(term), value(term)) {
            (Kind::Number, Values::Scaled(power), Some(number), _) => Ok(equal_number(column, number, power)),
            (Kind::Category, _, _, Some(value)) => Ok(vec![Test { column, holds: Holds::Is(value) }]),
            _ => Err(refuse("this is no value of the column", span, "")),
        }
    }

    /// Without a header, a column that is compared with numbers has numbers.
    fn is_numeric(&mut self, column: usize) -> bool {
        if !self.has_header && self.words[column].1 == Values::Categories {
            self.columns[column].kind = Kind::Number;
            self.words[column].1 = Values::Scaled(0);
        }
        self.columns[column].kind == Kind::Number
    }

    /// The column of a predicate. Without a header, predicates are the names of columns.
    fn column(&mut self, predicate: &str, kind: Option<Kind>) -> Option<usize> {
        if let Some(column) = self.words.iter().position(|(known, _)| known == predicate) {
            return Some(column);
        }
        if self.has_header {
            return None;
        }
        let kind = kind.unwrap_or(Kind::Category);
        self.columns.push(ModelColumn { name: predicate.to_string(), kind, word: None });
        let values = if kind == Kind::Number { Values::Compared } else { Values::Categories };
        self.words.push((predicate.to_string(), values));
        Some(self.columns.len() - 1)
    }

    fn known(&mut self, predicate: &str, span: Span, kind: Option<Kind>) -> Result<usize> {
        self.column(predicate, kind).ok_or_else(|| {
            let near = suggestion(predicate, self.words.iter().map(|(known, _)| known.as_str()));
            let help = near.unwrap_or_else(|| {
                format!("a column needs a line at the top: % column {predicate}: category")
            });
            refuse(format!("no column has the predicate `{predicate}`"), span, &help)
        })
    }
}

/// Tests that say that a column has a number: above the one before it, and at most itself.
fn equal_number(column: usize, number: i64, power: i32) -> Vec<Test> {
    let above = Holds::Above(Bound::decimal(number - 1, power));
    let at_most = Holds::AtMost(Bound::decimal(number, power));
    [above, at_most].map(|holds| Test { column, holds }).to_vec()
}

/// Facts are cut off beyond the greatest number, so that no rule may name a greater one.
fn in_range(number: i64, span: Span) -> Result<()> {
    if number.abs() <= GREATEST {
        return Ok(());
    }
    let help =
        "say at the top that the column is divided, or compared: `number divided by 1000`, `number compared`";
    Err(refuse(format!("{number} is too large for a rule"), span, help))
}

/// The class of `label(X,yes)`.
fn class(atom: &Atom) -> Result<String> {
    value(&atom.args[1]).ok_or_else(|| refuse("the class must be a value", atom.span, ""))
}

fn row_variable(head: &Atom) -> Result<&str> {
    match head.args.first() {
        Some(Term::Variable(name)) => Ok(name),
        _ => Err(refuse("the first argument must be a variable for the row", head.span, "")),
    }
}

fn check_row(atom: &Atom, row: &str) -> Result<()> {
    let is_row = matches!(atom.args.first(), Some(Term::Variable(name)) if name == row);
    if is_row && !atom.negated && (1..=2).contains(&atom.args.len()) {
        return Ok(());
    }
    let help = format!("literals are about the row {row}: COLUMN({row},VALUE)");
    Err(refuse(format!("`{atom}` is not understood"), atom.span, &help))
}

/// A term that is a whole number.
fn number(term: &Term) -> Option<i64> {
    match term {
        Term::Number(number) => Some(i64::from(*number)),
        Term::Unary(UnaryOp::Minus, inner) => number(inner).map(|number| -number),
        _ => None,
    }
}

/// A term as the text of a category or class.
fn value(term: &Term) -> Option<String> {
    match term {
        Term::Text(text) => Some(text.to_string()),
        // Categories may be numbers that are no measure, such as versions.
        Term::Decimal(number) => Some(number.to_string()),
        Term::Function(name, args) if args.is_empty() => Some(name.to_string()),
        other => number(other).map(|number| number.to_string()),
    }
}

/// A decimal number that was written as a string.
fn bound_of(text: &str) -> Option<Bound> {
    let value: f64 = text.parse().ok().filter(|value: &f64| value.is_finite())?;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits: Option<i64> = format!("{whole}{fraction}").parse().ok();
    match digits.filter(|digits| digits.abs() < 9_000_000_000_000_000 && fraction.len() <= 22) {
        Some(digits) => Some(Bound::decimal(digits, fraction.len() as i32)),
        None => Some(Bound::Exact(value)),
    }
}
