//! Arithmetic as Prolog has it, on whole numbers and, exactly, on decimals.

use super::machine::{Machine, Stop, Value};
use xfold_asp::{Decimal, symbols::Symbol};

/// How deep an expression may be.
const MOST_NESTED: usize = 500;

impl Machine<'_, '_> {
    /// The whole number that an expression stands for; a fraction is an error.
    pub(super) fn number(&self, value: &Value) -> Result<i64, Stop> {
        self.decimal(value)?.as_integer().ok_or(Stop::Error)
    }

    /// The number that an expression stands for. One without a last digit, as of a division, is an error.
    pub(super) fn decimal(&self, value: &Value) -> Result<Decimal, Stop> {
        self.decimal_below(value, MOST_NESTED)
    }

    fn decimal_below(&self, value: &Value, depth: usize) -> Result<Decimal, Stop> {
        if let Value::Ground(symbol) = self.resolve(value.clone())
            && let Some(number) = self.symbols.as_decimal(symbol)
        {
            return Ok(number);
        }
        let (name, args) = self.functor(value).ok_or(Stop::Error)?;
        let below = depth.checked_sub(1).ok_or(Stop::Error)?;
        let numbers = args.iter().map(|arg| self.decimal_below(arg, below));
        let numbers = numbers.collect::<Result<Vec<Decimal>, Stop>>()?;
        let whole: Option<Vec<i64>> = numbers.iter().map(|number| number.as_integer()).collect();
        let result = match whole {
            Some(whole) => evaluate(&name, &whole).map(Decimal::whole),
            None => evaluate_decimals(&name, &numbers),
        };
        result.ok_or(Stop::Error)
    }

    /// The symbol of a number, if it can be scaled to those of clingo.
    pub(super) fn symbol_of(&mut self, number: Decimal) -> Result<Symbol, Stop> {
        if number.fits() { self.symbols.decimal(number).ok_or(Stop::Error) } else { Err(Stop::Error) }
    }

    /// The symbol of a number, if clingo has such numbers.
    pub(super) fn symbol(&mut self, number: i64) -> Result<Symbol, Stop> {
        i32::try_from(number).map(|number| self.symbols.number(number)).map_err(|_| Stop::Error)
    }
}

/// The result where one of the numbers has a fraction.
fn evaluate_decimals(name: &str, numbers: &[Decimal]) -> Option<Decimal> {
    match (name, numbers) {
        ("-", [a]) => Some(a.negated()),
        ("+", [a]) => Some(*a),
        ("abs", [a]) => Some(if a.digits < 0 { a.negated() } else { *a }),
        ("sign", [a]) => Some(Decimal::whole(a.digits.signum())),
        ("+", [a, b]) => a.plus(*b),
        ("-", [a, b]) => a.minus(*b),
        ("*", [a, b]) => a.times(*b),
        ("/", [a, b]) if b.digits != 0 => a.divided_by(*b),
        ("min", [a, b]) => Some(*a.min(b)),
        ("max", [a, b]) => Some(*a.max(b)),
        ("truncate" | "integer" | "floor" | "ceiling" | "round", [a]) => rounded(name, *a),
        _ => None,
    }
}

/// A whole number near one with a fraction.
fn rounded(how: &str, number: Decimal) -> Option<Decimal> {
    let below = number.scaled(0)?;
    let is_up = match how {
        "floor" => false,
        "ceiling" => true,
        "truncate" => number.digits < 0,
        // Halves go away from zero.
        _ => {
            let rest = number.minus(Decimal::whole(below))?;
            let half = Decimal::new(5, 1);
            rest > half || (rest == half && number.digits > 0)
        }
    };
    Some(Decimal::whole(below + i64::from(is_up)))
}

fn evaluate(name: &str, numbers: &[i64]) -> Option<i64> {
    match (name, numbers) {
        ("-", [a]) => a.checked_neg(),
        ("+", [a]) => Some(*a),
        ("abs", [a]) => a.checked_abs(),
        ("sign", [a]) => Some(a.signum()),
        ("succ", [a]) => a.checked_add(1),
        ("+", [a, b]) => a.checked_add(*b),
        ("-", [a, b]) => a.checked_sub(*b),
        ("*", [a, b]) => a.checked_mul(*b),
        ("//", [a, b]) => a.checked_div(*b),
        ("/", [a, b]) => a.checked_rem(*b).filter(|rest| *rest == 0).and(a.checked_div(*b)),
        ("div", [a, b]) => {
            let whole = a.checked_div(*b)?;
            Some(if a % b != 0 && (*a < 0) != (*b < 0) { whole - 1 } else { whole })
        }
        ("mod", [a, b]) => {
            let rest = a.checked_rem(*b)?;
            Some(if rest != 0 && (rest < 0) != (*b < 0) { rest + b } else { rest })
        }
        ("rem", [a, b]) => a.checked_rem(*b),
        ("min", [a, b]) => Some(*a.min(b)),
        ("max", [a, b]) => Some(*a.max(b)),
        ("gcd", [a, b]) => Some(greatest_divisor(a.checked_abs()?, b.checked_abs()?)),
        ("**" | "^", [a, b]) => a.checked_pow(u32::try_from(*b).ok()?),
        ("<<", [a, b]) => a.checked_mul(1i64.checked_shl(u32::try_from(*b).ok()?)?),
        (">>", [a, b]) => a.checked_shr(u32::try_from(*b).ok()?),
        ("/\\", [a, b]) => Some(a & b),
        ("\\/", [a, b]) => Some(a | b),
        ("xor", [a, b]) => Some(a ^ b),
        _ => None,
    }
}

fn greatest_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::{evaluate, evaluate_decimals};
    use xfold_asp::Decimal;

    #[test]
    fn rests_have_the_sign_of_the_divisor() {
        assert_eq!(evaluate("mod", &[-7, 3]), Some(2));
        assert_eq!(evaluate("rem", &[-7, 3]), Some(-1));
        assert_eq!(evaluate("//", &[-7, 2]), Some(-3));
        assert_eq!(evaluate("div", &[-7, 2]), Some(-4));
    }

    #[test]
    fn decimals_are_computed_exactly() {
        let computed = |name: &str, numbers: &[&str]| {
            let numbers: Option<Vec<Decimal>> = numbers.iter().map(|text| Decimal::parse(text)).collect();
            evaluate_decimals(name, &numbers.expect("numbers")).map(|number| number.to_string())
        };
        assert_eq!(computed("+", &["0.1", "0.2"]).as_deref(), Some("0.3"));
        assert_eq!(computed("/", &["1.5", "4"]).as_deref(), Some("0.375"));
        assert_eq!(computed("/", &["1.5", "0"]), None);
        assert_eq!(computed("/", &["0.1", "3"]), None);
        for (how, low, high) in
            [("floor", "-3", "2"), ("ceiling", "-2", "3"), ("truncate", "-2", "2"), ("round", "-3", "3")]
        {
            assert_eq!(computed(how, &["-2.5"]).as_deref(), Some(low), "{how}");
            assert_eq!(computed(how, &["2.5"]).as_deref(), Some(high), "{how}");
        }
    }

    #[test]
    fn fractions_and_overflow_are_no_numbers() {
        assert_eq!(evaluate("/", &[7, 2]), None);
        assert_eq!(evaluate("/", &[8, 2]), Some(4));
        assert_eq!(evaluate("/", &[8, 0]), None);
        assert_eq!(evaluate("*", &[i64::MAX, 2]), None);
    }
}
