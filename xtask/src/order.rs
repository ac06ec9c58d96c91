//! The order of the modules of `crates/xfold`: each may use those before it. ARCHITECTURE.md has the list.

use crate::source::code_only;
use std::{collections::BTreeMap, path::Path};

/// The folder whose modules are in order.
pub const FOLDER: &str = "crates/xfold/src";
/// The line of ARCHITECTURE.md that has the order begins with this.
const MARK: &str = "    codes error tuning settings";

/// The modules in order, from ARCHITECTURE.md: the indented lines that begin with the mark.
pub fn order(architecture: &str) -> Vec<&str> {
    let lines = architecture.lines().skip_while(|line| !line.starts_with(MARK));
    lines.take_while(|line| line.starts_with("    ")).flat_map(str::split_whitespace).collect()
}

/// What the root of the crate exports under another path: `pub use learn::{Learned, …}` gives `Learned` → `learn`.
pub fn exported(root: &str) -> BTreeMap<String, String> {
    let mut exported = BTreeMap::new();
    for statement in code_only(root).split(';') {
        let Some((_, path)) = statement.split_once("pub use ") else { continue };
        let Some((module, items)) = path.trim().split_once("::") else { continue };
        for item in items.trim_matches(['{', '}']).split(',') {
            exported.insert(item.trim().to_owned(), module.trim().to_owned());
        }
    }
    exported
}

/// The module that a file belongs to.
pub fn module_of(name: &Path) -> Option<String> {
    let first = name.strip_prefix(FOLDER).ok()?.components().next()?;
    let first = first.as_os_str().to_string_lossy();
    let module = first.strip_suffix(".rs").unwrap_or(&first).to_owned();
    (module != "lib").then_some(module)
}

/// The modules that a source uses by `crate::`, with the line; items of the root by where they come from.
pub fn uses(text: &str, exported: &BTreeMap<String, String>) -> Vec<(usize, String)> {
    let code = code_only(text);
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let line = code[..at].matches('\n').count();
        let rest = &code[at + "crate::".len()..];
        let names =
            if let Some(list) = rest.strip_prefix('{') { listed(list) } else { vec![first_word(rest)] };
        for name in names {
            let module = exported.get(name).map_or(name, String::as_str);
            found.push((line, module.to_owned()));
        }
    }
    found
}

/// The first word of each item of a list of imports, which may have lists in it.
fn listed(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut words) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                words.push(first_word(list[start..at].trim_start()));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found() {
        let exported = exported("pub use learn::{Learned, learn};\npub use task::Task;\n");
        assert_eq!(exported["Learned"], "learn");
        let text = "use crate::{\n    Learned, codes,\n    search::{Clause, trace::{Event}},\n};\n// crate::no\nfn a() { crate::rules::b() }\n";
        let found: Vec<String> = uses(text, &exported).into_iter().map(|(_, module)| module).collect();
        assert_eq!(found, ["learn", "codes", "search", "rules"]);
    }

    #[test]
    fn the_order_is_read() {
        assert_eq!(
            order(&format!("x\n\n{MARK}\n    task\n\n    no")),
            ["codes", "error", "tuning", "settings", "task"]
        );
        assert_eq!(module_of(Path::new("crates/xfold/src/search/fold.rs")).as_deref(), Some("search"));
        assert_eq!(module_of(Path::new("crates/xfold/src/lib.rs")), None);
    }
}
