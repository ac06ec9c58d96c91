//! The Python package: a wheel from what the tests have compiled already, and its tests in a fresh virtual environment.

use crate::{
    differ,
    setup::{call, fresh, inside, is_our_cmake, pip, works},
    tasks::run_command,
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What builds wheels.
const MATURIN: &str = "maturin>=1.9,<2";
/// The oldest Python that the package is for.
const OLDEST: (u32, u32) = (3, 10);

/// How often the long form of the soak test learns and predicts.
const ROUNDS: &str = "1000";

/// Builds the wheel, installs it with what its tests need, and runs these. Gives the Python that has it.
pub fn test(root: &Path) -> Result<Option<PathBuf>, String> {
    pytest(root, |_| ())
}

/// The soak test alone, in its long form.
pub fn soak(root: &Path) -> Result<(), String> {
    let change = |pytest: &mut Command| {
        pytest.args(["crates/python/tests/test_soak.py", "-s"]).env("XFOLD_SOAK", ROUNDS);
    };
    pytest(root, change).map(drop)
}

fn pytest(root: &Path, change: impl FnOnce(&mut Command)) -> Result<Option<PathBuf>, String> {
    let Some(inner) = installed(root)? else { return Ok(None) };
    let mut pytest = Command::new(&inner);
    pytest.current_dir(root).args(["-m", "pytest", "-q", "--no-header"]);
    pytest.env("XFOLD_COMMAND", command(root));
    change(&mut pytest);
    run_command(&mut pytest, "python -m pytest")?;
    Ok(Some(inner))
}

/// A Python with the package and what its tests need, in a fresh virtual environment.
pub fn installed(root: &Path) -> Result<Option<PathBuf>, String> {
    let Some(python) = find_python() else {
        let (major, minor) = OLDEST;
        eprintln!("xtask: SKIPPED the Python package: found no Python {major}.{minor} or newer");
        return Ok(None);
    };
    let wheel = wheel(root, python)?;
    let venv = environment(root, python, ".tools/python-tests")?;
    let inner = inside(&venv, "python");
    eprintln!("xtask: installing the wheel into a fresh virtual environment, with what its tests need");
    call(pip(Command::new(&inner)).arg(format!("{}[test]", wheel.display())))?;
    Ok(Some(inner))
}

/// A Python with DuckDB, for the tests of exports, below `.tools/`; none if it cannot be had.
pub fn with_engines(root: &Path) -> Option<PathBuf> {
    with_packages(root, ".tools/engines", &[differ::DUCKDB])
}

/// A Python with some packages, in a place of its own; none if they cannot be had.
pub fn with_packages(root: &Path, place: &str, packages: &[&str]) -> Option<PathBuf> {
    let inner = inside(&root.join(place), "python");
    let listed = root.join(place).join("packages.txt");
    let all = packages.join("\n");
    if works(&inner) && fs::read_to_string(&listed).is_ok_and(|there| there == all) {
        return Some(inner);
    }
    let made = find_python().ok_or_else(|| "there is no Python".to_owned()).and_then(|python| {
        eprintln!("xtask: installing {} below .tools/", packages.join(", "));
        environment(root, python, place)?;
        call(pip(Command::new(&inner)).args(packages))?;
        fs::write(&listed, all).map_err(|e| format!("cannot write {}: {e}", listed.display()))
    });
    match made {
        Ok(()) => Some(inner),
        Err(why) => {
            eprintln!("xtask: SKIPPED what needs {}: {why}", packages.join(", "));
            None
        }
    }
}

/// The command as the tests have compiled it.
pub fn command(root: &Path) -> PathBuf {
    target(root).join("debug").join(format!("xfold{}", env::consts::EXE_SUFFIX))
}

/// The wheel, built in the profile of the tests.
fn wheel(root: &Path, python: &str) -> Result<PathBuf, String> {
    let maturin = maturin(root, python)?;
    let folder = fresh(target(root).join("wheels"))?;
    let mut build = Command::new(maturin);
    build.current_dir(root).args(["build", "--profile", "dev", "--locked", "--interpreter", python, "--out"]);
    build.arg(&folder);
    if is_our_cmake(root) {
        build.env_remove("CMAKE");
    }
    run_command(&mut build, "maturin build --profile dev")?;
    let mut entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten();
    let wheel = entries.find(|entry| entry.path().extension().is_some_and(|end| end == "whl"));
    wheel.map(|entry| entry.path()).ok_or_else(|| "maturin built no wheel".to_owned())
}

/// Where cargo puts what it builds.
pub fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

/// The maturin in `.tools/venv`, which is made where it is missing.
fn maturin(root: &Path, python: &str) -> Result<PathBuf, String> {
    let folder = root.join(".tools/venv");
    let maturin = inside(&folder, "maturin");
    if works(&maturin) {
        return Ok(maturin);
    }
    let folder = match works(inside(&folder, "python")) {
        true => folder,
        false => environment(root, python, ".tools/venv")?,
    };
    eprintln!("xtask: installing maturin below .tools/");
    call(pip(Command::new(inside(&folder, "python"))).arg(MATURIN))?;
    Ok(maturin)
}

/// A fresh virtual environment. Some systems split `venv` off python; then `virtualenv` makes it.
fn environment(root: &Path, python: &str, place: &str) -> Result<PathBuf, String> {
    let folder = fresh(root.join(place))?;
    let by_venv = call(Command::new(python).args(["-m", "venv"]).arg(&folder));
    let Err(first) = by_venv else { return Ok(folder) };
    let folder = fresh(folder)?;
    let packages = root.join(".tools/virtualenv");
    let by_virtualenv = call(pip(Command::new(python)).arg("--target").arg(&packages).arg("virtualenv"))
        .and_then(|()| {
            call(Command::new(python).env("PYTHONPATH", &packages).args(["-m", "virtualenv"]).arg(&folder))
        });
    by_virtualenv.map(|()| folder).map_err(|second| {
        format!(
            "cannot make a virtual environment of Python\n  with venv: {first}\n  with virtualenv: {second}"
        )
    })
}

/// A Python that is new enough.
fn find_python() -> Option<&'static str> {
    let is_new = |python: &&str| {
        let question = "import sys; print(sys.version_info[0], sys.version_info[1])";
        let Ok(output) = Command::new(python).args(["-c", question]).output() else { return false };
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut numbers = answer.split_whitespace().filter_map(|number| number.parse::<u32>().ok());
        numbers.next().zip(numbers.next()).is_some_and(|version| version >= OLDEST)
    };
    ["python3", "python"].into_iter().find(is_new)
}
