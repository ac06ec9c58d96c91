//! The story of a search in words, for `-v` and for reports: events of the [trace](crate::search::trace) as lines of text.

use super::{Translator, variable_names};
use crate::{
    search::{
        Clause, VariableType,
        trace::{Event, InWorld, Standing, Trace, Tried},
    },
    worlds::{Bias, Worlds},
};
use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};
use xfold_asp::symbols::{Symbol, Symbols};
use xfold_store::{Counts, Value};

/// What the integers of events stand for: of the bias, of terms, of worlds.
type Names = (Bias, Symbols, Vec<Arc<str>>);

/// Tells the search as a story, line by line, an exception's search indented below its default's.
///
/// ```
/// use std::cell::RefCell;
/// use xfold::{Clingo, Limits, Settings, learn, rules::Narrator, task::read};
///
/// let task = read::text("birds.las", "
///     bird(tweety). bird(polly). penguin(polly). cat(kitty).
///     #modeh(fly(var(any))). #modeb(bird(var(any))). #modeb(penguin(var(any))).
///     #pos(w, {fly(tweety)}, {fly(polly), fly(kitty)}).
/// ").unwrap();
/// let lines = RefCell::new(Vec::new());
/// let narrator = Narrator::new(|line: &str| lines.borrow_mut().push(line.to_string()));
/// learn(&task, &Settings::default(), &Clingo, &Limits::none(), &narrator).unwrap();
/// assert_eq!(lines.borrow()[0], "fly/1: 1 positive, 2 negatives");
/// assert_eq!(lines.borrow().last().unwrap(), "learned fly(X) :- bird(X), not ab(X). 0 positives left");
/// ```
pub struct Narrator<F: Fn(&str)> {
    say: F,
    /// Each search has its own.
    names: RefCell<Option<Names>>,
    target: Cell<usize>,
}

impl<F: Fn(&str)> Narrator<F> {
    /// A narrator that says each line by this function.
    pub fn new(say: F) -> Self {
        Self { say, names: RefCell::default(), target: Cell::new(0) }
    }

    fn say(&self, depth: usize, line: &str) {
        (self.say)(&format!("{}{line}", "    ".repeat(depth)));
    }

    fn tell(&self, event: Event, story: &Story<'_>) {
        match event {
            Event::Target { target, total } => {
                self.target.set(target);
                let signature = &story.bias.targets[target].signature;
                self.say(0, &format!("{signature}: {}, {}", positives(total.pos), negatives(total.neg)));
            }
            Event::Sample { total } => {
                self.say(0, &format!("on a sample: {}, {}", positives(total.pos), negatives(total.neg)));
            }
            Event::Begun { clauses } => {
                let rules: Vec<String> = clauses.iter().map(|clause| story.rule(clause, 0)).collect();
                let begun = if rules.is_empty() { "nothing".to_string() } else { rules.join(" ") };
                self.say(0, &format!("on all examples, begun with {begun}"));
            }
            Event::Constraint { constraint } => {
                let mut translator = Translator::new(story.bias, story.symbols, true);
                self.say(0, &format!("constraint {}", translator.constraint(&constraint)));
            }
            Event::Feature { other, correlation, least, excludes } => {
                let name = &story.bias.predicates[other];
                let joins = if excludes { "; its negation joins the candidates" } else { "" };
                self.say(
                    0,
                    &format!("correlation with {name}: {correlation:.2}, at least {least:.2}{joins}"),
                );
            }
            Event::Choice { clause, choosing, definition } => {
                let rule = story.rule(&clause, 0);
                let which =
                    if choosing < definition { "the choice is taken" } else { "the definition stays" };
                self.say(
                    0,
                    &format!("a free choice, {rule}: {choosing:.1} bits, defined: {definition:.1}; {which}"),
                );
            }
            Event::Weighed { clauses, target, now, then } => {
                self.target.set(target);
                let story = Story { target, ..*story };
                let bits =
                    |bits: Option<f64>| bits.map_or("no solution".into(), |bits| format!("{bits:.1} bits"));
                let rules: Vec<String> = clauses.iter().map(|clause| story.rule(clause, 0)).collect();
                let line = format!("with {} {}, before: {}", rules.join(" "), bits(then), bits(now));
                self.say(0, &line);
            }
            Event::Again { how } => self.say(0, &format!("once more, {how}; the shorter one wins")),
            Event::Candidates { depth, clause, counts, tried } => {
                let rule = story.rule(&clause, depth);
                if tried.is_empty() {
                    return self.say(depth, &format!("nothing specializes {rule}"));
                }
                self.say(depth, &format!("specialize {rule} {}", signs(counts)));
                for tried in &tried {
                    let literals = story.literals(&clause, tried);
                    self.say(
                        depth,
                        &format!("  gain {:>8.3} {:>12} {literals}", tried.gain, signs(tried.counts)),
                    );
                }
            }
            Event::Chosen { depth, clause, counts, worlds } => {
                self.say(depth, &format!("choose {} {}", story.rule(&clause, depth), signs(counts)));
                let width = worlds.iter().map(|row| story.names[row.world as usize].chars().count()).max();
                for InWorld { world, positives, negatives } in &worlds {
                    let name = &story.names[*world as usize];
                    let negatives = match negatives.is_empty() {
                        true => "done".to_string(),
                        false => format!("- {}", story.tuples(negatives)),
                    };
                    let positives = story.tuples(positives);
                    let width = width.unwrap_or(0);
                    self.say(depth, &format!("  {name:width$}  + {positives:30}  {negatives}"));
                }
            }
            Event::Swap { depth, clause, counts } => {
                let (cover, leave) = (negatives(counts.neg), positives(counts.pos));
                let rule = story.rule(&clause, depth);
                self.say(
                    depth,
                    &format!("swap: an exception to {rule} has to cover {cover} and leave {leave}"),
                );
            }
            Event::Exception { depth, clause } => {
                self.say(depth, &format!("exception learned: {}", story.rule(&clause, depth)));
            }
            Event::NoException { depth, clause } => {
                self.say(depth, &format!("no exception to {}", story.rule(&clause, depth)));
            }
            Event::Listed { depth, clause } => {
                self.say(depth, &format!("no pattern, so listed: {}", story.rule(&clause, depth)));
            }
            Event::Learned { depth, clause, left } => {
                self.say(
                    depth,
                    &format!("learned {} {} left", story.rule(&clause, depth), positives(left as u64)),
                );
            }
        }
    }
}

impl<F: Fn(&str)> Trace for Narrator<F> {
    fn is_on(&self) -> bool {
        true
    }

    fn begin(&self, worlds: &Worlds) {
        let names = || worlds.worlds.iter().map(|world| Arc::clone(&world.name)).collect();
        *self.names.borrow_mut() = Some((worlds.bias.clone(), worlds.symbols.clone(), names()));
    }

    fn exact_step(&self, standing: &Standing) {
        let best = standing.cost.map_or(String::new(), |cost| format!(", best cost {cost}"));
        self.say(0, &format!("exact: {}{best}", standing.stage));
    }

    fn event(&self, event: Event) {
        if let Some((bias, symbols, names)) = &*self.names.borrow() {
            self.tell(event, &Story { bias, symbols, names, target: self.target.get() });
        }
    }
}

/// What is needed to write clauses with names.
struct Story<'a> {
    bias: &'a Bias,
    symbols: &'a Symbols,
    /// The names of the worlds.
    names: &'a [Arc<str>],
    target: usize,
}

/// Instances of one world that are named.
const MOST_NAMED: usize = 8;

impl Story<'_> {
    /// Instances by their arguments.
    fn tuples(&self, tuples: &[Vec<Value>]) -> String {
        let show = |tuple: &Vec<Value>| {
            let terms: Vec<String> =
                tuple.iter().map(|&value| self.symbols.display(Symbol(value)).to_string()).collect();
            if terms.len() == 1 { terms.concat() } else { format!("({})", terms.join(",")) }
        };
        let mut shown: Vec<String> = tuples.iter().take(MOST_NAMED).map(show).collect();
        if tuples.len() > MOST_NAMED {
            shown.push("…".to_string());
        }
        shown.join(" ")
    }

    /// A clause as a rule on one line. Exceptions have no names yet while they are learned: all are `ab` here.
    fn rule(&self, clause: &Clause, depth: usize) -> String {
        let head =
            if depth == 0 { self.bias.targets[self.target].signature.functor() } else { "ab".to_string() };
        let exception = (!clause.exceptions.is_empty()).then_some("ab");
        // Types are left out: they only make the printed rules safe.
        let rules = Translator::new(self.bias, self.symbols, true).rules(&head, clause, exception);
        let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
        rules.join(" ")
    }

    fn literals(&self, clause: &Clause, tried: &Tried) -> String {
        let variables: Vec<VariableType> = clause.variables.iter().chain(&tried.new).copied().collect();
        let names = variable_names(&variables);
        let translator = Translator::new(self.bias, self.symbols, true);
        let literals: Vec<String> =
            tried.steps.iter().map(|step| translator.literal(step, &names).to_string()).collect();
        literals.join(", ")
    }
}

fn signs(counts: Counts) -> String {
    format!("{}+ {}-", counts.pos, counts.neg)
}

fn positives(count: u64) -> String {
    format!("{count} positive{}", if count == 1 { "" } else { "s" })
}

fn negatives(count: u64) -> String {
    format!("{count} negative{}", if count == 1 { "" } else { "s" })
}
