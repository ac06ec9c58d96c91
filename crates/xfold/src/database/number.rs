//! Decimals and dates as whole numbers, exactly and so that there is a way back. Part of source → database.

pub use xfold_asp::Decimal;

/// How the numbers of a column become whole numbers of 32 bits: times ten to the power of `scale`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scaling {
    /// The power of ten.
    pub scale: i16,
    /// Whether digits were lost, so that a whole number stands for all numbers from it up to the next.
    pub is_rounded: bool,
}

/// The least scale that is tried: no number that a database keeps is larger.
const LEAST_SCALE: i16 = -400;

impl Scaling {
    /// The finest scaling for which all numbers fit into 32 bits.
    pub fn of(numbers: impl Iterator<Item = Decimal> + Clone) -> Self {
        let finest = numbers.clone().map(|number| number.scale).max().unwrap_or(0).max(0);
        let (mut least, mut most): (Option<Decimal>, Option<Decimal>) = (None, None);
        for number in numbers {
            if least.is_none_or(|least| number < least) {
                least = Some(number);
            }
            if most.is_none_or(|most| most < number) {
                most = Some(number);
            }
        }
        let fits = |number: Option<Decimal>, scale: i16| {
            number.is_none_or(|number| number.scaled(scale).is_some_and(|whole| i32::try_from(whole).is_ok()))
        };
        let mut scale = finest;
        while scale > LEAST_SCALE && !(fits(least, scale) && fits(most, scale)) {
            scale -= 1;
        }
        Self { scale, is_rounded: scale < finest }
    }

    /// A whole number of a task as it is in the database, to be written into a query.
    pub fn back(self, whole: i64) -> String {
        let sign = if whole < 0 { "-" } else { "" };
        match usize::try_from(self.scale) {
            Ok(0) => whole.to_string(),
            Ok(scale) => {
                let all = format!("{:0>width$}", whole.unsigned_abs(), width = scale + 1);
                let (before, after) = all.split_at(all.len() - scale);
                format!("{sign}{before}.{after}")
            }
            Err(_) => {
                let zeros = if whole == 0 { 0 } else { usize::from(self.scale.unsigned_abs()) };
                format!("{whole}{}", "0".repeat(zeros))
            }
        }
    }

    /// `times 100`, `divided by 1000, rounded down`; empty if nothing is done.
    pub fn in_words(self) -> String {
        let power = || format!("1{}", "0".repeat(usize::from(self.scale.unsigned_abs())));
        let rounded = if self.is_rounded { ", rounded down" } else { "" };
        match self.scale {
            0 => rounded.trim_start_matches(", ").to_string(),
            1.. => format!("times {}{rounded}", power()),
            _ => format!("divided by {}{rounded}", power()),
        }
    }

    /// Reads what [`in_words`](Self::in_words) says.
    pub fn from_words(words: &str) -> Option<Self> {
        let (words, is_rounded) = match words.strip_suffix("rounded down") {
            Some(rest) => (rest.trim_end_matches([' ', ',']), true),
            None => (words, false),
        };
        let zeros = |power: &str| {
            let zeros = power.strip_prefix('1')?;
            zeros.bytes().all(|byte| byte == b'0').then_some(i16::try_from(zeros.len()).ok()?)
        };
        let scale = match words.trim() {
            "" => 0,
            words => match (words.strip_prefix("times "), words.strip_prefix("divided by ")) {
                (Some(power), _) => zeros(power)?,
                (_, Some(power)) => -zeros(power)?,
                _ => return None,
            },
        };
        Some(Self { scale, is_rounded })
    }
}

/// The day of a date, counted from 1970-01-01, of `2026-03-31` or of a time that begins so.
pub fn day(text: &str) -> Option<i32> {
    let (date, rest) = text.split_at_checked(10)?;
    if !(rest.is_empty() || is_time(rest)) {
        return None;
    }
    let bytes = date.as_bytes();
    let is_form = bytes.iter().enumerate().all(|(place, byte)| match place {
        4 | 7 => *byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    if !is_form {
        return None;
    }
    let (year, month, of_month): (i32, u32, u32) =
        (date[..4].parse().ok()?, date[5..7].parse().ok()?, date[8..].parse().ok()?);
    let day = days_from(year, month, of_month)?;
    (date_of(day) == date).then_some(day)
}

/// Whether a text is the time behind a date: ` 12:30`, `T12:30:00.5Z`, `+02`.
fn is_time(text: &str) -> bool {
    let mut signs = text.chars();
    let begins = matches!(signs.next(), Some(' ' | 'T'));
    begins && text.len() >= 6 && signs.all(|sign| sign.is_ascii_digit() || ":.+-Z ".contains(sign))
}

/// Days from 1970-01-01 in the calendar that begins again every 400 years.
fn days_from(year: i32, month: u32, of_month: u32) -> Option<i32> {
    if !(1..=12).contains(&month) || !(1..=31).contains(&of_month) {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let month = i32::try_from((month + 9) % 12).ok()?;
    let of_year = (153 * month + 2) / 5 + i32::try_from(of_month).ok()? - 1;
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

/// The date of a day, as `2026-03-31`.
pub fn date_of(day: i32) -> String {
    let days = i64::from(day) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{of_month:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_scaled_as_finely_as_fits() {
        let of = |texts: &[&str]| {
            Scaling::of(texts.iter().filter_map(|text| Decimal::parse(text)).collect::<Vec<_>>().into_iter())
        };
        assert_eq!(of(&["1", "20"]), Scaling { scale: 0, is_rounded: false });
        assert_eq!(of(&["1.5", "20.25"]), Scaling { scale: 2, is_rounded: false });
        assert_eq!(of(&["0.123456789012", "5"]), Scaling { scale: 8, is_rounded: true });
        assert_eq!(of(&["30000000000"]), Scaling { scale: -2, is_rounded: true });
        assert_eq!(Scaling { scale: 2, is_rounded: false }.back(-5), "-0.05");
        assert_eq!(Scaling { scale: -2, is_rounded: true }.back(31), "3100");
        for scaling in [(0, false), (0, true), (2, false), (8, true), (-2, true)] {
            let scaling = Scaling { scale: scaling.0, is_rounded: scaling.1 };
            assert_eq!(Scaling::from_words(&scaling.in_words()), Some(scaling));
        }
    }

    #[test]
    fn dates_have_a_way_back() {
        assert_eq!(day("1970-01-01"), Some(0));
        assert_eq!(day("2000-02-29 23:59:59"), Some(11_016));
        assert_eq!(
            [day("2001-02-29"), day("2001-13-01"), day("2001-1-01"), day("20010101"), day("2001-01-01x")],
            [None; 5]
        );
        // From the year 1 to 9999.
        for number in (-719_162..=2_932_896).step_by(37) {
            let date = date_of(number);
            assert_eq!(day(&date), Some(number), "{date}");
        }
    }
}
