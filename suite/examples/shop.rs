//! Writes the shop as CSV files into a folder: `cargo run -p xfold-suite --example shop -- FOLDER [ORDERS [SEED]]`. With a
//! name in .sql in place of the folder, as statements.

use std::{env, fs, io::Write, path::Path};
use xfold_suite::generate::shop::{Shop, TABLES};

fn main() -> std::io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let number =
        |place: usize, usual: usize| args.get(place).and_then(|arg| arg.parse().ok()).unwrap_or(usual);
    let path = Path::new(args.first().map_or("shop", String::as_str));
    let shop = Shop::new(number(2, 1) as u64, number(1, 1000), 0.05);
    if path.extension().is_some_and(|ending| ending == "sql") {
        let mut file = std::io::BufWriter::new(fs::File::create(path)?);
        for statement in shop.sql() {
            writeln!(file, "{statement}")?;
        }
        return file.flush();
    }
    fs::create_dir_all(path)?;
    for (table, _) in TABLES {
        fs::write(path.join(format!("{table}.csv")), shop.csv(table))?;
    }
    Ok(())
}
