//! Short programs over terms, with recursion: search for tasks whose background is a program.
//!
//! The greedy search judges a clause by the examples it covers. For recursion over lists that does not work: what the
//! recursive call needs is no example (`f([2,3])` is not given where `f([1,2,3])` is), so a clause can be judged only together with
//! the others, by what the whole program derives. And the bottom-up counts of the store need finite relations. So here
//! whole programs are tried, from short to long:
//!
//! - [`grow`] lists all bodies of a length that differ on a [`sample`] of inputs, with the types and directions of the
//!   [`language`];
//! - [`assemble`] puts finished [`clause`]s together: clauses without a call (bases), and with one or two that call the
//!   target;
//! - [`run`] tells what a program derives for the input of an example. The background is asked for just what is needed.
//!
//! The answer is the first program that derives every positive example and no negative one. Clingo checks it as it checks
//! every other one, over the facts that it [reaches](crate::Task::reached).

mod assemble;
mod clause;
mod grow;
mod language;
mod run;
mod sample;

use crate::{Settings, task::Task};
use assemble::Assembly;
use grow::Grower;
use language::Language;
use run::Runner;
use sample::{Pair, Sample, size};
use xfold_asp::{symbols::Atoms, syntax::Rule};
use xfold_solve::Limits;

use crate::task::program::Answers;

/// Inputs in the sample, at first and if no program was found.
const SAMPLES: [usize; 2] = [48, 160];

/// The shortest program that explains all examples of a task whose background is a program; none if there is none within
/// the bounds.
pub(crate) fn shortest(task: &Task, settings: &Settings, limits: &Limits) -> Option<Vec<Rule>> {
    let program = task.background.program.as_ref()?;
    let language = Language::of(task, program, settings)?;
    for most in SAMPLES {
        let mut runner = Runner::new(&language, Answers::new(program, task.symbols.clone()));
        let [positives, negatives] = [&task.examples[0].inclusions, &task.examples[0].exclusions]
            .map(|atoms| pairs(&mut runner, atoms));
        let sample = Sample::new(&mut runner, &positives, &negatives, most);
        let grower = Grower::new(runner, sample, 1);
        let found = Assembly::new(grower, positives, negatives, limits).shortest();
        if let Some(clauses) = found {
            return Some(clauses.iter().map(|clause| clause.rule(&language)).collect());
        }
        if limits.reached().is_some() {
            break;
        }
    }
    None
}

/// The examples of the target as inputs and outputs, the smallest first.
fn pairs(runner: &mut Runner<'_, '_>, atoms: &Atoms) -> Vec<Pair> {
    let language = runner.language;
    let Some(group) = atoms.group(&language.target) else { return Vec::new() };
    let mut rows: Vec<Vec<u32>> =
        group.rows().map(|row| row.iter().map(|symbol| symbol.0).collect()).collect();
    rows.sort_by_cached_key(|row| size(row, &runner.answers.symbols));
    let at = |row: &[u32], places: &[usize]| places.iter().map(|place| row[*place]).collect::<Vec<u32>>();
    let mut pairs = Vec::new();
    for row in rows {
        let pair = (runner.tuple(&at(&row, &language.inputs)), runner.tuple(&at(&row, &language.outputs)));
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    pairs
}
