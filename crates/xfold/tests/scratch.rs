//! scratch
use xfold::*;
#[test]
fn scratch() {
    let files = std::env::var("TASKS").unwrap();
    for f in files.split_whitespace() {
        let task = match xfold::task::read::files(&[f]) {
            Ok(t) => t,
            Err(e) => {
                println!("== {f}\n{e}");
                continue;
            }
        };
        let mut settings = Settings::default();
        if std::env::var("NOISE").is_ok() {
            settings.noise = true;
        }
        if std::env::var("PAPER").is_ok() {
            settings.paper = true;
        }
        if std::env::var("FOIL").is_ok() {
            settings.learner = Learner::Foil;
        }
        let t = std::time::Instant::now();
        match learn(&task, &settings, &Clingo::default(), &Limits::none(), &xfold::search::trace::Silent) {
            Ok(l) => {
                println!("== {f} {:?} {:?} {:?}", l.stop, t.elapsed(), l.times);
                for n in &l.notes {
                    println!("%% {}", n.one_line(&task.sources));
                }
                println!("{}", l.rules.text());
                if l.stop != StopReason::Verified {
                    println!("{:?}", l.verdict);
                }
            }
            Err(e) => println!(
                "== {f} {}",
                e.into_diagnostics().iter().map(|d| d.one_line(&task.sources)).collect::<Vec<_>>().join("\n")
            ),
        }
    }
}
