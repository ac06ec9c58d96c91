//! Wrong inputs and what is said about them: `tests/errors/*.lp` with the messages in `*.txt` beside them, one in a
//! line. `UPDATE_EXPECT=1` writes the messages anew.

use std::{fs, path::Path};
use xfold_asp::{SourceMap, fuzz::round_trip, parse_program};

#[test]
fn messages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut inputs: Vec<_> =
        fs::read_dir(&folder).expect("folder of wrong inputs").flatten().map(|e| e.path()).collect();
    inputs.retain(|path| path.extension().is_some_and(|extension| extension == "lp"));
    inputs.sort();
    assert!(!inputs.is_empty());
    let mut wrong = Vec::new();
    for input in inputs {
        let text = fs::read_to_string(&input).expect("input is readable");
        round_trip(&text);
        let mut sources = SourceMap::default();
        sources.add(input.file_name().expect("a file").to_string_lossy(), text);
        let (_, errors) = parse_program(&sources);
        let messages: String = errors.iter().map(|error| error.one_line(&sources) + "\n").collect();
        let expected = input.with_extension("txt");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&expected, &messages).expect("expectation is writable");
        } else if fs::read_to_string(&expected).unwrap_or_default() != messages {
            wrong.push(format!("{}:\n{messages}", input.display()));
        }
    }
    assert!(wrong.is_empty(), "run with UPDATE_EXPECT=1 if these are right:\n{}", wrong.join("\n"));
}
