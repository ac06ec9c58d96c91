//! What must hold for every text: shared by the fuzz target and the ordinary tests.

use crate::{
    parser::{parse_ground_atom, parse_program, parse_rules},
    span::SourceMap,
    symbols::Symbols,
    syntax::Program,
};

/// Reads a text in all ways. Nothing may panic; what is read without errors is printed, read again and must be the
/// same; atoms that are read are printed as they are read.
///
/// # Panics
/// If any of this fails.
pub fn round_trip(text: &str) {
    let (program, n_errors) = read(text);
    if n_errors == 0 {
        let printed = program.to_string();
        let (again, n_errors) = read(&printed);
        assert_eq!(n_errors, 0, "what was printed is not read:\n{printed}");
        assert_eq!(program.statements, again.statements, "what was printed is read differently:\n{printed}");
        assert_eq!(printed, again.to_string(), "the second print differs");
    }
    assert_eq!(n_errors == 0, parse_rules(text).is_ok(), "two ways of reading disagree");
    for statement in &program.statements {
        assert!(statement.span.start < statement.span.end && statement.span.end as usize <= text.len());
    }
    let mut symbols = Symbols::default();
    if let Some((signature, args)) = parse_ground_atom(text, &mut symbols) {
        let args: Vec<String> = args.iter().map(|&symbol| symbols.display(symbol).to_string()).collect();
        let brackets = if args.is_empty() { String::new() } else { format!("({})", args.join(",")) };
        let printed = format!("{}{brackets}", signature.functor());
        let n_symbols = symbols.len();
        assert!(parse_ground_atom(&printed, &mut symbols).is_some(), "not read again: {printed}");
        assert_eq!(symbols.len(), n_symbols, "read differently: {printed}");
    }
}

fn read(text: &str) -> (Program, usize) {
    let mut sources = SourceMap::default();
    sources.add("text", text);
    let (program, errors) = parse_program(&sources);
    for error in &errors {
        assert!(error.one_line(&sources).contains(error.code));
    }
    (program, errors.len())
}
