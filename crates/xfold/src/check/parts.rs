//! Part of the check: tasks whose facts stay in columns. All of them are too many for the solver, so it decides one part of
//! the example's atoms after the other, with the facts that the rules can reach from these ([`super::reach`]). What is said
//! of the example is what the solver would say with all facts.

use super::{
    Check, ExampleVerdict, MOST_FAILURES, Requirements, Verdict,
    demand::{self, Demand},
    outcome,
    reach::Reach,
};
use crate::error::{Error, Result};
use rustc_hash::FxHashSet;
use xfold_asp::symbols::{AtomGroup, Atoms, Signature, Symbol, show_atom};
use xfold_solve::{LimitReached, Query};
use xfold_store::Counts;

/// Where rules cannot be followed from their heads, the solver gets all facts that they read, if these are not more.
const MOST_AT_ONCE: usize = 5_000_000;

/// An atom of the example, and whether it has to hold.
type Wanted<'a> = (&'a Signature, &'a [Symbol], bool);

/// What was found so far.
#[derive(Default)]
struct Tally {
    derived: Vec<Counts>,
    n_failures: usize,
    missing: Vec<String>,
    unwanted: Vec<String>,
}

impl Check<'_> {
    /// Decides the one example of a task with facts in columns. `None` if that can only be done with all facts at once.
    pub(super) fn in_parts(&mut self, at_once: usize) -> Result<Option<Verdict>> {
        let task = self.task;
        let [example] = &task.examples[..] else { return Ok(None) };
        let mut symbols = self.symbols.clone();
        let Some(reach) = Reach::of(task, self.rules.statements, &mut symbols) else { return Ok(None) };
        self.symbols = symbols;
        let requirements = Requirements::of(task, self.worlds, 0);
        let required = requirements.required.iter().map(|(signature, row)| (signature, row, true));
        let forbidden = requirements.forbidden.iter().map(|(signature, row)| (signature, row, false));
        let all: Vec<Wanted<'_>> = required.chain(forbidden).collect();
        let mut tally =
            Tally { derived: vec![Counts::default(); self.worlds.bias.targets.len()], ..Tally::default() };
        let mut counted = self.repeated(&requirements);
        let demand = self.demand_of_parts();
        for part in all.chunks(at_once.max(1)) {
            match self.part(part, &reach, demand.as_ref())? {
                Some(Some(model)) => self.compare_part(part, &model, &mut tally, &mut counted),
                Some(None) => {
                    let why = "background, context and rules have no stable model together".to_string();
                    let n_requirements = requirements.len();
                    let failed = outcome(example, n_requirements, n_requirements.max(1), vec![why], None);
                    return Ok(Some(self.verdict_of(failed, None)));
                }
                None => return Ok(None),
            }
        }
        let failures = tally.missing.into_iter().chain(tally.unwanted).take(MOST_FAILURES).collect();
        let decided = outcome(example, requirements.len(), tally.n_failures, failures, None);
        Ok(Some(self.verdict_of(decided, Some(tally.derived))))
    }

    fn verdict_of(&self, example: ExampleVerdict, derived: Option<Vec<Counts>>) -> Verdict {
        Verdict { examples: vec![example], derived, n_solver_calls: self.n_calls }
    }

    /// Whether the solver may have all facts in columns that the rules read.
    pub(super) fn may_have_all(&self) -> Result<()> {
        let read: FxHashSet<Signature> = self.rules.signatures().collect();
        let tables = self.task.background.tables.iter().filter(|table| read.contains(&table.signature));
        let n_facts: usize = tables.map(|table| table.len()).sum();
        if n_facts <= MOST_AT_ONCE { Ok(()) } else { Err(Error::Limit(LimitReached::Memory)) }
    }

    /// Where atoms of the example are repeated, a set in which those already counted are kept.
    fn repeated(&self, requirements: &Requirements) -> Option<FxHashSet<(Signature, Vec<Symbol>)>> {
        let is_repeated = self.worlds.bias.targets.iter().any(|target| {
            let of = |atoms: &Atoms| atoms.group(&target.signature).map_or(0, |group| group.len);
            let n_atoms = of(&requirements.required) + of(&requirements.forbidden);
            let instances = &target.instances;
            n_atoms != (0..instances.len()).filter(|&instance| instances.weight(instance) > 0).count()
        });
        is_repeated.then(FxHashSet::default)
    }

    fn demand_of_parts(&self) -> Option<Demand> {
        let targets: Vec<Signature> =
            self.worlds.bias.targets.iter().map(|target| target.signature.clone()).collect();
        // What the background reads or defines, `Reach` has refused.
        Demand::of(self.rules.text, &targets, |_| false)
    }

    /// The model of a part: what holds of the predicates that the example speaks of. `Some(None)` if there is no stable
    /// model, `None` if there are several, or if a rule reads more than can be followed.
    fn part(
        &mut self,
        part: &[Wanted<'_>],
        reach: &Reach<'_>,
        demand: Option<&Demand>,
    ) -> Result<Option<Option<Atoms>>> {
        let mut asked = Atoms::default();
        part.iter().for_each(|(signature, row, _)| asked.push(signature, row));
        let Some(facts) = reach.facts(asked.groups()) else { return Ok(None) };
        let task = self.task;
        let mut show: Vec<Signature> = asked.groups().iter().map(|group| group.signature.clone()).collect();
        show.sort();
        let needed: Vec<Signature> = show.iter().cloned().chain(self.rules.signatures()).collect();
        let mut input = task.background.input(&task.sources, &self.symbols, &[], &needed);
        facts.iter().for_each(|group| input.push_facts(group, &self.symbols));
        match demand {
            Some(demand) => {
                for target in demand.targets() {
                    let of = &self.worlds.bias.targets[target].signature;
                    let (len, args) =
                        asked.group(of).map_or((0, Vec::new()), |group| (group.len, group.args.clone()));
                    let signature = demand::asked(target, of.arity);
                    input.push_facts(&AtomGroup { signature: signature.clone(), len, args }, &self.symbols);
                    if len == 0 {
                        // Without an instance the predicate is not defined anywhere.
                        input.push(&format!("#defined {signature}."), None);
                    }
                }
                demand.push(&mut input, self.rules.text, self.rules.origin);
            }
            None => input.push(self.rules.text, self.rules.origin),
        }
        let mut grounded = self.solver.ground(&input, self.limits)?;
        drop(input);
        let query = Query { most: 2, show: Some(show), ..Query::default() };
        self.n_calls += 1;
        let mut models = grounded.solve(&query, &mut self.symbols, self.limits)?.models;
        Ok(match models.len() {
            0 => Some(None),
            1 => Some(models.pop().map(|model| model.atoms)),
            _ => None,
        })
    }

    /// Looks every atom of a part up in its model.
    fn compare_part(
        &self,
        part: &[Wanted<'_>],
        model: &Atoms,
        tally: &mut Tally,
        counted: &mut Option<FxHashSet<(Signature, Vec<Symbol>)>>,
    ) {
        let holding: FxHashSet<(&Signature, &[Symbol])> = model.iter().collect();
        let weight = u64::from(self.task.examples[0].penalty.unwrap_or(1));
        for &(signature, row, wanted) in part {
            let holds = holding.contains(&(signature, row));
            if holds != wanted {
                tally.n_failures += 1;
                let (list, how) = if wanted {
                    (&mut tally.missing, "is included, but not derived")
                } else {
                    (&mut tally.unwanted, "is excluded, but derived")
                };
                if list.len() < MOST_FAILURES {
                    list.push(format!("{} {how}", show_atom(signature, row, &self.symbols)));
                }
            }
            let targets = &self.worlds.bias.targets;
            let target = targets.iter().position(|target| target.signature == *signature);
            let mut is_new =
                || counted.as_mut().is_none_or(|seen| seen.insert((signature.clone(), row.to_vec())));
            if let Some(target) = target.filter(|_| holds && is_new()) {
                let counts = &mut tally.derived[target];
                if wanted { counts.pos += weight } else { counts.neg += weight }
            }
        }
    }
}
