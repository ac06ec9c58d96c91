//! Which files a command reads and writes, looked at before any work: a result never takes the place of what it is made
//! from, nor of another result.

use crate::output::try_file;
use std::{
    fs,
    path::{Path, PathBuf},
};
use xfold::codes;
use xfold_asp::{diagnostic::Diagnostic, span::SourceMap};

/// The path by which a system may show what standard input is.
const STANDARD_INPUT: &str = "/dev/stdin";

/// Checks that the outputs can be written, are not among the inputs, and are different files. An input may be a folder,
/// or `-` for standard input.
pub fn check<'p>(
    outputs: impl IntoIterator<Item = &'p Path>,
    inputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), Diagnostic> {
    let outputs: Vec<&Path> = outputs.into_iter().collect();
    if outputs.is_empty() {
        return Ok(());
    }
    let inputs: Vec<PathBuf> = inputs.into_iter().flat_map(files_of).collect();
    refuse_inputs(&outputs, &inputs)?;
    for (place, output) in outputs.iter().enumerate() {
        if outputs[..place].iter().any(|other| are_same(other, output)) {
            let message = format!("two results cannot both be written to {}", output.display());
            return Err(Diagnostic::error(codes::SAME_FILE, message).help("name two files"));
        }
        try_file(output).map_err(|error| Diagnostic::error(codes::CANNOT_WRITE, error))?;
    }
    Ok(())
}

/// Checks only that the outputs are not among the inputs.
pub fn refuse<'p>(
    outputs: impl IntoIterator<Item = &'p Path>,
    inputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), Diagnostic> {
    let outputs: Vec<&Path> = outputs.into_iter().collect();
    let inputs: Vec<PathBuf> = inputs.into_iter().flat_map(files_of).collect();
    refuse_inputs(&outputs, &inputs)
}

/// Checks that the outputs are not among the files that a task turned out to consist of, such as included ones.
pub fn check_sources<'p>(
    outputs: impl IntoIterator<Item = &'p Path>,
    sources: &SourceMap,
) -> Result<(), Diagnostic> {
    let outputs: Vec<&Path> = outputs.into_iter().collect();
    let inputs: Vec<PathBuf> = sources.files().iter().map(|file| PathBuf::from(&file.name)).collect();
    refuse_inputs(&outputs, &inputs)
}

fn refuse_inputs(outputs: &[&Path], inputs: &[PathBuf]) -> Result<(), Diagnostic> {
    for output in outputs {
        if let Some(input) = inputs.iter().find(|input| are_same(input, output)) {
            let known_as = match input {
                input if input == output => String::new(),
                input if input == Path::new(STANDARD_INPUT) => {
                    "the same file as standard input, which is ".to_string()
                }
                input => format!("the same file as {}, which is ", input.display()),
            };
            let output = output.display();
            let message = format!("{output} is {known_as}read, so the result cannot be written to it");
            return Err(Diagnostic::error(codes::SAME_FILE, message).help("name another file"));
        }
    }
    Ok(())
}

/// The files that an argument stands for: itself, those of a folder, or those of an Aleph task.
fn files_of(input: &Path) -> Vec<PathBuf> {
    if input == Path::new("-") {
        // Where the system has it, this is what standard input is read from.
        return vec![PathBuf::from(STANDARD_INPUT)];
    }
    if input.is_dir() {
        let entries = fs::read_dir(input).into_iter().flatten().flatten();
        return entries.map(|entry| entry.path()).collect();
    }
    let mut files = vec![input.to_path_buf()];
    if input.extension().is_some_and(|ending| ["b", "f", "n", "pl"].iter().any(|known| ending == *known)) {
        files.extend(["b", "f", "n"].map(|ending| input.with_extension(ending)));
    }
    files
}

/// Whether two paths lead to one file, by whatever name or link. Devices and pipes are never replaced, so they are like
/// no other.
fn are_same(one: &Path, other: &Path) -> bool {
    match (identity(one), identity(other)) {
        (Some(one), Some(other)) => one == other,
        _ => false,
    }
}

#[derive(PartialEq, Eq)]
enum Identity {
    /// The number of the file system, and that of the file there.
    #[cfg(unix)]
    Numbers(u64, u64),
    /// The one path without links.
    Path(PathBuf),
}

fn identity(path: &Path) -> Option<Identity> {
    match fs::metadata(path) {
        Ok(known) if !known.is_file() => None,
        #[cfg(unix)]
        Ok(known) => {
            use std::os::unix::fs::MetadataExt;
            Some(Identity::Numbers(known.dev(), known.ino()))
        }
        #[cfg(not(unix))]
        Ok(_) => path.canonicalize().ok().map(Identity::Path),
        // It is not there yet, but its folder is.
        Err(_) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
            Some(Identity::Path(folder.join(path.file_name()?)))
        }
    }
}
