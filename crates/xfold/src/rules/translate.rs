//! Clauses in integers turned into rules with names.

use super::naming::variable_names;
use crate::{
    search::{Clause, Constraint, VariableType},
    worlds::{Bias, TypeId},
};
use std::collections::{BTreeMap, BTreeSet};
use xfold_asp::{
    span::Span,
    symbols::{Signature, Symbol, Symbols},
    syntax::{Atom, BodyElement, CompareOp, Conditional, Head, Literal, LiteralKind, Name, Rule, Sign, Term},
    term_of,
};
use xfold_store::{Arg, Comparison, Cut, Step, Value};

/// Turns clauses into rules, and remembers which types need facts of their own.
pub struct Translator<'a> {
    bias: &'a Bias,
    symbols: &'a Symbols,
    hide_types: bool,
    needed_types: BTreeSet<TypeId>,
}

impl<'a> Translator<'a> {
    /// A translator for this bias.
    pub fn new(bias: &'a Bias, symbols: &'a Symbols, hide_types: bool) -> Self {
        Self { bias, symbols, hide_types, needed_types: BTreeSet::new() }
    }

    /// The rules of a clause: one, or one for each tuple where a list of pairs cannot be written in one rule.
    pub fn rules(&mut self, head: &str, clause: &Clause, exception: Option<&str>) -> Vec<Rule> {
        let listed = clause.body.iter().find_map(|step| match step {
            Step::Among(tuples) if clause.n_head > 1 => Some(tuples),
            _ => None,
        });
        match listed {
            Some(tuples) => {
                let groups = grouped(tuples, clause.n_head);
                groups.iter().map(|values| self.rule(head, clause, exception, Some(values))).collect()
            }
            None => vec![self.rule(head, clause, exception, None)],
        }
    }

    fn rule(
        &mut self,
        head: &str,
        clause: &Clause,
        exception: Option<&str>,
        listed: Option<&[Vec<Value>]>,
    ) -> Rule {
        let names = variable_names(&clause.variables);
        let body = self.body(clause, exception, listed, &names, BTreeSet::new());
        Rule { head: Head::Atom(atom(head, variables(&names[..clause.n_head]))), body, span: Span::default() }
    }

    /// The literals of a clause: types of what nothing binds, the body, the exception.
    fn body(
        &mut self,
        clause: &Clause,
        exception: Option<&str>,
        listed: Option<&[Vec<Value>]>,
        names: &[String],
        mut bound: BTreeSet<usize>,
    ) -> Vec<BodyElement> {
        for step in &clause.body {
            match step {
                Step::Among(_) => bound.extend(0..clause.n_head),
                Step::Holds(_, args) => bound.extend(args.iter().filter_map(|arg| match arg {
                    Arg::Variable(variable) => Some(*variable),
                    Arg::Constant(_) => None,
                })),
                _ => {}
            }
        }
        let mut body = Vec::new();
        for (variable, VariableType { of_type, .. }) in clause.variables.iter().enumerate() {
            if bound.contains(&variable) || self.hide_types {
                continue;
            }
            let known = &self.bias.types[*of_type];
            if !known.is_predicate {
                self.needed_types.insert(*of_type);
            }
            body.push(positive(atom(&known.name, variables(&names[variable..=variable]))));
        }
        for step in &clause.body {
            match (step, listed) {
                (Step::Among(_), Some(listed)) => {
                    for (variable, values) in listed.iter().enumerate() {
                        body.push(self.equals(&names[variable], values.clone()));
                    }
                }
                (Step::Among(tuples), None) if clause.n_head == 1 => {
                    body.push(self.equals(&names[0], tuples.iter().map(|tuple| tuple[0]).collect()));
                }
                (Step::Among(_), None) => {}
                _ => body.push(self.literal(step, names)),
            }
        }
        if let Some(exception) = exception {
            let kind = LiteralKind::Atom(atom(exception, variables(&names[..clause.n_head])));
            body.push(BodyElement::Literal(Literal { sign: Sign::Not, kind, span: Span::default() }));
        }
        body
    }

    /// `{p(X)} :- body.`
    pub fn choice_rule(&mut self, head: &str, clause: &Clause) -> Rule {
        let rule = self.rule(head, clause, None, None);
        let Head::Atom(atom) = rule.head else { return rule };
        let literal = Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), span: Span::default() };
        let elements = vec![Conditional { literal, condition: Vec::new() }];
        Rule { head: Head::Choice { left: None, elements, right: None }, body: rule.body, span: rule.span }
    }

    /// `-p(X) :- type(X), not p(X).`: the other half of a choice.
    pub fn loop_back(&mut self, contrary: &str, head: &str, clause: &Clause) -> Rule {
        let head_only = Clause::empty(&clause.variables[..clause.n_head]);
        self.rule(contrary, &head_only, Some(head), None)
    }

    /// `:- p(X), body.`, or `:- not p(X), body.`
    pub fn constraint(&mut self, constraint: &Constraint) -> Rule {
        let names = variable_names(&constraint.clause.variables);
        let args: Vec<Arg> = (0..constraint.clause.n_head).map(Arg::Variable).collect();
        let sign = if constraint.holds { Sign::None } else { Sign::Not };
        let pivot =
            Literal { sign, kind: self.atom(constraint.predicate, &args, &names), span: Span::default() };
        let bound = if constraint.holds { constraint.clause.n_head } else { 0 };
        let mut body = vec![BodyElement::Literal(pivot)];
        body.extend(self.body(&constraint.clause, None, None, &names, (0..bound).collect()));
        Rule { head: Head::None, body, span: Span::default() }
    }

    /// A step as a literal.
    pub fn literal(&self, step: &Step, names: &[String]) -> BodyElement {
        let variable = |variable: &usize| Term::Variable(names[*variable].as_str().into());
        let (sign, kind) = match step {
            Step::Holds(predicate, args) => (Sign::None, self.atom(*predicate, args, names)),
            Step::Fails(predicate, args) => (Sign::Not, self.atom(*predicate, args, names)),
            Step::Compare(comparison, left, right) => {
                let op = match comparison {
                    Comparison::Differs => CompareOp::NotEqual,
                    Comparison::Less => CompareOp::Less,
                };
                (Sign::None, LiteralKind::Compare(variable(left), vec![(op, variable(right))]))
            }
            Step::Differ(pairs) => {
                let side = |terms: Vec<Term>| match <[Term; 1]>::try_from(terms) {
                    Ok([term]) => term,
                    Err(terms) => Term::Tuple(terms),
                };
                let left = side(pairs.iter().map(|(left, _)| variable(left)).collect());
                let right = side(pairs.iter().map(|(_, right)| variable(right)).collect());
                (Sign::None, LiteralKind::Compare(left, vec![(CompareOp::NotEqual, right)]))
            }
            Step::Threshold(number, cut) => {
                let (op, bound) = match *cut {
                    Cut::Above(bound) => (CompareOp::Greater, bound),
                    Cut::AtMost(bound) => (CompareOp::LessEqual, bound),
                };
                let bound = self.bias.number_at(bound, self.symbols);
                (Sign::None, LiteralKind::Compare(variable(number), vec![(op, bound)]))
            }
            Step::Among(tuples) => {
                let tuple = |tuple: &Vec<Value>| match &tuple[..] {
                    [value] => self.term(*value),
                    values => Term::Tuple(values.iter().map(|value| self.term(*value)).collect()),
                };
                let n_head = tuples.first().map_or(0, Vec::len);
                let left = match n_head {
                    1 => variable(&0),
                    _ => Term::Tuple((0..n_head).map(|place| variable(&place)).collect()),
                };
                let right = Term::Pool(tuples.iter().map(tuple).collect());
                (Sign::None, LiteralKind::Compare(left, vec![(CompareOp::Equal, right)]))
            }
        };
        BodyElement::Literal(Literal { sign, kind, span: Span::default() })
    }

    /// Facts for the types that rules mention and the task does not define.
    pub fn type_facts(&self) -> Vec<Rule> {
        let fact = |of_type: &TypeId| {
            let known = &self.bias.types[*of_type];
            let values = Term::Pool(known.values.iter().map(|value| self.term(value.0)).collect());
            Rule {
                head: Head::Atom(atom(&known.name, vec![values])),
                body: Vec::new(),
                span: Span::default(),
            }
        };
        self.needed_types.iter().map(fact).collect()
    }

    fn equals(&self, name: &str, mut values: Vec<Value>) -> BodyElement {
        values.sort_by(|&a, &b| self.symbols.compare(Symbol(a), Symbol(b)));
        let terms: Vec<Term> = values.iter().map(|value| self.term(*value)).collect();
        let right = match <[Term; 1]>::try_from(terms) {
            Ok([term]) => term,
            Err(terms) => Term::Pool(terms),
        };
        let kind = LiteralKind::Compare(Term::Variable(name.into()), vec![(CompareOp::Equal, right)]);
        BodyElement::Literal(Literal { sign: Sign::None, kind, span: Span::default() })
    }

    fn atom(&self, predicate: usize, args: &[Arg], names: &[String]) -> LiteralKind {
        let Signature { name, negated, .. } = &self.bias.predicates[predicate];
        let args = args.iter().map(|arg| match arg {
            Arg::Variable(variable) => Term::Variable(names[*variable].as_str().into()),
            Arg::Constant(value) => self.term(*value),
        });
        LiteralKind::Atom(Atom {
            negated: *negated,
            name: name.clone(),
            args: args.collect(),
            span: Span::default(),
        })
    }

    fn term(&self, value: Value) -> Term {
        term_of(Symbol(value), self.symbols)
    }
}

/// Tuples in groups that differ in one place only, each with the values of every place. The place is one that gives the
/// fewest groups.
fn grouped(tuples: &[Vec<Value>], n_places: usize) -> Vec<Vec<Vec<Value>>> {
    let by = |place: usize| {
        let mut groups: BTreeMap<Vec<Value>, Vec<Value>> = BTreeMap::new();
        for tuple in tuples {
            let mut others = tuple.clone();
            let value = others.remove(place);
            groups.entry(others).or_default().push(value);
        }
        (place, groups)
    };
    let Some((place, groups)) = (0..n_places).map(by).min_by_key(|(_, groups)| groups.len()) else {
        return Vec::new();
    };
    let spread = |(others, values): (Vec<Value>, Vec<Value>)| {
        let mut places: Vec<Vec<Value>> = others.into_iter().map(|value| vec![value]).collect();
        places.insert(place, values);
        places
    };
    groups.into_iter().map(spread).collect()
}

fn variables(names: &[String]) -> Vec<Term> {
    names.iter().map(|name| Term::Variable(name.as_str().into())).collect()
}

fn positive(atom: Atom) -> BodyElement {
    BodyElement::Literal(Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), span: Span::default() })
}

fn atom(functor: &str, args: Vec<Term>) -> Atom {
    let (negated, name) = match functor.strip_prefix('-') {
        Some(name) => (true, name),
        None => (false, functor),
    };
    Atom { negated, name: Name::new(name), args, span: Span::default() }
}
