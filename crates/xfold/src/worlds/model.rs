//! Which stable models stand for an example: the background's own, and each example's.

use crate::{
    Settings, codes,
    error::{Error, Result},
    task::{Background, Example, FactTable, Task},
    worlds::{
        bias::{Bias, TypeId},
        for_each_tuple,
        probe::Rules,
    },
};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use xfold_asp::{
    diagnostic::Diagnostic,
    symbols::{Atoms, Signature, Symbol, Symbols, show_atom},
    syntax::{Head, Statement, StatementKind},
};
use xfold_solve::{Grounded, Input, Limits, Model, Query, Solver, Which, assumptions};

/// What holds in the background with one context, before anything is learned.
#[derive(Debug, Clone)]
pub(super) struct Base {
    /// The number of its context, by which examples share a base.
    context: usize,
    /// The plain facts of the task.
    facts: Arc<Atoms>,
    /// The facts of the task that stay in columns.
    tables: Arc<Vec<FactTable>>,
    /// What rules derive beyond, certainly.
    certain: Arc<Atoms>,
    /// What holds in some stable model only; `None` if there is one stable model.
    possible: Option<Arc<Atoms>>,
    /// There is no stable model as long as nothing is learned: constraints were left out to know what exists.
    pub(super) relaxed: bool,
}

impl Base {
    /// Whether there is exactly one stable model.
    pub(super) fn is_total(&self) -> bool {
        self.possible.is_none()
    }

    /// The atoms of a predicate that hold in some stable model, but for those in columns.
    pub(super) fn rows(&self, signature: &Signature) -> impl Iterator<Item = &[Symbol]> {
        let derived = self.possible.as_deref().unwrap_or(&self.certain).group(signature);
        self.facts.group(signature).into_iter().chain(derived).flat_map(|group| group.rows())
    }

    /// What stands at a place of a predicate, of the atoms that hold in some stable model.
    pub(super) fn values(&self, signature: &Signature, place: usize) -> impl Iterator<Item = Symbol> {
        let table = self.tables.iter().find(|table| table.signature == *signature);
        let in_columns = table.into_iter().flat_map(move |table| table.column(place));
        self.rows(signature).map(move |row| row[place]).chain(in_columns)
    }

    /// The predicates that have atoms, in order of appearance.
    pub(super) fn signatures(&self) -> Vec<Signature> {
        let mut seen = FxHashSet::default();
        let derived = self.possible.as_deref().unwrap_or(&self.certain);
        let facts = self.facts.groups().iter().map(|group| &group.signature);
        let tables = self.tables.iter().filter(|table| !table.is_empty()).map(|table| &table.signature);
        let all = facts.chain(tables).chain(derived.groups().iter().map(|group| &group.signature));
        all.filter(|signature| seen.insert((*signature).clone())).cloned().collect()
    }
}

/// One world: what certainly holds and what possibly does, for one positive example.
#[derive(Debug, Clone)]
pub struct World {
    /// The example it stands for, by number.
    pub example: usize,
    /// The name of the example.
    pub name: Arc<str>,
    facts: Arc<Atoms>,
    /// What the background derives beyond its facts, before anything is learned.
    base: Arc<Atoms>,
    certain: Vec<Arc<Atoms>>,
    /// What is possible and not certain.
    open: Vec<Arc<Atoms>>,
    /// The values of each type in this world.
    domains: Arc<Vec<Arc<Vec<Symbol>>>>,
}

impl World {
    /// The atoms of a predicate that hold by the background alone.
    pub fn given(&self, signature: &Signature) -> impl Iterator<Item = &[Symbol]> {
        let groups = [self.facts.group(signature), self.base.group(signature)];
        groups.into_iter().flatten().flat_map(|group| group.rows())
    }

    /// The certain atoms of a predicate.
    pub fn certain(&self, signature: &Signature) -> Vec<&[Symbol]> {
        let layers = std::iter::once(&self.facts).chain(&self.certain);
        layers.filter_map(|atoms| atoms.group(signature)).flat_map(|group| group.rows()).collect()
    }

    /// The possible atoms of a predicate, the certain ones included.
    pub fn possible(&self, signature: &Signature) -> Vec<&[Symbol]> {
        let open = self.open.iter().filter_map(|atoms| atoms.group(signature));
        self.certain(signature).into_iter().chain(open.flat_map(|group| group.rows())).collect()
    }

    /// Whether everything is certain.
    pub fn is_total(&self) -> bool {
        self.open.iter().all(|atoms| atoms.is_empty())
    }

    /// Whether no atom of a predicate is merely possible.
    pub fn is_certain(&self, signature: &Signature) -> bool {
        self.open.iter().all(|atoms| atoms.group(signature).is_none())
    }

    /// The values of types in this world.
    pub fn domains(&self, types: &[TypeId]) -> Vec<&[Symbol]> {
        types.iter().map(|&of_type| self.domains[of_type].as_slice()).collect()
    }
}

/// Asks the solver for models, and counts how often.
pub(super) struct Models<'a> {
    task: &'a Task,
    solver: &'a dyn Solver,
    limits: &'a Limits,
    facts: Arc<Atoms>,
    pub(super) n_calls: usize,
    /// Examples, by number, that no program can satisfy, and why.
    pub(super) impossible: Vec<(usize, Diagnostic)>,
}

impl<'a> Models<'a> {
    pub(super) fn new(task: &'a Task, solver: &'a dyn Solver, limits: &'a Limits) -> Self {
        Self {
            task,
            solver,
            limits,
            facts: Arc::clone(&task.background.facts),
            n_calls: 0,
            impossible: vec![],
        }
    }

    /// The background's models, one base for each different context of a positive example; of any example, if none is
    /// positive.
    pub(super) fn bases(&mut self, symbols: &mut Symbols) -> Result<Vec<Base>> {
        let mut bases: Vec<Base> = Vec::new();
        let mut known: FxHashSet<usize> = FxHashSet::default();
        let task = self.task;
        let any_positive = task.examples.iter().any(|example| example.positive);
        for (number, example) in task.context_numbers().into_iter().zip(&task.examples) {
            if (example.positive || !any_positive) && known.insert(number) {
                bases.push(self.base(&example.context, number, symbols)?);
            }
        }
        Ok(bases)
    }

    fn base(&mut self, context: &[Statement], number: usize, symbols: &mut Symbols) -> Result<Base> {
        let facts = Arc::clone(&self.facts);
        let tables = Arc::clone(&self.task.background.tables);
        if self.task.background.is_only_facts(context) && !clashes(&facts) {
            return Ok(Base {
                context: number,
                facts,
                tables,
                certain: Arc::default(),
                possible: None,
                relaxed: false,
            });
        }
        let input = self.task.background.input(&self.task.sources, symbols, context, &[]);
        match self.consequences(&input, &[], symbols)? {
            Consequences::None(_) => self.relaxed_base(context, number, symbols),
            Consequences::One(model) => Ok(Base {
                context: number,
                certain: self.derived(model),
                facts,
                tables,
                possible: None,
                relaxed: false,
            }),
            Consequences::Several { cautious, brave } => Ok(Base {
                context: number,
                certain: self.derived(cautious),
                possible: Some(self.derived(brave)),
                facts,
                tables,
                relaxed: false,
            }),
        }
    }

    /// The background has no stable model by itself. If it reads a target, or if only this context is to blame, it may
    /// still have one with the examples: what exists is then read without its constraints.
    fn relaxed_base(&mut self, context: &[Statement], number: usize, symbols: &mut Symbols) -> Result<Base> {
        let background = &self.task.background;
        if context.is_empty() && !background.reads_any(context, &self.task.targets()) {
            return Err(self.no_model(context));
        }
        let is_constraint = |statement: &&Statement| matches!(&statement.kind, StatementKind::Rule(rule) if rule.head == Head::None);
        let without = |statements: &[Statement]| -> Vec<Statement> {
            statements.iter().filter(|statement| !is_constraint(statement)).cloned().collect()
        };
        let relaxed = Background { statements: without(&background.statements), ..background.clone() };
        let input = relaxed.input(&self.task.sources, symbols, &without(context), &[]);
        let facts = Arc::clone(&self.facts);
        let (certain, possible) = match self.consequences(&input, &[], symbols)? {
            Consequences::None(_) => return Err(self.no_model(context)),
            Consequences::One(model) => (Arc::default(), self.derived(model)),
            Consequences::Several { cautious, brave } => (self.derived(cautious), self.derived(brave)),
        };
        let tables = Arc::clone(&background.tables);
        Ok(Base { context: number, facts, tables, certain, possible: Some(possible), relaxed: true })
    }

    fn no_model(&self, context: &[Statement]) -> Error {
        let message = "the background has no stable model, so no example can be extended";
        let help = "a constraint or a loop through negation rules everything out: run clingo on the background alone";
        let place =
            context.first().or(self.task.background.statements.first()).map(|statement| statement.span);
        let found = Diagnostic::error(codes::NO_MODEL, message).help(help);
        match place {
            Some(span) => found.at(span, "").into(),
            None => found.into(),
        }
    }

    /// A world for each positive example.
    pub(super) fn worlds(
        &mut self,
        bias: &Bias,
        settings: &Settings,
        bases: &[Base],
        symbols: &mut Symbols,
    ) -> Result<Vec<World>> {
        let task = self.task;
        let by_context: FxHashMap<usize, &Base> = bases.iter().map(|base| (base.context, base)).collect();
        let contexts = task.context_numbers();
        let mut domains: FxHashMap<usize, Arc<Vec<Arc<Vec<Symbol>>>>> = FxHashMap::default();
        let mut worlds = Vec::new();
        let mut unsolved: Vec<(usize, &Base)> = Vec::new();
        for (number, example) in task.examples.iter().enumerate().filter(|(_, example)| example.positive) {
            let base = by_context[&contexts[number]];
            let domains =
                domains.entry(base.context).or_insert_with(|| Arc::new(bias.domains(base, symbols)));
            let domains = Arc::clone(domains);
            let mut world = World {
                example: number,
                name: example.name.as_str().into(),
                facts: Arc::clone(&self.facts),
                base: Arc::clone(&base.certain),
                certain: vec![],
                open: vec![],
                domains,
            };
            let targets: Vec<Signature> =
                bias.targets.iter().map(|target| target.signature.clone()).collect();
            let reads_targets = task.background.reads_any(&example.context, &targets);
            if base.is_total() && !reads_targets && !touches_rules(task, example, &targets) {
                self.settle(&mut world, base, example, bias, settings, symbols);
            } else {
                unsolved.push((worlds.len(), base));
            }
            worlds.push(world);
        }
        self.solve_all(&mut worlds, &unsolved, bias, settings, symbols)?;
        Ok(worlds)
    }

    /// Solves worlds side by side. Each learns ground terms of its own, which are then numbered in order.
    fn solve_all(
        &mut self,
        worlds: &mut [World],
        unsolved: &[(usize, &Base)],
        bias: &Bias,
        settings: &Settings,
        symbols: &mut Symbols,
    ) -> Result<()> {
        let (task, solver, limits) = (self.task, self.solver, self.limits);
        // Each has limits of its own: where the work of one ends must not depend on the others.
        let jobs: Vec<(usize, &Base, Limits)> =
            unsolved.iter().map(|&(place, base)| (place, base, limits.fork())).collect();
        let solve = |(place, base, limits): &(usize, &Base, Limits)| {
            let mut world = worlds[*place].clone();
            let mut own = symbols.clone();
            let mut models = Models::new(task, solver, limits);
            let example = &task.examples[world.example];
            models.solve(&mut world, base, example, bias, settings, &mut own)?;
            Ok((*place, world, own, models.n_calls, models.impossible))
        };
        #[allow(clippy::type_complexity)]
        let solved: Vec<Result<_>> = jobs.par_iter().map(solve).collect();
        jobs.iter().for_each(|(_, _, job)| limits.join(job));
        let shared = symbols.len();
        for solved in solved {
            let (place, mut world, own, n_calls, mut impossible) = solved?;
            let here = symbols.adopt(&own, shared);
            if !here.is_empty() {
                let exchange = |symbol: Symbol| match (symbol.0 as usize).checked_sub(shared) {
                    Some(new) => here[new],
                    None => symbol,
                };
                for atoms in world.certain.iter_mut().chain(&mut world.open) {
                    Arc::make_mut(atoms).map(exchange);
                }
            }
            self.n_calls += n_calls;
            self.impossible.append(&mut impossible);
            worlds[place] = world;
        }
        self.impossible.sort_by_key(|(number, _)| *number);
        Ok(())
    }

    /// The one model of the background is the example's world: no rule reads a target.
    fn settle(
        &mut self,
        world: &mut World,
        base: &Base,
        example: &Example,
        bias: &Bias,
        settings: &Settings,
        symbols: &Symbols,
    ) {
        let targets =
            |signature: &Signature| bias.targets.iter().any(|target| target.signature == *signature);
        let mut failing = Vec::new();
        let mut own = Atoms::default();
        for group in example.inclusions.groups() {
            let known: FxHashSet<&[Symbol]> = base.rows(&group.signature).collect();
            for row in group.rows() {
                if known.contains(row) {
                    continue;
                }
                if !targets(&group.signature) {
                    failing.push((show_atom(&group.signature, row, symbols), true));
                }
                own.push(&group.signature, row);
            }
        }
        for group in example.exclusions.groups() {
            let known: FxHashSet<&[Symbol]> = base.rows(&group.signature).collect();
            let present = group.rows().filter(|row| known.contains(row));
            failing.extend(present.map(|row| (show_atom(&group.signature, row, symbols), false)));
        }
        // One atom is enough to see what is wrong.
        if let Some(first) = failing.first() {
            self.impossible.push((world.example, impossible(example, std::slice::from_ref(first))));
        }
        let mut open = Atoms::default();
        for target in bias
            .targets
            .iter()
            .enumerate()
            .filter(|(number, _)| bias.is_read_by_rules(*number))
            .map(|(_, target)| target)
        {
            self.open_instances(world, example, target, settings, |row| open.push(&target.signature, row));
        }
        world.certain = vec![Arc::clone(&base.certain), Arc::new(own)];
        world.open = vec![Arc::new(open)];
    }

    /// The stable models in which the example's requirements hold and its target atoms are given.
    fn solve(
        &mut self,
        world: &mut World,
        base: &Base,
        example: &Example,
        bias: &Bias,
        settings: &Settings,
        symbols: &mut Symbols,
    ) -> Result<()> {
        let is_target =
            |signature: &Signature| bias.targets.iter().any(|target| target.signature == *signature);
        let mut needed: Vec<Signature> = bias.predicates.clone();
        needed.extend(example.inclusions.groups().iter().map(|group| group.signature.clone()));
        needed.extend(example.exclusions.groups().iter().map(|group| group.signature.clone()));
        let mut input = self.task.background.input(&self.task.sources, symbols, &example.context, &needed);
        let mut requirements = Vec::new();
        for group in example.inclusions.groups() {
            if is_target(&group.signature) {
                input.push_facts(group, symbols);
            } else {
                requirements
                    .extend(group.rows().map(|row| (show_atom(&group.signature, row, symbols), true)));
            }
        }
        for group in example.exclusions.groups() {
            requirements.extend(group.rows().map(|row| (show_atom(&group.signature, row, symbols), false)));
        }
        let mut choices = String::new();
        for target in &bias.targets {
            self.open_instances(world, example, target, settings, |row| {
                choices.push_str(&format!("{{{}}}.\n", show_atom(&target.signature, row, symbols)));
            });
        }
        input.push(&choices, None);
        let found = match self.consequences(&input, &requirements, symbols)? {
            Consequences::None(core) => {
                let failing: Vec<(String, bool)> =
                    core.iter().map(|&number| requirements[number].clone()).collect();
                self.impossible.push((world.example, impossible(example, &failing)));
                for (atom, _) in requirements.iter().filter(|(_, required)| *required) {
                    input.push(&format!("{atom}."), None);
                }
                self.consequences(&input, &[], symbols)?
            }
            found => found,
        };
        match found {
            Consequences::None(_) => {
                world.certain = vec![Arc::clone(&base.certain), self.beyond(base, example)]
            }
            Consequences::One(model) => world.certain = vec![self.derived(model)],
            Consequences::Several { cautious, brave } => self.set_partial(world, cautious, brave),
        }
        Ok(())
    }

    /// What an example includes that the background does not derive.
    fn beyond(&self, base: &Base, example: &Example) -> Arc<Atoms> {
        let mut own = Atoms::default();
        for group in example.inclusions.groups() {
            let facts = self.facts.group(&group.signature).into_iter();
            let known = facts.chain(base.certain.group(&group.signature)).flat_map(|group| group.rows());
            let known: FxHashSet<&[Symbol]> = known.collect();
            group.rows().filter(|row| !known.contains(row)).for_each(|row| own.push(&group.signature, row));
        }
        Arc::new(own)
    }

    /// The ground program of background, context, rules and `wishes` (weak constraints). `needed` are the predicates
    /// whose atoms are asked for.
    pub(super) fn ground(
        &mut self,
        context: &[Statement],
        rules: &Rules,
        wishes: &str,
        needed: &[Signature],
        symbols: &Symbols,
    ) -> Result<Box<dyn Grounded>> {
        let mut needed = needed.to_vec();
        for statement in &rules.statements {
            needed.extend(xfold_asp::visit::heads(statement));
            needed.extend(xfold_asp::visit::reads(statement).into_iter().map(|(read, _)| read));
        }
        let mut input = self.task.background.input(&self.task.sources, symbols, context, &needed);
        input.push(&rules.text, None);
        input.push(wishes, None);
        Ok(self.solver.ground(&input, self.limits)?)
    }

    /// What certainly and what possibly holds in the stable models of a ground program that extend an example. Types
    /// have the values that they have in the world `like`.
    pub(super) fn extending(
        &mut self,
        grounded: &mut dyn Grounded,
        like: &World,
        example: &Example,
        symbols: &mut Symbols,
    ) -> Result<Option<World>> {
        let mut world = World { certain: vec![], open: vec![], base: Arc::default(), ..like.clone() };
        match self.ask(grounded, &requirements(example, symbols), symbols)? {
            Consequences::None(_) => return Ok(None),
            Consequences::One(model) => world.certain = vec![self.derived(model)],
            Consequences::Several { cautious, brave } => self.set_partial(&mut world, cautious, brave),
        }
        Ok(Some(world))
    }

    /// The best stable model of a ground program that extends an example, by the program's weak constraints.
    pub(super) fn best(
        &mut self,
        grounded: &mut dyn Grounded,
        like: &World,
        example: &Example,
        symbols: &mut Symbols,
    ) -> Result<Option<World>> {
        let assumptions = requirements(example, symbols);
        let query = Query { which: Which::Optimal, most: 1, assumptions, show: None };
        self.total_world(grounded, like, &query, symbols)
    }

    /// Whether some stable model of a ground program extends an example.
    pub(super) fn is_extended(
        &mut self,
        grounded: &mut dyn Grounded,
        example: &Example,
        symbols: &mut Symbols,
    ) -> Result<bool> {
        let assumptions = requirements(example, symbols);
        let query = Query { most: 1, assumptions, show: Some(Vec::new()), ..Query::default() };
        self.n_calls += 1;
        Ok(!grounded.solve(&query, symbols, self.limits)?.models.is_empty())
    }

    /// A stable model of a ground program by chance.
    pub(super) fn random(
        &mut self,
        grounded: &mut dyn Grounded,
        like: &World,
        seed: u32,
        symbols: &mut Symbols,
    ) -> Result<Option<World>> {
        let query = Query { which: Which::Random(seed), most: 1, ..Query::default() };
        self.total_world(grounded, like, &query, symbols)
    }

    /// The stable model that answers a query, as a world in which nothing is open.
    fn total_world(
        &mut self,
        grounded: &mut dyn Grounded,
        like: &World,
        query: &Query,
        symbols: &mut Symbols,
    ) -> Result<Option<World>> {
        self.n_calls += 1;
        let mut answer = grounded.solve(query, symbols, self.limits)?;
        let Some(model) = answer.models.pop() else { return Ok(None) };
        let certain = vec![self.derived(model)];
        Ok(Some(World { certain, open: vec![], base: Arc::default(), ..like.clone() }))
    }

    /// How many stable models of a ground program agree with what an example says of other predicates, up to a bound
    /// and as far as these predicates differ; 0 if none extends the example.
    pub(super) fn count(
        &mut self,
        grounded: &mut dyn Grounded,
        example: &Example,
        of: &[Signature],
        most: usize,
        symbols: &mut Symbols,
    ) -> Result<usize> {
        if !self.is_extended(grounded, example, symbols)? {
            return Ok(0);
        }
        let others = |atoms: &Atoms| {
            let mut kept = Atoms::default();
            let others = pairs(atoms).filter(|(signature, _)| !of.contains(signature));
            others.for_each(|(signature, row)| kept.push(signature, row));
            kept
        };
        let [inclusions, exclusions] = [&example.inclusions, &example.exclusions].map(others);
        let assumptions = requirements(&Example { inclusions, exclusions, ..example.clone() }, symbols);
        let query = Query { most, assumptions, show: Some(of.to_vec()), ..Query::default() };
        self.n_calls += 1;
        let models = grounded.solve(&query, symbols, self.limits)?.models;
        let distinct: FxHashSet<Vec<(&Signature, &[Symbol])>> = models
            .iter()
            .map(|model| {
                let mut atoms: Vec<(&Signature, &[Symbol])> = pairs(&model.atoms).collect();
                atoms.sort();
                atoms
            })
            .collect();
        Ok(distinct.len())
    }

    fn set_partial(&self, world: &mut World, cautious: Model, brave: Model) {
        let known: FxHashSet<(&Signature, &[Symbol])> = pairs(&cautious.atoms).collect();
        let mut open = Atoms::default();
        for (signature, row) in pairs(&brave.atoms).filter(|pair| !known.contains(pair)) {
            open.push(signature, row);
        }
        world.open = vec![Arc::new(open)];
        world.certain = vec![self.derived(cautious)];
    }

    /// The instances of a target that the example leaves open.
    fn open_instances(
        &self,
        world: &World,
        example: &Example,
        target: &super::Target,
        settings: &Settings,
        mut visit: impl FnMut(&[Symbol]),
    ) {
        if self.task.is_closed(&target.signature, settings.open) {
            return;
        }
        let domains = world.domains(&target.types);
        let size = domains.iter().map(|domain| domain.len()).try_fold(1usize, |a, b| a.checked_mul(b));
        if size.is_none_or(|size| size > super::MOST_OPEN) {
            return;
        }
        let groups = [&example.inclusions, &example.exclusions].map(|atoms| atoms.group(&target.signature));
        let labelled: FxHashSet<&[Symbol]> =
            groups.into_iter().flatten().flat_map(|group| group.rows()).collect();
        for_each_tuple(&domains, |row| {
            if !labelled.contains(row) {
                visit(row);
            }
        });
    }

    fn consequences(
        &mut self,
        input: &Input,
        requirements: &[(String, bool)],
        symbols: &mut Symbols,
    ) -> Result<Consequences> {
        let mut grounded = self.solver.ground(input, self.limits)?;
        self.ask(&mut *grounded, requirements, symbols)
    }

    fn ask(
        &mut self,
        grounded: &mut dyn Grounded,
        requirements: &[(String, bool)],
        symbols: &mut Symbols,
    ) -> Result<Consequences> {
        let mut query = Query { most: 2, assumptions: requirements.to_vec(), ..Query::default() };
        self.n_calls += 1;
        let mut answer = grounded.solve(&query, symbols, self.limits)?;
        match answer.models.len() {
            0 => Ok(Consequences::None(answer.core)),
            1 => Ok(Consequences::One(answer.models.remove(0))),
            _ => {
                let mut ask = |which| {
                    query.which = which;
                    query.most = 0;
                    self.n_calls += 1;
                    let mut answer = grounded.solve(&query, symbols, self.limits)?;
                    Ok::<Model, Error>(answer.models.pop().unwrap_or_default())
                };
                Ok(Consequences::Several { cautious: ask(Which::Cautious)?, brave: ask(Which::Brave)? })
            }
        }
    }

    /// The atoms of a model that are not facts of the task.
    fn derived(&self, model: Model) -> Arc<Atoms> {
        let mut derived = Atoms::default();
        for group in model.atoms.groups() {
            let known: FxHashSet<&[Symbol]> =
                self.facts.group(&group.signature).into_iter().flat_map(|facts| facts.rows()).collect();
            for row in group.rows().filter(|row| !known.contains(row)) {
                derived.push(&group.signature, row);
            }
        }
        Arc::new(derived)
    }
}

enum Consequences {
    /// No model: which requirements cannot hold together.
    None(Vec<usize>),
    One(Model),
    Several {
        cautious: Model,
        brave: Model,
    },
}

/// What an example asks for, as assumptions.
fn requirements(example: &Example, symbols: &Symbols) -> Vec<(String, bool)> {
    assumptions(&example.inclusions, &example.exclusions, symbols)
}

fn pairs(atoms: &Atoms) -> impl Iterator<Item = (&Signature, &[Symbol])> {
    atoms.groups().iter().flat_map(|group| group.rows().map(move |row| (&group.signature, row)))
}

/// Whether facts alone are inconsistent, by classical negation.
fn clashes(facts: &Atoms) -> bool {
    facts.groups().iter().filter(|group| group.signature.negated).any(|group| {
        let positive = Signature { negated: false, ..group.signature.clone() };
        let rows: FxHashSet<&[Symbol]> = group.rows().collect();
        facts.group(&positive).is_some_and(|positive| positive.rows().any(|row| rows.contains(row)))
    })
}

/// Whether a rule of the background could derive a target atom, so that the example's atoms are not all there is.
fn touches_rules(task: &Task, example: &Example, targets: &[Signature]) -> bool {
    targets.iter().any(|target| {
        crate::task::defines(&task.background.statements, target)
            || crate::task::defines(&example.context, target)
    })
}

fn impossible(example: &Example, failing: &[(String, bool)]) -> Diagnostic {
    let list = |required: bool| -> Vec<&str> {
        failing.iter().filter(|(_, wanted)| *wanted == required).map(|(atom, _)| atom.as_str()).collect()
    };
    let (missing, present) = (list(true), list(false));
    let reason = match (missing.is_empty(), present.is_empty()) {
        (true, true) => "no stable model agrees with it".to_string(),
        (false, true) => format!("nothing derives {}", missing.join(" together with ")),
        (true, false) => format!("{} cannot be false", present.join(" or ")),
        (false, false) => format!("{} cannot hold without {}", missing.join(", "), present.join(", ")),
    };
    let message =
        format!("example `{}` contradicts the background, whatever is learned: {reason}", example.name);
    let help = "correct the atom or the background; meanwhile its atoms are learned from as if they held";
    Diagnostic::warning(codes::EXAMPLE_IMPOSSIBLE, message).at(example.span, "").help(help)
}
