//! DuckDB files, read by DuckDB itself in a process of its own: the program `duckdb`, or a Python that has its package.
//! To compile DuckDB in would take longer than all of xfold.

use crate::failed;
use std::{
    env,
    ffi::OsString,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use tempfile::TempDir;
use xfold::{
    Result, codes,
    database::{Answer, Cell, Dialect, Kind, Source, TableSchema, model::DeclaredKey, sql::quoted},
};
use xfold_asp::diagnostic::Diagnostic;

/// A DuckDB file.
pub struct DuckDb {
    name: String,
    path: PathBuf,
    runner: Runner,
    /// Where results are put.
    folder: TempDir,
}

/// What runs a question: the program and whether it is Python.
#[derive(Debug, Clone)]
struct Runner {
    program: OsString,
    is_python: bool,
}

/// What Python runs: the statements of standard input on the file that is named.
const SCRIPT: &str = "import duckdb, sys
try:
    duckdb.connect(sys.argv[1], read_only=True).execute(sys.stdin.read())
except Exception as error:
    sys.exit(str(error))
";

/// The variable that names a Python with DuckDB.
pub const PYTHON: &str = "XFOLD_PYTHON";

impl DuckDb {
    /// Opens a file, once something is found that can read it.
    pub fn open(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let path = path.canonicalize().map_err(|error| failed(&name, error, "check the path"))?;
        let Some(runner) = Runner::find() else {
            let message = format!(
                "{name} is a DuckDB file, but neither the program `duckdb` nor a Python with DuckDB is there"
            );
            let help = format!(
                "`pip install duckdb`, or install DuckDB's program; {PYTHON} may name the Python to use"
            );
            return Err(Diagnostic::error(codes::NO_DRIVER, message).help(help).into());
        };
        let folder = tempfile::tempdir()
            .map_err(|error| failed(&name, error, "is there room for temporary files?"))?;
        Ok(Self { name, path, runner, folder })
    }

    /// The rows of a question, each cell as a text. What is null and what is empty stay apart.
    fn ask(
        &self,
        sql: &str,
        n_columns: usize,
        each: &mut dyn FnMut(Vec<Option<String>>) -> Result<()>,
    ) -> Result<()> {
        let file = self.folder.path().join("rows.csv");
        // A sign in front tells an empty text from none.
        let cells: Vec<String> = (1..=n_columns)
            .map(|place| {
                format!("CASE WHEN c{place} IS NULL THEN '' ELSE 'v' || CAST(c{place} AS VARCHAR) END")
            })
            .collect();
        let names: Vec<String> = (1..=n_columns).map(|place| format!("c{place}")).collect();
        let statement = format!(
            "SET threads = 1; COPY (WITH asked({}) AS ({sql}) SELECT {} FROM asked) TO '{}' (FORMAT csv, HEADER false);\n",
            names.join(", "),
            cells.join(", "),
            file.display().to_string().replace('\'', "''")
        );
        self.runner.run(&self.path, &statement).map_err(|error| {
            failed(
                &self.name,
                error,
                "is the file open for writing elsewhere, or of another version of DuckDB?",
            )
        })?;
        let broken = |error: csv::Error| failed(&self.name, error, "DuckDB wrote what cannot be read");
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_path(&file).map_err(broken)?;
        for record in reader.records() {
            let record = record.map_err(broken)?;
            each(record.iter().map(|cell| cell.strip_prefix('v').map(str::to_string)).collect())?;
        }
        Ok(())
    }

    fn texts(&self, sql: &str, n_columns: usize) -> Result<Answer> {
        let mut answer = Vec::new();
        self.ask(sql, n_columns, &mut |row| {
            answer.push(row);
            Ok(())
        })?;
        Ok(answer)
    }
}

/// What stands between names that DuckDB puts into one text.
const BETWEEN: &str = "\u{1f}";

impl Source for DuckDb {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn dialect(&self) -> Option<Dialect> {
        Some(Dialect::DuckDb)
    }

    fn has_keys(&self) -> bool {
        true
    }

    fn schema(&mut self) -> Result<Vec<TableSchema>> {
        let cell =
            |row: &[Option<String>], place: usize| row.get(place).cloned().flatten().unwrap_or_default();
        let columns = "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal \
            AND database_name = current_database() AND schema_name = 'main' AND table_name IN (SELECT table_name FROM duckdb_tables()) \
            ORDER BY table_name, column_index";
        let mut schemas: Vec<TableSchema> = Vec::new();
        for row in self.texts(columns, 3)? {
            let name = cell(&row, 0);
            if schemas.last().is_none_or(|last| last.name != name) {
                schemas.push(TableSchema { name, ..TableSchema::default() });
            }
            if let Some(last) = schemas.last_mut() {
                last.columns.push((cell(&row, 1), kind(&cell(&row, 2))));
            }
        }
        let keys = format!(
            "SELECT table_name, constraint_type, array_to_string(constraint_column_names, '{BETWEEN}'), referenced_table, \
             array_to_string(referenced_column_names, '{BETWEEN}') FROM duckdb_constraints() \
             WHERE database_name = current_database() AND schema_name = 'main' AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')"
        );
        for row in self.texts(&keys, 5)? {
            let Some(schema) = schemas.iter_mut().find(|schema| schema.name == cell(&row, 0)) else {
                continue;
            };
            let list = |place: usize| -> Vec<String> {
                cell(&row, place).split(BETWEEN).filter(|name| !name.is_empty()).map(str::to_string).collect()
            };
            let names = list(2);
            if cell(&row, 1) == "PRIMARY KEY" {
                let place = |name: &String| schema.columns.iter().position(|(known, _)| known == name);
                schema.primary_key = names.iter().filter_map(place).collect();
            } else if !cell(&row, 3).is_empty() {
                schema.foreign_keys.push(DeclaredKey {
                    columns: names,
                    table: cell(&row, 3),
                    referenced: list(4),
                });
            }
        }
        Ok(schemas)
    }

    fn rows(&mut self, table: &TableSchema, each: &mut dyn FnMut(&[Cell<'_>]) -> Result<()>) -> Result<()> {
        let column = |(name, kind): &(String, Kind)| match kind {
            Kind::Other => "NULL".to_string(),
            // Four bytes of a number are shown by fewer digits than the eight by which they are compared.
            Kind::Decimal => format!(
                "CASE WHEN typeof({0}) = 'FLOAT' THEN CAST(CAST({0} AS DOUBLE) AS VARCHAR) ELSE CAST({0} AS VARCHAR) END",
                quoted(name)
            ),
            _ => quoted(name),
        };
        let columns: Vec<String> = table.columns.iter().map(column).collect();
        let sql = format!("SELECT {} FROM {}", columns.join(", "), quoted(&table.name));
        self.ask(&sql, columns.len(), &mut |texts| {
            let cells: Vec<Cell<'_>> =
                texts.iter().map(|text| text.as_deref().map_or(Cell::Null, Cell::Text)).collect();
            each(&cells)
        })
    }

    fn query(&mut self, sql: &str) -> Result<Answer> {
        // How many columns there are is what the answer has: one for each place of a key.
        let file = self.folder.path().join("columns.csv");
        let statement = format!(
            "COPY (SELECT column_name FROM (DESCRIBE {sql})) TO '{}' (FORMAT csv, HEADER false);\n",
            file.display().to_string().replace('\'', "''")
        );
        let wrong = |error: String| failed(&self.name, error, "the query does not run there");
        self.runner.run(&self.path, &statement).map_err(wrong)?;
        let text = std::fs::read_to_string(&file).map_err(|error| wrong(error.to_string()))?;
        self.texts(sql, text.lines().count())
    }
}

impl Runner {
    /// The first of the programs that answers.
    fn find() -> Option<Self> {
        let named = env::var_os(PYTHON).filter(|name| !name.is_empty());
        let pythons = named.into_iter().chain(["python3", "python"].map(OsString::from));
        let program = Self { program: "duckdb".into(), is_python: false };
        let all = std::iter::once(program).chain(pythons.map(|program| Self { program, is_python: true }));
        let mut all: Vec<Self> = all.collect();
        // Whoever names a Python wants that one.
        if env::var_os(PYTHON).is_some_and(|name| !name.is_empty()) {
            all.rotate_left(1);
        }
        all.into_iter().find(Self::works)
    }

    fn works(&self) -> bool {
        let mut command = Command::new(&self.program);
        if self.is_python {
            command.args(["-c", "import duckdb"]);
        } else {
            command.arg("-version");
        }
        command.stdin(Stdio::null()).output().is_ok_and(|output| output.status.success())
    }

    /// Runs statements on a file that is opened to be read.
    fn run(&self, path: &Path, statements: &str) -> std::result::Result<(), String> {
        let mut command = Command::new(&self.program);
        if self.is_python {
            command.args(["-c", SCRIPT]).arg(path);
        } else {
            command.args(["-readonly", "-bail", "-batch"]).arg(path);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        if let Some(mut stdin) = child.stdin.take() {
            // What ends before it has read all says why below.
            let _ = stdin.write_all(statements.as_bytes());
        }
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr).trim().to_string();
        Err(if said.is_empty() { format!("DuckDB ended with {}", output.status) } else { said })
    }
}

/// What a column of this type holds.
fn kind(of_type: &str) -> Kind {
    match of_type {
        "TINYINT" | "SMALLINT" | "INTEGER" | "BIGINT" | "UTINYINT" | "USMALLINT" | "UINTEGER" => Kind::Whole,
        "FLOAT" | "DOUBLE" | "HUGEINT" | "UHUGEINT" | "UBIGINT" => Kind::Decimal,
        "BOOLEAN" => Kind::Boolean,
        "VARCHAR" | "UUID" => Kind::Text,
        "DATE" => Kind::Date,
        other if other.starts_with("TIMESTAMP") => Kind::Date,
        other if other.starts_with("DECIMAL") && !other.ends_with(']') => Kind::Decimal,
        other if other.starts_with("ENUM") && !other.ends_with(']') => Kind::Text,
        _ => Kind::Other,
    }
}
