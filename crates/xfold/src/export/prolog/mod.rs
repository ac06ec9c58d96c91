//! Export: rules as clauses of SWI-Prolog ([`clause`]), and of s(CASP) ([`scasp`]).
//!
//! Every predicate is declared so that facts may stand in this file or another one, before or behind the rules, and so
//! that it is false where there are none. Recursive predicates are tabled, so that they end.

mod clause;
mod scasp;

pub(super) use scasp::program as scasp;

use super::cannot;
use crate::error::Result;
use std::fmt::Write;
use xfold_asp::{
    prolog as names,
    symbols::Signature,
    syntax::{BinaryOp, BodyElement, Head, Literal, LiteralKind, Rule, Sign, Term, UnaryOp},
    visit,
};

/// The order of terms as clingo has it: numbers, constants, constants with a minus, strings, functions and tuples by
/// their number of arguments. SWI-Prolog's own has strings before constants.
const ORDER: &str = "\
'xfold order'(O, A, B) :- 'xfold rank'(A, R), 'xfold rank'(B, S), compare(P, R, S), ( P \\== (=) -> O = P ; 'xfold order'(R, O, A, B) ).
'xfold order'(5, O, A, B) :- !, 'xfold parts'(A, K), 'xfold parts'(B, L), 'xfold each'(O, K, L).
'xfold order'(6, O, -A, -B) :- !, 'xfold order'(5, O, A, B).
'xfold order'(_, O, A, B) :- compare(O, A, B).
'xfold each'(=, [], []).
'xfold each'(O, [A|K], [B|L]) :- 'xfold order'(P, A, B), ( P == (=) -> 'xfold each'(O, K, L) ; O = P ).
'xfold rank'(T, R) :- ( integer(T) -> R = 1 ; atom(T) -> R = 2 ; string(T) -> R = 4 ; T = -U -> ( atom(U) -> R = 3 ; R = 6 ) ; R = 5 ).
'xfold parts'(T, [N, F|L]) :- ( T = (_, _) -> F = '', 'xfold tuple'(T, L) ; T =.. [F|L] ), length(L, N).
'xfold tuple'(T, L) :- ( T = (A, U) -> L = [A|M], 'xfold tuple'(U, M) ; L = [T] ).
";

/// The program for SWI-Prolog; facts may have further predicates.
pub(super) fn program(rules: &[&Rule], of_facts: &[Signature]) -> Result<String> {
    let mut defined: Vec<Signature> = Vec::new();
    for rule in rules {
        if !matches!(rule.head, Head::Atom(_)) {
            let what = "Prolog has rules with one atom in the head only";
            return Err(cannot(what, Some(rule.span), "export to clingo or scasp"));
        }
        visit::rule_heads(rule).into_iter().for_each(|head| push_new(&mut defined, head));
    }
    let graph: Vec<Vec<(usize, Sign)>> = rules.iter().map(|rule| read_rules(rule, rules)).collect();
    for (number, rule) in rules.iter().enumerate() {
        let is_loop = |other: &usize| *other == number || reaches(&graph, *other, number);
        if graph[number].iter().any(|(other, sign)| *sign != Sign::None && is_loop(other)) {
            let what =
                "this rule depends on itself through `not`: the program may have several stable models";
            return Err(cannot(what, Some(rule.span), "export to clingo or scasp"));
        }
    }
    let is_recursive = |of: &&Signature| {
        let own = (0..rules.len()).filter(|number| visit::rule_heads(rules[*number]).contains(of));
        own.into_iter().any(|number| reaches(&graph, number, number))
    };
    let clauses: Vec<String> = rules.iter().map(|rule| clause::clause(rule)).collect::<Result<_>>()?;
    let mut all = signatures(rules);
    of_facts.iter().for_each(|signature| push_new(&mut all, signature.clone()));
    let mut text = "% for SWI-Prolog; add the facts\n".to_string();
    text.push_str(&renamed_note(&all));
    if !clauses.iter().all(|clause| clause.is_ascii()) {
        text.push_str(":- encoding(utf8).\n");
    }
    if clauses.iter().any(|clause| has_single(clause)) {
        text.push_str(":- style_check(-singleton).\n");
    }
    for declaration in ["dynamic", "multifile", "discontiguous"] {
        if !all.is_empty() {
            let _ = writeln!(text, ":- {declaration} {}.", list(all.iter()));
        }
    }
    let recursive: Vec<&Signature> = defined.iter().filter(is_recursive).collect();
    if !recursive.is_empty() {
        let _ = writeln!(text, ":- table {}.", list(recursive.into_iter()));
    }
    text.push_str(&renaming(&all));
    if clauses.iter().any(|clause| clause.contains("'xfold order'(")) {
        text.push_str(ORDER);
    }
    Ok(text + &clauses.concat())
}

/// Whether some variable stands once in a clause, of which Prolog would warn.
fn has_single(clause: &str) -> bool {
    // Every second piece between quotes is a text; a quote in a text has a backslash before it.
    let clause = clause.replace("\\\\", "").replace("\\\"", "");
    let code: Vec<&str> = clause.split('"').step_by(2).collect();
    let code = code.join(" ");
    let words = code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '\''));
    let variables: Vec<&str> =
        words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).collect();
    variables.iter().any(|one| variables.iter().filter(|other| one == *other).count() == 1)
}

fn list<'a>(signatures: impl Iterator<Item = &'a Signature>) -> String {
    let names: Vec<String> = signatures.map(|s| format!("{}/{}", names::of_signature(s), s.arity)).collect();
    names.join(", ")
}

/// The predicates of rules, in the order in which they appear.
fn signatures(rules: &[&Rule]) -> Vec<Signature> {
    let mut all: Vec<Signature> = Vec::new();
    for rule in rules {
        visit::rule_heads(rule).into_iter().for_each(|head| push_new(&mut all, head));
        visit::rule_reads(rule).into_iter().for_each(|(atom, _)| push_new(&mut all, atom));
    }
    all
}

/// A comment that says which predicates have another name here.
fn renamed_note(all: &[Signature]) -> String {
    let of_prolog = |s: &&Signature| !s.negated && !names::is_free(&s.name, s.arity);
    let taken = all.iter().filter(of_prolog);
    let said: Vec<String> = taken.map(|s| format!("{s} is {}", names::of_signature(s))).collect();
    if said.is_empty() {
        return String::new();
    }
    format!("% names that Prolog has itself: {}\n", said.join(", "))
}

/// Clauses by which facts that are loaded later get the names that their predicates have here, unless they come from a file
/// that has these names already: then `xfold_length` may be `length`, or a predicate that is called so.
fn renaming(all: &[Signature]) -> String {
    let mut text = String::new();
    for signature in all.iter().filter(|s| !s.negated && !names::is_free(&s.name, s.arity)) {
        let args: Vec<String> = (1..=signature.arity).map(|number| format!("A{number}")).collect();
        let args = if args.is_empty() { String::new() } else { format!("({})", args.join(",")) };
        let renamed = names::of_signature(signature);
        let _ = writeln!(
            text,
            "user:term_expansion({}{args}, {renamed}{args}) :- 'xfold renames'.",
            signature.name
        );
    }
    if text.is_empty() {
        return text;
    }
    format!(
        ":- multifile user:term_expansion/2, 'xfold renamed'/1.\n:- dynamic user:term_expansion/2, 'xfold renamed'/1.\n\
         'xfold renames' :- prolog_load_context(module, user), prolog_load_context(source, F), \\+ 'xfold renamed'(F).\n\
         {text}"
    )
}

/// The rules that give what a rule reads, each with the sign before it. Atoms with different constants at one place have
/// nothing to do with each other.
fn read_rules(rule: &Rule, rules: &[&Rule]) -> Vec<(usize, Sign)> {
    let mut found = Vec::new();
    for element in &rule.body {
        let BodyElement::Literal(Literal { kind: LiteralKind::Atom(atom), sign, .. }) = element else {
            continue;
        };
        let gives = |other: &usize| match &rules[*other].head {
            Head::Atom(head) => head.signature() == atom.signature() && !clash(&head.args, &atom.args),
            _ => false,
        };
        found.extend((0..rules.len()).filter(gives).map(|other| (other, *sign)));
    }
    found
}

/// Whether two lists of arguments have different constants at one place.
fn clash(one: &[Term], other: &[Term]) -> bool {
    let constant = |term: &Term| match term {
        Term::Number(_) | Term::Decimal(_) | Term::Text(_) => true,
        Term::Function(_, args) => args.is_empty(),
        _ => false,
    };
    one.iter().zip(other).any(|(one, other)| constant(one) && constant(other) && one != other)
}

/// Whether a rule depends on another one, in one or more steps.
fn reaches(graph: &[Vec<(usize, Sign)>], from: usize, to: usize) -> bool {
    let mut seen = vec![false; graph.len()];
    let mut open = vec![from];
    while let Some(rule) = open.pop() {
        for &(read, _) in &graph[rule] {
            if read == to {
                return true;
            }
            if !std::mem::replace(&mut seen[read], true) {
                open.push(read);
            }
        }
    }
    false
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// Whether a term has to be computed; the minus of a number or constant has not.
fn has_arithmetic(term: &Term) -> bool {
    match term {
        Term::Binary(..) => true,
        Term::Unary(UnaryOp::Minus, inner) => {
            !matches!(**inner, Term::Number(_) | Term::Decimal(_) | Term::Function(..))
        }
        Term::Unary(..) => true,
        Term::Function(_, args) | Term::Tuple(args) => args.iter().any(has_arithmetic),
        _ => false,
    }
}

/// A term; none if the language has no such term.
fn term_text(term: &Term) -> Option<String> {
    let all = |terms: &[Term]| terms.iter().map(term_text).collect::<Option<Vec<_>>>();
    Some(match term {
        Term::Variable(name) if name.starts_with('\'') => return None,
        Term::Variable(_) | Term::Anonymous | Term::Number(_) | Term::Decimal(_) | Term::Text(_) => {
            term.to_string()
        }
        Term::Function(name, args) if args.is_empty() && names::is_operator(name) => format!("({name})"),
        Term::Function(name, args) if args.is_empty() => name.to_string(),
        Term::Function(name, args) => format!("{name}({})", all(args)?.join(",")),
        Term::Tuple(args) if args.len() > 1 => format!("({})", all(args)?.join(",")),
        Term::Unary(UnaryOp::Minus, inner) => format!("-{}", term_text(inner)?),
        Term::Unary(UnaryOp::Absolute, inner) => format!("abs({})", term_text(inner)?),
        Term::Binary(op, pair) => {
            let sign = match op {
                BinaryOp::Add => "+",
                BinaryOp::Subtract => "-",
                BinaryOp::Multiply => "*",
                BinaryOp::Divide => "//",
                BinaryOp::Modulo => "rem",
                BinaryOp::Power | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => return None,
            };
            format!("({} {sign} {})", term_text(&pair.0)?, term_text(&pair.1)?)
        }
        _ => return None,
    })
}
