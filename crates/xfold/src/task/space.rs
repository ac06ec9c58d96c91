//! The declared space of hypotheses: which rules a task allows. Part of the first station of the path, task.

use super::{dialect::Dialect, modes::Mode};
use xfold_asp::{
    span::Span,
    symbols::Signature,
    syntax::{Name, Rule},
};

/// The rules that a task allows.
#[derive(Debug, Clone)]
pub struct Space {
    /// Whose conventions hold.
    pub dialect: Dialect,
    /// The task uses words of ILASP or FastLAS beyond modes and examples, so their space is meant.
    pub is_meant: bool,
    /// `#modeh`
    pub heads: Vec<Mode>,
    /// `#modeha`
    pub choice_heads: Vec<Mode>,
    /// `#modeb`
    pub body: Vec<Mode>,
    /// `2 ~ p :- q.`: rules given one by one.
    pub listed: Vec<Listed>,
    /// `#minhl`: fewest atoms in a choice head.
    pub min_choice: usize,
    /// `#maxhl`: most atoms in a choice head.
    pub max_choice: usize,
    /// `#disallow_multiple_head_variables`
    pub one_head_variable: bool,
    /// `#max_penalty`
    pub max_penalty: Option<(u64, Span)>,
    /// `#bias("…")`, in order.
    pub bias: Vec<(Name, Span)>,
    /// `#final_bias("…")`, in order.
    pub final_bias: Vec<(Name, Span)>,
}

impl Default for Space {
    fn default() -> Self {
        Self {
            dialect: Dialect::Own,
            is_meant: false,
            heads: Vec::new(),
            choice_heads: Vec::new(),
            body: Vec::new(),
            listed: Vec::new(),
            min_choice: 1,
            max_choice: 2,
            one_head_variable: false,
            max_penalty: None,
            bias: Vec::new(),
            final_bias: Vec::new(),
        }
    }
}

impl Space {
    /// Its modes: heads, choice heads, bodies.
    pub fn modes(&self) -> impl Iterator<Item = &Mode> {
        self.heads.iter().chain(&self.choice_heads).chain(&self.body)
    }

    /// The predicates that rules of the space may derive.
    pub fn targets(&self) -> Vec<Signature> {
        let declared = self.heads.iter().chain(&self.choice_heads).filter_map(Mode::signature);
        let listed = self.listed.iter().flat_map(|listed| xfold_asp::visit::rule_heads(&listed.rule));
        let mut targets = Vec::new();
        for target in declared.chain(listed) {
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    }

    /// Whether the task says anything of the rules it allows.
    pub fn is_empty(&self) -> bool {
        self.modes().next().is_none() && self.listed.is_empty()
    }
}

/// A rule of the space that is given as it is.
#[derive(Debug, Clone)]
pub struct Listed {
    /// What it costs.
    pub cost: u64,
    /// The rule.
    pub rule: Rule,
}

/// Whether a program of `#bias` has words of FastLAS.
pub(crate) fn speaks_fastlas(program: &str) -> bool {
    ["penalty(", "in_body(", "in_head(", "intermediate("].iter().any(|word| program.contains(word))
}
