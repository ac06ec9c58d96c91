//! Tasks written in another dialect mean the same: what is written is read again, and rules get the same verdict on
//! the task, on the converted one, and on the one that was converted back.

use proptest::prelude::*;
use std::{
    fs,
    path::{Path, PathBuf},
};
use xfold::{
    Clingo, Limits, Settings, Task,
    check::{self, RulesText},
    codes, convert,
    task::{
        Dialect, Holder, Mode, holder,
        read::{self, Reading},
    },
    worlds::{self, Worlds},
};
use xfold_asp::{
    diagnostic::Severity,
    parse_rules, rewrite,
    syntax::{Literal, LiteralKind, Term},
};

const DIALECTS: [Dialect; 3] = [Dialect::Ilasp, Dialect::FastLas, Dialect::Own];

fn worlds(task: &Task) -> Worlds {
    let settings = Settings { lenient: true, ..Settings::default() };
    worlds::of(task, &settings, &Clingo, &Limits::none()).unwrap_or_else(|error| panic!("{error}")).0
}

fn is_closed(task: &Task) -> bool {
    task.targets().iter().any(|target| task.is_closed(target, false))
}

/// The task in a dialect and as it is read again; none if the dialect cannot say it, which has to be explained.
fn converted(name: &str, task: &Task, to: Dialect) -> Option<(String, Task)> {
    let opened = (to != Dialect::Own && is_closed(task)).then(|| convert::opened(task, &worlds(task)));
    let written = match convert::las(opened.as_ref().unwrap_or(task), to) {
        Ok(written) => written,
        Err(errors) => {
            for error in errors {
                assert_eq!((error.code, error.severity), (codes::NO_COUNTERPART, Severity::Error), "{name}");
                assert!(!error.labels.is_empty(), "{name}: {error} has no place");
            }
            return None;
        }
    };
    let again = read::text(&format!("{name} for {to}"), &written.text)
        .unwrap_or_else(|error| panic!("{error}\n{}", written.text));
    Some((written.text, again))
}

/// What is the same in any dialect: what each example asks for.
fn examples(task: &Task) -> Vec<String> {
    let list = |atoms: &xfold_asp::symbols::Atoms| -> Vec<String> {
        let rows = atoms.groups().iter().flat_map(|group| group.rows().map(|row| (&group.signature, row)));
        rows.map(|(signature, row)| xfold_asp::symbols::show_atom(signature, row, &task.symbols)).collect()
    };
    let one = |example: &xfold::task::Example| {
        let (inclusions, exclusions) = (list(&example.inclusions), list(&example.exclusions));
        let (positive, penalty, n_context) = (example.positive, example.penalty, example.context.len());
        format!("{positive} {penalty:?} {inclusions:?} {exclusions:?} {n_context}")
    };
    task.examples.iter().map(one).collect()
}

/// A task in all dialects: what is written is read as a task that is written in the same way.
fn check_dialects(name: &str, task: &Task) {
    for to in DIALECTS {
        let Some((text, again)) = converted(name, task, to) else { continue };
        if !is_closed(task) {
            assert_eq!(examples(task), examples(&again), "{name} for {to}");
        }
        if again.space.dialect == Dialect::FastLas && to == Dialect::Own {
            // No mode shows that it is ours, since comparisons look the same, and `#predict` is a word of FastLAS.
            let compares_only = task.space.body.iter().all(|mode| mode.signature().is_none());
            assert!(!task.predictions.is_empty() && compares_only, "{name}\n{text}");
            continue;
        }
        let (second, _) = converted(name, &again, to).expect("it was written before");
        // Facts come first, also those that were added at the end. A bound may be the default, written out.
        let sorted = |text: &str| {
            let lines = text.lines().filter(|line| *line != "#maxv(3).");
            let mut lines: Vec<String> = lines.map(str::to_string).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&text), sorted(&second), "{name} for {to}");
    }
}

/// Which examples hold under some rules.
fn verdict(task: &Task, worlds: &Worlds, rules: &str) -> Vec<bool> {
    let statements = parse_rules(rules).unwrap_or_else(|errors| panic!("{errors:?}\n{rules}"));
    let text = RulesText { text: rules, origin: None, statements: &statements };
    let verdict = check::verify(task, worlds, &text, &Clingo, &Limits::none());
    let verdict = verdict.unwrap_or_else(|error| panic!("{error}\n{rules}"));
    verdict.examples.iter().map(|example| example.holds).collect()
}

/// What the check has to know of a task whose worlds are open: nothing but its terms.
fn open(task: &Task) -> Worlds {
    Worlds {
        bias: Default::default(),
        worlds: Vec::new(),
        symbols: task.symbols.clone(),
        notes: Vec::new(),
        several_models: false,
        impossible: Vec::new(),
        contradictions: Vec::new(),
        n_solver_calls: 0,
    }
}

fn known(task: &Task) -> Worlds {
    if is_closed(task) { worlds(task) } else { open(task) }
}

/// The same verdicts on a task, on its conversion, and on the conversion back.
fn check_meaning(name: &str, task: &Task, hypotheses: &[String]) -> usize {
    let mut n_compared = 0;
    let before = known(task);
    let expected: Vec<Vec<bool>> = hypotheses.iter().map(|rules| verdict(task, &before, rules)).collect();
    for to in DIALECTS {
        let Some((there, converted_task)) = converted(name, task, to) else { continue };
        let back = converted(name, &converted_task, task.space.dialect);
        let (back_text, back) =
            back.unwrap_or_else(|| panic!("{name} does not come back from {to}\n{there}"));
        for (text, other) in [(there, converted_task), (back_text, back)] {
            let worlds = known(&other);
            for (rules, expected) in hypotheses.iter().zip(&expected) {
                assert_eq!(&verdict(&other, &worlds, rules), expected, "{name} by {to}\n{rules}\n{text}");
                n_compared += 1;
            }
        }
    }
    n_compared
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// A random rule of the declared space, or none if it would not be safe.
fn random_rule(task: &Task, dice: &mut Dice) -> Option<String> {
    let space = &task.space;
    let heads: Vec<&Mode> = space.heads.iter().chain(&space.choice_heads).collect();
    let is_constraint = heads.is_empty() || (dice.below(4) == 0 && space.dialect != Dialect::FastLas);
    let mut instance = |mode: &Mode| {
        let mut literal = mode.literal.clone();
        rewrite::of_literal(&mut literal, &mut |term| fill(task, term, dice));
        literal
    };
    let head = (!is_constraint).then(|| instance(heads[0]));
    let mut body: Vec<Literal> = Vec::new();
    for mode in space.body.iter().take(3) {
        body.push(instance(mode));
    }
    if space.body.len() > 3 {
        body[0] = instance(&space.body[space.body.len() - 1]);
    }
    let keep = dice.below(3) + 1;
    body.truncate(keep);
    let mut bound = Vec::new();
    let positive = body.iter().filter(|literal| literal.sign == xfold_asp::syntax::Sign::None);
    for literal in positive.filter(|literal| matches!(literal.kind, LiteralKind::Atom(_))) {
        variables(literal, &mut bound);
    }
    let mut used = Vec::new();
    head.iter().chain(&body).for_each(|literal| variables(literal, &mut used));
    let is_safe = used.iter().all(|variable| bound.contains(variable));
    let body: Vec<String> = body.iter().map(Literal::to_string).collect();
    let head = head.map_or(String::new(), |head| format!("{head} "));
    is_safe.then(|| format!("{head}:- {}.", body.join(", ")))
}

fn fill(task: &Task, term: &mut Term, dice: &mut Dice) {
    match holder(term) {
        Some((Holder::Variable, of_type)) => {
            let mut name = of_type.to_uppercase();
            name.push_str(&dice.below(2).to_string());
            *term = Term::Variable(name.into());
        }
        Some((Holder::Constant, of_type)) => {
            let constants: Vec<_> = task.constants.iter().filter(|(of, _)| *of == of_type).collect();
            let name = match constants.get(dice.below(constants.len())) {
                Some((_, symbol)) => task.symbols.display(*symbol).to_string(),
                None => "none".to_string(),
            };
            *term = Term::Function(name.into(), Vec::new());
        }
        Some((Holder::Number, _)) => *term = Term::Number(dice.below(100) as i32),
        None => match term {
            Term::Function(_, args) | Term::Tuple(args) => {
                args.iter_mut().for_each(|arg| fill(task, arg, dice))
            }
            Term::Binary(_, pair) => {
                fill(task, &mut pair.0, dice);
                fill(task, &mut pair.1, dice);
            }
            _ => {}
        },
    }
}

fn variables(literal: &Literal, found: &mut Vec<String>) {
    let text = literal.to_string();
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    found.extend(words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).map(str::to_string));
}

/// Random rules of a task's space, and the empty program.
fn hypotheses(task: &Task, n: usize) -> Vec<String> {
    let mut dice = Dice(7);
    let mut all = vec![String::new()];
    for _ in 0..n * 10 {
        let rules: Vec<String> = (0..=dice.below(3)).filter_map(|_| random_rule(task, &mut dice)).collect();
        if !rules.is_empty() && !all.contains(&rules.join("\n")) && all.len() <= n {
            all.push(rules.join("\n"));
        }
    }
    for listed in task.space.listed.iter().take(n) {
        all.push(listed.rule.to_string());
    }
    all
}

/// The public tasks beside the repository, if they are there.
fn public_tasks() -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/las");
    if !data.exists() {
        xfold_suite::skipped(format_args!("the shared tasks, since there is no {}", data.display()));
        return Vec::new();
    }
    let mut files = Vec::new();
    for folder in [data.clone(), data.join("paper"), data.join("scale")] {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        files.extend(entries.filter(|path| path.extension().is_some_and(|extension| extension == "las")));
    }
    files.sort();
    files
}

#[test]
fn public_tasks_are_read_and_written() {
    let (mut n_read, mut n_compared) = (0, 0);
    let files = public_tasks();
    for path in &files {
        let name = path.display().to_string();
        let task = match read::files(&[path]) {
            Ok(task) => task,
            Err(unreadable) => {
                for error in unreadable.diagnostics.iter().filter(|error| error.severity == Severity::Error) {
                    assert_eq!(error.code, codes::NOT_SERVED, "{name}: {error}");
                    assert!(!error.labels.is_empty(), "{name}: {error} has no place");
                }
                continue;
            }
        };
        n_read += 1;
        check_dialects(&name, &task);
        // Large ones take their time, and tell nothing new.
        let is_small = fs::metadata(path).is_ok_and(|file| file.len() < 6_000);
        if is_small && !name.contains("queens") {
            n_compared += check_meaning(&name, &task, &hypotheses(&task, 4));
        }
    }
    println!("{} files, {n_read} read, {n_compared} verdicts compared", files.len());
    assert!(files.is_empty() || (n_read >= 80 && n_compared > 300), "{n_read} {n_compared}");
}

#[test]
fn tasks_of_the_suite_are_written() {
    for folder in ["fold", "xfold", "hard"] {
        for task in xfold_suite::tasks(folder) {
            let read = read::files(&[&task.path]).unwrap_or_else(|error| panic!("{error}"));
            check_dialects(&task.name, &read);
        }
    }
}

/// Random rules for the random tasks.
const RULES: [&str; 10] = [
    "t(X) :- p(X).",
    "t(X) :- p(X), not q(X).",
    "t(X) :- r(X,Y), q(Y).",
    "t(X) :- p(X), not s.",
    "t(a).",
    "s :- q(X), not t(X).",
    "s.",
    "{ t(X) } :- p(X).",
    ":- t(X), q(X).",
    "t(X) :- r(X,X).",
];

prop_compose! {
    fn example()(
        positive in any::<bool>(),
        penalty in prop::option::of(1u32..9),
        atoms in prop::collection::btree_map(prop::sample::select(vec!["t(a)", "t(b)", "t(n)", "s", "p(a)"]), any::<bool>(), 0..4),
        context in prop::sample::select(vec!["", "q(a).", "q(b). r(a,n).", "{ q(a) }.", "u :- not v. v :- not u."]),
        id in prop::sample::select(vec!["", "e", "eg(1)", "\"E\"", "7"]),
    ) -> String {
        let of = |wanted: bool| {
            let chosen = atoms.iter().filter(|(_, included)| **included == wanted);
            chosen.map(|(atom, _)| atom.to_string()).collect::<Vec<_>>().join(", ")
        };
        let penalty = penalty.map_or(String::new(), |penalty| format!("@{penalty}"));
        let id = if id.is_empty() && penalty.is_empty() { String::new() } else { format!("{id}{penalty}, ") };
        let directive = if positive { "pos" } else { "neg" };
        format!("#{directive}({id}{{{}}}, {{{}}}, {{{context}}}).", of(true), of(false))
    }
}

/// Lines of a task, some of which are taken.
const LINES: [&str; 22] = [
    "#const n = c.",
    "q(b). r(a,b). r(b,n).",
    "p(X) :- q(X), X != n.",
    "1 { q(X) : p(X) } 1.",
    "{ q(n) }.",
    "-q(a).",
    "u :- 1 < #count { X : p(X) }.",
    "#modeb(p(var(p))).",
    "#modeb(2, q(var(p)), (positive)).",
    "#modeb(r(var(p),var(p)), (anti_reflexive, symmetric)).",
    "#modeb(r(var(k),const(k)), (negative)).",
    "#modeb(not q(var(p))).",
    "#modeb(q(num(p))).",
    "#modeb(r(var(k),n), (positive)).",
    "#modeb(var(p) != var(p)).",
    "#modeha(t(var(p))).",
    "#constant(k, a). #constant(k, n).",
    "#maxv(2). #max_penalty(20). #maxhl(3).",
    "#bias(\":- constraint.\").",
    "#bias(\":- body(p(X)), body(naf(q(X))).\").",
    "2 ~ t(X) :- p(X).",
    "#predict(z, {t(a)}, {t(b)}, {q(a).}).",
];

prop_compose! {
    fn task()(
        lines in prop::collection::vec(any::<bool>(), LINES.len()),
        costs in any::<bool>(),
        closed in any::<bool>(),
        examples in prop::collection::vec(example(), 1..4),
    ) -> String {
        let chosen = LINES.iter().zip(lines).filter(|(_, is_chosen)| *is_chosen).map(|(line, _)| *line);
        let mut text = vec!["p(a). p(b).", "#modeh(t(var(p))).", "#modeh(s)."];
        text.extend(chosen);
        if costs {
            text.push("#bias(\"penalty(1, head). penalty(1, body(X)) :- in_body(X).\").");
        }
        if closed {
            text.push("#cwa(t/1).");
        }
        text.extend(examples.iter().map(String::as_str));
        text.join("\n") + "\n"
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_tasks_keep_their_meaning(
        text in task(),
        forced in prop::sample::select(vec![None, Some(Dialect::Ilasp), Some(Dialect::FastLas), Some(Dialect::Own)]),
        rules in prop::collection::vec(prop::sample::subsequence(RULES.to_vec(), 0..5), 3),
    ) {
        let Ok(task) = read::text_as("random", &text, &Reading { dialect: forced, ..Default::default() }) else { return Ok(()) };
        let hypotheses: Vec<String> = rules.iter().map(|rules| rules.join("\n")).collect();
        // A closed world has instances only where background and contexts have a stable model.
        let settings = Settings { lenient: true, ..Settings::default() };
        if worlds::of(&task, &settings, &Clingo, &Limits::none()).is_err() {
            return Ok(());
        }
        check_dialects("random", &task);
        let expected: Vec<Vec<bool>> =
            hypotheses.iter().map(|rules| verdict(&task, &known(&task), rules)).collect();
        for to in DIALECTS {
            let Some((text, there)) = converted("random", &task, to) else { continue };
            for (rules, expected) in hypotheses.iter().zip(&expected) {
                prop_assert_eq!(&verdict(&there, &known(&there), rules), expected, "{}\n{}", rules, text);
            }
            // What was read in a dialect by force need not be seen by its words again.
            if let Some((text, back)) = converted("random", &there, task.space.dialect) {
                for (rules, expected) in hypotheses.iter().zip(&expected) {
                    prop_assert_eq!(&verdict(&back, &known(&back), rules), expected, "{}\n{}", rules, text);
                }
            }
        }
    }
}
