//! Worlds of a theory: which stable models of background, context and rules extend an example. XFOLD's test part asks
//! for them between two constraints, never for a candidate.

use super::{
    Bias, Worlds,
    model::{Models, World},
};
use crate::{
    check::RulesText,
    error::Result,
    task::{Example, Task},
};
use std::fmt::Write;
use xfold_asp::symbols::Symbols;
use xfold_solve::{Limits, Solver};

/// Asks the solver for worlds of a theory.
pub struct Prober<'a> {
    models: Models<'a>,
    bias: &'a Bias,
    /// The ground terms, growing with the models.
    pub symbols: Symbols,
}

impl<'a> Prober<'a> {
    /// A prober for the worlds of a task.
    pub fn new(task: &'a Task, worlds: &'a Worlds, solver: &'a dyn Solver, limits: &'a Limits) -> Self {
        Self {
            models: Models::new(task, solver, limits),
            bias: &worlds.bias,
            symbols: worlds.symbols.clone(),
        }
    }

    /// How often the solver was asked.
    pub fn n_calls(&self) -> usize {
        self.models.n_calls
    }

    /// What certainly and what possibly holds in the stable models that extend an example; `None` if there are none.
    pub fn extending(
        &mut self,
        like: &World,
        example: &Example,
        rules: &RulesText<'_>,
    ) -> Result<Option<World>> {
        self.models.extending(like, example, rules, self.bias, "", &mut self.symbols)
    }

    /// The stable model that extends an example and differs from another world in as few target atoms as possible.
    pub fn closest(&mut self, to: &World, example: &Example, rules: &RulesText<'_>) -> Result<Option<World>> {
        let mut wishes = String::new();
        for target in &self.bias.targets {
            let variables: Vec<String> = (0..target.types.len()).map(|place| format!("X{place}")).collect();
            let atom = match variables.is_empty() {
                true => target.signature.functor(),
                false => format!("{}({})", target.signature.functor(), variables.join(",")),
            };
            let kept = format!("xfold_keep(t({}))", variables.join(","));
            let kept = kept.replace("t(", &format!("t_{}(", target.predicate)).replace("()", "");
            for row in to.certain(&target.signature) {
                let args: Vec<String> =
                    row.iter().map(|&arg| self.symbols.display(arg).to_string()).collect();
                let args = if args.is_empty() { String::new() } else { format!("({})", args.join(",")) };
                let _ = writeln!(wishes, "xfold_keep(t_{}{args}).", target.predicate);
            }
            let _ = writeln!(wishes, "#defined xfold_keep/1.");
            let terms = std::iter::once(target.predicate.to_string()).chain(variables.clone());
            let terms = terms.collect::<Vec<_>>().join(",");
            let _ = writeln!(wishes, ":~ {atom}, not {kept}. [1@1,{terms}]");
            let _ = writeln!(wishes, ":~ {kept}, not {atom}. [1@1,{terms}]");
        }
        self.models.extending(to, example, rules, self.bias, &wishes, &mut self.symbols)
    }
}
