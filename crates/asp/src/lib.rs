//! Text to syntax and back: clingo's language and the task directives of ILASP, FastLAS and xfold.
//!
//! A *task* is a text: facts and rules that are known (the background), examples of what should follow, and a
//! description of the rules that may be learned. This crate reads such a text, tells what is wrong with it, and prints
//! what was read or learned. It knows nothing of what the statements mean.
//!
//! The path of a text: a [`SourceMap`] keeps the files and turns byte offsets into lines and columns.
//! [`parse_program`] goes over them with a lexer that makes one token at a time and gives a [`Program`] and a list of
//! [`Diagnostic`]s, whose [`codes`] stay the same for ever. Plain ground facts, of which there may be millions, are
//! kept apart as rows of [`Symbol`]s; every other statement becomes a small tree ([`Statement`]). Printing a tree
//! gives text that is read as the same tree. [`visit`] tells which predicates a statement defines and reads, [`rewrite`]
//! changes one.
//!
//! ```
//! use xfold_asp::{Signature, SourceMap, StatementKind, parse_program, visit};
//!
//! let mut sources = SourceMap::default();
//! sources.add("penguin.las", "
//!     bird(X) :- penguin(X).
//!     bird(tweety). bird(et). cat(kitty). penguin(polly).
//!     #modeh(fly(var(any))).
//!     #modeb(bird(var(any))). #modeb(penguin(var(any))).
//!     #pos(w,{fly(tweety),fly(et)},{}).
//!     #cwa(fly/1).
//! ");
//! let (program, errors) = parse_program(&sources);
//! assert!(errors.is_empty());
//! assert_eq!((program.facts.len(), program.statements.len()), (4, 6));
//!
//! let rule = &program.statements[0];
//! assert_eq!(rule.to_string(), "bird(X) :- penguin(X).");
//! assert_eq!(visit::heads(rule), [Signature::new("bird", 1)]);
//! let StatementKind::Example(example) = &program.statements[4].kind else { panic!("not an example") };
//! assert_eq!(example.inclusions[1].atom.to_string(), "fly(et)");
//!
//! sources.add("wrong.lp", "\nfly(X) :- bird(X) not penguin(X).");
//! let (_, errors) = parse_program(&sources);
//! let line = errors[0].one_line(&sources);
//! assert!(line.starts_with("wrong.lp:2:19: error[E001]: found `not`, expected `,`, `;` or `.`"), "{line}");
//! ```

pub mod codes;
pub mod decimal;
pub mod diagnostic;
#[doc(hidden)]
pub mod fuzz;
mod ground;
mod lexer;
mod parser;
mod printer;
pub mod prolog;
pub mod rewrite;
pub mod span;
pub mod number_set;
pub mod symbols;
pub mod syntax;
pub mod visit;

pub use decimal::Decimal;
pub use diagnostic::{Diagnostic, Severity, did_you_mean};
pub use ground::{ground_atom, ground_term, is_ground, term_of};
pub use parser::{
    parse_ground_atom, parse_into, parse_program, parse_rules, parse_statements, read_prolog_atom,
};
pub use span::{Position, SourceFile, SourceMap, Span};
pub use symbols::{AtomGroup, Atoms, Signature, Symbol, SymbolKind, Symbols};
pub use syntax::{
    Aggregate, AggregateFunction, AggregateSet, Atom, BinaryOp, BodyElement, CompareOp, Conditional, Example,
    ExampleAtom, Head, Literal, LiteralKind, Mode, ModeKind, Name, Ordering, Program, Rule, Sign, Statement,
    StatementKind, Term, UnaryOp,
};
