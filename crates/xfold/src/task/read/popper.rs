//! Reads tasks of Popper: a folder with `bk.pl` (Prolog), `exs.pl` (`pos(…)` and `neg(…)`) and `bias.pl` (an answer
//! set program that says what rules may be made of). First station of the path, task.

use super::prolog::{self, Clauses, Item, Known};
use crate::{
    codes,
    task::{Mode, Place, PlaceKind, Schema, Task, too_wide},
};
use rustc_hash::FxHashMap;
use xfold_asp::{
    diagnostic::{Diagnostic, suggestion},
    parse_statements,
    span::{SourceMap, Span},
    symbols::{Atoms, Signature},
    syntax::{
        Aggregate, AggregateFunction, AggregateSet, BodyElement, CompareOp, Head, Literal, LiteralKind, Name,
        Rule, Sign, Statement, StatementKind, Term,
    },
};

/// The files of a folder, in the order in which they are read.
pub(super) const FILES: [&str; 3] = ["bias.pl", "bk.pl", "exs.pl"];

/// The facts of `bias.pl` that are understood.
const KNOWN: [&str; 12] = [
    "head_pred",
    "body_pred",
    "type",
    "direction",
    "max_vars",
    "max_body",
    "max_clauses",
    "enable_pi",
    "enable_recursion",
    "non_datalog",
    "allow_singletons",
    "max_rules",
];

/// Makes a task of the three files, which are the first ones of the sources.
pub(super) fn task(sources: &SourceMap, diagnostics: &mut Vec<Diagnostic>) -> Task {
    let mut reader = Reader { sources, diagnostics, task: Task::default(), bias: Bias::default() };
    reader.read_bias();
    reader.read_background();
    reader.read_examples();
    reader.declare();
    reader.task
}

/// What `bias.pl` says.
#[derive(Default)]
struct Bias {
    heads: Vec<(Signature, Span)>,
    bodies: Vec<(Signature, Span)>,
    /// Types and directions of the arguments, by predicate.
    types: FxHashMap<Signature, Vec<Name>>,
    directions: FxHashMap<Signature, Vec<Name>>,
    recursion: Option<Span>,
    invention: Option<Span>,
    max_rules: Option<usize>,
}

struct Reader<'a> {
    sources: &'a SourceMap,
    diagnostics: &'a mut Vec<Diagnostic>,
    task: Task,
    bias: Bias,
}

impl Reader<'_> {
    fn read_bias(&mut self) {
        let (statements, mut errors) = parse_statements(self.sources, 0);
        self.diagnostics.append(&mut errors);
        for statement in &statements {
            match &statement.kind {
                StatementKind::Rule(Rule { head: Head::Atom(atom), body, .. }) if body.is_empty() => {
                    self.fact(&atom.name, &atom.args, statement);
                }
                StatementKind::Rule(rule) if rule.head == Head::None => match one_variable_of(rule) {
                    Some(of_type) => self.task.shape.single_types.push(of_type),
                    None => self.not_understood("constraint", statement),
                },
                StatementKind::ShowSignature(_) | StatementKind::ShowTerm(..) => {}
                _ => self.not_understood("statement", statement),
            }
        }
    }

    fn not_understood(&mut self, what: &str, statement: &Statement) {
        let message = format!("this {what} of the bias is not understood and has no effect");
        let help = "of constraints only `:- clause(C), #count{V : var_type(C,V,t)} != 1.` is: one variable of type t";
        let warning = Diagnostic::warning(codes::UNKNOWN_BIAS, message);
        self.diagnostics.push(warning.at(statement.span, "").help(help));
    }

    /// One fact of the bias.
    fn fact(&mut self, name: &str, args: &[Term], statement: &Statement) {
        let span = statement.span;
        let bound = |args: &[Term]| match args {
            [Term::Number(most)] => usize::try_from(*most).ok(),
            _ => None,
        };
        let understood = match (name, args) {
            ("head_pred" | "body_pred", [Term::Function(predicate, none), Term::Number(arity)])
                if none.is_empty() && *arity >= 0 =>
            {
                let signature = Signature::new(predicate.clone(), *arity as usize);
                if let Some(error) = too_wide(&signature, span) {
                    self.diagnostics.push(error);
                    return;
                }
                let predicate = (signature, span);
                let list = if name == "head_pred" { &mut self.bias.heads } else { &mut self.bias.bodies };
                list.push(predicate);
                true
            }
            ("type" | "direction", [Term::Function(predicate, none), words]) if none.is_empty() => {
                match names(words) {
                    Some(words) => {
                        let signature = Signature::new(predicate.clone(), words.len());
                        let map =
                            if name == "type" { &mut self.bias.types } else { &mut self.bias.directions };
                        map.insert(signature, words);
                        true
                    }
                    None => false,
                }
            }
            ("max_vars", args) => set(&mut self.task.max_variables, bound(args)),
            ("max_body", args) => set(&mut self.task.shape.max_body, bound(args)),
            ("max_clauses" | "max_rules", args) => set(&mut self.bias.max_rules, bound(args)),
            ("enable_pi", []) => {
                self.bias.invention = Some(span);
                true
            }
            ("enable_recursion", []) => {
                self.bias.recursion = Some(span);
                true
            }
            ("non_datalog", []) => set(&mut self.task.shape.free_head, Some(true)),
            ("allow_singletons", []) => true,
            _ => false,
        };
        if !understood {
            let (message, near) = if KNOWN.contains(&name) {
                (format!("`{name}` has a form that is not understood"), None)
            } else {
                (format!("`{name}` is not known and has no effect"), suggestion(name, KNOWN))
            };
            let help = near.unwrap_or_else(|| format!("known are {}", KNOWN.join(", ")));
            self.diagnostics.push(Diagnostic::warning(codes::UNKNOWN_BIAS, message).at(span, "").help(help));
        }
    }

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
                            let message = format!("`{clause}` is no example");
                            let error = Diagnostic::error(codes::BAD_EXAMPLE, message).at(clause.span, "");
                            self.diagnostics.push(
                                error.help("examples are pos(atom). and neg(atom)., without variables"),
                            );
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
        self.check_types(&target.0);
        let has_recursion = self.bias.recursion.is_some();
        if let Some(span) = self.bias.invention {
            let message =
                "enable_pi has no meaning here: the only predicates that are invented are exceptions";
            self.diagnostics.push(Diagnostic::note(codes::DIRECTIVE_IGNORED, message).at(span, ""));
        }
        // Without recursion Popper joins rules freely, whatever bound a single program has.
        if has_recursion {
            self.task.shape.max_rules = self.bias.max_rules;
        }
        self.task.shape.free_head.get_or_insert(false);
        let mut bodies = self.bias.bodies.clone();
        if has_recursion && !bodies.iter().any(|(body, _)| *body == target.0) {
            bodies.push(target.clone());
        }
        let outputs = self.bias.directions.get(&target.0).into_iter().flatten().enumerate();
        let outputs = outputs.filter(|(_, direction)| *direction == "out").map(|(place, _)| place);
        self.task.shape.outputs = outputs.collect();
        self.task.shape.has_directions = !self.bias.directions.is_empty();
        self.task.space.heads = vec![self.mode(&target.0, target.1, false)];
        self.task.space.body = bodies.iter().map(|(body, span)| self.mode(body, *span, true)).collect();
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
        self.task.shape.single_types.clear();
    }
}

/// Sets a value, if there is one.
fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let is_some = value.is_some();
    if is_some {
        *place = value;
    }
    is_some
}

/// The words of a tuple, or of a single one.
fn names(term: &Term) -> Option<Vec<Name>> {
    let word = |term: &Term| match term {
        Term::Function(name, args) if args.is_empty() => Some(name.clone()),
        _ => None,
    };
    match term {
        Term::Tuple(words) => words.iter().map(word).collect(),
        _ => word(term).map(|word| vec![word]),
    }
}

/// The type t of `:- clause(C), #count{V : var_type(C,V,t)} != 1.` or `… > 1.`
fn one_variable_of(rule: &Rule) -> Option<Name> {
    let mut of_type = None;
    for element in &rule.body {
        match element {
            BodyElement::Literal(Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), .. })
                if atom.name == "clause" && atom.args.len() == 1 => {}
            BodyElement::Aggregate(Sign::None, aggregate) if of_type.is_none() => {
                of_type = Some(counted_type(aggregate)?);
            }
            _ => return None,
        }
    }
    of_type
}

fn counted_type(Aggregate { left, set, right }: &Aggregate) -> Option<Name> {
    let allows_one = matches!(
        (left, right),
        (None, Some((CompareOp::NotEqual | CompareOp::Greater, Term::Number(1))))
            | (Some((Term::Number(1), CompareOp::NotEqual | CompareOp::Less)), None)
    );
    let AggregateSet::Function(AggregateFunction::Count, elements) = set else { return None };
    let [(terms, condition)] = &elements[..] else { return None };
    let ([Term::Variable(counted)], [literal]) = (&terms[..], &condition[..]) else { return None };
    let (Sign::None, LiteralKind::Atom(atom)) = (literal.sign, &literal.kind) else { return None };
    match (allows_one, atom.name.as_str(), &atom.args[..]) {
        (true, "var_type", [_, Term::Variable(variable), Term::Function(of_type, none)])
            if none.is_empty() && variable == counted =>
        {
            Some(of_type.clone())
        }
        _ => None,
    }
}
