//! Reads tasks as ILASP and FastLAS write them: background, modes and `#pos`/`#neg` examples. First station of the path,
//! task.

use super::folder::FactFiles;
use crate::{
    codes,
    task::{
        self, Dialect, Example, Mode, Schema, Task,
        consts::{self, Consts, substitute},
        modes,
        space::{Listed, speaks_fastlas},
    },
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use xfold_asp::{
    diagnostic::{Diagnostic, did_you_mean, suggestion},
    span::Span,
    symbols::{Atoms, Signature, Symbol, SymbolKind, show_atom},
    syntax::{self, Atom, ModeKind, Program, Statement, StatementKind, Term},
};

/// Turns a parsed program into a task. Errors and notes are added to `diagnostics`.
/// `forced` is the dialect if it is not to be recognised.
/// `files` are facts and examples in files beside it.
pub(super) fn task(
    program: Program,
    files: FactFiles,
    forced: Option<Dialect>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Task {
    let Program { facts, statements, symbols } = program;
    let consts = consts::definitions(&statements);
    let mut reader = Reader {
        diagnostics,
        task: Task::default(),
        consts,
        forced,
        names: Default::default(),
        n_examples: [0; 2],
    };
    reader.task.symbols = symbols;
    reader.task.background.facts = Arc::new(reader.resolve_facts(facts));
    reader.task.background.tables = Arc::new(files.tables);
    for statement in statements {
        reader.statement(statement);
    }
    if let Some(example) = files.example {
        reader.add_example_of_files(example);
    }
    reader.dialect();
    reader.computed_examples();
    reader.validate();
    reader.task
}

struct Reader<'a> {
    diagnostics: &'a mut Vec<Diagnostic>,
    task: Task,
    /// `#const` definitions.
    consts: Consts,
    /// Whose conventions hold, if the user says so.
    forced: Option<Dialect>,
    /// The names of examples so far, and of predictions.
    names: [FxHashSet<String>; 2],
    /// Negative and positive examples so far.
    n_examples: [usize; 2],
}

impl Reader<'_> {
    fn statement(&mut self, statement: Statement) {
        let span = statement.span;
        match statement.kind {
            StatementKind::Example(example) => self.example(example),
            StatementKind::Mode(mode) => self.mode(&mode, span),
            StatementKind::ClosedWorld(signature) => self.task.closed.push(signature),
            StatementKind::Constant(of_type, term) => {
                self.task.other_dialect = true;
                match self.constants(&term) {
                    Some(symbols) => {
                        let constants = symbols.into_iter().map(|symbol| (of_type.clone(), symbol));
                        self.task.constants.extend(constants);
                    }
                    None => {
                        let message = format!("`{term}` is not a constant");
                        let help = "write one value, such as red, or a range of numbers, such as 1..9";
                        self.diagnostics
                            .push(Diagnostic::error(codes::NOT_GROUND, message).at(span, "").help(help));
                    }
                }
            }
            StatementKind::Setting(name, values) => self.setting(&name, &values, span),
            StatementKind::Weak { .. } => {
                let message = "weak constraints do not matter for what is learned and are left out";
                self.diagnostics.push(Diagnostic::note(codes::WEAK_DROPPED, message).at(span, ""));
            }
            StatementKind::Weight(_) => self.not_served("#weight", span),
            StatementKind::Bias { is_final: false, text } => self.task.space.bias.push((text, span)),
            StatementKind::Bias { is_final: true, text } => self.task.space.final_bias.push((text, span)),
            StatementKind::Listed(cost, rule) => match u64::try_from(cost) {
                Ok(cost) => self.task.space.listed.push(Listed { cost, rule }),
                Err(_) => {
                    let message = format!("the cost of a listed rule is {cost}, but it cannot be below zero");
                    self.diagnostics.push(Diagnostic::error(codes::BAD_PENALTY, message).at(span, ""));
                }
            },
            StatementKind::ListedWeak(..) => self.not_served("a listed weak constraint", span),
            StatementKind::Ordering(ordering) => {
                self.not_served(if ordering.brave { "#brave_ordering" } else { "#cautious_ordering" }, span)
            }
            StatementKind::Predict(prediction) => self.prediction(prediction),
            StatementKind::Predicate(..) => self.not_served("#predicate", span),
            StatementKind::Rule(_)
            | StatementKind::Const(..)
            | StatementKind::ShowSignature(_)
            | StatementKind::ShowTerm(..)
            | StatementKind::Defined(_)
            | StatementKind::External(..)
            | StatementKind::Include(_) => self.task.background.statements.push(statement),
        }
    }

    /// Takes the examples that are in files; they are all there are.
    fn add_example_of_files(&mut self, example: Example) {
        if let Some(other) = self.task.examples.first() {
            let message = format!("the task has example `{}` beside its files of examples", other.name);
            let help = "put all examples into the files, or all of them into the task";
            let error = Diagnostic::error(codes::BAD_FACTS, message).at(other.span, "");
            self.diagnostics.push(error.help(help));
        }
        self.task.examples.push(example);
    }

    fn not_served(&mut self, what: &str, span: Span) {
        let message = format!("{what} is not served by this version");
        // One line of its kind is enough: a task may have hundreds.
        if self.diagnostics.iter().any(|known| known.message == message) {
            return;
        }
        let help = match what {
            "#modec" => {
                "conditions in bodies are not learned: write a rule with the condition into the background, and a #modeb for its head"
            }
            "#modem" | "#predicate" => {
                "metarules are not learned: list the rules with their costs, such as 2 ~ p(X) :- q(X)."
            }
            _ => {
                "preferences are not learned: orderings, weak constraints and what belongs to them; leave these lines out to learn the rules alone"
            }
        };
        self.diagnostics.push(Diagnostic::error(codes::NOT_SERVED, message).at(span, "").help(help));
    }

    fn setting(&mut self, name: &str, values: &[i64], span: Span) {
        self.task.other_dialect = true;
        match (name, values) {
            ("maxv", &[most]) if most >= 0 => self.task.max_variables = Some(most as usize),
            ("minhl", &[fewest]) if fewest >= 0 => self.task.space.min_choice = fewest as usize,
            ("maxhl", &[most]) if most >= 0 => self.task.space.max_choice = most as usize,
            ("max_penalty", &[most]) if most >= 0 => self.task.space.max_penalty = Some((most as u64, span)),
            ("disallow_multiple_head_variables", []) => self.task.space.one_head_variable = true,
            _ => {
                let message = format!("#{name} has no meaning for this learner and is ignored");
                self.diagnostics.push(Diagnostic::note(codes::IGNORED, message).at(span, ""));
            }
        }
    }

    /// A mode is kept as it was written, for the exact part, and translated for the greedy search where that can be.
    fn mode(&mut self, mode: &syntax::Mode, span: Span) {
        match mode.kind {
            ModeKind::Head | ModeKind::Body | ModeKind::ChoiceHead => {}
            ModeKind::Condition => return self.not_served("#modec", span),
            ModeKind::Optimisation => return self.not_served("#modeo", span),
            ModeKind::Meta => return self.not_served("#modem", span),
        }
        self.unknown_options(mode, span);
        let says = |option: &str| mode.options.iter().any(|name| name == option);
        let mut read = Mode {
            literal: mode.schema.clone(),
            recall: mode.recall,
            positive: says("positive"),
            negative: says("negative"),
            anti_reflexive: says("anti_reflexive"),
            symmetric: says("symmetric"),
            schema: None,
            span,
        };
        if mode.kind != ModeKind::Body && (read.is_negated() || read.signature().is_none()) {
            let message = "a head mode is an atom such as p(var(type))";
            self.diagnostics.push(Diagnostic::error(codes::BAD_MODE, message).at(span, ""));
            return;
        }
        match modes::read(&mode.schema, &mut self.task.symbols) {
            Ok(schema) if mode.kind == ModeKind::Body => read.schema = Some(schema),
            Ok(schema) if mode.kind == ModeKind::Head && schema.is_plain_head() => read.schema = Some(schema),
            Err(diagnostic) if read.places().is_empty() => return self.diagnostics.push(*diagnostic),
            _ => self.task.only_exact = self.task.only_exact.or(Some(span)),
        }
        match mode.kind {
            ModeKind::Head => self.task.space.heads.push(read),
            ModeKind::ChoiceHead => self.task.space.choice_heads.push(read),
            _ => self.task.space.body.push(read),
        }
    }

    fn unknown_options(&mut self, mode: &syntax::Mode, span: Span) {
        const KNOWN: [&str; 4] = ["positive", "negative", "anti_reflexive", "symmetric"];
        for option in mode.options.iter().filter(|option| !KNOWN.contains(&option.as_str())) {
            let message = format!("the option `{option}` of a mode is not known");
            let help = suggestion(option, KNOWN).unwrap_or_else(|| format!("known are {}", KNOWN.join(", ")));
            self.diagnostics.push(Diagnostic::warning(codes::BAD_OPTION, message).at(span, "").help(help));
        }
    }

    /// Words in modes that are nearly `var` or its kin, before what is a type elsewhere.
    fn misspelt_places(&mut self) {
        const KNOWN: [&str; 4] = ["var", "const", "num_var", "num"];
        let modes = || self.task.space.modes();
        let types: Vec<syntax::Name> = modes().flat_map(Mode::places).map(|(_, of_type)| of_type).collect();
        for mode in modes() {
            let syntax::LiteralKind::Atom(atom) = &mode.literal.kind else { continue };
            for arg in &atom.args {
                let Term::Function(word, inner) = arg else { continue };
                let [Term::Function(of_type, none)] = &inner[..] else { continue };
                if let Some(near) = did_you_mean(word, KNOWN)
                    && none.is_empty()
                    && types.contains(of_type)
                    && !KNOWN.contains(&word.as_str())
                {
                    let message = format!("`{arg}` stands for itself in a mode");
                    let help = format!("did you mean `{near}({of_type})`?");
                    let warning =
                        Diagnostic::warning(codes::BAD_OPTION, message).at(mode.span, "").help(help);
                    self.diagnostics.push(warning);
                }
            }
        }
    }

    /// For FastLAS a derived `inclusion(a)` or `exclusion(a)` is a further member of an example's sets. A constraint
    /// says the same: no stable model counts that goes against it.
    fn computed_examples(&mut self) {
        if self.task.space.dialect != Dialect::FastLas {
            return;
        }
        let task = &self.task;
        let mut wanted: Vec<(bool, Term, Span)> = Vec::new();
        let contexts = task.examples.iter().chain(&task.predictions).flat_map(|example| &example.context);
        for statement in task.background.statements.iter().chain(contexts) {
            let StatementKind::Rule(rule) = &statement.kind else { continue };
            let syntax::Head::Atom(atom) = &rule.head else { continue };
            if let (Some(included), [of]) = (computed_set(&atom.signature()), &atom.args[..]) {
                wanted.push((included, of.clone(), statement.span));
            }
        }
        for group in task.background.facts.groups() {
            let Some(included) = computed_set(&group.signature) else { continue };
            wanted.extend(
                group
                    .rows()
                    .map(|row| (included, xfold_asp::term_of(row[0], &task.symbols), Span::default())),
            );
        }
        let mut seen = FxHashSet::default();
        for (included, term, span) in wanted {
            let set = if included { "inclusion" } else { "exclusion" };
            let Term::Function(name, args) = term else {
                let message = format!("{set}({term}) does not say which predicate it is about");
                let help = format!("write one rule for each predicate, such as {set}(p(X)) :- ...");
                self.diagnostics.push(Diagnostic::error(codes::NOT_SERVED, message).at(span, "").help(help));
                continue;
            };
            if !seen.insert((included, name.clone(), args.len())) {
                continue;
            }
            let variables: Vec<String> = (1..=args.len()).map(|number| format!("V{number}")).collect();
            let atom =
                if args.is_empty() { name.to_string() } else { format!("{name}({})", variables.join(",")) };
            let not = if included { "not " } else { "" };
            let text = format!(":- {set}({atom}), {not}{atom}.");
            let constraints = xfold_asp::parse_rules(&text).unwrap_or_default();
            self.task
                .background
                .statements
                .extend(constraints.into_iter().map(|constraint| Statement { span, ..constraint }));
        }
    }

    /// Whose conventions the task follows, by its vocabulary.
    fn dialect(&mut self) {
        self.misspelt_places();
        let task = &mut self.task;
        let space = &mut task.space;
        let has = |word: &str| {
            let is_word = |term: &Term| matches!(term, Term::Function(name, _) if name == word);
            space.modes().any(|mode| match &mode.literal.kind {
                syntax::LiteralKind::Atom(atom) => atom.args.iter().any(is_word),
                syntax::LiteralKind::Compare(first, rest) => {
                    is_word(first) || rest.iter().any(|(_, term)| is_word(term))
                }
                syntax::LiteralKind::Truth(_) => false,
            })
        };
        let with_not = || space.body.iter().any(Mode::is_negated);
        let fastlas = space.bias.iter().any(|(program, _)| speaks_fastlas(program))
            || has("num_var")
            || !space.final_bias.is_empty();
        let own = !task.closed.is_empty() || has("num") || with_not();
        let extras = space.modes().any(|mode| {
            mode.recall.is_some() || mode.positive || mode.negative || mode.anti_reflexive || mode.symmetric
        });
        let ilasp =
            !space.choice_heads.is_empty() || !space.listed.is_empty() || !space.bias.is_empty() || extras;
        // Body modes alone ask for constraints.
        if space.heads.is_empty() && space.choice_heads.is_empty() && extras {
            task.only_exact = task.only_exact.or(space.body.first().map(|mode| mode.span));
        }
        task.other_dialect |= fastlas || ilasp;
        space.is_meant = (task.other_dialect || task.only_exact.is_some()) && !space.is_empty();
        space.dialect = match (fastlas, own) {
            (true, _) => Dialect::FastLas,
            (false, true) => Dialect::Own,
            (false, false) if !task.predictions.is_empty() && !ilasp => Dialect::FastLas,
            (false, false) => Dialect::Ilasp,
        };
        if let Some((_, span)) = space.bias.iter().find(|(program, _)| program.contains("allow_disjunction"))
        {
            let message =
                "rules with a disjunction as their head are not learned: the space has no such rules";
            let help = "a choice head may say the same: #modeha in place of #modeh";
            self.diagnostics.push(Diagnostic::warning(codes::IGNORED, message).at(*span, "").help(help));
        }
        if let Some(forced) = self.forced {
            space.dialect = forced;
            if forced != Dialect::Own {
                task.other_dialect = true;
                space.is_meant = !space.is_empty();
            }
        }
    }

    fn example(&mut self, example: syntax::Example) {
        let (kind, letter) = if example.positive { ("#pos", "p") } else { ("#neg", "n") };
        self.n_examples[usize::from(example.positive)] += 1;
        let number = self.n_examples[usize::from(example.positive)];
        let name = example.id.as_ref().map_or_else(|| format!("{letter}{number}"), Term::to_string);
        self.same_name(&example, &name, false);
        let read = self.partial_interpretation(example, name, kind);
        self.task.examples.push(read);
    }

    /// `#predict`: an example that is only asked about.
    fn prediction(&mut self, prediction: syntax::Example) {
        let number = self.task.predictions.len() + 1;
        let name = prediction.id.as_ref().map_or_else(|| format!("predict{number}"), Term::to_string);
        self.same_name(&prediction, &name, true);
        let read = self.partial_interpretation(prediction, name, "#predict");
        self.task.predictions.push(read);
    }

    fn same_name(&mut self, example: &syntax::Example, name: &str, is_prediction: bool) {
        let is_new = self.names[usize::from(is_prediction)].insert(name.to_string());
        if example.id.is_some() && !is_new {
            let what = if is_prediction { "predictions" } else { "examples" };
            let message = format!("two {what} are called `{name}`");
            let warning = Diagnostic::warning(codes::SAME_NAME, message).at(example.span, "the second one");
            self.diagnostics.push(warning.help("rename one"));
        }
    }

    fn partial_interpretation(&mut self, example: syntax::Example, name: String, kind: &str) -> Example {
        let penalty = match example.penalty {
            None => None,
            Some(penalty) if penalty > 0 && penalty <= i64::from(u32::MAX) => Some(penalty as u32),
            Some(penalty) => {
                let message =
                    format!("the penalty of {kind} `{name}` is {penalty}, not a positive whole number");
                self.diagnostics.push(Diagnostic::error(codes::BAD_PENALTY, message).at(example.span, ""));
                None
            }
        };
        let (mut inclusions, mut exclusions) = (Atoms::default(), Atoms::default());
        for atom in &example.inclusions {
            if atom.not {
                let message = format!("`not {}` cannot be included", atom.atom);
                let help = "move the atom, without `not`, to the exclusions (the second braces)";
                self.diagnostics.push(
                    Diagnostic::error(codes::NOT_IN_EXAMPLE, message).at(atom.atom.span, "").help(help),
                );
            } else if let Some((signature, args)) = self.ground_atom(&atom.atom) {
                inclusions.push(&signature, &args);
            }
        }
        for atom in &example.exclusions {
            if let Some((signature, args)) = self.ground_atom(&atom.atom) {
                // In a negative example an excluded `not a` asks for a; elsewhere the paper's `not` says nothing.
                let to = if atom.not && !example.positive { &mut inclusions } else { &mut exclusions };
                to.push(&signature, &args);
            }
        }
        self.contradictions(&example, &name, &inclusions, &exclusions);
        Example {
            name,
            positive: example.positive,
            penalty,
            inclusions,
            exclusions,
            context: example.context,
            span: example.span,
        }
    }

    fn contradictions(
        &mut self,
        example: &syntax::Example,
        name: &str,
        inclusions: &Atoms,
        exclusions: &Atoms,
    ) {
        for atom in super::in_both(inclusions, exclusions, &self.task.symbols) {
            let message = format!("example `{name}` both includes and excludes {atom}");
            let mut excluded = example.exclusions.iter().map(|excluded| &excluded.atom);
            let span =
                excluded.find(|excluded| excluded.to_string() == atom).map_or(example.span, |a| a.span);
            let found = Diagnostic::error(codes::CONTRADICTION, message).at(span, "");
            self.diagnostics.push(found.help("remove the atom from one of the two sets"));
        }
    }

    fn ground_atom(&mut self, atom: &Atom) -> Option<(Signature, Vec<Symbol>)> {
        let args: Option<Vec<Symbol>> = atom.args.iter().map(|arg| self.ground_term(arg)).collect();
        if args.is_none() {
            let message = format!("`{atom}` is not ground");
            let help = "an example is about single atoms: write one for each value";
            self.diagnostics.push(Diagnostic::error(codes::NOT_GROUND, message).at(atom.span, "").help(help));
        }
        Some((atom.signature(), args?))
    }

    fn ground_term(&mut self, term: &Term) -> Option<Symbol> {
        if self.consts.is_empty() {
            return xfold_asp::ground_term(term, &mut self.task.symbols);
        }
        let resolved = substitute(term, &self.consts, 0);
        xfold_asp::ground_term(&resolved, &mut self.task.symbols)
    }

    /// The values of a `#constant`: one, or those of a range or pool.
    fn constants(&mut self, term: &Term) -> Option<Vec<Symbol>> {
        const MOST: i64 = 100_000;
        match term {
            Term::Interval(ends) => {
                let mut end = |term: &Term| {
                    let symbol = self.ground_term(term)?;
                    match &*self.task.symbols.kind(symbol) {
                        SymbolKind::Number(number) => Some(*number),
                        _ => None,
                    }
                };
                let (low, high) = (end(&ends.0)?, end(&ends.1)?);
                if i64::from(high) - i64::from(low) > MOST {
                    return None;
                }
                let numbers = (low..=high).map(SymbolKind::Number);
                Some(numbers.map(|number| self.task.symbols.intern(number)).collect())
            }
            Term::Pool(terms) => {
                let values: Option<Vec<Vec<Symbol>>> =
                    terms.iter().map(|term| self.constants(term)).collect();
                Some(values?.concat())
            }
            term => Some(vec![self.ground_term(term)?]),
        }
    }

    /// Facts with `#const` names in their arguments get the values instead.
    fn resolve_facts(&mut self, facts: Atoms) -> Atoms {
        if self.consts.is_empty() {
            return facts;
        }
        let mut resolved = Atoms::default();
        for group in facts.groups() {
            for row in group.rows() {
                let row: Vec<Symbol> = row.iter().map(|&symbol| self.resolve_symbol(symbol)).collect();
                resolved.push(&group.signature, &row);
            }
        }
        resolved
    }

    fn resolve_symbol(&mut self, symbol: Symbol) -> Symbol {
        let kind = self.task.symbols.kind(symbol).into_owned();
        match kind {
            SymbolKind::Function { negated: false, ref name, ref args } if args.is_empty() => {
                let Some(term) = self.consts.get(name) else { return symbol };
                let term = substitute(term, &self.consts, 1);
                xfold_asp::ground_term(&term, &mut self.task.symbols).unwrap_or(symbol)
            }
            SymbolKind::Function { negated, name, args } => {
                let args = args.iter().map(|&arg| self.resolve_symbol(arg)).collect();
                self.task.symbols.intern(SymbolKind::Function { negated, name, args })
            }
            SymbolKind::Tuple(args) => {
                let args = args.iter().map(|&arg| self.resolve_symbol(arg)).collect();
                self.task.symbols.intern(SymbolKind::Tuple(args))
            }
            _ => symbol,
        }
    }

    fn validate(&mut self) {
        if self.task.examples.is_empty() {
            let message = "the task has no example, so there is nothing to learn from";
            let help = "add one, such as #pos(e, {fly(tweety)}, {fly(polly)}).";
            self.diagnostics
                .push(Diagnostic::error(codes::NO_EXAMPLES, message).at(Span::new(0, 0), "").help(help));
            return;
        }
        self.check_head_modes();
        self.check_closed();
        self.check_derivable();
        self.check_body_modes();
        let space = &self.task.space;
        let only_constraints = space.is_meant && !(space.body.is_empty() && space.listed.is_empty());
        if self.task.targets().is_empty()
            && !only_constraints
            && !self.diagnostics.iter().any(|d| [codes::UNDERIVABLE, codes::NOT_SERVED].contains(&d.code))
        {
            let message =
                "there is nothing to learn: no #modeh, and the background defines every example atom";
            let help = "name the predicate to learn, such as #modeh(fly(var(animal))).";
            let span = self.task.examples[0].span;
            self.diagnostics.push(Diagnostic::error(codes::NO_TARGET, message).at(span, "").help(help));
        }
    }

    fn check_head_modes(&mut self) {
        let mut first: FxHashMap<&Signature, (&Schema, Span)> = FxHashMap::default();
        for (schema, span) in self.task.head_modes() {
            let Some(signature) = schema.signature() else { continue };
            match first.get(signature) {
                Some((other, of_other)) if *other != schema => {
                    let message = format!("{signature} has two head modes that differ");
                    let found =
                        Diagnostic::error(codes::TARGET_MODES, message).at(span, "").at(*of_other, "");
                    self.diagnostics
                        .push(found.help("a target has one type at each place: keep one of the two"));
                }
                _ => {
                    first.insert(signature, (schema, span));
                }
            }
        }
    }

    /// A world can be closed for targets only.
    fn check_closed(&mut self) {
        let targets = self.task.targets();
        for signature in self.task.closed.iter().filter(|signature| !targets.contains(signature)) {
            let names: Vec<String> = targets.iter().map(ToString::to_string).collect();
            let message = format!("#cwa({signature}) has no effect: {signature} is not to be learned");
            let warning = Diagnostic::warning(codes::IGNORED, message);
            self.diagnostics.push(warning.help(format!("to be learned: {}", names.join(", "))));
        }
    }

    /// Every example atom must belong to a target, the background or the example's context.
    fn check_derivable(&mut self) {
        let targets = self.task.targets();
        let defined: FxHashSet<Signature> = self.task.background.defined().into_iter().collect();
        for example in &self.task.examples {
            let included = example.inclusions.groups().iter().map(|group| (true, group));
            let excluded = example.exclusions.groups().iter().map(|group| (false, group));
            for (is_included, group) in included.chain(excluded) {
                let signature = &group.signature;
                if targets.contains(signature)
                    || defined.contains(signature)
                    || task::defines(&example.context, signature)
                {
                    continue;
                }
                let mut shown = group.rows().map(|row| show_atom(signature, row, &self.task.symbols));
                let known = targets.iter().chain(&defined);
                let same_name = known.clone().find(|other| other.name == signature.name);
                let help = same_name
                    .map(|other| format!("{other} is known: is the number of arguments right?"))
                    .or_else(|| suggestion(&signature.name, known.map(|other| other.name.as_str())))
                    .unwrap_or_else(|| how_to_derive(signature));
                let verb = if is_included { "includes" } else { "excludes" };
                let message = format!(
                    "example `{}` {verb} {}, but neither the background nor any head mode can derive {signature}",
                    example.name,
                    shown.next().unwrap_or_default()
                );
                // Excluding what nothing derives is harmless.
                let found = if is_included {
                    Diagnostic::error(codes::UNDERIVABLE, message)
                } else {
                    Diagnostic::warning(codes::UNDERIVABLE, message)
                };
                self.diagnostics.push(found.at(example.span, "").help(help));
            }
        }
    }

    fn check_body_modes(&mut self) {
        let mut defined: FxHashSet<Signature> = self.task.background.defined().into_iter().collect();
        defined.extend(self.task.targets());
        for example in &self.task.examples {
            defined.extend(example.context.iter().flat_map(xfold_asp::visit::heads));
        }
        for (schema, span) in self.task.body_modes() {
            let Some(signature) = schema.signature() else { continue };
            if defined.contains(signature) {
                continue;
            }
            let same_name = defined.iter().filter(|other| other.name == signature.name).min();
            let mut names: Vec<&str> = defined.iter().map(|other| other.name.as_str()).collect();
            names.sort_unstable();
            let help = same_name
                .map(|other| format!("{other} is defined: is the number of arguments right?"))
                .or_else(|| suggestion(&signature.name, names))
                .unwrap_or_else(|| "add facts or rules for it, or remove the mode".to_string());
            let message = format!("no fact or rule defines {signature}, so this mode can never hold");
            self.diagnostics.push(Diagnostic::warning(codes::UNKNOWN_BODY, message).at(span, "").help(help));
        }
    }
}

/// What to try for a predicate of the examples that nothing derives.
fn how_to_derive(signature: &Signature) -> String {
    let places = vec!["var(type)"; signature.arity].join(",");
    let places = if places.is_empty() { places } else { format!("({places})") };
    format!("add #modeh({}{places}). to learn it, or facts or rules that derive it", signature.functor())
}

/// Whether a predicate is FastLAS's `inclusion/1` (true) or `exclusion/1` (false).
fn computed_set(signature: &Signature) -> Option<bool> {
    match (signature.name.as_str(), signature.arity, signature.negated) {
        ("inclusion", 1, false) => Some(true),
        ("exclusion", 1, false) => Some(false),
        _ => None,
    }
}
