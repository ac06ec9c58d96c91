//! Keys that nobody declared, inferred from names and values: files have none. Part of source → database.

use super::model::{Cells, Database, DeclaredKey, Table};
use crate::codes;
use rustc_hash::FxHashSet;
use xfold_asp::diagnostic::Diagnostic;

/// Finds keys, and says which. A primary key is a column without gaps or repeated values that is called `id` or after
/// its table; a foreign key is a column called after a table all of whose values are keys there. A table without a
/// primary key is named by its foreign keys together, if these never repeat.
pub(super) fn infer(database: &mut Database) {
    for table in &mut database.tables {
        let names = own_names(&table.name);
        let is_named = |column: &usize| names.contains(&table.columns[*column].name.to_lowercase());
        let found = (0..table.columns.len()).filter(is_named).find(|&column| is_unique(table, &[column]));
        table.primary_key = found.into_iter().collect();
    }
    for number in 0..database.tables.len() {
        let declared = foreign_keys(database, number);
        let table = &mut database.tables[number];
        let columns: Vec<usize> =
            declared.iter().filter_map(|key| table.column(key.columns.first()?)).collect();
        if table.primary_key.is_empty() && columns.len() > 1 && is_unique(table, &columns) {
            table.primary_key = columns;
        }
        table.set_declared(declared);
    }
    let described: Vec<String> = database.tables.iter().flat_map(described).collect();
    if !described.is_empty() {
        let message = format!("keys, as inferred: {}", described.join("; "));
        database.notes.push(Diagnostic::note(codes::DATABASE_KEYS, message));
    }
}

/// `orders.id`, `orders.customer_id → customers`
fn described(table: &Table) -> Vec<String> {
    let names: Vec<&str> =
        table.primary_key.iter().map(|&column| table.columns[column].name.as_str()).collect();
    let mut lines = Vec::new();
    match &names[..] {
        [] => {}
        [name] => lines.push(format!("{}.{name}", table.name)),
        names => lines.push(format!("{}({})", table.name, names.join(", "))),
    }
    let foreign = table.declared().iter();
    lines.extend(foreign.map(|key| format!("{}.{} → {}", table.name, key.columns.join(", "), key.table)));
    lines
}

/// How a table's own key may be called.
fn own_names(table: &str) -> Vec<String> {
    let table = table.to_lowercase();
    let mut names = vec!["id".to_string()];
    for stem in singular(&table).into_iter().chain([table.clone()]) {
        names.extend([format!("{stem}_id"), format!("{stem}id")]);
    }
    names
}

/// What one thing of a table may be called: `category` of `categories`.
fn singular(table: &str) -> Vec<String> {
    let stems = [
        table.strip_suffix("ies").map(|stem| format!("{stem}y")),
        table.strip_suffix("es").map(str::to_string),
        table.strip_suffix('s').map(str::to_string),
    ];
    stems.into_iter().flatten().filter(|stem| !stem.is_empty()).collect()
}

/// Whether rows differ in these columns, without gaps.
fn is_unique(table: &Table, columns: &[usize]) -> bool {
    let mut seen = FxHashSet::default();
    let of_row =
        |row: usize| columns.iter().map(|&column| table.columns[column].key(row)).collect::<Option<Vec<_>>>();
    (0..table.n_rows).all(|row| of_row(row).is_some_and(|key| seen.insert(key)))
}

fn foreign_keys(database: &Database, number: usize) -> Vec<DeclaredKey> {
    let table = &database.tables[number];
    let mut found = Vec::new();
    for (place, column) in table.columns.iter().enumerate() {
        if table.primary_key == [place] && own_names(&table.name).contains(&column.name.to_lowercase()) {
            continue;
        }
        let lower = column.name.to_lowercase();
        let Some(stem) = lower.strip_suffix("_id").or_else(|| lower.strip_suffix("id")) else { continue };
        if !matches!(column.cells, Cells::Whole(_) | Cells::Text(_)) {
            continue;
        }
        let is_of = |other: &&Table| {
            let name = other.name.to_lowercase();
            (name == stem || singular(&name).iter().any(|one| one == stem)) && other.primary_key.len() == 1
        };
        let Some(other) = database.tables.iter().find(is_of) else { continue };
        let key = &other.columns[other.primary_key[0]];
        let known: FxHashSet<Option<String>> = (0..other.n_rows).map(|row| key.key(row)).collect();
        let is_known = |row: usize| {
            let value = column.key(row);
            value.is_none() || known.contains(&value)
        };
        let has_value = (0..table.n_rows).any(|row| !column.is_null(row));
        if has_value && (0..table.n_rows).all(is_known) {
            let columns = vec![column.name.clone()];
            found.push(DeclaredKey { columns, table: other.name.clone(), referenced: Vec::new() });
        }
    }
    found
}
