//! What a verdict should be, by the definition and clingo alone. Nothing here comes from the learner or its check: tasks
//! are taken apart by the tokens of this crate, and each example is one program that has a stable model or has none.

use crate::text::statements;
use serde_json::Value;
use std::{collections::BTreeMap, path::Path, time::Duration};
use xfold_asp::symbols::{SymbolKind, Symbols};
use xfold_solve::{Input, Isolated, Limits, Model, Query, Solver};

/// A task as the definition sees it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Definition {
    /// What is known.
    pub background: String,
    /// The examples in the order of the text.
    pub examples: Vec<Example>,
    /// For each target with a mode, the predicates that its arguments belong to; none for a type without a predicate.
    types: BTreeMap<String, Vec<Option<String>>>,
}

/// An example as the definition sees it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// Whether some stable model has to extend it; else none may.
    pub positive: bool,
    /// Whether it may fail at a price.
    pub has_penalty: bool,
    included: Vec<String>,
    excluded: Vec<String>,
    context: String,
}

impl Definition {
    /// Takes a task apart; none if it has something that is not decided here.
    pub fn new(task: &str) -> Option<Self> {
        // FastLAS lets the background say what an example includes.
        if task.contains("inclusion(") || task.contains("exclusion(") {
            return None;
        }
        let mut found = Self::default();
        for statement in statements(task) {
            let text = without_comments(&statement)?;
            let mut text = text.trim();
            // The weight of a weak constraint stands behind its full stop.
            if let Some(rest) = text.strip_prefix('[') {
                text = rest.split_once(']')?.1.trim();
            }
            let word: String =
                text.chars().take_while(|c| *c == '#' || c.is_alphabetic() || *c == '_').collect();
            match word.as_str() {
                "#pos" | "#neg" => found.examples.push(example(text)?),
                "#modeh" => found.types.extend(types_of(text)),
                "#include" | "#script" | "#program" | "#theory" => return None,
                "#const" | "#external" | "#defined" => found.keep(text),
                // Parts of sets and aggregates cannot begin a statement; what is left are modes and the like.
                word if word.starts_with('#') && !["#false", "#true"].contains(&word) => {}
                _ if text.starts_with(":~") => {}
                _ if text.contains('~') => {}
                _ => found.keep(text),
            }
        }
        let background = crate::text::tokens(&found.background);
        let is_predicate = |name: &str| background.windows(2).any(|pair| pair[0] == name && pair[1] == "(");
        for types in found.types.values_mut().flatten() {
            *types = types.take().filter(|name| is_predicate(name));
        }
        Some(found)
    }

    /// A constraint that nothing but what an example includes holds of a predicate, over the values of its types. None if
    /// the task does not say the types.
    fn closing(&self, example: &Example, name: &str, arity: usize) -> Option<String> {
        let types = self.types.get(name).filter(|types| types.len() == arity)?;
        let arguments = |term: &str| if arity == 0 { String::new() } else { format!("({term})") };
        let variables: Vec<String> = (0..arity).map(|place| format!("V{place}")).collect();
        let all = arguments(&variables.join(","));
        let mut text = format!("#defined listed__/{arity}.\n:- {name}{all}, not listed__{all}");
        for (kind, variable) in types.iter().zip(&variables) {
            kind.iter().for_each(|kind| text.push_str(&format!(", {kind}({variable})")));
        }
        text.push_str(".\n");
        for atom in &example.included {
            let (functor, rest) = atom.split_at(atom.find('(').unwrap_or(atom.len()));
            if functor.trim() == name {
                text.push_str(&format!("listed__{rest}.\n"));
            }
        }
        Some(text)
    }

    /// Whether an example holds under rules. None if clingo does not say, or the task leaves open what is closed.
    pub fn holds(
        &self,
        example: &Example,
        rules: &str,
        closed: &[(String, usize)],
        oracle: &Oracle,
    ) -> Option<bool> {
        let mut text = format!("{}\n{rules}\n{}\n", self.background, example.context);
        for atom in &example.included {
            text.push_str(&format!(":- not {atom}.\n"));
        }
        for atom in &example.excluded {
            text.push_str(&format!(":- {atom}.\n"));
        }
        for (name, arity) in closed.iter().filter(|_| example.positive) {
            text.push_str(&self.closing(example, name, *arity)?);
        }
        oracle.has_model(&text).map(|found| found == example.positive)
    }

    fn keep(&mut self, text: &str) {
        self.background.push_str(text);
        self.background.push('\n');
    }
}

/// The predicates whose world is closed, as the comments above rules say.
pub fn closed_worlds(rules: &str) -> Vec<(String, usize)> {
    let lines = rules.lines().filter_map(|line| line.strip_prefix("% closed world: "));
    let parts = lines.flat_map(|line| line.split(", ").map(str::to_owned).collect::<Vec<_>>());
    parts
        .filter_map(|part| {
            Some((part.split_once('/')?.0.to_owned(), part.split_once('/')?.1.trim().parse().ok()?))
        })
        .collect()
}

/// The solver, in a process of its own, with limits of its own.
#[derive(Debug)]
pub struct Oracle {
    solver: Isolated,
}

impl Oracle {
    /// An oracle whose solver is the worker of this command.
    pub fn new(xfold: &Path) -> Self {
        Self { solver: Isolated::new(xfold.to_path_buf(), vec!["worker".into()]) }
    }

    /// Whether a program has a stable model; none if clingo refuses it or takes too long.
    pub fn has_model(&self, program: &str) -> Option<bool> {
        self.models(program, &mut Symbols::default()).map(|models| !models.is_empty())
    }

    /// A stable model, if there is one.
    fn models(&self, program: &str, symbols: &mut Symbols) -> Option<Vec<Model>> {
        let limits = Limits::none().with_time(Duration::from_secs(5)).with_memory(500 << 20);
        let mut input = Input::new();
        input.push(program, None);
        let mut grounded = self.solver.ground(&input, &limits).ok()?;
        let answer = grounded.solve(&Query { most: 1, ..Query::default() }, symbols, &limits).ok()?;
        (answer.complete || !answer.models.is_empty()).then_some(answer.models)
    }

    /// The classes that clingo gives the rows: by row, from rules of a table and rows as facts.
    pub fn classes(&self, rules: &str, facts: &str) -> Option<BTreeMap<String, Vec<String>>> {
        let target = rules.lines().find_map(|line| line.strip_prefix("% target "))?;
        let target = target.split([' ', ';']).next()?;
        let mut symbols = Symbols::default();
        let models = self.models(&format!("{rules}\n{facts}\n"), &mut symbols)?;
        let mut classes: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for group in models.first()?.atoms.groups() {
            if group.signature.functor() == target && group.signature.arity == 2 {
                for row in group.rows() {
                    let class = match &*symbols.kind(row[1]) {
                        SymbolKind::Text(text) => text.to_string(),
                        _ => symbols.display(row[1]).to_string(),
                    };
                    classes.entry(symbols.display(row[0]).to_string()).or_default().push(class);
                }
            }
        }
        Some(classes)
    }
}

/// Where the predictions of `xfold predict --format json` and clingo's classes differ. Rules that someone has edited may
/// give a row several classes, of which `predict` tells one; those that were learned may not.
pub fn different_classes(
    predicted: &Value,
    classes: &BTreeMap<String, Vec<String>>,
    are_learned: bool,
) -> Option<String> {
    for row in predicted.as_array()? {
        let (name, label) = (row["row"].as_str()?, row["label"].as_str());
        let found = classes.get(name).cloned().unwrap_or_default();
        let agrees = match label {
            None => found.is_empty(),
            Some(label) => found.iter().any(|class| class == label) && (found.len() == 1 || !are_learned),
        };
        if !agrees {
            return Some(format!("row {name}: predict says {label:?}, clingo {found:?}"));
        }
    }
    None
}

/// `#modeh(p(var(t),var(u))).`
fn types_of(text: &str) -> Option<(String, Vec<Option<String>>)> {
    let inner = text
        .strip_prefix("#modeh")?
        .trim()
        .strip_prefix('(')?
        .strip_suffix('.')?
        .trim_end()
        .strip_suffix(')')?;
    let atom = split(inner).into_iter().find(|part| !part.starts_with(|c: char| c.is_ascii_digit()))?;
    let (name, rest) = atom.split_at(atom.find('(').unwrap_or(atom.len()));
    let places = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or("");
    let types = split(places).into_iter().map(|place| {
        let kind = place.strip_prefix("var(")?.strip_suffix(')')?;
        Some(kind.trim().to_owned())
    });
    Some((name.trim().to_owned(), types.collect()))
}

fn without_comments(statement: &str) -> Option<String> {
    // Comments over several lines are rare and hard to tell from a mutated `%`.
    if statement.contains("%*") {
        return None;
    }
    let tokens = crate::text::tokens(statement);
    Some(tokens.into_iter().filter(|token| !token.starts_with('%')).collect())
}

/// `#pos(name@penalty, {included}, {excluded}, {context}).`
fn example(text: &str) -> Option<Example> {
    let inner = text[4..].trim().strip_prefix('(')?.strip_suffix('.')?.trim_end().strip_suffix(')')?;
    let mut parts = split(inner);
    let mut example = Example { positive: text.starts_with("#pos"), ..Example::default() };
    if !parts.first()?.starts_with('{') {
        let name = parts.remove(0);
        example.has_penalty = name.contains('@');
    }
    let mut sets = Vec::new();
    for part in &parts {
        sets.push(part.strip_prefix('{')?.strip_suffix('}')?);
    }
    let [included, excluded, context @ ..] = &sets[..] else { return None };
    example.included = split(included);
    example.excluded = split(excluded);
    let all = example.included.iter().chain(&example.excluded);
    if all.clone().any(|atom| atom.starts_with("not ") || atom.contains(';') || atom.contains("..")) {
        return None;
    }
    match context {
        [] => {}
        [context] if !context.contains('#') && !context.contains(":~") => {
            example.context = (*context).to_owned()
        }
        _ => return None,
    }
    Some(example)
}

/// Parts between the commas that are in no brackets and no string.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for token in crate::text::tokens(text) {
        match token.as_str() {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" => depth -= 1,
            "," if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("there is one").push_str(&token);
    }
    let parts = parts.into_iter().map(|part| part.trim().to_owned());
    parts.filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_taken_apart() {
        let text = "p(a). % q.\n:~ p(X). [1@2,X]\nr(1).\n#modeh(r(var(t))).\nq :- p(X), X = a.\n#pos(e@3, {r(f(a,b)), s}, {t(\"x,y\")}, {u. v :- u.}).\n#neg({r(b)}, {}).";
        let found = Definition::new(text).expect("it is decided");
        assert_eq!(found.background, "p(a).\nr(1).\nq :- p(X), X = a.\n");
        assert_eq!(found.examples.len(), 2);
        assert_eq!(found.types.get("r"), Some(&vec![None]), "t is no predicate");
        let first = &found.examples[0];
        assert!(first.positive && first.has_penalty && !found.examples[1].positive);
        assert_eq!((first.included.len(), first.excluded.len()), (2, 1));
        assert_eq!(first.context, "u. v :- u.");
        assert_eq!(
            closed_worlds("% closed world: p/1\nq.\n% closed world: r/2\n"),
            [("p".into(), 1), ("r".into(), 2)]
        );
    }
}
