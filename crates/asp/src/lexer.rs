//! The lexer: a cursor over the text that makes one token at a time. It is a small copyable value, so a place is
//! remembered by copying it, and no list of tokens is ever built.

/// What a token is. Names and strings are read from the text by the token's range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `abc`, `_abc`, `abc'`
    Identifier,
    /// `Abc`, `_Abc`
    Variable,
    /// `_`
    Anonymous,
    /// `12`; the largest `u64` if the digits say more than it holds
    Number(u64),
    /// `12.5`, `1e-3`
    Decimal,
    /// `"…"` or `'…'`
    Text,
    /// `#word`
    Keyword,
    /// `not`
    Not,
    Comma,
    Semicolon,
    Colon,
    If,
    WeakIf,
    Stop,
    Dots,
    LeftParen,
    RightParen,
    LeftBrace,
    RightBrace,
    LeftBracket,
    RightBracket,
    Plus,
    Minus,
    Star,
    StarStar,
    Slash,
    Backslash,
    Ampersand,
    Question,
    Caret,
    Tilde,
    Bar,
    At,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    /// The end of the text.
    End,
    /// A string without its closing quote.
    OpenString,
    /// A comment `%*` without its `*%`.
    OpenComment,
    /// Anything else, one character.
    Unknown,
}

/// A token: what it is and its bytes in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The cursor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    pos: usize,
}

impl<'a> Lexer<'a> {
    /// A cursor at a byte of the text.
    pub(crate) fn new(text: &'a str, pos: usize) -> Self {
        Self { text, pos }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Token {
        if let Some(open) = self.skip_blanks() {
            return Token { kind: Kind::OpenComment, start: open, end: open + 2 };
        }
        let start = self.pos;
        let kind = if start >= self.text.len() { Kind::End } else { self.token() };
        Token { kind, start, end: self.pos }
    }

    /// The string that starts here with its quote, as the next token; unlike others it may run over several lines.
    pub(crate) fn next_long_string(&mut self) -> Token {
        let before = *self;
        let token = self.next();
        if token.kind != Kind::OpenString {
            return token;
        }
        *self = before;
        self.skip_blanks();
        let start = self.pos;
        let kind = self.string(true);
        Token { kind, start, end: self.pos }
    }

    /// Goes behind white space and comments; gives the start of a comment that never ends.
    fn skip_blanks(&mut self) -> Option<usize> {
        loop {
            match self.byte(0) {
                b' ' | b'\t' | b'\r' | b'\n' | 0x0c => self.pos += 1,
                b'%' if self.byte(1) == b'*' => {
                    let open = self.pos;
                    if !self.skip_block_comment() {
                        return Some(open);
                    }
                }
                b'%' => self.skip_line(),
                // clingo reads `#!` as a comment, so that a file may start with the name of its interpreter.
                b'#' if self.byte(1) == b'!' => self.skip_line(),
                _ => return None,
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.text.as_bytes()[self.pos..];
        self.pos += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    /// Comments nest, and a line comment inside hides the end of the block: both as in clingo.
    fn skip_block_comment(&mut self) -> bool {
        let mut open = 0usize;
        while self.pos < self.text.len() {
            match (self.byte(0), self.byte(1)) {
                (b'%', b'*') => {
                    open += 1;
                    self.pos += 2;
                }
                (b'*', b'%') => {
                    open -= 1;
                    self.pos += 2;
                    if open == 0 {
                        return true;
                    }
                }
                (b'%', _) => self.skip_line(),
                _ => self.pos += 1,
            }
        }
        false
    }

    fn token(&mut self) -> Kind {
        let first = self.byte(0);
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.name(),
            b'0'..=b'9' => self.number(),
            b'"' => self.string(false),
            b'\'' => self.string(false),
            b'#' => {
                self.pos += 1;
                while self.byte(0).is_ascii_alphanumeric() || self.byte(0) == b'_' {
                    self.pos += 1;
                }
                if self.byte(0) == b'+' && self.text[..self.pos].ends_with("#sum") {
                    self.pos += 1;
                }
                Kind::Keyword
            }
            _ => self.punctuation(first),
        }
    }

    fn punctuation(&mut self, first: u8) -> Kind {
        let (kind, length) = match (first, self.byte(1)) {
            (b':', b'-') => (Kind::If, 2),
            (b':', b'~') => (Kind::WeakIf, 2),
            (b':', _) => (Kind::Colon, 1),
            (b'.', b'.') => (Kind::Dots, 2),
            (b'.', _) => (Kind::Stop, 1),
            (b'*', b'*') => (Kind::StarStar, 2),
            (b'*', _) => (Kind::Star, 1),
            (b'<', b'=') => (Kind::LessEqual, 2),
            (b'<', b'>') | (b'!', b'=') => (Kind::NotEqual, 2),
            (b'<', _) => (Kind::Less, 1),
            (b'>', b'=') => (Kind::GreaterEqual, 2),
            (b'>', _) => (Kind::Greater, 1),
            (b'=', b'=') => (Kind::Equal, 2),
            (b'=', _) => (Kind::Equal, 1),
            (b',', _) => (Kind::Comma, 1),
            (b';', _) => (Kind::Semicolon, 1),
            (b'(', _) => (Kind::LeftParen, 1),
            (b')', _) => (Kind::RightParen, 1),
            (b'{', _) => (Kind::LeftBrace, 1),
            (b'}', _) => (Kind::RightBrace, 1),
            (b'[', _) => (Kind::LeftBracket, 1),
            (b']', _) => (Kind::RightBracket, 1),
            (b'+', _) => (Kind::Plus, 1),
            (b'-', _) => (Kind::Minus, 1),
            (b'/', _) => (Kind::Slash, 1),
            (b'\\', _) => (Kind::Backslash, 1),
            (b'&', _) => (Kind::Ampersand, 1),
            (b'?', _) => (Kind::Question, 1),
            (b'^', _) => (Kind::Caret, 1),
            (b'~', _) => (Kind::Tilde, 1),
            (b'|', _) => (Kind::Bar, 1),
            (b'@', _) => (Kind::At, 1),
            _ => (Kind::Unknown, self.text[self.pos..].chars().next().map_or(1, char::len_utf8)),
        };
        self.pos += length;
        kind
    }

    fn name(&mut self) -> Kind {
        let start = self.pos;
        while self.byte(0) == b'_' {
            self.pos += 1;
        }
        let kind = match self.byte(0) {
            b'a'..=b'z' => Kind::Identifier,
            b'A'..=b'Z' => Kind::Variable,
            // Of several underscores each is a token, as in clingo.
            _ => {
                self.pos = start + 1;
                return Kind::Anonymous;
            }
        };
        while is_name_byte(self.byte(0)) {
            self.pos += 1;
        }
        if &self.text[start..self.pos] == "not" { Kind::Not } else { kind }
    }

    fn number(&mut self) -> Kind {
        let base = match (self.byte(0), self.byte(1), self.byte(2)) {
            (b'0', b'x', digit) if digit.is_ascii_hexdigit() => 16,
            (b'0', b'o', b'0'..=b'7') => 8,
            (b'0', b'b', b'0' | b'1') => 2,
            _ => 10,
        };
        self.pos += if base == 10 { 0 } else { 2 };
        let mut value = 0u64;
        while let Some(digit) = char::from(self.byte(0)).to_digit(base) {
            value = value.saturating_mul(u64::from(base)).saturating_add(u64::from(digit));
            self.pos += 1;
        }
        let is_decimal = base == 10 && (self.skip_fraction() | self.skip_exponent());
        if is_decimal {
            return Kind::Decimal;
        }
        Kind::Number(value)
    }

    /// Behind a point and digits, if they stand here.
    fn skip_fraction(&mut self) -> bool {
        let is_there = self.byte(0) == b'.' && self.byte(1).is_ascii_digit();
        if is_there {
            self.pos += 1;
            self.skip_digits();
        }
        is_there
    }

    /// Behind `e-3`, if it stands here and no name goes on behind it.
    fn skip_exponent(&mut self) -> bool {
        let before = self.pos;
        if matches!(self.byte(0), b'e' | b'E') {
            self.pos += if matches!(self.byte(1), b'+' | b'-') { 2 } else { 1 };
            let digits = self.pos;
            self.skip_digits();
            if self.pos > digits && !is_name_byte(self.byte(0)) {
                return true;
            }
        }
        self.pos = before;
        false
    }

    fn skip_digits(&mut self) {
        while self.byte(0).is_ascii_digit() {
            self.pos += 1;
        }
    }

    /// A string from its quote on. Where it is not closed, the token ends with the line (or with the text).
    fn string(&mut self, over_lines: bool) -> Kind {
        let quote = self.byte(0);
        self.pos += 1;
        loop {
            match self.byte(0) {
                0 if self.pos >= self.text.len() => return Kind::OpenString,
                b'\n' if !over_lines => return Kind::OpenString,
                b'\\' if self.byte(1) != b'\n' || over_lines => {
                    self.pos = (self.pos + 2).min(self.text.len())
                }
                byte => {
                    self.pos += 1;
                    if byte == quote {
                        return Kind::Text;
                    }
                }
            }
        }
    }
}

/// Whether a byte may follow in a name.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\''
}

/// A string token's contents without quotes and escapes; `Err` with the offset of a backslash that escapes nothing.
/// A `lenient` reader keeps such a backslash.
pub(crate) fn unquote(quoted: &str, lenient: bool) -> Result<String, usize> {
    let inner = quoted.get(1..quoted.len() - 1).unwrap_or("");
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner.char_indices();
    while let Some((at, c)) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match rest.clone().next() {
            Some((_, 'n')) => text.push('\n'),
            Some((_, escaped @ ('\\' | '"' | '\''))) => text.push(escaped),
            _ if lenient => {
                text.push('\\');
                continue;
            }
            _ => return Err(at + 1),
        }
        rest.next();
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[Kind]) {
        let mut lexer = Lexer::new(text, 0);
        let mut kinds = Vec::new();
        loop {
            match lexer.next().kind {
                Kind::End => break,
                kind => kinds.push(kind),
            }
            if kinds.last() == Some(&Kind::OpenComment) {
                break;
            }
        }
        assert_eq!(kinds, expected, "{text:?}");
    }

    #[test]
    fn tokens() {
        use Kind::*;
        check("", &[]);
        check(" \t\r\n% x %* y\n%* a %* b *% % *%\n *% c", &[Identifier]);
        check("%* a", &[OpenComment]);
        check(
            "1..4 12.5 1. 0x1F 007",
            &[Number(1), Dots, Number(4), Decimal, Number(1), Stop, Number(31), Number(7)],
        );
        check("99999999999999999999999", &[Number(u64::MAX)]);
        // A range, a fact's end, a decimal with the fact's end, exponents, and what looks like one.
        check("1..5 0.5..1.5", &[Number(1), Dots, Number(5), Decimal, Dots, Decimal]);
        check("1. 5 1.5.", &[Number(1), Stop, Number(5), Decimal, Stop]);
        check("1e-3 2.50E2 1e3", &[Decimal, Decimal, Decimal]);
        check("1e 1e- 1e3x", &[Number(1), Identifier, Number(1), Identifier, Minus, Number(1), Identifier]);
        check("a' _b _ __C not nota", &[Identifier, Identifier, Anonymous, Variable, Not, Identifier]);
        check("\"ä\\\"%\" 'b c' \"x", &[Text, Text, OpenString]);
        check("\"a\nb", &[OpenString, Identifier]);
        check("#sum+{ #sum + #max+", &[Keyword, LeftBrace, Keyword, Plus, Keyword, Plus]);
        check(
            ":- :~ : == <> != <= ** é",
            &[If, WeakIf, Colon, Equal, NotEqual, NotEqual, LessEqual, StarStar, Unknown],
        );
    }

    #[test]
    fn long_strings() {
        let mut lexer = Lexer::new(" % c\n \"a\nb\" .", 0);
        let token = lexer.next_long_string();
        assert_eq!((token.kind, token.start, token.end), (Kind::Text, 6, 11));
        assert_eq!(lexer.next().kind, Kind::Stop);
    }

    #[test]
    fn escapes() {
        assert_eq!(unquote(r#""a\"b\\c\nd""#, false).as_deref(), Ok("a\"b\\c\nd"));
        assert_eq!(unquote(r#""a\d""#, false), Err(2));
        assert_eq!(unquote(r#""a\d\""#, true).as_deref(), Ok("a\\d\\"));
    }
}
