//! The codes of this crate's diagnostics, E100 to E149, each with one line for the manual.

/// The text cannot be parsed.
pub const SYNTAX: &str = "E100";
/// A character or word that the language does not have.
pub const LEXICAL: &str = "E101";
/// Variables that no positive literal binds.
pub const UNSAFE: &str = "E102";
/// `#const` given twice, or in a circle.
pub const CONSTANT: &str = "E103";
/// A sum beyond 32 bits.
pub const SUM_TOO_LARGE: &str = "E104";
/// Decimals that cannot be scaled to whole numbers of 32 bits.
pub const UNSCALED: &str = "E105";
/// Anything else that clingo refuses.
pub const OTHER_ERROR: &str = "E109";
/// A `#script`.
pub const SCRIPT: &str = "E110";
/// An `#include` that was not resolved before.
pub const INCLUDE: &str = "E111";
/// A call of an external function.
pub const EXTERNAL_CALL: &str = "E112";
/// A `#theory`.
pub const THEORY: &str = "E113";
/// A `#program` part other than `base`.
pub const PROGRAM_PART: &str = "E114";
/// A text that is not a logic program: NUL characters, aspif.
pub const NOT_A_PROGRAM: &str = "E115";
/// Arithmetic on what is no number.
pub const UNDEFINED_OPERATION: &str = "E120";
/// A predicate that occurs in no head.
pub const UNDEFINED_ATOM: &str = "E121";
/// A global variable in the tuple of an aggregate.
pub const GLOBAL_VARIABLE: &str = "E122";
/// Any other remark of clingo.
pub const OTHER_REMARK: &str = "E129";

/// All codes with what they mean.
pub const ALL: &[(&str, &str)] = &[
    (SYNTAX, "the text cannot be parsed"),
    (LEXICAL, "a character or word that the language does not have"),
    (UNSAFE, "a variable is bound by no positive literal"),
    (CONSTANT, "a #const is given twice or refers to itself"),
    (SUM_TOO_LARGE, "a sum is too large for the solver"),
    (UNSCALED, "a decimal cannot be scaled to clingo's whole numbers"),
    (OTHER_ERROR, "the solver refuses the program for another reason"),
    (SCRIPT, "scripts are refused"),
    (INCLUDE, "an #include that the task reader did not resolve is refused"),
    (EXTERNAL_CALL, "calls of external functions are refused"),
    (THEORY, "theories are refused"),
    (PROGRAM_PART, "program parts other than base are refused"),
    (NOT_A_PROGRAM, "the text is not a logic program"),
    (UNDEFINED_OPERATION, "an operation is undefined for some values, which are skipped"),
    (UNDEFINED_ATOM, "a predicate occurs in no head, so its atoms are false"),
    (GLOBAL_VARIABLE, "a variable of an aggregate's tuple is bound outside of it"),
    (OTHER_REMARK, "a remark of the solver"),
];
