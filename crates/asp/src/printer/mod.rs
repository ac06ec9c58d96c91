//! Syntax to text: `Display` for every part of the tree. What is printed is read back as the same tree, and the part
//! that is clingo's language is accepted by clingo.

mod statements;

use crate::{
    symbols::{Atoms, Symbols, escape},
    syntax::{
        Aggregate, AggregateFunction, AggregateSet, Atom, BinaryOp, BodyElement, CompareOp, Conditional,
        Head, Literal, LiteralKind, Program, Rule, Sign, Term, UnaryOp,
    },
};
use std::fmt::{self, Display, Formatter};

/// Things with a separator between them.
struct Joined<'a, T>(&'a [T], &'static str);

impl<T: Display> Display for Joined<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (place, item) in self.0.iter().enumerate() {
            write!(f, "{}{item}", if place == 0 { "" } else { self.1 })?;
        }
        Ok(())
    }
}

/// The arguments of a function or atom with their brackets, nothing if there are none.
struct Arguments<'a>(&'a [Term]);

impl Display for Arguments<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => Ok(()),
            [Term::Pool(alternatives)] => write!(f, "({})", Joined(alternatives, ";")),
            args => write!(f, "({})", Joined(args, ",")),
        }
    }
}

/// How tight a term holds together: clingo's levels, as in the parser.
fn level(term: &Term) -> u8 {
    match term {
        Term::Interval(_) => 0,
        Term::Binary(op, _) => binary_level(*op),
        Term::Unary(UnaryOp::Minus | UnaryOp::Complement, _) => 7,
        Term::Number(value) if *value < 0 => 7,
        Term::Decimal(number) if number.digits < 0 => 7,
        _ => 8,
    }
}

fn binary_level(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Xor => 1,
        BinaryOp::Or => 2,
        BinaryOp::And => 3,
        BinaryOp::Add | BinaryOp::Subtract => 4,
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo => 5,
        BinaryOp::Power => 6,
    }
}

/// A term as part of another: in brackets unless it holds together at least as tight as `lowest`.
struct Operand<'a>(&'a Term, u8);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if level(self.0) >= self.1 { self.0.fmt(f) } else { write!(f, "({})", self.0) }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Variable(name) => f.write_str(name),
            Term::Anonymous => f.write_str("_"),
            Term::Number(value) => write!(f, "{value}"),
            Term::Decimal(number) => write!(f, "{number}"),
            Term::Text(text) => write!(f, "\"{}\"", escape(text)),
            Term::Infimum => f.write_str("#inf"),
            Term::Supremum => f.write_str("#sup"),
            Term::Function(name, args) => write!(f, "{name}{}", Arguments(args)),
            Term::Tuple(terms) => {
                write!(f, "({}{})", Joined(terms, ","), if terms.len() == 1 { "," } else { "" })
            }
            Term::Interval(ends) => write!(f, "{}..{}", Operand(&ends.0, 0), Operand(&ends.1, 1)),
            Term::Pool(terms) => write!(f, "({})", Joined(terms, ";")),
            Term::Arguments(terms) => Joined(terms, ",").fmt(f),
            Term::Unary(UnaryOp::Absolute, inner) => write!(f, "|{inner}|"),
            // Without the brackets the minus would belong to the number.
            Term::Unary(UnaryOp::Minus, inner)
                if matches!(**inner, Term::Number(value) if value >= 0)
                    || matches!(**inner, Term::Decimal(number) if number.digits > 0) =>
            {
                write!(f, "-({inner})")
            }
            Term::Unary(UnaryOp::Minus, inner) => write!(f, "-{}", Operand(inner, 7)),
            Term::Unary(UnaryOp::Complement, inner) => write!(f, "~{}", Operand(inner, 7)),
            Term::Binary(op, sides) => {
                let own = binary_level(*op);
                let (left, right) = if *op == BinaryOp::Power { (own + 1, own) } else { (own, own + 1) };
                write!(f, "{}{op}{}", Operand(&sides.0, left), Operand(&sides.1, right))
            }
        }
    }
}

impl Display for BinaryOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Modulo => "\\",
            BinaryOp::Power => "**",
            BinaryOp::And => "&",
            BinaryOp::Or => "?",
            BinaryOp::Xor => "^",
        })
    }
}

impl Display for CompareOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CompareOp::Equal => "=",
            CompareOp::NotEqual => "!=",
            CompareOp::Less => "<",
            CompareOp::LessEqual => "<=",
            CompareOp::Greater => ">",
            CompareOp::GreaterEqual => ">=",
        })
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", if self.negated { "-" } else { "" }, self.name, Arguments(&self.args))
    }
}

impl Display for Sign {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sign::None => "",
            Sign::Not => "not ",
            Sign::NotNot => "not not ",
        })
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.sign)?;
        match &self.kind {
            LiteralKind::Atom(atom) => atom.fmt(f),
            LiteralKind::Compare(first, chain) => {
                first.fmt(f)?;
                chain.iter().try_for_each(|(op, term)| write!(f, " {op} {term}"))
            }
            LiteralKind::Truth(true) => f.write_str("#true"),
            LiteralKind::Truth(false) => f.write_str("#false"),
        }
    }
}

impl Display for Conditional {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.literal.fmt(f)?;
        fmt_condition(&self.condition, f)
    }
}

fn fmt_condition(condition: &[Literal], f: &mut Formatter<'_>) -> fmt::Result {
    if condition.is_empty() { Ok(()) } else { write!(f, " : {}", Joined(condition, ", ")) }
}

impl Display for AggregateFunction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AggregateFunction::Count => "#count",
            AggregateFunction::Sum => "#sum",
            AggregateFunction::SumPlus => "#sum+",
            AggregateFunction::Min => "#min",
            AggregateFunction::Max => "#max",
        })
    }
}

impl Display for AggregateSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            AggregateSet::Set(elements) => fmt_set(elements, f),
            AggregateSet::Function(function, elements) => {
                write!(f, "{function} {{")?;
                for (place, (terms, condition)) in elements.iter().enumerate() {
                    let separator = if place == 0 { "" } else { ";" };
                    // An element without terms needs its colon to be seen at all.
                    let colon = if terms.is_empty() && condition.is_empty() { " :" } else { "" };
                    let space = if terms.is_empty() { "" } else { " " };
                    write!(f, "{separator}{space}{}{colon}", Joined(terms, ","))?;
                    fmt_condition(condition, f)?;
                }
                f.write_str(if elements.is_empty() { "}" } else { " }" })
            }
        }
    }
}

fn fmt_set(elements: &[Conditional], f: &mut Formatter<'_>) -> fmt::Result {
    if elements.is_empty() { f.write_str("{}") } else { write!(f, "{{ {} }}", Joined(elements, "; ")) }
}

/// Bounds around a set; `<=` need not be written.
fn fmt_bounded(
    left: &Option<(Term, CompareOp)>,
    right: &Option<(CompareOp, Term)>,
    f: &mut Formatter<'_>,
    set: impl FnOnce(&mut Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    match left {
        Some((term, CompareOp::LessEqual)) => write!(f, "{term} ")?,
        Some((term, op)) => write!(f, "{term} {op} ")?,
        None => {}
    }
    set(f)?;
    match right {
        Some((CompareOp::LessEqual, term)) => write!(f, " {term}"),
        Some((op, term)) => write!(f, " {op} {term}"),
        None => Ok(()),
    }
}

impl Display for Aggregate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        fmt_bounded(&self.left, &self.right, f, |f| self.set.fmt(f))
    }
}

impl Display for BodyElement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            BodyElement::Literal(literal) => literal.fmt(f),
            BodyElement::Conditional(conditional) => conditional.fmt(f),
            BodyElement::Aggregate(sign, aggregate) => write!(f, "{sign}{aggregate}"),
        }
    }
}

/// A body; after a condition only a semicolon tells the next element from the condition.
struct Body<'a>(&'a [BodyElement]);

impl Display for Body<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (place, element) in self.0.iter().enumerate() {
            let after_condition = place > 0 && matches!(self.0[place - 1], BodyElement::Conditional(_));
            let separator = if after_condition { "; " } else { ", " };
            write!(f, "{}{element}", if place == 0 { "" } else { separator })?;
        }
        Ok(())
    }
}

impl Display for Head {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Head::None => Ok(()),
            Head::Atom(atom) => atom.fmt(f),
            Head::Disjunction(elements) => Joined(elements, "; ").fmt(f),
            Head::Choice { left, elements, right } => fmt_bounded(left, right, f, |f| fmt_set(elements, f)),
        }
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.head.fmt(f)?;
        let is_constraint = self.head == Head::None;
        match (is_constraint, self.body.is_empty()) {
            (true, true) => f.write_str(":-."),
            (true, false) => write!(f, ":- {}.", Body(&self.body)),
            (false, true) => f.write_str("."),
            (false, false) => write!(f, " :- {}.", Body(&self.body)),
        }
    }
}

impl Program {
    /// The facts as text, one in a line.
    pub fn display_facts(&self) -> impl Display + '_ {
        Facts(&self.facts, &self.symbols)
    }
}

struct Facts<'a>(&'a Atoms, &'a Symbols);

impl Display for Facts<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for group in self.0.groups() {
            let functor = group.signature.functor();
            for row in group.rows() {
                f.write_str(&functor)?;
                for (place, &symbol) in row.iter().enumerate() {
                    write!(f, "{}{}", if place == 0 { "(" } else { "," }, self.1.display(symbol))?;
                }
                f.write_str(if row.is_empty() { ".\n" } else { ").\n" })?;
            }
        }
        Ok(())
    }
}

impl Display for Program {
    /// The facts, then the other statements, one in a line.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.display_facts().fmt(f)?;
        self.statements.iter().try_for_each(|statement| writeln!(f, "{statement}"))
    }
}
