//! Tasks as texts in the dialect of ILASP, of FastLAS or our own.
//!
//! The three differ in what a mode means. A body mode stands for both signs in ILASP and for the one that is written in
//! the others; body modes alone make constraints in ILASP, never in FastLAS; types are names, or predicates; a rule
//! costs its literals, or what `#bias` says. The writer goes from what a mode means in the one to what says so in the
//! other, adds what is needed for that, and tells what is lost.

use super::{
    Findings, Written, bias,
    modes::{self, BodyMode},
    peers,
    shape::without_shape,
    types,
};
use crate::task::{
    Dialect, Example, Holder, Mode, Task,
    consts::{self, Consts, substitute},
    holder,
};
use rustc_hash::FxHashSet;
use std::fmt::Write;
use xfold_asp::{
    diagnostic::Diagnostic,
    rewrite,
    symbols::{Atoms, escape, show_atom},
    syntax::{Literal, LiteralKind, Name, Statement, Term},
};

/// Most variables of a rule where a task does not say.
const DEFAULT_VARIABLES: usize = 3;
/// What a hypothesis may cost beside penalties where the bound of ILASP has to be raised.
const ENOUGH: u64 = 1000;

/// Writes a task in a dialect. Fails if the dialect cannot say what the task says.
///
/// ```
/// use xfold::{convert, task::{Dialect, read}};
///
/// let task = read::text("birds.las", "
///     bird(tweety). bird(polly). penguin(polly).
///     #modeh(fly(var(bird))).  #modeb(1, penguin(var(bird))).  #maxv(1).
///     #pos(e, {fly(tweety)}, {fly(polly)}).
/// ")?;
/// let fastlas = convert::las(&task, Dialect::FastLas).expect("FastLAS can say it");
/// assert!(fastlas.text.contains("#modeb(1, not penguin(var(bird)))."));
/// assert!(fastlas.text.contains("#pos(e, {fly(tweety)}, {fly(polly)}, {})."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn las(task: &Task, to: Dialect) -> Result<Written, Vec<Diagnostic>> {
    let mut findings = Findings::default();
    let shapeless = without_shape(task, to, &mut findings);
    let task = shapeless.as_ref().unwrap_or(task);
    // What only has modes and examples may be read as ours.
    let from = if to == Dialect::Own && !task.space.is_meant { Dialect::Own } else { task.space.dialect };
    let consts =
        if to == Dialect::Own { Consts::default() } else { consts::definitions(&task.background.statements) };
    let body = modes::body(&task.space, from);
    let mut writer =
        Writer { task, from, to, consts, body, renamed: Vec::new(), text: String::new(), findings };
    if from == Dialect::FastLas && to != Dialect::FastLas {
        writer.type_modes();
    }
    writer.sayable();
    writer.background();
    writer.space();
    writer.examples();
    let Writer { text, findings: Findings { errors, notes }, .. } = writer;
    if errors.is_empty() { Ok(Written { text, notes }) } else { Err(errors) }
}

struct Writer<'a> {
    task: &'a Task,
    from: Dialect,
    to: Dialect,
    /// `#const` definitions, for programs that have none.
    consts: Consts,
    body: Vec<BodyMode>,
    /// Types of constants that have another name there.
    renamed: Vec<(Name, Name)>,
    text: String,
    findings: Findings,
}

impl Writer<'_> {
    fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// An empty line between two parts.
    fn part(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// What the other language has no words for.
    fn sayable(&mut self) {
        let (task, space, to) = (self.task, &self.task.space, self.to);
        if to != Dialect::Own
            && let Some(target) = task.targets().iter().find(|target| task.is_closed(target, false))
        {
            let message = format!("the closed world of {target} has no counterpart in {to}");
            self.findings.no_counterpart(message, task.examples[0].span, "list the exclusions");
        }
        if to != Dialect::Own && !space.is_meant && !space.body.is_empty() && space.heads.is_empty() {
            let message = format!("head modes are inferred, which {to} does not do");
            let help = "declare them, such as #modeh(fly(var(animal))); `xfold learn` says what it infers";
            self.findings.no_counterpart(message, space.body[0].span, help);
        }
        if to == Dialect::Ilasp {
            let has_number = |mode: &&Mode| mode.places().iter().any(|(holder, _)| *holder == Holder::Number);
            for mode in space.modes().filter(has_number) {
                let message = "num_var(t) has no counterpart in ILASP".to_string();
                let help = "compare with listed values instead, as in #modeb(var(t) <= const(t)).";
                self.findings.no_counterpart(message, mode.span, help);
            }
        }
        if to != Dialect::FastLas {
            return;
        }
        if let Some(mode) = space.choice_heads.first() {
            let message = "#modeha has no counterpart in FastLAS, which learns no choice rules".to_string();
            let help = "write the choice into the background, with #modeh for an atom in its body";
            self.findings.no_counterpart(message, mode.span, help);
        }
        if let Some(listed) = space.listed.first() {
            let message = "a listed rule has no counterpart in FastLAS".to_string();
            let help = "declare modes that allow the rule";
            self.findings.no_counterpart(message, listed.rule.span, help);
        }
        let is_constraint_task =
            space.heads.is_empty() && space.choice_heads.is_empty() && space.listed.is_empty();
        if let Some(mode) = space.body.first().filter(|_| is_constraint_task) {
            let message =
                "#modeb without #modeh asks for constraints, which FastLAS does not learn".to_string();
            let help = "add an atom such as #modeh(violated)., and exclude it in the examples";
            self.findings.no_counterpart(message, mode.span, help);
        } else if self.from != Dialect::FastLas
            && space.is_meant
            && !space.body.is_empty()
            && !bias::forbids_constraints(space)
        {
            self.findings
                .lost("constraints are lost: FastLAS learns rules with a head only".to_string(), None);
        }
        if let Some((most, span)) = space.max_penalty {
            self.findings.lost(format!("the bound {most} is lost: FastLAS has no #max_penalty"), Some(span));
        }
    }

    fn background(&mut self) {
        let task = self.task;
        for line in types::fact_lines(task) {
            self.line(line);
        }
        for statement in self.statements(&task.background.statements) {
            self.line(statement.to_string());
        }
        if self.to == Dialect::FastLas {
            let rules = match self.from {
                Dialect::FastLas => Vec::new(),
                _ => types::rules(task, &self.body, &mut self.findings),
            };
            let constants = self.constants_as_facts();
            for line in rules.into_iter().chain(constants) {
                self.line(line);
            }
        }
    }

    /// Statements of background or context, as the other program reads them.
    fn statements(&mut self, statements: &[Statement]) -> Vec<Statement> {
        match self.to {
            Dialect::Own => statements.to_vec(),
            to => peers::statements(statements, &self.consts, to, &mut self.findings),
        }
    }

    /// Facts for the constants of each type. Where the type is a predicate with other values, or is a type of variables
    /// too, its constants get a type of their own.
    fn constants_as_facts(&mut self) -> Vec<String> {
        let task = self.task;
        let mut facts = Vec::new();
        for of_type in types::used(task, Holder::Constant) {
            let values = types::constants(task, &of_type, &self.consts, self.from);
            let is_predicate = types::is_predicate(task, &of_type);
            if values.is_empty() {
                self.unknown_constants(&of_type, "facts");
            } else if !is_predicate || !types::are_facts(task, &of_type, &values, &self.consts) {
                let is_shared = is_predicate || types::used(task, Holder::Variable).contains(&of_type);
                let name = if is_shared {
                    types::fresh(task, format!("{of_type}_constant"))
                } else {
                    of_type.clone()
                };
                self.findings.added(format!(
                    "facts {name}(c) list the constants of type {of_type}: FastLAS has no #constant"
                ));
                facts.extend(values.iter().map(|value| format!("{name}({value}).")));
                self.renamed.push((of_type, name));
            }
        }
        facts
    }

    fn unknown_constants(&mut self, of_type: &Name, what: &str) {
        let message = format!("the constants of type {of_type} are not known: add {what} for them");
        self.findings.lost(message, None);
    }

    fn space(&mut self) {
        self.part();
        self.heads();
        self.body_modes();
        if self.to != Dialect::FastLas {
            self.constants();
        }
        self.bounds();
        self.bias();
        for listed in &self.task.space.listed {
            let rule = match self.to {
                Dialect::Own => listed.rule.clone(),
                to => peers::rule(&listed.rule, &self.consts, to, &mut self.findings),
            };
            self.line(format!("{} ~ {rule}", listed.cost));
        }
    }

    fn heads(&mut self) {
        let space = &self.task.space;
        let heads = space.heads.iter().map(|mode| ("modeh", mode));
        for (directive, mode) in heads.chain(space.choice_heads.iter().map(|mode| ("modeha", mode))) {
            let literal = self.literal(&mode.literal);
            let recall = mode.recall.filter(|_| self.to != Dialect::FastLas);
            let options = self.options(false, false, mode.anti_reflexive, mode.symmetric);
            self.line(directive_line(directive, recall, &literal.to_string(), &options));
        }
    }

    fn body_modes(&mut self) {
        let is_ours = !self.task.closed.is_empty()
            || self.body.iter().any(|mode| mode.negative)
            || !types::used(self.task, Holder::Number).is_empty();
        for mode in self.body.clone() {
            let literal = self.literal(&mode.literal);
            let is_atom = matches!(literal.kind, LiteralKind::Atom(_));
            let BodyMode { positive, negative, recall, anti_reflexive, symmetric, .. } = mode;
            if self.to == Dialect::Ilasp {
                if !positive {
                    let message = "(negative) needs ILASP 4: older ones read it as both signs".to_string();
                    self.findings.lost(message, Some(mode.span));
                }
                let options = self.options(is_atom && !negative, !positive, anti_reflexive, symmetric);
                self.line(directive_line("modeb", recall, &literal.to_string(), &options));
                continue;
            }
            if positive && negative && recall.is_some() {
                let message = "the recall now counts for each sign: both together may be used twice as often";
                self.findings.lost(message.to_string(), Some(mode.span));
            }
            // Without a word of ours in the text the mode would stand for both signs.
            let says_positive = self.to == Dialect::Own && self.task.space.is_meant && is_atom && !is_ours;
            let options = self.options(says_positive, false, anti_reflexive, symmetric);
            for (is_used, sign) in [(positive, ""), (negative, "not ")] {
                if is_used {
                    self.line(directive_line("modeb", recall, &format!("{sign}{literal}"), &options));
                }
            }
            if self.to == Dialect::FastLas && symmetric {
                let message = "`symmetric` is lost: FastLAS also tries the other order".to_string();
                self.findings.lost(message, Some(mode.span));
            }
        }
    }

    /// Atoms of types, which FastLAS adds by itself.
    fn type_modes(&mut self) {
        for of_type in types::used(self.task, Holder::Variable) {
            let mode = modes::of_type(&of_type);
            let is_declared = self.body.iter().any(|other| other.positive && other.literal == mode.literal);
            if is_declared || !types::is_predicate(self.task, &of_type) {
                continue;
            }
            self.findings.added(format!(
                "#modeb({}) stands for the atoms that FastLAS adds by itself; they count as literals now",
                mode.literal
            ));
            self.body.push(mode);
        }
    }

    /// The schema of a mode as the other program reads it.
    fn literal(&self, literal: &Literal) -> Literal {
        let word = if self.to == Dialect::FastLas { "num_var" } else { "num" };
        let mut literal = modes::with_number_word(literal, word);
        rewrite::of_literal(&mut literal, &mut |term| self.schema_term(term));
        literal
    }

    fn schema_term(&self, term: &mut Term) {
        if let Some((kind, of_type)) = holder(term) {
            let renamed = self.renamed.iter().find(|(from, _)| kind == Holder::Constant && *from == of_type);
            if let (Some((_, to)), Term::Function(_, args)) = (renamed, term) {
                args[0] = Term::Function(to.clone(), Vec::new());
            }
            return;
        }
        match term {
            Term::Function(_, args) | Term::Tuple(args) if !args.is_empty() => {
                args.iter_mut().for_each(|arg| self.schema_term(arg));
            }
            Term::Unary(_, inner) => self.schema_term(inner),
            Term::Binary(_, pair) => {
                self.schema_term(&mut pair.0);
                self.schema_term(&mut pair.1);
            }
            constant => *constant = substitute(constant, &self.consts, 0),
        }
    }

    fn options(
        &self,
        positive: bool,
        negative: bool,
        anti_reflexive: bool,
        symmetric: bool,
    ) -> Vec<&'static str> {
        let has_others = self.to != Dialect::FastLas;
        let all = [
            ("positive", positive),
            ("negative", negative),
            ("anti_reflexive", anti_reflexive && has_others),
            ("symmetric", symmetric && has_others),
        ];
        all.into_iter().filter(|(_, is_meant)| *is_meant).map(|(name, _)| name).collect()
    }

    fn constants(&mut self) {
        let task = self.task;
        let used = types::used(task, Holder::Constant);
        let mut of_types: Vec<Name> = used.clone();
        for (of_type, _) in &task.constants {
            if !of_types.contains(of_type) {
                of_types.push(of_type.clone());
            }
        }
        for of_type in of_types {
            let values = match self.to {
                Dialect::Own => types::listed(task, &of_type),
                _ => types::constants(task, &of_type, &self.consts, self.from),
            };
            if values.is_empty() && self.to == Dialect::Ilasp {
                self.unknown_constants(&of_type, "#constant directives");
            }
            for value in values {
                self.line(format!("#constant({of_type}, {value})."));
            }
        }
    }

    fn bounds(&mut self) {
        let (task, space) = (self.task, &self.task.space);
        let is_default_needed = self.to != Dialect::Own || self.from != Dialect::Own;
        let most = task.max_variables.or(is_default_needed.then_some(DEFAULT_VARIABLES));
        if let Some(most) = most {
            self.line(format!("#maxv({most})."));
        }
        if self.to == Dialect::FastLas {
            return;
        }
        let closed = if self.to == Dialect::Own { &task.closed[..] } else { &[] };
        for signature in closed {
            self.line(format!("#cwa({signature})."));
        }
        if space.min_choice != 1 {
            self.line(format!("#minhl({}).", space.min_choice));
        }
        if space.max_choice != 2 {
            self.line(format!("#maxhl({}).", space.max_choice));
        }
        if space.one_head_variable {
            self.line("#disallow_multiple_head_variables.");
        }
        if let Some((most, _)) = space.max_penalty {
            self.line(format!("#max_penalty({most})."));
        } else if self.to == Dialect::Ilasp && self.from != Dialect::Ilasp {
            let penalties: u64 =
                task.examples.iter().filter_map(|example| example.penalty).map(u64::from).sum();
            let most = penalties.saturating_add(ENOUGH);
            self.line(format!("#max_penalty({most})."));
            self.findings
                .added(format!("#max_penalty({most}) raises the bound of 15 that ILASP has by default"));
        }
    }

    fn bias(&mut self) {
        let space = &self.task.space;
        let mut programs = match self.to {
            Dialect::FastLas => bias::for_fastlas(space, &mut self.findings),
            to => bias::for_ilasp(space, to, &mut self.findings),
        };
        if self.to == Dialect::FastLas {
            programs.extend(self.anti_reflexive());
            if !programs.iter().any(|program| program.contains("penalty(")) {
                programs.extend(bias::LENGTH.map(str::to_string));
                self.findings.added(
                    "#bias counts literals, as ILASP does: without it all rules cost nothing".to_string(),
                );
            }
        } else if self.from == Dialect::FastLas && !self.body.is_empty() && !bias::forbids_constraints(space)
        {
            programs.push(bias::NO_CONSTRAINTS.to_string());
            let message = match self.to {
                Dialect::Ilasp => {
                    "#bias(\":- constraint.\") keeps to rules with a head; ILASP 4 has -nc for it"
                }
                _ => "#bias(\":- constraint.\") keeps to rules with a head",
            };
            self.findings.added(message.to_string());
        }
        for program in programs {
            self.line(format!("#bias(\"{}\").", escape(&program)));
        }
        let is_fastlas = self.to == Dialect::FastLas;
        for (program, _) in space.final_bias.iter().filter(|_| is_fastlas) {
            self.line(format!("#final_bias(\"{}\").", escape(program)));
        }
    }

    /// `anti_reflexive` as constraints on rules, where modes have no options.
    fn anti_reflexive(&self) -> Vec<String> {
        let heads = self.task.space.heads.iter().filter(|mode| mode.anti_reflexive);
        let mut constraints: Vec<String> = heads
            .flat_map(|mode| repeated(&mode.literal))
            .map(|atom| format!(":- in_head({atom})."))
            .collect();
        for mode in self.body.iter().filter(|mode| mode.anti_reflexive) {
            for atom in repeated(&mode.literal) {
                if mode.positive {
                    constraints.push(format!(":- in_body({atom})."));
                }
                if mode.negative {
                    constraints.push(format!(":- in_body(neg({atom}))."));
                }
            }
        }
        constraints
    }

    fn examples(&mut self) {
        self.part();
        let task = self.task;
        let given: FxHashSet<&str> = task.examples.iter().map(|example| example.name.as_str()).collect();
        let mut taken: FxHashSet<String> = FxHashSet::default();
        let mut renamed: Vec<(&str, String)> = Vec::new();
        for example in &task.examples {
            let mut name = example.name.clone();
            if !self.is_read_as_name(&name) || taken.contains(&name) {
                name = plain_name(&name, |name| taken.contains(name) || given.contains(name));
                renamed.push((&example.name, name.clone()));
            }
            self.example(if example.positive { "pos" } else { "neg" }, &name, example);
            taken.insert(name);
        }
        if let Some((old, new)) = renamed.first() {
            let others = match renamed.len() {
                1 => String::new(),
                n => format!(", and {} more have a new name", n - 1),
            };
            self.findings.added(format!("example `{old}` is called `{new}` there{others}"));
        }
        if self.to == Dialect::FastLas && task.examples.iter().any(|example| !example.positive) {
            self.findings.added("FastLAS learns from #neg with its option --nopl only".to_string());
        }
        if let (Dialect::Ilasp, Some(first)) = (self.to, task.predictions.first()) {
            self.findings.lost("#predict is lost: ILASP has none".to_string(), Some(first.span));
            return;
        }
        for prediction in &task.predictions {
            self.example("predict", &prediction.name, prediction);
        }
    }

    /// Whether the other program takes this for the name of an example.
    fn is_read_as_name(&self, name: &str) -> bool {
        match self.to {
            Dialect::Own => true,
            Dialect::Ilasp => types::is_plain_name(name),
            Dialect::FastLas => name.starts_with(|first: char| first.is_ascii_lowercase()),
        }
    }

    fn example(&mut self, directive: &str, name: &str, example: &Example) {
        let list = |atoms: &Atoms| {
            let shown: Vec<String> =
                atoms.iter().map(|(signature, row)| show_atom(signature, row, &self.task.symbols)).collect();
            shown.join(", ")
        };
        let penalty = example.penalty.map_or(String::new(), |penalty| format!("@{penalty}"));
        let mut line = format!(
            "#{directive}({name}{penalty}, {{{}}}, {{{}}}",
            list(&example.inclusions),
            list(&example.exclusions)
        );
        let context: Vec<String> =
            self.statements(&example.context).iter().map(ToString::to_string).collect();
        if !context.is_empty() {
            let _ = write!(line, ", {{ {} }}", context.join(" "));
        } else if self.to == Dialect::FastLas {
            line.push_str(", {}");
        }
        self.line(line + ").");
    }
}

/// A name of letters and digits that is like another one and not in use.
fn plain_name(name: &str, is_used: impl Fn(&str) -> bool) -> String {
    let parts = name.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    let mut wish = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_");
    if !types::is_plain_name(&wish) {
        wish = format!("e{wish}");
    }
    let numbered = (2..).map(|number| format!("{wish}_{number}"));
    let mut names = std::iter::once(wish.clone()).chain(numbered);
    names.find(|name| !is_used(name)).unwrap_or(wish.clone())
}

/// `#modeb(2, p(var(t)), (positive)).`
fn directive_line(directive: &str, recall: Option<u32>, schema: &str, options: &[&str]) -> String {
    let recall = recall.map_or(String::new(), |recall| format!("{recall}, "));
    let options = if options.is_empty() { String::new() } else { format!(", ({})", options.join(", ")) };
    format!("#{directive}({recall}{schema}{options}).")
}

/// The atom with the same variable at two of its places, for each two of one type.
fn repeated(literal: &Literal) -> Vec<String> {
    let LiteralKind::Atom(atom) = &literal.kind else { return Vec::new() };
    let is_variable = |place: &usize| matches!(holder(&atom.args[*place]), Some((Holder::Variable, _)));
    let places: Vec<usize> = (0..atom.args.len()).filter(is_variable).collect();
    let mut atoms = Vec::new();
    for (number, &first) in places.iter().enumerate() {
        for &second in places[number + 1..].iter().filter(|&&second| atom.args[second] == atom.args[first]) {
            let arg = |place: usize| if place == first || place == second { "X" } else { "_" };
            let args: Vec<&str> = (0..atom.args.len()).map(arg).collect();
            atoms.push(format!("{}({})", atom.signature().functor(), args.join(",")));
        }
    }
    atoms
}
