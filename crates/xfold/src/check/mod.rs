//! Check: does it hold? Last station of the path task → worlds → search → rules → check.
//!
//! The definition itself is checked by the solver, from the text that the user reads: every positive example is
//! extended by some stable model of background, context and rules, no negative example by any. Nothing is shared with
//! the counting of the search.

mod demand;
mod given;
mod parts;
mod predict;
mod reach;

pub(crate) use given::blanked;
pub use given::{GivenRules, verify_given};
pub use predict::{Entailment, Prediction, predict};

use crate::{
    error::Result,
    task::{Example, Task},
    worlds::Worlds,
};
use demand::Demand;
use rustc_hash::FxHashSet;
use serde::Serialize;
use xfold_asp::{
    span::Span,
    symbols::{AtomGroup, Atoms, Signature, Symbol, Symbols, show_atom},
    syntax::Statement,
    visit,
};
use xfold_solve::{Answer, Grounded, Limits, Model, Query, Solver, assumptions};
use xfold_store::Counts;

/// The most failures of one example that are spelled out.
const MOST_FAILURES: usize = 10;

/// Atoms of an example that are decided at a time where facts stay in columns.
const ATOMS_AT_ONCE: usize = 20_000;

/// With fewer facts than this a program is checked as it stands.
const FEW_FACTS: usize = 1_000;

/// What became of every example.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Verdict {
    /// Each example, in the order of the task.
    pub examples: Vec<ExampleVerdict>,
    /// For each target the labelled instances that hold, where every world has one stable model.
    #[serde(skip)]
    pub derived: Option<Vec<Counts>>,
    /// How often the solver was asked.
    pub n_solver_calls: usize,
}

/// What became of one example.
#[derive(Debug, Clone, Serialize)]
pub struct ExampleVerdict {
    /// Its name.
    pub name: String,
    /// `#pos`, not `#neg`.
    pub positive: bool,
    /// Whether it may be left uncovered at a price.
    pub penalty: Option<u32>,
    /// Whether it is as it should be.
    pub holds: bool,
    /// Atoms required and forbidden.
    pub n_requirements: usize,
    /// Requirements that fail; 0 if it holds.
    pub n_failures: usize,
    /// Why it fails: the first few requirements that do.
    pub failures: Vec<String>,
    /// The atoms the example speaks of, in a stable model that extends it.
    pub witness: Option<Vec<String>>,
}

impl Verdict {
    /// Whether every example that must hold does.
    pub fn all_hold(&self) -> bool {
        self.examples.iter().all(|example| example.holds || example.penalty.is_some())
    }

    /// How many examples hold.
    pub fn n_holding(&self) -> usize {
        self.examples.iter().filter(|example| example.holds).count()
    }

    /// The penalties of all examples that do not hold.
    pub fn penalties(&self) -> u64 {
        let failing = self.examples.iter().filter(|example| !example.holds);
        failing.filter_map(|example| example.penalty).map(u64::from).sum()
    }
}

/// The rules to be checked: their text, and what they mention.
#[derive(Debug, Clone)]
pub struct RulesText<'a> {
    /// The text.
    pub text: &'a str,
    /// Its place among the task's sources, if it is one of them.
    pub origin: Option<Span>,
    /// The same, parsed.
    pub statements: &'a [Statement],
}

impl RulesText<'_> {
    /// The predicates that the rules define or read.
    pub(crate) fn signatures(&self) -> impl Iterator<Item = Signature> {
        self.statements.iter().flat_map(mentioned)
    }
}

/// The predicates that a statement defines or reads.
pub(crate) fn mentioned(statement: &Statement) -> impl Iterator<Item = Signature> + use<> {
    let reads = visit::reads(statement).into_iter().map(|(read, _)| read);
    visit::heads(statement).into_iter().chain(reads)
}

/// Checks rules against every example of a task.
pub fn verify(
    task: &Task,
    worlds: &Worlds,
    rules: &RulesText<'_>,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<Verdict> {
    verify_in_parts(task, worlds, rules, solver, limits, ATOMS_AT_ONCE)
}

/// The same, where so many atoms of an example are decided at a time if the facts stay in columns. The verdict does not
/// depend on it.
pub fn verify_in_parts(
    task: &Task,
    worlds: &Worlds,
    rules: &RulesText<'_>,
    solver: &dyn Solver,
    limits: &Limits,
    atoms_at_once: usize,
) -> Result<Verdict> {
    let mut verdict =
        Verdict { derived: Some(vec![Counts::default(); worlds.bias.targets.len()]), ..Verdict::default() };
    let mut check =
        Check { task, worlds, rules, solver, limits, symbols: worlds.symbols.clone(), n_calls: 0 };
    if !task.background.tables.is_empty() {
        if let Some(verdict) = check.in_parts(atoms_at_once)? {
            return Ok(verdict);
        }
        check.may_have_all()?;
    }
    let mut outcomes: Vec<Option<ExampleVerdict>> = vec![None; task.examples.len()];
    // One ground program serves all examples of a context.
    let mut of_context: Vec<Vec<usize>> = Vec::new();
    for (number, context) in task.context_numbers().into_iter().enumerate() {
        of_context.resize_with(of_context.len().max(context + 1), Vec::new);
        of_context[context].push(number);
    }
    let is_positive = |number: &usize| task.examples[*number].positive;
    let positives: Vec<usize> = (0..task.examples.len()).filter(is_positive).collect();
    for same in of_context {
        let mut program = check.ground(&task.examples[same[0]].context, &same)?;
        for number in same {
            outcomes[number] = Some(if task.examples[number].positive {
                let world = positives.partition_point(|other| *other < number);
                check.positive(&mut program, number, world, &mut verdict.derived)?
            } else {
                check.negative(&mut program, number)?
            });
        }
    }
    verdict.examples = outcomes.into_iter().flatten().collect();
    verdict.n_solver_calls = check.n_calls;
    Ok(verdict)
}

struct Check<'a> {
    task: &'a Task,
    worlds: &'a Worlds,
    rules: &'a RulesText<'a>,
    solver: &'a dyn Solver,
    limits: &'a Limits,
    symbols: Symbols,
    n_calls: usize,
}

/// The ground program of one context, with its stable models if they are few.
struct ContextProgram {
    grounded: Box<dyn Grounded>,
    show: Vec<Signature>,
    /// Two stable models, or all if there are fewer; asked for once.
    models: Option<Vec<Model>>,
}

/// What an example asks for.
#[derive(Default)]
pub(crate) struct Requirements {
    required: Atoms,
    forbidden: Atoms,
}

impl Requirements {
    /// What an example, by number, says, and what a closed world forbids.
    pub(crate) fn of(task: &Task, worlds: &Worlds, number: usize) -> Self {
        let example = &task.examples[number];
        let required = example.inclusions.clone();
        let mut forbidden = example.exclusions.clone();
        let world = worlds.worlds.binary_search_by_key(&number, |world| world.example).ok();
        for target in worlds.bias.targets.iter().filter(|target| target.closed) {
            let Some(world) = world else { break };
            let instances = &target.instances;
            let is_here = |&i: &usize| instances.weight(i) > 0;
            for instance in
                instances.of_world(world as u32).filter(is_here).filter(|&i| !instances.is_positive(i))
            {
                let args: Vec<Symbol> = instances.args(instance).into_iter().map(Symbol).collect();
                forbidden.push(&target.signature, &args);
            }
        }
        Self { required, forbidden }
    }

    /// The atoms that must not hold.
    pub(crate) fn into_forbidden(self) -> Atoms {
        self.forbidden
    }

    pub(crate) fn signatures(&self) -> Vec<Signature> {
        let mut seen = FxHashSet::default();
        let groups = self.required.groups().iter().chain(self.forbidden.groups());
        groups.map(|group| group.signature.clone()).filter(|s| seen.insert(s.clone())).collect()
    }

    fn len(&self) -> usize {
        self.required.len() + self.forbidden.len()
    }

    pub(crate) fn assumptions(&self, symbols: &Symbols) -> Vec<(String, bool)> {
        assumptions(&self.required, &self.forbidden, symbols)
    }
}

impl Check<'_> {
    /// Grounds background, context and rules for the examples with these numbers.
    fn ground(&mut self, context: &[Statement], examples: &[usize]) -> Result<ContextProgram> {
        let targets = self.worlds.bias.targets.iter().map(|target| target.signature.clone());
        let mut seen: FxHashSet<Signature> = targets.collect();
        for &number in examples {
            let Example { inclusions, exclusions, .. } = &self.task.examples[number];
            let groups = inclusions.groups().iter().chain(exclusions.groups());
            seen.extend(groups.map(|group| group.signature.clone()));
        }
        let mut show: Vec<Signature> = seen.into_iter().collect();
        show.sort();
        let needed: Vec<Signature> = show.iter().cloned().chain(self.rules.signatures()).collect();
        let task = self.task;
        let mut input = task.background.input(&task.sources, &self.symbols, context, &needed);
        for table in task.background.tables.iter().filter(|table| needed.contains(&table.signature)) {
            input.push_facts(&table.atoms(0..table.len() as u32), &self.symbols);
        }
        match self.demand(context) {
            Some(demand) => {
                for target in demand.targets() {
                    input.push_facts(&self.asked(target, examples), &self.symbols);
                }
                demand.push(&mut input, self.rules.text, self.rules.origin);
            }
            None => input.push(self.rules.text, self.rules.origin),
        }
        Ok(ContextProgram { grounded: self.solver.ground(&input, self.limits)?, show, models: None })
    }

    /// On large tasks rules are restricted to what the examples ask for, where that changes nothing.
    fn demand(&self, context: &[Statement]) -> Option<Demand> {
        let background = &self.task.background;
        if background.facts.len() + self.task.n_table_facts() < FEW_FACTS {
            return None;
        }
        let targets: Vec<Signature> =
            self.worlds.bias.targets.iter().map(|target| target.signature.clone()).collect();
        Demand::of(self.rules.text, &targets, |signature| {
            let complement = Signature { negated: !signature.negated, ..signature.clone() };
            background.reads_any(context, &[signature.clone(), complement.clone()])
                || background.defines(&complement)
                || (background.defines(signature) && !targets.contains(signature))
        })
    }

    /// The instances of a target that these examples ask for.
    fn asked(&self, target: usize, examples: &[usize]) -> AtomGroup {
        let of = &self.worlds.bias.targets[target].signature;
        let mut asked = AtomGroup { signature: demand::asked(target, of.arity), len: 0, args: Vec::new() };
        for &number in examples {
            let Requirements { required, forbidden } = Requirements::of(self.task, self.worlds, number);
            for group in [required.group(of), forbidden.group(of)].into_iter().flatten() {
                asked.len += group.len;
                asked.args.extend_from_slice(&group.args);
            }
        }
        asked
    }

    /// Two stable models of a program, or fewer if there are not more.
    fn models<'p>(&mut self, program: &'p mut ContextProgram) -> Result<&'p [Model]> {
        if program.models.is_none() {
            let query = Query { most: 2, show: Some(program.show.clone()), ..Query::default() };
            self.n_calls += 1;
            program.models = Some(program.grounded.solve(&query, &mut self.symbols, self.limits)?.models);
        }
        Ok(program.models.as_deref().unwrap_or_default())
    }

    fn positive(
        &mut self,
        program: &mut ContextProgram,
        number: usize,
        world: usize,
        derived: &mut Option<Vec<Counts>>,
    ) -> Result<ExampleVerdict> {
        let example = &self.task.examples[number];
        let requirements = Requirements::of(self.task, self.worlds, number);
        let models = self.models(program)?;
        if let [model] = models {
            if let Some(derived) = derived {
                self.count(world, model, derived);
            }
            return Ok(self.compare(example, &requirements, model));
        }
        let is_empty = models.is_empty();
        *derived = None;
        if is_empty {
            let failures = vec!["background, context and rules have no stable model together".to_string()];
            return Ok(outcome(example, requirements.len(), requirements.len().max(1), failures, None));
        }
        let (query, answer) = self.extending(program, &requirements)?;
        Ok(match answer.models.first() {
            Some(model) => {
                outcome(example, requirements.len(), 0, Vec::new(), Some(self.witness(model, &requirements)))
            }
            None => {
                let failing = answer.core.iter().map(|&number| &query.assumptions[number]);
                let text = |(atom, wanted): &(String, bool)| {
                    if *wanted { atom.clone() } else { format!("not {atom}") }
                };
                let together: Vec<String> = failing.take(MOST_FAILURES).map(text).collect();
                let reason = format!("no stable model has {}", together.join(" and "));
                outcome(example, requirements.len(), answer.core.len().max(1), vec![reason], None)
            }
        })
    }

    /// With one stable model, every requirement is looked up in it.
    fn compare(&self, example: &Example, requirements: &Requirements, model: &Model) -> ExampleVerdict {
        let derived: FxHashSet<(&Signature, &[Symbol])> = model.atoms.iter().collect();
        let missing = requirements.required.iter().filter(|atom| !derived.contains(atom));
        let unwanted = requirements.forbidden.iter().filter(|atom| derived.contains(atom));
        let failing: Vec<(&Signature, &[Symbol], &str)> = missing
            .map(|(signature, row)| (signature, row, "is included, but not derived"))
            .chain(unwanted.map(|(signature, row)| (signature, row, "is excluded, but derived")))
            .collect();
        let n_failures = failing.len();
        let shown = failing.into_iter().take(MOST_FAILURES);
        let failures =
            shown.map(|(signature, row, how)| format!("{} {how}", show_atom(signature, row, &self.symbols)));
        let failures = failures.collect();
        let witness = (n_failures == 0).then(|| self.witness(model, requirements));
        outcome(example, requirements.len(), n_failures, failures, witness)
    }

    /// Counts the labelled instances of the targets that hold.
    fn count(&self, world: usize, model: &Model, derived: &mut [Counts]) {
        for (counts, target) in derived.iter_mut().zip(&self.worlds.bias.targets) {
            let rows: FxHashSet<&[Symbol]> =
                model.atoms.group(&target.signature).into_iter().flat_map(|group| group.rows()).collect();
            let instances = &target.instances;
            for instance in instances.of_world(world as u32) {
                let args: Vec<Symbol> = instances.args(instance).into_iter().map(Symbol).collect();
                if rows.contains(&args[..]) {
                    let weight = u64::from(instances.weight(instance));
                    if instances.is_positive(instance) { counts.pos += weight } else { counts.neg += weight }
                }
            }
        }
    }

    /// A stable model that extends an example, if there is one.
    fn extending(
        &mut self,
        program: &mut ContextProgram,
        requirements: &Requirements,
    ) -> Result<(Query, Answer)> {
        let assumptions = requirements.assumptions(&self.symbols);
        let query = Query { most: 1, assumptions, show: Some(requirements.signatures()), ..Query::default() };
        self.n_calls += 1;
        let answer = program.grounded.solve(&query, &mut self.symbols, self.limits)?;
        Ok((query, answer))
    }

    fn negative(&mut self, program: &mut ContextProgram, number: usize) -> Result<ExampleVerdict> {
        let example = &self.task.examples[number];
        let requirements = Requirements::of(self.task, self.worlds, number);
        let (_, answer) = self.extending(program, &requirements)?;
        Ok(match answer.models.first() {
            None => outcome(example, requirements.len(), 0, Vec::new(), None),
            Some(model) => {
                let witness = self.witness(model, &requirements);
                let reason = if witness.is_empty() {
                    "a stable model extends it, with no atom of its predicates".to_string()
                } else {
                    format!("a stable model extends it: {}", witness.join(" "))
                };
                outcome(example, requirements.len(), 1, vec![reason], Some(witness))
            }
        })
    }

    /// The atoms of a model that the example speaks of.
    fn witness(&self, model: &Model, requirements: &Requirements) -> Vec<String> {
        let signatures = requirements.signatures();
        let mut atoms: Vec<(&Signature, &[Symbol])> =
            model.atoms.iter().filter(|(signature, _)| signatures.contains(signature)).collect();
        atoms.sort_by(|(a, x), (b, y)| {
            let by_args = || x.iter().zip(*y).map(|(&m, &n)| self.symbols.compare(m, n)).find(|o| o.is_ne());
            a.cmp(b).then_with(|| by_args().unwrap_or(std::cmp::Ordering::Equal))
        });
        atoms.into_iter().map(|(signature, row)| show_atom(signature, row, &self.symbols)).collect()
    }
}

fn outcome(
    example: &Example,
    n_requirements: usize,
    n_failures: usize,
    failures: Vec<String>,
    witness: Option<Vec<String>>,
) -> ExampleVerdict {
    ExampleVerdict {
        name: example.name.clone(),
        positive: example.positive,
        penalty: example.penalty,
        holds: n_failures == 0,
        n_requirements,
        n_failures,
        failures,
        witness,
    }
}
