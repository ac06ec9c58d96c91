//! What databases make of a text when they give its column a type, so that it is recognised all the same: `yes` is the
//! truth value `true`, `1.50` the number 1.5, `12:30` the time `12:30:00`, `01.02.2020` the date `2020-02-01`.
//!
//! What a type has merged cannot be told apart any more: a column with `yes` and `true`, or with `1.5` and `1.50`, has to be
//! loaded as text.

use super::{cells::is_number, literal};

/// The conditions under which a cell is one of some values though its text is another one.
pub(super) fn forms(values: &[&str], number: usize) -> Vec<(String, String)> {
    // Days come before months, unless some date has a month beyond twelve then.
    let months_first = values.iter().any(|value| has_day_second(value));
    let mut forms = Vec::new();
    for value in values {
        forms.extend(
            conditions(value, number, months_first).into_iter().map(|when| (when, value.to_string())),
        );
    }
    forms
}

fn conditions(value: &str, number: usize, months_first: bool) -> Vec<String> {
    let is =
        |kind: &str, text: &str| format!("type_{number} = '{kind}' AND text_{number} = {}", literal(text));
    let mut found: Vec<String> = raw(value).into_iter().map(|raw| format!("text_{number} = {raw}")).collect();
    // A value may have blanks around it where rules were learned from what was no file.
    let trimmed = value.trim_matches([' ', '\t', '\r', '\n']);
    if trimmed != value {
        found.push(format!("text_{number} = {}", literal(trimmed)));
    }
    match value.to_ascii_lowercase().as_str() {
        "true" => found.extend([is("BOOLEAN", "true"), is("integer", "1")]),
        "yes" | "t" => found.push(is("BOOLEAN", "true")),
        "false" => found.extend([is("BOOLEAN", "false"), is("integer", "0")]),
        "no" | "f" => found.push(is("BOOLEAN", "false")),
        _ => {}
    }
    match number_of(value) {
        Some(value) if value.is_finite() => found.push(is_number(number, value)),
        // Too large a number: the text of infinity, with the sign.
        Some(value) => found.extend([is("DOUBLE", &format!("{value}")), is("real", infinity(value))]),
        None => {}
    }
    found.extend(time(value).map(|time| is("TIME", &time)));
    // Beside dates of another form a column of dates becomes one of timestamps.
    let date = date(value, months_first);
    let midnight = date.as_ref().map(|date| format!("{date} 00:00:00"));
    found.extend(date.map(|date| is("DATE", &date)));
    let at = midnight.or_else(|| timestamp(value, months_first));
    found
        .extend(at.map(|at| format!("type_{number} LIKE 'TIMESTAMP%' AND text_{number} = {}", literal(&at))));
    found
}

/// A value whose cell has signs that our texts do not have, as an expression that gives them: line ends of two signs, and
/// control characters, which are read as their pictures.
fn raw(value: &str) -> Option<String> {
    let mut cell = String::new();
    for c in value.chars() {
        match c {
            '\n' => cell.push_str("\r\n"),
            '\u{2421}' => cell.push('\u{7f}'),
            '\u{2400}'..='\u{241f}' => cell.extend(char::from_u32(c as u32 - 0x2400)),
            c => cell.push(c),
        }
    }
    // A text of JSON says them without having them in the query.
    let json = serde_json::Value::from(cell.as_str()).to_string().replace('\u{7f}', "\\u007f");
    (cell != value).then(|| format!("({} ->> '$')", literal(&json)))
}

/// The number that a database makes of a text.
fn number_of(value: &str) -> Option<f64> {
    if let Some(digits) = value.strip_prefix("0x").or_else(|| value.strip_prefix("0X")) {
        return i64::from_str_radix(digits, 16).ok().map(|number| number as f64);
    }
    let is_digits = value.bytes().any(|b| b.is_ascii_digit());
    value.parse::<f64>().ok().filter(|_| is_digits)
}

/// Infinity as SQLite writes it.
fn infinity(value: f64) -> &'static str {
    if value > 0.0 { "Inf" } else { "-Inf" }
}

/// `1:05` is `01:05:00`.
fn time(value: &str) -> Option<String> {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let parts: Vec<u32> = whole.split(':').map(|part| short_number(part, 2)).collect::<Option<_>>()?;
    let (hour, minute, second) = match parts[..] {
        [hour, minute] if fraction.is_empty() => (hour, minute, 0),
        [hour, minute, second] => (hour, minute, second),
        _ => return None,
    };
    let is_fraction = fraction.len() <= 6 && fraction.bytes().all(|b| b.is_ascii_digit());
    if hour > 24 || minute > 59 || second > 59 || !is_fraction {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    Some(format!("{hour:02}:{minute:02}:{second:02}{point}{fraction}"))
}

/// `01.02.2020` and `2020/2/1` are `2020-02-01`.
fn date(value: &str, months_first: bool) -> Option<String> {
    let (sign, parts) = date_parts(value)?;
    let long_year = |text: &str| text.len() == 4;
    let [one, two, three] = parts;
    let is_year_first = long_year(one) || (sign == '-' && !long_year(three));
    let (year, month, day) = match (is_year_first, months_first) {
        (true, _) => (one, two, three),
        (false, true) => (three, one, two),
        (false, false) => (three, two, one),
    };
    let (year, month, day) = (short_number(year, 4)?, short_number(month, 2)?, short_number(day, 2)?);
    let year = match year {
        0..=68 => year + 2000,
        69..=99 => year + 1900,
        year => year,
    };
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// `2020-02-01T12:30` is `2020-02-01 12:30:00`.
fn timestamp(value: &str, months_first: bool) -> Option<String> {
    let (day, hour) = value.rsplit_once([' ', 'T'])?;
    Some(format!("{} {}", date(day, months_first)?, time(hour.strip_suffix('Z').unwrap_or(hour))?))
}

/// The parts of what may be a date, and the sign between them.
fn date_parts(value: &str) -> Option<(char, [&str; 3])> {
    ['-', '/', '.', ' '].into_iter().find_map(|sign| {
        let parts: Vec<&str> = value.split(sign).collect();
        let parts: [&str; 3] = parts.try_into().ok()?;
        parts.iter().all(|part| short_number(part, 4).is_some()).then_some((sign, parts))
    })
}

/// Whether a date can only have its day in the second place.
fn has_day_second(value: &str) -> bool {
    let day = value.split_once('T').map_or(value, |(day, _)| day);
    date_parts(day).is_some_and(|(_, parts)| {
        parts[0].len() < 3 && short_number(parts[1], 2).is_some_and(|second| second > 12)
    })
}

/// A number of a few digits.
fn short_number(text: &str, most: usize) -> Option<u32> {
    let is_short = (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if is_short { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times() {
        assert_eq!(time("1:05").as_deref(), Some("01:05:00"));
        assert_eq!(time("12:30:15.50").as_deref(), Some("12:30:15.5"));
        assert_eq!(time("12:60"), None);
        assert_eq!(date("01.02.2020", false).as_deref(), Some("2020-02-01"));
        assert_eq!(date("01.02.2020", true).as_deref(), Some("2020-01-02"));
        assert_eq!(date("2020-1-2", true).as_deref(), Some("2020-01-02"));
        assert_eq!(date("1/2/20", false).as_deref(), Some("2020-02-01"));
        assert_eq!(date("20-01-02", false).as_deref(), Some("2020-01-02"));
        assert_eq!(date("1.5", false), None);
        assert_eq!(timestamp("2020-01-02T12:30", false).as_deref(), Some("2020-01-02 12:30:00"));
        assert!(
            has_day_second("01/13/2020") && !has_day_second("13/01/2020") && !has_day_second("2020-01-13")
        );
    }

    #[test]
    fn signs_that_are_not_printed() {
        assert_eq!(raw("a b"), None);
        assert_eq!(raw("a\u{2421}\nb").as_deref(), Some("('\"a\\u007f\\r\\nb\"' ->> '$')"));
    }

    #[test]
    fn numbers() {
        assert_eq!(number_of("1.50"), Some(1.5));
        assert_eq!(number_of("0x10"), Some(16.0));
        assert_eq!(number_of("inf"), None);
        assert_eq!(number_of("-1e400"), Some(f64::NEG_INFINITY));
        assert_eq!(number_of("a"), None);
    }
}
