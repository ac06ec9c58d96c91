//! The bias of a Popper task. `bias.pl` is an answer set program, and what holds in it says what rules may be made of.
//! First station of the path, task.
//!
//! A program of plain facts is read as it stands; for any other clingo tells what holds. Popper adds this program to the
//! one that writes its candidates down. A statement about these (`clause/1`, `body_literal/4` and their kin) says nothing
//! here: it is set aside, with a warning, unless it is the one constraint that is understood.

use crate::{
    codes,
    task::{background::push_statement, too_wide},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Duration;
use xfold_asp::{
    diagnostic::{Diagnostic, suggestion},
    ground_atom, parse_statements,
    span::{SourceMap, Span},
    symbols::{Atoms, Signature, Symbol, Symbols},
    syntax::{
        Aggregate, AggregateFunction, AggregateSet, BodyElement, CompareOp, Head, Literal, LiteralKind, Name,
        Rule, Sign, Statement, StatementKind, Term,
    },
    term_of, visit,
};
use xfold_solve::{Input, Limits, Query, SolveError, Solver, Which};

/// What is read of a bias.
const KNOWN: [&str; 14] = [
    "head_pred",
    "body_pred",
    "type",
    "direction",
    "constant",
    "magic_value_type",
    "max_vars",
    "max_body",
    "max_clauses",
    "max_rules",
    "enable_pi",
    "enable_recursion",
    "non_datalog",
    "allow_singletons",
];
/// What steers Popper's own search and changes no rule.
const OF_POPPER_ONLY: [&str; 5] = ["prop", "bounds", "numerical_pred", "max_literals", "custom_max_size"];

/// The time and the memory for a bias: those that people write take milliseconds.
const MOST_TIME: Duration = Duration::from_secs(5);
const MOST_MEMORY: u64 = 1 << 30;

/// What a bias says.
#[derive(Default)]
pub(super) struct Bias {
    pub(super) heads: Vec<(Signature, Span)>,
    pub(super) bodies: Vec<(Signature, Span)>,
    /// Types and directions of the arguments, by predicate.
    pub(super) types: FxHashMap<Signature, Vec<Name>>,
    pub(super) directions: FxHashMap<Signature, Vec<Name>>,
    /// Unary predicates for bodies that a rule made of `constant(c,t)`, in their order.
    pub(super) constants: Vec<Name>,
    /// Types of which a body may name any value.
    pub(super) named_types: Vec<Name>,
    /// Types of which a rule has one variable at most.
    pub(super) single_types: Vec<Name>,
    pub(super) recursion: Option<Span>,
    pub(super) invention: Option<Span>,
    pub(super) free_head: Option<bool>,
    pub(super) max_variables: Option<usize>,
    pub(super) max_body: Option<usize>,
    pub(super) max_rules: Option<usize>,
}

/// Reads the bias, which is the first file of the sources; none if something is wrong with it, which is told.
pub(super) fn read(
    sources: &SourceMap,
    solver: &dyn Solver,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Bias> {
    let (statements, errors) = parse_statements(sources, 0);
    let is_wrong = !errors.is_empty();
    diagnostics.extend(errors);
    let mut reader = Reader { diagnostics, bias: Bias::default(), told: FxHashSet::default() };
    let program = reader.set_aside(&statements);
    if is_wrong {
        return None;
    }
    let mut symbols = Symbols::default();
    match true_atoms(&program, sources, solver, &mut symbols) {
        Ok(atoms) => {
            reader.read_atoms(&program, atoms, &mut symbols);
            Some(reader.bias)
        }
        Err(mut errors) => {
            reader.diagnostics.append(&mut errors);
            None
        }
    }
}

/// An atom that holds, and where the bias says so.
struct Holding {
    name: Name,
    args: Vec<Term>,
    span: Span,
    /// It stands there as a fact.
    is_written: bool,
}

struct Reader<'a> {
    diagnostics: &'a mut Vec<Diagnostic>,
    bias: Bias,
    /// The predicates without effect of which that was told.
    told: FxHashSet<Name>,
}

impl Reader<'_> {
    /// The statements that can be evaluated. The others are told, but for output and what is understood by its form.
    fn set_aside<'s>(&mut self, statements: &'s [Statement]) -> Vec<&'s Statement> {
        let mut program = Vec::new();
        for statement in statements {
            match &statement.kind {
                StatementKind::Rule(rule) if rule.head == Head::None => match one_variable_of(rule) {
                    Some(of_type) => self.bias.single_types.push(of_type),
                    None => program.push(statement),
                },
                StatementKind::Rule(_) | StatementKind::Const(..) => program.push(statement),
                StatementKind::ShowSignature(_) | StatementKind::ShowTerm(..) | StatementKind::Defined(_) => {
                }
                _ => self.not_understood("statement", statement, None),
            }
        }
        // What only such a statement defines is not defined either.
        loop {
            let defined: FxHashSet<Signature> =
                program.iter().flat_map(|statement| visit::heads(statement)).collect();
            let is_known = |read: &Signature| defined.contains(read) || KNOWN.contains(&read.name.as_str());
            let foreign = |statement: &&Statement| {
                visit::reads(statement).into_iter().map(|(read, _)| read).find(|read| !is_known(read))
            };
            let Some(at) = program.iter().position(|statement| foreign(statement).is_some()) else {
                return program;
            };
            let statement = program.remove(at);
            let what = match &statement.kind {
                StatementKind::Rule(Rule { head: Head::None, .. }) => "constraint",
                _ => "rule",
            };
            self.not_understood(what, statement, foreign(&statement));
        }
    }

    fn not_understood(&mut self, what: &str, statement: &Statement, foreign: Option<Signature>) {
        let message = format!("this {what} of the bias is not understood and has no effect");
        let near = foreign.as_ref().and_then(|read| suggestion(&read.name, KNOWN));
        let help = near.unwrap_or_else(|| {
            "of constraints on rules only `:- clause(C), #count{V : var_type(C,V,t)} != 1.` is: one variable of type t"
                .to_string()
        });
        let reads = foreign.map_or(String::new(), |read| format!("{read} is not defined here"));
        let warning = Diagnostic::warning(codes::UNKNOWN_BIAS, message);
        self.diagnostics.push(warning.at(statement.span, reads).help(help));
    }

    /// Reads what holds: what is written as a fact in that order, then what rules add to it.
    fn read_atoms(&mut self, program: &[&Statement], atoms: Option<Atoms>, symbols: &mut Symbols) {
        let read: FxHashSet<Name> =
            program.iter().flat_map(|statement| visit::reads(statement)).map(|(read, _)| read.name).collect();
        let holding = holding(program, atoms, symbols);
        let is_constant = |name: &Name| {
            let names =
                |term: &Term| matches!(term, Term::Function(known, none) if none.is_empty() && known == name);
            holding.iter().any(|atom| atom.name == "constant" && atom.args.iter().any(names))
        };
        for atom in &holding {
            if let ("body_pred", [Term::Function(name, _), Term::Number(1)], false) =
                (atom.name.as_str(), &atom.args[..], atom.is_written)
                && is_constant(name)
            {
                self.bias.constants.push(name.clone());
            }
            if KNOWN.contains(&atom.name.as_str()) {
                self.atom(atom);
            } else if !read.contains(&atom.name) && self.told.insert(atom.name.clone()) {
                self.without_effect(&atom.name, atom.span);
            }
        }
        if let Some(unread) =
            holding.iter().find(|atom| atom.name == "constant" && !read.contains("constant"))
        {
            let message = "`constant` alone has no effect: no rule of the bias reads it";
            let help = "Popper's tasks have `body_pred(P,1) :- constant(P,_).` and `type(P,(T,)) :- constant(P,T).` beside it";
            self.diagnostics
                .push(Diagnostic::warning(codes::UNKNOWN_BIAS, message).at(unread.span, "").help(help));
        }
    }

    fn without_effect(&mut self, name: &str, span: Span) {
        if OF_POPPER_ONLY.contains(&name) {
            let message = format!("`{name}` steers Popper's own search and has no meaning here");
            self.diagnostics.push(Diagnostic::note(codes::DIRECTIVE_IGNORED, message).at(span, ""));
            return;
        }
        let help = suggestion(name, KNOWN).unwrap_or_else(|| format!("known are {}", KNOWN.join(", ")));
        let message = format!("`{name}` is not known and has no effect");
        self.diagnostics.push(Diagnostic::warning(codes::UNKNOWN_BIAS, message).at(span, "").help(help));
    }

    /// One atom of the bias.
    fn atom(&mut self, Holding { name, args, span, .. }: &Holding) {
        let span = *span;
        let understood = match (name.as_str(), &args[..]) {
            ("head_pred" | "body_pred", [Term::Function(predicate, none), Term::Number(arity)])
                if none.is_empty() && *arity >= 0 =>
            {
                let signature = Signature::new(predicate.clone(), *arity as usize);
                if let Some(error) = too_wide(&signature, span) {
                    self.diagnostics.push(error);
                    return;
                }
                let bias = &mut self.bias;
                let list = if name == "head_pred" { &mut bias.heads } else { &mut bias.bodies };
                list.push((signature, span));
                true
            }
            ("type" | "direction", [Term::Function(predicate, none), words]) if none.is_empty() => {
                let words = names(words);
                let map = if name == "type" { &mut self.bias.types } else { &mut self.bias.directions };
                let signature = words.as_ref().map(|words| Signature::new(predicate.clone(), words.len()));
                signature.zip(words).map(|(signature, words)| map.insert(signature, words)).is_some()
            }
            ("constant", [_, _]) => true,
            ("magic_value_type", [Term::Function(of_type, none)]) if none.is_empty() => {
                self.bias.named_types.push(of_type.clone());
                true
            }
            ("max_vars", args) => set(&mut self.bias.max_variables, bound(args)),
            ("max_body", args) => set(&mut self.bias.max_body, bound(args)),
            ("max_clauses" | "max_rules", args) => set(&mut self.bias.max_rules, bound(args)),
            ("enable_pi", []) => set(&mut self.bias.invention, Some(span)),
            ("enable_recursion", []) => set(&mut self.bias.recursion, Some(span)),
            ("non_datalog", []) => set(&mut self.bias.free_head, Some(true)),
            ("allow_singletons", []) => true,
            _ => false,
        };
        if !understood {
            let message = format!("`{name}` has a form that is not understood");
            let help = format!("known are {}", KNOWN.join(", "));
            self.diagnostics.push(Diagnostic::warning(codes::UNKNOWN_BIAS, message).at(span, "").help(help));
        }
    }
}

/// What holds in some stable model of the program, by clingo; none if the program is nothing but plain facts.
fn true_atoms(
    program: &[&Statement],
    sources: &SourceMap,
    solver: &dyn Solver,
    symbols: &mut Symbols,
) -> Result<Option<Atoms>, Vec<Diagnostic>> {
    if program.iter().all(|statement| plain_fact(statement, symbols).is_some()) {
        return Ok(None);
    }
    let mut input = Input::new();
    program.iter().for_each(|statement| push_statement(&mut input, sources, statement));
    let limits = Limits::none().with_time(MOST_TIME).with_memory(MOST_MEMORY);
    // What may hold, may be used: Popper, too, takes any stable model.
    let query = Query { which: Which::Brave, ..Query::default() };
    let solved = solver.ground(&input, &limits).and_then(|mut ground| ground.solve(&query, symbols, &limits));
    let whole = sources.files().first().map_or(Span::default(), super::prolog::start_of);
    match solved {
        Ok(answer) => match answer.models.into_iter().next() {
            Some(model) => Ok(Some(model.atoms)),
            None => {
                let message = "the bias has no stable model, so it allows no rules at all";
                Err(vec![
                    Diagnostic::error(codes::NO_MODEL, message).at(whole, "").help("is a constraint wrong?"),
                ])
            }
        },
        Err(SolveError::Rejected(errors)) => Err(errors),
        Err(SolveError::Limit(limit)) => {
            let message = format!("the bias could not be solved: stopped by the {limit}");
            let help = "does a rule of it make new terms without end?";
            Err(vec![Diagnostic::error(codes::LIMIT, message).at(whole, "").help(help)])
        }
        Err(SolveError::Failed(reason)) => Err(vec![Diagnostic::error(codes::SOLVER, reason).at(whole, "")]),
    }
}

/// The atoms that hold with their places: facts as they are written, then what rules derive. Without `atoms` the facts
/// are all there is.
fn holding(program: &[&Statement], atoms: Option<Atoms>, symbols: &mut Symbols) -> Vec<Holding> {
    let mut holding = Vec::new();
    let mut seen: FxHashSet<(Signature, Vec<Symbol>)> = FxHashSet::default();
    let holds: Option<FxHashSet<(&Signature, &[Symbol])>> =
        atoms.as_ref().map(|atoms| atoms.iter().collect());
    let shown = |args: &[Symbol], symbols: &Symbols| args.iter().map(|&arg| term_of(arg, symbols)).collect();
    let mut others: Vec<&Statement> = Vec::new();
    for statement in program {
        let fact = plain_fact(statement, symbols);
        match fact.filter(|(name, args)| holds.as_ref().is_none_or(|holds| holds.contains(&(name, args)))) {
            Some((signature, args)) => {
                let (name, args_shown) = (signature.name.clone(), shown(&args, symbols));
                holding.push(Holding { name, args: args_shown, span: statement.span, is_written: true });
                seen.insert((signature, args));
            }
            None => others.push(statement),
        }
    }
    for (signature, args) in atoms.iter().flat_map(Atoms::iter) {
        if seen.contains(&(signature.clone(), args.to_vec())) {
            continue;
        }
        let derives = |statement: &&&Statement| visit::heads(statement).contains(signature);
        let span = others.iter().find(derives).map_or(Span::default(), |statement| statement.span);
        let args = shown(args, symbols);
        holding.push(Holding { name: signature.name.clone(), args, span, is_written: false });
    }
    holding
}

/// The atom of a ground fact.
fn plain_fact(statement: &Statement, symbols: &mut Symbols) -> Option<(Signature, Vec<Symbol>)> {
    match &statement.kind {
        StatementKind::Rule(Rule { head: Head::Atom(atom), body, .. }) if body.is_empty() => {
            ground_atom(atom, symbols)
        }
        _ => None,
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

fn bound(args: &[Term]) -> Option<usize> {
    match args {
        [Term::Number(most)] => usize::try_from(*most).ok(),
        _ => None,
    }
}

/// The words of a tuple, or of a single one.
fn names(term: &Term) -> Option<Vec<Name>> {
    let word = |term: &Term| match term {
        Term::Function(name, args) if args.is_empty() => Some(name.clone()),
        // `'t'` is a name with quotes in clingo.
        Term::Text(name) => Some(name.clone()),
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
    let [Term::Variable(counted)] = &terms[..] else { return None };
    let mut of_type = None;
    for literal in condition {
        let (Sign::None, LiteralKind::Atom(atom)) = (literal.sign, &literal.kind) else { return None };
        match (atom.name.as_str(), &atom.args[..]) {
            ("var_type", [_, Term::Variable(variable), Term::Function(known, none)])
                if none.is_empty() && variable == counted && of_type.is_none() =>
            {
                of_type = Some(known.clone());
            }
            // Each variable of a rule is one.
            ("clause_var", [_, Term::Variable(variable)]) if variable == counted => {}
            _ => return None,
        }
    }
    of_type.filter(|_| allows_one)
}
