//! Who comes to the party: those who are free, unless somebody comes with whom they do not get on.

use super::{Concept, Family, Purpose, signatures};
use crate::generate::random::Random;
use std::{collections::BTreeSet, fmt::Write};

/// Kinds of conflict.
const CONFLICTS: [&str; 4] = ["quarrels", "competes", "parted", "owes"];

const BACKGROUND: &str = "busy(X) :- guest(X), not free(X).\nfree(X) :- guest(X), not busy(X).\n";
const MODES: &str = "#modeh(comes(var(guest))).\n#modeb(free(var(guest))).\n#modeb(busy(var(guest))).\n";

pub(super) fn families() -> Vec<Family> {
    let mut families: Vec<Family> = (1..=CONFLICTS.len()).map(conflicts).collect();
    families.push(invited());
    families.push(patient());
    families
}

/// Several relations, any of which keeps a guest away.
fn conflicts(count: usize) -> Family {
    let mut concept = party("comes(X) :- free(X), not -comes(X).\n", &CONFLICTS[..count]);
    for conflict in &CONFLICTS[..count] {
        let _ = writeln!(concept.rules, "-comes(X) :- {conflict}(X,Y), comes(Y).");
    }
    Family::one(format!("party_{count}"), concept, move |random, purpose| {
        draw(random, purpose, &CONFLICTS[..count], &[])
    })
}

/// Only those come who are invited.
fn invited() -> Family {
    let rules = "comes(X) :- free(X), invited(X), not -comes(X).\n-comes(X) :- quarrels(X,Y), comes(Y).\n";
    let mut concept = party(rules, &CONFLICTS[..1]);
    concept.modes.push_str("#modeb(invited(var(guest))).\n");
    Family::one("party_invited", concept, |random, purpose| {
        draw(random, purpose, &CONFLICTS[..1], &[("invited", 0.7)])
    })
}

/// Only those come who are invited, and some do not mind a quarrel: an exception to an exception.
fn patient() -> Family {
    let rules = "comes(X) :- free(X), invited(X), not ab0(X).\n\
                 ab0(X) :- quarrels(X,Y), comes(Y), not ab1(X).\nab1(X) :- patient(X).\n";
    let mut concept = party(rules, &CONFLICTS[..1]);
    concept.modes.push_str("#modeb(invited(var(guest))).\n#modeb(patient(var(guest))).\n");
    Family::one("party_patient", concept, |random, purpose| {
        draw(random, purpose, &CONFLICTS[..1], &[("invited", 0.75), ("patient", 0.35)])
    })
}

fn party(rules: &str, conflicts: &[&str]) -> Concept {
    let mut concept = Concept {
        background: BACKGROUND.to_owned(),
        modes: MODES.to_owned(),
        targets: signatures([("comes", 1)]),
        observed: signatures([("free", 1), ("busy", 1)]),
        rules: rules.to_owned(),
        space: "{ comes(X) } :- guest(X).\n".to_owned(),
        ..Concept::default()
    };
    for conflict in conflicts {
        let _ = writeln!(concept.background, "{conflict}(X,Y) :- {conflict}(Y,X).");
        let _ = writeln!(concept.modes, "#modeb({conflict}(var(guest),var(guest))).");
    }
    concept
}

/// Guests, who gets on with whom, and attributes with their shares. Every predicate holds for somebody.
fn draw(random: &mut Random, purpose: Purpose, conflicts: &[&str], attributes: &[(&str, f64)]) -> String {
    let (low, high) = if purpose == Purpose::Training { (6, 8) } else { (4, 6) };
    let n_guests = random.between(low, high);
    let mut text = format!("guest(1..{n_guests}).\n");
    for conflict in conflicts {
        let pairs: BTreeSet<Vec<usize>> = (0..random.between(2, 6 - conflicts.len()))
            .map(|_| random.some_of(2, n_guests, n_guests))
            .collect();
        for pair in pairs {
            let _ = writeln!(text, "{conflict}({},{}).", pair[0] + 1, pair[1] + 1);
        }
    }
    for (attribute, share) in attributes {
        let first = random.between(1, n_guests);
        for guest in 1..=n_guests {
            if guest == first || random.chance(*share) {
                let _ = writeln!(text, "{attribute}({guest}).");
            }
        }
    }
    text
}
