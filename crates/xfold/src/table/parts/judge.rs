//! What printed rules say of the rows of a part, as they stand in the files: it shares nothing with the search but the
//! reading of cells. Part of [tables in parts](super).

use super::request::{PartRows, Request};
use crate::table::{Cells, Column, MISSING, Table, model::Model, read::Builder, text};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use xfold_asp::SourceMap;

/// Rows that are judged together.
const AT_ONCE: usize = 1 << 16;

/// The rules, and what their words mean.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct JudgedBy {
    /// The rules as they are printed.
    pub(super) program: String,
    /// The names of the columns that are read, but for the target.
    pub(super) names: Vec<String>,
    /// The names of the classes.
    pub(super) classes: Vec<String>,
    /// The class of each value of the target.
    pub(super) class_of: Vec<(String, u16)>,
}

/// What rules say of rows.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Judged {
    pub(super) n_rows: u64,
    pub(super) n_right: u64,
    /// For each true class, how often each class was given.
    pub(super) confusion: Vec<Vec<u64>>,
}

impl Judged {
    pub(super) fn add(&mut self, more: &Self) {
        self.n_rows += more.n_rows;
        self.n_right += more.n_right;
        for (sum, more) in self.confusion.iter_mut().flatten().zip(more.confusion.iter().flatten()) {
            *sum += more;
        }
    }
}

/// Judges the rows of a part that have a class.
pub(super) fn judge(request: &Request, by: &JudgedBy, part: &mut dyn PartRows) -> Result<Judged, String> {
    let mut sources = SourceMap::default();
    sources.add("<program>", by.program.as_str()).ok_or("the program is too large")?;
    let (model, _) = text::parse(&sources).map_err(|error| error.to_string())?;
    let n_classes = by.classes.len();
    let mut judged = Judged { confusion: vec![vec![0; n_classes]; n_classes], ..Judged::default() };
    let mut left =
        request.scan_in_pieces(part, AT_ONCE, |builders| count(&model, by, builders, &mut judged))?;
    count(&model, by, &mut left, &mut judged)?;
    Ok(judged)
}

/// Counts what the rules say of the rows in some builders, the last of which is the target's.
fn count(model: &Model, by: &JudgedBy, builders: &mut [Builder], judged: &mut Judged) -> Result<(), String> {
    let Some((Builder::Categories(target), features)) = builders.split_last_mut() else { return Ok(()) };
    let class_of: FxHashMap<&str, u16> =
        by.class_of.iter().map(|(value, class)| (value.as_str(), *class)).collect();
    let truths: Vec<Option<u16>> =
        target.cells.values.iter().map(|value| class_of.get(value.as_str()).copied()).collect();
    let columns = by.names.iter().zip(features).map(|(name, builder)| Column {
        name: name.clone(),
        cells: match builder {
            Builder::Categories(builder) => Cells::Categories(std::mem::take(&mut builder.cells)),
            Builder::Numbers(builder) => Cells::Numbers(Arc::new(std::mem::take(&mut builder.cells))),
            Builder::Ignored | Builder::Wrong => Cells::Numbers(Arc::default()),
        },
    });
    let n_rows = target.cells.codes.len();
    let table = Table {
        name: String::new(),
        columns: columns.collect(),
        n_rows,
        target: None,
        id: None,
        weights: None,
        notes: Vec::new(),
    };
    let judge = model.on(&table).map_err(|error| error.to_string())?;
    let places: FxHashMap<&str, usize> = by.classes.iter().map(String::as_str).zip(0..).collect();
    let places: Vec<Option<usize>> =
        judge.classes.iter().map(|class| places.get(class.as_str()).copied()).collect();
    judge.judge_near(0..n_rows, |row, said| {
        let label = target.cells.codes[row];
        let Some(truth) = truths.get(label as usize).copied().flatten().filter(|_| label != MISSING) else {
            return;
        };
        judged.n_rows += 1;
        let Some(class) = said.and_then(|said| places[said.class]) else { return };
        judged.confusion[usize::from(truth)][class] += 1;
        judged.n_right += u64::from(class == usize::from(truth));
    });
    Ok(())
}
