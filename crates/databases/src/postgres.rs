//! PostgreSQL by its protocol. Rows come by `COPY`, as texts, in one transaction that only reads and sees one state.

use crate::failed;
use ::postgres::{Client, Config, NoTls, SimpleQueryMessage, config::SslMode};
use std::io::{BufRead, BufReader};
use xfold::{
    Result,
    database::{
        Answer, Cell, Dialect, Kind, Source, TableSchema, model::DeclaredKey, sql::quoted, without_password,
    },
};

/// A database of a PostgreSQL server.
pub struct Postgres {
    name: String,
    client: Client,
}

/// Tables of the schemas in the search path, with the number by which the server knows them.
const TABLES: &str = "SELECT c.oid::text, n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = ANY (current_schemas(false)) ORDER BY 3, 2";

const NUMBERED: &str = "SELECT a.attname, t.typname, a.attnum::text FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid \
    WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid = ";

/// The keys of a table: kind, own columns, the other table, its columns.
const KEYS: &str = "SELECT k.contype::text, array_to_string(k.conkey, ' '), f.relname, array_to_string(k.confkey, ' '), \
    k.confrelid::text FROM pg_constraint k LEFT JOIN pg_class f ON f.oid = k.confrelid \
    WHERE k.contype IN ('p', 'f') AND k.conrelid = ";

/// The way around TLS.
const TUNNEL: &str = "use a tunnel: ssh -L 5433:localhost:5432 you@host, and the address postgres://user@localhost:5433/database \
    without sslmode";

impl Postgres {
    /// Connects to a server by its address, `postgres://user@host:port/database`.
    pub fn connect(address: &str) -> Result<Self> {
        let name = without_password(address);
        let help = "is the address postgres://user:password@host:port/database, and does the server answer? \
            Connections are not encrypted: use a tunnel beyond this machine";
        let parsed: std::result::Result<Config, _> = address.parse();
        let mut config = match parsed {
            Ok(config) if config.get_ssl_mode() == SslMode::Require => {
                return Err(failed(&name, "the address asks for TLS, which xfold does not have", TUNNEL));
            }
            Ok(config) => config,
            Err(error) => return Err(failed(&name, in_full(&error), help)),
        };
        config.connect_timeout(std::time::Duration::from_secs(10));
        let connect = || {
            let mut client = config.connect(NoTls)?;
            client.batch_execute(
                "SET TIME ZONE 'UTC'; SET DateStyle = 'ISO'; SET extra_float_digits = 1; \
                 BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            )?;
            Ok(client)
        };
        let client = connect().map_err(|error: ::postgres::Error| {
            let said = in_full(&error);
            // What servers say that take no connection without TLS.
            let help = if said.contains("no encryption") || said.contains("SSL off") { TUNNEL } else { help };
            failed(&name, said, help)
        })?;
        Ok(Self { name, client })
    }

    fn texts(&mut self, sql: &str) -> std::result::Result<Answer, ::postgres::Error> {
        let messages = self.client.simple_query(sql)?;
        let row = |message: SimpleQueryMessage| match message {
            SimpleQueryMessage::Row(row) => {
                Some((0..row.len()).map(|place| row.get(place).map(str::to_string)).collect())
            }
            _ => None,
        };
        Ok(messages.into_iter().filter_map(row).collect())
    }

    fn read_schema(&mut self) -> std::result::Result<Vec<TableSchema>, ::postgres::Error> {
        let cell =
            |row: &[Option<String>], place: usize| row.get(place).cloned().flatten().unwrap_or_default();
        let mut schemas = Vec::new();
        for table in self.texts(TABLES)? {
            let (id, within) = (cell(&table, 0), cell(&table, 1));
            let columns = self.texts(&format!("{NUMBERED}{id} ORDER BY a.attnum"))?;
            let numbers: Vec<String> = columns.iter().map(|row| cell(row, 2)).collect();
            let mut schema = TableSchema {
                name: cell(&table, 2),
                within: Some(within).filter(|within| within != "public"),
                columns: columns.iter().map(|row| (cell(row, 0), kind(&cell(row, 1)))).collect(),
                ..TableSchema::default()
            };
            for key in self.texts(&format!("{KEYS}{id} ORDER BY k.conname"))? {
                let own = cell(&key, 1);
                let places: Vec<usize> = own
                    .split(' ')
                    .filter_map(|number| numbers.iter().position(|known| known == number))
                    .collect();
                if cell(&key, 0) == "p" {
                    schema.primary_key = places;
                    continue;
                }
                let there = self.texts(&format!("{NUMBERED}{}", cell(&key, 4)))?;
                let there_name =
                    |number: &str| there.iter().find(|row| cell(row, 2) == number).map(|row| cell(row, 0));
                schema.foreign_keys.push(DeclaredKey {
                    columns: places.iter().map(|&place| schema.columns[place].0.clone()).collect(),
                    table: cell(&key, 2),
                    referenced: cell(&key, 3).split(' ').filter_map(there_name).collect(),
                });
            }
            schemas.push(schema);
        }
        Ok(schemas)
    }

    fn wrong(&self, error: &::postgres::Error) -> xfold::Error {
        failed(&self.name, in_full(error), "may this user read all tables?")
    }
}

impl Source for Postgres {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn dialect(&self) -> Option<Dialect> {
        Some(Dialect::Postgres)
    }

    fn has_keys(&self) -> bool {
        true
    }

    fn schema(&mut self) -> Result<Vec<TableSchema>> {
        self.read_schema().map_err(|error| self.wrong(&error))
    }

    fn rows(&mut self, table: &TableSchema, each: &mut dyn FnMut(&[Cell<'_>]) -> Result<()>) -> Result<()> {
        let column = |(name, kind): &(String, Kind)| match kind {
            Kind::Other => "NULL".to_string(),
            // Four bytes of a number are shown by fewer digits than the eight by which they are compared.
            Kind::Decimal => format!(
                "CASE WHEN pg_typeof({0}) = 'real'::regtype THEN {0}::float8::text ELSE {0}::text END",
                quoted(name)
            ),
            _ => quoted(name),
        };
        let columns: Vec<String> = table.columns.iter().map(column).collect();
        let within = table.within.as_ref().map_or(String::new(), |within| quoted(within) + ".");
        let sql =
            format!("COPY (SELECT {} FROM {within}{}) TO STDOUT", columns.join(", "), quoted(&table.name));
        let name = self.name.clone();
        let reader = self
            .client
            .copy_out(&sql)
            .map_err(|error| failed(&name, in_full(&error), "may this user read the table?"))?;
        let mut reader = BufReader::with_capacity(1 << 16, reader);
        let mut line = Vec::new();
        let mut texts: Vec<Option<String>> = Vec::new();
        loop {
            line.clear();
            let n = reader
                .read_until(b'\n', &mut line)
                .map_err(|error| failed(&name, error, "does the server still answer?"))?;
            if n == 0 {
                return Ok(());
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.strip_suffix('\n').unwrap_or(&text);
            texts.clear();
            // A table without columns has empty lines.
            if !columns.is_empty() {
                texts.extend(
                    text.split('\t').map(|cell| if cell == "\\N" { None } else { Some(unescaped(cell)) }),
                );
            }
            let cells: Vec<Cell<'_>> =
                texts.iter().map(|text| text.as_deref().map_or(Cell::Null, Cell::Text)).collect();
            each(&cells)?;
        }
    }

    fn query(&mut self, sql: &str) -> Result<Answer> {
        self.texts(sql).map_err(|error| self.wrong(&error))
    }
}

/// What a column of this type holds.
fn kind(of_type: &str) -> Kind {
    match of_type {
        "int2" | "int4" | "int8" => Kind::Whole,
        "numeric" | "float4" | "float8" => Kind::Decimal,
        "bool" => Kind::Boolean,
        "date" | "timestamp" | "timestamptz" => Kind::Date,
        "text" | "varchar" | "bpchar" | "uuid" | "name" | "char" => Kind::Text,
        // Types that users declare are mostly lists of words.
        other if other.starts_with('_') => Kind::Other,
        "json" | "jsonb" | "bytea" | "xml" | "tsvector" | "interval" | "time" | "timetz" | "money"
        | "bit" | "varbit" | "point" | "inet" | "cidr" => Kind::Other,
        _ => Kind::Text,
    }
}

/// A cell of `COPY` as it is.
fn unescaped(cell: &str) -> String {
    if !cell.contains('\\') {
        return cell.to_string();
    }
    let mut text = String::with_capacity(cell.len());
    let mut signs = cell.chars();
    while let Some(sign) = signs.next() {
        text.push(match sign {
            '\\' => match signs.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('b') => '\u{8}',
                Some('f') => '\u{c}',
                Some('v') => '\u{b}',
                Some(other) => other,
                None => '\\',
            },
            sign => sign,
        });
    }
    text
}

/// The error with what lies behind it.
fn in_full(error: &::postgres::Error) -> String {
    let mut text = error.to_string();
    let mut behind = std::error::Error::source(error);
    while let Some(cause) = behind {
        let said = cause.to_string();
        if !text.contains(&said) {
            text += &format!(": {said}");
        }
        behind = cause.source();
    }
    text
}
