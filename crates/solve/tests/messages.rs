//! What is refused, in our words and at the user's places.

use xfold_asp::{diagnostic::Diagnostic, span::SourceMap, span::Span};
use xfold_solve::{Clingo, Input, Limits, SolveError, Solver, codes};

/// The diagnostics of a user's text, which stands in the solver's input between two lines of ours.
fn diagnostics(text: &str) -> Vec<String> {
    let mut sources = SourceMap::default();
    sources.add("first.lp", "% another file\n");
    let file = sources.add("user.lp", text).expect("it is small");
    let base = sources.files()[file].base;
    let mut input = Input::new();
    input.push("ours :- not theirs.\n#defined theirs/0.", None);
    input.push(text, Some(Span::new(base, base + text.len() as u32)));
    input.push("ours(2).", None);
    let all: Vec<Diagnostic> = match Clingo.ground(&input, &Limits::none()) {
        Ok(grounded) => grounded.remarks().to_vec(),
        Err(SolveError::Rejected(diagnostics)) => diagnostics,
        Err(other) => panic!("{other}"),
    };
    all.iter()
        .map(|diagnostic| {
            assert!(codes::ALL.iter().any(|(code, _)| *code == diagnostic.code), "{}", diagnostic.code);
            let words = diagnostic.one_line(&sources);
            let places: Vec<_> = diagnostic.labels.iter().map(|(span, _)| sources.text(*span)).collect();
            format!("{words} {places:?}")
        })
        .collect()
}

fn check(text: &str, expected: &[&str]) {
    let found = diagnostics(text);
    let agrees = |(found, expected): (&String, &&str)| found.starts_with(expected.trim_end_matches('…'));
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(agrees),
        "{text}\n found {found:#?}\n expected {expected:#?}"
    );
}

#[test]
fn errors_of_clingo() {
    check(
        "a.\np(X,Y) :- q(X), not r(Y,Z).",
        &["user.lp:2:5: error[E102]: variables Y, Z are bound by no positive literal \
           (bind Y, Z by a positive literal, e.g. its type) [\"Y\", \"Z\"]"],
    );
    check(
        "ä(\"ü\",1).\nb.",
        &[
            "user.lp:1:1: error[E101]: unexpected `ä` (outside of strings and comments only ASCII characters are allowed) [\"ä\"]",
        ],
    );
    check("s(\"üüü\"). p(X).", &["user.lp:1:13: error[E102]: variable X is bound by no positive literal…"]);
    check("p(_) :- q.", &["user.lp:1:3: error[E102]: variable _ is bound by no positive literal…"]);
    check(
        "a :- b\nc.",
        &["user.lp:2:1: error[E100]: unexpected name (is a full stop or comma missing before it?) [\"c\"]"],
    );
    check(
        "a :- b(X \n",
        &["user.lp:1:8: error[E100]: unexpected end of the text (is a full stop or closing…"],
    );
    check("a :- X = $y.", &["user.lp:1:10: error[E101]: unexpected `$` [\"$\"]"]);
    check(
        "p(X) :- X < Y.\nq(Z).",
        &["user.lp:1:3: error[E102]: variables X, Y…", "user.lp:2:3: error[E102]: variable Z…"],
    );
    check("#show a/0\na.", &["user.lp:2:1: error[E100]: unexpected name…"]);
    check("#show a(1) : b\na :- b.", &["user.lp:2:1: error[E100]…"]);
    check("#show X : a\n", &["user.lp:1:11: error[E100]: unexpected end of the text…"]);
    check("#const n = 1. #const n = 2.", &["user.lp:1:15: error[E103]…"]);
    check("#const n = m. #const m = n.", &["user.lp:1:…"]);
    check("&diff{a} <= 1.", &["user.lp:1:1: error[E109]…"]);
}

#[test]
fn remarks_of_clingo() {
    check(
        "a :- b(1,\"(,\",f(X,Y)), c(X;Y). d :- b(1,2,3).",
        &[
            "user.lp:1:6: note[E121]: b/3 occurs in no head…",
            "user.lp:1:24: note[E121]: c/1 occurs in no head…",
        ],
    );
    check("p(a). q(X+1) :- p(X).", &["user.lp:1:9: warning[E120]: `X+1` is undefined for some values…"]);
    check("a. #show b/1.", &[]);
    check("p(1..3). a(X) :- X = 1..2, #count{X : p(X)} > 0.", &["user.lp:1:35: warning[E122]…"]);
    check("a.", &[]);
}

#[test]
fn errors_in_our_own_text_are_readable() {
    let mut input = Input::new();
    input.push("p(X) :- not q(X).", None);
    let Err(SolveError::Rejected(diagnostics)) = Clingo.ground(&input, &Limits::none()) else {
        panic!("the rule is unsafe")
    };
    assert_eq!(diagnostics[0].message, "variable X is bound by no positive literal in `p(X) :- not q(X).`");
    assert!(diagnostics[0].labels.is_empty());
}

#[test]
fn what_is_refused() {
    check(
        "a.\n#script (python)\nimport os\n#end.",
        &["user.lp:2:1: error[E110]: scripts are not available…"],
    );
    check("#include \"/etc/passwd\".", &["user.lp:1:1: error[E111]…"]);
    check("#script'a", &["user.lp:1:1: error[E110]…"]);
    check("#include <incmode>.", &["user.lp:1:1: error[E111]…"]);
    check("p(@f(X)) :- q(X).", &["user.lp:1:3: error[E112]…"]);
    check("p :- not @f(1) = 2.", &["user.lp:1:10: error[E112]…"]);
    check("#show @f(1).", &["user.lp:1:7: error[E112]…"]);
    check("p(X) :- X=@ f(1).", &["user.lp:1:11: error[E112]…"]);
    check("#theory t { }.", &["user.lp:1:1: error[E113]…"]);
    check("#program step(t). a.", &["user.lp:1:1: error[E114]…"]);
    check("#program  base . a.", &[]);
    check("a. \0", &["user.lp:1:4: error[E115]…"]);
    check("%* #script %* *% \n % *% #include \n *% #script", &["user.lp:3:5: error[E110]…"]);
    check("p(\"a\\\" #script\"). #include", &["user.lp:1:19: error[E111]…"]);
    let mut aspif = Input::new();
    aspif.push("asp 1 0 0\n1 0 1 1 0 0\n0", None);
    assert!(matches!(Clingo.ground(&aspif, &Limits::none()), Err(SolveError::Rejected(_))));
}

#[test]
fn what_is_harmless() {
    check("% #script (lua) #include @f(X)\na.", &[]);
    check("%* #script\n *% a. #! #include\nb.", &[]);
    check("p(\"#script @f(x) % \\\" \").", &[]);
    check("#const p = 2. {a; b}. :~ a. [1@p] #minimize{1@2,X : X = 1, a; (1)@p : b; |2|@p : a}.", &[]);
    check("{b}. :~ b. [1@p(1)]", &["user.lp:1:13: warning[E120]: `1@p(1)` is undefined…"]);
    check("{b}. #minimize{#sup@1 : b}.", &["user.lp:1:16: warning[E120]…"]);
}

#[test]
fn a_sum_that_is_too_large_is_shown() {
    let text = "{big(2000000000..2000000003)}.\ns :- #sum { X,X : big(X) } > 5.";
    let mut input = Input::new();
    let mut sources = SourceMap::default();
    sources.add("user.lp", text).expect("it is small");
    input.push(text, Some(Span::new(0, text.len() as u32)));
    let ask = |mut grounded: Box<dyn xfold_solve::Grounded>| {
        let query = xfold_solve::Query::default();
        grounded.solve(&query, &mut xfold_asp::symbols::Symbols::default(), &Limits::none()).map(drop)
    };
    match Clingo.ground(&input, &Limits::none()).and_then(ask) {
        Err(SolveError::Rejected(errors)) => {
            assert!(!errors[0].to_string().contains("Clasp"), "{}", errors[0]);
            let place = sources.position(errors[0].labels[0].0).expect("it has a place");
            assert_eq!((errors[0].code, place.line, place.column), ("E104", 2, 6));
        }
        other => panic!("{other:?}"),
    }
}
