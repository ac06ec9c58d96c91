//! Columns that are in memory already, as a reader of tables: a program that calls us has them. They are treated as those
//! of a file: a column without a value in any row is left out, and so is free text.

use super::{
    ReadOptions,
    build::{Builder, CategoryBuilder, NumberBuilder, finish},
    layout::{Layout, Use, distinct},
};
use crate::{
    Result,
    table::{Cells, Column, Table},
};
use std::sync::Arc;

/// A column that is in memory already.
#[derive(Debug)]
pub struct Given {
    /// The column.
    pub column: Column,
    /// The user said what it holds: it is used even if it looks like free text.
    pub asked: bool,
}

/// Names that are all different and not empty, as a table has them.
pub fn distinct_names(names: Vec<String>) -> Vec<String> {
    distinct("", names, &mut Vec::new())
}

/// A table of columns that are in memory already; `target` is the place of the one with the class, which has categories.
/// `name` stands for the file in messages.
pub fn columns(name: &str, given: Vec<Given>, target: Option<usize>) -> Result<Table> {
    let names = given.iter().map(|given| given.column.name.clone()).collect();
    let kind = |place: usize| given[place].column.kind();
    let mut layout = Layout::ignoring(name, names, &ReadOptions::default(), (&[], ""), kind)?;
    layout.target = target;
    let n_rows = given.first().map_or(0, |given| given.column.n_rows());
    let mut builders = Vec::with_capacity(given.len());
    for (place, Given { column, asked }) in given.into_iter().enumerate() {
        builders.push(match column.cells {
            Cells::Numbers(cells) => numbers(cells, asked),
            Cells::Categories(cells) => {
                layout.uses[place] = Use::Categories { asked: asked || target == Some(place) };
                Builder::Categories(CategoryBuilder::of(cells))
            }
        });
    }
    finish(layout, builders, n_rows)
}

/// Whether some number is infinite; looks at many at a time.
pub fn has_infinite(cells: &[f64]) -> bool {
    cells.chunks(1024).any(|cells| cells.iter().fold(false, |found, value| found | value.is_infinite()))
}

/// A column of numbers; an infinite one is missing, as in a file.
fn numbers(cells: Arc<Vec<f64>>, asked: bool) -> Builder {
    let mut builder = NumberBuilder { asked, ..NumberBuilder::default() };
    let is_infinite = has_infinite(&cells);
    builder.cells = Arc::unwrap_or_clone(cells);
    if is_infinite {
        for value in builder.cells.iter_mut().filter(|value| value.is_infinite()) {
            builder.odd.infinite.add(0, || value.to_string());
            *value = f64::NAN;
        }
    }
    Builder::Numbers(builder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Categories, Kind, MISSING};

    fn given(name: &str, cells: Cells) -> Given {
        Given { column: Column { name: name.to_string(), cells }, asked: false }
    }

    #[test]
    fn columns_are_treated_as_those_of_a_file() {
        let n = 60;
        let names: Vec<String> = (0..n).map(|row| format!("name {row}")).collect();
        let words = Categories::from_codes((0..n).map(Some), &names);
        let class = Categories::from_codes((0..n).map(|row| (row != 7).then_some(row % 2)), &["no", "yes"]);
        let mut numbers: Vec<f64> = (0..n).map(f64::from).collect();
        numbers[3] = f64::INFINITY;
        let table = columns(
            "X",
            vec![
                given("n", Cells::Numbers(Arc::new(numbers))),
                given("n", Cells::Numbers(Arc::new(vec![f64::NAN; n as usize]))),
                given("word", Cells::Categories(words)),
                given("class", Cells::Categories(class)),
            ],
            Some(3),
        )
        .expect("it is a table");
        assert_eq!(table.columns.len(), 2, "an empty column and free text are left out");
        assert_eq!(table.columns[0].kind(), Kind::Number);
        assert!(matches!(&table.columns[0].cells, Cells::Numbers(cells) if cells[3].is_nan()));
        assert_eq!(table.target, Some(1));
        assert!(matches!(&table.columns[1].cells, Cells::Categories(cells) if cells.codes[7] == MISSING));
    }

    #[test]
    fn values_come_in_order_of_appearance() {
        let cells = Categories::from_codes(
            [Some(2), None, Some(0), Some(9), Some(1)].into_iter(),
            &["a\u{1}", "b", "a\u{2401}"],
        );
        assert_eq!(cells.values, ["a\u{2401}", "b"]);
        assert_eq!(cells.codes, [0, MISSING, 0, MISSING, 1]);
    }
}
