//! Rules as a query on the tables that they were learned from. The way back: rules and vocabulary → SQL.
//!
//! A rule is a join: each row that it speaks of is a table in `FROM`, each variable a column. Exceptions are common table
//! expressions. Sets of rows are what counts, so no index has to be there: nothing is looked up row by row.

use super::{
    Dialect,
    model::{Cells, Column, Database, ForeignKey, Table},
    number::{Scaling, date_of},
    vocabulary::{Meaning, OtherDate, Predicate, Vocabulary},
};
use crate::{codes, error::Result};
use std::collections::BTreeMap;
use xfold_asp::{
    diagnostic::Diagnostic,
    span::Span,
    symbols::Signature,
    syntax::{Atom, BodyElement, CompareOp, Head, Literal, LiteralKind, Name, Rule, Sign, Term},
    visit,
};

/// Rules as SQL.
#[derive(Debug, Clone)]
pub struct Query {
    /// The name that a view of it has.
    pub name: String,
    /// The query: one row for each key that the rules derive.
    pub select: String,
}

impl Query {
    /// The statement that makes a view of it.
    pub fn view(&self) -> String {
        format!("CREATE VIEW {} AS\n{};\n", quoted(&self.name), self.select)
    }
}

/// The query for the predicate that the first rule defines.
pub fn query(
    database: &Database,
    vocabulary: &Vocabulary,
    rules: &[&Rule],
    dialect: Dialect,
) -> Result<Query> {
    let mut defined: Vec<(Signature, Vec<&Rule>)> = Vec::new();
    for rule in rules {
        let Head::Atom(head) = &rule.head else {
            return Err(cannot("only rules that derive one atom can be a query", rule.span));
        };
        let signature = head.signature();
        match defined.iter_mut().find(|(known, _)| *known == signature) {
            Some((_, rules)) => rules.push(rule),
            None => defined.push((signature, vec![rule])),
        }
    }
    let Some((target, _)) = defined.first() else {
        return Err(cannot("there is no rule to make a query of", Span::default()));
    };
    let context = Context { database, vocabulary, dialect, defined: &defined };
    let mut parts = Vec::new();
    for signature in context.in_order(target)? {
        if signature != *target {
            let columns: Vec<String> =
                (1..=signature.arity).map(|place| quoted(&format!("x{place}"))).collect();
            let select = context.select(&signature, None)?;
            let indented: String = select.lines().map(|line| format!("  {line}\n")).collect();
            parts.push(format!("{} ({}) AS (\n{indented})", quoted(&signature.name), columns.join(", ")));
        }
    }
    let with = if parts.is_empty() { String::new() } else { format!("WITH {}\n", parts.join(",\n")) };
    let is_taken = database.tables.iter().any(|table| table.name.eq_ignore_ascii_case(&target.name));
    let name = if is_taken { format!("{}_rules", target.name) } else { target.name.to_string() };
    let head_table = context.head_table(target);
    Ok(Query { name, select: with + &context.select(target, head_table)? })
}

fn cannot(what: &str, span: Span) -> crate::Error {
    let error = Diagnostic::error(codes::CANNOT_EXPORT, what);
    let error = if span == Span::default() { error } else { error.at(span, "") };
    error
        .help("a query is made of rules over the predicates that `xfold convert` prints for the database")
        .into()
}

/// A name as SQL has it, whatever it is.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text as SQL has it.
fn text_literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

struct Context<'a> {
    database: &'a Database,
    vocabulary: &'a Vocabulary,
    dialect: Dialect,
    defined: &'a [(Signature, Vec<&'a Rule>)],
}

impl<'a> Context<'a> {
    fn rules(&self, signature: &Signature) -> Option<&'a [&'a Rule]> {
        self.defined.iter().find(|(known, _)| known == signature).map(|(_, rules)| &rules[..])
    }

    /// What the target depends on, each before what reads it.
    fn in_order(&self, target: &Signature) -> Result<Vec<Signature>> {
        let (mut done, mut open) = (Vec::new(), vec![(target.clone(), false)]);
        let mut path: Vec<Signature> = Vec::new();
        while let Some((signature, is_done)) = open.pop() {
            if is_done {
                path.pop();
                done.push(signature);
                continue;
            }
            if done.contains(&signature) {
                continue;
            }
            let Some(rules) = self.rules(&signature) else { continue };
            if path.contains(&signature) {
                return Err(cannot(
                    &format!("{signature} is recursive, and a view cannot say that everywhere"),
                    rules[0].span,
                ));
            }
            path.push(signature.clone());
            open.push((signature, true));
            open.extend(rules.iter().flat_map(|rule| visit::rule_reads(rule)).map(|(read, _)| (read, false)));
        }
        Ok(done)
    }

    /// The table whose rows the target names: the one that its name begins with, if the key has as many places.
    fn head_table(&self, target: &Signature) -> Option<&'a Table> {
        let begins = |known: &&Predicate| {
            target.name.starts_with(known.name.as_str())
                && known.meaning == Meaning::Row
                && self.vocabulary.keys[known.table].len() == target.arity
        };
        let longest = self.vocabulary.predicates.iter().filter(begins).max_by_key(|known| known.name.len());
        longest.map(|known| &self.database.tables[known.table]).filter(|table| !table.primary_key.is_empty())
    }

    /// The rows of a predicate; named after the key of a table, or by number.
    fn select(&self, signature: &Signature, table: Option<&Table>) -> Result<String> {
        let rules = self.rules(signature).unwrap_or_default();
        let distinct = if rules.len() == 1 { " DISTINCT" } else { "" };
        let mut selects = Vec::new();
        for rule in rules {
            let Head::Atom(head) = &rule.head else { continue };
            let mut body = Body::new(self, rule.span, BTreeMap::new());
            for (place, name) in head.args.iter().map(variable).enumerate() {
                let column = table.map(|table| &table.columns[table.primary_key[place]]);
                let is_whole = column.map(|column| matches!(column.cells, Cells::Whole(_)));
                body.heads.extend(name.cloned().zip(is_whole));
            }
            body.add_all(&rule.body)?;
            let mut columns = Vec::new();
            for (place, term) in head.args.iter().enumerate() {
                let name = match table {
                    Some(table) => table.columns[table.primary_key[place]].name.clone(),
                    None => format!("x{}", place + 1),
                };
                columns.push(format!("{} AS {}", body.value(term)?, quoted(&name)));
            }
            selects.push(format!("SELECT{distinct} {}\n{}", columns.join(", "), body.finish()));
        }
        Ok(selects.join("\nUNION\n"))
    }
}

/// What a variable stands for.
#[derive(Debug, Clone)]
struct Bound {
    /// The value in SQL; none for a row without a key.
    value: Option<String>,
    unit: Unit,
    /// Whether it may be missing, and nothing so far would notice.
    may_be_null: bool,
    /// Whether the column has whole numbers, if that is known.
    is_whole: Option<bool>,
}

/// In what a value is measured in rules, other than in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Plain,
    Scaled(Scaling),
    DaysAgo,
}

/// A table that a rule reads.
struct Joined {
    /// Which row: the table and its key, as terms of the rule.
    row: Option<(usize, Vec<Term>)>,
    name: String,
    /// What stands behind `FROM` or `JOIN`.
    from: String,
    on: Vec<String>,
    is_left: bool,
}

/// The body of a rule as it becomes a query.
struct Body<'c, 'a> {
    context: &'c Context<'a>,
    span: Span,
    joined: Vec<Joined>,
    bound: BTreeMap<Name, Bound>,
    conditions: Vec<String>,
    /// Names that an outer query uses.
    outer: Vec<String>,
    /// Variables of the head that name rows of a table: whether by whole numbers.
    heads: BTreeMap<Name, bool>,
}

impl<'c, 'a> Body<'c, 'a> {
    fn new(context: &'c Context<'a>, span: Span, bound: BTreeMap<Name, Bound>) -> Self {
        Self {
            context,
            span,
            joined: Vec::new(),
            bound,
            conditions: Vec::new(),
            outer: Vec::new(),
            heads: BTreeMap::new(),
        }
    }

    /// Adds literals: those that bind first, then what is asked of what they bound.
    fn add_all(&mut self, elements: &[BodyElement]) -> Result<()> {
        let mut literals = Vec::new();
        for element in elements {
            match element {
                BodyElement::Literal(literal) => literals.push(literal),
                _ => {
                    return Err(cannot(
                        "aggregates and conditions in braces cannot be a query here",
                        self.span,
                    ));
                }
            }
        }
        let binds =
            |literal: &&&Literal| literal.sign == Sign::None && matches!(literal.kind, LiteralKind::Atom(_));
        for literal in literals.iter().filter(binds) {
            if let LiteralKind::Atom(atom) = &literal.kind {
                self.add_atom(atom)?;
            }
        }
        for literal in literals.iter().filter(|literal| !binds(literal)) {
            match (&literal.kind, literal.sign) {
                (LiteralKind::Compare(first, rest), Sign::None) => {
                    let mut left = first;
                    for (op, right) in rest {
                        self.compare(left, *op, right)?;
                        left = right;
                    }
                }
                (LiteralKind::Atom(atom), Sign::Not) => self.add_negated(atom)?,
                _ => return Err(cannot("this literal cannot be a query", literal.span)),
            }
        }
        Ok(())
    }

    /// `FROM …` and `WHERE …`
    fn finish(mut self) -> String {
        let open: Vec<String> = self
            .bound
            .values()
            .filter(|bound| bound.may_be_null)
            .filter_map(|bound| bound.value.clone())
            .collect();
        self.conditions.extend(open.into_iter().map(|value| format!("{value} IS NOT NULL")));
        let mut text = String::new();
        for (place, joined) in self.joined.iter_mut().enumerate() {
            if place == 0 {
                text += &format!("FROM {}", joined.from);
                self.conditions.splice(0..0, std::mem::take(&mut joined.on));
                continue;
            }
            let on = if joined.on.is_empty() { "1 = 1".to_string() } else { joined.on.join(" AND ") };
            text += &format!("\n{}JOIN {} ON {on}", if joined.is_left { "LEFT " } else { "" }, joined.from);
        }
        if !self.conditions.is_empty() {
            text += &format!(
                "{}WHERE {}",
                if text.is_empty() { "" } else { "\n" },
                self.conditions.join(" AND ")
            );
        }
        text
    }

    fn free_name(&self, like: &str) -> String {
        let is_used = |name: &String| {
            self.outer.contains(name) || self.joined.iter().any(|joined| joined.name == *name)
        };
        let mut names =
            std::iter::once(like.to_string()).chain((2..).map(|number| format!("{like}_{number}")));
        names.find(|name| !is_used(name)).unwrap_or_else(|| like.to_string())
    }

    /// Joins a table under a name of its own.
    fn join(&mut self, table: &Table, row: Option<(usize, Vec<Term>)>) -> String {
        let name = self.free_name(&table.name);
        let within = table.within.as_ref().map_or(String::new(), |within| quoted(within) + ".");
        let renamed = if name == table.name { String::new() } else { format!(" AS {}", quoted(&name)) };
        let from = format!("{within}{}{renamed}", quoted(&table.name));
        self.joined.push(Joined { row, name: name.clone(), from, on: Vec::new(), is_left: false });
        name
    }

    /// The name of the row with this key; it is joined where it is not there yet.
    fn row(&mut self, number: usize, key: &[Term]) -> Result<String> {
        let is_it = |joined: &&Joined| joined.row.as_ref().is_some_and(|row| row.0 == number && row.1 == key);
        if let Some(known) = self.joined.iter().find(is_it) {
            return Ok(known.name.clone());
        }
        let table = &self.context.database.tables[number];
        let name = self.join(table, Some((number, key.to_vec())));
        if table.primary_key.is_empty() {
            for variable in key.iter().filter_map(variable) {
                let row = Bound { value: None, unit: Unit::Plain, may_be_null: false, is_whole: None };
                self.bound.entry(variable.clone()).or_insert(row);
            }
        }
        let place = self.joined.len() - 1;
        for (&column, term) in table.primary_key.iter().zip(key) {
            let condition =
                self.equate(&column_of(&name, table, column), &table.columns[column], term, false)?;
            self.joined[place].on.extend(condition);
        }
        Ok(name)
    }

    /// Says that a column has the value of a term: binds the variable, or gives the condition.
    fn equate(
        &mut self,
        value: &str,
        column: &Column,
        term: &Term,
        may_be_null: bool,
    ) -> Result<Option<String>> {
        match term {
            Term::Anonymous => Ok(may_be_null.then(|| format!("{value} IS NOT NULL"))),
            Term::Variable(name) => match self.bound.get_mut(name) {
                Some(known) => {
                    known.may_be_null = false;
                    let Some(other) = &known.value else { return Err(self.nameless()) };
                    Ok(Some(format!("{value} = {other}")))
                }
                None => {
                    let is_whole = is_whole(column);
                    let value = Some(value.to_string());
                    self.bound
                        .insert(name.clone(), Bound { value, unit: Unit::Plain, may_be_null, is_whole });
                    Ok(None)
                }
            },
            constant => Ok(Some(format!("{value} = {}", self.constant(constant, is_whole(column))?))),
        }
    }

    fn nameless(&self) -> crate::Error {
        cannot("a row of a table without a primary key has no value that could be compared", self.span)
    }

    /// A constant in SQL. A number with more than 32 bits is a text in rules.
    fn constant(&self, term: &Term, is_whole: Option<bool>) -> Result<String> {
        let is_number = |text: &str| text.parse::<i64>().is_ok_and(|number| i32::try_from(number).is_err());
        match term {
            Term::Number(_) | Term::Decimal(_) => Ok(term.to_string()),
            Term::Text(text) if is_whole.unwrap_or_else(|| is_number(text)) && is_number(text) => {
                Ok(text.to_string())
            }
            Term::Text(text) => Ok(text_literal(text)),
            Term::Function(name, args) if args.is_empty() && ["true", "false"].contains(&name.as_str()) => {
                Ok(name.to_uppercase())
            }
            Term::Unary(..) => Ok(term.to_string()),
            _ => Err(cannot(&format!("`{term}` is no value of a database"), self.span)),
        }
    }

    fn add_atom(&mut self, atom: &Atom) -> Result<()> {
        if self.context.rules(&atom.signature()).is_some() {
            return self.add_defined(atom);
        }
        let vocabulary = self.context.vocabulary;
        let Some(predicate) = vocabulary.find(&atom.name, atom.args.len()).filter(|_| !atom.negated) else {
            let what = format!("{} has no {}", self.context.database.name, atom.signature());
            return Err(cannot(&what, atom.span));
        };
        let (key, places) = atom.args.split_at(vocabulary.keys[predicate.table].len());
        let table = &self.context.database.tables[predicate.table];
        let name = self.row(predicate.table, key)?;
        match &predicate.meaning {
            Meaning::Row => Ok(()),
            Meaning::Join(key) => {
                for (&column, term) in key.columns.iter().zip(places) {
                    let value = column_of(&name, table, column);
                    let condition = self.equate(&value, &table.columns[column], term, true)?;
                    self.conditions.extend(condition);
                }
                Ok(())
            }
            Meaning::Value(column) => {
                let value = column_of(&name, table, *column);
                let condition = self.equate(&value, &table.columns[*column], &places[0], true)?;
                self.conditions.extend(condition);
                Ok(())
            }
            Meaning::Number(column, scaling) => {
                let unit = if *scaling == Scaling::default() { Unit::Plain } else { Unit::Scaled(*scaling) };
                self.measure(column_of(&name, table, *column), unit, true, &places[0])
            }
            Meaning::DaysAgo(column) => {
                self.measure(column_of(&name, table, *column), Unit::DaysAgo, true, &places[0])
            }
            Meaning::DaysAfter(column, other) => {
                let other = self.other_date(&name, table, other);
                let days = self.days(&column_of(&name, table, *column), &other);
                self.measure(days, Unit::Plain, true, &places[0])
            }
            Meaning::Count(child, key) => {
                let count = self.count(&name, table, *child, key);
                self.measure(count, Unit::Plain, false, &places[0])
            }
        }
    }

    /// An atom of a predicate that other rules define.
    fn add_defined(&mut self, atom: &Atom) -> Result<()> {
        let name = self.free_name(&atom.name);
        let renamed = if *name == *atom.name { String::new() } else { format!(" AS {}", quoted(&name)) };
        let from = quoted(&atom.name) + &renamed;
        self.joined.push(Joined { row: None, name: name.clone(), from, on: Vec::new(), is_left: false });
        let place = self.joined.len() - 1;
        let any = Column { name: String::new(), cells: Cells::Other };
        for (number, term) in atom.args.iter().enumerate() {
            let value = format!("{}.{}", quoted(&name), quoted(&format!("x{}", number + 1)));
            let condition = self.equate(&value, &any, term, false)?;
            self.joined[place].on.extend(condition);
        }
        Ok(())
    }

    /// Binds a new variable to a number, or compares.
    fn measure(&mut self, value: String, unit: Unit, may_be_null: bool, term: &Term) -> Result<()> {
        match term {
            Term::Variable(name) if !self.bound.contains_key(name) => {
                let is_whole = Some(true);
                self.bound.insert(name.clone(), Bound { value: Some(value), unit, may_be_null, is_whole });
                Ok(())
            }
            Term::Anonymous => {
                self.conditions.extend(may_be_null.then(|| format!("{value} IS NOT NULL")));
                Ok(())
            }
            Term::Number(number) => {
                self.conditions.push(self.compared(&value, unit, CompareOp::Equal, *number));
                Ok(())
            }
            Term::Variable(name) => {
                let known = self.bound.get(name).filter(|known| known.unit == unit);
                let Some(other) = known.and_then(|known| known.value.clone()) else {
                    return Err(cannot(&format!("{name} is measured in two ways"), self.span));
                };
                self.conditions.push(format!("{value} = {other}"));
                Ok(())
            }
            _ => Err(cannot(&format!("`{term}` is no number"), self.span)),
        }
    }

    fn other_date(&mut self, name: &str, table: &Table, other: &OtherDate) -> String {
        let Some(key) = &other.through else { return column_of(name, table, other.column) };
        let there = &self.context.database.tables[key.table];
        let joined = self.join(there, None);
        let on = key.columns.iter().zip(&there.primary_key).map(|(&column, &primary)| {
            format!("{} = {}", column_of(&joined, there, primary), column_of(name, table, column))
        });
        let on = on.collect();
        if let Some(last) = self.joined.last_mut() {
            last.on = on;
        }
        column_of(&joined, there, other.column)
    }

    fn days(&self, date: &str, before: &str) -> String {
        match self.context.dialect {
            Dialect::Sqlite => format!("(julianday(date({date})) - julianday(date({before})))"),
            Dialect::DuckDb | Dialect::Postgres => {
                format!("(CAST({date} AS DATE) - CAST({before} AS DATE))")
            }
        }
    }

    /// How many rows point to a row: counted for all rows at once.
    fn count(&mut self, name: &str, table: &Table, child: usize, key: &ForeignKey) -> String {
        let child = &self.context.database.tables[child];
        let counted = self.free_name(&format!("n_{}", child.name));
        let within = child.within.as_ref().map_or(String::new(), |within| quoted(within) + ".");
        let columns: Vec<String> =
            key.columns.iter().map(|&column| quoted(&child.columns[column].name)).collect();
        let columns = columns.join(", ");
        let from = format!(
            "(SELECT {columns}, count(*) AS \"n\" FROM {within}{} GROUP BY {columns}) AS {}",
            quoted(&child.name),
            quoted(&counted)
        );
        let on = key.columns.iter().zip(&table.primary_key).map(|(&column, &primary)| {
            format!("{} = {}", column_of(&counted, child, column), column_of(name, table, primary))
        });
        let on = on.collect();
        self.joined.push(Joined { row: None, name: counted.clone(), from, on, is_left: true });
        format!("coalesce({}.\"n\", 0)", quoted(&counted))
    }

    fn add_negated(&mut self, atom: &Atom) -> Result<()> {
        if self.context.rules(&atom.signature()).is_some() {
            let mut values = Vec::new();
            for term in &atom.args {
                values.push(self.value(term)?);
            }
            let columns: Vec<String> = (1..=values.len()).map(|place| quoted(&format!("x{place}"))).collect();
            let tuple = if values.len() == 1 { values.concat() } else { format!("({})", values.join(", ")) };
            let select = format!("SELECT {} FROM {}", columns.join(", "), quoted(&atom.name));
            self.conditions.push(format!("{tuple} NOT IN ({select})"));
            return Ok(());
        }
        let mut inner = Body::new(self.context, self.span, self.bound.clone());
        inner.bound.values_mut().for_each(|bound| bound.may_be_null = false);
        inner.outer =
            self.joined.iter().map(|joined| joined.name.clone()).chain(self.outer.clone()).collect();
        inner.add_atom(atom)?;
        self.conditions.push(format!("NOT EXISTS (SELECT 1 {})", inner.finish().replace('\n', " ")));
        Ok(())
    }

    /// A term's value in SQL.
    fn value(&mut self, term: &Term) -> Result<String> {
        match term {
            Term::Variable(name) => {
                let Some(bound) = self.bound.get(name) else {
                    return Err(cannot(&format!("nothing binds {name}"), self.span));
                };
                let value = bound.value.clone().filter(|_| bound.unit == Unit::Plain);
                value.ok_or_else(|| self.nameless())
            }
            constant => self.constant(constant, None),
        }
    }

    fn compare(&mut self, left: &Term, op: CompareOp, right: &Term) -> Result<()> {
        match (variable(left), variable(right)) {
            (None, Some(_)) => self.compare(right, op.turned(), left),
            (Some(name), None) => self.compare_with(name, op, right),
            (Some(one), Some(other)) => {
                let units = [one, other].map(|name| self.bound.get(name).map(|bound| bound.unit));
                let (Some(unit), true) = (units[0], units[0] == units[1]) else {
                    return Err(cannot(&format!("{one} and {other} are measured in two ways"), self.span));
                };
                let values =
                    [one, other].map(|name| self.bound.get(name).and_then(|bound| bound.value.clone()));
                let [Some(one_value), Some(other_value)] = values else { return Err(self.nameless()) };
                // What is counted back from a date grows the other way.
                let op = if unit == Unit::DaysAgo { op.turned() } else { op };
                for name in [one, other] {
                    if let Some(bound) = self.bound.get_mut(name) {
                        bound.may_be_null = false;
                    }
                }
                self.conditions.push(format!("{one_value} {} {other_value}", sign_of(op)));
                Ok(())
            }
            (None, None) => Err(cannot("two constants are compared", self.span)),
        }
    }

    fn compare_with(&mut self, name: &Name, op: CompareOp, constant: &Term) -> Result<()> {
        let constants: Vec<&Term> = match constant {
            Term::Pool(terms) => terms.iter().collect(),
            term => vec![term],
        };
        let Some(bound) = self.bound.get_mut(name) else {
            if op == CompareOp::Equal {
                return self.list(name, &constants);
            }
            return Err(cannot(&format!("nothing binds {name}"), self.span));
        };
        bound.may_be_null = false;
        let (unit, value, is_whole) = (bound.unit, bound.value.clone(), bound.is_whole);
        let Some(value) = value else { return Err(self.nameless()) };
        let mut parts = Vec::new();
        for term in constants {
            parts.push(match term {
                Term::Number(number) => self.compared(&value, unit, op, *number),
                term if unit == Unit::Plain => {
                    format!("{value} {} {}", sign_of(op), self.constant(term, is_whole)?)
                }
                _ => return Err(cannot(&format!("`{term}` is no number"), self.span)),
            });
        }
        let all = if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(" OR ")) };
        self.conditions.push(all);
        Ok(())
    }

    /// A variable that has one of some values, which nothing else binds.
    fn list(&mut self, name: &Name, constants: &[&Term]) -> Result<()> {
        let is_whole = self.heads.get(name).copied();
        let mut values = Vec::new();
        for term in constants {
            values.push(format!("SELECT {} AS \"v\"", self.constant(term, is_whole)?));
        }
        let listed = self.free_name("listed");
        let from = format!("({}) AS {}", values.join(" UNION ALL "), quoted(&listed));
        let value = Some(format!("{}.\"v\"", quoted(&listed)));
        self.joined.push(Joined { row: None, name: listed, from, on: Vec::new(), is_left: false });
        self.bound.insert(name.clone(), Bound { value, unit: Unit::Plain, may_be_null: false, is_whole });
        Ok(())
    }

    /// A number of the rules, compared in the database's own measure.
    fn compared(&self, value: &str, unit: Unit, op: CompareOp, number: i32) -> String {
        use CompareOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        let number = i64::from(number);
        let scaling = match unit {
            Unit::Plain => return format!("{value} {} {number}", sign_of(op)),
            Unit::DaysAgo => return self.compared_date(value, op, number),
            Unit::Scaled(scaling) => scaling,
        };
        if !scaling.is_rounded {
            return format!("{value} {} {}", sign_of(op), scaling.back(number));
        }
        // A whole number stands for all from it up to the next.
        let (from, to) = (scaling.back(number), scaling.back(number + 1));
        match op {
            Less => format!("{value} < {from}"),
            LessEqual => format!("{value} < {to}"),
            Greater => format!("{value} >= {to}"),
            GreaterEqual => format!("{value} >= {from}"),
            Equal => format!("({value} >= {from} AND {value} < {to})"),
            NotEqual => format!("({value} < {from} OR {value} >= {to})"),
        }
    }

    /// Days back from the latest date, compared as a date; a time of day does not matter.
    fn compared_date(&self, value: &str, op: CompareOp, days: i64) -> String {
        use CompareOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        let latest = i64::from(self.context.vocabulary.latest.unwrap_or(0));
        let date = |days_ago: i64| {
            let day = latest - days_ago;
            let day = i32::try_from(day).unwrap_or(if day < 0 { i32::MIN } else { i32::MAX });
            text_literal(&date_of(day))
        };
        let (of, next) = (date(days), date(days - 1));
        match op {
            LessEqual => format!("{value} >= {of}"),
            Less => format!("{value} >= {next}"),
            Greater => format!("{value} < {of}"),
            GreaterEqual => format!("{value} < {next}"),
            Equal => format!("({value} >= {of} AND {value} < {next})"),
            NotEqual => format!("({value} < {of} OR {value} >= {next})"),
        }
    }
}

/// Whether a column has whole numbers; not known of what rules define.
fn is_whole(column: &Column) -> Option<bool> {
    (!matches!(column.cells, Cells::Other)).then_some(matches!(column.cells, Cells::Whole(_)))
}

fn column_of(name: &str, table: &Table, column: usize) -> String {
    format!("{}.{}", quoted(name), quoted(&table.columns[column].name))
}

fn variable(term: &Term) -> Option<&Name> {
    if let Term::Variable(name) = term { Some(name) } else { None }
}

fn sign_of(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "=",
        CompareOp::NotEqual => "<>",
        CompareOp::Less => "<",
        CompareOp::LessEqual => "<=",
        CompareOp::Greater => ">",
        CompareOp::GreaterEqual => ">=",
    }
}
