//! What the build needs beside Rust. The bundled clingo is built by a C++ compiler and cmake; where there is no cmake,
//! one is installed from PyPI below `.tools/` and announced to cargo in `.tools/cargo.toml`, which the committed
//! configuration includes if it exists. Nothing outside the repository is touched.

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Component, Path, PathBuf},
    process::Command,
};

/// Newer ones refuse the policy that the bundled clingo asks for, unless told otherwise.
const REQUIREMENT: &str = "cmake>=3.18,<4";
const HOW_TO_INSTALL: &str = "please install cmake 3.18 or newer yourself (`apt install cmake`, `dnf install cmake`, \
                              `brew install cmake`, cmake.org), or set the variable CMAKE to where it is";

/// Makes sure of a C++ compiler and a cmake that work.
pub fn setup(root: &Path) -> Result<(), String> {
    find_compiler()?;
    let ours = root.join(".tools");
    let config = ours.join("cargo.toml");
    if let Some(named) = env::var_os("CMAKE") {
        if works(&named) {
            return Ok(());
        }
        // Cargo itself sets the variable from our file, which may have outlived what it names.
        if !is_our_cmake(root) {
            return Err(format!(
                "the variable CMAKE names {named:?}, which does not run: correct it or unset it"
            ));
        }
    }
    if works("cmake") {
        return forget(&config);
    }
    let cmake = match installed(root) {
        Some(cmake) => cmake,
        None => install(root)?,
    };
    let text = format!("[env]\nCMAKE = {{ value = \"{cmake}\", relative = true }}\n");
    fs::create_dir_all(&ours)
        .and_then(|()| fs::write(&config, text))
        .map_err(|e| format!("{}: {e}", config.display()))
}

/// Whether the variable `CMAKE` was set by our own file: then the file decides anew for the cargo that is called next.
pub fn is_our_cmake(root: &Path) -> bool {
    env::var_os("CMAKE")
        .is_some_and(|named| without_detours(Path::new(&named)).starts_with(root.join(".tools")))
}

/// The path with `..` resolved: cargo names what a configuration file names by way of that file's folder.
fn without_detours(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                straight.pop();
            }
            other => straight.push(other),
        }
    }
    straight
}

/// Whether a command exists and runs.
pub fn works(command: impl AsRef<OsStr>) -> bool {
    Command::new(command).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn find_compiler() -> Result<(), String> {
    // On Windows the build looks for Visual Studio by itself.
    let is_there = cfg!(windows)
        || env::var_os("CXX").is_some_and(works)
        || ["c++", "g++", "clang++"].into_iter().any(works);
    match is_there {
        true => Ok(()),
        false => Err("found no C++ compiler, which the bundled clingo needs: please install g++ or clang++ \
                      (`apt install g++`, `dnf install gcc-c++`, `xcode-select --install`), or set the variable CXX"
            .to_owned()),
    }
}

/// Takes back what was announced to cargo: the cmake on the path is to be used.
fn forget(config: &Path) -> Result<(), String> {
    match config.exists() {
        true => fs::remove_file(config).map_err(|e| format!("{}: {e}", config.display())),
        false => Ok(()),
    }
}

/// The ways in which a cmake of ours may lie there, relative to the root.
fn places() -> [&'static str; 2] {
    match cfg!(windows) {
        true => [".tools/venv/Scripts/cmake.exe", ".tools/cmake/cmake/data/bin/cmake.exe"],
        false => [".tools/venv/bin/cmake", ".tools/cmake/cmake/data/bin/cmake"],
    }
}

fn installed(root: &Path) -> Option<&'static str> {
    places().into_iter().find(|place| works(root.join(place)))
}

fn install(root: &Path) -> Result<&'static str, String> {
    let python = ["python3", "python"]
        .into_iter()
        .find(|python| works(python))
        .ok_or_else(|| format!("found neither cmake nor python3: {HOW_TO_INSTALL}"))?;
    eprintln!("xtask: found no cmake, installing one from PyPI below .tools/");
    // A virtual environment first; some systems split it off python, then pip alone will do.
    let in_venv = install_in_venv(root, python);
    let result = in_venv.or_else(|first| install_in_folder(root, python).map_err(|second| (first, second)));
    if let Err((first, second)) = result {
        return Err(format!(
            "found no cmake and could not install one; {HOW_TO_INSTALL}\n  with venv: {first}\n  with pip:  {second}"
        ));
    }
    installed(root)
        .ok_or_else(|| format!("the cmake from PyPI does not run on this machine: {HOW_TO_INSTALL}"))
}

fn install_in_venv(root: &Path, python: &str) -> Result<(), String> {
    let folder = fresh(root.join(".tools/venv"))?;
    call(Command::new(python).args(["-m", "venv"]).arg(&folder))?;
    call(pip(Command::new(inside(&folder, "python"))).arg(REQUIREMENT))
}

/// A program of a virtual environment.
pub fn inside(venv: &Path, program: &str) -> PathBuf {
    match cfg!(windows) {
        true => venv.join("Scripts").join(program).with_extension("exe"),
        false => venv.join("bin").join(program),
    }
}

fn install_in_folder(root: &Path, python: &str) -> Result<(), String> {
    let folder = fresh(root.join(".tools/cmake"))?;
    call(pip(Command::new(python)).arg("--target").arg(folder).arg(REQUIREMENT))
}

/// What installs packages for a python.
pub fn pip(mut python: Command) -> Command {
    python.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    python
}

/// Removes what a broken or interrupted installation left.
pub fn fresh(folder: PathBuf) -> Result<PathBuf, String> {
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    Ok(folder)
}

/// Runs a command silently; if it fails, the error is the last line it wrote.
pub fn call(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    if output.status.success() {
        return Ok(());
    }
    let told =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    let last = told.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it failed without a word");
    Err(last.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detours_are_resolved() {
        let path = Path::new("/a/.cargo/../.tools/./venv/bin/cmake");
        assert_eq!(without_detours(path), Path::new("/a/.tools/venv/bin/cmake"));
    }
}
