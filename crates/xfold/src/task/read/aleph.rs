//! Reads tasks of Aleph: three files of one stem, `.b` (background, modes, settings), `.f` (positives) and `.n`
//! (negatives), or one file in the form of the SWI-Prolog pack. First station of the path, task.

use super::prolog::{self, Clauses, Item, Kind, Known, Term};
use crate::{
    codes,
    task::{Mode, Place, PlaceKind, Schema, Task},
};
use xfold_asp::{
    diagnostic::{Diagnostic, suggestion},
    span::{SourceFile, SourceMap, Span},
    symbols::{Atoms, Signature, Symbol, Symbols},
    syntax::Name,
};
use xfold_store::Comparison;

/// What a file, or a part of one, holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Background,
    Positives,
    Negatives,
}

/// Settings that are known and change nothing here.
const WITHOUT_EFFECT: [&str; 22] = [
    "nodes",
    "verbose",
    "verbosity",
    "evalfn",
    "search",
    "heuristic",
    "explore",
    "openlist",
    "samplesize",
    "caching",
    "record",
    "recordfile",
    "check_useless",
    "check_redundant",
    "depth",
    "construct_bottom",
    "language",
    "lazy_on_cost",
    "cache_clauselength",
    "train_pos",
    "train_neg",
    "portray_examples",
];

/// Predicates by which a user steers Aleph's own search.
const STEERING: [&str; 8] = ["prune", "refine", "cost", "false", "aleph_false", "portray", "modes", "show"];

/// Whether a text is a task in one file: it declares modes or begins Aleph.
pub(super) fn is_one_file(text: &str) -> bool {
    text.contains("modeh(") || text.contains("aleph_read_all") || text.contains("begin_in_pos")
}

/// Makes a task of a classic task's files, or of one file with all.
pub(super) fn task(sources: &SourceMap, diagnostics: &mut Vec<Diagnostic>) -> Task {
    let mut reader = Reader::default();
    for file in sources.files() {
        let part = match file.name.rsplit_once('.').map(|(_, extension)| extension) {
            Some("f") => Part::Positives,
            Some("n") => Part::Negatives,
            _ => Part::Background,
        };
        reader.file(file, part, diagnostics);
    }
    reader.finish(sources, diagnostics)
}

#[derive(Default)]
struct Reader {
    task: Task,
    known: Known,
    positives: Atoms,
    negatives: Atoms,
    heads: Vec<Mode>,
    bodies: Vec<Mode>,
    /// Target and body predicate.
    determinations: Vec<(Signature, Signature)>,
    /// The output places of each head mode.
    outputs: Vec<(Signature, Vec<usize>)>,
    steering: Vec<(String, Span)>,
    recall: Option<Span>,
}

impl Reader {
    fn file(&mut self, file: &SourceFile, mut part: Part, diagnostics: &mut Vec<Diagnostic>) {
        let mut clauses = Clauses::of(file);
        let mut symbols = std::mem::take(&mut self.task.symbols);
        let mut signature = Signature::new("", 0);
        while let Some(item) = clauses.next(&[], &mut symbols, diagnostics) {
            match item {
                Item::Fact(_, name) => {
                    if signature.name != name || signature.arity != clauses.args.len() {
                        signature = Signature::new(name, clauses.args.len());
                    }
                    self.fact(part, &signature, &clauses.args);
                }
                Item::Clause(clause) => match clause.parts() {
                    Some((":-", [directive])) => {
                        part = self.directive(directive, &clause, part, &mut symbols, diagnostics);
                    }
                    _ if part == Part::Background => self.clause(clause, &mut symbols),
                    _ => match prolog::fact(&clause, &mut symbols) {
                        Some((signature, args)) => self.fact(part, &signature, &args),
                        None => {
                            let message = format!("`{clause}` is no example");
                            let error = Diagnostic::error(codes::BAD_EXAMPLE, message).at(clause.span, "");
                            diagnostics.push(error.help("examples are facts without variables"));
                        }
                    },
                },
            }
        }
        self.task.symbols = symbols;
    }

    fn fact(&mut self, part: Part, signature: &Signature, args: &[Symbol]) {
        match part {
            Part::Background => self.known.fact(signature, args),
            Part::Positives => self.positives.push(signature, args),
            Part::Negatives => self.negatives.push(signature, args),
        }
    }

    /// A clause of the background, or one by which the user steers the search.
    fn clause(&mut self, clause: Term, symbols: &mut Symbols) {
        let head = match clause.parts() {
            Some((":-", [head, _])) => head,
            _ => &clause,
        };
        match head.parts() {
            Some((name, _)) if STEERING.contains(&name) => {
                self.steering.push((name.to_string(), clause.span));
            }
            _ => self.known.clause(clause, symbols),
        }
    }

    /// Follows a directive. Returns the part of the task that goes on behind it.
    fn directive(
        &mut self,
        directive: &Term,
        clause: &Term,
        part: Part,
        symbols: &mut Symbols,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Part {
        match directive.parts() {
            Some((name @ ("modeh" | "modeb"), [recall, schema])) => {
                if recall.atom() != Some("*") {
                    self.recall.get_or_insert(recall.span);
                }
                self.mode(schema, name == "modeh", clause, symbols, diagnostics);
            }
            Some(("mode", [_, schema])) => {
                self.mode(schema, true, clause, symbols, diagnostics);
                self.mode(schema, false, clause, symbols, diagnostics);
            }
            Some(("determination", [target, body])) => match (predicate(target), predicate(body)) {
                (Some(target), Some(body)) => self.determinations.push((target, body)),
                _ => {
                    let message = format!("`{directive}` is not understood");
                    let error = Diagnostic::error(codes::BAD_MODE, message).at(clause.span, "");
                    diagnostics.push(error.help("a determination is determination(target/1, body/2)"));
                }
            },
            Some(("set" | "setting" | "aleph_set", [name, value])) => {
                self.setting(name, value, clause, diagnostics)
            }
            Some(("begin_bg" | "begin_background", [])) => return Part::Background,
            Some(("begin_in_pos", [])) => return Part::Positives,
            Some(("begin_in_neg", [])) => return Part::Negatives,
            Some(("end_bg" | "end_background" | "end_in_pos" | "end_in_neg", [])) => return Part::Background,
            Some(("aleph" | "aleph_read_all", [])) | Some(("induce" | "read_all" | "aleph_read_all", _)) => {}
            _ => self.known.directive(directive, clause, diagnostics),
        }
        part
    }

    fn mode(
        &mut self,
        schema: &Term,
        is_head: bool,
        clause: &Term,
        symbols: &mut Symbols,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        if let (true, Some((name, args))) = (is_head, schema.parts()) {
            let is_output = |place: &usize| matches!(argument(&args[*place]), Some(("-", _)));
            let outputs = (0..args.len()).filter(is_output).collect();
            self.outputs.push((Signature::new(name, args.len()), outputs));
        }
        match read_mode(schema, is_head, symbols) {
            Ok(schema) => {
                let mode = Mode::of_schema(schema, clause.span, symbols);
                if is_head { self.heads.push(mode) } else { self.bodies.push(mode) }
            }
            Err((what, span)) => {
                let help = "each argument of a mode is +type, -type or #type; a head has no #type";
                diagnostics.push(Diagnostic::error(codes::BAD_MODE, what).at(span, "").help(help));
            }
        }
    }

    fn setting(&mut self, name: &Term, value: &Term, clause: &Term, diagnostics: &mut Vec<Diagnostic>) {
        let number = match value.kind {
            Kind::Number(number) => usize::try_from(number).ok(),
            _ => None,
        };
        let shape = &mut self.task.shape;
        match (name.atom().unwrap_or_default(), number) {
            ("i", Some(layers)) => shape.max_layers = Some(layers),
            // Aleph counts the head too.
            ("clauselength", Some(length)) => shape.max_body = Some(length.saturating_sub(1).max(1)),
            ("minpos", Some(least)) => shape.min_positives = Some(least),
            ("clauses", Some(most)) => shape.max_rules = Some(most),
            ("noise", Some(0)) => {}
            ("noise", _) => shape.tolerant = true,
            ("minacc", Some(0 | 1)) => {}
            ("minacc", _) => shape.tolerant = true,
            (name, _) => {
                let known = ["i", "clauselength", "minpos", "clauses", "noise", "minacc"];
                let all = || known.iter().chain(&WITHOUT_EFFECT).copied();
                let diagnostic = if WITHOUT_EFFECT.contains(&name) {
                    let message = format!("the setting `{name}` steers Aleph's own search and has no effect");
                    Diagnostic::note(codes::DIRECTIVE_IGNORED, message)
                } else {
                    let message = format!(
                        "the setting `{name}` is not known, or not with this value, and has no effect"
                    );
                    let help = suggestion(name, all())
                        .unwrap_or_else(|| format!("what matters here: {}", known.join(", ")));
                    Diagnostic::warning(codes::UNKNOWN_BIAS, message).help(help)
                };
                diagnostics.push(diagnostic.at(clause.span, ""));
            }
        }
    }

    fn finish(mut self, sources: &SourceMap, diagnostics: &mut Vec<Diagnostic>) -> Task {
        let span = sources.files().last().map_or(Span::default(), prolog::start_of);
        let example = super::labelled_example("examples", self.positives, self.negatives, span);
        self.task.examples = vec![example];
        self.task.background = self.known.finish(&mut self.task.symbols, diagnostics);
        self.task.shape.free_head = Some(false);
        super::check_labels(&self.task, diagnostics);
        for (name, span) in &self.steering {
            let message = format!("`{name}` steers Aleph's own search and has no effect");
            diagnostics.push(Diagnostic::warning(codes::UNKNOWN_BIAS, message).at(*span, ""));
        }
        if let Some(span) = self.recall {
            let message = "the recall of a mode has no effect: a literal is used as often as it has gain";
            diagnostics.push(Diagnostic::note(codes::DIRECTIVE_IGNORED, message).at(span, "the first one"));
        }
        let has_examples = |signature: &Signature| {
            let example = &self.task.examples[0];
            example.inclusions.group(signature).is_some() || example.exclusions.group(signature).is_some()
        };
        self.heads.retain(|mode| mode.signature().is_some_and(|signature| has_examples(&signature)));
        let mut targets: Vec<Signature> = self.heads.iter().filter_map(Mode::signature).collect();
        targets.dedup();
        if let [_, second, ..] = &targets[..] {
            let message = format!("a second target, {second}, beside {}", targets[0]);
            let error = Diagnostic::error(codes::SECOND_TARGET, message).at(self.heads[1].span, "");
            diagnostics.push(error.help("one target at a time: leave out the examples or modes of one"));
        }
        self.heads.truncate(1);
        let target = self.heads.first().and_then(Mode::signature);
        let outputs = self.outputs.into_iter().find(|(head, _)| Some(head) == target.as_ref());
        self.task.shape.outputs = outputs.map(|(_, outputs)| outputs).unwrap_or_default();
        self.task.shape.has_directions = true;
        if targets.is_empty() && !self.bodies.is_empty() {
            let message = "no modeh is about the predicate of the examples: its types are inferred";
            diagnostics.push(Diagnostic::warning(codes::UNKNOWN_BIAS, message).at(span, ""));
        }
        if self.determinations.is_empty() {
            if !self.bodies.is_empty() {
                let message = "no determination says which predicates rules may read: all modes are used";
                diagnostics.push(Diagnostic::warning(codes::UNKNOWN_BIAS, message).at(span, ""));
            }
        } else {
            let determined = |mode: &Mode| match mode.signature() {
                Some(body) => self.determinations.iter().any(|(_, read)| *read == body),
                None => true,
            };
            for mode in self.bodies.iter().filter(|mode| !determined(mode)) {
                let message = "no determination allows this mode, so it has no effect";
                let is_head = mode.signature().is_some_and(|signature| targets.contains(&signature));
                if !is_head {
                    diagnostics.push(Diagnostic::warning(codes::UNKNOWN_BIAS, message).at(mode.span, ""));
                }
            }
            self.bodies.retain(determined);
        }
        self.task.space.heads = self.heads;
        self.task.space.body = self.bodies;
        self.task
    }
}

/// `p/2`
fn predicate(term: &Term) -> Option<Signature> {
    let Some(("/", [name, arity])) = term.parts() else { return None };
    let Kind::Number(arity) = arity.kind else { return None };
    Some(Signature::new(name.atom()?, usize::try_from(arity).ok()?))
}

/// `p(+t, -u, #v)`, or a comparison `+t \= +t`.
fn read_mode(schema: &Term, is_head: bool, symbols: &mut Symbols) -> Result<Schema, (String, Span)> {
    let Some((name, args)) = schema.parts() else {
        return Err((format!("`{schema}` is no mode"), schema.span));
    };
    if let (false, [left, right]) = (is_head, args) {
        let comparison = match name {
            "\\=" | "\\==" => Some(Comparison::Differs),
            "<" | "@<" => Some(Comparison::Less),
            _ => None,
        };
        if let Some(comparison) = comparison {
            let of = |term| argument(term).filter(|(sign, _)| *sign == "+").map(|(_, of_type)| of_type);
            return match (of(left), of(right)) {
                (Some(left), Some(right)) if left == right => Ok(Schema::Compare(comparison, left)),
                _ => Err((format!("`{schema}` compares no two variables of one type"), schema.span)),
            };
        }
    }
    let mut place = |arg: &Term| {
        let kind = match argument(arg) {
            Some(("#", of_type)) if !is_head => return Ok(Place { kind: PlaceKind::Constant, of_type }),
            Some(("+", of_type)) if !is_head => return Ok(Place { kind: PlaceKind::Bound, of_type }),
            Some(("+" | "-", of_type)) => return Ok(Place { kind: PlaceKind::Variable, of_type }),
            Some(_) => None,
            None => prolog::constant(arg, symbols).filter(|_| !is_head).map(PlaceKind::Fixed),
        };
        let of_type = Name::default();
        kind.map(|kind| Place { kind, of_type })
            .ok_or_else(|| (format!("`{arg}` is not understood in a mode"), arg.span))
    };
    let signature = Signature::new(name, args.len());
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err((format!("`{schema}` is no mode that is served"), schema.span));
    }
    let places = args.iter().map(&mut place).collect::<Result<_, _>>()?;
    Ok(Schema::Atom { signature, places, negated: false })
}

/// The sign and the type of `+t`, `-t`, `#t`.
fn argument(term: &Term) -> Option<(&str, Name)> {
    match term.parts() {
        Some((sign @ ("+" | "-" | "#"), [of_type])) => Some((sign, of_type.atom()?.into())),
        _ => None,
    }
}
