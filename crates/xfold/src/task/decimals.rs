//! Decimals of a task: whether all of them can be scaled to clingo's whole numbers, and by what. Part of the first station
//! of the path, task.
//!
//! Everywhere in this crate a decimal is itself; only the solver scales, each program on its own. Here the same is done once
//! for the whole task, modes and examples included: first so that a number that does not fit is told with its place, then
//! for the languages that have no decimals.

use super::{FactTable, Mode, PlaceKind, Schema, Task, holder, space::Listed};
use std::sync::Arc;
use xfold_asp::{
    decimal,
    diagnostic::Diagnostic,
    span::{SourceMap, Span},
    symbols::Symbols,
    syntax::{Literal, Name, Statement, StatementKind, Term},
    visit,
};
use xfold_solve::decimals::{Scales, Traced, Unfit};

/// The powers of ten of a task's numbers.
pub(crate) struct Scaling<'t> {
    task: &'t Task,
    sources: &'t SourceMap,
    scales: Scales,
    /// What taking in each of the statements, the listed rules and the modes gave, in order.
    statements: Vec<Traced>,
    modes: Vec<Traced>,
}

impl<'t> Scaling<'t> {
    /// The powers of a task with decimals; none if it has whole numbers only. `sources` are its texts.
    pub(crate) fn of(task: &'t Task, sources: &'t SourceMap) -> Result<Option<Self>, Diagnostic> {
        let listed = listed(task);
        let written: Vec<&Statement> = statements(task).chain(&listed).collect();
        if !task.symbols.has_fractions() && !written.iter().any(|statement| has_fraction(statement)) {
            return Ok(None);
        }
        let constants = written.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Const(name, _) => Some(name.clone()),
            _ => None,
        });
        let mut scales = Scales::new(constants.collect());
        let symbols = &task.symbols;
        scales.atoms(&task.background.facts, symbols);
        for table in task.background.tables.iter() {
            let FactTable { signature, .. } = table;
            for place in 0..signature.arity {
                let at = (&signature.name, signature.arity, place);
                table.column(place).for_each(|value| scales.value_at(at, value, symbols));
            }
        }
        for example in task.examples.iter().chain(&task.predictions) {
            scales.atoms(&example.inclusions, symbols);
            scales.atoms(&example.exclusions, symbols);
        }
        task.constants.iter().for_each(|(of_type, value)| scales.value_of_type(of_type, *value, symbols));
        let type_of = |term: &Term| holder(term).map(|(_, of_type)| of_type);
        let modes = task.space.modes().map(|mode| scales.mode(&mode.literal, &type_of)).collect();
        let statements = written.iter().map(|statement| scales.statement(statement)).collect();
        let mut scaling = Self { task, sources, scales, statements, modes };
        match scaling.scales.settle() {
            Ok(()) if scaling.scales.has_fractions() => Ok(Some(scaling)),
            Ok(()) => Ok(None),
            Err(unfit) => {
                let span = unfit.statement.map(|number| written[number].span);
                Err(scaling.error(unfit, span))
            }
        }
    }

    /// The task with whole numbers only; an error if a number does not fit.
    pub(crate) fn lowered(&self) -> Result<Task, Diagnostic> {
        let mut lowered = self.task.clone();
        let mut symbols = self.task.symbols.clone();
        self.lower_facts(&mut lowered, &mut symbols)?;
        for example in lowered.examples.iter_mut().chain(&mut lowered.predictions) {
            for atoms in [&mut example.inclusions, &mut example.exclusions] {
                *atoms = self
                    .scales
                    .lowered_atoms(atoms, &mut symbols)
                    .map_err(|unfit| self.error(unfit, Some(example.span)))?;
            }
        }
        for (of_type, value) in &mut lowered.constants {
            let at = (&*of_type, 1, 0);
            *value = self
                .scales
                .lowered_at(at, *value, &mut symbols)
                .map_err(|unfit| self.error(Unfit { predicate: None, ..unfit }, None))?;
        }
        let mut traced = self.modes.iter();
        let space = &mut lowered.space;
        for mode in space.heads.iter_mut().chain(&mut space.choice_heads).chain(&mut space.body) {
            let Some(traced) = traced.next() else { break };
            self.lower_mode(mode, traced, &mut symbols)
                .map_err(|unfit| self.error(unfit, Some(mode.span)))?;
        }
        let contexts = lowered.examples.iter_mut().chain(&mut lowered.predictions);
        let contexts = contexts.flat_map(|example| &mut example.context);
        let mut traced = self.statements.iter();
        for statement in lowered.background.statements.iter_mut().chain(contexts) {
            let Some(traced) = traced.next() else { break };
            *statement = self.lowered_statement(statement, traced)?;
        }
        for ((listed, statement), traced) in
            lowered.space.listed.iter_mut().zip(listed(self.task)).zip(traced)
        {
            if let StatementKind::Rule(rule) = self.lowered_statement(&statement, traced)?.kind {
                listed.rule = rule;
            }
        }
        lowered.symbols = symbols;
        Ok(lowered)
    }

    /// What was multiplied by what, a line for each argument or type: `height/2, argument 2: times 100`.
    pub(crate) fn in_words(&self) -> Vec<String> {
        let facts = self.task.background.facts.groups().iter().map(|group| &group.signature);
        let tables = self.task.background.tables.iter().map(|table| &table.signature);
        let examples = self.task.examples.iter().flat_map(|example| {
            example
                .inclusions
                .groups()
                .iter()
                .chain(example.exclusions.groups())
                .map(|group| &group.signature)
        });
        let heads: Vec<_> = statements(self.task).flat_map(visit::heads).collect();
        let mut lines = Vec::new();
        for signature in facts.chain(tables).chain(examples).chain(&heads) {
            for place in 0..signature.arity {
                let scale = self.scales.scale_at(&signature.name, signature.arity, place);
                let power = "0".repeat(usize::try_from(scale).unwrap_or(0));
                let line = format!("{signature}, argument {}: times 1{power}", place + 1);
                if scale > 0 && !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        lines
    }

    fn lower_facts(&self, lowered: &mut Task, symbols: &mut Symbols) -> Result<(), Diagnostic> {
        let facts = &self.task.background.facts;
        let facts = self.scales.lowered_atoms(facts, symbols).map_err(|unfit| self.error(unfit, None))?;
        lowered.background.facts = Arc::new(facts);
        let table = |table: &FactTable| {
            let FactTable { signature, file, .. } = table;
            let column = |place: usize| {
                let at = (&signature.name, signature.arity, place);
                let lower = |value| self.scales.lowered_at(at, value, symbols).map(|symbol| symbol.0);
                table.column(place).map(lower).collect::<Result<Vec<u32>, Unfit>>()
            };
            let columns = (0..signature.arity).map(column).collect::<Result<_, Unfit>>();
            let columns = columns.map_err(|unfit| {
                let error = self.error(unfit, None);
                Diagnostic { message: format!("{file}: {}", error.message), ..error }
            })?;
            Ok(FactTable::new(signature.clone(), file.clone(), columns))
        };
        let tables: Result<Vec<FactTable>, Diagnostic> =
            self.task.background.tables.iter().map(table).collect();
        lowered.background.tables = Arc::new(tables?);
        Ok(())
    }

    fn lower_mode(&self, mode: &mut Mode, traced: &Traced, symbols: &mut Symbols) -> Result<(), Unfit> {
        let Literal { kind, .. } = self.scales.lowered_mode(&mode.literal, traced)?;
        mode.literal.kind = kind;
        if let Some(Schema::Atom { signature, places, .. }) = &mut mode.schema {
            let arity = signature.arity;
            for (number, place) in places.iter_mut().enumerate() {
                if let PlaceKind::Fixed(value) = &mut place.kind {
                    *value = self.scales.lowered_at((&signature.name, arity, number), *value, symbols)?;
                }
            }
        }
        Ok(())
    }

    fn lowered_statement(&self, statement: &Statement, traced: &Traced) -> Result<Statement, Diagnostic> {
        let lowered = self.scales.lowered(statement, traced);
        lowered.map_err(|unfit| self.error(unfit, Some(statement.span)))
    }

    /// The error for what does not fit: at the number itself if it is found, else at the statement.
    fn error(&self, unfit: Unfit, span: Option<Span>) -> Diagnostic {
        let predicate = unfit.predicate.as_ref().map(Name::as_str);
        let found = unfit.number.and_then(|number| {
            let within = |text: &str, base: u32| {
                let (start, end) = decimal::place_of(text, number, predicate)?;
                Some(Span::new(base + start as u32, base + end as u32))
            };
            match span {
                Some(span) => within(self.sources.text(span), span.start),
                None => self.sources.files().iter().find_map(|file| within(&file.text, file.base)),
            }
        });
        unfit.at(found.or(span))
    }
}

/// Says if a decimal of a task does not fit into clingo's numbers.
pub(super) fn check(task: &Task, sources: &SourceMap, diagnostics: &mut Vec<Diagnostic>) {
    let checked = Scaling::of(task, sources).and_then(|scaling| match scaling {
        Some(scaling) => scaling.lowered().map(|_| ()),
        None => Ok(()),
    });
    diagnostics.extend(checked.err());
}

/// The rules that a task lists, as statements.
fn listed(task: &Task) -> Vec<Statement> {
    let statement = |listed: &Listed| Statement {
        kind: StatementKind::Rule(listed.rule.clone()),
        span: listed.rule.span,
    };
    task.space.listed.iter().map(statement).collect()
}

/// The statements of a task: of the background, and of the contexts.
fn statements(task: &Task) -> impl Iterator<Item = &Statement> {
    let contexts = task.examples.iter().chain(&task.predictions).flat_map(|example| &example.context);
    task.background.statements.iter().chain(contexts)
}

fn has_fraction(statement: &Statement) -> bool {
    let mut found = false;
    visit::for_each_term(statement, &mut |term| found |= matches!(term, Term::Decimal(_)));
    found
}
