//! Sudoku of four rows: no number twice in a row, column or block. To judge, the blocks have other shapes.

use super::{Concept, Family, Purpose, signatures};
use crate::generate::random::Random;
use std::fmt::Write;

const SIZE: usize = 4;

pub(super) fn family() -> Family {
    let concept = Concept {
        background: "row(1..4). column(1..4). number(1..4).\nfilled(R,C) :- value(R,C,N).\n".to_owned(),
        modes: "#modeh(value(var(row),var(column),var(number))).\n\
                #modeb(in_block(var(row),var(column),var(block))).\n\
                #modeb(not filled(var(row),var(column))).\n#modeb(var(row) != var(row)).\n\
                #modeb(var(column) != var(column)).\n#modeb(var(number) != var(number)).\n"
            .to_owned(),
        targets: signatures([("value", 3)]),
        rules: "{ value(R,C,N) } :- row(R), column(C), number(N).\n".to_owned(),
        constraints: [
            ":- row(R), column(C), not filled(R,C).",
            ":- value(R,C,N), value(R,C,M), N != M.",
            ":- value(R,C,N), value(R,D,N), C != D.",
            ":- value(R,C,N), value(S,C,N), R != S.",
            ":- value(R,C,N), in_block(R,C,B), value(S,D,N), in_block(S,D,B), (R,C) != (S,D).",
        ]
        .map(str::to_owned)
        .to_vec(),
        space: "{ value(R,C,N) } :- row(R), column(C), number(N).\n".to_owned(),
        ..Concept::default()
    };
    Family::one("sudoku", concept, draw)
}

/// Square blocks for training. Else the blocks of four cells are those of the square ones with some rows and columns
/// exchanged, so that they are torn apart.
fn draw(random: &mut Random, purpose: Purpose) -> String {
    let mut rows: Vec<usize> = (0..SIZE).collect();
    let mut columns = rows.clone();
    if purpose == Purpose::Judging {
        random.shuffle(&mut rows);
        random.shuffle(&mut columns);
    }
    let mut text = "block(1..4).\n".to_owned();
    for (row, of_row) in rows.iter().enumerate() {
        for (column, of_column) in columns.iter().enumerate() {
            let block = of_row / 2 * 2 + of_column / 2 + 1;
            let _ = write!(text, "in_block({},{},{block}).", row + 1, column + 1);
        }
        text.push('\n');
    }
    text
}
