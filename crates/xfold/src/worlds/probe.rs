//! Worlds of a theory: which stable models of background, context and rules extend an example. XFOLD's test part asks
//! for them between two constraints, never for a candidate.

use super::{
    Worlds,
    model::{Models, World},
};
use crate::{
    error::Result,
    task::{Example, Task},
};
use std::fmt::Write;
use xfold_asp::{
    symbols::{Signature, Symbols},
    syntax::Statement,
};
use xfold_solve::{Grounded, Limits, Solver};

/// The most contexts whose ground programs are kept between two questions: each may be a process of its own.
const MOST_KEPT: usize = 8;

/// A theory as the solver reads it.
#[derive(Debug, Default)]
pub(super) struct Rules {
    pub(super) text: String,
    pub(super) statements: Vec<Statement>,
}

/// Asks the solver for worlds of a theory. One ground program serves all examples of a context.
pub struct Prober<'a> {
    task: &'a Task,
    worlds: &'a Worlds,
    models: Models<'a>,
    needed: Vec<Signature>,
    /// For each example the number of its context.
    contexts: Vec<usize>,
    rules: Rules,
    /// The ground programs of the theory, by context.
    grounded: Vec<Option<Box<dyn Grounded>>>,
    /// The last ground program with wishes, for a context.
    wishing: Option<(usize, String, Box<dyn Grounded>)>,
    /// The ground terms, growing with the models.
    pub symbols: Symbols,
}

impl<'a> Prober<'a> {
    /// A prober for a task, with an empty theory.
    pub fn new(task: &'a Task, worlds: &'a Worlds, solver: &'a dyn Solver, limits: &'a Limits) -> Self {
        let bias = &worlds.bias;
        let types = bias.types.iter().filter(|known| known.is_predicate);
        let mut needed = bias.predicates.clone();
        needed.extend(types.map(|known| Signature::new(known.name.clone(), 1)));
        for example in &task.examples {
            for group in example.inclusions.groups().iter().chain(example.exclusions.groups()) {
                if !needed.contains(&group.signature) {
                    needed.push(group.signature.clone());
                }
            }
        }
        let contexts = task.context_numbers();
        let n_contexts = contexts.iter().max().map_or(0, |last| last + 1);
        Self {
            task,
            worlds,
            models: Models::new(task, solver, limits),
            needed,
            contexts,
            rules: Rules::default(),
            grounded: (0..n_contexts).map(|_| None).collect(),
            wishing: None,
            symbols: worlds.symbols.clone(),
        }
    }

    /// How often the solver was asked.
    pub fn n_calls(&self) -> usize {
        self.models.n_calls
    }

    /// Goes on with another theory.
    pub fn set_theory(&mut self, text: String, statements: Vec<Statement>) {
        if text != self.rules.text {
            self.rules = Rules { text, statements };
            self.grounded.fill_with(|| None);
            self.wishing = None;
        }
    }

    /// Whether two examples, by number, have the same context.
    pub fn same_context(&self, one: usize, other: usize) -> bool {
        self.contexts[one] == self.contexts[other]
    }

    /// What certainly and what possibly holds in the stable models that extend an example; `None` if there are none.
    pub fn extending(&mut self, like: &World, example: usize) -> Result<Option<World>> {
        self.ask(example, |models, grounded, example, symbols| {
            models.extending(grounded, like, example, symbols)
        })
    }

    /// In how many ways, up to a bound, the targets may hold in the world of an example: the stable models that agree
    /// with what it says of all else. 0 if none of the theory's stable models extends the example.
    pub fn n_models(&mut self, example: usize, most: usize) -> Result<usize> {
        let targets = self.worlds.bias.targets.iter().map(|target| target.signature.clone());
        let targets: Vec<Signature> = targets.collect();
        self.ask(example, |models, grounded, example, symbols| {
            models.count(grounded, example, &targets, most, symbols)
        })
    }

    /// Asks the ground program of an example's context.
    fn ask<T>(
        &mut self,
        example: usize,
        question: impl FnOnce(&mut Models<'a>, &mut dyn Grounded, &Example, &mut Symbols) -> Result<T>,
    ) -> Result<T> {
        let context = self.contexts[example];
        let example = &self.task.examples[example];
        let Self { models, rules, needed, symbols, .. } = self;
        let mut grounded = match self.grounded[context].take() {
            Some(grounded) => grounded,
            None => models.ground(&example.context, rules, "", needed, symbols)?,
        };
        let answer = question(models, &mut *grounded, example, symbols);
        if self.grounded.len() <= MOST_KEPT {
            self.grounded[context] = Some(grounded);
        }
        answer
    }

    /// Whether some stable model extends an example.
    pub fn is_extended(&mut self, example: usize) -> Result<bool> {
        self.ask(example, |models, grounded, example, symbols| models.is_extended(grounded, example, symbols))
    }

    /// A stable model of an example's context, whatever the example says, by chance.
    pub fn random(&mut self, like: &World, example: usize, seed: u32) -> Result<Option<World>> {
        self.ask(example, |models, grounded, _, symbols| models.random(grounded, like, seed, symbols))
    }

    /// The stable model that extends an example and differs from another world in as few target atoms as possible.
    pub fn closest(&mut self, to: &World, example: usize) -> Result<Option<World>> {
        let wishes = self.wish_for(to);
        let context = self.contexts[example];
        let example = &self.task.examples[example];
        let Self { models, rules, needed, symbols, .. } = self;
        let mut grounded = match self.wishing.take() {
            Some((known, same, grounded)) if known == context && same == wishes => grounded,
            _ => models.ground(&example.context, rules, &wishes, needed, symbols)?,
        };
        let world = models.best(&mut *grounded, to, example, symbols);
        self.wishing = Some((context, wishes, grounded));
        world
    }

    /// Weak constraints for the target atoms of a world.
    fn wish_for(&self, to: &World) -> String {
        let mut wishes = String::from("#defined xfold_keep/1.\n");
        for target in &self.worlds.bias.targets {
            let term = |args: &[String]| {
                let args: Vec<&str> = args.iter().map(String::as_str).collect();
                format!("t_{}({})", target.predicate, args.join(",")).replace("()", "")
            };
            for row in to.certain(&target.signature) {
                let args: Vec<String> =
                    row.iter().map(|&arg| self.symbols.display(arg).to_string()).collect();
                let _ = writeln!(wishes, "xfold_keep({}).", term(&args));
            }
            let variables: Vec<String> = (0..target.types.len()).map(|place| format!("X{place}")).collect();
            let atom = format!("{}({})", target.signature.functor(), variables.join(",")).replace("()", "");
            let kept = format!("xfold_keep({})", term(&variables));
            let _ = writeln!(wishes, ":~ {atom}, not {kept}. [1@1,{}]", term(&variables));
            let _ = writeln!(wishes, ":~ {kept}, not {atom}. [1@1,{}]", term(&variables));
        }
        wishes
    }
}
