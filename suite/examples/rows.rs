//! Writes a large table as a Parquet file: `cargo run --release -p xfold-suite --example rows -- 1 1000000 FILE`, with seed and
//! number of rows.

use std::{env, io, path::Path, process::ExitCode};
use xfold_suite::generate::rows;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let written = match &words[..] {
        [seed, n_rows, file] => match (seed.parse(), n_rows.parse()) {
            (Ok(seed), Ok(n_rows)) => rows::write(seed, n_rows, Path::new(file)),
            _ => Err(io::Error::other("seed and number of rows are numbers")),
        },
        _ => Err(io::Error::other("usage: rows SEED ROWS FILE")),
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
