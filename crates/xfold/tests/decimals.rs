//! Decimals in tasks: thresholds, errors with places, and round trips through other languages.

use std::path::{Path, PathBuf};
use xfold::{
    Clingo, Limits, Settings, StopReason, Task,
    check::{GivenRules, verify_given},
    convert::{Converted, TaskLanguage, convert},
    learn,
    search::trace::Silent,
    task::read,
};

const DOSES: &str = "patient(ann; bob; cleo; dan; eve; fay; gus; hal; ivy; joe; kim).
dose(ann,0.5; bob,1.25; cleo,2; dan,2.5; eve,0.75; fay,3.1; gus,1.5; hal,2.75; ivy,2.4; joe,2.6; kim,3.05).
since(dan,30). pregnant(dan; kim).
#modeh(watched(var(patient))).
#modeb(dose(var(patient),num(gram))).
#modeb(pregnant(var(patient))).
#pos({watched(cleo), watched(fay), watched(hal), watched(ivy), watched(joe)},
     {watched(ann), watched(bob), watched(dan), watched(eve), watched(gus), watched(kim)}).
";
const WATCHED: &str = "watched(X) :- dose(X,A), A > 1.5, not ab0(X).\nab0(X) :- pregnant(X).\n";

fn task(text: &str) -> Task {
    read::text("task.las", text).unwrap_or_else(|errors| panic!("{errors}"))
}

/// What is learned, and whether it is verified.
fn learned(task: &Task, settings: &Settings) -> (String, bool) {
    let learned = learn(task, settings, &Clingo, &Limits::none(), &Silent).expect("it is a right task");
    (learned.rules.text(), learned.stop == StopReason::Verified)
}

fn error(text: &str) -> String {
    read::text("task.las", text).expect_err("it is wrong").to_string()
}

fn converted(task: &Task, to: TaskLanguage) -> Converted {
    convert(task, to, true, &Clingo, &Limits::none()).expect("it can be said")
}

/// Writes files into a folder of its own.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("decimals_{name}"));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for (file, text) in files {
        std::fs::write(folder.join(file), text).expect("the file can be written");
    }
    folder
}

#[test]
fn thresholds_on_decimals() {
    assert_eq!(learned(&task(DOSES), &Settings::default()), (WATCHED.to_string(), true));
}

#[test]
fn printed_rules_are_read_back() {
    for (rules, holds) in [
        (WATCHED, true),
        ("watched(X) :- dose(X,A), A > 1.999, A != 2.5, A != 3.05.", true),
        ("watched(X) :- dose(X,2).", false),
    ] {
        let mut task = task(DOSES);
        let given = GivenRules::new("rules", rules.to_string(), &mut task).expect("they are rules");
        let verdict = verify_given(&task, &given, false, &Clingo, &Limits::none()).expect("no limit");
        assert_eq!(verdict.all_hold(), holds, "{rules}");
    }
}

#[test]
fn some_labels_are_wrong() {
    // Above 20.25 degrees, but for two of sixty.
    let degree = |n: u32| f64::from(n) * 0.75 - 3.0;
    let facts: String = (0..60).map(|n| format!("day(d{n}). degree(d{n},{}).\n", degree(n))).collect();
    let is_warm = |n: &u32| (degree(*n) > 20.25) != [3, 50].contains(n);
    let (warm, cold): (Vec<u32>, Vec<u32>) = (0..60).partition(is_warm);
    let list = |days: &[u32]| days.iter().map(|n| format!("warm(d{n})")).collect::<Vec<_>>().join(", ");
    let text = format!(
        "{facts}#modeh(warm(var(day))).\n#modeb(degree(var(day),num(celsius))).\n#pos({{{}}},{{{}}}).\n",
        list(&warm),
        list(&cold)
    );
    let settings = Settings { noise: true, ..Settings::default() };
    assert_eq!(learned(&task(&text), &settings), ("warm(X) :- degree(X,A), A > 20.25.\n".to_string(), true));
}

#[test]
fn numbers_that_do_not_fit_are_told_with_their_place() {
    let long = error("p(a,1).\np(b, 0.12345678901).\n#pos({q(a)},{}).");
    assert!(long.starts_with("task.las:2:6: error[E004]: 0.12345678901 has too many digits"), "{long}");
    let text = "p(a,0.0001). n(3000000).\np(b, 3000000).\n#modeh(q(var(any))).\n#pos({q(a)},{}).";
    let beside = error(text);
    assert!(
        beside.starts_with("task.las:2:6: error[E105]: 3000000 stands among numbers with 4 digits"),
        "{beside}"
    );
    let by_type = "p(a,0.0001). r(a,3000000).\n#modeh(q(var(any))).\n#modeb(p(var(any),num(t))). #modeb(r(var(any),num(t))).\n#pos({q(a)},{}).";
    assert!(error(by_type).starts_with("task.las:1:18: error[E105]"), "{}", error(by_type));
    let divided = error("p(a,0.5).\nh(X,Y/2) :- p(X,Y).\n#modeh(q(var(any))).\n#pos({q(a)},{}).");
    assert!(divided.starts_with("task.las:2:1: error[E105]: `/` is not computed for decimals"), "{divided}");
}

#[test]
fn own_tasks_and_popper_keep_decimals() {
    let own = converted(&task(DOSES), TaskLanguage::Xfold).texts.remove(0).1;
    assert!(own.contains("fay,3.1"), "{own}");
    assert_eq!(learned(&task(&own), &Settings::default()), (WATCHED.to_string(), true));
    let ages = "cat(a; b; c; d). weighs(a,4.5). weighs(b,3.25). weighs(c,4.5). weighs(d,0.75). heavy(4.5).
        #modeh(big(var(cat))). #modeb(weighs(var(cat),var(kilo))). #modeb(heavy(var(kilo))).
        #pos({big(a), big(c)}, {big(b), big(d)}).";
    let popper = converted(&task(ages), TaskLanguage::Popper).texts;
    let files: Vec<(&str, &str)> = popper.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let read = read::files(&[folder("popper", &files)]).unwrap_or_else(|errors| panic!("{errors}"));
    let (rules, is_verified) = learned(&read, &Settings::default());
    assert!(is_verified && rules.contains("weighs(X,Y), heavy(Y)"), "{rules}");
    assert!(files.iter().any(|(_, text)| text.contains("weighs(b,3.25).")));
}

#[test]
fn ilasp_and_fastlas_get_scaled_numbers_with_a_comment() {
    let fastlas = converted(&task(DOSES), TaskLanguage::Fastlas).texts.remove(0).1;
    assert!(fastlas.contains("% scaled: dose/2, argument 2: times 100\n"), "{fastlas}");
    assert!(fastlas.contains("fay,310") && fastlas.contains("since(dan,30)"), "{fastlas}");
    let read = task(&fastlas);
    let (rules, is_verified) = learned(&read, &Settings::default());
    assert!(is_verified && !rules.contains('.') || rules.contains("150") || rules.contains("200"), "{rules}");
}

#[test]
fn exact_bounds_are_decimals() {
    let text = "#modeh(q(var(t))). #modeb(p(var(t),num_var(n))).
        t(a). t(b). t(c). p(a,0.5). p(b,1.25). p(c,2).
        #bias(\"penalty(1, head). penalty(1, body(X)) :- in_body(X).\").
        #pos(e, {q(b)}, {q(a), q(c)}).";
    let (rules, is_verified) = learned(&task(text), &Settings::default());
    assert!(is_verified && rules.contains("1.25"), "{rules}");
}

#[test]
fn tasks_of_aleph() {
    let files = [
        (
            "boat.b",
            ":- modeh(*,sinks(+boat)).\n:- modeb(*,load(+boat,#tonne)).\n:- modeb(*,leaks(+boat)).\n\
            :- determination(sinks/1,load/2).\n:- determination(sinks/1,leaks/1).\n\
            load(a,2.25). load(b,2.250). load(c,0.75). load(d,2.25). load(e,2.25). load(f,22.5). load(g,225.0e-2).\n\
            leaks(b). leaks(f).\n",
        ),
        ("boat.f", "sinks(a). sinks(d). sinks(e). sinks(g).\n"),
        ("boat.n", "sinks(b). sinks(c). sinks(f).\n"),
    ];
    let task =
        read::files(&[folder("aleph", &files).join("boat.b")]).unwrap_or_else(|errors| panic!("{errors}"));
    let (rules, is_verified) = learned(&task, &Settings::default());
    assert!(is_verified && rules.contains("load(X,2.25), not "), "{rules}");
    let again: Vec<(String, String)> = converted(&task, TaskLanguage::Aleph)
        .texts
        .into_iter()
        .map(|(ending, text)| (format!("again{ending}"), text))
        .collect();
    let files: Vec<(&str, &str)> = again.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert!(files.iter().any(|(_, text)| text.contains("load(d,2.25).")), "{files:?}");
}

#[test]
fn facts_in_csv_files() {
    let folder = folder(
        "csv",
        &[(
            "task.las",
            "#modeh(dear(var(item))).\n#modeb(price(var(item),num(euro))).\n\
        item(pen;book;cup;bag).\n#pos({dear(book),dear(bag)},{dear(pen),dear(cup)}).\n",
        )],
    );
    let facts = folder.join("facts");
    std::fs::create_dir_all(&facts).expect("the folder can be made");
    std::fs::write(facts.join("price.csv"), "item,price\npen,1.5\nbook,12.25\ncup,3\nbag,30.75\n")
        .expect("written");
    let task = read::files(&[&folder]).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(learned(&task, &Settings::default()), ("dear(X) :- price(X,A), A > 3.\n".to_string(), true));
    std::fs::write(facts.join("price.csv"), "item,price\npen,1.123456789012\n").expect("written");
    let error = read::files(&[&folder]).expect_err("it has too many digits").to_string();
    assert!(error.contains("row 1: column 2 has 1.123456789012"), "{error}");
}
