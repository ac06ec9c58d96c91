//! Reading rules, weak constraints and the like, each with its full stop.

use super::{Parsed, Parser, literals::Element};
use crate::{
    codes,
    diagnostic::Diagnostic,
    lexer::Kind,
    syntax::{
        AggregateSet, BodyElement, Conditional, Head, Literal, LiteralKind, Rule, Sign, Statement,
        StatementKind, Term, UnaryOp,
    },
};

impl Parser<'_, '_> {
    /// One statement with its full stop; `#minimize` may give several, or none.
    pub(super) fn statement(&mut self, statements: &mut Vec<Statement>) -> Parsed<()> {
        let start = self.token.start;
        let kind = match self.token.kind {
            Kind::Keyword if self.at_directive() => return self.directive(statements),
            Kind::WeakIf => self.weak()?,
            Kind::Number(cost) if self.second().kind == Kind::Tilde => self.listed(cost)?,
            _ => StatementKind::Rule(self.rule()?),
        };
        statements.push(Statement { kind, span: self.since(start) });
        Ok(())
    }

    fn rule(&mut self) -> Parsed<Rule> {
        let start = self.token.start;
        let head = if self.token.kind == Kind::If { Head::None } else { self.head()? };
        let body = if self.accept(Kind::If) {
            let body = self.body()?;
            self.stop("`,`, `;` or `.`")?;
            body
        } else {
            self.stop("`:-` or `.`")?;
            Vec::new()
        };
        Ok(Rule { head, body, span: self.since(start) })
    }

    fn head(&mut self) -> Parsed<Head> {
        let start = self.token.start;
        if !(self.at_term() || matches!(self.token.kind, Kind::Not | Kind::LeftBrace | Kind::Keyword)) {
            return Err(self.unexpected("a statement"));
        }
        match self.element()? {
            Element::Literal(literal) => self.disjunction(literal),
            Element::Aggregate(Sign::None, aggregate) => match aggregate.set {
                AggregateSet::Set(elements) => {
                    if let Some(odd) = elements.iter().find(|element| !is_positive_atom(&element.literal)) {
                        let message = "found something else than an atom in the head of a choice rule";
                        let error = Diagnostic::error(codes::NOT_AN_ATOM, message)
                            .at(odd.literal.span, "not an atom");
                        return Err(Box::new(error.help("choose between atoms; put conditions behind `:`")));
                    }
                    Ok(Head::Choice { left: aggregate.left, elements, right: aggregate.right })
                }
                AggregateSet::Function(..) => Err(self.no_head(start, "an aggregate")),
            },
            Element::Aggregate(..) => Err(self.no_head(start, "`not` before a choice")),
        }
    }

    fn no_head(&self, start: usize, what: &str) -> Box<Diagnostic> {
        let error = Diagnostic::error(codes::UNSUPPORTED, format!("found {what} in the head of a rule"))
            .at(self.since(start), "not supported in heads")
            .help("choose with `{ … }` and say the rest in a constraint");
        Box::new(error)
    }

    /// The head that begins with this literal.
    fn disjunction(&mut self, first: Literal) -> Parsed<Head> {
        let condition = self.condition()?;
        let mut elements = vec![Conditional { literal: first, condition }];
        while self.accept(Kind::Semicolon) || self.accept(Kind::Bar) || self.accept(Kind::Comma) {
            let literal = self.literal()?;
            elements.push(Conditional { literal, condition: self.condition()? });
        }
        if elements.len() > 1 || !elements[0].condition.is_empty() {
            return Ok(Head::Disjunction(elements));
        }
        let only = &elements[0].literal;
        Ok(match (only.sign, &only.kind) {
            (Sign::None, LiteralKind::Atom(atom)) => Head::Atom(atom.clone()),
            (Sign::None, LiteralKind::Truth(false)) => Head::None,
            _ => Head::Disjunction(elements),
        })
    }

    /// `:~ body. [w@p, t]`
    fn weak(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let body = self.body()?;
        self.stop("`,`, `;` or `.`")?;
        self.expect(Kind::LeftBracket, "`[weight@priority, terms]` after a weak constraint")?;
        let (weight, priority, terms) = self.weight()?;
        self.expect(Kind::RightBracket, "`,` or `]`")?;
        Ok(StatementKind::Weak { body, weight, priority, terms })
    }

    /// `w@p, t`
    fn weight(&mut self) -> Parsed<(Term, Option<Term>, Vec<Term>)> {
        let weight = self.term()?;
        let priority = if self.accept(Kind::At) { Some(self.term()?) } else { None };
        let terms = if self.accept(Kind::Comma) { self.terms()? } else { Vec::new() };
        Ok((weight, priority, terms))
    }

    /// `#minimize { w@p, t : a, b ; … }.` as weak constraints.
    pub(super) fn optimise(&mut self, maximise: bool, statements: &mut Vec<Statement>) -> Parsed<()> {
        self.expect(Kind::LeftBrace, "`{`")?;
        if !self.accept(Kind::RightBrace) {
            loop {
                let start = self.token.start;
                let (weight, priority, terms) = self.weight()?;
                let body = self.condition()?.into_iter().map(BodyElement::Literal).collect();
                let weight = if maximise { negative(weight) } else { weight };
                let kind = StatementKind::Weak { body, weight, priority, terms };
                statements.push(Statement { kind, span: self.since(start) });
                if !self.accept(Kind::Semicolon) {
                    break;
                }
            }
            self.expect(Kind::RightBrace, "`,`, `;`, `:` or `}`")?;
        }
        self.stop("`.`")
    }

    /// `2 ~ rule`
    fn listed(&mut self, cost: u64) -> Parsed<StatementKind> {
        let token = self.token;
        self.advance();
        self.advance();
        let cost = i64::try_from(cost).map_err(|_| self.too_large(token))?;
        let start = self.token.start;
        if self.token.kind != Kind::WeakIf {
            return Ok(StatementKind::Listed(cost, self.rule()?));
        }
        let kind = self.weak()?;
        Ok(StatementKind::ListedWeak(cost, Box::new(Statement { kind, span: self.since(start) })))
    }
}

fn is_positive_atom(literal: &Literal) -> bool {
    literal.sign == Sign::None && matches!(literal.kind, LiteralKind::Atom(_))
}

fn negative(weight: Term) -> Term {
    match weight {
        Term::Number(value) if value != i32::MIN => Term::Number(-value),
        weight => Term::Unary(UnaryOp::Minus, Box::new(weight)),
    }
}
