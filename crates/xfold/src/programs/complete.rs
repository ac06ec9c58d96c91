//! Completion, on demand: constraints that no negative example asks for.
//!
//! Random stable models of the theory so far are compared with the good worlds. A short constraint that many of them
//! violate and no good world does is hardly an accident, if there are good worlds enough. The report marks what was
//! added this way.

use super::{
    Run,
    constraints::{Bad, Phase, Test},
};
use crate::{error::Result, search::Found};

/// Stable models that are drawn for one constraint.
const DRAWN: usize = 40;

/// How unlikely it must be that the good worlds fulfil a constraint by accident.
const ACCIDENT: f64 = 0.01;

/// Adds constraints as long as one is no accident.
pub(super) fn complete(found: &mut Found, run: Run<'_>) -> Result<()> {
    let mut test = Test::new(found, run);
    let completed = test.solve_good_worlds().and_then(|()| test.complete());
    test.found.n_calls.test += test.prober.n_calls();
    completed
}

impl Test<'_> {
    fn complete(&mut self) -> Result<()> {
        let n_good = self.good.len();
        if n_good == 0 {
            return Ok(());
        }
        while self.run.limits.reached().is_none() {
            let drawn = self.draw()?;
            let phase = Phase { close: true, short: Some(2), heuristic: crate::tuning::Heuristic::Close };
            let Some(proposal) = self.best_constraint(&drawn, phase) else { break };
            let share = proposal.explained.len() as f64 / drawn.len() as f64;
            if (1.0 - share).powi(n_good as i32) > ACCIDENT {
                break;
            }
            let constraint = proposal.constraint;
            self.found.constraints.push(constraint.clone());
            if self.found.constraints[..self.found.constraints.len() - 1].contains(&constraint)
                || !self.positives_survive(false)?
            {
                self.found.constraints.pop();
                self.refused.push(constraint);
                continue;
            }
            self.trace_constraint(&constraint);
            self.found.n_completed += 1;
        }
        Ok(())
    }

    /// Random stable models of the theory, as many of each context as there are positive examples with it.
    fn draw(&mut self) -> Result<Vec<Bad>> {
        self.run.set_theory(&mut self.prober, self.found);
        let mut drawn = Vec::new();
        for number in 0..DRAWN {
            let good = &self.good[number % self.good.len()];
            if let Some(world) = self.prober.random(&good.world, good.example, number as u32)? {
                drawn.push(Bad { example: good.example, world });
            }
        }
        Ok(drawn)
    }
}
