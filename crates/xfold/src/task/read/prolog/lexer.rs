//! Prolog's tokens, for the readers of Popper and Aleph tasks.

use xfold_asp::{Decimal, span::Span, syntax::Name};

/// What is wrong, and where.
pub(super) type Wrong = (String, Span);

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// `abc`, `'a b'`, `=..`, `!`, `;`; whether it is quoted.
    Atom(Name, bool),
    /// `Abc`, `_`
    Variable(Name),
    /// `12`, `0'a`; what is no whole number of 32 bits is a text.
    Number(i32),
    /// `2.5`, `1e-3`
    Decimal(Decimal),
    /// `"…"`
    Text(Name),
    /// `(` directly behind a name.
    Call,
    /// One of `( ) [ ] { } , |`.
    Mark(char),
    /// The full stop of a clause.
    Stop,
    /// The end of the text.
    End,
}

const SYMBOL_CHARACTERS: &str = "+-*/\\^<>=~:.?@#&$";

/// A cursor over a text.
pub(super) struct Lexer<'t> {
    text: &'t str,
    pos: usize,
    base: u32,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, pos: usize, base: u32) -> Self {
        Self { text, pos, base }
    }

    /// The byte that is read next.
    pub(super) fn pos(&self) -> usize {
        self.pos
    }

    pub(super) fn jump(&mut self, pos: usize) {
        self.pos = pos;
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// The next token and where it stands.
    pub(super) fn next(&mut self) -> Result<(Token, Span), Wrong> {
        let before = self.pos;
        self.pos = skip_blanks(self.text, self.pos);
        let start = self.pos;
        let token = self.token(before == start && start > 0);
        let span = Span::new(self.base + start as u32, self.base + self.pos as u32);
        token.map(|token| (token, span)).map_err(|message| (message, span))
    }

    /// The next token, which stays where it is.
    pub(super) fn peek(&mut self) -> Result<(Token, Span), Wrong> {
        let before = self.pos;
        let token = self.next();
        self.pos = before;
        token
    }

    fn token(&mut self, touches: bool) -> Result<Token, String> {
        let Some(first) = self.text[self.pos..].chars().next() else { return Ok(Token::End) };
        match first {
            '0'..='9' => return self.number(),
            '_' | 'A'..='Z' => return Ok(Token::Variable(self.word())),
            '\'' => return self.quoted('\'').map(|text| Token::Atom(text.into(), true)),
            '"' => return self.quoted('"').map(|text| Token::Text(text.into())),
            _ if first.is_lowercase() => return Ok(Token::Atom(self.word(), false)),
            _ => {}
        }
        if first == '.' && (matches!(self.byte(1), 0 | b'%') || self.byte(1).is_ascii_whitespace()) {
            self.pos += 1;
            return Ok(Token::Stop);
        }
        if SYMBOL_CHARACTERS.contains(first) {
            let start = self.pos;
            while SYMBOL_CHARACTERS.contains(char::from(self.byte(0))) && self.pos < self.text.len() {
                self.pos += 1;
            }
            return Ok(Token::Atom(self.text[start..self.pos].into(), false));
        }
        self.pos += first.len_utf8();
        match first {
            '(' if touches => Ok(Token::Call),
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | '|' => Ok(Token::Mark(first)),
            '!' | ';' => Ok(Token::Atom(first.to_string().into(), false)),
            _ => Err(format!("found `{first}`, which begins no term of Prolog")),
        }
    }

    fn word(&mut self) -> Name {
        let start = self.pos;
        let rest = &self.text[start..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.pos += end;
        self.text[start..self.pos].into()
    }

    fn number(&mut self) -> Result<Token, String> {
        let start = self.pos;
        let digits = |lexer: &mut Self| {
            while lexer.byte(0).is_ascii_digit() {
                lexer.pos += 1;
            }
        };
        digits(self);
        let mut is_whole = true;
        if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            is_whole = false;
            self.pos += 1;
            digits(self);
        }
        let signed = matches!(self.byte(1), b'+' | b'-') && self.byte(2).is_ascii_digit();
        if matches!(self.byte(0), b'e' | b'E') && (self.byte(1).is_ascii_digit() || signed) {
            is_whole = false;
            self.pos += 2;
            digits(self);
        }
        let text = &self.text[start..self.pos];
        if is_whole {
            return Ok(text.parse().map_or_else(|_| Token::Text(text.into()), Token::Number));
        }
        let of_number = |number: Decimal| number.as_whole().map_or(Token::Decimal(number), Token::Number);
        Decimal::parse_fitting(text).map(of_number).ok_or_else(|| {
            format!("found {text}, which has too many digits: a decimal has nine, as it is scaled to 32 bits; round it")
        })
    }

    fn quoted(&mut self, quote: char) -> Result<String, String> {
        let mut text = String::new();
        let mut rest = self.text[self.pos + 1..].char_indices().peekable();
        while let Some((at, c)) = rest.next() {
            match c {
                _ if c == quote => match rest.peek() {
                    Some((_, next)) if *next == quote => {
                        text.push(quote);
                        rest.next();
                    }
                    _ => {
                        self.pos += at + 2;
                        return Ok(text);
                    }
                },
                '\\' => match rest.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, other)) => text.push(other),
                    None => break,
                },
                '\n' => break,
                _ => text.push(c),
            }
        }
        let line = self.text[self.pos..].find('\n').unwrap_or(self.text.len() - self.pos);
        self.pos += line.max(1);
        Err(format!("the quote {quote} is not closed in its line"))
    }
}

/// Behind white space and comments.
pub(super) fn skip_blanks(text: &str, mut pos: usize) -> usize {
    let bytes = text.as_bytes();
    loop {
        match bytes.get(pos) {
            Some(byte) if byte.is_ascii_whitespace() => pos += 1,
            Some(b'%') => pos += text[pos..].find('\n').unwrap_or(text.len() - pos),
            Some(b'/') if bytes.get(pos + 1) == Some(&b'*') => {
                pos = text[pos..].find("*/").map_or(text.len(), |end| pos + end + 2);
            }
            _ => return pos,
        }
    }
}
