//! The declared space of hypotheses: which rules a task allows. Part of the first station of the path, task.

use super::modes::Mode;
use xfold_asp::{
    span::Span,
    symbols::Signature,
    syntax::{Literal, LiteralKind, Name, Rule, Term},
};

/// Whose conventions a task follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Ours: modes with their sign, exceptions invented where they help.
    #[default]
    Own,
    /// Both signs of a body mode unless it says `positive`; constraints; choice heads; cost is length.
    Ilasp,
    /// Only what is declared, no constraints, types as atoms; cost is what `#bias` says.
    FastLas,
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Own => "xfold",
            Self::Ilasp => "ILASP",
            Self::FastLas => "FastLAS",
        })
    }
}

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

/// What may stand at a place of a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Holder {
    /// `var(t)`
    Variable,
    /// `const(t)`
    Constant,
    /// `num_var(t)`: a number that is compared with bounds.
    Number,
}

/// The places of a mode's literal, left to right, at any depth of its terms.
pub(crate) fn places(literal: &Literal) -> Vec<(Holder, Name)> {
    let mut places = Vec::new();
    let mut see = |term: &Term| collect(term, &mut places);
    match &literal.kind {
        LiteralKind::Atom(atom) => atom.args.iter().for_each(&mut see),
        LiteralKind::Compare(first, rest) => {
            see(first);
            rest.iter().for_each(|(_, term)| see(term));
        }
        LiteralKind::Truth(_) => {}
    }
    places
}

fn collect(term: &Term, places: &mut Vec<(Holder, Name)>) {
    if let Some(place) = holder(term) {
        places.push(place);
        return;
    }
    match term {
        Term::Function(_, args) | Term::Tuple(args) => args.iter().for_each(|arg| collect(arg, places)),
        Term::Unary(_, inner) => collect(inner, places),
        Term::Binary(_, pair) => {
            collect(&pair.0, places);
            collect(&pair.1, places);
        }
        _ => {}
    }
}

/// `var(t)` and its kin. Types may have the name of a variable, as in `var(V)`.
pub fn holder(term: &Term) -> Option<(Holder, Name)> {
    let Term::Function(word, args) = term else { return None };
    let of_type = match &args[..] {
        [Term::Function(of_type, none)] if none.is_empty() => of_type,
        [Term::Variable(of_type)] => of_type,
        _ => return None,
    };
    let holder = match word.as_str() {
        "var" => Holder::Variable,
        "const" => Holder::Constant,
        "num_var" | "num" => Holder::Number,
        _ => return None,
    };
    Some((holder, of_type.clone()))
}

/// Whether a program of `#bias` has words of FastLAS.
pub(crate) fn speaks_fastlas(program: &str) -> bool {
    ["penalty(", "in_body(", "in_head(", "intermediate("].iter().any(|word| program.contains(word))
}
