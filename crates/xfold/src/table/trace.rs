//! What is told while rules are learned from a table: for `-v`, for reports and for progress. It is told of the first
//! theory only, so that it is the same however many threads there are.

use std::fmt;

/// A step of learning. Numbers of rows are by weight.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// A class is to be described.
    Class {
        /// The class.
        class: String,
        /// Rows of the class that are left.
        rows: f64,
        /// Rows of other classes that are left.
        others: f64,
    },
    /// A rule was added.
    Rule {
        /// When it applies, in words.
        condition: String,
        /// Rows of the class that it covers first.
        right: f64,
        /// Rows of other classes that it covers first.
        wrong: f64,
        /// Rows of the class that are left.
        left: f64,
        /// Rows of the class that there were.
        of: f64,
    },
    /// Rules were dropped, shortened or grown anew, since that costs less.
    Revised {
        /// When the rules apply now.
        conditions: Vec<String>,
        /// How many rules there were.
        n_before: usize,
    },
    /// There were too many rules, so they are learned again with literals at a higher price.
    Dearer {
        /// How many rules there were.
        n_rules: usize,
        /// What a literal costs now.
        brevity: f64,
    },
    /// What is left gets the default.
    Default {
        /// The class.
        class: String,
        /// Rows that are left.
        rows: f64,
        /// Those of the class.
        right: f64,
    },
}

/// Hears of the steps.
pub trait Follower: Sync {
    /// One step was taken.
    fn step(&self, step: &Step);
}

/// Anything that takes a step.
impl<F: Fn(&Step) + Sync> Follower for F {
    fn step(&self, step: &Step) {
        self(step);
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Class { class, rows, others } => {
                write!(f, "class {class}: {} rows of it, {} of others", short(*rows), short(*others))
            }
            Step::Rule { condition, right, wrong, left, .. } => write!(
                f,
                "  + {condition}: {} right, {} wrong; {} left",
                short(*right),
                short(*wrong),
                short(*left)
            ),
            Step::Revised { conditions, n_before } => {
                write!(f, "  pruned and revised, {n_before} → {} rules", conditions.len())?;
                conditions.iter().try_for_each(|condition| write!(f, "\n    {condition}"))
            }
            Step::Dearer { n_rules, brevity } => {
                write!(f, "{n_rules} rules are too many: again, a literal costs {}", short(*brevity))
            }
            Step::Default { class, rows, right } => {
                write!(f, "otherwise {class}: {} right of {} rows", short(*right), short(*rows))
            }
        }
    }
}

/// A number with at most three digits behind the point.
fn short(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
