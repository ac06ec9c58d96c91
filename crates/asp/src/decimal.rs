//! Decimals, exactly: digits and how many of them stand behind the point. Tasks, tables and databases share them.

use crate::lexer::{Kind, Lexer};
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, fmt};

/// A decimal: digits times ten to the power of minus the scale. Without needless zeros, so that equal numbers are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decimal {
    /// All digits, with the sign.
    pub digits: i64,
    /// How many of them stand behind the point; below zero for thousands and more.
    pub scale: i16,
}

/// Whether a number with a fraction or an exponent stands in a text of clingo's language, outside of strings and comments.
///
/// ```
/// use xfold_asp::decimal::occurs_in;
/// assert!(occurs_in("p(1.5).") && occurs_in("q(2e-3)"));
/// assert!(!occurs_in("p(1..5). q(1). a1e5. r(\"1.5\")."));
/// ```
pub fn occurs_in(text: &str) -> bool {
    let bytes = text.as_bytes();
    let may_be = |at: usize| {
        let is_digit = |at: Option<&u8>| at.is_some_and(u8::is_ascii_digit);
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        let after = bytes.get(at + 1);
        let signed = matches!(bytes[at], b'e' | b'E') && matches!(after, Some(b'+' | b'-'));
        is_digit(before) && (is_digit(after) || (signed && is_digit(bytes.get(at + 2))))
    };
    let is_sign = |byte: &u8| matches!(byte, b'.' | b'e' | b'E');
    if !bytes.iter().enumerate().any(|(at, byte)| is_sign(byte) && may_be(at)) {
        return false;
    }
    let mut lexer = Lexer::new(text, 0);
    loop {
        match lexer.next().kind {
            Kind::Decimal => return true,
            Kind::End | Kind::OpenComment => return false,
            _ => {}
        }
    }
}

/// Where a number first stands in a text, as bytes: of a predicate's or function's arguments, if one is named.
///
/// ```
/// use xfold_asp::{Decimal, decimal::place_of};
/// let text = "q(2.50). p(a, f(2.5)).";
/// let number = Decimal::parse("2.5").unwrap();
/// assert_eq!(place_of(text, number, None), Some((2, 6)));
/// assert_eq!(place_of(text, number, Some("p")), Some((16, 19)));
/// ```
pub fn place_of(text: &str, number: Decimal, inside: Option<&str>) -> Option<(usize, usize)> {
    let mut lexer = Lexer::new(text, 0);
    let (mut last, mut before) = ((Kind::Stop, 0, 0), Kind::Stop);
    let mut open: Vec<&str> = Vec::new();
    loop {
        let token = lexer.next();
        let word = &text[token.start..token.end];
        match token.kind {
            Kind::End | Kind::OpenComment => return None,
            Kind::LeftParen if last.0 == Kind::Identifier => open.push(&text[last.1..last.2]),
            Kind::LeftParen => open.push(""),
            Kind::RightParen => drop(open.pop()),
            Kind::Number(_) | Kind::Decimal if inside.is_none_or(|name| open.contains(&name)) => {
                // A minus that stands between two terms is no sign.
                let is_sign = last.0 == Kind::Minus
                    && !matches!(before, Kind::Number(_) | Kind::Decimal | Kind::Variable);
                let found = Decimal::parse(word);
                if found == Some(number) && !is_sign {
                    return Some((token.start, token.end));
                }
                if is_sign && found.map(Decimal::negated) == Some(number) {
                    return Some((last.1, token.end));
                }
            }
            _ => {}
        }
        before = last.0;
        last = (token.kind, token.start, token.end);
    }
}

/// Digits that are kept of a number that has more; the rest is rounded down.
const MOST_DIGITS: usize = 18;

impl Decimal {
    /// Digits of which so many stand behind the point.
    ///
    /// ```
    /// assert_eq!(xfold_asp::Decimal::new(250, 2).to_string(), "2.5");
    /// ```
    pub fn new(digits: i64, scale: i16) -> Self {
        Self { digits, scale }.plain()
    }

    /// A whole number.
    pub fn whole(value: i64) -> Self {
        Self { digits: value, scale: 0 }.plain()
    }

    /// A number that a program keeps in binary, by the shortest decimal that names it.
    pub fn real(value: f64) -> Option<Self> {
        if value.is_finite() { Self::parse(&value.to_string()) } else { None }
    }

    /// Reads `-12.50` or `1.5e-7`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::read(text).map(|(number, _)| number)
    }

    /// The same for a number that must not be rounded.
    pub fn parse_exactly(text: &str) -> Option<Self> {
        Self::read(text).filter(|(_, is_exact)| *is_exact).map(|(number, _)| number)
    }

    /// The number, rounded down if it has too many digits, and whether it is exact.
    fn read(text: &str) -> Option<(Self, bool)> {
        let text = text.trim();
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], text[at + 1..].parse::<i16>().ok()?),
            None => (text, 0),
        };
        let (negative, mantissa) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa.strip_prefix('+').unwrap_or(mantissa)),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut all = whole.bytes().chain(fraction.bytes());
        if whole.len() + fraction.len() == 0 || !all.all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let digits = format!("{whole}{fraction}");
        let digits = digits.trim_start_matches('0');
        let n_kept = digits.len().min(MOST_DIGITS);
        let scale = i16::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
        let scale = scale.checked_sub(i16::try_from(digits.len() - n_kept).ok()?)?;
        let is_cut = digits[n_kept..].bytes().any(|byte| byte != b'0');
        let mut value: i64 = digits[..n_kept].parse().unwrap_or(0);
        if negative {
            value = -value - i64::from(is_cut);
        }
        Some((Self { digits: value, scale }.plain(), !is_cut))
    }

    /// The number times ten to the power of `scale`, rounded down; none if that has more than 64 bits.
    pub fn scaled(self, scale: i16) -> Option<i64> {
        let power = i32::from(scale) - i32::from(self.scale);
        if self.digits == 0 {
            return Some(0);
        }
        match u32::try_from(power) {
            Ok(power) => 10i64.checked_pow(power).and_then(|factor| self.digits.checked_mul(factor)),
            Err(_) => Some(match 10i64.checked_pow(power.unsigned_abs()) {
                Some(divisor) => self.digits.div_euclid(divisor),
                None => -i64::from(self.digits < 0),
            }),
        }
    }

    /// The number, if it is whole and has 32 bits.
    pub fn as_whole(self) -> Option<i32> {
        self.as_integer().and_then(|whole| i32::try_from(whole).ok())
    }

    /// The number of a text that means a number of a task: whole, or such that its digits have 32 bits.
    pub fn parse_fitting(text: &str) -> Option<Self> {
        Self::parse_exactly(text).filter(|number| number.fits())
    }

    /// Whether the number can be scaled to a whole one of 32 bits.
    pub fn fits(self) -> bool {
        if self.scale > 0 { i32::try_from(self.digits).is_ok() } else { self.as_whole().is_some() }
    }

    /// The number, if it is whole and has 64 bits.
    pub fn as_integer(self) -> Option<i64> {
        if self.scale > 0 { None } else { self.scaled(0) }
    }

    /// The sum, unless it has too many digits.
    pub fn plus(self, other: Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        Some(Self::new(self.scaled(scale)?.checked_add(other.scaled(scale)?)?, scale))
    }

    /// The number with the other sign.
    pub fn negated(self) -> Self {
        // The one number without a contrary is far beyond what a task may hold.
        Self { digits: self.digits.saturating_neg(), scale: self.scale }
    }

    /// The difference, unless it has too many digits.
    pub fn minus(self, other: Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        Some(Self::new(self.scaled(scale)?.checked_sub(other.scaled(scale)?)?, scale))
    }

    /// The product, unless it has too many digits.
    pub fn times(self, other: Self) -> Option<Self> {
        Some(Self::new(self.digits.checked_mul(other.digits)?, self.scale.checked_add(other.scale)?))
    }

    /// The quotient, if it has a last digit and not too many; the divisor is not zero.
    pub fn divided_by(self, other: Self) -> Option<Self> {
        // The divisor's factors of two and five give digits behind the point; with any other factor there is no last one.
        let most = i16::try_from(MOST_DIGITS).ok()?;
        let mut quotients = (0..=most).filter_map(|power| {
            let digits = self.digits.checked_mul(10i64.checked_pow(power.unsigned_abs().into())?)?;
            let is_exact = digits.checked_rem(other.digits)? == 0;
            is_exact.then(|| Self::new(digits / other.digits, self.scale - other.scale + power))
        });
        quotients.next()
    }

    /// What is left of a division whose result is whole, with the sign of the number that is divided.
    pub fn modulo(self, other: Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        Some(Self::new(self.scaled(scale)?.checked_rem(other.scaled(scale)?)?, scale))
    }

    /// The same without zeros at its end.
    fn plain(mut self) -> Self {
        if self.digits == 0 {
            return Self { digits: 0, scale: 0 };
        }
        while self.digits % 10 == 0 {
            self.digits /= 10;
            self.scale -= 1;
        }
        self
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_sign = self.digits.signum().cmp(&other.digits.signum());
        let scale = self.scale.max(other.scale);
        by_sign.then_with(|| match (self.scaled(scale), other.scaled(scale)) {
            (Some(one), Some(other)) => one.cmp(&other),
            // One of them is so large at this scale that the other does not matter.
            (None, Some(_)) => {
                if self.digits < 0 {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
            (Some(_), None) => {
                if other.digits > 0 {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
            // The finer one is not changed by its own scale, so one of the two is always there.
            (None, None) => Ordering::Equal,
        })
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.digits < 0 { "-" } else { "" };
        let digits = self.digits.unsigned_abs();
        match usize::try_from(self.scale) {
            Ok(0) => write!(f, "{sign}{digits}"),
            Ok(scale) => {
                let all = format!("{digits:0>width$}", width = scale + 1);
                let (whole, fraction) = all.split_at(all.len() - scale);
                write!(f, "{sign}{whole}.{fraction}")
            }
            Err(_) => write!(f, "{sign}{digits}{}", "0".repeat(usize::from(self.scale.unsigned_abs()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        let read = |text| Decimal::parse(text).map(|number| (number.digits, number.scale));
        assert_eq!(read("199.90"), Some((1999, 1)));
        assert_eq!(read("-0.05"), Some((-5, 2)));
        assert_eq!(read("1200"), Some((12, -2)));
        assert_eq!(read("1.5e-7"), Some((15, 8)));
        assert_eq!(read("0.000"), Some((0, 0)));
        assert_eq!([read(""), read("."), read("1,5"), read("x")], [None; 4]);
        assert_eq!(Decimal::real(0.1), Decimal::parse("0.1"));
        assert_eq!(Decimal::parse("-0.05").and_then(|number| number.scaled(1)), Some(-1));
        assert_eq!(read("-12345678901234567890"), Some((-123456789012345679, -2)));
        assert_eq!(Decimal::parse_exactly("-12345678901234567890"), None);
        assert_eq!(Decimal::parse_exactly("0.1250").map(|number| number.to_string()), Some("0.125".into()));
    }

    #[test]
    fn order_and_text() {
        let read = |text| Decimal::parse(text).expect("a number");
        let mut texts =
            ["-1000000000000000000", "-2.51", "-2.5", "-0.001", "0", "0.2", "2", "2.05", "2.5", "30000"];
        let order = texts;
        texts.reverse();
        texts.sort_by_key(|text| read(text));
        assert_eq!(texts, order);
        for text in order {
            assert_eq!(read(text).to_string(), text);
        }
        assert!(read("1e300") > read("0.000001") && read("-1e300") < read("0.000001"));
    }

    #[test]
    fn arithmetic() {
        let read = |text| Decimal::parse(text).expect("a number");
        let shown = |number: Option<Decimal>| number.map(|number| number.to_string()).unwrap_or_default();
        assert_eq!(shown(read("2.5").plus(read("0.75"))), "3.25");
        assert_eq!(shown(read("2.5").minus(read("2.5"))), "0");
        assert_eq!(shown(read("-0.5").times(read("0.02"))), "-0.01");
        assert_eq!(shown(read("3.7").divided_by(read("2"))), "1.85");
        assert_eq!(shown(read("-6").divided_by(read("0.3"))), "-20");
        assert_eq!(shown(read("1").divided_by(read("0.3"))), "");
        assert_eq!(shown(read("3.7").modulo(read("2"))), "1.7");
        assert_eq!(shown(read("3.7").modulo(read("0"))), "");
        assert_eq!(read("2.50").as_whole(), None);
        assert_eq!(read("2e3").as_whole(), Some(2000));
    }
}
