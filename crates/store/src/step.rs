//! What a clause's body is made of, in integers: steps that extend or filter bindings, and units of steps that are
//! tried together.

use crate::relation::Value;

/// A variable of a clause: the head's variables come first, then new ones in order of appearance.
pub type Variable = usize;

/// A predicate, by number.
pub type PredicateId = usize;

/// An argument of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arg {
    /// A variable. One that no earlier step binds is new, and its number is the next free one.
    Variable(Variable),
    /// A constant.
    Constant(Value),
}

/// How two values compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Different terms.
    Differs,
    /// Before in the order of terms; for numbers the usual one.
    Less,
}

/// A bound on a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cut {
    /// `N > c`
    Above(i32),
    /// `N <= c`
    AtMost(i32),
}

impl Cut {
    /// Whether a number is on this side of the cut.
    pub fn holds(self, number: i32) -> bool {
        self.holds_for(i64::from(number))
    }

    /// The same for the place of any value among the numbers.
    pub(crate) fn holds_for(self, place: i64) -> bool {
        match self {
            Cut::Above(bound) => place > i64::from(bound),
            Cut::AtMost(bound) => place <= i64::from(bound),
        }
    }
}

/// One literal of a body.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step {
    /// `p(X,Y,c)`; new variables are bound by it.
    Holds(PredicateId, Vec<Arg>),
    /// `not p(X,c)`; every variable is bound already.
    Fails(PredicateId, Vec<Arg>),
    /// `X < Y`, `X != Y`
    Compare(Comparison, Variable, Variable),
    /// `(X1,…) != (Y1,…)`: some pair differs.
    Differ(Vec<(Variable, Variable)>),
    /// `N > c`, `N <= c`; a value that is no number is above all numbers, as in clingo's order.
    Threshold(Variable, Cut),
    /// The head's values are one of these tuples, which are sorted.
    Among(Vec<Vec<Value>>),
}

impl Step {
    /// The variables that the step reads or brings, one bit each. A list reads the head, which is always there.
    pub(crate) fn variables(&self) -> u64 {
        let bit = |variable: &Variable| 1u64.checked_shl(*variable as u32).unwrap_or(0);
        match self {
            Step::Holds(_, args) | Step::Fails(_, args) => args.iter().fold(0, |mask, arg| match arg {
                Arg::Variable(variable) => mask | bit(variable),
                Arg::Constant(_) => mask,
            }),
            Step::Compare(_, left, right) => bit(left) | bit(right),
            Step::Differ(pairs) => pairs.iter().fold(0, |mask, (left, right)| mask | bit(left) | bit(right)),
            Step::Threshold(variable, _) => bit(variable),
            Step::Among(_) => 0,
        }
    }
}

/// What is tried as one refinement of a clause.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// A number variable (bound by then) for which every cut is to be tried, as a last step.
    pub cut: Option<Variable>,
}

impl Unit {
    /// The unit of one step.
    pub fn one(step: Step) -> Self {
        Self { steps: vec![step], cut: None }
    }
}
