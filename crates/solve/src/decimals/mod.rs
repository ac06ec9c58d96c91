//! Decimals: clingo has whole numbers only, so a program with decimals is scaled on its way in, and its models are on their
//! way out. Nobody else sees scaled numbers.
//!
//! ```
//! use xfold_asp::symbols::Symbols;
//! use xfold_solve::{Clingo, Input, Limits, Query, SolveError, Solver};
//!
//! let mut input = Input::new();
//! input.push("price(pen,1.5). price(book,12). dear(X) :- price(X,P), P > 2.25. half(0.5*P) :- price(pen,P).", None);
//! let mut symbols = Symbols::default();
//! let answer = Clingo.ground(&input, &Limits::none())?.solve(&Query::default(), &mut symbols, &Limits::none())?;
//! let atoms = answer.models[0].atoms.iter();
//! let mut shown: Vec<String> = atoms.map(|(of, args)| xfold_asp::symbols::show_atom(of, args, &symbols)).collect();
//! shown.sort();
//! assert_eq!(shown, ["dear(book)", "half(0.75)", "price(book,12)", "price(pen,1.5)"]);
//! # Ok::<(), SolveError>(())
//! ```

mod lower;
mod scales;

pub use scales::{Scales, Traced, TypeOf};

use crate::{
    clingo::GroundProgram,
    codes,
    input::Input,
    limits::Limits,
    query::{Answer, Grounded, Query, SolveError},
};
use xfold_asp::{
    Decimal,
    diagnostic::{Diagnostic, Severity},
    ground_atom, parse_into, parse_rules,
    span::{SourceMap, Span},
    symbols::{Atoms, Symbols, show_atom},
    syntax::{Head, Name, Program, Statement, StatementKind},
};

/// An atom that no program has: for atoms with numbers that cannot occur.
const NOWHERE: &str = "no_such_number__";

/// Why numbers cannot be scaled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// What was found, and what was expected.
    pub message: String,
    /// What to try.
    pub help: &'static str,
    /// The number that does not fit, if it is one.
    pub number: Option<Decimal>,
    /// The predicate at which it stands, if it is one of a ground atom.
    pub predicate: Option<Name>,
    /// The statement that is to blame, by its number in the order in which they were taken in.
    pub statement: Option<usize>,
}

impl Unfit {
    fn new(message: String, help: &'static str) -> Self {
        Self { message, help, number: None, predicate: None, statement: None }
    }

    fn of(self, predicate: &Name) -> Self {
        Self { predicate: Some(predicate.clone()), ..self }
    }

    /// The same as an error, at a place of the user's if it is known.
    pub fn at(self, place: Option<Span>) -> Diagnostic {
        let error = Diagnostic::error(codes::UNSCALED, self.message).help(self.help);
        match place {
            Some(span) => error.at(span, ""),
            None => error,
        }
    }
}

/// Grounds a program that may have decimals by a function that grounds programs without any.
pub(crate) fn ground(
    input: &Input,
    below: impl FnOnce(&Input) -> Result<Box<dyn Grounded>, SolveError>,
) -> Result<Box<dyn Grounded>, SolveError> {
    Ok(Box::new(match scaled(input)? {
        Some(Scaled { input, scales }) => ScaledGround { below: below(&input)?, scales: Some(scales) },
        None => ScaledGround { below: below(input)?, scales: None },
    }))
}

/// A program whose numbers are scaled.
struct Scaled {
    input: Input,
    scales: Scales,
}

/// The program with whole numbers only; none if it has no others.
fn scaled(input: &Input) -> Result<Option<Scaled>, SolveError> {
    if !xfold_asp::decimal::occurs_in(input.text()) {
        return Ok(None);
    }
    let mut sources = SourceMap::default();
    let Some(file) = sources.add("program", input.text()) else { return Ok(None) };
    let base = sources.files()[file].base;
    let mut program = Program::default();
    let mut errors = parse_into(&sources, file, &mut program);
    errors.retain(|error| error.severity == Severity::Error);
    let place = |span: Span| {
        let origin = input.origin_at((span.start - base) as usize)?;
        Some(Span::new(origin.start, (origin.start + (span.end - span.start)).min(origin.end)))
    };
    if !errors.is_empty() {
        for error in &mut errors {
            error.labels = std::mem::take(&mut error.labels)
                .into_iter()
                .filter_map(|(span, words)| Some((place(span)?, words)))
                .collect();
        }
        return Err(SolveError::Rejected(errors));
    }
    let Program { facts, statements, mut symbols } = program;
    let mut scales = Scales::new(constants(&statements));
    scales.atoms(&facts, &symbols);
    let traced: Vec<Traced> = statements.iter().map(|statement| scales.statement(statement)).collect();
    let rejected = |unfit: Unfit, span: Option<Span>| SolveError::Rejected(vec![unfit.at(span)]);
    scales.settle().map_err(|unfit| {
        let span = unfit.statement.and_then(|number| place(statements[number].span));
        rejected(unfit, span)
    })?;
    let mut lowered = Input::new();
    let facts = scales.lowered_atoms(&facts, &mut symbols).map_err(|unfit| rejected(unfit, None))?;
    facts.groups().iter().for_each(|group| lowered.push_facts(group, &symbols));
    for (statement, traced) in statements.iter().zip(&traced) {
        let origin = place(statement.span);
        let statement = scales.lowered(statement, traced).map_err(|unfit| rejected(unfit, origin))?;
        match origin {
            Some(origin) => lowered.push_rewritten(&statement.to_string(), origin),
            None => lowered.push(&statement.to_string(), None),
        }
    }
    Ok(Some(Scaled { input: lowered, scales }))
}

/// The names that `#const` defines.
fn constants(statements: &[Statement]) -> Vec<Name> {
    let defined = statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Const(name, _) => Some(name.clone()),
        _ => None,
    });
    defined.collect()
}

/// A ground program that speaks of decimals, though the one below has whole numbers only.
struct ScaledGround {
    below: Box<dyn Grounded>,
    /// None: the program has no decimals.
    scales: Option<Scales>,
}

impl ScaledGround {
    /// An atom as the program below has it.
    fn lowered(&self, atom: &str, symbols: &mut Symbols) -> String {
        let mut lowered = || {
            let rules = parse_rules(&format!("{atom}.")).ok()?;
            let [Statement { kind: StatementKind::Rule(rule), .. }] = &rules[..] else { return None };
            let Head::Atom(atom) = &rule.head else { return None };
            let (signature, args) = ground_atom(atom, symbols)?;
            let mut atoms = Atoms::default();
            atoms.push(&signature, &args);
            let atoms = self.scales.as_ref()?.lowered_atoms(&atoms, symbols).ok()?;
            let (signature, args) = atoms.iter().next()?;
            Some(show_atom(signature, args, symbols))
        };
        lowered().unwrap_or_else(|| NOWHERE.to_string())
    }
}

impl Grounded for ScaledGround {
    fn solve(&mut self, query: &Query, symbols: &mut Symbols, limits: &Limits) -> Result<Answer, SolveError> {
        let has_decimals = |atom: &str| xfold_asp::decimal::occurs_in(atom);
        if self.scales.is_none() && !query.assumptions.iter().any(|(atom, _)| has_decimals(atom)) {
            return self.below.solve(query, symbols, limits);
        }
        let mut query = query.clone();
        let mut own = Symbols::default();
        for (atom, _) in &mut query.assumptions {
            if self.scales.is_some() || has_decimals(atom) {
                *atom = self.lowered(atom, &mut own);
            }
        }
        let mut answer = self.below.solve(&query, symbols, limits)?;
        if let Some(scales) = &self.scales {
            for model in &mut answer.models {
                model.atoms = scales.raised_atoms(&model.atoms, symbols);
            }
        }
        Ok(answer)
    }

    fn take_rules(&mut self, symbols: &mut Symbols, limits: &Limits) -> Result<GroundProgram, SolveError> {
        let mut program = self.below.take_rules(symbols, limits)?;
        if let Some(scales) = &self.scales {
            program.atoms = scales.raised_atoms(&program.atoms, symbols);
        }
        Ok(program)
    }

    fn remarks(&self) -> &[Diagnostic] {
        self.below.remarks()
    }
}
