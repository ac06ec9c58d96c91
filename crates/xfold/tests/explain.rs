//! Proofs are checked against the program, by clingo and not by the code that made them: every step is an instance of a
//! rule of the program whose body holds in the stable model, every claim is as true as the proof says, and nothing rests
//! on itself. Classes of rows are those that prediction gives.

use proptest::prelude::*;
use std::collections::BTreeSet;
use xfold::{
    Clingo, Limits,
    check::{Entailment, RulesText},
    explain::{
        Asked, Because, Bounds, Explanation, Failed, Proof, RowExplainer, RuleUse, Sentences, explain_atoms,
    },
    table::{model::Model, read, text},
    task::{Task, read as read_task},
};
use xfold_asp::{
    SourceMap,
    symbols::Symbols,
    syntax::{Atom, BodyElement, Conditional, Head, Rule, StatementKind},
};
use xfold_solve::{Input, Query, Solver};

/// The stable models of a text, each as the set of its atoms.
fn models(text: &str, most: usize) -> Vec<BTreeSet<String>> {
    let mut input = Input::new();
    input.push(text, None);
    let mut grounded =
        Clingo.ground(&input, &Limits::none()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut symbols = Symbols::default();
    let query = Query { most, ..Query::default() };
    let answer = grounded.solve(&query, &mut symbols, &Limits::none()).expect("it can be solved");
    let shown = |model: &xfold_solve::Model| {
        let groups = model.atoms.groups().iter();
        groups
            .flat_map(|group| {
                group
                    .rows()
                    .map(|row| xfold_asp::symbols::show_atom(&group.signature, row, &symbols))
                    .collect::<Vec<_>>()
            })
            .collect()
    };
    answer.models.iter().map(shown).collect()
}

fn explain(background: &str, rules: &str, atom: &str) -> Vec<Explanation> {
    let reading = read_task::Reading { background_only: true, ..Default::default() };
    let mut task: Task = read_task::text_as("background.lp", background, &reading).expect("it is a program");
    let file = task.sources.add("rules.lp", rules).expect("it is short");
    let (statements, errors) = xfold_asp::parse_statements(&task.sources, file);
    assert!(errors.is_empty(), "{errors:?}\n{rules}");
    let text = RulesText { text: rules, origin: None, statements: &statements };
    let asked = Asked { atom: &atom_of(atom), example: None };
    let bounds = Bounds::default();
    let explained =
        explain_atoms(&task, &text, asked, &Sentences::default(), &bounds, &Clingo, &Limits::none());
    explained.expect("it can be explained").0
}

fn atom_of(text: &str) -> Atom {
    let statements = xfold_asp::parse_rules(&format!("{text}.")).expect("it is an atom");
    match &statements[0].kind {
        StatementKind::Rule(Rule { head: Head::Atom(atom), .. }) => atom.clone(),
        other => panic!("no atom: {other:?}"),
    }
}

/// What a proof says, to be checked in one stable model.
#[derive(Default)]
struct Checker {
    claims: Vec<(String, bool)>,
    facts: BTreeSet<String>,
    /// Instances of rules, each with the atom it gives.
    instances: Vec<(RuleUse, String)>,
    explained: BTreeSet<String>,
}

impl Checker {
    /// Walks through a proof. `path` are the atoms whose support rests on this one.
    fn walk(&mut self, proof: &Proof, path: &[String]) {
        let bare = proof.claim.trim_start_matches("not ").to_string();
        let is_negated = proof.claim.starts_with("not ");
        self.claims.push((proof.claim.clone(), proof.holds));
        let mut longer = if is_negated { Vec::new() } else { path.to_vec() };
        match &proof.because {
            Because::Fact => {
                self.facts.insert(bare);
            }
            Because::Rule { rule, conditions } => {
                assert_eq!(proof.holds, !is_negated || proof.claim.starts_with("not not "));
                assert!(!longer.contains(&bare), "{bare} rests on itself");
                self.explained.insert(bare.clone());
                self.instances.push((rule.clone(), bare.clone()));
                longer.push(bare);
                conditions.iter().for_each(|condition| self.walk(condition, &longer));
            }
            Because::NoRule { tried, .. } => {
                assert_eq!(proof.holds, is_negated);
                self.explained.insert(bare);
                for attempt in tried {
                    attempt.met.iter().for_each(|met| {
                        assert!(met.holds, "{met:?}");
                        self.walk(met, &[]);
                    });
                    if let Failed::Condition { proof } = &attempt.failed {
                        assert!(!proof.holds, "{proof:?}");
                        self.walk(proof, &[]);
                    }
                }
            }
            Because::Value { of, .. } => of.iter().for_each(|proof| self.walk(proof, &longer)),
            Because::Above => {
                assert!(!longer.contains(&bare), "{bare} rests on itself");
                assert!(self.explained.contains(&bare), "{bare} was not explained above");
            }
            Because::Nothing { .. } | Because::Circular => assert_eq!(proof.holds, is_negated),
            Because::Cut => panic!("cut: {}", proof.claim),
        }
    }

    /// Asks clingo about all of it.
    fn check(&self, program: &str, model: &BTreeSet<String>) {
        let mut text: String = model.iter().map(|atom| format!("{atom}.\n")).collect();
        // A stable model may lack a predicate altogether.
        for (number, (claim, _)) in self.claims.iter().enumerate() {
            text.push_str(&format!("claim_({number}) :- {claim}.\n"));
        }
        let rules = xfold_asp::parse_rules(program).expect("it was read before");
        let rules: BTreeSet<String> = rules.iter().map(ToString::to_string).collect();
        for (number, (rule, _)) in self.instances.iter().enumerate() {
            assert!(rules.contains(&rule.text), "{} is no rule of\n{program}", rule.text);
            text.push_str(&instance(number, rule));
        }
        let found = models(&text, 2);
        assert_eq!(found.len(), 1, "{text}");
        for (number, (claim, holds)) in self.claims.iter().enumerate() {
            let is_true = found[0].contains(&format!("claim_({number})"));
            assert_eq!(is_true, *holds, "{claim} in {model:?}\n{program}");
        }
        for (number, (rule, atom)) in self.instances.iter().enumerate() {
            let given = format!("given_({number},{atom})");
            assert!(found[0].contains(&given), "{rule:?} does not give {atom} in {model:?}\n{program}");
        }
        let bare: String = xfold_asp::parse_rules(program)
            .expect("it was read before")
            .iter()
            .filter(|s| matches!(&s.kind, StatementKind::Rule(rule) if rule.body.is_empty() && matches!(rule.head, Head::Atom(_))))
            .map(|fact| format!("{fact}\n"))
            .collect();
        let facts = models(&bare, 1).remove(0);
        assert!(self.facts.is_subset(&facts), "{:?} are not all facts of\n{program}", self.facts);
    }
}

/// `given_(n,head) :- body.` for each atom of the head, with the values of the rule's variables.
fn instance(number: usize, rule: &RuleUse) -> String {
    let values: String = rule.bindings.iter().map(|(name, value)| format!(", {name} = {value}")).collect();
    let statements = xfold_asp::parse_rules(&rule.text).expect("it is a rule");
    let StatementKind::Rule(read) = &statements[0].kind else { panic!("no rule: {}", rule.text) };
    let body = |extra: Vec<BodyElement>| {
        let whole: Vec<BodyElement> = read.body.iter().cloned().chain(extra).collect();
        let constraint = Rule { head: Head::None, body: whole, span: Default::default() };
        let text = constraint.to_string();
        let text = text.trim_start_matches(":-").trim().trim_end_matches('.').to_string();
        if text.is_empty() { "#true".to_string() } else { text }
    };
    let line = |atom: &str, extra: Vec<BodyElement>| {
        format!("given_({number},{atom}) :- {}{values}.\n", body(extra).replace(" :-", ""))
    };
    match &read.head {
        Head::Atom(atom) => line(&atom.to_string(), Vec::new()),
        Head::Disjunction(elements) | Head::Choice { elements, .. } => elements
            .iter()
            .map(|Conditional { literal, condition }| {
                line(&literal.to_string(), condition.iter().cloned().map(BodyElement::Literal).collect())
            })
            .collect(),
        Head::None => panic!("a constraint gives nothing"),
    }
}

/// Explains an atom and checks every proof in its stable model.
fn check(background: &str, rules: &str, atom: &str) {
    let program = format!("{background}\n{rules}");
    let all = models(&program, 0);
    let n_with = all.iter().filter(|model| model.contains(atom)).count();
    for explanation in explain(background, rules, atom) {
        let seen = explanation.models.as_ref().expect("it is about a program");
        let expected = match (n_with, all.len()) {
            (_, 0) => Entailment::NoModel,
            (0, _) => Entailment::None,
            (n, m) if n == m => Entailment::Every,
            _ => Entailment::Some,
        };
        assert_eq!(seen.holds, expected, "{atom}\n{program}");
        assert_eq!(explanation.proofs.len(), usize::from(n_with > 0) + usize::from(n_with < all.len()));
        for proof in &explanation.proofs {
            let mut checker = Checker::default();
            checker.walk(&proof.proof, &[]);
            // Which stable model it is about is told by number, or by its own atoms: one must agree with all claims.
            let fits = |model: &&BTreeSet<String>| {
                checker.claims.iter().all(|(claim, holds)| {
                    let bare = claim.trim_start_matches("not ");
                    let is_atom = xfold_asp::parse_ground_atom(bare, &mut Symbols::default()).is_some();
                    !is_atom || (model.contains(bare) != claim.starts_with("not ")) == *holds
                })
            };
            let model = all.iter().find(fits).unwrap_or_else(|| panic!("no model fits {proof:?}\n{program}"));
            checker.check(&program, model);
        }
    }
}

/// Literals of rules over a small domain; `dom` makes them safe.
fn literal() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        Just("e(X,Y)"),
        Just("e(Y,X)"),
        Just("u(X)"),
        Just("u(Y)"),
        Just("p(X)"),
        Just("p(Y)"),
        Just("q(X)"),
        Just("q(Y)"),
        Just("r(X,Y)"),
        Just("e(X,_)"),
    ];
    prop_oneof![
        6 => atom.clone().prop_map(str::to_string),
        3 => atom.prop_map(|atom| format!("not {atom}")),
        1 => Just("X < Y".to_string()),
        1 => Just("Y = X+1".to_string()),
        1 => Just("#count { Z : e(X,Z) } > 1".to_string()),
        1 => Just("u(Z) : e(Z,X)".to_string()),
    ]
}

fn rule() -> impl Strategy<Value = String> {
    let head = prop_oneof![
        6 => Just("p(X)"), 6 => Just("q(X)"), 3 => Just("r(X,Y)"), 1 => Just("{ p(X) }"), 1 => Just("{ q(Y) : u(Y) }"),
        1 => Just("p(X); q(X)"), 1 => Just("q(Y-1)"),
    ];
    (head, prop::collection::vec(literal(), 1..4)).prop_map(|(head, body)| {
        // Conditions end where a semicolon stands.
        format!("{head} :- dom(X); dom(Y); {}.\n", body.join("; "))
    })
}

fn background() -> impl Strategy<Value = String> {
    let pair = (1..4, 1..4).prop_map(|(x, y)| format!("e({x},{y}).\n"));
    let one = (1..4).prop_map(|x| format!("u({x}).\n"));
    (prop::collection::vec(pair, 0..5), prop::collection::vec(one, 0..3))
        .prop_map(|(pairs, ones)| format!("dom(1..3).\n{}{}", pairs.concat(), ones.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn proofs_are_instances_of_rules(
        background in background(),
        rules in prop::collection::vec(rule(), 1..6),
        place in 1..4,
        predicate in prop_oneof![Just("p"), Just("q")],
    ) {
        let rules = rules.concat();
        if models(&format!("{background}\n{rules}"), 60).len() < 60 {
            check(&background, &rules, &format!("{predicate}({place})"));
        }
    }
}

#[test]
fn long_and_circular_supports() {
    let edges: String = (1..60).map(|n| format!("edge({n},{}). edge({},{n}).\n", n + 1, n + 1)).collect();
    let rules = "path(X,Y) :- path(X,Z), edge(Z,Y).\npath(X,Y) :- edge(X,Y).\n";
    check(&edges, rules, "path(1,40)");
    check(&edges, rules, "path(1,99)");
}

/// Explains an atom that is in no stable model, and checks by clingo that the constraints that are blamed forbid it
/// together, that none of them could be left out, and that the instances are what they forbid. Returns the constraints.
fn check_blame(background: &str, rules: &str, atom: Option<&str>) -> Vec<String> {
    let asked = atom.unwrap_or("nothing");
    let explanation = explain(background, rules, asked).remove(0);
    let blamed: Vec<String> =
        explanation.forbidden_by.iter().map(|violated| violated.rule.text.clone()).collect();
    let program = format!("{background}\n{rules}");
    let statements = xfold_asp::parse_rules(&program).expect("it is a program");
    let is_constraint = |statement: &&xfold_asp::syntax::Statement| {
        matches!(&statement.kind, StatementKind::Rule(Rule { head: Head::None, .. }))
    };
    let all: Vec<String> = statements.iter().filter(is_constraint).map(ToString::to_string).collect();
    assert!(blamed.iter().all(|text| all.contains(text)), "{blamed:?}\n{program}");
    let with = |kept: &dyn Fn(&str) -> bool| {
        let text: String = statements
            .iter()
            .filter(|statement| !is_constraint(statement) || kept(&statement.to_string()))
            .map(|statement| format!("{statement}\n"))
            .collect();
        let wanted = atom.map_or(String::new(), |atom| format!(":- not {atom}.\n"));
        models(&(text + &wanted), 1).pop()
    };
    let is_forbidden = with(&|_| true).is_none();
    let is_blamable = is_forbidden && with(&|_| false).is_some();
    assert_eq!(!blamed.is_empty(), is_blamable, "{blamed:?}\n{program}");
    if is_blamable {
        assert!(with(&|text| blamed.iter().any(|own| own == text)).is_none(), "{blamed:?}\n{program}");
    }
    for (place, violated) in explanation.forbidden_by.iter().enumerate() {
        let without =
            |text: &str| blamed.iter().enumerate().any(|(other, own)| other != place && own == text);
        assert!(with(&without).is_some(), "{} is not needed\n{program}", blamed[place]);
        assert!(!violated.conditions.is_empty());
        assert!(violated.conditions.iter().all(|condition| condition.holds), "{violated:?}");
    }
    blamed
}

#[test]
fn constraints_are_named() {
    let graph = "node(1..3). edge(1,2). edge(2,3). colour(r;g). given(1,r).";
    let rules = "1 { c(X,C) : colour(C) } 1 :- node(X).\n:- edge(X,Y), c(X,C), c(Y,C).\n\
                 :- given(X,C), not c(X,C).\n:- node(X), c(X,r), c(X,g).\n";
    let blamed = check_blame(graph, rules, Some("c(2,r)"));
    assert_eq!(blamed, [":- edge(X,Y), c(X,C), c(Y,C).", ":- given(X,C), not c(X,C)."]);
    assert!(check_blame(graph, rules, Some("c(9,r)")).is_empty(), "no rule gives it");
    // There is no stable model at all.
    let blamed = check_blame(&format!("{graph} edge(1,1)."), rules, None);
    assert_eq!(blamed, [":- edge(X,Y), c(X,C), c(Y,C)."]);
    let lines = xfold::explain::lines(&explain(graph, rules, "c(3,g)")[0], &Default::default());
    assert!(lines[0].starts_with("c(3,g): "), "{lines:?}");
    assert!(
        lines.contains(
            &"A rule could give it, but these constraints together keep it out of every stable model:"
                .to_string()
        )
    );
    assert!(
        lines.iter().any(|line| line.contains(":- given(X,C), not c(X,C).  with C = r, X = 1")),
        "{lines:#?}"
    );
}

fn constraint() -> impl Strategy<Value = String> {
    prop::collection::vec(literal(), 1..3)
        .prop_map(|body| format!(":- dom(X); dom(Y); {}.\n", body.join("; ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn blame_is_minimal(
        background in background(),
        rules in prop::collection::vec(rule(), 1..4),
        constraints in prop::collection::vec(constraint(), 1..4),
        place in 1..4,
    ) {
        let rules = format!("{{ p(X) }} :- dom(X).\n{}{}", rules.concat(), constraints.concat());
        let program = format!("{background}\n{rules}");
        let (none, atom) = (models(&program, 1).is_empty(), format!("p({place})"));
        check_blame(&background, &rules, if none { None } else { Some(&atom) });
    }
}

#[test]
fn pools_constants_and_negation() {
    let background = "-ok(2;4). dom(1..4). f((a,b)). f((c,d)).";
    let rules = "p(X;X+10) :- dom(X), not -ok(X). s(X) :- f((X,Y)), Y != d. t :- not not t.";
    for atom in ["p(1)", "p(13)", "p(2)", "p(99)", "s(a)", "s(c)", "t", "-ok(4)", "-ok(3)"] {
        // The rules are taken apart where they have pools, so that they are no lines of the program.
        for explanation in explain(background, rules, atom) {
            let holds =
                models(&format!("{background}{rules}"), 0).iter().filter(|m| m.contains(atom)).count();
            let seen = explanation.models.expect("it is about a program");
            assert_eq!(seen.n_with, holds, "{atom}");
            for proof in explanation.proofs {
                Checker::default().walk(&proof.proof, &[]);
            }
        }
    }
}

#[test]
fn sentences_and_forms() {
    let mut sentences = Sentences::default();
    let rules = "fly(X) :- bird(X), not ab0(X).\nab0(X) :- penguin(X).\n% #pred fly(X) :: '@(X) can fly'.\n";
    sentences.take_from(rules, 0).expect("it is a template");
    let explanation = &explain("bird(tweety). penguin(polly). bird(polly).", rules, "fly(polly)")[0];
    let lines = xfold::explain::lines(explanation, &xfold::explain::Style::default());
    assert_eq!(
        lines,
        [
            "fly(polly): does not hold",
            "✗ fly(polly)  no rule gives it",
            "└─ fly(X) :- bird(X), not ab0(X).  with X = polly  rules.lp:1",
            "   ├─ ✓ bird(polly)  is a fact",
            "   └─ ✗ not ab0(polly)",
            "      └─ ab0(X) :- penguin(X).  with X = polly  rules.lp:2",
            "         └─ ✓ penguin(polly)  is a fact",
        ]
    );
    let page = xfold::explain::page("Why <not>?", std::slice::from_ref(explanation));
    assert!(page.contains("<title>Why &lt;not&gt;?</title>"));
    assert!(page.contains("<code>not ab0(polly)</code>"));
    assert!(!page.contains("http"), "a page has no outside links");
    assert_eq!(page.matches("<li").count(), page.matches("</li>").count());
    assert_eq!(page.matches("<ul").count(), page.matches("</ul>").count());
    assert_eq!(page.matches("<details").count(), page.matches("</details>").count());
}

/// What a proof about a row says must agree with the judge of predictions.
fn check_rows(rules: &str, csv: &str) {
    let mut sources = SourceMap::default();
    sources.add("rules.lp", rules).expect("it is short");
    let (model, _): (Model, _) = text::parse(&sources).expect("these are rules");
    let folder = tempfile::tempdir().expect("there is a folder");
    let path = folder.path().join("rows.csv");
    std::fs::write(&path, csv).expect("it can be written");
    let known = model.columns.iter().map(|column| (column.name.clone(), column.kind)).collect();
    let options = read::ReadOptions { known: Some(known), ..Default::default() };
    let table = read::file(&path, &options, &read::Unwatched).expect("it is a table");
    let judge = model.on(&table).expect("the rules are in order");
    let explainer = RowExplainer::new(&model, &table).expect("the rules are in order");
    let limits = Limits::none();
    for row in 0..table.n_rows {
        let given = judge.judge(row).map(|judgement| judge.classes[judgement.class].clone());
        for class in model.classes() {
            let explanation = explainer.explain(row, "r", Some(class), &limits).expect("it can be explained");
            let proof = &explanation.proofs[0].proof;
            assert_eq!(proof.holds, given.as_deref() == Some(class), "{class} of row {row}: {proof:?}");
        }
        let explanation = explainer.explain(row, "r", None, &limits).expect("it can be explained");
        assert_eq!(explanation.proofs[0].proof.holds, given.is_some());
    }
}

#[test]
fn rows_get_the_class_that_is_explained() {
    let csv = "age,size,colour\n10,1.5,red\n20,,blue\n,3.5,\n40,2.5,green\n18,2.6,red\n19,0,\n";
    check_rows(
        "% target label; row(X) holds for each row\n% column age: number\n% column size: number times 10\n\
         % column colour: category\nlabel(X,a) :- age(X,A), A <= 18, not ab0(X).\nab0(X) :- size(X,S), S > 25, not ab1(X).\n\
         ab1(X) :- colour(X,red).\nlabel(X,b) :- colour(X,C), C != red, not label(X,a).\nlabel(X,c) :- colour_missing(X), age(X,_).\n\
         label(X,b) :- size_missing(X).\n",
        csv,
    );
    check_rows(
        "% target label; row(X) holds for each row\n% column age: number\n% column colour: category\n\
         % theories vote(X,T,C): the class of most theories counts, in a tie that of the first of them\n\
         vote(X,1,a) :- age(X,A), A > 18.\nvote(X,1,b) :- row(X), not vote(X,1,a).\n\
         vote(X,2,b) :- colour(X,red).\nvote(X,2,a) :- row(X), not vote(X,2,b).\n\
         vote_count(X,C,N) :- vote(X,_,C), N = #count { T : vote(X,T,C) }.\n\
         vote_most(X,N) :- row(X), N = #max { M : vote_count(X,_,M) }.\n\
         vote_first(X,T) :- vote_most(X,N), T = #min { S : vote(X,S,C), vote_count(X,C,N) }.\n\
         label(X,C) :- vote_first(X,T), vote(X,T,C).\n",
        csv,
    );
}

/// Rules and a table of so many classes, in which each class waits for all before it and has an exception.
fn many_classes(n: usize) -> (Model, xfold::table::Table) {
    let mut rules = "% target label; row(X) holds for each row\n% column a: number\n".to_string();
    let mut csv = "a,label\n".to_string();
    for class in 0..n {
        let after: String = (0..class).map(|before| format!(", not label(X,c{before})")).collect();
        rules += &format!("label(X,c{class}) :- a(X,A), A > -1{after}, not ab{class}(X).\n");
        rules += &format!("ab{class}(X) :- a(X,A), A > {class}.\n");
        csv += &format!("{class},c{class}\n");
    }
    let mut sources = SourceMap::default();
    sources.add("rules.lp", rules).expect("it is short");
    let (model, _) = text::parse(&sources).expect("these are rules");
    let folder = tempfile::tempdir().expect("there is a folder");
    let path = folder.path().join("rows.csv");
    std::fs::write(&path, csv).expect("it can be written");
    let table = read::file(&path, &read::ReadOptions::default(), &read::Unwatched).expect("it is a table");
    (model, table)
}

#[test]
fn explanations_grow_with_the_classes_and_not_with_their_subsets() {
    let n_lines = |n: usize| {
        let (model, table) = many_classes(n);
        let explainer = RowExplainer::new(&model, &table).expect("the rules are in order");
        let explanation = explainer.explain(n - 1, "r", None, &Limits::none()).expect("it can be explained");
        assert!(explanation.proofs[0].proof.holds);
        let lines = xfold::explain::lines(&explanation, &Default::default());
        assert!(lines.iter().all(|line| line.chars().count() < 400), "a line names a few classes only");
        lines
    };
    let (few, many) = (n_lines(20).len(), n_lines(200));
    assert!(many.len() <= 11 * few, "{few} lines for 20 classes, {} for 200", many.len());
    assert!(many.iter().any(|line| line.ends_with("see above") && line.contains("more")), "{many:#?}");
}

#[test]
fn explanations_of_rows_keep_their_limits() {
    let (model, table) = many_classes(30);
    let explainer = RowExplainer::new(&model, &table).expect("the rules are in order");
    let limits = Limits::none();
    limits.stop_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(explainer.explain(3, "r", None, &limits), Err(xfold::Error::Limit(_))));
}

/// Each class waits for the one before it only: proofs are as deep as there are classes.
#[test]
fn deep_explanations_are_cut() {
    let mut rules = "% target label; row(X) holds for each row\n% column a: number\n".to_string();
    rules += "label(X,c0) :- a(X,A), A > 0.\n";
    for class in 1..20_000 {
        rules += &format!("label(X,c{class}) :- a(X,A), A > 0, not label(X,c{}).\n", class - 1);
    }
    let mut sources = SourceMap::default();
    sources.add("rules.lp", rules).expect("it is short");
    let (model, _) = text::parse(&sources).expect("these are rules");
    let (_, table) = many_classes(2);
    let explainer = RowExplainer::new(&model, &table).expect("the rules are in order");
    let explanation =
        explainer.explain(1, "r", Some("c19999"), &Limits::none()).expect("it can be explained");
    let lines = xfold::explain::lines(&explanation, &Default::default());
    assert!(lines.last().is_some_and(|line| line.ends_with("not shown further")), "{:?}", lines.last());
}
