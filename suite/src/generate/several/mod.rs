//! Seeded generators of tasks with several stable models whose target program is known, and a judge of what was
//! learned.
//!
//! A family has a [`Concept`] (background, modes and target program) and draws instances: graphs, boards, parties.
//! Positive examples are stable models of the target program, drawn at random. Negative ones are minimal violations:
//! a few atoms, there or missing, that no stable model of the target has together, though every part of them occurs.
//! Both come from the solver ([`sample`]). What was learned is right if it has the same stable models as the target
//! on instances that the learner has not seen ([`equivalent`]).
//!
//! ```
//! use xfold_suite::generate::several::{Shape, equivalent, families};
//! let family = families().into_iter().find(|family| family.name == "independent_set").expect("it is one");
//! let task = family.generate(1, &Shape::default()).expect("clingo takes it");
//! assert!(task.text.contains("#pos(") && task.text.contains("#neg("));
//! let learned = "in(X) :- node(X), not -in(X). -in(X) :- node(X), not in(X). :- in(X), edge(X,Y), in(Y).";
//! assert!(equivalent(learned, &task).expect("clingo takes it").equivalent);
//! ```

mod colouring;
mod examples;
mod graphs;
mod judge;
pub mod large;
mod mutants;
mod party;
mod queens;
pub mod sample;
mod scheduling;
mod sudoku;

use super::random::Random;
use std::ops::RangeInclusive;
use xfold_asp::symbols::Signature;
use xfold_solve::SolveError;

pub use examples::{Example, Literal};
pub use judge::{Judgement, equivalent};

/// How many examples a task has, and of what kind.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Positive examples for each instance.
    pub positives: RangeInclusive<usize>,
    /// Negative examples for each instance.
    pub negatives: RangeInclusive<usize>,
    /// Negative examples are complete interpretations with something wrong in them, not minimal violations.
    pub near_misses: bool,
    /// The share of atoms that a positive example does not mention.
    pub hidden: f64,
    /// So many examples have the wrong sign; if there are any, every example has a penalty.
    pub wrong: usize,
    /// Tasks are drawn again until every rule and every literal of the target matters for some example
    /// ([`SeveralTask::n_untold`]), or, after many attempts, the best is taken.
    pub telling: bool,
}

impl Default for Shape {
    fn default() -> Self {
        Shape {
            positives: 3..=4,
            negatives: 8..=12,
            near_misses: false,
            hidden: 0.0,
            wrong: 0,
            telling: true,
        }
    }
}

/// What stays the same over all seeds of a family.
#[derive(Debug, Clone, Default)]
pub struct Concept {
    /// Rules that hold for every instance.
    pub background: String,
    /// The mode declarations.
    pub modes: String,
    /// The predicates to be learned.
    pub targets: Vec<Signature>,
    /// Predicates of the background that differ between stable models: examples mention them too.
    pub observed: Vec<Signature>,
    /// The rules of the target program, …
    pub rules: String,
    /// … and its constraints, each starting with `:-`.
    pub constraints: Vec<String>,
    /// Choice rules for everything that a target could be.
    pub space: String,
}

impl Concept {
    /// The target program.
    pub fn target(&self) -> String {
        format!("{}{}\n", self.rules, self.constraints.join("\n"))
    }

    /// The predicates that examples are about.
    pub fn shown(&self) -> Vec<Signature> {
        self.targets.iter().chain(&self.observed).cloned().collect()
    }
}

/// What an instance is drawn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To learn from it.
    Training,
    /// To judge what was learned: small, as all stable models are compared.
    Judging,
}

/// Draws the facts of an instance.
type Draw = Box<dyn Fn(&mut Random, Purpose) -> String + Send + Sync>;

/// A family of tasks.
pub struct Family {
    /// Its name.
    pub name: String,
    /// What is to be learned.
    pub concept: Concept,
    /// Whether there are several training instances, each the context of its examples.
    pub several: bool,
    draw: Draw,
}

/// A generated task.
#[derive(Debug, Clone, Default)]
pub struct SeveralTask {
    /// The text of the task.
    pub text: String,
    /// What is to be learned.
    pub concept: Concept,
    /// The facts of the instances to judge by.
    pub unseen: Vec<String>,
    /// The facts of the training instances, …
    pub instances: Vec<String>,
    /// … and the examples, each with the index of its instance.
    pub examples: Vec<Example>,
}

/// How many instances the judge looks at.
const N_UNSEEN: usize = 4;
/// The most stable models of an instance to judge by.
const MOST_UNSEEN_MODELS: usize = 3_000;
/// So many instances are drawn before a family is found at fault.
const MOST_DRAWS: usize = 1_000;
/// So many tasks are drawn in search of a telling one.
const MOST_TASKS: usize = 100;

impl Family {
    /// A family with one training instance, the facts of which stand in the background.
    fn one(
        name: impl Into<String>,
        concept: Concept,
        draw: impl Fn(&mut Random, Purpose) -> String + Send + Sync + 'static,
    ) -> Self {
        Family { name: name.into(), concept, several: false, draw: Box::new(draw) }
    }

    /// The same family with two or three training instances.
    fn several(self, name: impl Into<String>) -> Self {
        Family { name: name.into(), several: true, ..self }
    }

    /// The task of a seed.
    ///
    /// # Panics
    /// If the family draws no usable instance.
    pub fn generate(&self, seed: u64, shape: &Shape) -> Result<SeveralTask, SolveError> {
        let mut random = Random::new(seed);
        let mut task = self.draw_task(shape, &mut random)?;
        let mut n_untold = if shape.telling { task.n_untold()? } else { 0 };
        for _ in 1..MOST_TASKS {
            if n_untold == 0 {
                break;
            }
            let other = self.draw_task(shape, &mut random)?;
            let n_untold_by_other = other.n_untold()?;
            if n_untold_by_other < n_untold {
                (task, n_untold) = (other, n_untold_by_other);
            }
        }
        examples::flip(&mut task.examples, shape.wrong, &mut random);
        task.text = self.write(&task.instances, &task.examples);
        Ok(task)
    }

    /// A task without its text.
    fn draw_task(&self, shape: &Shape, random: &mut Random) -> Result<SeveralTask, SolveError> {
        let mut task = SeveralTask { concept: self.concept.clone(), ..SeveralTask::default() };
        let n_instances = if self.several { random.between(2, 3) } else { 1 };
        for index in 0..n_instances {
            let (facts, examples) = self.training_instance(index, shape, random)?;
            task.instances.push(facts);
            task.examples.extend(examples);
        }
        while task.unseen.len() < N_UNSEEN {
            task.unseen.push(self.unseen_instance(random)?);
        }
        Ok(task)
    }

    /// Draws instances until one has as many different examples as asked for.
    fn training_instance(
        &self,
        index: usize,
        shape: &Shape,
        random: &mut Random,
    ) -> Result<(String, Vec<Example>), SolveError> {
        let between =
            |range: &RangeInclusive<usize>, random: &mut Random| random.between(*range.start(), *range.end());
        for _ in 0..MOST_DRAWS {
            let facts = (self.draw)(random, Purpose::Training);
            // Complete positive examples show what the rules exclude; from others it could not be known.
            let break_rules = shape.hidden > 0.0;
            let mut sampler = sample::Sampler::new(&self.concept, &facts, break_rules)?;
            let positives = sampler.models(between(&shape.positives, random), random)?;
            if positives.len() < *shape.positives.start() {
                continue;
            }
            let n_negatives = between(&shape.negatives, random);
            let negatives = sampler.violations(n_negatives, shape.near_misses, random)?;
            if negatives.len() < *shape.negatives.start() {
                continue;
            }
            let mut examples = Vec::new();
            for literals in positives {
                examples.push(Example::positive(index, sampler.told(literals, shape.hidden, random)));
            }
            examples.extend(negatives.into_iter().map(|literals| Example::negative(index, literals)));
            return Ok((facts, examples));
        }
        panic!("{} draws instances with enough examples often", self.name)
    }

    /// Draws instances until one has some stable models and not too many.
    fn unseen_instance(&self, random: &mut Random) -> Result<String, SolveError> {
        for _ in 0..MOST_DRAWS {
            let facts = (self.draw)(random, Purpose::Judging);
            let models = judge::target_models(&self.concept, &facts, MOST_UNSEEN_MODELS + 1)?;
            if (1..=MOST_UNSEEN_MODELS).contains(&models.len()) {
                return Ok(facts);
            }
        }
        panic!("{} draws instances that can be judged often", self.name)
    }

    fn write(&self, instances: &[String], examples: &[Example]) -> String {
        let Concept { background, modes, .. } = &self.concept;
        let mut text = format!("% A generated task of the family {}.\n{background}", self.name);
        if !self.several {
            text.push_str(&instances[0]);
        }
        text.push_str(&format!("\n{modes}\n"));
        let penalty = examples.iter().any(|example| example.wrong);
        for (number, example) in examples.iter().enumerate() {
            let context = self.several.then(|| instances[example.instance].as_str());
            example.write(number + 1, penalty, context, &mut text);
        }
        text
    }
}

/// All families.
pub fn families() -> Vec<Family> {
    [
        colouring::families(),
        queens::families(),
        graphs::families(),
        scheduling::families(),
        vec![sudoku::family()],
        party::families(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Signatures from names and numbers of arguments.
fn signatures<const N: usize>(predicates: [(&str, usize); N]) -> Vec<Signature> {
    predicates.into_iter().map(|(name, arity)| Signature::new(name, arity)).collect()
}

#[cfg(test)]
mod tests;
