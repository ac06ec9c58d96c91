//! Printing statements: weak constraints, directives, examples and modes.

use super::{Body, Joined};
use crate::{
    symbols::escape,
    syntax::{
        BinaryOp, BodyElement, CompareOp, Example, ExampleAtom, Mode, ModeKind, Ordering, Statement,
        StatementKind, Term, UnaryOp,
    },
};
use std::fmt::{self, Display, Formatter};

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Display for StatementKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            StatementKind::Rule(rule) => rule.fmt(f),
            StatementKind::Weak { body, weight, priority, terms } => {
                write!(f, ":~{}{}. [{weight}", if body.is_empty() { "" } else { " " }, Body(body))?;
                if let Some(priority) = priority {
                    write!(f, "@{priority}")?;
                }
                write!(f, "{}{}]", if terms.is_empty() { "" } else { ", " }, Joined(terms, ", "))
            }
            StatementKind::Const(name, term) => write!(f, "#const {name} = {term}."),
            StatementKind::ShowSignature(None) => f.write_str("#show."),
            StatementKind::ShowSignature(Some(signature)) => write!(f, "#show {signature}."),
            StatementKind::ShowTerm(term, body) if body.is_empty() && reads_as_signature(term) => {
                write!(f, "#show ({term}).")
            }
            StatementKind::ShowTerm(term, body) => write!(f, "#show {term}{}.", BehindColon(body)),
            StatementKind::Defined(signature) => write!(f, "#defined {signature}."),
            StatementKind::Include(file) => write!(f, "#include \"{}\".", escape(file)),
            StatementKind::External(atom, body) => write!(f, "#external {atom}{}.", BehindColon(body)),
            StatementKind::Example(example) => example.fmt(f),
            StatementKind::Mode(mode) => mode.fmt(f),
            StatementKind::Constant(name, term) => write!(f, "#constant({name}, {term})."),
            StatementKind::Setting(name, values) if values.is_empty() => write!(f, "#{name}."),
            StatementKind::Setting(name, values) => write!(f, "#{name}({}).", Joined(values, ", ")),
            StatementKind::Weight(term) => write!(f, "#weight({term})."),
            StatementKind::Bias { is_final, text } => {
                write!(f, "#{}(\"{}\").", if *is_final { "final_bias" } else { "bias" }, escape(text))
            }
            StatementKind::Listed(cost, rule) => write!(f, "{cost} ~ {rule}"),
            StatementKind::ListedWeak(cost, weak) => write!(f, "{cost} ~ {weak}"),
            StatementKind::ClosedWorld(signature) => write!(f, "#cwa({signature})."),
            StatementKind::Ordering(ordering) => ordering.fmt(f),
            StatementKind::Predict(example) => fmt_example("predict", example, f),
            StatementKind::Predicate(name, signature) => write!(f, "#predicate({name}, {signature})."),
        }
    }
}

/// Whether `#show` would take the term for a predicate such as `p/1`.
fn reads_as_signature(term: &Term) -> bool {
    let Term::Binary(BinaryOp::Divide, sides) = term else { return false };
    let name = match &sides.0 {
        Term::Unary(UnaryOp::Minus, inner) => inner,
        other => other,
    };
    matches!(name, Term::Function(_, args) if args.is_empty()) && matches!(sides.1, Term::Number(_))
}

/// A body behind a colon, nothing if it is empty.
struct BehindColon<'a>(&'a [BodyElement]);

impl Display for BehindColon<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, " : {}", Body(self.0)) }
    }
}

/// `id@penalty, `
fn fmt_id(id: &Option<Term>, penalty: Option<i64>, f: &mut Formatter<'_>) -> fmt::Result {
    if let Some(id) = id {
        id.fmt(f)?;
    }
    if let Some(penalty) = penalty {
        write!(f, "@{penalty}")?;
    }
    f.write_str(if id.is_none() && penalty.is_none() { "" } else { ", " })
}

impl Display for Example {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        fmt_example(if self.positive { "pos" } else { "neg" }, self, f)
    }
}

fn fmt_example(directive: &str, example: &Example, f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, "#{directive}(")?;
    fmt_id(&example.id, example.penalty, f)?;
    write!(f, "{{{}}}, {{{}}}", Joined(&example.inclusions, ", "), Joined(&example.exclusions, ", "))?;
    if !example.context.is_empty() {
        write!(f, ", {{ {} }}", Joined(&example.context, " "))?;
    }
    f.write_str(").")
}

impl Display for ExampleAtom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.not { "not " } else { "" }, self.atom)
    }
}

impl Display for ModeKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ModeKind::Head => "#modeh",
            ModeKind::ChoiceHead => "#modeha",
            ModeKind::Body => "#modeb",
            ModeKind::Condition => "#modec",
            ModeKind::Optimisation => "#modeo",
            ModeKind::Meta => "#modem",
        })
    }
}

impl Display for Mode {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.kind)?;
        if let Some(recall) = self.recall {
            write!(f, "{recall}, ")?;
        }
        self.schema.fmt(f)?;
        if !self.options.is_empty() {
            write!(f, ", ({})", Joined(&self.options, ", "))?;
        }
        f.write_str(").")
    }
}

impl Display for Ordering {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "#{}_ordering(", if self.brave { "brave" } else { "cautious" })?;
        fmt_id(&self.id, self.penalty, f)?;
        write!(f, "{}, {}", self.examples.0, self.examples.1)?;
        if self.op != CompareOp::Less {
            write!(f, ", {}", self.op)?;
        }
        f.write_str(").")
    }
}
