//! Queens on a board that do not attack each other: attacks as predicates, or to be seen from the coordinates.

use super::{Concept, Family, Purpose, signatures};
use crate::generate::random::Random;

pub(super) fn families() -> Vec<Family> {
    vec![
        board("queens_5", attacks(), 5),
        board("queens_6", attacks(), 6),
        board("queens_8", attacks(), 8),
        sizes("queens_sizes", attacks()),
        board("queens_coordinates", coordinates(), 5),
        sizes("queens_coordinates_sizes", coordinates()),
    ]
}

/// Attacks are predicates of the background, computed from the queens.
fn attacks() -> Concept {
    Concept {
        background: "same_row(R,C,R,D) :- queen(R,C), queen(R,D), C != D.\n\
                     same_column(R,C,S,C) :- queen(R,C), queen(S,C), R != S.\n\
                     diagonal(R,C,S,D) :- queen(R,C), queen(S,D), R != S, |R-S| = |C-D|.\n"
            .to_owned(),
        modes: "#modeh(queen(var(row),var(column))).\n\
                #modeb(same_row(var(row),var(column),var(row),var(column))).\n\
                #modeb(same_column(var(row),var(column),var(row),var(column))).\n\
                #modeb(diagonal(var(row),var(column),var(row),var(column))).\n"
            .to_owned(),
        ..queens([
            ":- queen(X,Y), same_row(X,Y,Z,U).",
            ":- queen(X,Y), same_column(X,Y,Z,U).",
            ":- queen(X,Y), diagonal(X,Y,Z,U).",
        ])
    }
}

/// Only distances of rows and of columns are known.
fn coordinates() -> Concept {
    Concept {
        background: "row_gap(R,S,|R-S|) :- row(R), row(S), R != S.\n\
                     column_gap(C,D,|C-D|) :- column(C), column(D), C != D.\n\
                     gap(G) :- row_gap(R,S,G).\ngap(G) :- column_gap(C,D,G).\n"
            .to_owned(),
        modes: "#modeh(queen(var(row),var(column))).\n\
                #modeb(row_gap(var(row),var(row),var(gap))).\n\
                #modeb(column_gap(var(column),var(column),var(gap))).\n\
                #modeb(var(row) != var(row)).\n#modeb(var(column) != var(column)).\n"
            .to_owned(),
        ..queens([
            ":- queen(X,Y), queen(X,U), Y != U.",
            ":- queen(X,Y), queen(Z,Y), X != Z.",
            ":- queen(X,Y), queen(Z,U), row_gap(X,Z,G), column_gap(Y,U,G).",
        ])
    }
}

fn queens(constraints: [&str; 3]) -> Concept {
    Concept {
        targets: signatures([("queen", 2)]),
        rules: "queen(X,Y) :- row(X), column(Y), not -queen(X,Y).\n\
                -queen(X,Y) :- row(X), column(Y), not queen(X,Y).\n"
            .to_owned(),
        constraints: constraints.map(str::to_owned).to_vec(),
        space: "{ queen(X,Y) } :- row(X), column(Y).\n".to_owned(),
        ..Concept::default()
    }
}

/// Learned from one square board.
fn board(name: &str, concept: Concept, size: usize) -> Family {
    Family::one(name, concept, move |random, purpose| match purpose {
        Purpose::Training => facts(size, size),
        Purpose::Judging => any_board(random, 3, 6),
    })
}

/// Learned from boards of several sizes.
fn sizes(name: &str, concept: Concept) -> Family {
    let draw = |random: &mut Random, purpose| match purpose {
        Purpose::Training => any_board(random, 4, 6),
        Purpose::Judging => any_board(random, 3, 6),
    };
    Family::one(name, concept, draw).several(name)
}

fn any_board(random: &mut Random, low: usize, high: usize) -> String {
    let n_rows = random.between(low, high);
    let n_columns = random.between(low, high);
    facts(n_rows, n_columns)
}

fn facts(n_rows: usize, n_columns: usize) -> String {
    format!("row(1..{n_rows}). column(1..{n_columns}).\n")
}
