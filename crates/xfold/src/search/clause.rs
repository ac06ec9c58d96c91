//! Clauses: a head, a body of literals, and exceptions over the head's variables.

use crate::worlds::TypeId;
use xfold_store::{Arg, PredicateId, Step, Value, Variable};

/// The type of a clause's variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VariableType {
    /// The type.
    pub of_type: TypeId,
    /// It stands at a place of numbers and is compared with thresholds.
    pub is_number: bool,
}

/// A default rule: it covers an instance if its body holds and no exception covers the instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// How many of the variables are the head's.
    pub n_head: usize,
    /// All variables: the head's first, then the body's in order of appearance.
    pub variables: Vec<VariableType>,
    /// The literals, each binding or testing variables bound before it.
    pub body: Vec<Step>,
    /// The clauses of its exception, over the head's variables; none: no exception.
    pub exceptions: Vec<Clause>,
    /// It holds for a free choice of the instances that its body covers.
    pub choice: bool,
}

impl Clause {
    /// The clause without a body.
    pub fn empty(head: &[VariableType]) -> Self {
        Self {
            n_head: head.len(),
            variables: head.to_vec(),
            body: Vec::new(),
            exceptions: Vec::new(),
            choice: false,
        }
    }

    /// The clause that lists its instances.
    pub fn listing(head: &[VariableType], mut tuples: Vec<Vec<Value>>) -> Self {
        tuples.sort();
        tuples.dedup();
        let mut clause = Self::empty(head);
        clause.body.push(Step::Among(tuples));
        clause
    }

    /// The clause with more literals and the variables they bring. A bound that a new one tightens is dropped.
    pub fn plus(&self, steps: &[Step], new: &[VariableType]) -> Self {
        let mut clause = self.clone();
        clause.variables.extend_from_slice(new);
        for step in steps {
            if let Step::Threshold(variable, cut) = step {
                let same_side = |other: &Step| {
                    matches!(other, Step::Threshold(v, c)
                        if v == variable && std::mem::discriminant(c) == std::mem::discriminant(cut))
                };
                clause.body.retain(|other| !same_side(other));
            }
            clause.body.push(step.clone());
        }
        clause
    }

    /// Whether another clause has the same literals over the same variables, in any order.
    pub fn is_permuted(&self, other: &Clause) -> bool {
        let Self { n_head, variables, body, exceptions, choice } = other;
        (self.n_head, &self.variables, &self.exceptions, self.choice)
            == (*n_head, variables, exceptions, *choice)
            && self.body.len() == body.len()
            && self.body.iter().all(|step| body.contains(step))
    }

    /// The clause with an exception.
    pub fn except(&self, exceptions: Vec<Clause>) -> Self {
        Self { exceptions, ..self.clone() }
    }

    /// The clause as a free choice.
    pub fn chosen(&self) -> Self {
        Self { choice: true, ..self.clone() }
    }

    /// The clause without its exceptions, and not as a choice.
    pub fn default_part(&self) -> Self {
        Self { exceptions: Vec::new(), choice: false, ..self.clone() }
    }

    /// Number of variables beside the head's.
    pub fn n_new(&self) -> usize {
        self.variables.len() - self.n_head
    }

    /// Printed literals of the body, a list counting its values and the exception one.
    pub fn n_literals(&self) -> usize {
        let listed = |step: &Step| match step {
            Step::Among(tuples) => tuples.iter().map(Vec::len).sum(),
            _ => 1,
        };
        self.body.iter().map(listed).sum::<usize>() + usize::from(!self.exceptions.is_empty() || self.choice)
    }

    /// Whether it lists instances, or one of its exceptions does.
    pub fn lists(&self) -> bool {
        let lists = |step: &Step| matches!(step, Step::Among(_));
        self.body.iter().any(lists) || self.exceptions.iter().any(Clause::lists)
    }

    /// Literals and one for each clause, exceptions included.
    pub fn size(&self) -> usize {
        let loop_back = if self.choice { 2 } else { 0 };
        1 + self.n_literals() + loop_back + self.exceptions.iter().map(Clause::size).sum::<usize>()
    }

    /// New variables, exceptions included.
    pub fn n_new_in_all(&self) -> usize {
        self.n_new() + self.exceptions.iter().map(Clause::n_new_in_all).sum::<usize>()
    }

    /// Whether a positive literal of the body has this predicate.
    pub fn reads(&self, predicate: PredicateId) -> bool {
        self.body.iter().any(|step| matches!(step, Step::Holds(read, _) if *read == predicate))
    }

    /// Whether some literal mentions a variable.
    pub fn uses(&self, variable: Variable) -> bool {
        self.body.iter().any(|step| variables_of(step, self.n_head).contains(&variable))
    }

    /// The clause without one literal, variables renumbered; `None` if another literal needs what it binds.
    pub fn without(&self, dropped: usize) -> Option<Self> {
        let mut number: Vec<Option<Variable>> =
            (0..self.variables.len()).map(|v| (v < self.n_head).then_some(v)).collect();
        let mut variables = self.variables[..self.n_head].to_vec();
        let mut body = Vec::with_capacity(self.body.len() - 1);
        for (_, step) in self.body.iter().enumerate().filter(|(place, _)| *place != dropped) {
            let step = match step {
                Step::Holds(predicate, args) => {
                    let mut args = args.clone();
                    let mut bound = args.iter().filter_map(|arg| match arg {
                        Arg::Variable(variable) => Some(number[*variable].is_some()),
                        Arg::Constant(_) => None,
                    });
                    let (has_variables, linked) =
                        (bound.clone().next().is_some(), bound.any(|is_bound| is_bound));
                    if has_variables && !linked && self.n_head > 0 {
                        return None;
                    }
                    for arg in &mut args {
                        if let Arg::Variable(variable) = arg {
                            *variable = *number[*variable].get_or_insert_with(|| {
                                variables.push(self.variables[*variable]);
                                variables.len() - 1
                            });
                        }
                    }
                    Step::Holds(*predicate, args)
                }
                Step::Fails(predicate, args) => {
                    let renamed = args.iter().map(|arg| match arg {
                        Arg::Variable(variable) => number[*variable].map(Arg::Variable),
                        Arg::Constant(_) => Some(*arg),
                    });
                    Step::Fails(*predicate, renamed.collect::<Option<_>>()?)
                }
                Step::Compare(comparison, left, right) => {
                    Step::Compare(*comparison, number[*left]?, number[*right]?)
                }
                Step::Differ(pairs) => {
                    let renamed = pairs.iter().map(|(left, right)| number[*left].zip(number[*right]));
                    Step::Differ(renamed.collect::<Option<_>>()?)
                }
                Step::Threshold(variable, cut) => Step::Threshold(number[*variable]?, *cut),
                Step::Among(tuples) => Step::Among(tuples.clone()),
            };
            body.push(step);
        }
        Some(Self {
            n_head: self.n_head,
            variables,
            body,
            exceptions: self.exceptions.clone(),
            choice: self.choice,
        })
    }
}

/// The variables a literal mentions.
pub(crate) fn variables_of(step: &Step, n_head: usize) -> Vec<Variable> {
    match step {
        Step::Holds(_, args) | Step::Fails(_, args) => {
            let variable = |arg: &Arg| if let Arg::Variable(variable) = arg { Some(*variable) } else { None };
            args.iter().filter_map(variable).collect()
        }
        Step::Compare(_, left, right) => vec![*left, *right],
        Step::Differ(pairs) => pairs.iter().flat_map(|(left, right)| [*left, *right]).collect(),
        Step::Threshold(variable, _) => vec![*variable],
        Step::Among(_) => (0..n_head).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xfold_store::Cut;

    #[test]
    fn the_order_of_literals_does_not_matter_and_all_else_does() {
        let of_type = |of_type| VariableType { of_type, is_number: false };
        let [p, q] = [0, 1].map(|predicate| Step::Holds(predicate, vec![Arg::Variable(0)]));
        let empty = Clause::empty(&[of_type(0)]);
        let clause = |steps: &[Step]| empty.plus(steps, &[]);
        let one = clause(&[p.clone(), q.clone()]);
        assert!(one.is_permuted(&clause(&[q.clone(), p.clone()])));
        for other in [
            clause(std::slice::from_ref(&p)),
            clause(&[p.clone(), Step::Threshold(0, Cut::Above(3))]),
            one.except(vec![clause(&[q])]),
            one.chosen(),
            one.plus(&[], &[of_type(1)]),
        ] {
            assert!(!one.is_permuted(&other) && !other.is_permuted(&one), "{other:?}");
        }
    }
}
