//! Prolog's terms, with its operators, for the readers of Popper and Aleph tasks.

use super::lexer::{Lexer, Token, Wrong};
use std::fmt;
use xfold_asp::{Decimal, span::Span, syntax::Name};

/// The deepest nesting of terms.
const MOST_NESTED: usize = 200;

/// A term and where it stands.
#[derive(Debug, Clone)]
pub(in crate::task::read) struct Term {
    pub(in crate::task::read) kind: Kind,
    pub(in crate::task::read) span: Span,
}

/// What a term is.
#[derive(Debug, Clone)]
pub(in crate::task::read) enum Kind {
    Variable(Name),
    Number(i32),
    Decimal(Decimal),
    Text(Name),
    /// An atom or a compound term; operators are functors like others. Whether the name is quoted.
    Compound(Name, Vec<Term>, bool),
    /// `[…]`, and what stands behind the bar.
    List(Vec<Term>, Option<Box<Term>>),
}

impl Term {
    /// The functor and the arguments, if it has any functor.
    pub(in crate::task::read) fn parts(&self) -> Option<(&str, &[Term])> {
        match &self.kind {
            Kind::Compound(name, args, _) => Some((name, args)),
            _ => None,
        }
    }

    /// The name of an atom without arguments.
    pub(in crate::task::read) fn atom(&self) -> Option<&str> {
        self.parts().filter(|(_, args)| args.is_empty()).map(|(name, _)| name)
    }

    /// The terms between commas.
    pub(in crate::task::read) fn conjuncts(&self) -> Vec<&Term> {
        match self.parts() {
            Some((",", [left, right])) => {
                let mut all = left.conjuncts();
                all.extend(right.conjuncts());
                all
            }
            _ => vec![self],
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, terms: &[Term]| {
            terms
                .iter()
                .enumerate()
                .try_for_each(|(place, term)| write!(f, "{}{term}", if place > 0 { "," } else { "" }))
        };
        match &self.kind {
            Kind::Variable(name) => f.write_str(name),
            Kind::Number(number) => write!(f, "{number}"),
            Kind::Decimal(number) => write!(f, "{number}"),
            Kind::Text(text) => write!(f, "\"{text}\""),
            Kind::List(terms, rest) => {
                f.write_str("[")?;
                list(f, terms)?;
                rest.iter().try_for_each(|rest| write!(f, "|{rest}"))?;
                f.write_str("]")
            }
            Kind::Compound(name, args, _) => match &args[..] {
                [] => f.write_str(name),
                [left, right] if infix(name).is_some() => write!(f, "{left} {name} {right}"),
                _ => {
                    write!(f, "{name}(")?;
                    list(f, args)?;
                    f.write_str(")")
                }
            },
        }
    }
}

/// The priority of an infix operator, and the highest ones of its sides.
fn infix(name: &str) -> Option<(u32, u32, u32)> {
    Some(match name {
        ":-" | "-->" => (1200, 1199, 1199),
        ";" | "|" => (1100, 1099, 1100),
        "->" | "*->" => (1050, 1049, 1050),
        "," => (1000, 999, 1000),
        "=" | "\\=" | "==" | "\\==" | "@<" | "@>" | "@=<" | "@>=" | "=.." | "is" | "=:=" | "=\\=" | "<"
        | ">" | "=<" | ">=" => (700, 699, 699),
        ":" => (200, 199, 200),
        "+" | "-" | "/\\" | "\\/" | "xor" => (500, 500, 499),
        "*" | "/" | "//" | "mod" | "rem" | "<<" | ">>" => (400, 400, 399),
        "**" => (200, 199, 199),
        "^" => (200, 199, 200),
        _ => return None,
    })
}

/// The priority of a prefix operator, and the highest one of its operand.
fn prefix(name: &str) -> Option<(u32, u32)> {
    Some(match name {
        ":-" | "?-" => (1200, 1199),
        "dynamic" | "discontiguous" | "table" | "multifile" | "initialization" => (1150, 1149),
        "\\+" | "not" => (900, 900),
        "#" => (500, 500),
        "-" | "+" | "\\" => (200, 200),
        _ => return None,
    })
}

/// Reads a clause with its full stop. Its span goes from its first byte to that stop.
pub(super) fn clause(lexer: &mut Lexer<'_>) -> Result<Term, Wrong> {
    let mut term = expression(lexer, 1200, 0)?;
    match lexer.next()? {
        (Token::Stop, stop) => {
            term.span = term.span.to(stop);
            Ok(term)
        }
        (token, span) => Err((format!("found {}, expected an operator or `.`", shown(&token)), span)),
    }
}

fn expression(lexer: &mut Lexer<'_>, most: u32, depth: usize) -> Result<Term, Wrong> {
    let (mut left, mut priority) = operand(lexer, most, depth)?;
    loop {
        let (token, _) = lexer.peek()?;
        let name = match &token {
            Token::Atom(name, false) => name.clone(),
            Token::Mark(mark @ (',' | '|')) => mark.to_string().into(),
            _ => return Ok(left),
        };
        let Some((own, of_left, of_right)) = infix(&name) else { return Ok(left) };
        if own > most || priority > of_left {
            return Ok(left);
        }
        lexer.next()?;
        let right = expression(lexer, of_right, depth + 1)?;
        let span = left.span.to(right.span);
        left = Term { kind: Kind::Compound(name, vec![left, right], false), span };
        priority = own;
    }
}

/// One term without infix operators at its top, and its priority.
fn operand(lexer: &mut Lexer<'_>, most: u32, depth: usize) -> Result<(Term, u32), Wrong> {
    let (token, span) = lexer.next()?;
    if depth > MOST_NESTED {
        return Err((format!("more than {MOST_NESTED} terms stand inside each other"), span));
    }
    let plain = |kind| Ok((Term { kind, span }, 0));
    match token {
        Token::Variable(name) => plain(Kind::Variable(name)),
        Token::Number(number) => plain(Kind::Number(number)),
        Token::Decimal(number) => plain(Kind::Decimal(number)),
        Token::Text(text) => plain(Kind::Text(text)),
        Token::Mark('(') | Token::Call => {
            let inner = expression(lexer, 1200, depth + 1)?;
            let end = expect(lexer, ')')?;
            Ok((Term { span: span.to(end), ..inner }, 0))
        }
        Token::Mark('[') => {
            let (terms, rest, end) = elements(lexer, depth)?;
            Ok((Term { kind: Kind::List(terms, rest.map(Box::new)), span: span.to(end) }, 0))
        }
        Token::Mark('{') => {
            Err(("found `{`: grammars and constraints in braces are no clauses".into(), span))
        }
        Token::Atom(name, quoted) => {
            if let (Token::Call, _) = lexer.peek()? {
                lexer.next()?;
                let (args, end) = arguments(lexer, ')', depth)?;
                return Ok((Term { kind: Kind::Compound(name, args, quoted), span: span.to(end) }, 0));
            }
            prefixed(lexer, name, quoted, span, most, depth)
        }
        token => Err((format!("found {}, expected a term", shown(&token)), span)),
    }
}

/// An atom, or a prefix operator with what stands behind it.
fn prefixed(
    lexer: &mut Lexer<'_>,
    name: Name,
    quoted: bool,
    span: Span,
    most: u32,
    depth: usize,
) -> Result<(Term, u32), Wrong> {
    let (next, next_span) = lexer.peek()?;
    if let (true, Token::Number(number)) = (name == "-" && next_span.start == span.end, &next) {
        lexer.next()?;
        return Ok((Term { kind: Kind::Number(-number), span: span.to(next_span) }, 0));
    }
    if let (true, Token::Decimal(number)) = (name == "-" && next_span.start == span.end, &next) {
        lexer.next()?;
        return Ok((Term { kind: Kind::Decimal(number.negated()), span: span.to(next_span) }, 0));
    }
    let ends = match &next {
        Token::Stop | Token::End | Token::Mark(')' | ']' | '}' | ',' | '|') => true,
        Token::Atom(other, false) => infix(other).is_some() && prefix(other).is_none(),
        _ => false,
    };
    match prefix(&name) {
        Some((own, of_operand)) if !quoted && !ends && own <= most => {
            let operand = expression(lexer, of_operand, depth + 1)?;
            let span = span.to(operand.span);
            Ok((Term { kind: Kind::Compound(name, vec![operand], false), span }, own))
        }
        _ => Ok((Term { kind: Kind::Compound(name, Vec::new(), quoted), span }, 0)),
    }
}

/// Terms between commas up to a closing bracket, and where that stands.
fn arguments(lexer: &mut Lexer<'_>, close: char, depth: usize) -> Result<(Vec<Term>, Span), Wrong> {
    let mut terms = Vec::new();
    if let (Token::Mark(mark), span) = lexer.peek()?
        && mark == close
    {
        lexer.next()?;
        return Ok((terms, span));
    }
    loop {
        terms.push(expression(lexer, 999, depth + 1)?);
        match lexer.next()? {
            (Token::Mark(mark), span) if mark == close => return Ok((terms, span)),
            (Token::Mark(','), _) => {}
            (token, span) => {
                return Err((format!("found {}, expected `,` or `{close}`", shown(&token)), span));
            }
        }
    }
}

/// The elements of a list, what stands behind its bar, and where it ends.
fn elements(lexer: &mut Lexer<'_>, depth: usize) -> Result<(Vec<Term>, Option<Term>, Span), Wrong> {
    let mut terms = Vec::new();
    if let (Token::Mark(']'), span) = lexer.peek()? {
        lexer.next()?;
        return Ok((terms, None, span));
    }
    loop {
        terms.push(expression(lexer, 999, depth + 1)?);
        match lexer.next()? {
            (Token::Mark(']'), span) => return Ok((terms, None, span)),
            (Token::Mark(','), _) => {}
            (Token::Mark('|'), _) => {
                let rest = expression(lexer, 999, depth + 1)?;
                return Ok((terms, Some(rest), expect(lexer, ']')?));
            }
            (token, span) => return Err((format!("found {}, expected `,` or `]`", shown(&token)), span)),
        }
    }
}

fn expect(lexer: &mut Lexer<'_>, close: char) -> Result<Span, Wrong> {
    match lexer.next()? {
        (Token::Mark(mark), span) if mark == close => Ok(span),
        (token, span) => Err((format!("found {}, expected `{close}`", shown(&token)), span)),
    }
}

fn shown(token: &Token) -> String {
    match token {
        Token::Atom(name, _) | Token::Variable(name) => format!("`{name}`"),
        Token::Text(text) => format!("\"{text}\""),
        Token::Number(number) => format!("`{number}`"),
        Token::Decimal(number) => format!("`{number}`"),
        Token::Call => "`(`".to_string(),
        Token::Mark(mark) => format!("`{mark}`"),
        Token::Stop => "the end of the clause".to_string(),
        Token::End => "the end of the file".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let shown = match clause(&mut Lexer::new(text, 0, 0)) {
            Ok(term) => term.to_string(),
            Err((message, _)) => message,
        };
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn terms() {
        check("p(X,'a b',-3,\"t\",2.5).", "p(X,a b,-3,\"t\",2.5)");
        check("p(X) :- \\+ q(X), X \\= a.", "p(X) :- \\+(q(X)) , X \\= a");
        check(":- modeb(*,p(+t, -u, #c)).", ":-(modeb(*,p(+(t),-(u),#(c))))");
        check(":- set(i,2).", ":-(set(i,2))");
        check(":- determination(f/1, g/2).", ":-(determination(f / 1,g / 2))");
        check("p :- X is Y + 1 * 2, !.", "p :- X is Y + 1 * 2 , !");
        check("p([a,b|T]).", "p([a,b|T])");
        check("p([a|b,c]).", "found `,`, expected `]`");
        check(":- dynamic f/1, g/2.", ":-(dynamic(f / 1 , g / 2))");
        check("p(a b).", "found `b`, expected `,` or `)`");
        check("p(a)", "found the end of the file, expected an operator or `.`");
    }
}
