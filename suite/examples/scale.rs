//! Writes a large relational task. As a folder of Popper's: `cargo run --release -p xfold-suite --example scale -- kinship 1
//! 100000 FOLDER`, with seed and number of facts; or `graph`. With facts in Parquet files: `scale -- columns purchases 1
//! 100000 FOLDER 0.05`, with the share of wrong labels in the end; or `kinship`, `graph`.

use std::{env, fs, io, path::Path, process::ExitCode};
use xfold_suite::generate::{
    columns,
    scale::{Files, graph, kinship},
};

const USAGE: &str = "usage: scale kinship|graph SEED FACTS FOLDER, or\n       \
                     scale columns kinship|graph|purchases SEED FACTS FOLDER [SHARE OF WRONG LABELS]";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let written = match words[..] {
        ["columns", family, seed, n_facts, folder] => in_columns(family, [seed, n_facts, "0"], folder),
        ["columns", family, seed, n_facts, folder, wrong] => {
            in_columns(family, [seed, n_facts, wrong], folder)
        }
        [family, seed, n_facts, folder] => match (seed.parse(), n_facts.parse()) {
            (Ok(seed), Ok(n_facts)) => write(family, seed, n_facts, Path::new(folder)),
            _ => Err(io::Error::other("seed and number of facts are numbers")),
        },
        _ => Err(io::Error::other(USAGE)),
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn in_columns(family: &str, [seed, n_facts, wrong]: [&str; 3], folder: &str) -> io::Result<()> {
    match (seed.parse(), n_facts.parse(), wrong.parse()) {
        (Ok(seed), Ok(n_facts), Ok(wrong)) => columns::write(family, seed, n_facts, wrong, Path::new(folder)),
        _ => Err(io::Error::other("seed, number of facts and share of wrong labels are numbers")),
    }
}

fn write(family: &str, seed: u64, n_facts: usize, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let file = |name: &str| fs::File::create(folder.join(name)).map(io::BufWriter::new);
    let mut files = Files { bias: file("bias.pl")?, bk: file("bk.pl")?, exs: file("exs.pl")? };
    match family {
        "kinship" => kinship(seed, n_facts, &mut files),
        "graph" => graph(seed, n_facts, &mut files),
        _ => Err(io::Error::other("a family is kinship or graph")),
    }
}
