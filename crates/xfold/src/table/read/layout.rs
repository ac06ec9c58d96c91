//! The columns of a file before their cells are read: names, and what becomes of each. Second step of
//! read → columns → search → text → check; every reader shares it.

use super::{ReadOptions, build::Builder};
use crate::{
    Result, codes,
    table::{Kind, unknown_column},
};
use rustc_hash::FxHashMap;
use xfold_asp::diagnostic::Diagnostic;

/// What becomes of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::table) enum Use {
    /// Read as numbers; `asked` if the user said so.
    Numbers {
        /// The user said so.
        asked: bool,
    },
    /// Read as categories; `asked` if the user said so, or it is the target.
    Categories {
        /// The user said so, or the column has a part beside the others.
        asked: bool,
    },
    /// Left out.
    Ignore,
}

/// The names of a file's columns and what becomes of each.
#[derive(Debug, Clone)]
pub(in crate::table) struct Layout {
    /// The file.
    pub(in crate::table) file: String,
    /// The names, all different.
    pub(in crate::table) names: Vec<String>,
    /// What becomes of each.
    pub(in crate::table) uses: Vec<Use>,
    /// Whether the kind of some column is a guess, which the user is told.
    pub(in crate::table) is_inferred: bool,
    /// The place of the target.
    pub(in crate::table) target: Option<usize>,
    /// The place of the column that names the rows.
    pub(in crate::table) id: Option<usize>,
    /// The place of the column with the weights of the rows.
    pub(in crate::table) weights: Option<usize>,
    /// Rules say which columns are read, and their kinds.
    pub(in crate::table) from_rules: bool,
    /// What is worth knowing so far.
    pub(in crate::table) notes: Vec<Diagnostic>,
}

impl Layout {
    /// Puts the names and the user's options together. `guess` tells the kind of a column for which there is no option.
    pub(in crate::table) fn new(
        file: &str,
        names: Vec<String>,
        options: &ReadOptions,
        mut guess: impl FnMut(usize) -> Kind,
    ) -> Result<Self> {
        let mut notes = Vec::new();
        let mut names = distinct(file, names, &mut notes);
        for (wanted, _) in options.known.iter().flatten() {
            adopt(file, &mut names, wanted, &mut notes);
        }
        let place = |wanted: &str, what: &str| find(file, &names, wanted, what);
        let target = options.target.as_deref().map(|name| place(name, "")).transpose()?;
        let id = options.id.as_deref().map(|name| place(name, " to name the rows")).transpose()?;
        let weights = options.weights.as_deref().map(|name| place(name, " to weigh the rows")).transpose()?;
        let mut uses: Vec<Option<Use>> = vec![None; names.len()];
        let lists = [
            (&options.numeric, Use::Numbers { asked: true }, "--numeric"),
            (&options.categorical, Use::Categories { asked: true }, "--categorical"),
            (&options.ignore, Use::Ignore, "--ignore"),
        ];
        for (list, wanted, option) in lists {
            for name in list {
                let column = place(name, &format!(" to {option}"))?;
                if uses[column].is_some_and(|already| already != wanted) {
                    let message =
                        format!("column `{name}` is named by two of --numeric, --categorical, --ignore");
                    return Err(Diagnostic::error(codes::COLUMN_OPTIONS, message)
                        .help("name it once")
                        .into());
                }
                uses[column] = Some(wanted);
            }
        }
        if let Some(known) = &options.known {
            for (column, name) in names.iter().enumerate() {
                let kind = known.iter().find(|(known, _)| known == name).map(|(_, kind)| *kind);
                uses[column] = Some(match kind {
                    Some(Kind::Number) => Use::Numbers { asked: false },
                    Some(Kind::Category) => Use::Categories { asked: true },
                    None => Use::Ignore,
                });
            }
        }
        for column in [target, id].into_iter().flatten() {
            uses[column] = Some(Use::Categories { asked: true });
        }
        if let Some(column) = weights {
            uses[column] = Some(Use::Numbers { asked: true });
        }
        let is_inferred = uses.contains(&None);
        let uses = uses.into_iter().enumerate().map(|(column, wanted)| {
            wanted.unwrap_or_else(|| match guess(column) {
                Kind::Number => Use::Numbers { asked: false },
                Kind::Category => Use::Categories { asked: false },
            })
        });
        let uses = uses.collect();
        let from_rules = options.known.is_some();
        Ok(Self { file: file.into(), uses, is_inferred, target, id, weights, from_rules, names, notes })
    }

    /// The same for a format that declares its columns, some of which hold what no rule can read (`unusable`, by name).
    pub(in crate::table) fn ignoring(
        file: &str,
        names: Vec<String>,
        options: &ReadOptions,
        (unusable, why): (&[String], &str),
        kind: impl FnMut(usize) -> Kind,
    ) -> Result<Self> {
        let mut options = options.clone();
        options.ignore.extend_from_slice(unusable);
        let mut layout = Self { is_inferred: false, ..Self::new(file, names, &options, kind)? };
        if !unusable.is_empty() {
            let message = format!("{file}: ignored {} ({why})", unusable.join(", "));
            layout.notes.push(Diagnostic::note(codes::COLUMN_IGNORED, message));
        }
        Ok(layout)
    }

    /// An empty column for each name.
    pub(in crate::table) fn builders(&self) -> Vec<Builder> {
        (0..self.names.len()).map(|column| Builder::new(self, column)).collect()
    }

    /// Whether a column is not one of the features: it is kept, whatever its cells are.
    pub(in crate::table) fn is_special(&self, place: usize) -> bool {
        self.from_rules || [self.target, self.id, self.weights].contains(&Some(place))
    }

    /// The error that a column of numbers has a cell that is none. `line` is none where a format has no lines.
    pub(in crate::table) fn not_a_number(&self, line: Option<u64>, column: usize, found: &str) -> Diagnostic {
        let place = line.map_or(self.file.clone(), |line| format!("{}:{line}", self.file));
        let name = &self.names[column];
        let message = format!("{place}: column `{name}` should have numbers, but has `{found}`");
        Diagnostic::error(codes::CELL_NOT_NUMBER, message)
    }
}

/// The place of a column, by name or, if no name is like that, by number from one.
fn find(file: &str, names: &[String], wanted: &str, what: &str) -> Result<usize> {
    if let Some(place) = names.iter().position(|name| name == wanted) {
        return Ok(place);
    }
    let trimmed = names.iter().position(|name| name.trim().eq_ignore_ascii_case(wanted.trim()));
    if let Some(place) = trimmed {
        return Ok(place);
    }
    if let Some(number) = wanted.parse::<usize>().ok().filter(|number| (1..=names.len()).contains(number)) {
        return Ok(number - 1);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Err(unknown_column(file, wanted, what, &names).into())
}

/// Where no column has the name that rules read, but one has it but for case and spaces, that one is meant.
fn adopt(file: &str, names: &mut [String], wanted: &str, notes: &mut Vec<Diagnostic>) {
    if names.iter().any(|name| name == wanted) {
        return;
    }
    let is_like = |name: &&mut String| name.trim().to_lowercase() == wanted.trim().to_lowercase();
    let mut like: Vec<&mut String> = names.iter_mut().filter(is_like).collect();
    if let [name] = &mut like[..] {
        let message = format!("{file}: column `{name}` is taken for `{wanted}`, which the rules read");
        notes.push(Diagnostic::note(codes::LACKS_COLUMN, message));
        **name = wanted.to_string();
    }
}

/// Columns of the same name that are told of.
const MOST_TOLD: usize = 5;

/// Names that are all different and not empty.
pub(in crate::table) fn distinct(file: &str, names: Vec<String>, notes: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut seen: FxHashMap<String, usize> = FxHashMap::default();
    let mut out: Vec<String> = Vec::with_capacity(names.len());
    // The last number that was given to a name, so that many columns of one name take no longer.
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut n_told = 0;
    for (place, name) in names.into_iter().enumerate() {
        let name = name.trim().to_string();
        let mut free = if name.is_empty() { format!("c{}", place + 1) } else { name.clone() };
        while seen.contains_key(&free) {
            let number = numbers.entry(name.clone()).or_insert(1);
            *number += 1;
            free = format!("{name}_{number}");
        }
        if let Some(first) = seen.get(&name).filter(|_| n_told < MOST_TOLD) {
            n_told += 1;
            let message = format!("{file} has two columns `{name}`: numbers {} and {}", first + 1, place + 1);
            let help = format!("the second one is called `{free}` here");
            notes.push(Diagnostic::warning(codes::SAME_COLUMN, message).help(help));
        }
        seen.insert(free.clone(), place);
        out.push(free);
    }
    notes.extend(nearly_same(file, &out));
    out
}

/// The note about columns whose names differ by capital letters only: to a database they are one.
fn nearly_same(file: &str, names: &[String]) -> Option<Diagnostic> {
    let mut seen: FxHashMap<String, &str> = FxHashMap::default();
    let (one, other) =
        names.iter().find_map(|name| seen.insert(name.to_lowercase(), name).map(|one| (one, name)))?;
    let message = format!("{file}: `{one}` and `{other}` are two columns here, but one name to a database");
    Some(Diagnostic::note(codes::SAME_COLUMN, message).help("rename one of them if rules are to become SQL"))
}
