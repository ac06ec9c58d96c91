//! First step of an explanation by rules: which atoms a question means, and what is odd about it.

use super::{Asked, Bounds, Explanation, Sentences, cut_by, explain_atoms};
use crate::{
    check::{GivenRules, RulesText, mentioned},
    codes,
    error::{Error, Result},
    task::{Example, Task},
};
use xfold_asp::{
    diagnostic::{Diagnostic, did_you_mean},
    ground_atom, parse_rules, parse_statements,
    span::Span,
    symbols::{Atoms, Signature, Symbol, Symbols},
    syntax::{Atom, Head, Rule, Statement, StatementKind},
    term_of, visit,
};
use xfold_solve::{Limits, Solver};

/// What is asked, as a user says it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Question<'a> {
    /// The atom; with variables every instance that holds. None: those of the examples.
    pub atom: Option<&'a str>,
    /// The name of the example whose context counts.
    pub example: Option<&'a str>,
}

/// The name of a text and the text.
pub type Named = (String, String);

/// Explains what follows from given rules about a task. What is worth knowing is added to `notes`; the number is that of
/// further atoms, which are not explained.
#[allow(clippy::too_many_arguments)]
pub fn explain_given(
    task: &mut Task,
    (name, text): Named,
    templates: Option<Named>,
    question: Question<'_>,
    bounds: &Bounds,
    solver: &dyn Solver,
    limits: &Limits,
    notes: &mut Vec<Diagnostic>,
) -> Result<(Vec<Explanation>, usize)> {
    let mut sentences = Sentences::default();
    let text = take_sentences(&mut sentences, &name, text, task)?;
    let rules = GivenRules::new(&name, text, task)?;
    notes.extend(rules.notes.iter().cloned());
    let (mut statements, _) = parse_statements(&task.sources, task.sources.files().len() - 1);
    statements.retain(|statement| {
        matches!(
            statement.kind,
            StatementKind::Rule(_) | StatementKind::Const(..) | StatementKind::Defined(_)
        )
    });
    if let Some((name, text)) = templates {
        take_sentences(&mut sentences, &name, text, task)?;
    }
    if task.background.program.is_some() {
        let asked = question.atom.and_then(|text| asked_alone(text, &mut task.symbols));
        task.predictions.extend(asked);
        *task = task.reached(&statements, limits)?.into_owned();
    }
    let text = RulesText { text: &rules.text, origin: Some(rules.span), statements: &statements };
    let mut explanations = Vec::new();
    let mut n_more = 0;
    let questions = questions(question, task, &statements, notes)?;
    let n_questions = questions.len();
    for (done, (atom, example)) in questions.into_iter().enumerate() {
        if explanations.len() >= bounds.answers {
            n_more += 1;
            continue;
        }
        let asked = Asked { atom: &atom, example };
        let found = explain_atoms(task, &text, asked, &sentences, bounds, solver, limits);
        if let (Err(Error::Limit(limit)), false) = (&found, explanations.is_empty()) {
            notes.push(cut_by(*limit, n_questions - done));
            break;
        }
        let (mut found, more) = found?;
        if found.is_empty() {
            let message = format!("no instance of {atom} holds");
            let help = "give the atom with values to see why it does not hold";
            notes.push(Diagnostic::note(codes::BAD_QUESTION, message).help(help));
        }
        explanations.append(&mut found);
        n_more += more;
    }
    Ok((explanations, n_more))
}

/// An atom that is asked for as an example, so that what rules reach from it is known, too.
fn asked_alone(text: &str, symbols: &mut Symbols) -> Option<Example> {
    let rules = parse_rules(&format!("{}.", text.trim().trim_end_matches('.'))).ok()?;
    let atom = rules.iter().find_map(|statement| match &statement.kind {
        StatementKind::Rule(Rule { head: Head::Atom(atom), .. }) => ground_atom(atom, symbols),
        _ => None,
    });
    let (signature, args) = atom?;
    let mut inclusions = Atoms::default();
    inclusions.push(&signature, &args);
    Some(Example {
        name: "question".to_string(),
        positive: true,
        penalty: None,
        inclusions,
        exclusions: Atoms::default(),
        context: Vec::new(),
        span: Span::default(),
    })
}

/// The atoms to explain, each with the example in whose context it is.
fn questions<'t>(
    question: Question<'_>,
    task: &'t Task,
    rules: &[Statement],
    notes: &mut Vec<Diagnostic>,
) -> Result<Vec<(Atom, Option<&'t Example>)>> {
    let example = question.example.map(|name| example_named(task, name)).transpose()?;
    let Some(text) = question.atom else {
        let examples: Vec<&Example> =
            task.examples.iter().filter(|e| example.is_none_or(|o| o.name == e.name)).collect();
        let context = |e: &'t Example| (!e.context.is_empty() || example.is_some()).then_some(e);
        let atoms = examples
            .iter()
            .flat_map(|e| atoms_of(e, &task.symbols).into_iter().map(|atom| (atom, context(e))));
        let atoms: Vec<(Atom, Option<&Example>)> = atoms.collect();
        if atoms.is_empty() {
            let known: Vec<String> =
                rules.iter().flat_map(visit::heads).map(|head| head.to_string()).collect();
            let message = "there is no example, so it must be said what is to be explained";
            let help = format!("give an atom behind the data; the rules derive {}", known.join(", "));
            return Err(Diagnostic::error(codes::BAD_QUESTION, message).help(help).into());
        }
        return Ok(atoms);
    };
    let atom = atom_of(text)?;
    if example.is_none() && task.examples.iter().any(|example| !example.context.is_empty()) {
        let message = "examples have contexts of their own, which do not count here";
        let help = "say in which one with --example NAME";
        notes.push(Diagnostic::warning(codes::BAD_QUESTION, message).help(help));
    }
    notes.extend(unknown_predicate(&atom, task, rules));
    Ok(vec![(atom, example)])
}

/// A warning if nothing speaks of an atom's predicate.
fn unknown_predicate(atom: &Atom, task: &Task, rules: &[Statement]) -> Option<Diagnostic> {
    let contexts = task.examples.iter().flat_map(|example| &example.context);
    let mut known: Vec<Signature> = task.background.defined();
    let statements = rules.iter().chain(&task.background.statements).chain(contexts);
    known.extend(statements.flat_map(mentioned));
    let signature = atom.signature();
    if known.contains(&signature) {
        return None;
    }
    let names: Vec<String> = known.iter().map(ToString::to_string).collect();
    let message = format!("neither the rules nor the data mention {signature}");
    let warning = Diagnostic::warning(codes::BAD_QUESTION, message);
    Some(match did_you_mean(&signature.to_string(), names.iter().map(String::as_str)) {
        Some(near) => warning.help(format!("did you mean {near}?")),
        None => warning,
    })
}

fn example_named<'t>(task: &'t Task, name: &str) -> Result<&'t Example> {
    let mut all = task.examples.iter().chain(&task.predictions);
    let found = all.clone().find(|example| example.name == name);
    Ok(found.ok_or_else(|| {
        let near = did_you_mean(name, all.clone().map(|example| example.name.as_str()));
        let help = match (near, all.next()) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, Some(first)) => format!("the first one is `{}`", first.name),
            (None, None) => "there is no example".to_string(),
        };
        Diagnostic::error(codes::BAD_QUESTION, format!("no example is called `{name}`")).help(help)
    })?)
}

fn atoms_of(example: &Example, symbols: &Symbols) -> Vec<Atom> {
    let atoms = example.inclusions.iter().chain(example.exclusions.iter());
    atoms.map(|(signature, row)| atom_with(signature, row, symbols)).collect()
}

/// An atom with these arguments.
pub(crate) fn atom_with(signature: &Signature, args: &[Symbol], symbols: &Symbols) -> Atom {
    let args = args.iter().map(|&arg| term_of(arg, symbols)).collect();
    Atom { negated: signature.negated, name: signature.name.clone(), args, span: Default::default() }
}

/// An atom as it is typed; a `not` before it and a full stop behind it do not matter.
fn atom_of(text: &str) -> Result<Atom> {
    let bare = text.trim().trim_end_matches('.');
    let bare = bare.strip_prefix("not ").unwrap_or(bare);
    let statements = parse_rules(&format!("{bare}.")).unwrap_or_default();
    match &statements[..] {
        [Statement { kind: StatementKind::Rule(Rule { head: Head::Atom(atom), body, .. }), .. }]
            if body.is_empty() =>
        {
            Ok(atom.clone())
        }
        _ => {
            let message = format!("`{text}` is no atom");
            let help = "such as 'fly(tweety)', in quotes so that the shell leaves it alone";
            Err(Diagnostic::error(codes::BAD_QUESTION, message).help(help).into())
        }
    }
}

/// Takes the templates out of a text. If one is wrong, the text joins the sources so that the message can show it.
fn take_sentences(sentences: &mut Sentences, name: &str, text: String, task: &mut Task) -> Result<String> {
    let base = task.sources.files().last().map_or(0, |file| file.base + file.text.len() as u32 + 1);
    Ok(sentences.take_from(&text, base).inspect_err(|_| {
        task.sources.add(name, text.as_str());
    })?)
}
