//! Rules as clauses of SWI-Prolog, and of s(CASP).
//!
//! Prolog runs a body from left to right, so conditions are put into an order in which variables are bound where they
//! have to be: positive atoms, then what compares them, then what is negated. Recursive predicates are tabled, so that
//! they end. Terms are compared by Prolog's standard order, which is clingo's for numbers, constants and strings.

use super::{cannot, json::body_text};
use crate::error::Result;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use xfold_asp::{
    symbols::Signature,
    syntax::{Atom, BinaryOp, BodyElement, CompareOp, Head, Literal, LiteralKind, Rule, Sign, Term, UnaryOp},
    visit,
};

/// The program for SWI-Prolog.
pub(super) fn program(rules: &[&Rule]) -> Result<String> {
    let mut defined: Vec<Signature> = Vec::new();
    let mut read: Vec<Signature> = Vec::new();
    for rule in rules {
        if !matches!(rule.head, Head::Atom(_)) {
            let what = "Prolog has rules with one atom in the head only";
            return Err(cannot(what, Some(rule.span), "export to clingo or scasp"));
        }
        visit::rule_heads(rule).into_iter().for_each(|head| push_new(&mut defined, head));
        visit::rule_reads(rule).into_iter().for_each(|(atom, _)| push_new(&mut read, atom));
    }
    let mut text = "% for SWI-Prolog; add the facts\n".to_string();
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
    let recursive: Vec<&Signature> = defined.iter().filter(is_recursive).collect();
    let list = |of: &[&Signature]| {
        let names: Vec<String> =
            of.iter().map(|s| format!("{}/{}", name(&s.name, s.negated), s.arity)).collect();
        names.join(", ")
    };
    let built_in: Vec<String> =
        defined.iter().chain(&read).filter(|s| may_be_built_in(s)).map(pattern).collect();
    if !built_in.is_empty() {
        // Without this, SWI-Prolog keeps its own meaning of these names.
        let _ = writeln!(
            text,
            ":- forall((member(P, [{}]), predicate_property(P, built_in)), redefine_system_predicate(P)).",
            built_in.join(", ")
        );
    }
    if !recursive.is_empty() {
        let _ = writeln!(text, ":- table {}.", list(&recursive));
    }
    let facts: Vec<&Signature> = read.iter().filter(|atom| !defined.contains(atom)).collect();
    if !facts.is_empty() {
        let _ = writeln!(text, ":- dynamic {}.", list(&facts));
    }
    let all: Vec<&Signature> = defined.iter().chain(facts.iter().copied()).collect();
    if !all.is_empty() {
        let _ = writeln!(text, ":- discontiguous {}.", list(&all));
    }
    for rule in rules {
        text.push_str(&clause(rule)?);
    }
    Ok(text)
}

/// Words that SWI-Prolog has predicates of its own for.
const BUILT_IN: &str = "\
abolish append apply arg assert asserta assertz atom atomic attvar autoload bagof between blob call callable \
catch clause close compare compound consult det deterministic discontiguous divmod dynamic erase export findall \
findnsols flag float forall format freeze frozen functor get getenv ground halt ignore import initialization \
instance integer is keysort leash length license memberchk module msort multifile name nl nonground nonvar \
noprofile not notrace number numbervars once op open phrase plus print profiler prompt protocol protocola \
protocolling public put qcompile rational read recorda recorded recordz reexport require reset retract \
retractall rule see seeing seek setarg setenv setlocale setof shell shift skip sleep snapshot sort statistics \
string succ tab table tell telling throw tnot transaction undo unifiable unsetenv untable var version visible \
volatile write writeln writeq";

/// How further names of predicates of SWI-Prolog begin.
const BUILT_IN_STARTS: &[&str] = &[
    "atom_", "char_", "code_", "copy_", "current_", "file_", "get_", "is_", "last_", "number_", "op_",
    "open_", "peek_", "prolog_", "put_", "read_", "set_", "string_", "sub_", "term_", "text_", "thread_",
    "tmp_", "unify_", "wait_", "write_",
];

/// Whether SWI-Prolog may have a predicate of this name.
fn may_be_built_in(signature: &Signature) -> bool {
    let name = &*signature.name;
    let is_known = || BUILT_IN.split(' ').any(|known| known == name);
    let starts = || BUILT_IN_STARTS.iter().any(|start| name.starts_with(start));
    !signature.negated && signature.arity > 0 && (is_known() || starts())
}

/// `age(_,_)`
fn pattern(signature: &Signature) -> String {
    format!("{}({})", signature.name, vec!["_"; signature.arity].join(","))
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
        Term::Number(_) | Term::Text(_) => true,
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

/// Writes one clause.
struct Clause<'r> {
    rule: &'r Rule,
    goals: Vec<String>,
    n_fresh: usize,
}

fn clause(rule: &Rule) -> Result<String> {
    let Head::Atom(head) = &rule.head else { return Ok(String::new()) };
    let mut clause = Clause { rule, goals: Vec::new(), n_fresh: 0 };
    let mut bound: FxHashSet<String> = FxHashSet::default();
    let mut waiting: Vec<&BodyElement> = rule.body.iter().collect();
    while !waiting.is_empty() {
        let place = next(&waiting, &bound);
        let element = waiting.remove(place);
        clause.element(element, &mut bound)?;
    }
    let mut after = Vec::new();
    let head = clause.atom(head, &mut after)?;
    clause.goals.extend(after);
    Ok(match clause.goals.is_empty() {
        true => format!("{head}.\n"),
        false => format!("{head} :- {}.\n", clause.goals.join(", ")),
    })
}

/// The condition to come next: an assignment or comparison whose variables are bound, else a positive atom without
/// arithmetic on open variables, else whatever is first.
fn next(waiting: &[&BodyElement], bound: &FxHashSet<String>) -> usize {
    let is_bound = |term: &Term| names(term).iter().all(|name| bound.contains(name));
    let comparison = waiting.iter().position(|element| match element {
        BodyElement::Literal(Literal { kind: LiteralKind::Compare(first, chain), sign, .. }) => {
            let all = is_bound(first) && chain.iter().all(|(_, term)| is_bound(term));
            let assigns = |to: &Term, from: &Term| matches!(to, Term::Variable(_)) && is_bound(from);
            all || match &chain[..] {
                [(CompareOp::Equal, second)] if *sign == Sign::None => {
                    assigns(first, second) || assigns(second, first)
                }
                _ => false,
            }
        }
        _ => false,
    });
    let atom = || {
        waiting.iter().position(|element| match element {
            BodyElement::Literal(Literal { kind: LiteralKind::Atom(atom), sign: Sign::None, .. }) => {
                atom.args.iter().all(|term| !has_arithmetic(term) || is_bound(term))
            }
            _ => false,
        })
    };
    comparison.or_else(atom).unwrap_or(0)
}

impl Clause<'_> {
    fn refuse(&self, element: &BodyElement) -> crate::Error {
        let what = format!("`{}` cannot be said there", body_text(element));
        cannot(what, Some(self.rule.span), "export to clingo")
    }

    fn element(&mut self, element: &BodyElement, bound: &mut FxHashSet<String>) -> Result<()> {
        let BodyElement::Literal(literal) = element else { return Err(self.refuse(element)) };
        let mut before = Vec::new();
        let goal = match &literal.kind {
            LiteralKind::Atom(atom) => {
                let goal = self.atom(atom, &mut before)?;
                if literal.sign == Sign::None {
                    atom.args.iter().for_each(|term| bound.extend(names(term)));
                }
                goal
            }
            LiteralKind::Compare(first, chain) => {
                let mut left = first;
                let mut goals = Vec::new();
                for (op, right) in chain {
                    goals.push(self.comparison(left, *op, right, bound, element)?);
                    left = right;
                }
                goals.join(", ")
            }
            LiteralKind::Truth(holds) => if *holds { "true" } else { "fail" }.to_string(),
        };
        self.goals.extend(before);
        self.goals.push(match literal.sign {
            Sign::None => goal,
            Sign::Not if matches!(literal.kind, LiteralKind::Compare(..)) => format!("\\+ ({goal})"),
            Sign::Not => format!("\\+ {goal}"),
            Sign::NotNot => format!("\\+ \\+ {goal}"),
        });
        Ok(())
    }

    fn comparison(
        &self,
        left: &Term,
        op: CompareOp,
        right: &Term,
        bound: &mut FxHashSet<String>,
        element: &BodyElement,
    ) -> Result<String> {
        let is_bound = |term: &Term| names(term).iter().all(|name| bound.contains(name));
        if let (CompareOp::Equal, Term::Interval(pair)) = (op, right) {
            let text = |term: &Term| self.value(term, element);
            let goal = format!("system:between({}, {}, {})", text(&pair.0)?, text(&pair.1)?, text(left)?);
            bound.extend(names(left));
            return Ok(goal);
        }
        let (left, right) = if matches!(right, Term::Variable(_)) && !is_bound(right) {
            (right, left)
        } else {
            (left, right)
        };
        let texts = [self.value(left, element)?, self.value(right, element)?];
        let [left_text, right_text] = &texts;
        let arithmetic = has_arithmetic(left) || has_arithmetic(right);
        let text = match op {
            CompareOp::Equal if has_arithmetic(right) && !has_arithmetic(left) => {
                format!("{left_text} is {right_text}")
            }
            CompareOp::Equal if arithmetic => format!("{left_text} =:= {right_text}"),
            CompareOp::NotEqual if arithmetic => format!("{left_text} =\\= {right_text}"),
            CompareOp::Equal => format!("{left_text} = {right_text}"),
            CompareOp::NotEqual => format!("{left_text} \\== {right_text}"),
            _ => {
                let at = if arithmetic { "" } else { "@" };
                let sign = match op {
                    CompareOp::Less => "<",
                    CompareOp::LessEqual => "=<",
                    CompareOp::Greater => ">",
                    _ => ">=",
                };
                format!("{left_text} {at}{sign} {right_text}")
            }
        };
        bound.extend(names(left));
        Ok(text)
    }

    /// An atom; arithmetic in its arguments is computed by goals of its own.
    fn atom(&mut self, atom: &Atom, before: &mut Vec<String>) -> Result<String> {
        let mut args = Vec::new();
        for term in &atom.args {
            if has_arithmetic(term) && matches!(term, Term::Binary(..) | Term::Unary(..)) {
                self.n_fresh += 1;
                let fresh = format!("Value_{}", self.n_fresh);
                let value = term_text(term).ok_or_else(|| self.no_term(term))?;
                before.push(format!("{fresh} is {value}"));
                args.push(fresh);
            } else {
                args.push(term_text(term).ok_or_else(|| self.no_term(term))?);
            }
        }
        let name = name(&atom.name, atom.negated);
        Ok(if args.is_empty() { name } else { format!("{name}({})", args.join(",")) })
    }

    fn value(&self, term: &Term, element: &BodyElement) -> Result<String> {
        term_text(term).ok_or_else(|| self.refuse(element))
    }

    fn no_term(&self, term: &Term) -> crate::Error {
        cannot(format!("`{term}` cannot be said there"), Some(self.rule.span), "export to clingo")
    }
}

fn names(term: &Term) -> Vec<String> {
    let mut names = FxHashSet::default();
    crate::explain::variables(term, &mut names);
    names.into_iter().map(|name| name.to_string()).collect()
}

/// Whether a term has to be computed; the minus of a number has not.
fn has_arithmetic(term: &Term) -> bool {
    match term {
        Term::Binary(..) => true,
        Term::Unary(UnaryOp::Minus, inner) => !matches!(**inner, Term::Number(_)),
        Term::Unary(..) => true,
        Term::Function(_, args) | Term::Tuple(args) => args.iter().any(has_arithmetic),
        _ => false,
    }
}

fn name(name: &str, negated: bool) -> String {
    if negated { format!("'-{name}'") } else { name.to_string() }
}

fn term_text(term: &Term) -> Option<String> {
    let all = |terms: &[Term]| terms.iter().map(term_text).collect::<Option<Vec<_>>>();
    Some(match term {
        Term::Variable(name) if name.starts_with('\'') => return None,
        Term::Variable(_) | Term::Anonymous | Term::Number(_) | Term::Text(_) => term.to_string(),
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

/// The program for s(CASP).
pub(super) fn scasp(rules: &[&Rule]) -> Result<String> {
    let mut text = "% for s(CASP); add the facts\n".to_string();
    for rule in rules {
        let body: Vec<String> =
            rule.body.iter().map(|element| scasp_goal(element, rule)).collect::<Result<_>>()?;
        let with = |head: &str, more: Option<String>| {
            let goals: Vec<String> = body.iter().cloned().chain(more).collect();
            match (head.is_empty(), goals.is_empty()) {
                (true, _) => format!(":- {}.\n", goals.join(", ")),
                (false, true) => format!("{head}.\n"),
                (false, false) => format!("{head} :- {}.\n", goals.join(", ")),
            }
        };
        match &rule.head {
            Head::None => text.push_str(&with("", None)),
            Head::Atom(atom) => text.push_str(&with(&scasp_atom(atom, rule)?, None)),
            // A free choice of one atom is a loop through its contrary.
            Head::Choice { left: None, right: None, elements } if elements.len() == 1 => {
                let element = &elements[0];
                let LiteralKind::Atom(atom) = &element.literal.kind else { return Err(no_head(rule)) };
                let condition = element.condition.iter().cloned().map(BodyElement::Literal);
                let condition: Vec<String> =
                    condition.map(|element| scasp_goal(&element, rule)).collect::<Result<_>>()?;
                let contrary = Atom { negated: !atom.negated, ..atom.clone() };
                for (head, other) in [(atom, &contrary), (&contrary, atom)] {
                    let other = format!("not {}", scasp_atom(other, rule)?);
                    let more: Vec<String> = condition.iter().cloned().chain([other]).collect();
                    text.push_str(&with(&scasp_atom(head, rule)?, Some(more.join(", "))));
                }
            }
            Head::Choice { .. } | Head::Disjunction(_) => return Err(no_head(rule)),
        }
    }
    Ok(text)
}

fn no_head(rule: &Rule) -> crate::Error {
    cannot("s(CASP) has no choice with bounds and no disjunction", Some(rule.span), "export to clingo")
}

fn scasp_atom(atom: &Atom, rule: &Rule) -> Result<String> {
    let args = atom.args.iter().map(|term| if has_arithmetic(term) { None } else { term_text(term) });
    let args: Option<Vec<String>> = args.collect();
    let Some(args) = args else {
        return Err(cannot(
            format!("`{atom}` computes inside of an atom"),
            Some(rule.span),
            "export to clingo",
        ));
    };
    let sign = if atom.negated { "-" } else { "" };
    let list = if args.is_empty() { String::new() } else { format!("({})", args.join(",")) };
    Ok(format!("{sign}{}{list}", atom.name))
}

fn scasp_goal(element: &BodyElement, rule: &Rule) -> Result<String> {
    let refuse = || {
        cannot(format!("`{}` cannot be said there", body_text(element)), Some(rule.span), "export to clingo")
    };
    let BodyElement::Literal(literal) = element else { return Err(refuse()) };
    match (&literal.kind, literal.sign) {
        (LiteralKind::Atom(atom), Sign::None) => scasp_atom(atom, rule),
        (LiteralKind::Atom(atom), Sign::Not) => Ok(format!("not {}", scasp_atom(atom, rule)?)),
        (LiteralKind::Compare(left, chain), Sign::None) => {
            let [(op, right)] = &chain[..] else { return Err(refuse()) };
            let is_number = |term: &Term| matches!(term, Term::Number(_)) || has_arithmetic(term);
            let numeric = is_number(left) || is_number(right);
            let sign = match op {
                CompareOp::Equal if numeric => "#=",
                CompareOp::NotEqual if numeric => "#<>",
                CompareOp::Equal => "=",
                CompareOp::NotEqual => "\\=",
                CompareOp::Less => "#<",
                CompareOp::LessEqual => "#=<",
                CompareOp::Greater => "#>",
                CompareOp::GreaterEqual => "#>=",
            };
            let text = |term: &Term| term_text(term).ok_or_else(refuse);
            Ok(format!("{} {sign} {}", text(left)?, text(right)?))
        }
        _ => Err(refuse()),
    }
}
