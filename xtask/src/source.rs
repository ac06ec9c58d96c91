//! Rust sources, read just well enough for tidy: what is code, and what of it is compiled for tests only.

use std::path::{Path, PathBuf};

/// The text with comments, strings and characters blanked out; lines stay where they are.
pub fn code_only(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = skip(&chars, at);
        if end == at {
            code.push(chars[at]);
            at += 1;
        } else {
            code.extend(chars[at..end].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    code
}

/// The end of the comment, string or character that starts here; the place itself if none does.
fn skip(chars: &[char], at: usize) -> usize {
    let get = |place: usize| chars.get(place).copied().unwrap_or('\0');
    let find = |from: usize, found: &dyn Fn(usize) -> bool| {
        (from..chars.len()).find(|&p| found(p)).unwrap_or(chars.len())
    };
    match (get(at), get(at + 1)) {
        ('/', '/') => find(at, &|p| chars[p] == '\n'),
        ('/', '*') => {
            let (mut depth, mut place) = (1, at + 2);
            while depth > 0 && place < chars.len() {
                match (chars[place], get(place + 1)) {
                    ('/', '*') => (depth, place) = (depth + 1, place + 2),
                    ('*', '/') => (depth, place) = (depth - 1, place + 2),
                    _ => place += 1,
                }
            }
            place
        }
        ('r', '"' | '#') if at == 0 || !is_word(chars[at - 1]) || chars[at - 1] == 'b' => {
            let hashes = chars[at + 1..].iter().take_while(|&&c| c == '#').count();
            if get(at + 1 + hashes) != '"' {
                return at;
            }
            let closes = |p: usize| chars[p] == '"' && (1..=hashes).all(|n| get(p + n) == '#');
            (find(at + hashes + 2, &closes) + hashes + 1).min(chars.len())
        }
        ('"', _) => {
            let mut place = at + 1;
            while place < chars.len() && chars[place] != '"' {
                place += if chars[place] == '\\' { 2 } else { 1 };
            }
            (place + 1).min(chars.len())
        }
        ('\'', '\\') => (find(at + 3, &|p| chars[p] == '\'') + 1).min(chars.len()),
        ('\'', _) if get(at + 2) == '\'' => at + 3,
        _ => at,
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Whether a word stands in a line, not as a part of a longer one.
pub fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// What a source has for tests only.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct TestCode {
    /// Ranges of lines, counted from zero.
    pub lines: Vec<std::ops::Range<usize>>,
    /// Files of modules, as they might be named.
    pub files: Vec<PathBuf>,
}

/// Finds the items below `#[cfg(test)]`.
pub fn test_code(path: &Path, text: &str) -> TestCode {
    let code = code_only(text);
    let lines: Vec<&str> = code.lines().collect();
    let mut found = TestCode::default();
    let mut line = 0;
    while line < lines.len() {
        if lines[line].trim() != "#[cfg(test)]" {
            line += 1;
            continue;
        }
        let start = line;
        while line < lines.len() && (lines[line].trim().is_empty() || lines[line].trim().starts_with("#[")) {
            line += 1;
        }
        if let Some(module) = lines.get(line).and_then(|item| module_file(item)) {
            let attributes = text.lines().skip(start).take(line - start);
            let named = attributes
                .filter_map(|attribute| attribute.trim().strip_prefix("#[path = \"")?.strip_suffix("\"]"));
            found.files.extend(files_of(path, module, named.last()));
        }
        line = end_of_item(&lines, line);
        found.lines.push(start..line);
    }
    found
}

/// The name in `mod name;`.
fn module_file(item: &str) -> Option<&str> {
    let rest = item.trim().trim_start_matches("pub ").trim_start_matches("pub(crate) ");
    rest.strip_prefix("mod ")?.strip_suffix(';').map(str::trim)
}

fn files_of(path: &Path, module: &str, named: Option<&str>) -> Vec<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    if let Some(named) = named {
        return vec![folder.join(named)];
    }
    let own = folder.join(path.file_stem().unwrap_or_default());
    let file = format!("{module}.rs");
    [folder, &own]
        .iter()
        .flat_map(|folder| [folder.join(&file), folder.join(module).join("mod.rs")])
        .collect()
}

/// The line behind an item: behind its closing brace, or behind its semicolon.
fn end_of_item(lines: &[&str], start: usize) -> usize {
    let mut depth = 0;
    for (number, line) in lines.iter().enumerate().skip(start) {
        for character in line.chars() {
            match character {
                '{' | '(' | '[' => depth += 1,
                '}' | ')' | ']' => depth -= 1,
                _ => {}
            }
            let is_end = character == '}' || character == ';';
            if is_end && depth <= 0 {
                return number + 1;
            }
        }
    }
    lines.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_no_code() {
        let text =
            "let a = \"x{\\\"\"; // b\nlet c = '}'; /* d /* e */ \n f */ let g: &'a str = r#\"h\"i\"#;\n";
        let code = code_only(text);
        assert_eq!(code.lines().count(), text.lines().count());
        let words: Vec<&str> = code.split_whitespace().collect();
        assert_eq!(words.join(" "), "let a = ; let c = ; let g: &'a str = ;");
    }

    #[test]
    fn words_are_whole() {
        assert!(has_word("pub unsafe fn f()", "unsafe"));
        assert!(!has_word("unsafe_code = 1", "unsafe"));
        assert!(!has_word("my_unsafe", "unsafe"));
    }

    #[test]
    fn tests_are_found() {
        let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n  fn b() { \"}\"; }\n}\nfn c() {}\n#[cfg(test)]\nuse d::{e, f};\nfn g() {}\n";
        assert_eq!(test_code(Path::new("x.rs"), text).lines, [1..5, 6..8]);
    }

    #[test]
    fn files_of_tests_are_found() {
        let files = |path: &str, text: &str| test_code(Path::new(path), text).files;
        let near = files("a/b.rs", "#[cfg(test)]\nmod tests;\n");
        assert!(near.contains(&PathBuf::from("a/tests.rs")) && near.contains(&PathBuf::from("a/b/tests.rs")));
        let named = files("a/b.rs", "#[cfg(test)]\n#[path = \"b_tests.rs\"]\nmod tests;\n");
        assert_eq!(named, [PathBuf::from("a/b_tests.rs")]);
    }
}
