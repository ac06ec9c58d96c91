//! The generate part checked at once: a positive example that no stable model extends, whatever the constraints, means
//! that some target is wrong in kind. The guilty target becomes a free choice, or all of them do.

use super::{
    super::{Found, Theory},
    Run,
};
use crate::{
    check::{self, RulesText},
    error::Result,
};

/// Makes targets free choices until every positive example has a stable model, if that helps.
pub fn repair(found: &mut Found, run: Run<'_>) -> Result<()> {
    let Run { task, worlds, .. } = run;
    let mut n_calls = 0;
    let mut n_extended = |theories: &[Theory]| -> Result<usize> {
        let candidate = Found { theories: theories.to_vec(), ..Found::default() };
        let program = run.program(&candidate);
        let rules = RulesText { text: &program.text(), origin: None, statements: &program.statements() };
        let verdict = check::verify(task, worlds, &rules, run.solver, run.limits)?;
        n_calls += verdict.n_solver_calls;
        Ok(verdict.examples.iter().filter(|example| example.positive && example.holds).count())
    };
    let n_positives = worlds.worlds.len();
    let now = n_extended(&found.theories)?;
    let chosen = |theory: &Theory| match &theory.choice {
        Some(choice) => Theory { clauses: vec![choice.clone()], ..theory.clone() },
        None => theory.clone(),
    };
    if now < n_positives {
        let all: Vec<Theory> = found.theories.iter().map(chosen).collect();
        let one_at_a_time = (0..found.theories.len()).map(|place| {
            let mut theories = found.theories.clone();
            theories[place] = all[place].clone();
            theories
        });
        let mut best = (now, None);
        for theories in one_at_a_time.chain([all.clone()]) {
            let extended = n_extended(&theories)?;
            if extended > best.0 {
                best = (extended, Some(theories));
            }
            if extended == n_positives {
                break;
            }
        }
        if let Some(theories) = best.1 {
            found.theories = theories;
        }
    }
    found.n_solver_calls += n_calls;
    Ok(())
}
