//! Arithmetic as Prolog has it, on whole numbers.

use super::machine::{Machine, Stop, Value};
use xfold_asp::symbols::{Symbol, SymbolKind};

/// How deep an expression may be.
const MOST_NESTED: usize = 500;

impl Machine<'_, '_> {
    /// The number that an expression stands for. Fractions are an error: there are whole numbers only.
    pub(super) fn number(&self, value: &Value) -> Result<i64, Stop> {
        self.number_below(value, MOST_NESTED)
    }

    fn number_below(&self, value: &Value, depth: usize) -> Result<i64, Stop> {
        if let Value::Ground(symbol) = self.resolve(value.clone())
            && let SymbolKind::Number(number) = &*self.symbols.kind(symbol)
        {
            return Ok(i64::from(*number));
        }
        let (name, args) = self.functor(value).ok_or(Stop::Error)?;
        let below = depth.checked_sub(1).ok_or(Stop::Error)?;
        let numbers = args.iter().map(|arg| self.number_below(arg, below));
        let numbers = numbers.collect::<Result<Vec<i64>, Stop>>()?;
        evaluate(&name, &numbers).ok_or(Stop::Error)
    }

    /// The symbol of a number, if clingo has such numbers.
    pub(super) fn symbol(&mut self, number: i64) -> Result<Symbol, Stop> {
        i32::try_from(number).map(|number| self.symbols.number(number)).map_err(|_| Stop::Error)
    }
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
    use super::evaluate;

    #[test]
    fn rests_have_the_sign_of_the_divisor() {
        assert_eq!(evaluate("mod", &[-7, 3]), Some(2));
        assert_eq!(evaluate("rem", &[-7, 3]), Some(-1));
        assert_eq!(evaluate("//", &[-7, 2]), Some(-3));
        assert_eq!(evaluate("div", &[-7, 2]), Some(-4));
    }

    #[test]
    fn fractions_and_overflow_are_no_numbers() {
        assert_eq!(evaluate("/", &[7, 2]), None);
        assert_eq!(evaluate("/", &[8, 2]), Some(4));
        assert_eq!(evaluate("/", &[8, 0]), None);
        assert_eq!(evaluate("*", &[i64::MAX, 2]), None);
    }
}
