//! Databases: the same rules to the byte from SQLite, DuckDB, PostgreSQL and files, and views that find the same rows.
//! They need drivers: `cargo test --workspace --features xfold-cli/databases --test databases`.
#![cfg(all(unix, feature = "databases"))]

mod common;
#[path = "common/postgres.rs"]
mod server;

use common::{Run, arg, command};
use server::Server;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use xfold_suite::generate::shop::{RULES, Shop, TABLES};

/// A Python with DuckDB, if the test command has installed one.
fn python() -> Option<PathBuf> {
    std::env::var_os("XFOLD_TEST_PYTHON").map(PathBuf::from)
}

fn xfold(args: &[&str]) -> Run {
    let mut command = command(args.iter().copied());
    if let Some(python) = python() {
        command.env("XFOLD_PYTHON", python);
    }
    command.output().expect("the command can be run").into()
}

/// Runs statements, the last of which is a query; gives the first column, sorted.
type Ask = Box<dyn Fn(&str) -> Vec<String>>;

/// A database in one of the places, and what runs statements there.
struct Place {
    name: &'static str,
    address: String,
    ask: Ask,
}

struct Places {
    folder: tempfile::TempDir,
    server: Option<Server>,
}

impl Places {
    fn new() -> Self {
        let server = Server::start();
        if server.is_none() {
            xfold_suite::skipped("PostgreSQL as a source: it is not installed");
        }
        if python().is_none() {
            xfold_suite::skipped("DuckDB as a source: XFOLD_TEST_PYTHON names no Python that has it");
        }
        Self { folder: tempfile::tempdir().expect("there is a folder for temporary files"), server }
    }

    /// The same statements in every place.
    fn fill(&self, name: &str, statements: &[String]) -> Vec<Place> {
        let mut places = vec![self.sqlite(name, statements)];
        places.extend(python().map(|python| self.duckdb(name, statements, &python)));
        if let Some(server) = &self.server {
            drop(server.fill(name, statements));
            let address = server.address(name);
            let ask_at = address.clone();
            let ask = move |sql: &str| {
                let mut client = postgres::Client::connect(&ask_at, postgres::NoTls).expect("it answers");
                let messages = client.simple_query(sql).expect("the query is right");
                let mut rows: Vec<String> = messages
                    .into_iter()
                    .filter_map(|message| match message {
                        postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
                        _ => None,
                    })
                    .collect();
                rows.sort();
                rows
            };
            places.push(Place { name: "PostgreSQL", address, ask: Box::new(ask) });
        }
        places
    }

    fn sqlite(&self, name: &str, statements: &[String]) -> Place {
        let path = self.folder.path().join(format!("{name}.db"));
        let connection = rusqlite::Connection::open(&path).expect("it can be made");
        connection
            .execute_batch(&format!("BEGIN; {} COMMIT;", statements.join("\n")))
            .expect("the statements are right");
        drop(connection);
        let at = path.clone();
        let ask = move |sql: &str| {
            let connection = rusqlite::Connection::open(&at).expect("it is there");
            let (before, query) = sql.rsplit_once(";\n").unwrap_or(("", sql));
            connection.execute_batch(before).expect("the view can be made");
            let mut statement = connection.prepare(query).expect("the query is right");
            let value = |row: &rusqlite::Row<'_>| {
                row.get_ref(0).map(|value| match value {
                    rusqlite::types::ValueRef::Integer(number) => number.to_string(),
                    other => other.as_str().expect("a key is a number or a text").to_owned(),
                })
            };
            let mut rows: Vec<String> =
                statement.query_map([], value).expect("it runs").map(|row| row.expect("a row")).collect();
            rows.sort();
            rows
        };
        Place { name: "SQLite", address: arg(&path), ask: Box::new(ask) }
    }

    fn duckdb(&self, name: &str, statements: &[String], python: &Path) -> Place {
        let path = self.folder.path().join(format!("{name}.duckdb"));
        let script = self.folder.path().join(format!("{name}.sql"));
        fs::write(&script, statements.join("\n")).expect("it can be written");
        let code = "import duckdb, sys; duckdb.connect(sys.argv[1]).execute(open(sys.argv[2]).read())";
        let made = Command::new(python).args(["-c", code]).arg(&path).arg(&script).output();
        let made = made.expect("Python runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let (at, python) = (path.clone(), python.to_owned());
        let ask = move |sql: &str| {
            let code = "import duckdb, sys\nfor row in duckdb.connect(sys.argv[1]).execute(sys.argv[2]).fetchall(): print(row[0])";
            let output =
                Command::new(&python).args(["-c", code]).arg(&at).arg(sql).output().expect("Python runs");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let text = String::from_utf8(output.stdout).expect("it is text");
            let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
            rows.sort();
            rows
        };
        Place { name: "DuckDB", address: arg(&path), ask: Box::new(ask) }
    }
}

/// Learns in all places: the same bytes from each, views that find the same rows, and the database untouched.
fn the_same_everywhere(places: &[Place], target: &str) -> String {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    for Place { name, address, ask } in places {
        let before = fs::read(address).unwrap_or_default();
        let learned = xfold(&["learn", address, "--target", target]);
        assert_eq!(learned.code, Some(0), "{name}: {}", learned.stderr);
        assert!(
            learned.stderr.contains("the rules as a view find the same rows there"),
            "{name}: {}",
            learned.stderr
        );
        assert!(!learned.stderr.contains("secret"), "a password is never shown: {}", learned.stderr);
        assert_eq!(fs::read(address).unwrap_or_default(), before, "{name} is only read");
        let rules = tempfile::NamedTempFile::new().expect("there is room");
        fs::write(rules.path(), &learned.stdout).expect("it can be written");
        let exported = xfold(&["export", &arg(rules.path()), "--to", "sql", "--database", address]);
        assert_eq!(exported.code, Some(0), "{name}: {}", exported.stderr);
        let view = exported.stdout.split('"').nth(1).expect("the view has a name").to_owned();
        let found = ask(&format!("{}SELECT * FROM \"{view}\"", exported.stdout));
        assert!(!found.is_empty());
        all.push((learned.stdout, found));
    }
    for (place, other) in places.iter().zip(&all).skip(1) {
        assert_eq!(other.0, all[0].0, "{} gives the rules that {} gives", place.name, places[0].name);
        assert_eq!(other.1, all[0].1, "{} finds the rows that {} finds", place.name, places[0].name);
    }
    all.swap_remove(0).0
}

/// The rules without their comments and with `A > …` for thresholds.
fn without_thresholds(rules: &str) -> Vec<String> {
    let lines = rules.lines().filter(|line| !line.starts_with('%'));
    lines.map(|line| line.split(" > ").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn planted_rules_are_found_in_every_place() {
    let places = Places::new();
    let shop = Shop::new(1, 2000, 0.05);
    let all = places.fill("shop", &shop.sql());
    let rules = the_same_everywhere(&all, "customers.churned");
    assert_eq!(without_thresholds(&rules), without_thresholds(&RULES.join("\n")));
    assert!(rules.contains("% orders_total(K1,N): N is orders.total times 100\n"), "{rules}");

    // Files have no keys: they are inferred, and the rules are the same.
    let folder = places.folder.path().join("files");
    fs::create_dir(&folder).expect("it can be made");
    for (table, _) in TABLES {
        fs::write(folder.join(format!("{table}.csv")), shop.csv(table)).expect("it can be written");
    }
    let learned = xfold(&["learn", &arg(&folder), "--target", "customers.churned"]);
    assert_eq!(learned.stdout, rules, "{}", learned.stderr);
    assert!(learned.stderr.contains("items.order_id → orders"), "{}", learned.stderr);

    if let Some(python) = python() {
        let folder = places.folder.path().join("parquet");
        fs::create_dir(&folder).expect("it can be made");
        let code = "import duckdb, sys\ndb = duckdb.connect(sys.argv[1], read_only=True)\n\
                    for t in sys.argv[3:]: db.execute(f\"COPY {t} TO '{sys.argv[2]}/{t}.parquet' (FORMAT parquet)\")";
        let mut write = Command::new(python);
        write.args(["-c", code, &all[1].address]).arg(&folder).args(TABLES.map(|(table, _)| table));
        let written = write.output().expect("Python runs");
        assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
        let learned = xfold(&["learn", &arg(&folder), "--target", "customers.churned"]);
        assert_eq!(learned.stdout, rules, "{}", learned.stderr);
    }

    // The task can be edited and given back.
    let task = places.folder.path().join("shop.las");
    let sqlite = &all[0].address;
    let converted =
        xfold(&["convert", sqlite, "--target", "customers.churned", "--to", "las", "-o", &arg(&task)]);
    assert_eq!(converted.code, Some(0), "{}", converted.stderr);
    let again = xfold(&["learn", &arg(&task), "--noise"]);
    let plain =
        |rules: &str| rules.lines().filter(|line| !line.starts_with('%')).collect::<Vec<_>>().join("\n");
    assert_eq!(plain(&again.stdout), plain(&rules), "{}", again.stderr);
}

/// Names in quotes, keys that are texts or have more than 32 bits, a key into the own table, a table without a key, times,
/// numbers in binary, values that are missing.
fn odd() -> Vec<String> {
    let mut statements = vec![
        "CREATE TABLE \"Team\" (code TEXT PRIMARY KEY, founded DATE);".to_owned(),
        "CREATE TABLE \"Staff Member\" (id BIGINT PRIMARY KEY, team TEXT REFERENCES \"Team\" (code), \
         boss BIGINT REFERENCES \"Staff Member\" (id), joined TIMESTAMP, wage DOUBLE PRECISION, \
         \"it's ok\" BOOLEAN, leaves TEXT);"
            .to_owned(),
        "CREATE TABLE visits (member BIGINT REFERENCES \"Staff Member\" (id), place TEXT, seen DATE);"
            .to_owned(),
    ];
    for team in 0..5 {
        statements.push(format!("INSERT INTO \"Team\" VALUES ('team ''{team}''', '2020-0{}-15');", team + 1));
    }
    let id = |member: u64| 9_000_000_000 + member;
    for member in 0..300u64 {
        let team = member % 5;
        let month = (member * 7) % 12 + 1;
        let early = month < 6 && member % 3 == 0;
        let year = if member % 3 == 0 { 2020 } else { 2022 };
        let boss = if member < 10 { "NULL".to_owned() } else { id(member / 10).to_string() };
        let wage = if member % 17 == 0 {
            "NULL".to_owned()
        } else {
            format!("{}", (member * 37 % 100) as f64 / 7.0)
        };
        let ok = ["TRUE", "FALSE", "NULL"][(member % 11 % 3) as usize];
        let leaves = if (early && member % 5 != 4) || member % 13 == 1 { "'yes'" } else { "'no'" };
        let leaves = if member % 50 == 49 { "NULL" } else { leaves };
        statements.push(format!(
            "INSERT INTO \"Staff Member\" VALUES ({}, 'team ''{team}''', {boss}, '{year}-{month:02}-{:02} 10:30:00', {wage}, {ok}, {leaves});",
            id(member), member % 28 + 1
        ));
        for visit in 0..member % 4 {
            let place = ["Bern", "Oslo", "Pisa"][((member + visit) % 3) as usize];
            let place = if member % 13 == 1 && visit == 0 { "Rome" } else { place };
            statements.push(format!(
                "INSERT INTO visits VALUES ({}, '{place}', '2023-01-{:02}');",
                id(member),
                visit + 1
            ));
        }
    }
    statements
}

#[test]
fn rules_are_checked_and_explained_where_the_data_is() {
    let places = Places::new();
    let rules = tempfile::NamedTempFile::new().expect("there is room");
    let scale = "% orders_total(K1,N): N is orders.total times 100\n";
    fs::write(rules.path(), format!("{scale}{}\n", RULES.join("\n"))).expect("it can be written");
    let rules = arg(rules.path());
    for Place { name, address, .. } in places.fill("judged", &Shop::new(1, 2000, 0.05).sql()) {
        let checked = xfold(&["check", &address, &rules]);
        // Some labels are wrong.
        assert_eq!(checked.code, Some(1), "{name}: {}", checked.stderr);
        let right = "customers_churned/1: 229 of 245 right (";
        assert!(checked.stdout.contains(right), "{name}: {}", checked.stdout);
        assert!(checked.stderr.contains("find the same rows there"), "{name}: {}", checked.stderr);

        let explained = xfold(&["explain", &rules, &address, "--row", "3"]);
        assert_eq!(explained.code, Some(0), "{name}: {}", explained.stderr);
        assert!(explained.stdout.contains("customers_churned(3)"), "{name}: {}", explained.stdout);
        let missing = xfold(&["explain", &rules, &address, "--row", "9999"]);
        assert_eq!(missing.code, Some(2), "{name}");
        assert!(
            missing.stderr.contains("customers has no row with the key 9999"),
            "{name}: {}",
            missing.stderr
        );
    }
}

#[test]
fn odd_schemas_are_the_same_everywhere() {
    let places = Places::new();
    let all = places.fill("odd", &odd());
    the_same_everywhere(&all, "Staff Member.leaves");
    // Whatever is learned: the views have to agree, also for targets without a pattern.
    for target in ["Staff Member.it's ok", "Staff Member.team=team '1'"] {
        for Place { name, address, .. } in &all {
            let learned = xfold(&["learn", address, "--target", target]);
            assert!(!learned.stderr.contains("other rows"), "{name}: {}", learned.stderr);
        }
    }
    let refused = xfold(&["learn", &all[0].address, "--target", "visits.place=Rome"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("error[E350]: visits has no primary key"), "{}", refused.stderr);
}

/// Rules over the odd schema, of every form that a view can have.
const FORMS: [&str; 11] = [
    "p(X) :- staff_member_joined_after_team_founded(X,A), A <= 100, A > 3.",
    "p(X) :- staff_member_wage(X,A), A > 500000000.",
    "p(X) :- staff_member_wage(X,A), A <= 185714285, staff_member_it_s_ok(X,false).",
    "p(X) :- staff_member(X), not ab0(X). ab0(X) :- visits_member(Y,X), visits_place(Y,\"Rome\").",
    "p(X) :- staff_member_n_visits(X,A), A > 1, staff_member_boss(X,Y), staff_member_it_s_ok(Y,true).",
    "p(X) :- staff_member_n_staff_member(X,A), A <= 0, not staff_member_wage(X,_).",
    "p(X) :- visits_member(Y,X), visits_seen_days_ago(Y,A), visits_member(Z,X), visits_seen_days_ago(Z,B), A < B, B >= 2.",
    "p(X) :- staff_member_joined_days_ago(X,A), 900 <= A, A < 1000. p(X) :- staff_member_joined_days_ago(X,914).",
    "p(X) :- X = (\"9000000003\";\"9000000005\"). p(X) :- staff_member(X), X = \"9000000007\".",
    "p(X) :- staff_member_team(X,T), not ab0(X,T). ab0(X,T) :- staff_member_team(X,T), team_founded_days_ago(T,A), A > 963.",
    "p(X) :- staff_member_boss(X,Y), p1(Y). p1(Y) :- staff_member_team(Y,\"team '1'\"), not p2(Y). p2(X) :- visits_member(_,X).",
];

#[test]
fn views_find_what_clingo_derives() {
    use xfold_asp::symbols::{Signature, Symbol, Symbols};
    use xfold_solve::{Clingo, Input, Limits, Query, Solver};
    let places = Places::new();
    let all = places.fill("forms", &odd());
    let converted = xfold(&["convert", &all[0].address, "--target", "Staff Member.leaves", "--to", "las"]);
    assert_eq!(converted.code, Some(0), "{}", converted.stderr);
    let facts: Vec<&str> = converted.stdout.lines().filter(|line| !line.starts_with(['#', '%'])).collect();
    let legend: Vec<&str> = converted.stdout.lines().filter(|line| line.starts_with('%')).collect();
    let mut expected: Vec<String> = Vec::new();
    let mut files = Vec::new();
    for (number, rules) in FORMS.iter().enumerate() {
        let rules = rules.replace("p(X) :-", "staff_member_leaves(X) :-");
        let mut input = Input::new();
        input.push(&format!("{}\n{rules}", facts.join("\n")), None);
        let mut symbols = Symbols::default();
        let target = Signature::new("staff_member_leaves", 1);
        let query = Query { show: Some(vec![target.clone()]), ..Query::default() };
        let mut grounded = Clingo.ground(&input, &Limits::none()).expect("clingo reads it");
        let answer = grounded.solve(&query, &mut symbols, &Limits::none()).expect("it is solved");
        let derived = answer.models[0].atoms.group(&target).expect("something follows");
        let key = |row: &[Symbol]| symbols.display(row[0]).to_string().replace('"', "");
        expected.extend(derived.rows().map(|row| format!("{number}: {}", key(row))));
        let file = places.folder.path().join(format!("form{number}.lp"));
        fs::write(&file, format!("{}\n{rules}\n", legend.join("\n"))).expect("it can be written");
        files.push(file);
    }
    expected.sort();
    // What is written for PostgreSQL is what is written for DuckDB.
    let mut of_postgres = None;
    for Place { name, address, ask } in all.iter().rev() {
        let export = |(number, file): (usize, &PathBuf)| {
            let exported = xfold(&["export", &arg(file), "--to", "sql", "--database", address]);
            assert_eq!(exported.code, Some(0), "{}\n{name}: {}", FORMS[number], exported.stderr);
            exported.stdout.replace("staff_member_leaves", &format!("form_{number}"))
        };
        let views = match of_postgres.take() {
            Some(views) if *name == "DuckDB" => views,
            _ => files.iter().enumerate().map(export).collect::<String>(),
        };
        let select = |number| format!("SELECT '{number}: ' || CAST(id AS TEXT) FROM form_{number}");
        let query: Vec<String> = (0..FORMS.len()).map(select).collect();
        assert_eq!(ask(&format!("{views}{}", query.join(" UNION ALL "))), expected, "{name}:\n{views}");
        of_postgres = (*name == "PostgreSQL").then_some(views);
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    let places = Places::new();
    let statements = [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, ends DATE, late BOOLEAN);",
        "INSERT INTO t VALUES (1, '2026-03-31', TRUE), (2, 'infinity', FALSE);",
    ]
    .map(str::to_owned);
    for Place { name, address, .. } in places.fill("ends", &statements).iter().skip(1) {
        let refused = xfold(&["learn", address, "--target", "t.late"]);
        assert_eq!(refused.code, Some(2), "{name}");
        let said =
            "error[E353]: t.ends: row 2 has `infinity`, but the column holds a date such as 2026-03-31";
        assert!(refused.stderr.contains(said), "{name}: {}", refused.stderr);
    }
    let nobody = xfold(&["learn", "postgres://shop:secret@127.0.0.1:9/shop", "--target", "t.late"]);
    assert_eq!(nobody.code, Some(2));
    assert!(
        nobody.stderr.starts_with("error[E354]: postgres://shop@127.0.0.1:9/shop: "),
        "{}",
        nobody.stderr
    );
    // Nobody is asked: what the address wants is known before.
    let with_tls = "postgres://shop@127.0.0.1:9/shop?sslmode=require";
    let refused = xfold(&["learn", with_tls, "--target", "t.late"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("the address asks for TLS"), "{}", refused.stderr);
    assert!(refused.stderr.contains("ssh -L"), "{}", refused.stderr);
    let broken = places.folder.path().join("broken.db");
    fs::write(&broken, [b"SQLite format 3\0".as_slice(), &[7; 200]].concat()).expect("it can be written");
    let refused = xfold(&["learn", &arg(&broken), "--target", "t.late"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.starts_with("error[E354]: "), "{}", refused.stderr);
}
