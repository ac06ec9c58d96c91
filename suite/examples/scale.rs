//! Writes a large relational task as a folder of Popper's: `cargo run --release -p xfold-suite --example scale -- kinship 1
//! 100000 FOLDER`, with seed and number of facts; or `graph`.

use std::{env, fs, io, path::Path, process::ExitCode};
use xfold_suite::generate::scale::{Files, graph, kinship};

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let written = match &words[..] {
        [family, seed, n_facts, folder] => match (seed.parse(), n_facts.parse()) {
            (Ok(seed), Ok(n_facts)) => write(family, seed, n_facts, Path::new(folder)),
            _ => Err(io::Error::other("seed and number of facts are numbers")),
        },
        _ => Err(io::Error::other("usage: scale kinship|graph SEED FACTS FOLDER")),
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
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
