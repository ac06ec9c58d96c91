//! The syntax tree: clingo's language as far as tasks and hypotheses use it, and the task directives.
//!
//! Trees are plain values. They compare equal when they say the same ([`Span`]s do not count).

use crate::{
    decimal::Decimal,
    span::Span,
    symbols::{Atoms, Signature, Symbols},
};
use smol_str::SmolStr;

/// A name or a variable's name: short strings stay inline.
pub type Name = SmolStr;

/// A whole text: plain ground facts apart, since there may be millions of them, and all other statements in order.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// Ground facts whose arguments need no evaluation (no intervals, pools, arithmetic), without their places.
    pub facts: Atoms,
    /// Everything else.
    pub statements: Vec<Statement>,
    /// The table in which the facts' arguments are numbered.
    pub symbols: Symbols,
}

/// A term.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    /// `X`
    Variable(Name),
    /// `_`
    Anonymous,
    /// `42`, within clingo's 32 bits
    Number(i32),
    /// `3.7`; never a whole number
    Decimal(Decimal),
    /// `"text"`, without quotes and escapes
    Text(Name),
    /// `#inf`
    Infimum,
    /// `#sup`
    Supremum,
    /// `a`, `f(1,X)`
    Function(Name, Vec<Term>),
    /// `(1,a)`, `(a,)`, `()`
    Tuple(Vec<Term>),
    /// `1..4`
    Interval(Box<(Term, Term)>),
    /// `(a;b;c)`, or the alternatives of an argument list: `p(1;2)` is `p` of a pool
    Pool(Vec<Term>),
    /// One alternative of an argument list, if it has not exactly one term: `p(1,2;3,4)` is `p` of a pool of two
    /// such. Stands only directly in a pool that is the only argument.
    Arguments(Vec<Term>),
    /// `-X`, `~X`, `|X|`
    Unary(UnaryOp, Box<Term>),
    /// `X+1`
    Binary(BinaryOp, Box<(Term, Term)>),
}

/// An operator on one term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Minus,
    /// `~`
    Complement,
    /// `|…|`
    Absolute,
}

/// An operator between two terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
    And,
    Or,
    Xor,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl CompareOp {
    /// Whether it holds between two terms in this order.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterEqual => order.is_ge(),
        }
    }

    /// What it is with its sides exchanged.
    pub fn turned(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            same => same,
        }
    }
}

/// `p(X)` or `-p(X)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Atom {
    /// Classical negation.
    pub negated: bool,
    /// The predicate's name.
    pub name: Name,
    /// The arguments.
    pub args: Vec<Term>,
    /// Where it stands.
    pub span: Span,
}

impl Atom {
    /// The atom's predicate.
    pub fn signature(&self) -> Signature {
        Signature { name: self.name.clone(), arity: self.args.len(), negated: self.negated }
    }
}

/// Default negation in front of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// nothing
    None,
    /// `not`
    Not,
    /// `not not`
    NotNot,
}

/// An atom or comparison, possibly negated.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Literal {
    /// Default negation.
    pub sign: Sign,
    /// What it is about.
    pub kind: LiteralKind,
    /// Where it stands.
    pub span: Span,
}

/// What a literal is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LiteralKind {
    /// An atom.
    Atom(Atom),
    /// `X < Y`, or a chain `1 < X < 5`.
    Compare(Term, Vec<(CompareOp, Term)>),
    /// `#true` or `#false`
    Truth(bool),
}

/// A literal that holds under a condition: `a : b, c`. The condition may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Conditional {
    /// The literal.
    pub literal: Literal,
    /// The condition, empty if there is none.
    pub condition: Vec<Literal>,
}

/// One part of a body.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum BodyElement {
    /// A plain literal.
    Literal(Literal),
    /// `a : b`
    Conditional(Conditional),
    /// `not 1 < #count { … } < 3`
    Aggregate(Sign, Aggregate),
}

/// The function of an aggregate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum AggregateFunction {
    Count,
    Sum,
    SumPlus,
    Min,
    Max,
}

/// An aggregate in a body.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Aggregate {
    /// The bound on the left, as `term op aggregate`.
    pub left: Option<(Term, CompareOp)>,
    /// What is aggregated.
    pub set: AggregateSet,
    /// The bound on the right, as `aggregate op term`.
    pub right: Option<(CompareOp, Term)>,
}

/// The elements of an aggregate.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AggregateSet {
    /// `#sum { W,X : p(X,W) }`
    Function(AggregateFunction, Vec<(Vec<Term>, Vec<Literal>)>),
    /// `{ a; b : c }`
    Set(Vec<Conditional>),
}

/// The head of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Head {
    /// A constraint: no head.
    None,
    /// An ordinary head.
    Atom(Atom),
    /// `a ; b : c`, with two elements or a condition; also a single literal that is no plain atom (`not a`).
    Disjunction(Vec<Conditional>),
    /// `1 { a : b ; c } 2`
    Choice {
        /// The bound on the left, as `term op {…}`.
        left: Option<(Term, CompareOp)>,
        /// The elements; each literal is a positive atom.
        elements: Vec<Conditional>,
        /// The bound on the right, as `{…} op term`.
        right: Option<(CompareOp, Term)>,
    },
}

/// A rule, fact or constraint.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The head.
    pub head: Head,
    /// The body, empty for facts.
    pub body: Vec<BodyElement>,
    /// Where it stands, full stop included.
    pub span: Span,
}

/// A statement with its place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Statement {
    /// What it says.
    pub kind: StatementKind,
    /// Where it stands, full stop included.
    pub span: Span,
}

/// What a statement says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum StatementKind {
    /// A rule, constraint, choice rule, or a fact that needs evaluation.
    Rule(Rule),
    /// `:~ body. [w@p, t]`, also one element of `#minimize`/`#maximize` (then with weight or minus weight).
    Weak {
        /// The body.
        body: Vec<BodyElement>,
        /// The weight.
        weight: Term,
        /// The priority, if written.
        priority: Option<Term>,
        /// The terms that tell instances apart.
        terms: Vec<Term>,
    },
    /// `#const n = 4.`
    Const(Name, Term),
    /// `#show p/1.`; `None` for `#show.`
    ShowSignature(Option<Signature>),
    /// `#show t : body.`
    ShowTerm(Term, Vec<BodyElement>),
    /// `#defined p/1.`
    Defined(Signature),
    /// `#include "file".`
    Include(Name),
    /// `#external a : body.`
    External(Atom, Vec<BodyElement>),
    /// `#pos(…)` or `#neg(…)`.
    Example(Example),
    /// `#modeh(…)` and its kin.
    Mode(Mode),
    /// `#constant(type, term).`
    Constant(Name, Term),
    /// `#maxv(3).` and its kin: directives with whole numbers, also without any (`#disallow_multiple_head_variables.`).
    Setting(Name, Vec<i64>),
    /// `#weight(w).`: a number or a type.
    Weight(Term),
    /// `#bias("…").`, or `#final_bias` if the flag is set.
    Bias {
        /// `#final_bias`
        is_final: bool,
        /// The program inside the quotes, unescaped.
        text: Name,
    },
    /// `2 ~ p(X) :- q(X).`: a rule of the hypothesis space with its cost.
    Listed(i64, Rule),
    /// `2 ~ :~ p(X). [1@1, X]`: the same for a weak constraint; the inner statement is a [`StatementKind::Weak`].
    ListedWeak(i64, Box<Statement>),
    /// `#cwa(p/1).`
    ClosedWorld(Signature),
    /// `#brave_ordering` or `#cautious_ordering`.
    Ordering(Ordering),
    /// `#predict(id, {…}, {…}, {…}).`
    Predict(Example),
    /// `#predicate(type, p/2).`
    Predicate(Name, Signature),
}

/// `#pos(id@penalty, {inclusions}, {exclusions}, {context}).`
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Example {
    /// `#pos`, not `#neg`.
    pub positive: bool,
    /// The name, if given: a ground term.
    pub id: Option<Term>,
    /// What it costs to leave the example uncovered; none: it must be covered.
    pub penalty: Option<i64>,
    /// What a stable model must contain.
    pub inclusions: Vec<ExampleAtom>,
    /// What it must not contain.
    pub exclusions: Vec<ExampleAtom>,
    /// A program of the example's own: the statements inside the braces.
    pub context: Vec<Statement>,
    /// Where it stands.
    pub span: Span,
}

/// An atom in an example, with the paper's `not` where it was written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExampleAtom {
    /// Written with `not` in front.
    pub not: bool,
    /// The atom; ground.
    pub atom: Atom,
}

/// The kinds of mode declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ModeKind {
    /// `#modeh`: head of a rule.
    Head,
    /// `#modeha`: atom in a choice head.
    ChoiceHead,
    /// `#modeb`: body literal.
    Body,
    /// `#modec`: condition of a conditional literal.
    Condition,
    /// `#modeo`: literal of a weak constraint.
    Optimisation,
    /// `#modem`: metarule.
    Meta,
}

/// `#modeb(recall, schema, (options)).` A literal whose arguments hold `var(t)`, `const(t)`, `num(t)`, `num_var(t)`
/// as function terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Mode {
    /// Which directive.
    pub kind: ModeKind,
    /// How often it may be used in a rule.
    pub recall: Option<u32>,
    /// The literal: an atom or comparison, possibly with `not`.
    pub schema: Literal,
    /// `positive`, `anti_reflexive`, …
    pub options: Vec<Name>,
}

/// `#brave_ordering(id@penalty, e1, e2, op).`
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ordering {
    /// Brave, not cautious.
    pub brave: bool,
    /// The name.
    pub id: Option<Term>,
    /// What it costs to leave it unsatisfied.
    pub penalty: Option<i64>,
    /// The two examples.
    pub examples: Box<(Term, Term)>,
    /// How they compare; `<` by default.
    pub op: CompareOp,
}
