//! Tables on the command line: learn, save, edit, predict, evaluate; and what is said of tables that are wrong.

mod common;

use common::{Run, arg, folder_with, has_model, xfold, xfold_with};
use std::{fs, path::Path};

/// Who may swim for free: children, and members unless they are late with their fee.
fn pool(n_rows: usize) -> String {
    let mut state = 3u64;
    let mut random = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let mut text = "age,member,months late,free\n".to_string();
    for row in 0..n_rows {
        let (age, member, late) = (random(80), random(2) == 0, random(6));
        let free = age < 12 || (member && late < 3);
        let age = if row % 17 == 0 && age >= 12 { "?".to_string() } else { age.to_string() };
        let (member, free) = (if member { "Yes" } else { "No" }, if free { "yes" } else { "no" });
        text.push_str(&format!("{age},{member},{late},{free}\n"));
    }
    text
}

#[test]
fn learn_edit_predict() {
    let (folder, data) = folder_with("pool.csv", &pool(600));
    let rules = folder.path().join("rules.lp");
    let run = xfold(["learn", &arg(&data), "--target", "free", "-o", &arg(&rules)]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("verified by clingo: 600 of 600 rows right"), "{}", run.stderr);
    let program = fs::read_to_string(&rules).expect("it was written");
    assert!(has_model(&program));
    let run = xfold(["predict", &arg(&rules), &arg(&data)]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("600 of 600 rows have the predicted class"), "{}", run.stderr);
    assert_eq!(run.stdout.lines().next(), Some("row,free,score"));
    assert_eq!(run.stdout.lines().count(), 601);

    // Rows as facts, and the rules on them, give the same answer.
    let facts = xfold(["predict", &arg(&rules), &arg(&data), "--facts"]).stdout;
    let wanted: String = run
        .stdout
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            format!(":- not free({},{}).\n", cells[0], cells[1])
        })
        .collect();
    assert!(has_model(&format!("{program}\n{facts}\n{wanted}")));

    // An edited program is obeyed.
    let edited =
        "% column age: number\nfree(X,yes) :- age(X,A), A > 70.\nfree(X,no) :- row(X), not free(X,yes).\n";
    fs::write(&rules, edited).expect("it can be written");
    let run = xfold(["predict", &arg(&rules), &arg(&data), "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    assert_eq!(found.as_array().map(Vec::len), Some(600));
    for (line, prediction) in pool(600).lines().skip(1).zip(found.as_array().expect("a list")) {
        let age: Option<u32> = line.split(',').next().and_then(|age| age.parse().ok());
        let expected = if age.is_some_and(|age| age > 70) { "yes" } else { "no" };
        assert_eq!(prediction["label"], expected, "{line}");
    }
}

#[test]
fn theories_vote_and_are_read_back() {
    let (folder, data) = folder_with("pool.csv", &pool(600));
    let rules = folder.path().join("rules.lp");
    let learn = ["learn", &arg(&data), "--target", "free", "--vote", "3", "-o", &arg(&rules)];
    let run = xfold(learn);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("verified by clingo") && run.stderr.contains("3 theories"), "{}", run.stderr);
    let program = fs::read_to_string(&rules).expect("it was written");
    let predicted = xfold(["predict", &arg(&rules), &arg(&data)]);
    assert_eq!(predicted.code, Some(0), "{}", predicted.stderr);
    let facts = xfold(["predict", &arg(&rules), &arg(&data), "--facts"]).stdout;
    let given = predicted.stdout.lines().skip(1).map(|line| line.split(',').collect::<Vec<&str>>());
    let wanted: String = given.map(|cells| format!(":- not free({},{}).\n", cells[0], cells[1])).collect();
    assert!(has_model(&format!("{program}\n{facts}\n{wanted}")));
    assert!(has_model(&format!("{program}\n{facts}\n:- free(X,C), free(X,D), C < D.")));

    // Two of three theories outvote the first; with one of them gone, the first of a tie decides.
    let edited = |kept: &[u32]| {
        let head = "% target free; row(X) holds for each row\n% theories vote(X,T,C):\n".to_string();
        let own = program
            .lines()
            .skip_while(|line| !line.starts_with("vote_count("))
            .collect::<Vec<_>>()
            .join("\n");
        let theory = |number: &u32| {
            let class = if *number == 1 { "yes" } else { "no" };
            format!("vote(X,{number},{class}) :- row(X).\n")
        };
        let text: String = kept.iter().map(theory).collect();
        fs::write(&rules, head + &text + &own).expect("it can be written");
        let run = xfold(["predict", &arg(&rules), &arg(&data)]);
        run.stdout.lines().nth(1).map(str::to_string).unwrap_or(run.stderr)
    };
    assert_eq!(edited(&[1, 2, 3]), "1,no,0.6667");
    assert_eq!(edited(&[1, 3]), "1,yes,0.5000");
    fs::write(&rules, program.replace("#max", "#min")).expect("it can be written");
    let run = xfold(["predict", &arg(&rules), &arg(&data)]);
    assert!(run.code == Some(2) && run.stderr.contains("E330"), "{}", run.stderr);
}

#[test]
fn names_and_values_that_are_nearly_the_same() {
    let (folder, data) = folder_with("pool.csv", &pool(200).replace("months late", "\"late, in months\""));
    let rules = folder.path().join("rules.lp");
    let learn =
        ["learn", &arg(&data), "--target", "free", "--ignore", "\"late, in months\"", "-o", &arg(&rules)];
    let run = xfold(learn);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let (_a, other) = folder_with("new.csv", "AGE,Member\n40,Yes\n40,No\n");
    let run = xfold(["predict", &arg(&rules), &arg(&other)]);
    assert_eq!((run.code, run.stdout.lines().count()), (Some(0), 3), "{}", run.stderr);
    assert!(run.stderr.contains("column `AGE` is taken for `age`"), "{}", run.stderr);
    assert!(!run.stderr.contains("E331"), "{}", run.stderr);
    let named = "% column member: category\nfree(X,yes) :- member(X,\"Yes\").\nfree(X,no) :- row(X), not free(X,yes).\n";
    fs::write(&rules, named).expect("it can be written");
    let (_b, other) = folder_with("new.csv", "member\nNo\nYes\n");
    assert_eq!(xfold(["predict", &arg(&rules), &arg(&other)]).stderr, "");
    let (_d, other) = folder_with("new.csv", "member\nNo\n");
    assert_eq!(xfold(["predict", &arg(&rules), &arg(&other)]).stderr, "", "one row need not have the value");
    fs::write(&rules, named.replace("Yes", ">50K")).expect("it can be written");
    let (_e, other) = folder_with("new.csv", "member\n<=50K\n>50K\n");
    assert_eq!(
        xfold(["predict", &arg(&rules), &arg(&other)]).stderr,
        "",
        "signs of order are no matter of spelling"
    );
    fs::write(&rules, named).expect("it can be written");
    let (_c, other) = folder_with("new.csv", "member\nyes \n");
    let run = xfold(["predict", &arg(&rules), &arg(&other)]);
    assert!(run.stderr.contains("`yes`, but the rules name `Yes`"), "{}", run.stderr);
}

#[test]
fn huge_thresholds_are_short() {
    let row = |n: i32| format!("{}e300,{}\n", n, if n > 12 { "yes" } else { "no" });
    let (folder, data) =
        folder_with("t.csv", &format!("size,label\n{}", (1..30).map(row).collect::<String>()));
    let rules = folder.path().join("rules.lp");
    let run = xfold(["learn", &arg(&data), "--target", "label", "-o", &arg(&rules)]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let program = fs::read_to_string(&rules).expect("it was written");
    assert!(program.contains("\"1.2e301\"") && program.lines().all(|line| line.len() < 100), "{program}");
    let run = xfold(["predict", &arg(&rules), &arg(&data)]);
    assert!(run.stderr.contains("29 of 29 rows"), "{}", run.stderr);
}

#[test]
fn evaluation_for_programs() {
    let (folder, data) = folder_with("pool.csv", &pool(300));
    let run = xfold([
        "eval",
        &arg(&data),
        "--target",
        "free",
        "--positive",
        "yes",
        "--folds",
        "5",
        "--format",
        "json",
    ]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let found: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    let folds = found["folds"].as_array().expect("a list");
    assert_eq!(folds.len(), 5);
    for scores in folds.iter().chain([&found["mean"]]) {
        for key in ["accuracy", "f1", "rules", "literals", "fit_seconds"] {
            assert!(scores[key].is_number(), "{key}: {scores}");
        }
    }
    assert!(found["mean"]["accuracy"].as_f64().is_some_and(|accuracy| accuracy > 0.9), "{found}");

    // Folds from a file; the last row is left out.
    let signs: String = (0..299).map(|row| if row % 2 == 0 { '0' } else { '1' }).chain(['-']).collect();
    let file = folder.path().join("folds.txt");
    fs::write(&file, signs).expect("it can be written");
    let run = xfold(["eval", &arg(&data), "--target", "free", "--folds", &arg(&file), "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    let sum: u64 = found["confusion"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|row| row.as_array())
        .flatten()
        .filter_map(serde_json::Value::as_u64)
        .sum();
    assert_eq!(sum, 299);
}

#[test]
fn threads_change_nothing() {
    let (_folder, data) = folder_with("pool.csv", &pool(40_000));
    let run = |threads: &str| {
        xfold(["learn", &arg(&data), "--target", "free", "--threads", threads, "--brevity", "0.05"])
    };
    let (one, two) = (run("1"), run("2"));
    assert_eq!(one.code, Some(0), "{}", one.stderr);
    assert_eq!(one.stdout, two.stdout);
}

#[test]
fn other_formats() {
    let mut arff_text = "% a comment\n@relation pool\n@attribute age numeric\n@attribute member {Yes,No}\n@attribute 'months late' numeric\n@attribute free {yes,no}\n@data\n".to_string();
    let csv = pool(200);
    arff_text.extend(csv.lines().skip(1).map(|line| format!("{line}\n")));
    let (_a, arff) = folder_with("pool.arff", &arff_text);
    let (_b, plain) = folder_with("pool.csv", &csv);
    // The same rows in the sparse form: zeros and first values are left out.
    let sparse = |line: &str| {
        let given = |(column, cell): (usize, &str)| {
            (!["0", "Yes", "yes"].contains(&cell)).then(|| format!("{column} '{cell}'"))
        };
        let cells: Vec<String> = line.split(',').enumerate().filter_map(given).collect();
        format!("{{{}}}\n", cells.join(", "))
    };
    let (head, _) = arff_text.split_once("@data\n").expect("there are data");
    let rows: String = csv.lines().skip(1).map(sparse).collect();
    let (_g, sparse) = folder_with("pool.arff", &format!("{head}@data\n{rows}"));
    let (_c, tabs) = folder_with("pool.tsv", &csv.replace(',', "\t"));
    let (_d, semicolons) = folder_with("pool.csv", &format!("\u{feff}{}", csv.replace(',', ";")));
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(csv.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let (_e, wide) = folder_with("pool.csv", "");
    fs::write(&wide, utf16).expect("it can be written");
    let rules = |path: &Path| {
        let run = xfold(["learn", &arg(path), "--target", "free"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    let expected = rules(&plain);
    for path in [&arff, &sparse, &tabs, &semicolons, &wide] {
        assert_eq!(rules(path), expected, "{}", path.display());
    }
    for text in [&csv, &arff_text] {
        let run = xfold_with(["learn", "-", "--target", "free"], text);
        assert_eq!(run.stdout, expected, "{}", run.stderr);
    }
    let run = xfold_with(["learn", "-", "--target", "free"], "");
    assert!(run.stderr.contains("<standard input> is empty"), "{}", run.stderr);
    let without_names: String = csv.lines().skip(1).map(|line| format!("{line}\n")).collect();
    let (_f, bare) = folder_with("pool.csv", &without_names);
    let run = xfold(["learn", &arg(&bare), "--target", "4"]);
    assert!(
        run.stderr.contains("note[E312]") && run.stdout.contains("c4(X,yes)"),
        "{}{}",
        run.stderr,
        run.stdout
    );
}

/// Runs `learn` on a wrong table and returns what it says, with the path left out.
fn wrong(name: &str, text: &[u8], args: &[&str]) -> Run {
    let (folder, path) = folder_with(name, "");
    fs::write(&path, text).expect("it can be written");
    let mut run = xfold(
        ["learn", &arg(&path), "--target", "y"]
            .iter()
            .map(|a| a.to_string())
            .chain(args.iter().map(|a| a.to_string())),
    );
    run.stderr = run.stderr.replace(&format!("{}/", folder.path().display()), "");
    run
}

#[test]
fn wrong_tables_are_explained() {
    let long = [b"a,y\n1,p\n".to_vec(), vec![b'x'; 100 << 20]].concat();
    /// A file's name and text, further arguments, the code and a part of what is said.
    type Case<'a> = (&'a str, &'a [u8], &'a [&'a str], &'a str, &'a str);
    let cases: &[Case] = &[
        (
            "t.csv",
            b"a,b,y\n1,2,p\n1,p\n",
            &[],
            "E302",
            "t.csv:3: this row has 2 cells, but the first line has 3 cells",
        ),
        ("t.csv", b"a,b,z\n1,2,p\n", &[], "E304", "its columns are `a`, `b`, `z`"),
        ("t.csv", b"a,y\n1,p\n2,p\n", &[], "E321", "every row of t.csv has the class `p`"),
        ("t.csv", b"", &[], "E301", "t.csv is empty"),
        ("t.csv", b"a,y\n", &[], "E301", "no rows"),
        ("t.csv", b"y\np\nq\n", &[], "E300", "only one column"),
        ("t.csv", b"PAR1\x15\x04", &[], "E300", "it is a Parquet file"),
        ("t.parquet", b"a,y\n1,p\n", &[], "E300", "begins with PAR1"),
        ("t.parquet", b"PAR1 and then nothing", &[], "E315", "damaged"),
        ("t.csv", b"PK\x03\x04zip", &[], "E300", "zip archive"),
        ("t.csv", b"a,y\n1,p\0\n", &[], "E300", "bytes that no text has"),
        ("t.csv", &long, &[], "E303", "t.csv:3: a line is longer than 16 megabytes"),
        (
            "t.csv",
            b"a,b,y\n1,2,p\nx,2,q\n",
            &["--numeric", "a"],
            "E307",
            "t.csv:3: column `a` should have numbers, but has `x`",
        ),
        ("t.csv", b"a,b,y\n1,2,p\n1,2,q\n", &["--ignore", "c"], "E304", "no column `c` to --ignore"),
        ("t.csv", b"a,b,y\n1,2,p\n1,2,q\n", &["--positive", "r"], "E323", "no row has `r` in `y`"),
        ("t.csv", b"a,b,y\n1,-2,p\n1,2,q\n", &["--weights", "b"], "E325", "row 1 has the weight -2"),
        (
            "t.arff",
            b"@relation t\n@attribute a numeric\n@attribute y {p,q}\n@data\n1,p\n?,q\nz,q\n",
            &[],
            "E307",
            "t.arff:7",
        ),
        ("t.arff", b"a,y\n1,p\n", &[], "E314", "t.arff:1"),
    ];
    for (name, text, args, code, sentence) in cases {
        let run = wrong(name, text, args);
        assert_eq!(run.code, Some(2), "{name} {code}: {}", run.stderr);
        assert!(
            run.stderr.contains(&format!("error[{code}]")) && run.stderr.contains(sentence),
            "{code}: {}",
            run.stderr
        );
        assert!(run.stderr.len() < 3000);
    }
    let (_folder, path) = folder_with("t.csv", "a,y\n1,p\n");
    let run = xfold(["learn", &arg(&path)]);
    assert!(run.code == Some(2) && run.stderr.contains("error[E320]"), "{}", run.stderr);
}

#[test]
fn odd_tables_are_used_with_a_warning() {
    let cases: &[(&[u8], &str, &str)] = &[
        (b"a,a,y\n1,5,p\n2,6,q\n", "warning[E305]", "two columns `a`"),
        (b"a,b,y\n1,?,p\n2,,q\n", "warning[E309]", "`b` has no value"),
        (b"a,b,y\n1,inf,p\n2,3,q\n3,NaN,q\n", "warning[E308]", "t.csv:2: `b` has inf"),
        (b"a,b,y\n1,caf\xe9,p\n2,th\xe9,q\n", "note[E313]", "Latin-1"),
        (b"a,b,y\n1,2,p\n2,3,?\n2,3,q\n", "note[E324]", "1 row has no class"),
        (b"a,b,y\n1,2020-01-01,p\n2,2020-01-02,q\n3,2020-01-03,q\n", "note[E310]", "`b` (dates)"),
    ];
    for (text, title, sentence) in cases {
        let run = wrong("t.csv", text, &[]);
        assert_eq!(run.code, Some(0), "{title}: {}", run.stderr);
        assert!(run.stderr.contains(title) && run.stderr.contains(sentence), "{title}: {}", run.stderr);
    }
}

#[test]
fn predicting_on_other_tables() {
    let rules = "% target free\n% column age: number\n% column member: category\n\
                 free(X,yes) :- age(X,A), A <= 11.\nfree(X,yes) :- member(X,\"Yes\").\n\
                 free(X,no) :- row(X), not free(X,yes).\n";
    let (folder, path) = folder_with("rules.lp", rules);
    let predict = |text: &str| {
        let data = folder.path().join("new.csv");
        fs::write(&data, text).expect("it can be written");
        xfold(["predict", &arg(&path), &arg(&data)])
    };
    let run = predict("age,other\n5,a\n50,b\n");
    assert!(run.code == Some(0) && run.stderr.contains("warning[E332]"), "{}", run.stderr);
    assert_eq!(run.stdout, "row,free,score\n1,yes,\n2,no,\n");
    let run = predict("age,member\n50,perhaps\n,perhaps\n");
    assert!(run.code == Some(0) && run.stderr.contains("warning[E331]"), "{}", run.stderr);
    assert_eq!(run.stdout, "row,free,score\n1,no,\n2,no,\n");
    let run = predict("x,z\n5,a\n");
    assert!(run.code == Some(2) && run.stderr.contains("error[E332]"), "{}", run.stderr);

    for (rules, sentence) in [
        ("free(X,yes) :- age(X,A), A > B.", "this comparison is not understood"),
        ("% target free\n% column age: number\nfree(X,yes) :- agee(X,A), A > 3.", "did you mean `age`?"),
        ("free(X,yes) :- #count { Y : age(Y,_) } > 3.", "plain literals only"),
        ("age(1,2).", "is a fact"),
        ("free(X,same) :- age(X,V), member(X,V).", "`V` stands for two things"),
        ("free(X,same) :- age(X,X).", "`X` stands for two things"),
        ("free(X,yes) :- not member(X,no).", "add row(X)"),
        ("% column age: number\nfree(X,yes) :- age_above(X,\"5\").", "not compared by predicates"),
        ("% column age: number compared\nfree(X,yes) :- age_above(X,\"5.0\").", "write it as \"5\""),
        ("% column age: number\nfree(X,yes) :- age(X,A), A > 2100000000.", "too large for a rule"),
        ("free(X,yes) :- age(X,A), A > 3, not p(X). p(X) :- age(X,_), not p(X).", "depends on itself"),
        (
            "free(X,yes) :- row(X), not free(X,no). free(X,no) :- row(X), not free(X,yes).",
            "wait for each other",
        ),
    ] {
        fs::write(&path, rules).expect("it can be written");
        let run = predict("age,member\n5,a\n");
        assert!(run.code == Some(2) && run.stderr.contains("[E330]"), "{rules}\n{}", run.stderr);
        assert!(run.stderr.contains(sentence), "{rules}\n{}", run.stderr);
    }
}

/// Learns from a table and predicts for another one, with further arguments.
fn learn_and_predict(training: &str, new: &str, args: &[&str]) -> Run {
    let (folder, data) = folder_with("t.csv", training);
    let (rules, rows) = (folder.path().join("r.lp"), folder.path().join("new.csv"));
    let run = xfold(["learn", &arg(&data), "--target", "y", "-o", &arg(&rules)]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    fs::write(&rows, new).expect("it can be written");
    let (rules, rows) = (arg(&rules), arg(&rows));
    let run = xfold(["predict", &rules, &rows].into_iter().chain(args.iter().copied()));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run
}

/// The classes of a prediction.
fn classes(run: &Run) -> Vec<&str> {
    run.stdout.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect()
}

const SMALL: &str = "id,v,y\n1,5,p\n2,50,q\n3,6,p\n4,60,q\n5,7,p\n6,70,q\n7,8,p\n8,80,q\n";

#[test]
fn rules_say_which_columns_have_numbers() {
    let new = "v,id\n5,1\nunknown,2\n80,3\n\"1,000\",4\nNA,5\n";
    let run = learn_and_predict(SMALL, new, &[]);
    assert_eq!((classes(&run)[0], classes(&run)[2]), ("p", "q"), "{}", run.stdout);
    let said =
        "new.csv:3: `v` has `unknown`, but the rules read numbers there; 2 such cells are read as missing";
    assert!(run.stderr.contains("warning[E307]") && run.stderr.contains(said), "{}", run.stderr);
    let facts = learn_and_predict(SMALL, new, &["--facts"]).stdout;
    assert_eq!(facts.lines().nth(1), Some("row(2). v_missing(2)."), "{facts}");
}

#[test]
fn rows_may_be_named_by_a_column_that_rules_read() {
    let run = learn_and_predict(SMALL, SMALL, &["--id", "v"]);
    assert_eq!(classes(&run), ["p", "q", "p", "q", "p", "q", "p", "q"]);
    assert!(run.stdout.starts_with("v,y,score\n5,p,"), "{}", run.stdout);
    let facts = learn_and_predict(SMALL, SMALL, &["--id", "v", "--facts"]).stdout;
    assert!(facts.starts_with("row(1). v(1,5).\n"), "{facts}");
    let run = learn_and_predict(SMALL, "v,w\n5,07\n80,x y\n", &["--id", "w"]);
    assert!(run.stdout.contains("\n07,p,") && run.stdout.contains("\nx y,q,"), "{}", run.stdout);
}

#[test]
fn new_rows_may_have_a_single_column() {
    let training = "v,y\n1,p\n2,p\n3,p\n6,q\n7,q\n8,q\n";
    let run = learn_and_predict(training, "v\n1\n8\n", &[]);
    assert_eq!(classes(&run), ["p", "q"]);
}

#[test]
fn exceptions_without_rules_are_told() {
    let (folder, rules) = folder_with(
        "r.lp",
        "free(X,yes) :- row(X), not ab1(X).\nab1(X) :- age(X,A), A > 9, not ab9(X).\nfree(X,no) :- row(X), not ab1(X).\n",
    );
    let data = folder.path().join("new.csv");
    fs::write(&data, "age,member\n5,a\n").expect("it can be written");
    let run = xfold(["predict", &arg(&rules), &arg(&data)]);
    assert_eq!((run.code, run.stderr.matches("warning[E333]").count()), (Some(0), 1), "{}", run.stderr);
    assert_eq!(classes(&run), ["yes"]);
}

#[test]
fn control_characters_are_pictures() {
    let rows = "\"a\rb\",\"p\u{7}x\",1\n\"c\r\nd\",q,1\na b,\"p x\",1\n\"c\nd\",q,1\n".repeat(4);
    let table = format!("\"w\u{a0}\u{7}\",y,z\n{rows}");
    let run = wrong("t.csv", table.as_bytes(), &["--brevity", "0.1"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("warning[E316]: t.csv:2: `y` has \"p\\u{7}x\""), "{}", run.stderr);
    assert!(run.stderr.contains("verified by clingo: 16 of 16 rows right"), "{}", run.stderr);
    let (folder, data) = folder_with("t.csv", &table);
    let (data, rules) = (arg(&data), arg(&folder.path().join("r.lp")));
    xfold(["learn", &data, "--target", "y", "--brevity", "0.1", "-o", &rules]);
    let predicted = xfold(["predict", &rules, &data]).stdout;
    let count = |class: &str| predicted.matches(&format!(",{class},")).count();
    assert_eq!((count("p x"), count("p\u{2407}x"), count("q")), (4, 4, 8));
}

#[test]
fn small_matters_are_told() {
    let mut numbers: String = (0..60).map(|n| format!("{n},{}\n", if n < 30 { "p" } else { "q" })).collect();
    numbers.push_str("unknown,p\n");
    let run = wrong("t.csv", format!("v,y\n{numbers}").as_bytes(), &["--categorical", "y"]);
    let said = "60 of 61 cells of `v` are numbers, but row 61 has `unknown`";
    assert!(run.stderr.contains(said), "{}", run.stderr);

    let missing = "v,y\n1,p\nnull,p\nNone,p\nn/a,p\n7,q\n8,q\n9,q\n";
    let run = wrong("t.csv", missing.as_bytes(), &["--noise"]);
    assert!(run.stderr.contains("numbers v; categories none"), "{}", run.stderr);
    assert!(run.stderr.contains("warning[E327]: --noise changes nothing"), "{}", run.stderr);

    let run = wrong("t.csv", SMALL.as_bytes(), &["-o", "/nonexistent/r.lp"]);
    assert!(
        run.stderr.contains("error[E280]") && run.stderr.contains("no folder /nonexistent"),
        "{}",
        run.stderr
    );

    let weighted = "v,w,y\n5,1.23456,p\n50,1,q\n6,1.1,p\n60,1,q\n7,2,p\n70,1,q\n8,1,p\n80,1,q\n";
    let run = wrong("t.csv", weighted.as_bytes(), &["--weights", "w", "--describe", "p"]);
    assert!(run.stdout.contains("% 5.334 of 5.334 by weight (100.0 %)"), "{}", run.stdout);
}

#[test]
fn rules_are_checked_on_rows() {
    let rows: String = (0..40).map(|n| format!("{n},{}\n", ["a", "b", "c"][n / 15])).collect();
    let (folder, path) = folder_with("t.csv", &format!("size,kind\n{rows}"));
    let rules = arg(&folder.path().join("rules.lp"));
    let learned = xfold(["learn", &arg(&path), "--target", "kind", "--quiet", "-o", &rules]);
    assert_eq!(learned.code, Some(0), "{}", learned.stderr);
    let checked = xfold(["check", &arg(&path), &rules]);
    assert_eq!(checked.code, Some(0), "{}{}", checked.stdout, checked.stderr);
    assert!(checked.stdout.ends_with("40 of 40 rows right (100.0 %), and clingo says the same\n"));

    let (_other, path) = folder_with("t.csv", &format!("size,kind\n{rows}3,c\n"));
    let checked = xfold(["check", &arg(&path), &rules, "--format", "json"]);
    assert_eq!(checked.code, Some(1));
    let json: serde_json::Value = serde_json::from_str(&checked.stdout).expect("it is JSON");
    assert_eq!(json["wrong"], serde_json::json!([{ "row": 41, "class": "c", "given": "a" }]));

    // Rules that tell one class from all others are checked as such.
    let one = ["learn", &arg(&path), "--target", "kind", "--positive", "b", "--quiet", "-o", &rules];
    assert_eq!(xfold(one).code, Some(0));
    let checked = xfold(["check", &arg(&path), &rules]);
    assert!(
        checked.stdout.contains("b: 15 of 15 rows right\nother: 26 of 26 rows right"),
        "{}",
        checked.stdout
    );
}

#[test]
fn what_is_no_table_is_refused() {
    let (folder, task) = folder_with("birds.las", common::BIRDS);
    let rules = arg(&folder.path().join("rules.lp"));
    std::fs::write(&rules, common::BIRDS_RULES).expect("it can be written");
    let (_other, table) = folder_with("t.csv", "a,b\n1,x\n2,y\n");
    let (task, table) = (arg(&task), arg(&table));
    for (args, said) in [
        (vec!["eval", &task, "--target", "a"], "a table is wanted here"),
        (vec!["convert", &table, "--to", "ilasp"], "a task is wanted here"),
        (vec!["diagnose", &table], "a task is wanted here"),
        (vec!["export", &table, "--to", "sql"], "rules are wanted here"),
        (vec!["check", &task, &table], "rules are wanted here"),
        (vec!["explain", &task, &rules, "fly(et)"], "that is the place of the rules"),
        (vec!["learn", &table], "one of its columns, which are `a`, `b`"),
    ] {
        let run = xfold(&args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
}
