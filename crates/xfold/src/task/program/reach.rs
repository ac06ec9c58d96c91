//! What given rules ask of a background that is a program, when they start from the examples: finitely many facts. With
//! them the task is one like others, and clingo can check the rules.
//!
//! Rules are followed from the heads down. A call of a target knows what the example knows at its input places; a literal is
//! asked once what it needs is known. What is asked may be more than what the rules need, never less: comparisons and
//! negated literals hold nothing back here. So a target atom of an example follows from rules and facts just where it
//! follows from rules and program.

use super::{Answers, PrologProgram};
use crate::{
    codes,
    error::{Error, Result},
    task::{PlaceKind, Schema, Task},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::{borrow::Cow, sync::Arc};
use xfold_asp::{
    diagnostic::Diagnostic,
    ground_term,
    symbols::{Atoms, Signature, Symbol, SymbolKind, show_atom},
    syntax::{
        Atom, BodyElement, CompareOp, Head, LiteralKind, Name, Rule, Sign, Statement, StatementKind, Term,
    },
};
use xfold_solve::Limits;

/// The most calls of targets and other predicates that rules define.
const MOST_CALLS: usize = 100_000;
/// The most facts.
const MOST_FACTS: usize = 2_000_000;
/// Steps of the background for one unit of work.
const STEPS_PER_UNIT: u64 = 20;

/// The task with the facts of its program that these rules can ask for in place of the program.
pub(crate) fn reached<'t>(task: &'t Task, rules: &[Statement], limits: &Limits) -> Result<Cow<'t, Task>> {
    let Some(program) = &task.background.program else { return Ok(Cow::Borrowed(task)) };
    let mut reach = Reach::new(task, program, rules, limits);
    reach.start();
    reach.follow()?;
    let notes = reach.answers.failed().into_iter().map(|failed| {
        let message = format!(
            "the call {} did not end within its bound: what it did not find until then counts as false",
            failed.call
        );
        let help =
            "does its recursion end for such values? A `direction` keeps calls to what they are meant for";
        Diagnostic::warning(codes::ENDLESS_CALL, message).help(help)
    });
    let notes: Vec<Diagnostic> = task.notes.iter().cloned().chain(notes).collect();
    let mut facts = Atoms::clone(&task.background.facts);
    for (signature, args) in reach.answers.atoms() {
        facts.push(signature, &args);
    }
    let mut listed = Task { symbols: reach.answers.symbols, notes, other_dialect: true, ..task.clone() };
    listed.background.facts = Arc::new(distinct(&facts));
    listed.background.program = None;
    Ok(Cow::Owned(listed))
}

/// The same atoms, each once.
pub(super) fn distinct(atoms: &Atoms) -> Atoms {
    let mut seen: FxHashSet<(&Signature, &[Symbol])> = FxHashSet::default();
    let mut distinct = Atoms::default();
    for (signature, args) in atoms.iter() {
        if seen.insert((signature, args)) {
            distinct.push(signature, args);
        }
    }
    distinct
}

/// What the variables of a rule stand for.
type Bindings = FxHashMap<Name, Symbol>;

/// A call of a predicate that rules define: its input places.
type Call = (Signature, Vec<Symbol>);

struct Reach<'a> {
    task: &'a Task,
    program: &'a PrologProgram,
    rules: Vec<&'a Rule>,
    limits: &'a Limits,
    answers: Answers<'a>,
    /// The input places of predicates that rules define.
    inputs: FxHashMap<Signature, Vec<usize>>,
    /// The places of background predicates that have to be known, where the task says which.
    needs: FxHashMap<Signature, Vec<usize>>,
    calls: Vec<Call>,
    numbers: FxHashMap<Call, usize>,
    /// For each call the atoms that follow.
    found: Vec<Vec<Vec<Symbol>>>,
    seen: Vec<FxHashSet<Vec<Symbol>>>,
}

impl<'a> Reach<'a> {
    fn new(task: &'a Task, program: &'a PrologProgram, rules: &'a [Statement], limits: &'a Limits) -> Self {
        let rules: Vec<&Rule> = rules
            .iter()
            .filter_map(|statement| match &statement.kind {
                StatementKind::Rule(rule) => Some(rule),
                _ => None,
            })
            .collect();
        let mut inputs: FxHashMap<Signature, Vec<usize>> = FxHashMap::default();
        for head in rules.iter().filter_map(|rule| head(rule)) {
            inputs.insert(head.signature(), (0..head.args.len()).collect());
        }
        for target in task.targets() {
            let is_input = |place: &usize| !task.shape.outputs.contains(place);
            inputs.insert(target.clone(), (0..target.arity).filter(is_input).collect());
        }
        let mut needs = FxHashMap::default();
        for (schema, _) in task.body_modes() {
            let Schema::Atom { signature, places, .. } = schema else { continue };
            let bound = places.iter().enumerate().filter(|(_, place)| place.kind == PlaceKind::Bound);
            let bound: Vec<usize> = bound.map(|(number, _)| number).collect();
            if !bound.is_empty() || task.shape.has_directions {
                needs.insert(signature.clone(), bound);
            }
        }
        let answers = Answers::new(program, task.symbols.clone());
        let (numbers, found, seen) = (FxHashMap::default(), Vec::new(), Vec::new());
        Self { task, program, rules, limits, answers, inputs, needs, calls: Vec::new(), numbers, found, seen }
    }

    /// The calls that the examples make.
    fn start(&mut self) {
        let task = self.task;
        for example in task.examples.iter().chain(&task.predictions) {
            for (signature, args) in example.inclusions.iter().chain(example.exclusions.iter()) {
                match self.inputs.get(signature) {
                    Some(inputs) => {
                        let known = inputs.iter().map(|place| args[*place]).collect();
                        self.number((signature.clone(), known));
                    }
                    None => self.ask(signature, &args.iter().copied().map(Some).collect::<Vec<_>>()),
                }
            }
        }
        // What no example calls is asked for where it stands: constraints, and rules without inputs.
        let rules = self.rules.clone();
        for rule in rules.iter().filter(|rule| head(rule).is_none()) {
            let mut ends = Vec::new();
            self.body(rule, &Bindings::default(), &mut vec![false; rule.body.len()], &mut ends);
        }
    }

    /// Follows all calls until nothing new is found. Those made last come first: they are what others wait for.
    fn follow(&mut self) -> Result<()> {
        loop {
            let before = self.size();
            let mut number = self.calls.len();
            while number > 0 {
                number -= 1;
                let n_calls = self.calls.len();
                self.call(number);
                self.check()?;
                if self.calls.len() > n_calls {
                    number = self.calls.len();
                }
            }
            if self.size() == before {
                return Ok(());
            }
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.calls.len(), self.found.iter().map(Vec::len).sum())
    }

    fn check(&mut self) -> Result<()> {
        self.limits.spend(1 + self.answers.take_steps() / STEPS_PER_UNIT);
        if let Some(limit) = self.limits.reached_outside() {
            return Err(Error::Limit(limit));
        }
        if self.calls.len() <= MOST_CALLS && self.found.iter().map(Vec::len).sum::<usize>() <= MOST_FACTS {
            return Ok(());
        }
        let (signature, known) = self.calls.last().expect("there are too many");
        let mut symbols = self.answers.symbols.clone();
        let hole = symbols.constant("_");
        let mut args = vec![hole; signature.arity];
        for (place, value) in self.inputs[signature].iter().zip(known) {
            args[*place] = *value;
        }
        let call = show_atom(signature, &args, &symbols);
        let message =
            format!("the rules reach more than {MOST_CALLS} calls from the examples, such as {call}");
        let help = "does their recursion end? It has to come to smaller terms";
        Err(Diagnostic::error(codes::TOO_MANY_TERMS, message).help(help).into())
    }

    /// The number of a call, new or known.
    fn number(&mut self, call: Call) -> usize {
        if let Some(&number) = self.numbers.get(&call) {
            return number;
        }
        self.numbers.insert(call.clone(), self.calls.len());
        self.calls.push(call);
        self.found.push(Vec::new());
        self.seen.push(FxHashSet::default());
        self.calls.len() - 1
    }

    /// Follows the rules of one call, with what is found for other calls by now.
    fn call(&mut self, number: usize) {
        let (signature, known) = self.calls[number].clone();
        let rules = self.rules.clone();
        for rule in rules {
            let Some(head) = head(rule).filter(|head| head.signature() == signature) else { continue };
            let mut bindings = Bindings::default();
            let inputs = self.inputs[&signature].clone();
            let fits = inputs
                .iter()
                .zip(&known)
                .all(|(place, value)| self.matches(&head.args[*place], *value, &mut bindings));
            if !fits {
                continue;
            }
            let mut ends = Vec::new();
            self.body(rule, &bindings, &mut vec![false; rule.body.len()], &mut ends);
            for end in ends {
                let row: Option<Vec<Symbol>> = head.args.iter().map(|arg| self.value(arg, &end)).collect();
                if let Some(row) = row
                    && self.seen[number].insert(row.clone())
                {
                    self.found[number].push(row);
                }
            }
        }
    }

    /// Follows the literals of a body that are not done, each once it is ready; collects what the variables stand for in
    /// the end.
    fn body(&mut self, rule: &Rule, bindings: &Bindings, done: &mut Vec<bool>, ends: &mut Vec<Bindings>) {
        let Some(next) = self.next(rule, bindings, done) else {
            ends.push(bindings.clone());
            return;
        };
        done[next] = true;
        for bindings in self.literal(&rule.body[next], bindings) {
            self.body(rule, &bindings, done, ends);
        }
        done[next] = false;
    }

    /// The literal to follow next: the first one that is ready, else the first positive atom.
    fn next(&mut self, rule: &Rule, bindings: &Bindings, done: &[bool]) -> Option<usize> {
        let open: Vec<usize> = (0..rule.body.len()).filter(|place| !done[*place]).collect();
        let is_ready = |reach: &mut Self, place: &usize| match &rule.body[*place] {
            BodyElement::Literal(literal) => match &literal.kind {
                LiteralKind::Atom(atom) if literal.sign == Sign::None => reach.is_ready(atom, bindings),
                LiteralKind::Atom(atom) => atom.args.iter().all(|arg| reach.value(arg, bindings).is_some()),
                LiteralKind::Compare(left, rest) => {
                    let mut values = std::iter::once(left).chain(rest.iter().map(|(_, term)| term));
                    values.any(|term| reach.value(term, bindings).is_some() || matches!(term, Term::Pool(_)))
                }
                LiteralKind::Truth(_) => true,
            },
            _ => false,
        };
        let ready = open.iter().find(|place| is_ready(self, place)).copied();
        let is_atom = |place: &&usize| match &rule.body[**place] {
            BodyElement::Literal(literal) => {
                literal.sign == Sign::None && matches!(literal.kind, LiteralKind::Atom(_))
            }
            _ => false,
        };
        ready.or_else(|| open.iter().find(is_atom).copied())
    }

    fn is_ready(&mut self, atom: &Atom, bindings: &Bindings) -> bool {
        let signature = atom.signature();
        let needs = self.inputs.get(&signature).or_else(|| self.needs.get(&signature)).cloned();
        let mut known = |place: usize| self.value(&atom.args[place], bindings).is_some();
        match needs {
            Some(needs) => needs.into_iter().all(&mut known),
            None => atom.args.is_empty() || (0..atom.args.len()).any(&mut known),
        }
    }

    /// The ways to go on behind a literal.
    fn literal(&mut self, element: &BodyElement, bindings: &Bindings) -> Vec<Bindings> {
        let BodyElement::Literal(literal) = element else { return vec![bindings.clone()] };
        match &literal.kind {
            LiteralKind::Atom(atom) => {
                let rows = self.rows(atom, bindings);
                if literal.sign != Sign::None {
                    return vec![bindings.clone()];
                }
                let fit = |row: &Vec<Symbol>| {
                    let mut extended = bindings.clone();
                    let mut places = atom.args.iter().zip(row);
                    places.all(|(arg, value)| self.matches(arg, *value, &mut extended)).then_some(extended)
                };
                rows.iter().filter_map(fit).collect()
            }
            LiteralKind::Compare(left, rest) => match &rest[..] {
                [(CompareOp::Equal, right)] if literal.sign == Sign::None => {
                    self.equal(left, right, bindings)
                }
                _ => vec![bindings.clone()],
            },
            LiteralKind::Truth(_) => vec![bindings.clone()],
        }
    }

    /// `left = right`: what one side gives to the variables of the other.
    fn equal(&mut self, left: &Term, right: &Term, bindings: &Bindings) -> Vec<Bindings> {
        let (from, to) = match (self.value(left, bindings), self.value(right, bindings)) {
            (Some(_), Some(_)) => return vec![bindings.clone()],
            (Some(value), None) => (vec![value], right),
            (None, Some(value)) => (vec![value], left),
            (None, None) => match (left, right) {
                (to, Term::Pool(terms)) | (Term::Pool(terms), to) => {
                    (terms.iter().filter_map(|term| self.value(term, bindings)).collect(), to)
                }
                _ => return vec![bindings.clone()],
            },
        };
        let fit = |value: Symbol| {
            let mut extended = bindings.clone();
            self.matches(to, value, &mut extended).then_some(extended)
        };
        from.into_iter().filter_map(fit).collect()
    }

    /// The atoms that fit a literal: of a call of what rules define, or of the background.
    fn rows(&mut self, atom: &Atom, bindings: &Bindings) -> Vec<Vec<Symbol>> {
        let signature = atom.signature();
        let args: Vec<Option<Symbol>> = atom.args.iter().map(|arg| self.value(arg, bindings)).collect();
        let Some(inputs) = self.inputs.get(&signature) else { return self.background(&signature, &args) };
        match inputs.iter().map(|place| args[*place]).collect::<Option<Vec<Symbol>>>() {
            Some(known) => {
                let number = self.number((signature, known));
                self.found[number].clone()
            }
            None => Vec::new(),
        }
    }

    /// Asks the background, for its facts alone.
    fn ask(&mut self, signature: &Signature, args: &[Option<Symbol>]) {
        self.background(signature, args);
    }

    fn background(&mut self, signature: &Signature, args: &[Option<Symbol>]) -> Vec<Vec<Symbol>> {
        let Some(predicate) = self.program.find(signature) else {
            let group = self.task.background.facts.group(signature);
            let fits = |row: &&[Symbol]| {
                args.iter().zip(row.iter()).all(|(arg, value)| arg.is_none_or(|arg| arg == *value))
            };
            return group
                .into_iter()
                .flat_map(|group| group.rows())
                .filter(fits)
                .map(<[Symbol]>::to_vec)
                .collect();
        };
        let mask =
            (0..args.len()).filter(|place| args[*place].is_some()).fold(0, |mask, place| mask | 1 << place);
        let key: Vec<u32> =
            [predicate as u32, mask].into_iter().chain(args.iter().flatten().map(|value| value.0)).collect();
        let range = self.answers.call(&key);
        let n_unknown = args.iter().filter(|arg| arg.is_none()).count().max(1);
        let row = |answer: &[u32]| {
            let mut unknown = answer.iter();
            let value = |arg: &Option<Symbol>| {
                arg.unwrap_or_else(|| {
                    Symbol(*unknown.next().expect("there is a value for each unknown place"))
                })
            };
            args.iter().map(value).collect()
        };
        self.answers.values(range).chunks(n_unknown).map(row).collect()
    }

    /// The term that a term stands for, if all its variables are known.
    fn value(&mut self, term: &Term, bindings: &Bindings) -> Option<Symbol> {
        match term {
            Term::Variable(name) => bindings.get(name).copied(),
            Term::Function(name, args) => {
                let args =
                    args.iter().map(|arg| self.value(arg, bindings)).collect::<Option<Box<[Symbol]>>>()?;
                let kind = SymbolKind::Function { negated: false, name: name.clone(), args };
                Some(self.answers.symbols.intern(kind))
            }
            Term::Binary(op, sides) => {
                let symbols = &mut self.answers.symbols;
                let side = |term: &Term| match term {
                    Term::Variable(name) => bindings.get(name).map(|it| xfold_asp::term_of(*it, symbols)),
                    Term::Number(number) => Some(Term::Number(*number)),
                    _ => None,
                };
                let sides = Box::new((side(&sides.0)?, side(&sides.1)?));
                ground_term(&Term::Binary(*op, sides), symbols)
            }
            Term::Anonymous => None,
            _ if xfold_asp::is_ground(term) => ground_term(term, &mut self.answers.symbols),
            _ => None,
        }
    }

    /// Whether a term can stand for a value; its variables are bound so that it does.
    fn matches(&mut self, term: &Term, value: Symbol, bindings: &mut Bindings) -> bool {
        match term {
            Term::Anonymous => true,
            Term::Variable(name) => *bindings.entry(name.clone()).or_insert(value) == value,
            Term::Function(name, args) if !args.is_empty() => {
                let kind = self.answers.symbols.kind(value).into_owned();
                let SymbolKind::Function { negated: false, name: other, args: values } = kind else {
                    return false;
                };
                *name == other
                    && args.len() == values.len()
                    && args.iter().zip(values.iter()).all(|(arg, value)| self.matches(arg, *value, bindings))
            }
            term => self.value(term, bindings).is_none_or(|known| known == value),
        }
    }
}

/// The atom that a rule derives.
fn head(rule: &Rule) -> Option<&Atom> {
    match &rule.head {
        Head::Atom(atom) => Some(atom),
        _ => None,
    }
}
