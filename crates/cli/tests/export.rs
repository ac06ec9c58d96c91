//! Exported rules say what the rules themselves say: they are run, by SQLite and DuckDB through Python and by SWI-Prolog.
//! Where one of these is not installed, its test says so and checks nothing.
#![cfg(unix)]

mod common;

use common::{BIRDS_RULES, Run, arg, command, folder_with};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn run(args: &[&str]) -> Run {
    let run: Run = command(args.iter().copied()).output().expect("the command can be run").into();
    assert_eq!(run.code, Some(0), "{args:?}\n{}", run.stderr);
    run
}

/// The Python that has the engines which the test command installs.
fn python() -> String {
    std::env::var("XFOLD_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Whether a program runs; if not, says that a test is left out.
fn has(program: &str, args: &[&str]) -> bool {
    let runs = Command::new(program).args(args).output().is_ok_and(|output| output.status.success());
    if !runs {
        xfold_suite::skipped(format_args!("what needs `{program} {}`, which does not run", args.join(" ")));
    }
    runs
}

/// What a program prints.
fn printed(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output().expect("it was tried before");
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{program} {args:?}\n{errors}");
    text.into_owned()
}

/// A table with missing cells of every kind, odd names and values, and three classes.
fn mixed() -> String {
    let mut text = "Body mass,colour \"x\",n,it's\n".to_string();
    for row in 0..120u32 {
        let mass = match row % 11 {
            0 => "?".to_string(),
            1 => "".to_string(),
            _ => format!("{}.{}", row * 37 % 50, row * 7 % 10),
        };
        let colour = ["red", "dark 'blue'", "NA", "green", "", "a,b"][(row * 5 % 6) as usize];
        let n = (row * 13 % 17) as i32 - 8;
        let class = match (row * 37 % 50 > 20, row * 5 % 6) {
            (true, 0 | 1) => "big one",
            (true, _) => "it's",
            (false, 3) => "big one",
            (false, _) => {
                if n > 2 {
                    "small"
                } else {
                    "it's"
                }
            }
        };
        text.push_str(&format!("{mass},\"{colour}\",{n},{class}\n"));
    }
    text
}

/// Some tables of the shared data, each with its last column, if the data is there.
fn shared() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/tables");
    let mut found = Vec::new();
    for name in ["titanic.csv", "autism.csv", "breast_cancer.csv", "glass.csv", "soybean.csv"] {
        let path = folder.join(name);
        let Ok(text) = fs::read_to_string(&path) else {
            xfold_suite::skipped(format_args!("{name} of the shared tables, which is not here"));
            continue;
        };
        let header = text.lines().next().unwrap_or_default();
        let target = header.rsplit(',').next().unwrap_or_default().trim().to_string();
        found.push((path, target));
    }
    found
}

const SQL_RUNNER: &str = r#"
import csv, sys
engine, table, sql, numeric = sys.argv[1], sys.argv[2], open(sys.argv[3]).read(), sys.argv[4].split('|')
rows = list(csv.reader(open(table, newline='')))
names, rows = [n.strip() for n in rows[0]], rows[1:]
def cell(name, text):
    if name in numeric:
        try: return float(text)
        except ValueError: return None
    return text
rows = [[i] + [cell(n, c) for n, c in zip(names, r)] for i, r in enumerate(rows)]
columns = ['"xfold row" INTEGER'] + ['"%s" %s' % (n.replace('"', '""'), 'DOUBLE' if n in numeric else 'VARCHAR') for n in names]
if engine == 'sqlite':
    import sqlite3
    base = sqlite3.connect(':memory:')
else:
    import duckdb
    base = duckdb.connect()
base.execute('CREATE TABLE "my rows" (%s)' % ', '.join(columns))
base.executemany('INSERT INTO "my rows" VALUES (%s)' % ','.join('?' * len(columns)), rows)
for row in sorted(base.execute(sql).fetchall()):
    print('' if row[-1] is None else row[-1])
"#;

/// Learns from a table, exports to SQL and compares what a database says with `xfold predict`.
fn compare_sql(engine: &str, table: &Path, target: &str, extra: &[&str]) {
    let folder = tempfile::tempdir().expect("there is a folder");
    let path = |name: &str| arg(&folder.path().join(name));
    let (rules, query, runner) = (path("rules.lp"), path("query.sql"), path("run.py"));
    let table = arg(table);
    let mut learn = vec!["learn", &table, "--target", target, "--quiet", "-o", &rules];
    learn.extend(extra);
    run(&learn);
    run(&["export", &rules, "--to", "sql", "--table", "my rows", "-o", &query]);
    let exported: serde_json::Value =
        serde_json::from_str(&run(&["export", &rules, "--to", "json"]).stdout).expect("it is JSON");
    let columns = exported["columns"].as_array().expect("there are columns");
    let numeric: Vec<&str> =
        columns.iter().filter(|c| c["kind"] == "number").filter_map(|c| c["name"].as_str()).collect();
    fs::write(&runner, SQL_RUNNER).expect("it can be written");
    let found = printed(&python(), &[&runner, engine, &table, &query, &numeric.join("|")]);
    let predicted = run(&["predict", &rules, &table, "--format", "json", "--quiet"]).stdout;
    let predicted: serde_json::Value = serde_json::from_str(&predicted).expect("it is JSON");
    let expected: Vec<&str> = predicted
        .as_array()
        .expect("it is a list")
        .iter()
        .map(|row| row["label"].as_str().unwrap_or_default())
        .collect();
    let found: Vec<&str> = found.lines().collect();
    assert_eq!(found.len(), expected.len());
    let wrong: Vec<usize> = (0..expected.len()).filter(|&row| found[row] != expected[row]).collect();
    assert!(
        wrong.is_empty(),
        "{engine} {table}: rows {wrong:?}\n{}",
        fs::read_to_string(&query).expect("it is there")
    );
}

fn compare_on_all(engine: &str) {
    let (_folder, table) = folder_with("mixed.csv", &mixed());
    compare_sql(engine, &table, "it's", &[]);
    compare_sql(engine, &table, "it's", &["--brevity", "0.1", "--max-depth", "3"]);
    compare_sql(engine, &table, "it's", &["--vote", "4"]);
    let (_other, table) = folder_with("odd.csv", &odd_names());
    compare_sql(engine, &table, "class", &["--brevity", "0.05"]);
    for (table, target) in shared() {
        compare_sql(engine, &table, &target, &[]);
    }
}

#[test]
fn sqlite_predicts_the_same() {
    if has(&python(), &["-c", "import sqlite3"]) {
        compare_on_all("sqlite");
    }
}

#[test]
fn duckdb_predicts_the_same() {
    if has(&python(), &["-c", "import duckdb"]) {
        compare_on_all("duckdb");
    }
}

/// Loads a file as DuckDB and SQLite do by themselves, and runs a query on it.
const OWN_WAY: &str = r#"
import csv, sys
engine, file, sql = sys.argv[1], sys.argv[2], open(sys.argv[3], newline='').read()
if engine == 'duckdb':
    import duckdb
    base = duckdb.connect()
    base.execute(f"CREATE TABLE rows AS SELECT row_number() OVER () AS n, * FROM read_csv_auto('{file}')")
else:
    import sqlite3
    base = sqlite3.connect(':memory:')
    names, *rows = csv.reader(open(file, newline='', encoding='utf-8'))
    base.execute('CREATE TABLE rows (n, %s)' % ', '.join('"%s" %s' % (name, engine.split()[1]) for name in names))
    rows = [[n, *row] for n, row in enumerate(rows)]
    base.executemany('INSERT INTO rows VALUES (%s)' % ','.join('?' * len(rows[0])), rows)
for row in sorted(base.execute(sql).fetchall()):
    print(row[-1])
"#;

/// Tables whose columns databases give types of their own, each with the columns that are categories all the same.
fn typed_tables() -> Vec<(String, &'static str)> {
    let of = |name: &str, values: &[&str]| {
        let rows = (0..48).map(|n| {
            let (value, other) = (values[n % values.len()], n * 7 % 13);
            let class = if n % values.len() == 0 && other < 9 { "in" } else { "out" };
            format!("{value},{other},{class}\n")
        });
        format!("{name},source,class\n{}", rows.collect::<String>())
    };
    vec![
        (of("member", &["yes", "no"]), "member"),
        (of("xfold_row", &["True", "False"]), "xfold_row"),
        (of("price", &["1.50", "2.25", "10.00"]), "price"),
        (of("text_1", &["12:30", "9:05", "23:59:01"]), "text_1"),
        (of("day", &["01.02.2020", "03.04.2021", "28.02.1999"]), "day"),
        (of("sign", &["\u{7f}", "\u{a0}", "a"]), "sign"),
        (of("code", &["007", "8", "0x1F"]), "code"),
        // Numbers that become text because of one cell.
        (of("amount", &["3", "?", "1e16", "-.5", "NA", "inf", "9007199254740993"]), "class"),
    ]
}

#[test]
fn files_are_loaded_in_the_own_way_of_a_database() {
    for (module, engines) in
        [("sqlite3", &["sqlite TEXT", "sqlite ANY", "sqlite NUMERIC"][..]), ("duckdb", &["duckdb"])]
    {
        if !has(&python(), &["-c", &format!("import {module}")]) {
            continue;
        }
        for (text, categories) in typed_tables() {
            let (folder, table) = folder_with("table.csv", &text);
            let path = |name: &str| arg(&folder.path().join(name));
            let (table, rules, query, runner) =
                (arg(&table), path("rules.lp"), path("query.sql"), path("run.py"));
            run(&[
                "learn",
                &table,
                "--target",
                "class",
                "--categorical",
                categories,
                "--quiet",
                "-o",
                &rules,
            ]);
            run(&["export", &rules, "--to", "sql", "-o", &query]);
            fs::write(&runner, OWN_WAY).expect("it can be written");
            let predicted = run(&["predict", &rules, &table, "--quiet"]).stdout;
            let expected: Vec<&str> =
                predicted.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
            assert!(expected.contains(&"in") && expected.contains(&"out"), "{text}");
            for engine in engines {
                let found = printed(&python(), &[&runner, engine, &table, &query]);
                assert_eq!(found.lines().collect::<Vec<_>>(), expected, "{engine}\n{text}");
            }
        }
    }
}

#[test]
fn setup_loads_what_guesses_would_merge() {
    if !has("sqlite3", &["--version"]) {
        return;
    }
    let rows: String = (0..40)
        .map(|n| {
            let value = ["yes", "true", "1.50", "1.5"][n % 4];
            let class = if n % 4 < 3 && n % 4 != 1 { "in" } else { "out" };
            format!("{value};{},{};{class}\r\n", n % 7, n % 3)
        })
        .collect();
    let (folder, table) = folder_with("table.csv", &format!(" value ;a\"b;class\r\n{rows}"));
    let (table, rules) = (arg(&table), arg(&folder.path().join("rules.lp")));
    run(&["learn", &table, "--target", "class", "--brevity", "0.1", "--quiet", "-o", &rules]);
    let sql = |more: &[&str]| {
        let words: Vec<&str> = ["export", &rules, "--to", "sql"].iter().chain(more).copied().collect();
        run(&words).stdout
    };
    let script = sql(&["--setup", "sqlite", "--data", &table]) + ".mode list\n.separator |\n" + &sql(&[]);
    let (_other, path) = folder_with("script.sql", &script);
    let found = printed("sqlite3", &[":memory:", &format!(".read '{}'", arg(&path))]);
    let found: Vec<&str> = found.lines().filter_map(|line| line.trim_end().rsplit('|').next()).collect();
    let predicted = run(&["predict", &rules, &table, "--quiet"]).stdout;
    let expected: Vec<&str> = predicted.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
    assert_eq!(found, expected, "{script}");
}

/// The atoms of some predicates that a Prolog program derives.
fn prolog_answers(program: &str, goal: &str) -> Vec<String> {
    let (_folder, path) = folder_with("program.pl", program);
    let goal = format!("forall({goal}, (writeq({goal}), nl))");
    let text = printed("swipl", &["-q", "-g", &goal, "-t", "halt", &arg(&path)]);
    let mut lines: Vec<String> = text.lines().map(|line| line.replace(' ', "")).collect();
    lines.sort();
    lines.dedup();
    lines
}

/// The atoms of a predicate in the only stable model of a program.
fn clingo_answers(program: &str, name: &str, arity: usize) -> Vec<String> {
    use xfold_asp::symbols::{Signature, Symbols};
    use xfold_solve::{Clingo, Input, Limits, Query, Solver};
    let mut input = Input::new();
    input.push(program, None);
    let mut grounded = Clingo.ground(&input, &Limits::none()).expect("clingo accepts it");
    let mut symbols = Symbols::default();
    let answer = grounded.solve(&Query { most: 2, ..Query::default() }, &mut symbols, &Limits::none());
    let models = answer.expect("it can be solved").models;
    assert_eq!(models.len(), 1);
    let group = models[0].atoms.group(&Signature::new(name, arity));
    let rows = group.into_iter().flat_map(|group| group.rows());
    let mut lines: Vec<String> = rows
        .map(|row| {
            format!(
                "{name}({})",
                row.iter().map(|&arg| symbols.display(arg).to_string()).collect::<Vec<_>>().join(",")
            )
        })
        .collect();
    lines.sort();
    lines
}

fn compare_prolog(rules: &str, facts: &str, name: &str, arity: usize) {
    let (_folder, path) = folder_with("rules.lp", rules);
    let exported = run(&["export", &arg(&path), "--to", "prolog"]).stdout;
    let args = ["A", "B", "C", "D"][..arity].join(",");
    let found = prolog_answers(&format!("{exported}{facts}"), &format!("{name}({args})"));
    let expected = clingo_answers(&format!("{rules}{facts}"), name, arity);
    assert!(!expected.is_empty(), "nothing is compared");
    assert_eq!(found, expected, "{exported}");
}

#[test]
fn prolog_derives_the_same() {
    if !has("swipl", &["--version"]) {
        return;
    }
    compare_prolog(BIRDS_RULES, "bird(tweety).\nbird(polly).\npenguin(polly).\n", "fly", 1);
    compare_prolog(
        "path(X,Y) :- path(X,Z), edge(Z,Y).\npath(X,Y) :- edge(X,Y).\n",
        "edge(a,b).\nedge(b,c).\nedge(c,a).\nedge(c,d).\n",
        "path",
        2,
    );
    compare_prolog(
        "old(X,B) :- not ab0(X), B = A+1, age(X,A), A > 17, X != kim.\nab0(X) :- member(X), age(X,A), A <= 30, 18 <= A.\n",
        "age(ann,17).\nage(bob,18).\nage(eve,70).\nage(kim,40).\nage(lou,31).\nmember(bob).\nmember(lou).\n",
        "old",
        2,
    );
    compare_prolog(
        "next(X,X+1) :- num(X), X/2*2 = X.\nless(X,Y) :- any(X), any(Y), X < Y.\n",
        "num(4).\nnum(-3).\nnum(7).\nany(3).\nany(a).\nany(f(a)).\nany(b).\n",
        "less",
        2,
    );
    compare_prolog("next(X,X+1) :- num(X), X/2*2 = X.\n", "num(4).\nnum(-3).\nnum(7).\n", "next", 2);
}

/// Tables whose columns have the names of keywords, of SWI-Prolog's own predicates, or none that a program could have.
fn odd_names() -> String {
    let mut text = "Length,Name,select,2nd try,größe,not,order by;,class\n".to_string();
    for row in 0..90u32 {
        let (length, name) = (row * 7 % 31, ["Ann", "O'Neil", "", "\"\"x\"\"", "not"][(row % 5) as usize]);
        let (select, second) =
            (row * 11 % 13, if row % 9 == 0 { String::new() } else { (row % 4).to_string() });
        let size = ["über", "klein", "日本"][(row % 3) as usize];
        let class = match (length > 14, select > 6, row % 3) {
            (true, _, 0) => "über",
            (true, true, _) => "SELECT 1",
            (false, _, 2) => "null",
            _ => "3",
        };
        text.push_str(&format!(
            "{length},\"{name}\",{select},{second},{size},{},{},{class}\n",
            row % 2,
            row % 6
        ));
    }
    text
}

/// Predictions of SWI-Prolog on a table, compared with ours.
fn compare_prolog_on(text: &str, target: &str, predicate: &str, extra: &[&str]) {
    let (folder, table) = folder_with("table.csv", text);
    let rules = arg(&folder.path().join("rules.lp"));
    let table = arg(&table);
    let mut learn = vec!["learn", &table, "--target", target, "--quiet", "-o", &rules];
    learn.extend(extra);
    run(&learn);
    let exported = run(&["export", &rules, "--to", "prolog"]).stdout;
    let facts = run(&["predict", &rules, &table, "--facts", "--quiet"]).stdout;
    let found = prolog_answers(&format!("{exported}{facts}"), &format!("{predicate}(X,C)"));
    let predicted = run(&["predict", &rules, &table, "--format", "json", "--quiet"]).stdout;
    let predicted: serde_json::Value = serde_json::from_str(&predicted).expect("it is JSON");
    let mut by_row: BTreeMap<String, &str> = BTreeMap::new();
    for row in predicted.as_array().expect("it is a list") {
        by_row.insert(
            row["row"].as_str().expect("it has a name").to_string(),
            row["label"].as_str().expect("it has a class"),
        );
    }
    let is_plain = |class: &str| {
        class.starts_with(|c: char| c.is_ascii_lowercase())
            && class.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let mut expected: Vec<String> = by_row
        .iter()
        .map(|(row, class)| match is_plain(class) {
            true => format!("{predicate}({row},{class})"),
            false => format!("{predicate}({row},\"{}\")", class.replace(' ', "")),
        })
        .collect();
    expected.sort();
    assert_eq!(found, expected, "{exported}");
}

#[test]
fn prolog_predicts_the_same() {
    if !has("swipl", &["--version"]) {
        return;
    }
    compare_prolog_on(&mixed(), "it's", "it_s", &[]);
    compare_prolog_on(&odd_names(), "class", "class", &["--brevity", "0.05"]);
    compare_prolog_on(&odd_names(), "class", "class", &["--brevity", "0.05", "--max-depth", "2"]);
    // Lengths are lists to Prolog, unless it is told otherwise.
    let rows: String = (0..30).map(|n| format!("{n},{}\n", if n > 12 { "long" } else { "short" })).collect();
    compare_prolog_on(&format!("Length,kind\n{rows}"), "kind", "kind", &[]);
}

/// What s(CASP) has and Prolog has not, as far as it matters where programs have one stable model and conditions are bound
/// when they are reached.
const LIKE_SCASP: &str = ":- op(900, fy, not).
:- op(700, xfx, [#=, #<>, #<, #>, #=<, #>=]).
:- set_prolog_flag(unknown, fail).
:- style_check(-discontiguous).
not(Goal) :- \\+ Goal.
A #= B :- ( var(A) -> A is B ; var(B) -> B is A ; A =:= B ).
A #<> B :- A =\\= B.
A #< B :- A < B.
A #> B :- A > B.
A #=< B :- A =< B.
A #>= B :- A >= B.
";

#[test]
fn prolog_reads_what_is_meant_for_scasp() {
    // s(CASP) is in no registry of packages, so its text is read, and run where Prolog can, by SWI-Prolog.
    if !has("swipl", &["--version"]) {
        return;
    }
    let facts = "age(ann,17).\nage(bob,18).\nage(eve,70).\nage(kim,40).\nmember(bob).\nmember(eve).\nbird(tweety).\nbird(polly).\npenguin(polly).\n";
    for (rules, name, arity) in [
        (BIRDS_RULES, "fly", 1),
        ("pays(X) :- age(X,A), A > 17, not ab0(X).\nab0(X) :- member(X), age(X,A), A <= 30.\n", "pays", 1),
        ("older(X,Y) :- age(X,A), age(Y,B), A > B, X != Y.\nnext(X,B) :- age(X,A), B = A+1.\n", "older", 2),
        ("next(X,B) :- age(X,A), B = A+1, B != 19.\n", "next", 2),
    ] {
        let (_folder, path) = folder_with("rules.lp", rules);
        let exported = run(&["export", &arg(&path), "--to", "scasp"]).stdout;
        let args = ["A", "B"][..arity].join(",");
        let found = prolog_answers(&format!("{LIKE_SCASP}{exported}{facts}"), &format!("{name}({args})"));
        assert_eq!(found, clingo_answers(&format!("{rules}{facts}"), name, arity), "{exported}");
    }
    // Constraints and loops: every clause is read.
    let rules =
        "{ in(X) } :- node(X).\n:- in(X), edge(X,Y), in(Y).\n-a(X) :- node(X), not a(X), X != \"Ann B\".\n";
    let (_folder, path) = folder_with("rules.lp", rules);
    let exported = run(&["export", &arg(&path), "--to", "scasp"]).stdout;
    let operators: String = LIKE_SCASP.lines().take(2).map(|line| format!("{line}\n")).collect();
    let reader = format!(
        "{operators}:- initialization((open_string(\"{}\", S), repeat, read_term(S, T, []), (T == end_of_file -> ! ; writeq(T), nl, fail))).\n",
        exported.replace('\\', "\\\\").replace('"', "\\\"")
    );
    let (_folder, path) = folder_with("reader.pl", &reader);
    let read = printed("swipl", &["-q", "-g", "true", "-t", "halt", &arg(&path)]);
    assert_eq!(read.lines().count(), 4, "{read}\n{exported}");
}

#[test]
fn what_cannot_be_said_is_refused() {
    for (rules, to) in [
        ("a :- not b. b :- not a.", "prolog"),
        ("{ a }.", "prolog"),
        ("a(N) :- N = #count { X : b(X) }.", "scasp"),
        ("1 { a; b } 1.", "scasp"),
        ("a :- b.", "sql"),
    ] {
        let (_folder, path) = folder_with("rules.lp", rules);
        let run: Run = command(["export", &arg(&path), "--to", to]).output().expect("it can be run").into();
        assert_eq!(run.code, Some(2), "{rules}");
        assert!(run.stderr.contains("E342"), "{}", run.stderr);
    }
}

#[test]
fn exported_programs_are_read_back() {
    let (folder, path) = folder_with("rules.lp", BIRDS_RULES);
    let exported = run(&["export", &arg(&path), "--to", "clingo"]).stdout;
    assert_eq!(exported, BIRDS_RULES);
    let (_folder, table) = folder_with("mixed.csv", &mixed());
    let rules = arg(&folder.path().join("table.lp"));
    run(&["learn", &arg(&table), "--target", "it's", "--quiet", "-o", &rules]);
    let exported = run(&["export", &rules, "--to", "clingo"]).stdout;
    assert_eq!(exported, fs::read_to_string(&rules).expect("it is there"));
}
