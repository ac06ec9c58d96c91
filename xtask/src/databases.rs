//! Measures `xfold learn` on a large shop: as files, in SQLite, in DuckDB and in PostgreSQL. All have to give the same rules.

use crate::{
    bench::{Run, build, field, stage, watch},
    postgres::{self, Server},
    python,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Orders of the shop, unless another number is asked for.
const ORDERS: &str = "1000000";
const MEMORY: &str = "4G";
const TABLES: [&str; 4] = ["customers", "products", "orders", "items"];

/// What Python runs to fill a file of SQLite, then one of DuckDB: with the statements that make the tables, and the folder.
const FILL: &str = "
import csv, duckdb, sqlite3, sys
sqlite, duck, schema, folder, *tables = sys.argv[1:]
one, other = sqlite3.connect(sqlite), duckdb.connect(duck)
one.executescript(schema)
other.execute(schema)
values = {'': None, 'true': 1, 'false': 0}
for table in tables:
    path = f'{folder}/{table}.csv'
    other.execute(f\"COPY {table} FROM '{path}' (HEADER)\")
    rows = csv.reader(open(path))
    places = ', '.join('?' for _ in next(rows))
    one.executemany(f'INSERT INTO {table} VALUES ({places})', ([values.get(it, it) for it in row] for row in rows))
one.commit()
";

/// Runs the benchmark and prints a table.
pub fn bench(root: &Path, n_orders: Option<&str>) -> Result<(), String> {
    let n_orders = n_orders.unwrap_or(ORDERS);
    n_orders.parse::<usize>().map_err(|_| "the number of orders is a number")?;
    build(root, &["build", "--release", "--package", "xfold-cli", "--features", "databases"])?;
    build(root, &["build", "--release", "--package", "xfold-suite", "--example", "shop"])?;
    let folder = root.join("target/bench/databases");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    let files = folder.join("files");
    run(Command::new(root.join("target/release/examples/shop")).arg(&files).arg(n_orders))?;
    let schema = schema(root, &folder)?;

    let python = python::with_engines(root);
    let (sqlite, duck) = (folder.join("shop.db"), folder.join("shop.duckdb"));
    let mut sources: Vec<(&str, PathBuf)> = vec![("files", files.clone())];
    if let Some(python) = &python {
        let mut fill = Command::new(python);
        fill.args(["-c", FILL]).arg(&sqlite).arg(&duck).arg(&schema).arg(&files).args(TABLES);
        run(&mut fill)?;
        sources.extend([("SQLite", sqlite), ("DuckDB", duck)]);
    }
    postgres::setup();
    let server = Server::start(&folder);
    match &server {
        Some(server) => {
            run(server.psql().args(["-c", &schema]))?;
            for table in TABLES {
                let path = files.join(format!("{table}.csv"));
                let copy = format!("\\copy {table} FROM '{}' (FORMAT csv, HEADER)", path.display());
                run(server.psql().args(["-c", &copy]))?;
            }
            sources.push(("PostgreSQL", server.address().into()));
        }
        None => eprintln!("xtask: SKIPPED PostgreSQL: it does not start"),
    }

    println!(
        "| source | orders | seconds | of which search, check | MiB | MiB of the solver | verdict | same rules |"
    );
    println!("|---|--:|--:|--:|--:|--:|---|---|");
    let mut first: Option<String> = None;
    let mut are_same = true;
    for (name, address) in sources {
        let mut learn = Command::new(root.join("target/release/xfold"));
        learn.arg("learn").arg(address).args(["--target", "customers.churned", "--format", "json"]);
        learn.args(["--memory-limit", MEMORY]).envs(python.iter().map(|python| ("XFOLD_PYTHON", python)));
        let run = watch(&mut learn)?;
        let rules = field(&run.text, "program");
        are_same &= *first.get_or_insert_with(|| rules.clone()) == rules;
        show(name, n_orders, &run, first.as_ref() == Some(&rules));
    }
    println!("\nMemory limit {MEMORY} for the command and its solver together. The rules are\n");
    println!("{}", first.unwrap_or_default().replace("\\n", "\n").replace("\\\"", "\""));
    drop(server);
    let _ = fs::remove_dir_all(&folder);
    if are_same { Ok(()) } else { Err("not all sources give the same rules".into()) }
}

fn show(name: &str, n_orders: &str, run: &Run, is_same: bool) {
    let [own, solver] = run.memory.map(|bytes| bytes as f64 / f64::from(1 << 20));
    println!(
        "| {name} | {n_orders} | {:.1} | {:.1}, {:.1} | {own:.0} | {solver:.0} | {} | {} |",
        run.seconds,
        stage(&run.text, "search"),
        stage(&run.text, "check"),
        field(&run.text, "stop").replace('_', " "),
        if is_same { "yes" } else { "no" }
    );
}

/// The statements that make the tables: those of a small shop, without its rows.
fn schema(root: &Path, folder: &Path) -> Result<String, String> {
    let path = folder.join("schema.sql");
    run(Command::new(root.join("target/release/examples/shop")).arg(&path).arg("1"))?;
    let text = fs::read_to_string(&path).map_err(|e| e.to_string())?;
    Ok(text.lines().filter(|line| line.starts_with("CREATE TABLE")).collect::<Vec<_>>().join("\n"))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output =
        command.output().map_err(|e| format!("{} does not start: {e}", command.get_program().display()))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_string();
    Err(format!("{} failed: {said}", command.get_program().display()))
}
