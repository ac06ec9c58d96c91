//! Jobs in time slots: each has one, some come before others, some cannot be at the same time.

use super::{Concept, Family, Purpose, signatures};
use crate::generate::random::Random;
use std::fmt::Write;

pub(super) fn families() -> Vec<Family> {
    vec![scheduling(), scheduling().several("scheduling_instances")]
}

fn scheduling() -> Family {
    let concept = Concept {
        background: "earlier(S,T) :- slot(S), slot(T), S < T.\nplanned(J) :- at(J,S).\n".to_owned(),
        modes: "#modeh(at(var(job),var(slot))).\n#modeb(before(var(job),var(job))).\n\
                #modeb(clash(var(job),var(job))).\n#modeb(earlier(var(slot),var(slot))).\n\
                #modeb(not planned(var(job))).\n#modeb(var(slot) != var(slot)).\n"
            .to_owned(),
        targets: signatures([("at", 2)]),
        rules: "{ at(J,S) } :- job(J), slot(S).\n".to_owned(),
        constraints: [
            ":- job(J), not planned(J).",
            ":- at(J,S), at(J,T), S != T.",
            ":- at(J,S), clash(J,K), at(K,S).",
            ":- at(J,S), before(J,K), at(K,S).",
            ":- at(J,S), before(J,K), at(K,T), earlier(T,S).",
        ]
        .map(str::to_owned)
        .to_vec(),
        space: "{ at(J,S) } :- job(J), slot(S).\n".to_owned(),
        ..Concept::default()
    };
    Family::one("scheduling", concept, draw)
}

/// Jobs with an order without circles, and clashes between others.
fn draw(random: &mut Random, purpose: Purpose) -> String {
    let training = purpose == Purpose::Training;
    let (n_jobs, n_slots) = if training { (random.between(5, 7), 4) } else { (random.between(3, 5), 3) };
    let mut jobs: Vec<usize> = (1..=n_jobs).collect();
    random.shuffle(&mut jobs);
    let mut text = format!("job(1..{n_jobs}). slot(1..{n_slots}).\n");
    for (place, first) in jobs.iter().enumerate() {
        for second in &jobs[place + 1..] {
            if random.chance(0.25) {
                let _ = writeln!(text, "before({first},{second}).");
            } else if random.chance(0.3) {
                let _ = writeln!(text, "clash({first},{second}).");
            }
        }
    }
    let has_both = text.contains("before") && text.contains("clash");
    if has_both { text } else { draw(random, purpose) }
}
