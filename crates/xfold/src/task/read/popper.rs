//! Reads tasks of Popper: a folder with `bk.pl` (Prolog), `exs.pl` (`pos(…)` and `neg(…)`) and `bias.pl` (an answer
//! set program that says what rules may be made of). First station of the path, task.

mod bias;

use super::prolog::{self, Clauses, Item, Known};
use crate::{
    codes,
    task::{Mode, Place, PlaceKind, Schema, Task},
};
use bias::Bias;
use std::sync::Arc;
use xfold_asp::{
    diagnostic::Diagnostic,
    span::{SourceMap, Span},
    symbols::{Atoms, Signature},
};
use xfold_solve::Solver;

/// The files of a folder, in the order in which they are read.
pub(super) const FILES: [&str; 3] = ["bias.pl", "bk.pl", "exs.pl"];

/// Makes a task of the three files, which are the first ones of the sources. The solver tells what the bias says.
pub(super) fn task(sources: &SourceMap, solver: &dyn Solver, diagnostics: &mut Vec<Diagnostic>) -> Task {
    let bias = bias::read(sources, solver, diagnostics);
    let is_right = bias.is_some();
    let bias = bias.unwrap_or_default();
    let mut reader = Reader { sources, diagnostics, task: Task::default(), bias };
    reader.read_background();
    reader.read_examples();
    if is_right {
        reader.declare();
    }
    reader.task
}

struct Reader<'a> {
    sources: &'a SourceMap,
    diagnostics: &'a mut Vec<Diagnostic>,
    task: Task,
    bias: Bias,
}

impl Reader<'_> {
    fn read_background(&mut self) {
        let mut known = Known::default();
        let mut clauses = Clauses::of(&self.sources.files()[1]);
        let mut signature = Signature::new("", 0);
        while let Some(item) = clauses.next(&[], &mut self.task.symbols, self.diagnostics) {
            match item {
                Item::Fact(_, name) => {
                    if signature.name != name || signature.arity != clauses.args.len() {
                        signature = Signature::new(name, clauses.args.len());
                    }
                    known.fact(&signature, &clauses.args);
                }
                Item::Clause(clause) => match clause.parts() {
                    Some((":-", [directive])) => known.directive(directive, &clause, self.diagnostics),
                    _ => known.clause(clause, &mut self.task.symbols),
                },
            }
        }
        self.task.background = known.finish(&mut self.task.symbols, self.diagnostics);
    }

    fn read_examples(&mut self) {
        let file = &self.sources.files()[2];
        let mut clauses = Clauses::of(file);
        let (mut inclusions, mut exclusions) = (Atoms::default(), Atoms::default());
        let mut signature = Signature::new("", 0);
        while let Some(item) = clauses.next(&["pos", "neg"], &mut self.task.symbols, self.diagnostics) {
            match item {
                Item::Fact(Some(label), name) => {
                    if signature.name != name || signature.arity != clauses.args.len() {
                        signature = Signature::new(name, clauses.args.len());
                    }
                    let atoms = if label == "pos" { &mut inclusions } else { &mut exclusions };
                    atoms.push(&signature, &clauses.args);
                }
                Item::Fact(None, name) => {
                    let message = format!("the example {name}/{} has no label", clauses.args.len());
                    let error = Diagnostic::error(codes::BAD_EXAMPLE, message).at(prolog::start_of(file), "");
                    self.diagnostics.push(error.help("examples are pos(atom). and neg(atom)."));
                    break;
                }
                Item::Clause(clause) => {
                    let read = match clause.parts() {
                        Some((label @ ("pos" | "neg"), [atom])) => {
                            prolog::fact(atom, &mut self.task.symbols).map(|atom| (label == "pos", atom))
                        }
                        Some((":-", [_])) => continue,
                        _ => None,
                    };
                    match read {
                        Some((true, (signature, args))) => inclusions.push(&signature, &args),
                        Some((false, (signature, args))) => exclusions.push(&signature, &args),
                        None => {
                            let (why, help) = why_no_example(&clause);
                            let message = format!("`{clause}` is no example: {why}");
                            let error = Diagnostic::error(codes::BAD_EXAMPLE, message).at(clause.span, "");
                            self.diagnostics.push(error.help(help));
                        }
                    }
                }
            }
        }
        let span = Span::new(file.base, file.base + file.text.len().min(1) as u32);
        self.task.examples = vec![super::labelled_example("exs", inclusions, exclusions, span)];
    }

    /// Turns the bias into modes.
    fn declare(&mut self) {
        super::check_labels(&self.task, self.diagnostics);
        let target = match self.bias.heads.first() {
            Some(head) => head.clone(),
            None => {
                let Some(group) = self.task.examples[0].inclusions.groups().first() else { return };
                let span = prolog::start_of(&self.sources.files()[0]);
                let message = format!(
                    "the bias has no head_pred: the target is {}, as the examples say",
                    group.signature
                );
                self.diagnostics.push(Diagnostic::warning(codes::UNKNOWN_BIAS, message).at(span, ""));
                (group.signature.clone(), span)
            }
        };
        for (other, span) in self.bias.heads.iter().skip(1).filter(|(other, _)| *other != target.0) {
            let message = format!("a second target, {other}, beside {}", target.0);
            let help = "one target at a time: leave out one of the two";
            self.diagnostics.push(Diagnostic::error(codes::SECOND_TARGET, message).at(*span, "").help(help));
        }
        self.check_targets(&target.0);
        self.define_constants();
        self.check_types(&target.0);
        let has_recursion = self.bias.recursion.is_some();
        if let Some(span) = self.bias.invention {
            let message =
                "enable_pi has no meaning here: the only predicates that are invented are exceptions";
            self.diagnostics.push(Diagnostic::note(codes::DIRECTIVE_IGNORED, message).at(span, ""));
        }
        self.task.max_variables = self.bias.max_variables;
        let shape = &mut self.task.shape;
        shape.max_body = self.bias.max_body;
        // Without recursion Popper joins rules freely, whatever bound a single program has.
        shape.max_rules = self.bias.max_rules.filter(|_| has_recursion);
        shape.free_head = Some(self.bias.free_head.unwrap_or(false));
        shape.single_types = std::mem::take(&mut self.bias.single_types);
        let mut bodies = self.bias.bodies.clone();
        if has_recursion && !bodies.iter().any(|(body, _)| *body == target.0) {
            bodies.push(target.clone());
        }
        let outputs = self.bias.directions.get(&target.0).into_iter().flatten().enumerate();
        let outputs = outputs.filter(|(_, direction)| *direction == "out").map(|(place, _)| place);
        self.task.shape.outputs = outputs.collect();
        self.task.shape.has_directions = !self.bias.directions.is_empty();
        self.task.space.heads = vec![self.mode(&target.0, target.1, false)];
        let modes = bodies.iter().map(|(body, span)| self.mode(body, *span, true));
        self.task.space.body = modes.flat_map(|mode| self.with_values_named(mode)).collect();
    }

    /// `constant(c,t)` makes a predicate `c/1` of a constant. Where the background does not say of what it holds, it holds of
    /// `c`, and is printed as `c` in the place of the variable.
    fn define_constants(&mut self) {
        let signature = |name| Signature::new(name, 1);
        let mut missing = std::mem::take(&mut self.bias.constants);
        missing.retain(|name| !self.task.background.defines(&signature(name.clone())));
        let Some(first) = missing.first().cloned() else { return };
        let names: Vec<String> = missing.iter().map(|name| format!("{name}/1")).collect();
        let message = format!("bk.pl does not define {}: constants, as their names say", names.join(", "));
        let span = self.bias.bodies.iter().find(|(body, _)| body.name == first).map(|(_, span)| *span);
        let note = Diagnostic::note(codes::DIRECTIVE_IGNORED, message);
        self.diagnostics.push(note.at(span.unwrap_or_default(), "made predicates here"));
        let facts = Arc::make_mut(&mut self.task.background.facts);
        for name in missing {
            let constant = self.task.symbols.constant(&name);
            facts.push(&signature(name.clone()), &[constant]);
            self.task.shape.constants.push(signature(name));
        }
    }

    /// The mode, and for each place or two places whose values may be named the mode with constants there.
    fn with_values_named(&self, mode: Mode) -> Vec<Mode> {
        let Some(Schema::Atom { signature, places, negated }) = &mode.schema else { return vec![mode] };
        let named: Vec<usize> =
            (0..places.len()).filter(|&at| self.bias.named_types.contains(&places[at].of_type)).collect();
        let pairs = named.iter().flat_map(|&one| named.iter().map(move |&other| [one, other]));
        let with_constants = |chosen: [usize; 2]| {
            let mut places = places.clone();
            chosen.iter().for_each(|&at| places[at].kind = PlaceKind::Constant);
            let has_variable = places.iter().any(|place| place.kind != PlaceKind::Constant);
            let schema = Schema::Atom { signature: signature.clone(), places, negated: *negated };
            has_variable.then(|| Mode::of_schema(schema, mode.span, &self.task.symbols))
        };
        let chosen = pairs.filter(|[one, other]| one <= other);
        let modes: Vec<Mode> = chosen.filter_map(with_constants).collect();
        std::iter::once(mode.clone()).chain(modes).collect()
    }

    fn mode(&self, signature: &Signature, span: Span, in_body: bool) -> Mode {
        let types = self.bias.types.get(signature);
        let directions = self.bias.directions.get(signature).filter(|_| in_body);
        let place = |place: usize| {
            let is_bound = directions.is_some_and(|directions| directions[place] == "in");
            Place {
                kind: if is_bound { PlaceKind::Bound } else { PlaceKind::Variable },
                of_type: types.map_or("any".into(), |types| types[place].clone()),
            }
        };
        let places = (0..signature.arity).map(place).collect();
        let schema = Schema::Atom { signature: signature.clone(), places, negated: false };
        Mode::of_schema(schema, span, &self.task.symbols)
    }

    /// Examples of other predicates than the target are a mistake.
    fn check_targets(&mut self, target: &Signature) {
        let example = &self.task.examples[0];
        let groups = example.inclusions.groups().iter().chain(example.exclusions.groups());
        let others: Vec<&Signature> =
            groups.map(|group| &group.signature).filter(|other| *other != target).collect();
        if let Some(other) = others.first() {
            let message = format!("an example is about {other}, but the target is {target}");
            let error = Diagnostic::error(codes::SECOND_TARGET, message).at(example.span, "");
            self.diagnostics.push(error.help("one target at a time: correct head_pred or the examples"));
        }
    }

    /// Types serve only if every predicate that has atoms has some.
    fn check_types(&mut self, target: &Signature) {
        let used = std::iter::once(target).chain(self.bias.bodies.iter().map(|(body, _)| body));
        let is_there =
            |signature: &&Signature| *signature == target || self.task.background.defines(signature);
        let untyped = used.filter(is_there).find(|signature| !self.bias.types.contains_key(*signature));
        let (Some(untyped), false) = (untyped, self.bias.types.is_empty()) else { return };
        let same_name = self.bias.types.keys().find(|other| other.name == untyped.name);
        let help = match same_name {
            Some(other) => format!("the type of {} has {} places", other.name, other.arity),
            None => "give every predicate its types, or none".to_string(),
        };
        let message = format!("{untyped} has no type, so the types of the others have no effect");
        self.diagnostics.push(Diagnostic::warning(codes::UNKNOWN_BIAS, message).help(help));
        self.bias.types.clear();
        self.bias.single_types.clear();
    }
}

/// What is wrong with an example, and what to do about it.
fn why_no_example(clause: &prolog::Term) -> (String, &'static str) {
    let form = "examples are pos(atom). and neg(atom)., without variables";
    match clause.parts() {
        Some((":-", [_, _])) => (
            "it is a rule".to_string(),
            "rules belong to bk.pl; examples are facts: pos(atom). and neg(atom).",
        ),
        Some(("pos" | "neg", [atom])) => match first_variable(atom) {
            Some(name) => (
                format!("{name} is a variable"),
                "write one example for each value; names begin in lower case",
            ),
            None if atom.parts().is_none() => ("no atom stands in it".to_string(), form),
            None => ("it has terms that are not served".to_string(), form),
        },
        Some(("pos" | "neg", atoms)) => {
            (format!("it has {} arguments", atoms.len()), "one atom for each: pos(f(a)). pos(f(b)).")
        }
        Some((label, [_])) => (format!("`{label}` is no label"), form),
        _ => ("it has no label".to_string(), form),
    }
}

/// The first variable in a term.
fn first_variable(term: &prolog::Term) -> Option<&str> {
    match &term.kind {
        prolog::Kind::Variable(name) => Some(name),
        prolog::Kind::Compound(_, args, _) => args.iter().find_map(first_variable),
        prolog::Kind::List(args, rest) => args.iter().chain(rest.as_deref()).find_map(first_variable),
        _ => None,
    }
}
