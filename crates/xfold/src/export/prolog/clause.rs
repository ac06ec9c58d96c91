//! Export: one rule as a clause of SWI-Prolog.
//!
//! Prolog runs a body from left to right, so conditions are put into an order in which variables are bound where they
//! have to be: what can be compared or computed, then positive atoms, then what is negated. What has to be computed gets
//! a variable of its own. Where clingo finds no value, for a constant plus one or a division by zero, it drops the
//! instance; so the goals that compute fail there.

use super::{has_arithmetic, names, term_text};
use crate::{error::Result, export::cannot};
use rustc_hash::FxHashSet;
use xfold_asp::syntax::{
    Atom, BinaryOp, BodyElement, CompareOp, Head, Literal, LiteralKind, Name, Rule, Sign, Term, UnaryOp,
};

/// The clause of a rule with one atom in the head.
pub(super) fn clause(rule: &Rule) -> Result<String> {
    let Head::Atom(head) = &rule.head else { return Ok(String::new()) };
    let mut clause = Clause { rule, goals: Vec::new(), bound: FxHashSet::default(), n_fresh: 0 };
    let mut waiting: Vec<BodyElement> = rule.body.clone();
    while !waiting.is_empty() {
        let place = clause.next(&waiting);
        let element = waiting.remove(place);
        waiting.extend(clause.element(&element)?);
    }
    let head = clause.atom(head)?;
    let goals = clause.goals.join(", ");
    Ok(if goals.is_empty() { format!("{head}.\n") } else { format!("{head} :- {goals}.\n") })
}

/// A clause on the way.
struct Clause<'r> {
    rule: &'r Rule,
    goals: Vec<String>,
    /// The variables that have a value behind the goals so far.
    bound: FxHashSet<String>,
    n_fresh: usize,
}

impl Clause<'_> {
    /// The condition to come next.
    fn next(&self, waiting: &[BodyElement]) -> usize {
        let comparison = waiting.iter().position(|element| match element {
            BodyElement::Literal(Literal { kind: LiteralKind::Compare(first, chain), sign, .. }) => {
                self.is_ready(first, chain, *sign)
            }
            _ => false,
        });
        let atom = || {
            let is_atom = |element: &BodyElement| {
                matches!(
                    element,
                    BodyElement::Literal(Literal { kind: LiteralKind::Atom(_), sign: Sign::None, .. })
                )
            };
            waiting.iter().position(is_atom)
        };
        comparison.or_else(atom).unwrap_or(0)
    }

    fn is_bound(&self, term: &Term) -> bool {
        variables(term).iter().all(|name| self.bound.contains(name))
    }

    /// Whether a comparison has all its values, or gives a variable one.
    fn is_ready(&self, first: &Term, chain: &[(CompareOp, Term)], sign: Sign) -> bool {
        if self.is_bound(first) && chain.iter().all(|(_, term)| self.is_bound(term)) {
            return true;
        }
        match chain {
            [(CompareOp::Equal, second)] if sign == Sign::None => {
                self.gives(first, second) || self.gives(second, first)
            }
            _ => false,
        }
    }

    /// Whether a term gets its variables by being equal to a known one.
    fn gives(&self, to: &Term, from: &Term) -> bool {
        self.is_bound(from) && (!has_arithmetic(to) || self.turned(to).is_some())
    }

    /// `X+1` as the variable `X` and the operation that leads back: `-1`.
    fn turned<'t>(&self, term: &'t Term) -> Option<(&'t Name, BinaryOp, &'t Term)> {
        let Term::Binary(op, pair) = term else { return None };
        match (op, &pair.0, &pair.1) {
            (BinaryOp::Add, Term::Variable(name), other) | (BinaryOp::Add, other, Term::Variable(name))
                if self.is_bound(other) =>
            {
                Some((name, BinaryOp::Subtract, other))
            }
            (BinaryOp::Subtract, Term::Variable(name), other) if self.is_bound(other) => {
                Some((name, BinaryOp::Add, other))
            }
            _ => None,
        }
    }

    fn refuse(&self, element: &BodyElement) -> crate::Error {
        let what = format!("`{element}` cannot be said there");
        cannot(what, Some(self.rule.span), "export to clingo")
    }

    fn fresh(&mut self) -> Name {
        self.n_fresh += 1;
        format!("Value_{}", self.n_fresh).as_str().into()
    }

    /// Adds the goals of a condition; gives conditions that are left of it.
    fn element(&mut self, element: &BodyElement) -> Result<Vec<BodyElement>> {
        let BodyElement::Literal(literal) = element else { return Err(self.refuse(element)) };
        let goal = match (&literal.kind, literal.sign) {
            (LiteralKind::Atom(atom), Sign::None) => {
                let (atom, equal) = self.opened(atom, literal);
                let goal = self.atom(&atom)?;
                atom.args.iter().for_each(|term| self.bound.extend(variables(term)));
                self.goals.push(goal);
                return Ok(equal);
            }
            (LiteralKind::Atom(atom), _) if atom.args.is_empty() => format!("({})", self.atom(atom)?),
            (LiteralKind::Atom(atom), _) => self.atom(atom)?,
            (LiteralKind::Compare(first, chain), sign) => {
                if !self.is_ready(first, chain, sign) {
                    return Err(self.refuse(element));
                }
                let mut left = first;
                let mut goals = Vec::new();
                for (op, right) in chain {
                    goals.push(self.comparison(left, *op, right, element)?);
                    left = right;
                }
                match literal.sign {
                    Sign::None => goals.join(", "),
                    _ => format!("({})", goals.join(", ")),
                }
            }
            (LiteralKind::Truth(holds), _) => if *holds { "true" } else { "fail" }.to_string(),
        };
        self.goals.push(match literal.sign {
            Sign::None => goal,
            Sign::Not => format!("\\+ {goal}"),
            Sign::NotNot => format!("\\+ \\+ {goal}"),
        });
        Ok(Vec::new())
    }

    /// An atom of a body with a variable in place of each argument that would have to be computed from variables without
    /// a value, and that these are equal.
    fn opened(&mut self, atom: &Atom, literal: &Literal) -> (Atom, Vec<BodyElement>) {
        let mut atom = atom.clone();
        let mut equal = Vec::new();
        for term in &mut atom.args {
            if has_arithmetic(term) && !self.is_bound(term) {
                let fresh = Term::Variable(self.fresh());
                let term = std::mem::replace(term, fresh.clone());
                let kind = LiteralKind::Compare(fresh, vec![(CompareOp::Equal, term)]);
                equal.push(BodyElement::Literal(Literal { kind, sign: Sign::None, ..literal.clone() }));
            }
        }
        (atom, equal)
    }

    fn comparison(
        &mut self,
        left: &Term,
        op: CompareOp,
        right: &Term,
        element: &BodyElement,
    ) -> Result<String> {
        if op == CompareOp::Equal
            && let Term::Interval(pair) = right
        {
            let (low, high) = (self.computed(&pair.0, element)?, self.computed(&pair.1, element)?);
            let value = self.computed(left, element)?;
            let guard = if self.is_bound(left) { format!("integer({value}), ") } else { String::new() };
            self.bound.extend(variables(left));
            return Ok(format!("{guard}between({low}, {high}, {value})"));
        }
        if op == CompareOp::Equal {
            for (to, from) in [(left, right), (right, left)] {
                if let Some((name, op, other)) = self.turned(to).filter(|_| !self.is_bound(to)) {
                    let back = Term::Binary(op, Box::new((from.clone(), other.clone())));
                    let value = self.computed(&back, element)?;
                    self.bound.insert(name.to_string());
                    return Ok(format!("{name} = {value}"));
                }
            }
        }
        let is_number = |term: &Term| match term {
            Term::Number(_) | Term::Decimal(_) | Term::Binary(..) => true,
            Term::Unary(UnaryOp::Minus, inner) => !matches!(**inner, Term::Function(..)),
            Term::Unary(..) => true,
            _ => false,
        };
        // Numbers come before everything else, in clingo as in Prolog.
        let is_standard = is_number(left) || is_number(right);
        let (one, other) = (self.computed(left, element)?, self.computed(right, element)?);
        self.bound.extend(variables(left).into_iter().chain(variables(right)));
        let order = |sign: &str| match sign {
            _ if is_standard => format!("{one} @{sign} {other}"),
            "=<" => format!("\\+ 'xfold order'(>, {one}, {other})"),
            ">=" => format!("\\+ 'xfold order'(<, {one}, {other})"),
            _ => format!("'xfold order'({sign}, {one}, {other})"),
        };
        Ok(match op {
            CompareOp::Equal => format!("{one} = {other}"),
            CompareOp::NotEqual => format!("{one} \\== {other}"),
            CompareOp::Less => order("<"),
            CompareOp::LessEqual => order("=<"),
            CompareOp::Greater => order(">"),
            CompareOp::GreaterEqual => order(">="),
        })
    }

    /// An atom; what has to be computed in its arguments is computed by goals before it.
    fn atom(&mut self, atom: &Atom) -> Result<String> {
        let element = BodyElement::Literal(Literal {
            sign: Sign::None,
            kind: LiteralKind::Atom(atom.clone()),
            span: atom.span,
        });
        let args: Vec<String> =
            atom.args.iter().map(|term| self.computed(term, &element)).collect::<Result<_>>()?;
        let name = names::of_atom(atom);
        Ok(if args.is_empty() { name } else { format!("{name}({})", args.join(",")) })
    }

    /// A term without anything to compute: goals give it a value.
    fn computed(&mut self, term: &Term, element: &BodyElement) -> Result<String> {
        if !has_arithmetic(term) {
            return term_text(term).ok_or_else(|| self.refuse(element));
        }
        let inside = |this: &mut Self, args: &[Term]| {
            args.iter().map(|term| this.computed(term, element)).collect::<Result<Vec<_>>>()
        };
        match term {
            Term::Function(name, args) => Ok(format!("{name}({})", inside(self, args)?.join(","))),
            Term::Tuple(args) if args.len() > 1 => Ok(format!("({})", inside(self, args)?.join(","))),
            Term::Unary(..) | Term::Binary(..) => {
                let value = term_text(term).ok_or_else(|| self.refuse(element))?;
                if !self.is_bound(term) {
                    return Err(self.refuse(element));
                }
                // Some constants and strings have a value in Prolog's arithmetic.
                let mut names: Vec<String> = variables(term).into_iter().collect();
                names.sort_unstable();
                self.goals.extend(names.iter().map(|name| format!("integer({name})")));
                let fresh = self.fresh();
                self.goals.push(if divides(term) {
                    format!("catch({fresh} is {value}, error(_, _), fail)")
                } else {
                    format!("{fresh} is {value}")
                });
                self.bound.insert(fresh.to_string());
                Ok(fresh.to_string())
            }
            _ => Err(self.refuse(element)),
        }
    }
}

/// Whether a term divides by something that may be zero.
fn divides(term: &Term) -> bool {
    match term {
        Term::Binary(op, pair) => {
            let by_number = match pair.1 {
                Term::Number(number) => number != 0,
                Term::Decimal(_) => true,
                _ => false,
            };
            let is_division = matches!(op, BinaryOp::Divide | BinaryOp::Modulo);
            (is_division && !by_number) || divides(&pair.0) || divides(&pair.1)
        }
        Term::Unary(_, inner) => divides(inner),
        _ => false,
    }
}

fn variables(term: &Term) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    crate::explain::variables(term, &mut names);
    names.into_iter().map(|name| name.to_string()).collect()
}
