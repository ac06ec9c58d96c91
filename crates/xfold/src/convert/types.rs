//! Types between dialects. In FastLAS a type is a predicate: its facts are the constants, and its atom binds a variable.
//! In ILASP a type is a name, and constants are listed.

use super::{Findings, modes::BodyMode};
use crate::task::{
    Dialect, Holder, Mode, Task,
    consts::{Consts, substitute},
    holder, places,
};
use rustc_hash::FxHashSet;
use xfold_asp::{
    rewrite,
    symbols::{Signature, Symbol, Symbols, show_atom},
    syntax::{Atom, Head, Literal, LiteralKind, Name, Statement, StatementKind, Term},
};

/// Most values that an interval of a fact is taken apart into.
const MOST_VALUES: i64 = 100_000;

/// The types with such places in the modes, in order of appearance.
pub(super) fn used(task: &Task, wanted: Holder) -> Vec<Name> {
    let mut types = Vec::new();
    for (holder, of_type) in task.space.modes().flat_map(Mode::places) {
        if holder == wanted && !types.contains(&of_type) {
            types.push(of_type);
        }
    }
    types
}

/// Whether background or a context defines the type as a predicate.
pub(super) fn is_predicate(task: &Task, of_type: &Name) -> bool {
    let signature = Signature::new(of_type.clone(), 1);
    let mut contexts = task.examples.iter().map(|example| &example.context);
    task.background.defines(&signature) || contexts.any(|context| crate::task::defines(context, &signature))
}

/// A name for a predicate that the task does not have.
pub(super) fn fresh(task: &Task, wish: String) -> Name {
    let is_type = |name: &str| {
        [Holder::Variable, Holder::Constant, Holder::Number]
            .iter()
            .any(|kind| used(task, *kind).contains(&name.into()))
    };
    let is_free = |name: &String| !task.uses_name(name) && !is_type(name);
    let numbered = (1..).map(|number| format!("{wish}{number}"));
    let mut names = std::iter::once(wish.clone()).chain(numbered);
    names.find(is_free).unwrap_or(wish).into()
}

/// The constants that a task lists for a type.
pub(super) fn listed(task: &Task, of_type: &Name) -> Vec<String> {
    let symbols = task.constants.iter().filter(|(of, _)| of == of_type).map(|(_, symbol)| *symbol);
    shown(symbols, &task.symbols)
}

/// The constants of a type whatever the dialect: those listed, the facts of a predicate of its name and, in our own
/// dialect, what facts have at the places of the type.
pub(super) fn constants(task: &Task, of_type: &Name, consts: &Consts, from: Dialect) -> Vec<String> {
    let listed = task.constants.iter().filter(|(of, _)| of == of_type).map(|(_, symbol)| *symbol);
    let mut values: Vec<Symbol> = listed.collect();
    let mut symbols = task.symbols.clone();
    if from != Dialect::Ilasp {
        values.extend(of_facts(task, of_type, consts, &mut symbols));
        if values.is_empty() && from == Dialect::Own {
            values.extend(at_places(task, of_type));
        }
    }
    shown(values.into_iter(), &symbols)
}

/// The arguments of the facts of a type in background and contexts.
pub(super) fn of_facts(task: &Task, of_type: &Name, consts: &Consts, symbols: &mut Symbols) -> Vec<Symbol> {
    let signature = Signature::new(of_type.clone(), 1);
    let group = task.background.facts.group(&signature);
    let mut values: Vec<Symbol> = group.into_iter().flat_map(|group| group.args.iter().copied()).collect();
    let contexts = task.examples.iter().flat_map(|example| &example.context);
    for statement in task.background.statements.iter().chain(contexts) {
        if let Some(atom) = fact(statement)
            && atom.name == *of_type
            && !atom.negated
            && let [arg] = &atom.args[..]
        {
            expand(&substitute(arg, consts, 0), symbols, &mut values);
        }
    }
    values
}

fn fact(statement: &Statement) -> Option<&Atom> {
    match &statement.kind {
        StatementKind::Rule(rule) if rule.body.is_empty() => match &rule.head {
            Head::Atom(atom) => Some(atom),
            _ => None,
        },
        _ => None,
    }
}

/// The values that a ground term stands for.
fn expand(term: &Term, symbols: &mut Symbols, values: &mut Vec<Symbol>) {
    match term {
        Term::Interval(ends) => {
            let mut number = |term: &Term| {
                let symbol = xfold_asp::ground_term(term, symbols)?;
                symbols.as_number(symbol).map(i64::from)
            };
            if let (Some(low), Some(high)) = (number(&ends.0), number(&ends.1))
                && high - low < MOST_VALUES
            {
                values.extend((low..=high).map(|value| symbols.number(value as i32)));
            }
        }
        Term::Pool(terms) => terms.iter().for_each(|term| expand(term, symbols, values)),
        term => values.extend(xfold_asp::ground_term(term, symbols)),
    }
}

/// What the facts have where a mode has a constant of the type.
fn at_places(task: &Task, of_type: &Name) -> Vec<Symbol> {
    let mut values = Vec::new();
    for mode in &task.space.body {
        let LiteralKind::Atom(atom) = &mode.literal.kind else { continue };
        let Some(group) = task.background.facts.group(&atom.signature()) else { continue };
        let is_place = |arg: &Term| holder(arg).is_some_and(|(_, of)| of == *of_type);
        for (place, _) in atom.args.iter().enumerate().filter(|(_, arg)| is_place(arg)) {
            values.extend(group.rows().map(|row| row[place]));
        }
    }
    values
}

fn shown(values: impl Iterator<Item = Symbol>, symbols: &Symbols) -> Vec<String> {
    let mut seen = FxHashSet::default();
    values.filter(|&symbol| seen.insert(symbol)).map(|symbol| symbols.display(symbol).to_string()).collect()
}

/// What makes the types of variables predicates, for FastLAS: a rule for each place where the type occurs, or facts of
/// what examples have there. Types that are predicates already stay as they are.
pub(super) fn rules(task: &Task, body: &[BodyMode], findings: &mut Findings) -> Vec<String> {
    let contexts = task.examples.iter().flat_map(|example| &example.context);
    let learned = task.background.dependents(contexts, task.targets());
    let mut rules: Vec<String> = Vec::new();
    for of_type in used(task, Holder::Variable) {
        if is_predicate(task, &of_type) {
            findings.added(format!("FastLAS adds {of_type}(V) to a rule for each variable of this type"));
            continue;
        }
        let before = rules.len();
        for mode in body {
            let LiteralKind::Atom(atom) = &mode.literal.kind else { continue };
            if learned.contains(&atom.signature()) {
                continue;
            }
            let holders = places(&mode.literal).into_iter().enumerate();
            for (place, _) in holders.filter(|(_, it)| *it == (Holder::Variable, of_type.clone())) {
                rules.push(format!("{of_type}(X) :- {}.", with_variable(&mode.literal, place)));
            }
        }
        if rules.len() == before {
            let values = in_examples(task, &of_type);
            rules.extend(values.iter().map(|value| format!("{of_type}({value}).")));
        }
        if rules.len() == before {
            findings.lost(format!("the type {of_type} is no predicate, and its values are not known: add facts {of_type}(…), or FastLAS binds no variable of it"), None)
        } else {
            findings.added(format!(
                "the type {of_type} is defined by rules: FastLAS binds variables by atoms {of_type}(V)"
            ))
        }
    }
    let mut seen = FxHashSet::default();
    rules.retain(|rule| seen.insert(rule.clone()));
    rules
}

/// The literal with a variable at one of its places and `_` at the others.
fn with_variable(literal: &Literal, wanted: usize) -> Literal {
    fn fill(term: &mut Term, wanted: usize, next: &mut usize) {
        if holder(term).is_some() {
            *term = if *next == wanted { Term::Variable("X".into()) } else { Term::Anonymous };
            *next += 1;
            return;
        }
        match term {
            Term::Function(_, args) | Term::Tuple(args) => {
                args.iter_mut().for_each(|arg| fill(arg, wanted, next))
            }
            Term::Unary(_, inner) => fill(inner, wanted, next),
            Term::Binary(_, pair) => {
                fill(&mut pair.0, wanted, next);
                fill(&mut pair.1, wanted, next);
            }
            _ => {}
        }
    }
    let mut literal = literal.clone();
    let mut next = 0;
    rewrite::of_literal(&mut literal, &mut |term| fill(term, wanted, &mut next));
    literal
}

/// What examples have where a head mode has a variable of the type.
fn in_examples(task: &Task, of_type: &Name) -> Vec<String> {
    let mut values = Vec::new();
    for mode in &task.space.heads {
        let LiteralKind::Atom(atom) = &mode.literal.kind else { continue };
        let is_place = |arg: &Term| holder(arg) == Some((Holder::Variable, of_type.clone()));
        for (place, _) in atom.args.iter().enumerate().filter(|(_, arg)| is_place(arg)) {
            for example in &task.examples {
                let groups =
                    [&example.inclusions, &example.exclusions].map(|atoms| atoms.group(&atom.signature()));
                values.extend(
                    groups.into_iter().flatten().flat_map(|group| group.rows().map(move |row| row[place])),
                );
            }
        }
    }
    shown(values.into_iter(), &task.symbols)
}

/// Facts as text, in order.
pub(super) fn fact_lines(task: &Task) -> Vec<String> {
    let line =
        |(signature, row): (&Signature, &[Symbol])| format!("{}.", show_atom(signature, row, &task.symbols));
    task.background.facts.iter().map(line).collect()
}

/// Whether the facts of a type are just these values.
pub(super) fn are_facts(task: &Task, of_type: &Name, values: &[String], consts: &Consts) -> bool {
    let mut symbols = task.symbols.clone();
    let facts = of_facts(task, of_type, consts, &mut symbols);
    let facts: FxHashSet<String> = shown(facts.into_iter(), &symbols).into_iter().collect();
    facts == values.iter().cloned().collect()
}

/// Whether a name can stand for a predicate as it is: a lower-case letter first.
pub(super) fn is_plain_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|first| first.is_ascii_lowercase())
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}
