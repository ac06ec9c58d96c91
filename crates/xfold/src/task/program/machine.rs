//! Runs one call as Prolog does: clauses from the top, goals from the left, back to the last choice when one fails.
//!
//! There is no input or output and nothing that changes the program. Steps are counted, and a call ends with
//! [`Stop`] when they are too many. That an error ends a call, as Prolog's exceptions do, is told in the same way.

use super::{CONS, Clause, Goal, NIL, Pattern, Predicate, PrologProgram};
use std::rc::Rc;
use xfold_asp::{
    symbols::{AtomGroup, Signature, Symbol, SymbolKind, Symbols},
    syntax::Name,
};

/// How deep conditions and negations may be nested when they are run.
const MOST_NESTED: usize = 100;

/// How deep a term may be that has variables when it is made.
const MOST_DEEP: usize = 2000;

/// Why a call ended before all its answers were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It took too many steps, or too many answers.
    Steps,
    /// An error, as Prolog's exceptions are: a number was expected, or a value.
    Error,
}

/// A term while a call runs.
#[derive(Debug, Clone)]
pub(super) enum Value {
    /// A term without variables.
    Ground(Symbol),
    /// A variable, by number.
    Variable(u32),
    /// A function term that had variables when it was made.
    Compound(Name, Rc<[Value]>),
}

/// What is left to be done, first things first.
type Rest<'p> = Option<Rc<Frame<'p>>>;

pub(super) struct Frame<'p> {
    goal: Job<'p>,
    next: Rest<'p>,
}

enum Job<'p> {
    /// A goal of a clause: where the clause's variables begin, and which choices `!` leaves.
    Goal(&'p Goal, u32, usize),
    /// A predicate with arguments, from `call`.
    Call(usize, Rc<[Value]>),
}

/// A place to go back to.
struct Choice<'p> {
    n_trail: usize,
    n_variables: usize,
    retry: Retry<'p>,
}

enum Retry<'p> {
    /// The clauses of a predicate from this one on.
    Clauses(usize, usize, Rc<[Value]>, Rest<'p>),
    /// The facts of a predicate: those rows, from this one on.
    Facts(&'p AtomGroup, Rows<'p>, usize, Rc<[Value]>, Rest<'p>),
    /// Another way to go on.
    Goal(Rest<'p>),
}

/// Rows of facts: all, or some by number.
#[derive(Clone, Copy)]
enum Rows<'p> {
    All(usize),
    Some(&'p [usize]),
}

impl Rows<'_> {
    fn get(&self, place: usize) -> Option<usize> {
        match self {
            Rows::All(n) => (place < *n).then_some(place),
            Rows::Some(rows) => rows.get(place).copied(),
        }
    }
}

/// The state of one call.
pub(super) struct Machine<'p, 's> {
    pub(super) program: &'p PrologProgram,
    pub(super) symbols: &'s mut Symbols,
    bindings: Vec<Option<Value>>,
    trail: Vec<u32>,
    choices: Vec<Choice<'p>>,
    steps_left: u64,
    depth: usize,
}

impl<'p, 's> Machine<'p, 's> {
    pub(super) fn new(program: &'p PrologProgram, symbols: &'s mut Symbols, steps: u64) -> Self {
        let (bindings, trail, choices) = (Vec::new(), Vec::new(), Vec::new());
        Self { program, symbols, bindings, trail, choices, steps_left: steps, depth: 0 }
    }

    pub(super) fn steps_left(&self) -> u64 {
        self.steps_left
    }

    /// The answers to a call in which some arguments are known: for each the arguments, in order of discovery, and why there
    /// may be more. What is still unknown in an answer is an error. Where nothing is unknown, one answer says all.
    pub(super) fn answers(
        &mut self,
        predicate: usize,
        args: &[Option<Symbol>],
        most: usize,
    ) -> (Vec<Vec<Symbol>>, Option<Stop>) {
        let most = if args.iter().all(Option::is_some) { 1 } else { most };
        let args: Rc<[Value]> = args
            .iter()
            .map(|arg| match arg {
                Some(symbol) => Value::Ground(*symbol),
                None => self.fresh(),
            })
            .collect();
        let job = Job::Call(predicate, Rc::clone(&args));
        let mut found = Vec::new();
        let mut has_more = self.run(Some(Rc::new(Frame { goal: job, next: None })), 0);
        loop {
            match has_more {
                Ok(false) => return (found, None),
                Err(stop) => return (found, Some(stop)),
                Ok(true) => {}
            }
            match args.iter().map(|arg| self.ground(arg)).collect::<Option<Vec<Symbol>>>() {
                Some(row) => found.push(row),
                None => return (found, Some(Stop::Error)),
            }
            if found.len() == most {
                return (found, (most > 1).then_some(Stop::Steps));
            }
            has_more = self.again(0);
        }
    }

    pub(super) fn fresh(&mut self) -> Value {
        self.bindings.push(None);
        Value::Variable(self.bindings.len() as u32 - 1)
    }

    /// Runs until nothing is left to be done, or until every choice above the floor is used up.
    fn run(&mut self, start: Rest<'p>, floor: usize) -> Result<bool, Stop> {
        let mut rest = start;
        while let Some(frame) = rest {
            self.steps_left = self.steps_left.checked_sub(1).ok_or(Stop::Steps)?;
            rest = match self.step(&frame)? {
                Some(rest) => rest,
                None => match self.back(floor)? {
                    Some(rest) => rest,
                    None => return Ok(false),
                },
            };
        }
        Ok(true)
    }

    /// Looks for the next solution of what was run on this floor.
    fn again(&mut self, floor: usize) -> Result<bool, Stop> {
        match self.back(floor)? {
            Some(rest) => self.run(rest, floor),
            None => Ok(false),
        }
    }

    /// Goes back to the last choice above the floor.
    fn back(&mut self, floor: usize) -> Result<Option<Rest<'p>>, Stop> {
        while self.choices.len() > floor {
            let Some(choice) = self.choices.pop() else { break };
            self.undo(choice.n_trail, choice.n_variables);
            self.steps_left = self.steps_left.checked_sub(1).ok_or(Stop::Steps)?;
            let rest = match choice.retry {
                Retry::Goal(rest) => Some(rest),
                Retry::Clauses(predicate, next, args, rest) => self.clauses(predicate, next, args, rest),
                Retry::Facts(group, rows, next, args, rest) => self.facts(group, rows, next, args, rest),
            };
            if rest.is_some() {
                return Ok(rest);
            }
        }
        Ok(None)
    }

    fn undo(&mut self, n_trail: usize, n_variables: usize) {
        while self.trail.len() > n_trail {
            if let Some(variable) = self.trail.pop() {
                self.bindings[variable as usize] = None;
            }
        }
        self.bindings.truncate(n_variables);
    }

    fn choose(&mut self, retry: Retry<'p>) {
        let (n_trail, n_variables) = (self.trail.len(), self.bindings.len());
        self.choices.push(Choice { n_trail, n_variables, retry });
    }

    /// Does one job. Returns what is left then; none if it fails.
    fn step(&mut self, frame: &Rc<Frame<'p>>) -> Result<Option<Rest<'p>>, Stop> {
        let next = frame.next.clone();
        let (goal, base, cut) = match &frame.goal {
            Job::Goal(goal, base, cut) => (*goal, *base, *cut),
            Job::Call(predicate, args) => return Ok(self.call(*predicate, Rc::clone(args), next)),
        };
        let then = |goal: &'p Goal, next: Rest<'p>| -> Rest<'p> {
            Some(Rc::new(Frame { goal: Job::Goal(goal, base, cut), next }))
        };
        Ok(match goal {
            Goal::True => Some(next),
            Goal::Fail => None,
            Goal::Cut => {
                self.choices.truncate(cut);
                Some(next)
            }
            Goal::Both(both) => Some(then(&both.0, then(&both.1, next))),
            Goal::Either(sides) => {
                self.choose(Retry::Goal(then(&sides.1, next.clone())));
                Some(then(&sides.0, next))
            }
            Goal::IfThenElse(parts) => {
                if self.once(&parts.0, base, true)? {
                    Some(then(&parts.1, next))
                } else {
                    Some(then(&parts.2, next))
                }
            }
            Goal::Not(inner) => (!self.once(inner, base, false)?).then_some(next),
            Goal::FindAll(parts) => {
                let found = self.all(&parts.0, &parts.1, base)?;
                let list = self.list(found);
                self.unify_pattern(&parts.2, base, &list).then_some(next)
            }
            Goal::Call(predicate, args) => {
                let args: Rc<[Value]> = args.iter().map(|arg| self.value(arg, base)).collect();
                self.call(*predicate, args, next)
            }
            Goal::BuiltIn(built_in, args) => {
                let args: Vec<Value> = args.iter().map(|arg| self.value(arg, base)).collect();
                self.built_in(*built_in, &args)?.then_some(next)
            }
            Goal::Meta(args) => {
                let args: Vec<Value> = args.iter().map(|arg| self.value(arg, base)).collect();
                let (name, args) = self.called(&args)?;
                let signature = Signature::new(name, args.len());
                let predicate = self.program.find(&signature).ok_or(Stop::Error)?;
                self.call(predicate, args.into(), next)
            }
        })
    }

    /// The name and all arguments of `call(G, …)`.
    fn called(&mut self, args: &[Value]) -> Result<(Name, Vec<Value>), Stop> {
        let (name, mut all) = self.functor(&args[0]).ok_or(Stop::Error)?;
        all.extend_from_slice(&args[1..]);
        Ok((name, all))
    }

    /// Whether a goal has a solution. With `keep`, its first one holds from then on.
    fn once(&mut self, goal: &'p Goal, base: u32, keep: bool) -> Result<bool, Stop> {
        let (n_trail, n_variables) = (self.trail.len(), self.bindings.len());
        let floor = self.choices.len();
        let holds = self.nested(goal, base, floor)?;
        self.choices.truncate(floor);
        if !keep || !holds {
            self.undo(n_trail, n_variables);
        }
        Ok(holds)
    }

    fn nested(&mut self, goal: &'p Goal, base: u32, floor: usize) -> Result<bool, Stop> {
        if self.depth == MOST_NESTED {
            return Err(Stop::Steps);
        }
        self.depth += 1;
        let frame = Frame { goal: Job::Goal(goal, base, floor), next: None };
        let holds = self.run(Some(Rc::new(frame)), floor);
        self.depth -= 1;
        holds
    }

    /// A term for each solution of a goal.
    fn all(&mut self, term: &Pattern, goal: &'p Goal, base: u32) -> Result<Vec<Value>, Stop> {
        let (n_trail, n_variables) = (self.trail.len(), self.bindings.len());
        let floor = self.choices.len();
        let mut found = Vec::new();
        let mut has_more = self.nested(goal, base, floor)?;
        while has_more {
            let value = self.value(term, base);
            found.push(Value::Ground(self.ground(&value).ok_or(Stop::Error)?));
            has_more = self.again(floor)?;
        }
        self.choices.truncate(floor);
        self.undo(n_trail, n_variables);
        Ok(found)
    }

    /// Calls a predicate. It has clauses or facts, never both.
    fn call(&mut self, predicate: usize, args: Rc<[Value]>, next: Rest<'p>) -> Option<Rest<'p>> {
        let program = self.program;
        let Predicate { signature, clauses } = program.predicate(predicate);
        let Some(group) = program.facts.group(signature).filter(|_| clauses.is_empty()) else {
            return self.clauses(predicate, 0, args, next);
        };
        let first = args.first().map(|arg| self.resolve(arg.clone()));
        let rows = match (first, program.by_first.get(signature)) {
            (Some(Value::Ground(symbol)), Some(index)) => {
                Rows::Some(index.get(&symbol).map_or(&[][..], |rows| &rows[..]))
            }
            _ => Rows::All(group.len),
        };
        self.facts(group, rows, 0, args, next)
    }

    /// Goes on with the first clause from `from` on whose head fits; a choice is left only where another one may.
    fn clauses(
        &mut self,
        predicate: usize,
        from: usize,
        args: Rc<[Value]>,
        next: Rest<'p>,
    ) -> Option<Rest<'p>> {
        let clauses = &self.program.predicate(predicate).clauses;
        let cut = self.choices.len();
        let first = args.first().map(|arg| self.resolve(arg.clone()));
        let fits = |machine: &Self, clause: &Clause| match (&first, clause.head.first()) {
            (Some(value), Some(pattern)) => machine.may_fit(pattern, value),
            _ => true,
        };
        let mut place = (from..clauses.len()).find(|&place| fits(self, &clauses[place]))?;
        loop {
            let other = (place + 1..clauses.len()).find(|&place| fits(self, &clauses[place]));
            let (n_trail, n_variables) = (self.trail.len(), self.bindings.len());
            let clause = &clauses[place];
            let base = n_variables as u32;
            self.bindings.resize(n_variables + clause.n_variables, None);
            if clause.head.iter().zip(args.iter()).all(|(head, arg)| self.unify_pattern(head, base, arg)) {
                if let Some(other) = other {
                    let retry = Retry::Clauses(predicate, other, args, next.clone());
                    self.choices.push(Choice { n_trail, n_variables, retry });
                }
                return Some(Some(Rc::new(Frame { goal: Job::Goal(&clause.body, base, cut), next })));
            }
            self.undo(n_trail, n_variables);
            place = other?;
        }
    }

    fn facts(
        &mut self,
        group: &'p AtomGroup,
        rows: Rows<'p>,
        from: usize,
        args: Rc<[Value]>,
        next: Rest<'p>,
    ) -> Option<Rest<'p>> {
        let mut place = from;
        while let Some(number) = rows.get(place) {
            let (n_trail, n_variables) = (self.trail.len(), self.bindings.len());
            let arity = group.signature.arity;
            let row = &group.args[number * arity..(number + 1) * arity];
            if args.iter().zip(row).all(|(arg, value)| self.unify(arg.clone(), Value::Ground(*value))) {
                if rows.get(place + 1).is_some() {
                    let retry = Retry::Facts(group, rows, place + 1, args, next.clone());
                    self.choices.push(Choice { n_trail, n_variables, retry });
                }
                return Some(next);
            }
            self.undo(n_trail, n_variables);
            place += 1;
        }
        None
    }

    /// Whether a head's first argument may fit a value: a quick look at what stands outermost.
    fn may_fit(&self, pattern: &Pattern, value: &Value) -> bool {
        match (pattern, value) {
            (Pattern::Variable(_), _) | (_, Value::Variable(_)) => true,
            (Pattern::Ground(one), Value::Ground(other)) => one == other,
            (Pattern::Ground(one), Value::Compound(name, args)) => self.has_functor(*one, name, args.len()),
            (Pattern::Compound(name, args), Value::Ground(other)) => {
                self.has_functor(*other, name, args.len())
            }
            (Pattern::Compound(name, args), Value::Compound(other, others)) => {
                name == other && args.len() == others.len()
            }
        }
    }

    fn has_functor(&self, symbol: Symbol, name: &str, arity: usize) -> bool {
        match &*self.symbols.kind(symbol) {
            SymbolKind::Function { negated: false, name: other, args } => {
                other == name && args.len() == arity
            }
            _ => false,
        }
    }

    /// The value of a clause's term.
    pub(super) fn value(&mut self, pattern: &Pattern, base: u32) -> Value {
        match pattern {
            Pattern::Variable(variable) => self.resolve(Value::Variable(base + variable)),
            Pattern::Ground(symbol) => Value::Ground(*symbol),
            Pattern::Compound(name, args) => {
                let args: Vec<Value> = args.iter().map(|arg| self.value(arg, base)).collect();
                self.compound(name.clone(), args)
            }
        }
    }

    /// A function term; if nothing in it is a variable, a ground one.
    pub(super) fn compound(&mut self, name: Name, args: Vec<Value>) -> Value {
        let ground: Option<Box<[Symbol]>> = args
            .iter()
            .map(|arg| match arg {
                Value::Ground(symbol) => Some(*symbol),
                _ => None,
            })
            .collect();
        match ground {
            Some(args) => {
                Value::Ground(self.symbols.intern(SymbolKind::Function { negated: false, name, args }))
            }
            None => Value::Compound(name, args.into()),
        }
    }

    /// Follows variables to what they are bound to.
    pub(super) fn resolve(&self, mut value: Value) -> Value {
        while let Value::Variable(variable) = value {
            match &self.bindings[variable as usize] {
                Some(bound) => value = bound.clone(),
                None => break,
            }
        }
        value
    }

    /// The ground term that a value stands for by now; none if there is a variable in it, or if it is nested too deeply.
    pub(super) fn ground(&mut self, value: &Value) -> Option<Symbol> {
        self.ground_below(value, MOST_DEEP)
    }

    fn ground_below(&mut self, value: &Value, depth: usize) -> Option<Symbol> {
        match self.resolve(value.clone()) {
            Value::Ground(symbol) => Some(symbol),
            Value::Variable(_) => None,
            Value::Compound(name, args) => {
                let below = depth.checked_sub(1)?;
                let args = args.iter().map(|arg| self.ground_below(arg, below));
                let args = args.collect::<Option<Box<[Symbol]>>>()?;
                Some(self.symbols.intern(SymbolKind::Function { negated: false, name, args }))
            }
        }
    }

    /// The name and the arguments of a term that is none of variable, number and text.
    pub(super) fn functor(&self, value: &Value) -> Option<(Name, Vec<Value>)> {
        match self.resolve(value.clone()) {
            Value::Compound(name, args) => Some((name, args.to_vec())),
            Value::Ground(symbol) => match &*self.symbols.kind(symbol) {
                SymbolKind::Function { name, args, .. } => {
                    Some((name.clone(), args.iter().map(|arg| Value::Ground(*arg)).collect()))
                }
                _ => None,
            },
            Value::Variable(_) => None,
        }
    }

    /// A list of values.
    pub(super) fn list(&mut self, values: Vec<Value>) -> Value {
        let nil = Value::Ground(self.symbols.constant(NIL));
        values.into_iter().rev().fold(nil, |rest, first| self.compound(CONS.into(), vec![first, rest]))
    }

    /// The elements of a list whose end is known.
    pub(super) fn elements(&self, list: &Value) -> Option<Vec<Value>> {
        let mut elements = Vec::new();
        let mut rest = list.clone();
        loop {
            let (name, mut args) = self.functor(&rest)?;
            match args.len() {
                0 if name == NIL => return Some(elements),
                2 if name == CONS => {
                    rest = args.pop()?;
                    elements.push(args.pop()?);
                }
                _ => return None,
            }
        }
    }

    fn bind(&mut self, variable: u32, value: Value) {
        self.bindings[variable as usize] = Some(value);
        self.trail.push(variable);
    }

    /// Makes a clause's term and a value the same.
    pub(super) fn unify_pattern(&mut self, pattern: &Pattern, base: u32, value: &Value) -> bool {
        match pattern {
            Pattern::Variable(variable) => self.unify(Value::Variable(base + variable), value.clone()),
            Pattern::Ground(symbol) => self.unify(Value::Ground(*symbol), value.clone()),
            Pattern::Compound(_, patterns) => match self.resolve(value.clone()) {
                Value::Variable(variable) => {
                    let made = self.value(pattern, base);
                    self.bind(variable, made);
                    true
                }
                value if self.may_fit(pattern, &value) => {
                    let Some((_, args)) = self.functor(&value) else { return false };
                    patterns.iter().zip(&args).all(|(pattern, arg)| self.unify_pattern(pattern, base, arg))
                }
                _ => false,
            },
        }
    }

    /// Makes two values the same, if they can be.
    pub(super) fn unify(&mut self, one: Value, other: Value) -> bool {
        let mut open = vec![(one, other)];
        while let Some((one, other)) = open.pop() {
            match (self.resolve(one), self.resolve(other)) {
                (Value::Variable(one), Value::Variable(other)) => {
                    if one != other {
                        self.bind(one.max(other), Value::Variable(one.min(other)));
                    }
                }
                (Value::Variable(variable), value) | (value, Value::Variable(variable)) => {
                    self.bind(variable, value);
                }
                (Value::Ground(one), Value::Ground(other)) if one == other => {}
                (Value::Ground(_), Value::Ground(_)) => return false,
                (one, other) => match (self.functor(&one), self.functor(&other)) {
                    (Some((name, args)), Some((other, others)))
                        if name == other && args.len() == others.len() =>
                    {
                        open.extend(args.into_iter().zip(others));
                    }
                    _ => return false,
                },
            }
        }
        true
    }
}

impl Machine<'_, '_> {
    /// Whether two values can be made the same; nothing is bound.
    pub(super) fn could_unify(&mut self, one: &Value, other: &Value) -> bool {
        let (n_trail, n_variables) = (self.trail.len(), self.bindings.len());
        let could = self.unify(one.clone(), other.clone());
        self.undo(n_trail, n_variables);
        could
    }
}
