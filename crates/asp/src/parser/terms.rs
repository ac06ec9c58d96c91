//! Reading terms, with clingo's precedences.

use super::{MAX_HEIGHT, Parsed, Parser};
use crate::{
    codes,
    decimal::Decimal,
    diagnostic::Diagnostic,
    lexer::{Kind, Token, unquote},
    syntax::{BinaryOp, Term, UnaryOp},
};

/// A binary operator's level (higher binds tighter) and, but for intervals, which it is.
fn operator(kind: Kind) -> Option<(u8, Option<BinaryOp>)> {
    Some(match kind {
        Kind::Dots => (0, None),
        Kind::Caret => (1, Some(BinaryOp::Xor)),
        Kind::Question => (2, Some(BinaryOp::Or)),
        Kind::Ampersand => (3, Some(BinaryOp::And)),
        Kind::Plus => (4, Some(BinaryOp::Add)),
        Kind::Minus => (4, Some(BinaryOp::Subtract)),
        Kind::Star => (5, Some(BinaryOp::Multiply)),
        Kind::Slash => (5, Some(BinaryOp::Divide)),
        Kind::Backslash => (5, Some(BinaryOp::Modulo)),
        Kind::StarStar => (6, Some(BinaryOp::Power)),
        _ => return None,
    })
}

impl Parser<'_, '_> {
    /// A term.
    pub(super) fn term(&mut self) -> Parsed<Term> {
        self.nested(|parser| parser.binary(0))
    }

    /// Whether a term can start with the next token.
    pub(super) fn at_term(&self) -> bool {
        match self.token.kind {
            Kind::Number(_)
            | Kind::Decimal
            | Kind::Text
            | Kind::Identifier
            | Kind::Variable
            | Kind::Anonymous => true,
            Kind::LeftParen | Kind::Minus | Kind::Tilde | Kind::Bar => true,
            Kind::Keyword => self.word().starts_with("#inf") || self.word().starts_with("#sup"),
            _ => false,
        }
    }

    fn binary(&mut self, lowest: u8) -> Parsed<Term> {
        let mut left = self.unary()?;
        let mut height = self.height;
        while let Some((level, op)) = operator(self.token.kind)
            && level >= lowest
        {
            self.advance();
            // Powers group to the right, everything else to the left.
            let right_lowest = if op == Some(BinaryOp::Power) { level } else { level + 1 };
            let right = self.nested(|parser| parser.binary(right_lowest))?;
            height = self.grown(height.max(self.height))?;
            left = match op {
                Some(op) => Term::Binary(op, Box::new((left, right))),
                None => Term::Interval(Box::new((left, right))),
            };
        }
        self.height = height;
        Ok(left)
    }

    /// One level above a height.
    fn grown(&self, height: u32) -> Parsed<u32> {
        if height < MAX_HEIGHT { Ok(height + 1) } else { Err(self.too_deep()) }
    }

    fn unary(&mut self) -> Parsed<Term> {
        let op = match self.token.kind {
            Kind::Minus => UnaryOp::Minus,
            Kind::Tilde => UnaryOp::Complement,
            _ => return self.primary(),
        };
        self.advance();
        let token = self.token;
        match (op, token.kind) {
            // A minus directly before digits belongs to the number.
            (UnaryOp::Minus, Kind::Number(value)) => {
                self.advance();
                self.height = 1;
                let value = i64::try_from(value).ok().and_then(|value| i32::try_from(-value).ok());
                value.map(Term::Number).ok_or_else(|| self.too_large(token))
            }
            (UnaryOp::Minus, Kind::Decimal) => {
                let number = self.decimal(token, "-")?;
                self.advance();
                self.height = 1;
                Ok(number)
            }
            _ => {
                let inner = self.nested(Self::unary)?;
                self.height = self.grown(self.height)?;
                Ok(Term::Unary(op, Box::new(inner)))
            }
        }
    }

    fn primary(&mut self) -> Parsed<Term> {
        let token = self.token;
        let word = self.word();
        self.height = 1;
        let term = match token.kind {
            Kind::Number(value) => match i32::try_from(value) {
                Ok(value) => Term::Number(value),
                Err(_) => return Err(self.too_large(token)),
            },
            Kind::Decimal => self.decimal(token, "")?,
            Kind::Text => Term::Text(self.string(token, false)?.into()),
            Kind::Anonymous => Term::Anonymous,
            Kind::Keyword if matches!(word, "#inf" | "#infimum") => Term::Infimum,
            Kind::Keyword if matches!(word, "#sup" | "#supremum") => Term::Supremum,
            Kind::Identifier | Kind::Variable => return self.function_or_variable(),
            Kind::LeftParen => return self.parenthesised(),
            Kind::Bar => return self.absolute(),
            Kind::At => return Err(self.code(token)),
            _ => return Err(self.unexpected("a term")),
        };
        self.advance();
        Ok(term)
    }

    /// The number of a decimal token with its sign: scaled to a whole number, as clingo needs it, it has 32 bits.
    fn decimal(&self, token: Token, sign: &str) -> Parsed<Term> {
        let text = format!("{sign}{}", &self.text[token.start..token.end]);
        let of_number = |number: Decimal| number.as_whole().map_or(Term::Decimal(number), Term::Number);
        Decimal::parse_fitting(&text).map(of_number).ok_or_else(|| {
            let message = format!(
                "{text} has too many digits: clingo's numbers are whole and have 32 bits, so a decimal has nine digits, \
                 or ten up to 2147483647"
            );
            let error = Diagnostic::error(codes::NUMBER_TOO_LARGE, message)
                .at(self.span(token.start, token.end), "")
                .help("round it, or choose a larger unit");
            Box::new(error)
        })
    }

    /// The contents of a string token.
    pub(super) fn string(&self, token: Token, lenient: bool) -> Parsed<String> {
        unquote(&self.text[token.start..token.end], lenient).map_err(|at| {
            let at = token.start + at;
            let error = Diagnostic::error(codes::BAD_ESCAPE, "found a backslash that starts no known escape")
                .at(self.span(at, at + 1), "not an escape")
                .help("write \\\\ for a backslash, \\\" for a quote, \\n for a new line");
            Box::new(error)
        })
    }

    fn function_or_variable(&mut self) -> Parsed<Term> {
        let (token, name) = (self.token, self.word());
        self.advance();
        if self.token.kind != Kind::LeftParen {
            let is_variable = token.kind == Kind::Variable;
            return Ok(if is_variable {
                Term::Variable(name.into())
            } else {
                Term::Function(name.into(), Vec::new())
            });
        }
        if token.kind == Kind::Variable {
            let span = self.span(token.start, token.end);
            self.findings.predicate_variables.push((span, name.into()));
        }
        Ok(Term::Function(name.into(), self.arguments()?))
    }

    /// `(a,b)`, `(a;b)` or `(a,b;c)` after a name: the arguments, a single pool if there are alternatives.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Term>> {
        let mut alternatives = self.alternatives(false)?;
        if alternatives.len() == 1 {
            return Ok(alternatives.pop().map_or(Vec::new(), |(terms, _)| terms));
        }
        let as_term = |(mut terms, _): (Vec<Term>, bool)| match terms.len() {
            1 => terms.remove(0),
            _ => Term::Arguments(terms),
        };
        Ok(vec![Term::Pool(alternatives.into_iter().map(as_term).collect())])
    }

    fn parenthesised(&mut self) -> Parsed<Term> {
        let as_term = |(mut terms, is_tuple): (Vec<Term>, bool)| match terms.len() {
            1 if !is_tuple => terms.remove(0),
            _ => Term::Tuple(terms),
        };
        let mut terms: Vec<Term> = self.alternatives(true)?.into_iter().map(as_term).collect();
        Ok(if terms.len() == 1 { terms.remove(0) } else { Term::Pool(terms) })
    }

    /// Lists of terms between brackets, separated by semicolons, each with whether a comma ends it (in tuples only).
    fn alternatives(&mut self, of_tuples: bool) -> Parsed<Vec<(Vec<Term>, bool)>> {
        let mut height = 0;
        self.advance();
        let mut lists = Vec::new();
        loop {
            let (mut terms, mut ends_in_comma) = (Vec::new(), false);
            while !matches!(self.token.kind, Kind::Semicolon | Kind::RightParen) {
                // `(,)` is the empty tuple.
                if of_tuples && terms.is_empty() && self.accept(Kind::Comma) {
                    break;
                }
                terms.push(self.term()?);
                height = height.max(self.height);
                ends_in_comma = self.accept(Kind::Comma);
                if !ends_in_comma {
                    break;
                }
                if !of_tuples && !self.at_term() {
                    return Err(self.unexpected("a term"));
                }
            }
            lists.push((terms, ends_in_comma));
            if self.accept(Kind::Semicolon) {
                continue;
            }
            self.expect(Kind::RightParen, "`,` or `)`")?;
            // Two more levels at most: a pool of tuples.
            self.height = self.grown(height).and_then(|height| self.grown(height))?;
            return Ok(lists);
        }
    }

    fn absolute(&mut self) -> Parsed<Term> {
        self.advance();
        let mut terms = vec![self.term()?];
        let mut height = self.height;
        while self.accept(Kind::Semicolon) {
            terms.push(self.term()?);
            height = height.max(self.height);
        }
        self.expect(Kind::Bar, "an operator or the closing `|`")?;
        self.height = self.grown(height).and_then(|height| self.grown(height))?;
        let inner = if terms.len() == 1 { terms.remove(0) } else { Term::Pool(terms) };
        Ok(Term::Unary(UnaryOp::Absolute, Box::new(inner)))
    }
}
