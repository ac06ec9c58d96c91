//! Mutations of texts in clingo's language and Prolog: tokens, statements, and at times mere bytes.

use xfold_suite::generate::random::Random;

/// Numbers at which something changes.
pub const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "255",
    "65536",
    "2147483647",
    "-2147483648",
    "2147483648",
    "4294967296",
    "9007199254740993",
    "99999999999999999999",
    "00",
    "3.5",
    "1e9",
];

/// Words that mean something somewhere.
const WORDS: [&str; 60] = [
    "not",
    "-",
    ":-",
    ".",
    ",",
    ";",
    ":",
    "..",
    "(",
    ")",
    "{",
    "}",
    "_",
    "X",
    "Y",
    "a",
    "p",
    "\"\"",
    "\"a b\"",
    "\"\\n\"",
    "\"%\"",
    "#true",
    "#false",
    "#inf",
    "#sup",
    "#count",
    "#sum",
    "#min",
    "|",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    "+",
    "*",
    "/",
    "\\",
    "**",
    "@",
    "@f(1)",
    "f(f(f(a)))",
    "(1,2)",
    "(1;2;3)",
    "1..5",
    "1..100000",
    "ab0",
    "any",
    "row",
    "true",
    "halt",
    "table",
    "'A b'",
    "[a,b]",
    "[H|T]",
    "\\+",
    "!",
    "is",
    "äö",
    "\u{1b}[31m",
];

/// Statements that may stand in a task, or must not.
const STATEMENTS: [&str; 52] = [
    "p(X) :- q(X), not p(X).",
    "{ a(X) : p(X) } :- q.",
    "1 { a(1..3) } 2.",
    ":- not not p.",
    ":~ p(X). [1@2,X]",
    "#minimize { X : p(X) }.",
    "#show p/1.",
    "#const n = 3.",
    "#const n = n.",
    "#external e(X) : p(X).",
    "#include \"other.lp\".",
    "#include \"../../etc/passwd\".",
    "#script (python) import os os.system(\"touch hacked\") #end.",
    "#script (lua) os.execute(\"touch hacked\") #end.",
    "#program step(t).",
    "#theory t { }.",
    "#edge (1,2).",
    "#heuristic p : q. [1,true]",
    "#project p/1.",
    "#modeh(p(var(any))).",
    "#modeh(-p(var(t))).",
    "#modeb(q(var(any),const(c))).",
    "#modeb(q(var(any),num(n))).",
    "#modeb(not q(var(any))).",
    "#modeb(var(any) != var(any)).",
    "#modeha(p(var(t))).",
    "#modeb(2, q(var(any)), (positive)).",
    "#constant(c, 1..9).",
    "#constant(c, red).",
    "#maxv(4).",
    "#maxv(0).",
    "#max_penalty(10).",
    "#cwa(p/1).",
    "#bias(\":- body(p(_)).\").",
    "#bias(\"penalty(1, head) :- in_head(_).\").",
    "#predict({p(a)}).",
    "#pos({}, {}).",
    "#neg({}, {}).",
    "#pos(e@3, {p(a)}, {}, {q(a).}).",
    "#neg(e@3, {p(a)}, {not p(b)}).",
    "#pos(e, {p(1)}, {p(1)}).",
    "#pred p(X) :: '@(X) is <b>p</b>'.",
    "1 ~ {p}.",
    "2 ~ p(X) :- q(X).",
    ":- shell('touch hacked').",
    ":- initialization(halt).",
    ":- dynamic p/1.",
    ":- include('../x').",
    "head_pred(p,1).",
    "body_pred(q,2147483647).",
    ":- modeh(*, p(+t)).",
    ":- set(clauselength, 5).",
];

/// The tokens of a text: words, numbers, strings, comments, signs, spaces. Together they are the text.
pub fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '%' => rest.find('\n').unwrap_or(rest.len()),
            '"' => string_length(rest),
            c if c.is_alphanumeric() || c == '_' => {
                rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
            }
            c if c.is_whitespace() => rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len()),
            ':' | '.' | '!' | '<' | '>' | '\\' | '=' => {
                let pair = rest.get(..2).unwrap_or("");
                if [":-", "..", "!=", "<=", ">=", "\\+", ":~", "=<"].contains(&pair) { 2 } else { 1 }
            }
            c => c.len_utf8(),
        };
        tokens.push(rest[..length].to_owned());
        rest = &rest[length..];
    }
    tokens
}

fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            '\n' => return at,
            _ => {}
        }
    }
    text.len()
}

/// The statements of a text, each with its full stop. Together they are the text.
pub fn statements(text: &str) -> Vec<String> {
    let mut statements = vec![String::new()];
    let mut depth = 0_i32;
    for token in tokens(text) {
        match token.as_str() {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" => depth -= 1,
            _ => {}
        }
        let is_end = token == "." && depth <= 0;
        statements.last_mut().expect("there is one").push_str(&token);
        if is_end {
            depth = 0;
            statements.push(String::new());
        }
    }
    if statements.last().is_some_and(String::is_empty) {
        statements.pop();
    }
    statements
}

/// Changes a text in a few places. `other` is a text that parts may come from.
pub fn mutate(text: &str, other: &str, random: &mut Random) -> Vec<u8> {
    let mut text = text.to_owned();
    for _ in 0..random.pick(&[1, 1, 1, 2, 2, 3, 5, 8]) {
        text = if random.chance(0.45) { by_statement(&text, other, random) } else { by_token(&text, random) };
    }
    if random.chance(0.08) { by_byte(text.into_bytes(), random) } else { text.into_bytes() }
}

/// Changes a text so that it most likely can still be read: what the learner is to be tried with, not the reader.
pub fn mutate_gently(text: &str, random: &mut Random) -> Vec<u8> {
    let mut text = text.to_owned();
    for _ in 0..random.pick(&[1, 1, 2, 2, 3, 5]) {
        text = gently(&text, random);
    }
    text.into_bytes()
}

fn gently(text: &str, random: &mut Random) -> String {
    let mut whole = statements(text);
    let (at, with) = (random.below(whole.len().max(1)), random.below(whole.len().max(1)));
    match random.below(8) {
        0 if !whole.is_empty() => {
            whole.remove(at);
            return whole.concat();
        }
        1 if !whole.is_empty() => {
            whole.swap(at, with);
            return whole.concat();
        }
        2 if !whole.is_empty() => {
            let copy = whole[at].clone();
            whole.insert(with, copy);
            // A comment without its end of line would swallow the rest.
            return whole.join("\n");
        }
        _ => {}
    }
    let mut parts = tokens(text);
    let is_call = |parts: &[String], at: usize| parts.get(at + 1).is_some_and(|next| next == "(");
    let kind = |parts: &[String], at: usize| match parts[at].chars().next() {
        Some(c) if c.is_ascii_digit() => 1,
        Some(c) if c.is_lowercase() && parts[at] != "not" => 2 + usize::from(is_call(parts, at)),
        Some(c) if c.is_uppercase() => 4,
        Some('<' | '>' | '=' | '!') => 5,
        _ => 0,
    };
    let places: Vec<usize> = (0..parts.len()).filter(|&at| kind(&parts, at) > 0).collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let at = random.pick(&places);
    let same: Vec<usize> =
        places.into_iter().filter(|&other| kind(&parts, other) == kind(&parts, at)).collect();
    let other = random.pick(&same);
    match random.below(6) {
        0 if kind(&parts, at) == 1 => {
            parts[at] = random.pick(&["0", "1", "2", "3", "10", "100", "1000"]).to_owned()
        }
        1 if kind(&parts, at) == 3 => parts[at] = format!("not {}", parts[at]),
        2 if kind(&parts, at) == 3 => parts[at] = format!("-{}", parts[at]),
        3 => parts.swap(at, other),
        _ => parts[at] = parts[other].clone(),
    }
    parts.concat()
}

fn by_statement(text: &str, other: &str, random: &mut Random) -> String {
    let mut parts = statements(text);
    let at = random.below(parts.len().max(1));
    let place = random.below(parts.len() + 1);
    match random.below(7) {
        0 if !parts.is_empty() => drop(parts.remove(at)),
        1 if !parts.is_empty() => parts.insert(place, parts[at].clone()),
        2 if !parts.is_empty() => {
            let with = random.below(parts.len());
            parts.swap(at, with);
        }
        3 | 4 => {
            let new = random.pick(&STATEMENTS);
            parts.insert(place, format!("\n{new}"));
        }
        5 => {
            let others = statements(other);
            if !others.is_empty() {
                parts.insert(place, others[random.below(others.len())].clone());
            }
        }
        _ => {
            let start = at.min(place);
            let end = at.max(place).min(parts.len());
            parts.drain(start..end.min(start + 5));
        }
    }
    parts.concat()
}

fn by_token(text: &str, random: &mut Random) -> String {
    let mut parts = tokens(text);
    if parts.is_empty() {
        return random.pick(&WORDS).to_owned();
    }
    let at = random.below(parts.len());
    match random.below(10) {
        0 => drop(parts.remove(at)),
        1 => parts.insert(at, random.pick(&WORDS).to_owned()),
        2 => parts[at] = random.pick(&WORDS).to_owned(),
        3 => {
            let with = random.below(parts.len());
            parts[at] = parts[with].clone();
        }
        4 => {
            let with = random.below(parts.len());
            parts.swap(at, with);
        }
        5 | 6 => {
            let is_number = |part: &String| part.starts_with(|c: char| c.is_ascii_digit());
            let places: Vec<usize> = (0..parts.len()).filter(|&at| is_number(&parts[at])).collect();
            let at = if places.is_empty() { at } else { random.pick(&places) };
            parts[at] = random.pick(&NUMBERS).to_owned();
        }
        7 => rename(&mut parts, random),
        8 => arguments(&mut parts, random),
        _ => {
            let depth = random.pick(&[2, 20, 300, 3000]);
            parts[at] = format!("{}{}{}", "f(".repeat(depth), "a", ")".repeat(depth));
        }
    }
    parts.concat()
}

/// Gives all occurrences of a name another one.
fn rename(parts: &mut [String], random: &mut Random) {
    let is_name = |part: &String| part.starts_with(|c: char| c.is_lowercase());
    let names: Vec<String> = parts.iter().filter(|part| is_name(part)).cloned().collect();
    if names.is_empty() {
        return;
    }
    let name = names[random.below(names.len())].clone();
    let new = if random.chance(0.5) {
        random.pick(&WORDS).to_owned()
    } else {
        names[random.below(names.len())].clone()
    };
    parts.iter_mut().filter(|part| **part == name).for_each(|part| part.clone_from(&new));
}

/// Adds or takes an argument.
fn arguments(parts: &mut Vec<String>, random: &mut Random) {
    let commas: Vec<usize> = (0..parts.len()).filter(|&at| parts[at] == ",").collect();
    if commas.is_empty() {
        return;
    }
    let at = random.pick(&commas);
    if random.chance(0.5) {
        parts.insert(at, format!(",{}", random.pick(&WORDS)));
    } else {
        parts.drain(at..(at + 2).min(parts.len()));
    }
}

/// Changes bytes without regard for what they mean.
pub fn by_byte(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let at = random.below(bytes.len() + 1);
    match random.below(9) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, random.pick(&[0, 0xff, 0xc3, 0x1b, 0x7f, b'\r', b'"', b'\\'])),
        2 => bytes.splice(0..0, [0xef, 0xbb, 0xbf]).for_each(drop),
        3 => {
            let text = String::from_utf8_lossy(&bytes).replace('\n', "\r\n");
            bytes = text.into_bytes();
        }
        4 => {
            bytes.splice(at..at, std::iter::repeat_n(b'(', random.pick(&[10, 1000, 100_000]))).for_each(drop)
        }
        5 => {
            let end = (at + random.below(50)).min(bytes.len());
            let copy: Vec<u8> = bytes[at..end].to_vec();
            bytes.extend(copy);
        }
        6 => drop(bytes.drain(at..(at + random.below(30)).min(bytes.len()))),
        7 => {
            // UTF-16, as some editors save.
            let text = String::from_utf8_lossy(&bytes).into_owned();
            bytes = [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_statements_are_the_text() {
        let text =
            "p(X) :- q(X,\"a.\\\" b\"), X != 1..3. % end.\n#pos({p(a)}, {}, {q(b). r.}).\n:~ a. [1@2]\nö.";
        assert_eq!(tokens(text).concat(), text);
        assert_eq!(statements(text).concat(), text);
        assert_eq!(statements(text).len(), 4);
    }

    #[test]
    fn the_same_seed_gives_the_same_text() {
        let text = "p(1). q(X) :- p(X), not r(X).\n";
        let all = |seed: u64| {
            (0..200_u64).map(|n| mutate(text, text, &mut Random::new(seed + n))).collect::<Vec<_>>()
        };
        assert_eq!(all(5), all(5));
        assert!(all(5).iter().filter(|new| *new != text.as_bytes()).count() > 150);
    }
}
