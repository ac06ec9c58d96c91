//! Where text goes: the result to standard output or a file, everything else to standard error.
//!
//! It is not an error if the reader goes away early, as in `xfold learn … | head -1`.

use crate::{
    options::{Color, Format},
    supervisor,
};
use serde::Serialize;
use std::{
    fs,
    io::{self, ErrorKind, IsTerminal, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use tempfile::NamedTempFile;
use xfold::{codes, explain::Style};
use xfold_asp::diagnostic::Diagnostic;

/// Prints a line on standard error. If that fails, there is no other place to say so.
pub fn say(line: &str) {
    let mut text = line.to_string();
    text.push('\n');
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Whether standard output has its text. With `--format json` that is one document, and no other may follow.
static HAS_PRINTED: AtomicBool = AtomicBool::new(false);

/// Prints a document unless standard output has its text already, also for the supervisor. Tells whether it could.
pub fn print_only(document: &str) -> bool {
    // The lock is held until the flag is set, so that there are never two documents.
    let mut stdout = io::stdout().lock();
    if HAS_PRINTED.load(Ordering::Relaxed) {
        return false;
    }
    let is_printed = stdout.write_all(document.as_bytes()).and_then(|()| stdout.flush()).is_ok();
    HAS_PRINTED.fetch_or(is_printed, Ordering::Relaxed);
    is_printed
}

/// What is said on standard output of a document that went to a file.
#[derive(Serialize)]
struct Written<'a> {
    status: &'static str,
    files: Vec<&'a str>,
}

/// Writes the result where it is wanted. If the file for it fails, it goes to standard output, so that the work is not
/// lost; the error says so.
pub fn deliver(text: &str, file: Option<&Path>, format: Format) -> Result<(), Diagnostic> {
    match (write_result(text, file), file) {
        (Ok(()), Some(file)) if format == Format::Json && file.is_file() => {
            let written = Written { status: "written", files: vec![file.to_str().unwrap_or_default()] };
            write_result(&crate::render::versioned_json(&written), None)
        }
        (Err(error), Some(_)) if write_result(text, None).is_ok() => {
            Err(error.help("the result was printed on standard output instead"))
        }
        (result, _) => result,
    }
}

/// Writes a report beside the result, which has been printed or written before.
pub fn write_report(text: &str, file: &Path) -> Result<(), Diagnostic> {
    write_result(text, Some(file))
        .map_err(|error| error.help("only the report is missing: the rules came before it"))
}

/// Writes the result: to a file if there is one, else to standard output.
pub fn write_result(text: &str, file: Option<&Path>) -> Result<(), Diagnostic> {
    supervisor::work_writes();
    write(text, file).map_err(|error| Diagnostic::error(codes::CANNOT_WRITE, error))
}

/// The same for the supervisor, whose turn it is.
pub fn write(text: &str, file: Option<&Path>) -> Result<(), String> {
    match file {
        Some(file) => {
            write_whole(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))
        }
        None => {
            let mut stdout = io::stdout().lock();
            match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                    Err(format!("cannot write to standard output: {error}"))
                }
                _ => {
                    HAS_PRINTED.store(true, Ordering::Relaxed);
                    Ok(())
                }
            }
        }
    }
}

/// Tries whether a file can be written, so that a long run does not end with nothing.
pub fn try_file(file: &Path) -> Result<(), String> {
    let known = fs::metadata(file).ok();
    let tried = match known {
        Some(known) if known.is_dir() => Err(io::Error::from(ErrorKind::IsADirectory)),
        Some(known) if !known.is_file() => Ok(()),
        _ => beside(file).map(drop),
    };
    tried.map_err(|error| format!("cannot write {}: {error}", file.display()))
}

/// Replaces a file in one step: a reader sees the old text or the new one, never a part.
fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    // A link stays a link; what it points to is replaced.
    let file = &file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
    let known = fs::metadata(file).ok();
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        // A device or a pipe, such as /dev/null, cannot be replaced.
        return fs::write(file, text);
    }
    let mut temporary = beside(file)?;
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(temporary.path().to_path_buf());
    temporary.write_all(text.as_bytes())?;
    if let Some(known) = known {
        temporary.as_file().set_permissions(known.permissions())?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(file).map_err(|error| error.error)?;
    Ok(())
}

/// The temporary file of the result, which a process that is ended at once would leave behind.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Removes what was begun and never took the place of the file that it was meant for.
pub fn remove_unfinished() {
    if let Some(file) = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = fs::remove_file(file);
    }
}

/// A temporary file in the folder of another, so that it can take its place.
fn beside(file: &Path) -> io::Result<NamedTempFile> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".xfold-");
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    // The name of the temporary file would only confuse.
    builder.tempfile_in(folder).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            io::Error::new(ErrorKind::NotFound, format!("there is no folder {}", folder.display()))
        }
        kind => kind.into(),
    })
}

/// Colours, or none.
#[derive(Debug, Clone, Copy)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// Colours for standard error, as the user wants them.
    pub fn new(color: Color) -> Self {
        Self::on(color, io::stderr().is_terminal())
    }

    /// Colours for standard output.
    pub fn for_result(color: Color) -> Self {
        Self::on(color, io::stdout().is_terminal())
    }

    fn on(color: Color, is_terminal: bool) -> Self {
        let wanted = || std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let on = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => is_terminal && wanted(),
        };
        Self { on }
    }

    /// The colours of proofs.
    pub fn style(self) -> Style {
        if !self.on {
            return Style::default();
        }
        Style {
            good: |text| Self { on: true }.green(text),
            bad: |text| Self { on: true }.red(text),
            rule: |text| Self { on: true }.blue(text),
            dim: |text| Self { on: true }.dim(text),
            bold: |text| Self { on: true }.bold(text),
        }
    }

    /// Good news.
    pub fn green(self, text: &str) -> String {
        self.with("1;32", text)
    }

    /// Bad news.
    pub fn red(self, text: &str) -> String {
        self.with("1;31", text)
    }

    /// Something to look at.
    pub fn yellow(self, text: &str) -> String {
        self.with("1;33", text)
    }

    /// Signs around an excerpt.
    pub fn blue(self, text: &str) -> String {
        self.with("1;34", text)
    }

    /// The main sentence.
    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// What may be skipped.
    pub fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}
