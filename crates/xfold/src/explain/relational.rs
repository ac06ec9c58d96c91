//! Why atoms follow from a program: the solver gives stable models, and the proof is looked for in one of them.

use super::{
    Bounds, Explanation, InModel, Models, Sentences,
    forbid::Relaxed,
    program::ProgramIndex,
    prove::Prover,
    tree::ProofBuilder,
    world::{GroundAtom, Matched, WorldIndex, ground_atoms},
};
use crate::{
    check::{Entailment, RulesText},
    error::Result,
    task::{Example, Task},
};
use rustc_hash::FxHashSet;
use xfold_asp::{
    ground_atom,
    symbols::{Atoms, Signature, Symbols, show_atom},
    syntax::Atom,
};
use xfold_solve::{Grounded, Limits, Model, Query, Solver};

/// Atoms of a stable model that are shown.
const MOST_ATOMS: usize = 40;

/// What is asked about.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The atom. If it has variables, every true instance is explained.
    pub atom: &'a Atom,
    /// The example whose context counts.
    pub example: Option<&'a Example>,
}

/// Explains an atom, or each true instance of an atom with variables. The number is that of further instances.
pub fn explain_atoms(
    task: &Task,
    rules: &RulesText<'_>,
    asked: Asked<'_>,
    sentences: &Sentences,
    bounds: &Bounds,
    solver: &dyn Solver,
    limits: &Limits,
) -> Result<(Vec<Explanation>, usize)> {
    let context = asked.example.map_or(&[][..], |example| &example.context[..]);
    let statements = task.background.statements.iter().chain(context).chain(rules.statements);
    let program = ProgramIndex::new(&task.background.facts, statements, &task.sources);
    let signature = asked.atom.signature();
    let needed: Vec<Signature> = std::iter::once(signature.clone()).chain(rules.signatures()).collect();
    let mut symbols = task.symbols.clone();
    let ground = ground_atom(asked.atom, &mut symbols);
    let mut input = task.background.input(&task.sources, &symbols, context, &needed);
    input.push(rules.text, rules.origin);
    let show = program.dependencies(&[signature]);
    let mut solved = Solved { grounded: solver.ground(&input, limits)?, show, symbols, limits };
    let (models, all_seen) = solved.models(bounds.models)?;
    let atoms: Vec<GroundAtom> = match ground {
        Some(atom) => vec![atom],
        None => instances(asked.atom, &models, &solved.symbols),
    };
    let n_more = atoms.len().saturating_sub(bounds.answers);
    let mut explanations = Vec::new();
    for atom in atoms.iter().take(bounds.answers) {
        let mut explanation = solved.explain(&program, atom, (&models, all_seen), sentences, bounds)?;
        explanation.example = asked.example.map(|example| example.name.clone());
        let holds = explanation.models.as_ref().map(|models| models.holds);
        if let Some(Entailment::None | Entailment::NoModel) = holds {
            let relaxed = Relaxed { task, rules, example: asked.example, solver, limits };
            let atom = (holds == Some(Entailment::None)).then_some(atom);
            explanation.forbidden_by =
                relaxed.minimal_set(&program, atom, &solved.symbols, sentences, bounds)?;
        }
        explanations.push(explanation);
    }
    Ok((explanations, n_more))
}

/// A ground program and what is asked of it.
struct Solved<'a> {
    grounded: Box<dyn Grounded>,
    show: Vec<Signature>,
    symbols: Symbols,
    limits: &'a Limits,
}

impl Solved<'_> {
    /// Stable models, and whether these are all.
    fn models(&mut self, most: usize) -> Result<(Vec<Model>, bool)> {
        let query = Query { most, show: Some(self.show.clone()), ..Query::default() };
        let answer = self.grounded.solve(&query, &mut self.symbols, self.limits)?;
        Ok((answer.models, answer.complete))
    }

    /// A stable model in which an atom has this value.
    fn model_with(&mut self, atom: &GroundAtom, value: bool) -> Result<Option<Model>> {
        let assumptions = vec![(show_atom(&atom.0, &atom.1, &self.symbols), value)];
        let query = Query { most: 1, assumptions, show: Some(self.show.clone()), ..Query::default() };
        let answer = self.grounded.solve(&query, &mut self.symbols, self.limits)?;
        Ok(answer.models.into_iter().next())
    }

    fn explain(
        &mut self,
        program: &ProgramIndex<'_>,
        atom: &GroundAtom,
        (models, all_seen): (&[Model], bool),
        sentences: &Sentences,
        bounds: &Bounds,
    ) -> Result<Explanation> {
        let values: Vec<bool> = models.iter().map(|model| has(&model.atoms, atom)).collect();
        let n_with = values.iter().filter(|value| **value).count();
        // The first stable model of each kind; beyond those looked at, the solver is asked.
        let mut found: Vec<(bool, Option<usize>, Model)> = Vec::new();
        for value in [true, false] {
            match values.iter().position(|known| *known == value) {
                Some(number) => found.push((value, Some(number), models[number].clone())),
                None if !all_seen => {
                    found.extend(self.model_with(atom, value)?.map(|model| (value, None, model)));
                }
                None => {}
            }
        }
        let holds = match found[..] {
            [] => Entailment::NoModel,
            [(true, ..)] => Entailment::Every,
            [_] => Entailment::None,
            _ => Entailment::Some,
        };
        let common = common(models);
        let mut proofs = Vec::new();
        for (_, number, model) in &found {
            let world = WorldIndex::new(&model.atoms, &self.symbols);
            let prover = Prover::new(program, &world, self.limits);
            let proof = ProofBuilder::new(prover, sentences, bounds).prove(atom)?;
            let is_alone = models.len() == 1 && all_seen;
            let model_number = number.filter(|_| !is_alone).map(|number| number + 1);
            let atoms = if is_alone { Vec::new() } else { self.own_atoms(model, &common) };
            proofs.push(InModel { model: model_number, atoms, proof });
        }
        Ok(Explanation {
            asked: show_atom(&atom.0, &atom.1, &self.symbols),
            sentence: sentences.of_atom(&atom.0, &atom.1, false, &self.symbols),
            example: None,
            models: Some(Models { holds, n_seen: models.len(), n_with, all_seen }),
            proofs,
            forbidden_by: Vec::new(),
        })
    }

    /// The atoms of a model that are not common to all.
    fn own_atoms(&self, model: &Model, common: &FxHashSet<GroundAtom>) -> Vec<String> {
        let mut own: Vec<String> = ground_atoms(&model.atoms)
            .filter(|atom| !common.contains(atom))
            .map(|atom| show_atom(&atom.0, &atom.1, &self.symbols))
            .collect();
        own.sort();
        if own.len() > MOST_ATOMS {
            let n_more = own.len() - MOST_ATOMS;
            own.truncate(MOST_ATOMS);
            own.push(format!("… and {n_more} more"));
        }
        own
    }
}

/// The true instances of an atom with variables, in some stable model, sorted.
fn instances(pattern: &Atom, models: &[Model], symbols: &Symbols) -> Vec<GroundAtom> {
    let signature = pattern.signature();
    let mut found: Vec<GroundAtom> = Vec::new();
    let mut seen = FxHashSet::default();
    for model in models {
        let world = WorldIndex::new(&model.atoms, symbols);
        let open = vec![None; signature.arity];
        for number in world.rows(&signature, &open) {
            let row = world.row(&signature, number);
            let fits = world.unify_all(&pattern.args, row, &mut Vec::new()) == Matched::Yes;
            if fits && seen.insert(row.to_vec()) {
                found.push((signature.clone(), row.to_vec()));
            }
        }
    }
    found
}

fn has(atoms: &Atoms, atom: &GroundAtom) -> bool {
    atoms.group(&atom.0).is_some_and(|group| group.rows().any(|row| row == atom.1))
}

/// The atoms that all models have.
fn common(models: &[Model]) -> FxHashSet<GroundAtom> {
    let sets = models.iter().map(|model| ground_atoms(&model.atoms).collect::<FxHashSet<GroundAtom>>());
    sets.reduce(|common, set| &common & &set).unwrap_or_default()
}
