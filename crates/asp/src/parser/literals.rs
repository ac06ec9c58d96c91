//! Reading atoms, literals, conditions, aggregates and bodies.

use super::{Parsed, Parser};
use crate::{
    lexer::Kind,
    syntax::{
        Aggregate, AggregateFunction, AggregateSet, Atom, BodyElement, CompareOp, Conditional, Literal,
        LiteralKind, Sign, Term, UnaryOp,
    },
};

/// A literal or an aggregate: which of the two shows only after the first term.
pub(super) enum Element {
    Literal(Literal),
    Aggregate(Sign, Aggregate),
}

fn aggregate_function(word: &str) -> Option<AggregateFunction> {
    Some(match word {
        "#count" => AggregateFunction::Count,
        "#sum" => AggregateFunction::Sum,
        "#sum+" => AggregateFunction::SumPlus,
        "#min" => AggregateFunction::Min,
        "#max" => AggregateFunction::Max,
        _ => return None,
    })
}

impl Parser<'_, '_> {
    /// A body up to, and without, its full stop.
    pub(super) fn body(&mut self) -> Parsed<Vec<BodyElement>> {
        let mut body = Vec::new();
        if self.token.kind == Kind::Stop {
            return Ok(body);
        }
        loop {
            let element = match self.element()? {
                Element::Aggregate(sign, aggregate) => BodyElement::Aggregate(sign, aggregate),
                Element::Literal(literal) => {
                    let condition = self.condition()?;
                    if condition.is_empty() {
                        BodyElement::Literal(literal)
                    } else {
                        BodyElement::Conditional(Conditional { literal, condition })
                    }
                }
            };
            body.push(element);
            if !(self.accept(Kind::Comma) || self.accept(Kind::Semicolon)) {
                return Ok(body);
            }
        }
    }

    /// A colon and the literals behind it, if there is one. Commas belong to the condition.
    pub(super) fn condition(&mut self) -> Parsed<Vec<Literal>> {
        let mut literals = Vec::new();
        if !self.accept(Kind::Colon) {
            return Ok(literals);
        }
        if matches!(self.token.kind, Kind::Semicolon | Kind::Stop | Kind::RightBrace | Kind::If) {
            return Ok(literals);
        }
        loop {
            literals.push(self.literal()?);
            if !self.accept(Kind::Comma) {
                return Ok(literals);
            }
        }
    }

    /// A literal.
    pub(super) fn literal(&mut self) -> Parsed<Literal> {
        let start = self.token.start;
        let sign = self.sign();
        let kind = self.literal_kind()?;
        Ok(Literal { sign, kind, span: self.since(start) })
    }

    /// A literal or aggregate.
    pub(super) fn element(&mut self) -> Parsed<Element> {
        let start = self.token.start;
        let sign = self.sign();
        if self.at_aggregate() {
            return Ok(Element::Aggregate(sign, self.aggregate(None)?));
        }
        let kind = match self.truth() {
            Some(truth) => truth,
            None => {
                let (term_start, like_atom) = (self.token.start, self.at_atom());
                let term = self.first_term()?;
                if self.at_aggregate() {
                    return Ok(Element::Aggregate(sign, self.aggregate(Some((term, CompareOp::LessEqual)))?));
                }
                match self.compare_op() {
                    Some(op) if self.at_aggregate() => {
                        return Ok(Element::Aggregate(sign, self.aggregate(Some((term, op)))?));
                    }
                    Some(op) => self.comparison(term, op)?,
                    None => LiteralKind::Atom(self.term_as_atom(term, term_start, like_atom)?),
                }
            }
        };
        Ok(Element::Literal(Literal { sign, kind, span: self.since(start) }))
    }

    fn literal_kind(&mut self) -> Parsed<LiteralKind> {
        if let Some(truth) = self.truth() {
            return Ok(truth);
        }
        let (start, like_atom) = (self.token.start, self.at_atom());
        let term = self.first_term()?;
        match self.compare_op() {
            Some(op) => self.comparison(term, op),
            None => Ok(LiteralKind::Atom(self.term_as_atom(term, start, like_atom)?)),
        }
    }

    /// The term with which a literal begins.
    fn first_term(&mut self) -> Parsed<Term> {
        if self.at_term() || self.token.kind == Kind::At {
            self.term()
        } else {
            Err(self.unexpected("a literal"))
        }
    }

    fn sign(&mut self) -> Sign {
        match (self.accept(Kind::Not), self.token.kind) {
            (false, _) => Sign::None,
            (true, Kind::Not) => {
                self.advance();
                Sign::NotNot
            }
            (true, _) => Sign::Not,
        }
    }

    fn truth(&mut self) -> Option<LiteralKind> {
        let value = match self.word() {
            "#true" => true,
            "#false" => false,
            _ => return None,
        };
        self.advance();
        Some(LiteralKind::Truth(value))
    }

    pub(super) fn compare_op(&mut self) -> Option<CompareOp> {
        let op = match self.token.kind {
            Kind::Equal => CompareOp::Equal,
            Kind::NotEqual => CompareOp::NotEqual,
            Kind::Less => CompareOp::Less,
            Kind::LessEqual => CompareOp::LessEqual,
            Kind::Greater => CompareOp::Greater,
            Kind::GreaterEqual => CompareOp::GreaterEqual,
            _ => return None,
        };
        self.advance();
        Some(op)
    }

    fn comparison(&mut self, first: Term, op: CompareOp) -> Parsed<LiteralKind> {
        let mut chain = vec![(op, self.term()?)];
        while let Some(op) = self.compare_op() {
            chain.push((op, self.term()?));
        }
        Ok(LiteralKind::Compare(first, chain))
    }

    /// Whether the next tokens look like an atom: a name, possibly with a minus in front.
    fn at_atom(&self) -> bool {
        match self.token.kind {
            Kind::Identifier | Kind::Variable => true,
            Kind::Minus => matches!(self.second().kind, Kind::Identifier | Kind::Variable),
            _ => false,
        }
    }

    fn term_as_atom(&self, term: Term, start: usize, like_atom: bool) -> Parsed<Atom> {
        let (negated, inner) = match term {
            Term::Unary(UnaryOp::Minus, inner) => (true, *inner),
            term => (false, term),
        };
        match inner {
            Term::Function(name, args) if like_atom => {
                Ok(Atom { negated, name, args, span: self.since(start) })
            }
            _ => Err(self.not_an_atom(start)),
        }
    }

    /// An atom where nothing else can stand.
    pub(super) fn atom(&mut self) -> Parsed<Atom> {
        let start = self.token.start;
        if !self.at_atom() {
            return Err(self.unexpected("an atom"));
        }
        let negated = self.accept(Kind::Minus);
        if self.token.kind == Kind::Variable {
            let (word, span) = (self.word().into(), self.span(self.token.start, self.token.end));
            self.findings.predicate_variables.push((span, word));
        }
        let name = self.word().into();
        self.advance();
        let args = if self.token.kind == Kind::LeftParen { self.arguments()? } else { Vec::new() };
        Ok(Atom { negated, name, args, span: self.since(start) })
    }

    fn at_aggregate(&self) -> bool {
        self.token.kind == Kind::LeftBrace
            || self.token.kind == Kind::Keyword && aggregate_function(self.word()).is_some()
    }

    fn aggregate(&mut self, left: Option<(Term, CompareOp)>) -> Parsed<Aggregate> {
        let set = match aggregate_function(self.word()) {
            Some(function) => {
                self.advance();
                AggregateSet::Function(function, self.tuples()?)
            }
            None => AggregateSet::Set(self.conditionals()?),
        };
        let right = match self.compare_op() {
            Some(op) => Some((op, self.term()?)),
            None if self.at_term() => Some((CompareOp::LessEqual, self.term()?)),
            None => None,
        };
        Ok(Aggregate { left, set, right })
    }

    /// `{ a : b, c ; d }`; also commas between elements, as ILASP has them.
    fn conditionals(&mut self) -> Parsed<Vec<Conditional>> {
        self.advance();
        let mut elements = Vec::new();
        if self.accept(Kind::RightBrace) {
            return Ok(elements);
        }
        loop {
            let literal = self.literal()?;
            elements.push(Conditional { literal, condition: self.condition()? });
            if self.accept(Kind::Semicolon) || self.accept(Kind::Comma) {
                continue;
            }
            self.expect(Kind::RightBrace, "`;`, `:` or `}`")?;
            return Ok(elements);
        }
    }

    /// `{ t, u : a, b ; v }`
    fn tuples(&mut self) -> Parsed<Vec<(Vec<Term>, Vec<Literal>)>> {
        self.expect(Kind::LeftBrace, "`{` after the aggregate's name")?;
        let mut elements = Vec::new();
        if self.accept(Kind::RightBrace) {
            return Ok(elements);
        }
        loop {
            let mut terms = Vec::new();
            if self.token.kind != Kind::Colon {
                terms = self.terms()?;
            }
            elements.push((terms, self.condition()?));
            if self.accept(Kind::Semicolon) {
                continue;
            }
            self.expect(Kind::RightBrace, "`,`, `;`, `:` or `}`")?;
            return Ok(elements);
        }
    }

    /// Terms with commas between them, at least one.
    pub(super) fn terms(&mut self) -> Parsed<Vec<Term>> {
        let mut terms = vec![self.term()?];
        while self.accept(Kind::Comma) {
            terms.push(self.term()?);
        }
        Ok(terms)
    }
}
