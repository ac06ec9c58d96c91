//! What Popper's and Aleph's texts have in common, for `convert`: a background of Prolog clauses, and labelled atoms of one
//! target.

use super::Findings;
use crate::task::{
    Example, Schema, Task,
    consts::{self, substitute},
    program::{Written, elements},
    read::prolog::is_built_in,
};
use rustc_hash::FxHashSet;
use std::fmt::Write;
use xfold_asp::{
    rewrite,
    span::Span,
    symbols::{Signature, Symbol, SymbolKind, Symbols, show_atom},
    syntax::{
        Atom, BinaryOp, BodyElement, CompareOp, Head, LiteralKind, Name, Rule, Sign, StatementKind, Term,
        UnaryOp,
    },
};

/// The most facts that one line with intervals or pools is written out as.
const MOST_WRITTEN_OUT: usize = 1_000_000;

/// The one target of a task, with the types of its arguments.
pub(super) fn target(task: &Task, findings: &mut Findings) -> Option<(Signature, Vec<Name>)> {
    let targets = task.targets();
    let [target] = &targets[..] else {
        let span = task.head_modes().nth(1).map(|(_, span)| span).or(first_span(task));
        let message = format!("Popper and Aleph learn one predicate, and the task has {}", targets.len());
        let help = "give the task one #modeh, or examples of one predicate";
        findings.no_counterpart(message, span.unwrap_or_default(), help);
        return None;
    };
    let types = task.head_modes().find_map(|(schema, _)| match schema {
        Schema::Atom { signature, places, .. } if signature == target => {
            Some(places.iter().map(|place| place.of_type.clone()).collect())
        }
        _ => None,
    });
    if target.negated {
        let message = format!("{target} has no counterpart: Prolog has no classical negation");
        findings.no_counterpart(message, first_span(task).unwrap_or_default(), "give it another name");
    }
    Some((target.clone(), types.unwrap_or_else(|| vec!["any".into(); target.arity])))
}

fn first_span(task: &Task) -> Option<Span> {
    task.examples.first().map(|example| example.span)
}

/// Types of the head that rules of ours may check (`item(X)`) where nothing else binds a variable: as body predicates
/// they can be said here too.
pub(super) fn checked_types(task: &Task, types: &[Name], findings: &mut Findings) -> Vec<Signature> {
    let mut checked: Vec<Signature> = Vec::new();
    for of_type in types.iter().filter(|_| !task.is_prolog()) {
        let signature = Signature::new(of_type.clone(), 1);
        let is_known = checked.contains(&signature)
            || task.body_modes().any(|(schema, _)| schema.signature() == Some(&signature));
        if task.background.defines(&signature) && !is_known {
            findings.added(format!("{signature} is a body predicate there, so that a rule may read it"));
            checked.push(signature);
        }
    }
    checked
}

/// The facts and rules of the background as Prolog clauses.
pub(super) fn background(task: &Task, findings: &mut Findings) -> String {
    let mut text = String::new();
    let facts = task.background.facts.groups().iter().map(|group| group.signature.clone());
    let rules = task.background.statements.iter().flat_map(xfold_asp::visit::heads);
    if let Some(signature) =
        facts.chain(rules).find(|signature| is_built_in(&signature.name, signature.arity))
    {
        let message =
            format!("{signature} has no counterpart: Prolog has a predicate of its own of this name");
        findings.no_counterpart(message, first_span(task).unwrap_or_default(), "give it another name");
    }
    for group in task.background.facts.groups() {
        if group.signature.negated {
            let message = format!("{} has no counterpart: Prolog has no classical negation", group.signature);
            findings.no_counterpart(message, first_span(task).unwrap_or_default(), "give it another name");
        }
        refuse_bounds(task, &group.signature, group.rows(), findings);
        for row in group.rows() {
            let _ = writeln!(text, "{}.", shown(task, &group.signature, row));
        }
    }
    for written in task.background.program.iter().flat_map(|program| &program.written) {
        let _ = match written {
            Written::Clause(span) => writeln!(text, "{}", task.sources.text(*span)),
            Written::Fact(signature, args) => writeln!(text, "{}.", shown(task, signature, args)),
        };
    }
    let consts = consts::definitions(&task.background.statements);
    for statement in &task.background.statements {
        let clauses = match &statement.kind {
            StatementKind::ShowSignature(_)
            | StatementKind::ShowTerm(..)
            | StatementKind::Defined(_)
            | StatementKind::Const(..) => continue,
            StatementKind::Rule(rule) => {
                let mut rule = rule.clone();
                if !consts.is_empty() {
                    rewrite::terms(&mut rule, &mut |term| *term = substitute(term, &consts, 0));
                }
                clauses(&rule)
            }
            _ => None,
        };
        match clauses {
            Some(clauses) => text.push_str(&clauses),
            None => {
                let message = "this statement of the background is no clause of Prolog".to_string();
                let help = "facts are, and rules with one atom as their head and literals in the body";
                findings.no_counterpart(message, statement.span, help);
            }
        }
    }
    text
}

/// `#inf` and `#sup` cannot be said.
fn refuse_bounds<'a>(
    task: &Task,
    signature: &Signature,
    mut rows: impl Iterator<Item = &'a [Symbol]>,
    findings: &mut Findings,
) {
    if let Some(row) = rows.find(|row| row.iter().any(|&symbol| is_bound(symbol, &task.symbols))) {
        let atom = show_atom(signature, row, &task.symbols);
        let message = format!("{atom} has no counterpart: Prolog has neither #inf nor #sup");
        findings.no_counterpart(message, first_span(task).unwrap_or_default(), "put a constant in its place");
    }
}

/// Whether a ground term is, or has in it, the least or the greatest one.
fn is_bound(symbol: Symbol, symbols: &Symbols) -> bool {
    match &*symbols.kind(symbol) {
        SymbolKind::Infimum | SymbolKind::Supremum => true,
        SymbolKind::Function { args, .. } | SymbolKind::Tuple(args) => {
            args.iter().any(|&arg| is_bound(arg, symbols))
        }
        _ => false,
    }
}

/// The atoms of the target that hold and that do not.
pub(super) fn labels(task: &Task, target: &Signature, findings: &mut Findings) -> [Vec<String>; 2] {
    let (mut positive, mut negative): (Vec<Vec<Symbol>>, Vec<Vec<Symbol>>) = (Vec::new(), Vec::new());
    for example in &task.examples {
        if !is_plain(example, target) {
            let message = format!("example `{}` says more than which atoms of {target} hold", example.name);
            let help = "Popper and Aleph label single atoms of the target in one world";
            findings.no_counterpart(message, example.span, help);
            return Default::default();
        }
        if example.penalty.is_some() {
            findings.lost("the penalties of examples are lost".to_string(), Some(example.span));
        }
        for (atoms, holds) in
            [(&example.inclusions, example.positive), (&example.exclusions, !example.positive)]
        {
            let rows = atoms.group(target).into_iter().flat_map(|group| group.rows());
            let to = if holds { &mut positive } else { &mut negative };
            to.extend(rows.map(<[Symbol]>::to_vec));
        }
    }
    if positive.is_empty() {
        let message = format!("no example says that an atom of {target} holds");
        let help = "Popper and Aleph need such an example: add one";
        findings.no_counterpart(message, first_span(task).unwrap_or_default(), help);
    }
    for rows in [&mut positive, &mut negative] {
        let mut seen = FxHashSet::default();
        rows.retain(|row| seen.insert(row.clone()));
    }
    refuse_bounds(task, target, positive.iter().chain(&negative).map(Vec::as_slice), findings);
    let known: FxHashSet<&Vec<Symbol>> = positive.iter().collect();
    if let Some(row) = negative.iter().find(|row| known.contains(row)) {
        let atom = show_atom(target, row, &task.symbols);
        let message = format!("{atom} has to hold for one example and must not for another");
        findings.no_counterpart(message, first_span(task).unwrap_or_default(), "leave one of the two out");
    }
    [positive, negative].map(|rows| rows.iter().map(|row| shown(task, target, row)).collect())
}

/// An atom as Prolog reads it: the lists of Popper's and Aleph's tasks are lists again.
fn shown(task: &Task, signature: &Signature, args: &[Symbol]) -> String {
    if !task.is_prolog() || args.is_empty() {
        return show_atom(signature, args, &task.symbols);
    }
    let args: Vec<String> = args.iter().map(|arg| term_shown(*arg, &task.symbols)).collect();
    format!("{}({})", signature.functor(), args.join(","))
}

fn term_shown(symbol: Symbol, symbols: &Symbols) -> String {
    if let Some(elements) = elements(symbol, symbols) {
        let elements: Vec<String> = elements.iter().map(|element| term_shown(*element, symbols)).collect();
        return format!("[{}]", elements.join(","));
    }
    match &*symbols.kind(symbol) {
        SymbolKind::Function { negated: false, name, args } if !args.is_empty() => {
            let args: Vec<String> = args.iter().map(|arg| term_shown(*arg, symbols)).collect();
            format!("{name}({})", args.join(","))
        }
        _ => symbols.display(symbol).to_string(),
    }
}

/// Whether an example is a set of labelled atoms of the target, in the world of the background.
fn is_plain(example: &Example, target: &Signature) -> bool {
    let mut groups = example.inclusions.groups().iter().chain(example.exclusions.groups());
    let n_atoms = example.inclusions.len() + example.exclusions.len();
    example.context.is_empty()
        && groups.all(|group| group.signature == *target)
        && (example.positive || n_atoms == 1)
}

/// A rule as clauses, if it can be: a fact with intervals or pools is several.
fn clauses(rule: &Rule) -> Option<String> {
    let Head::Atom(head) = &rule.head else { return None };
    if rule.body.is_empty() {
        let mut rows: Vec<Vec<Term>> = vec![Vec::new()];
        for arg in &head.args {
            let values = values(arg)?;
            if rows.len().saturating_mul(values.len()) > MOST_WRITTEN_OUT {
                return None;
            }
            let with = |row: Vec<Term>| {
                let longer = move |value: &Term| row.iter().chain([value]).cloned().collect();
                values.iter().map(longer).collect::<Vec<Vec<Term>>>()
            };
            rows = rows.into_iter().flat_map(with).collect();
        }
        if head.args.iter().any(|arg| matches!(arg, Term::Binary(..))) {
            return None;
        }
        let facts = rows.into_iter().map(|args| Some(atom_text(&Atom { args, ..head.clone() })? + ".\n"));
        return facts.collect();
    }
    clause(head, &rule.body)
}

/// The terms that a term of a fact stands for.
fn values(term: &Term) -> Option<Vec<Term>> {
    match term {
        Term::Interval(ends) => match (&ends.0, &ends.1) {
            (Term::Number(first), Term::Number(last))
                if i64::from(*last) - i64::from(*first) < MOST_WRITTEN_OUT as i64 =>
            {
                Some((*first..=*last).map(Term::Number).collect())
            }
            _ => None,
        },
        Term::Pool(terms) => {
            let mut all = Vec::new();
            for term in terms {
                all.extend(values(term)?);
                if all.len() > MOST_WRITTEN_OUT {
                    return None;
                }
            }
            Some(all)
        }
        _ => Some(vec![term.clone()]),
    }
}

/// A rule as a clause, if it is one.
fn clause(head: &Atom, body: &[BodyElement]) -> Option<String> {
    let mut goals = Vec::new();
    let mut sums = Vec::new();
    for element in body {
        let BodyElement::Literal(literal) = element else { return None };
        let goal = match &literal.kind {
            LiteralKind::Atom(atom) => {
                let n_before = sums.len();
                let goal = atom_text(&without_sums(atom, &mut sums))?;
                goals.extend_from_slice(&sums[n_before..]);
                goal
            }
            LiteralKind::Compare(left, rest) => {
                let [(op, right)] = &rest[..] else { return None };
                if let (CompareOp::Equal, Term::Interval(ends)) = (op, right) {
                    let [low, high, left] = [&ends.0, &ends.1, left].map(term_text);
                    goals.push(format!("between({},{},{})", low?, high?, left?));
                    continue;
                }
                format!("{} {} {}", term_text(left)?, comparison(*op, left, right), term_text(right)?)
            }
            LiteralKind::Truth(holds) => if *holds { "true" } else { "fail" }.to_string(),
        };
        goals.push(match literal.sign {
            Sign::None => goal,
            Sign::Not => format!("\\+ {goal}"),
            Sign::NotNot => return None,
        });
    }
    let n_before = sums.len();
    let head = atom_text(&without_sums(head, &mut sums))?;
    goals.extend_from_slice(&sums[n_before..]);
    Some(format!("{head} :- {}.\n", goals.join(", ")))
}

/// An atom whose arguments are no sums: Prolog would not evaluate them. Each gets a variable and a goal.
fn without_sums(atom: &Atom, sums: &mut Vec<String>) -> Atom {
    let mut atom = atom.clone();
    for arg in atom.args.iter_mut().filter(|arg| matches!(arg, Term::Binary(..))) {
        let Some(sum) = term_text(arg) else { continue };
        let variable = format!("Sum{}", sums.len());
        sums.push(format!("{variable} is {sum}"));
        *arg = Term::Variable(variable.into());
    }
    atom
}

fn comparison(op: CompareOp, left: &Term, right: &Term) -> &'static str {
    let is_sum = |term: &Term| matches!(term, Term::Binary(..));
    match op {
        CompareOp::Equal if is_sum(left) => "=:=",
        CompareOp::Equal if is_sum(right) => "is",
        CompareOp::Equal => "=",
        CompareOp::NotEqual if is_sum(left) || is_sum(right) => "=\\=",
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
        Term::Variable(_) | Term::Anonymous | Term::Number(_) | Term::Decimal(_) | Term::Text(_) => {
            term.to_string()
        }
        Term::Function(name, args) if args.is_empty() => name.to_string(),
        Term::Function(_, args) if args.iter().any(|arg| matches!(arg, Term::Binary(..))) => return None,
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
