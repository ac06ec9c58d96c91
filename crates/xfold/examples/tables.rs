//! scratch
use xfold::{Limits, table::{evaluate::*, fit::*, read::{self, ReadOptions, Unwatched}}};
use std::path::Path;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (dir, group) = (&args[1], &args[2]);
    let opt = |k: &str, d: f64| args.iter().find_map(|a| a.strip_prefix(&format!("{k}="))).map_or(d, |v| v.parse().unwrap());
    let infer = opt("infer", 0.0) > 0.0;
    let seed = opt("seed", 0.0) as u64;
    let types = std::fs::read_to_string(format!("{dir}/tables/TYPES.tsv")).unwrap();
    let multi = group == "multi";
    let mut tot = [0.0; 5]; let mut n = 0.0;
    for l in types.lines().skip(1) {
        let f: Vec<&str> = l.split('\t').collect();
        let (nm, pos, nums) = (f[0], f.get(1).copied().unwrap_or(""), f.get(2).copied().unwrap_or(""));
        let path = format!("{dir}/tables/{nm}.csv");
        let head = { use std::io::BufRead; let mut s = String::new(); std::io::BufReader::new(std::fs::File::open(&path).unwrap()).read_line(&mut s).unwrap(); s };
        let target = head.trim().rsplit(',').next().unwrap().trim_matches('"').to_string();
        let named = !["small","large","multi","all"].contains(&group.as_str());
        if named && !group.split(',').any(|x| x == nm) { continue; }
        let numeric: Vec<String> = nums.split(',').filter(|x| !x.is_empty()).map(|s| s.to_string()).collect();
        let cols: Vec<String> = head.trim().split(',').map(|s| s.trim_matches('"').to_string()).collect();
        let categorical = if infer { vec![] } else { cols.iter().filter(|c| !numeric.contains(c) && **c != target).cloned().collect() };
        let ro = ReadOptions { target: Some(target.clone()), numeric: if infer {vec![]} else {numeric}, categorical, ..Default::default() };
        let table = match read::file(Path::new(&path), &ro, &Unwatched) { Ok(t) => t, Err(e) => { println!("{nm}: {e}"); continue } };
        let size = table.n_rows;
        if group == "small" && (size > 10000 || pos.is_empty() || nm == "pendigits") || group == "large" && (size <= 10000 || pos.is_empty() || nm == "pendigits") { continue; }
        let to = TargetOptions { target, positive: (!multi).then(|| pos.trim().to_string()), ..Default::default() };
        let data = match Classified::new(&table, &to) { Ok(d) => d, Err(e) => { println!("{nm}: {e}"); continue } };
        if multi && data.classes.len() < 3 { continue; }
        let folds = if seed == 0 { given(&data, "f", &std::fs::read_to_string(format!("{dir}/folds/{nm}.txt")).unwrap()).unwrap() } else { stratified(&data, 10, seed).unwrap() };
        let eo = EvaluateOptions { fit: FitOptions { brevity: opt("w", 0.4), max_depth: opt("depth", 1.0) as usize, ..Default::default() }, vote: opt("vote", 1.0) as usize, flip: opt("flip", 0.0), seed: opt("s", 1.0) as u64 };
        let e = cross_validate(&data, &folds, &eo, &Limits::none(), &|_, _| ()).unwrap();
        let m = &e.mean;
        let mut t: Vec<f64> = e.folds.iter().map(|f| f.fit_seconds * 1e3).collect(); t.sort_by(f64::total_cmp);
        println!("{nm:20} {:.4} {:.4} {:6.2} {:7.2} {:8.3} ms", m.accuracy, m.f1, m.rules, m.literals, t[t.len() / 2]);
        for (a, b) in tot.iter_mut().zip([m.accuracy, m.f1, m.rules, m.literals, t[t.len()/2]]) { *a += b; }
        n += 1.0;
    }
    println!("MEAN {n} sets: acc {:.4} f1 {:.4} rules {:.2} lits {:.2} sum ms {:.1}", tot[0]/n, tot[1]/n, tot[2]/n, tot[3]/n, tot[4]);
}
