//! What Popper's and Aleph's texts have in common: a background of Prolog clauses, and labelled atoms of one target.

use crate::{
    codes,
    rules::show_atom,
    task::{Mode, Schema, Task},
    worlds::for_each_tuple,
};
use rustc_hash::FxHashSet;
use std::fmt::Write;
use xfold_asp::{
    diagnostic::Diagnostic,
    span::Span,
    symbols::{Signature, Symbol},
    syntax::{
        Atom, BinaryOp, BodyElement, CompareOp, Head, LiteralKind, Name, Sign, Statement, StatementKind,
        Term, UnaryOp,
    },
};

/// The most negatives that a closed world is written out as.
const MOST_LISTED: usize = 200_000;

/// That a task cannot be written in a format.
pub(super) fn cannot(what: impl Into<String>, span: Option<Span>) -> Vec<Diagnostic> {
    let error = Diagnostic::error(codes::CANNOT_CONVERT, what.into());
    vec![match span {
        Some(span) => error.at(span, ""),
        None => error,
    }]
}

/// The one target of a task, with the types of its arguments.
pub(super) fn target(task: &Task) -> Result<(Signature, Vec<Name>), Vec<Diagnostic>> {
    let targets = task.targets();
    let [target] = &targets[..] else {
        return Err(cannot(format!("the format has one target, and the task {}", targets.len()), None));
    };
    let types = task.head_modes.iter().find_map(|mode| match &mode.schema {
        Schema::Atom { signature, places, .. } if signature == target => {
            Some(places.iter().map(|place| place.of_type.clone()).collect())
        }
        _ => None,
    });
    Ok((target.clone(), types.unwrap_or_else(|| vec!["any".into(); target.arity])))
}

/// The modes of a task, each with its predicate; comparisons have none.
pub(super) fn body_modes(task: &Task) -> impl Iterator<Item = (Option<&Signature>, &Mode)> {
    task.body_modes.iter().map(|mode| (mode.schema.signature(), mode))
}

/// The facts and rules of the background as Prolog clauses.
pub(super) fn background(task: &Task) -> Result<String, Vec<Diagnostic>> {
    let mut text = String::new();
    for group in task.background.facts.groups() {
        if group.signature.negated {
            let what = format!("Prolog has no classical negation, as in {}", group.signature);
            return Err(cannot(what, None));
        }
        for row in group.rows() {
            let _ = writeln!(text, "{}.", show_atom(&group.signature, row, &task.symbols));
        }
    }
    for statement in &task.background.statements {
        if matches!(statement.kind, StatementKind::ShowSignature(_) | StatementKind::Defined(_)) {
            continue;
        }
        match clause(statement) {
            Some(clause) => text.push_str(&clause),
            None => {
                let what = "this statement of the background is no clause of Prolog";
                return Err(cannot(what, Some(statement.span)));
            }
        }
    }
    Ok(text)
}

/// The atoms of the target that hold and that do not.
pub(super) fn labels(
    task: &Task,
    target: &Signature,
    types: &[Name],
) -> Result<[Vec<String>; 2], Vec<Diagnostic>> {
    let (mut positive, mut negative): (Vec<Vec<Symbol>>, Vec<Vec<Symbol>>) = (Vec::new(), Vec::new());
    for example in &task.examples {
        let n_atoms = example.inclusions.len() + example.exclusions.len();
        let groups = example.inclusions.groups().iter().chain(example.exclusions.groups());
        let is_other = groups.into_iter().any(|group| group.signature != *target);
        if !example.context.is_empty() || is_other || (!example.positive && n_atoms != 1) {
            let what = format!("example `{}` says more than which atoms of {target} hold", example.name);
            return Err(cannot(what, Some(example.span)));
        }
        for (atoms, holds) in
            [(&example.inclusions, example.positive), (&example.exclusions, !example.positive)]
        {
            let rows = atoms.group(target).into_iter().flat_map(|group| group.rows());
            let to = if holds { &mut positive } else { &mut negative };
            to.extend(rows.map(<[Symbol]>::to_vec));
        }
    }
    if task.is_closed(target, false) {
        let facts = &task.background.facts;
        let values = |of_type: &Name| {
            let group = facts.group(&Signature::new(of_type.clone(), 1));
            group.map(|group| group.args.clone()).filter(|values| !values.is_empty())
        };
        let domains: Option<Vec<Vec<Symbol>>> = types.iter().map(values).collect();
        let domains = domains.filter(|domains| {
            let size = domains.iter().try_fold(1usize, |size, domain| size.checked_mul(domain.len()));
            size.is_some_and(|size| size <= MOST_LISTED)
        });
        let Some(domains) = domains else {
            return Err(cannot("the closed world cannot be written out: list the negatives", None));
        };
        let known: FxHashSet<Vec<Symbol>> = positive.iter().chain(&negative).cloned().collect();
        let domains: Vec<&[Symbol]> = domains.iter().map(Vec::as_slice).collect();
        for_each_tuple(&domains, |row| {
            if !known.contains(row) {
                negative.push(row.to_vec());
            }
        });
    }
    let show =
        |rows: Vec<Vec<Symbol>>| rows.iter().map(|row| show_atom(target, row, &task.symbols)).collect();
    Ok([show(positive), show(negative)])
}

/// A rule as a clause, if it is one.
fn clause(statement: &Statement) -> Option<String> {
    let StatementKind::Rule(rule) = &statement.kind else { return None };
    let Head::Atom(head) = &rule.head else { return None };
    let mut goals = Vec::new();
    for element in &rule.body {
        let BodyElement::Literal(literal) = element else { return None };
        let goal = match &literal.kind {
            LiteralKind::Atom(atom) => atom_text(atom)?,
            LiteralKind::Compare(left, rest) => {
                let [(op, right)] = &rest[..] else { return None };
                format!("{} {} {}", term_text(left)?, comparison(*op, right), term_text(right)?)
            }
            LiteralKind::Truth(holds) => if *holds { "true" } else { "fail" }.to_string(),
        };
        goals.push(match literal.sign {
            Sign::None => goal,
            Sign::Not => format!("\\+ {goal}"),
            Sign::NotNot => return None,
        });
    }
    let head = atom_text(head)?;
    Some(if goals.is_empty() { format!("{head}.\n") } else { format!("{head} :- {}.\n", goals.join(", ")) })
}

fn comparison(op: CompareOp, right: &Term) -> &'static str {
    match op {
        CompareOp::Equal if matches!(right, Term::Binary(..)) => "is",
        CompareOp::Equal => "=",
        CompareOp::NotEqual => "\\=",
        CompareOp::Less => "<",
        CompareOp::LessEqual => "=<",
        CompareOp::Greater => ">",
        CompareOp::GreaterEqual => ">=",
    }
}

fn atom_text(atom: &Atom) -> Option<String> {
    if atom.negated {
        return None;
    }
    let args = atom.args.iter().map(term_text).collect::<Option<Vec<_>>>()?;
    Some(if args.is_empty() { atom.name.to_string() } else { format!("{}({})", atom.name, args.join(",")) })
}

fn term_text(term: &Term) -> Option<String> {
    Some(match term {
        Term::Variable(_) | Term::Anonymous | Term::Number(_) | Term::Text(_) => term.to_string(),
        Term::Function(name, args) if args.is_empty() => name.to_string(),
        Term::Function(name, args) => {
            format!("{name}({})", args.iter().map(term_text).collect::<Option<Vec<_>>>()?.join(","))
        }
        Term::Binary(op, pair) => {
            let op = match op {
                BinaryOp::Add => "+",
                BinaryOp::Subtract => "-",
                BinaryOp::Multiply => "*",
                BinaryOp::Divide => "//",
                BinaryOp::Modulo => "mod",
                BinaryOp::Power | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => return None,
            };
            format!("({} {op} {})", term_text(&pair.0)?, term_text(&pair.1)?)
        }
        Term::Unary(UnaryOp::Minus, inner) => format!("-{}", term_text(inner)?),
        _ => return None,
    })
}
