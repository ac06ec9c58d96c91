//! SQLite files. Columns hold what their values are, whatever is declared: SQLite does not enforce types.

use crate::failed;
use rusqlite::{Connection, OpenFlags, types::ValueRef};
use std::path::Path;
use xfold::{
    Result,
    database::{Answer, Cell, Dialect, Kind, Source, TableSchema, model::DeclaredKey, sql::quoted},
};

/// A SQLite file, opened to be read.
pub struct Sqlite {
    name: String,
    connection: Connection,
}

impl Sqlite {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let connection = Connection::open_with_flags(path, flags)?;
            // From here on one state of the data is seen.
            connection.execute_batch("PRAGMA query_only = ON; BEGIN")?;
            Ok(connection)
        };
        let connection = open().map_err(|error: rusqlite::Error| {
            failed(&name, error, "is it a SQLite file, and may you read it?")
        })?;
        Ok(Self { name, connection })
    }

    fn wrong(&self, error: &rusqlite::Error) -> xfold::Error {
        failed(&self.name, error, "does `PRAGMA integrity_check` find the file in order?")
    }

    /// All rows of a question as texts.
    fn texts(&self, sql: &str) -> rusqlite::Result<Answer> {
        let mut statement = self.connection.prepare(sql)?;
        let n_columns = statement.column_count();
        let mut rows = statement.query([])?;
        let mut answer = Vec::new();
        while let Some(row) = rows.next()? {
            let cell = |place: usize| Ok(shown(row.get_ref(place)?));
            answer.push((0..n_columns).map(cell).collect::<rusqlite::Result<_>>()?);
        }
        Ok(answer)
    }

    fn table(&self, name: &str) -> rusqlite::Result<TableSchema> {
        let quoted_name = quoted(name);
        let columns = self.texts(&format!("PRAGMA table_info({quoted_name})"))?;
        let text =
            |row: &[Option<String>], place: usize| row.get(place).cloned().flatten().unwrap_or_default();
        let mut key: Vec<(i64, usize)> = Vec::new();
        let mut schema = TableSchema { name: name.to_string(), ..TableSchema::default() };
        for (place, row) in columns.iter().enumerate() {
            let number: i64 = text(row, 5).parse().unwrap_or(0);
            if number > 0 {
                key.push((number, place));
            }
            schema.columns.push((text(row, 1), Kind::Text));
        }
        key.sort_unstable();
        schema.primary_key = key.into_iter().map(|(_, place)| place).collect();
        for (place, row) in columns.iter().enumerate() {
            schema.columns[place].1 = self.kind(&quoted_name, &text(row, 1), &text(row, 2))?;
        }
        let mut keys: Vec<(String, DeclaredKey)> = Vec::new();
        for row in self.texts(&format!("PRAGMA foreign_key_list({quoted_name})"))? {
            let (id, to) = (text(&row, 0), text(&row, 4));
            if keys.last().is_none_or(|(known, _)| *known != id) {
                let key = DeclaredKey { columns: Vec::new(), table: text(&row, 2), referenced: Vec::new() };
                keys.push((id, key));
            }
            if let Some((_, key)) = keys.last_mut() {
                key.columns.push(text(&row, 3));
                key.referenced.extend(Some(to).filter(|to| !to.is_empty()));
            }
        }
        schema.foreign_keys = keys.into_iter().map(|(_, key)| key).collect();
        Ok(schema)
    }

    /// What a column holds, by its values and, where these may mean two things, by its declaration.
    fn kind(&self, table: &str, column: &str, declared: &str) -> rusqlite::Result<Kind> {
        let column = quoted(column);
        let kinds = self.texts(&format!("SELECT DISTINCT typeof({column}) FROM {table}"))?;
        let has = |kind: &str| kinds.iter().any(|row| row[0].as_deref() == Some(kind));
        let declared = declared.to_ascii_uppercase();
        if has("blob") {
            return Ok(Kind::Other);
        }
        if has("text") {
            return Ok(Kind::Text);
        }
        if has("real") {
            return Ok(Kind::Decimal);
        }
        if has("integer") && declared.contains("BOOL") {
            let others = format!("SELECT 1 FROM {table} WHERE {column} NOT IN (0, 1) LIMIT 1");
            return Ok(if self.texts(&others)?.is_empty() { Kind::Boolean } else { Kind::Whole });
        }
        Ok(if has("integer") { Kind::Whole } else { Kind::Text })
    }
}

impl Source for Sqlite {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn dialect(&self) -> Option<Dialect> {
        Some(Dialect::Sqlite)
    }

    fn has_keys(&self) -> bool {
        true
    }

    fn schema(&mut self) -> Result<Vec<TableSchema>> {
        let tables =
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
        let schema = || -> rusqlite::Result<Vec<TableSchema>> {
            let names = self.texts(tables)?;
            names.iter().filter_map(|row| row[0].as_ref()).map(|name| self.table(name)).collect()
        };
        schema().map_err(|error| self.wrong(&error))
    }

    fn rows(&mut self, table: &TableSchema, each: &mut dyn FnMut(&[Cell<'_>]) -> Result<()>) -> Result<()> {
        let columns: Vec<String> = table.columns.iter().map(|(name, _)| quoted(name)).collect();
        let sql = format!("SELECT {} FROM {}", columns.join(", "), quoted(&table.name));
        let wrong = |error: rusqlite::Error| self.wrong(&error);
        let mut statement = self.connection.prepare(&sql).map_err(wrong)?;
        let mut rows = statement.query([]).map_err(wrong)?;
        while let Some(row) = rows.next().map_err(wrong)? {
            let mut cells = Vec::with_capacity(columns.len());
            for place in 0..columns.len() {
                cells.push(match row.get_ref(place).map_err(wrong)? {
                    ValueRef::Null | ValueRef::Blob(_) => Cell::Null,
                    ValueRef::Integer(whole) => Cell::Whole(whole),
                    ValueRef::Real(real) => Cell::Real(real),
                    ValueRef::Text(bytes) => match std::str::from_utf8(bytes) {
                        Ok(text) => Cell::Text(text),
                        Err(_) => {
                            let what = format!(
                                "{}.{} has a text that is not UTF-8",
                                table.name, table.columns[place].0
                            );
                            return Err(failed(&self.name, what, "correct it"));
                        }
                    },
                });
            }
            each(&cells)?;
        }
        Ok(())
    }

    fn query(&mut self, sql: &str) -> Result<Answer> {
        self.texts(sql).map_err(|error| self.wrong(&error))
    }
}

fn shown(value: ValueRef<'_>) -> Option<String> {
    match value {
        ValueRef::Null => None,
        ValueRef::Integer(whole) => Some(whole.to_string()),
        ValueRef::Real(real) => Some(real.to_string()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
    }
}
