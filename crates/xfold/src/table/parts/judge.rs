//! What printed rules say of the rows of a part, as they stand in the files: it shares nothing with the search but the
//! reading of cells. Part of [tables in parts](super).

use super::{
    folds::Folds,
    request::{PartRows, Reply, Request},
};
use crate::table::{Cells, Column, Table, model::Model, read::Builder, text};
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
    /// The only fold whose rows are judged, if there are folds.
    pub(super) fold: Option<(Folds, u32)>,
}

/// What rules say of rows.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Judged {
    /// Rows with a class.
    pub(super) n_rows: u64,
    pub(super) n_right: u64,
    /// For each true class, how often each class was given.
    pub(super) confusion: Vec<Vec<u64>>,
}

impl Judged {
    /// What all parts say together.
    pub(super) fn sum(replies: Vec<Reply>, n_classes: usize) -> Self {
        let mut sum = Self { confusion: vec![vec![0; n_classes]; n_classes], ..Self::default() };
        for reply in replies {
            if let Reply::Judge(judged) = reply {
                sum.add(&judged);
            }
        }
        sum
    }

    fn add(&mut self, more: &Self) {
        self.n_rows += more.n_rows;
        self.n_right += more.n_right;
        for (sum, more) in self.confusion.iter_mut().flatten().zip(more.confusion.iter().flatten()) {
            *sum += more;
        }
    }
}

/// Judges the rows of a part that have a class.
pub(super) fn judge(request: &Request, by: &JudgedBy, part: &mut dyn PartRows) -> Result<Judged, String> {
    let model = parsed(&by.program)?;
    let n_classes = by.classes.len();
    let number = by.fold.as_ref().map_or(Ok(0), |(folds, _)| folds.offsets.of(&part.key()))?;
    let judged = Judged { confusion: vec![vec![0; n_classes]; n_classes], ..Judged::default() };
    let mut judging = Judging { model: &model, by, judged, number };
    let mut left = request.scan_in_pieces(part, AT_ONCE, |builders| judging.count(builders))?;
    judging.count(&mut left)?;
    Ok(judging.judged)
}

/// A printed program as a model.
pub(super) fn parsed(program: &str) -> Result<Model, String> {
    let mut sources = SourceMap::default();
    sources.add("<program>", program).ok_or("the program exceeds four gigabytes")?;
    Ok(text::parse(&sources).map_err(|error| error.to_string())?.0)
}

/// The columns in some builders as a table of their own. They are taken out of the builders.
pub(super) fn table_of(names: &[String], builders: &mut [Builder], n_rows: usize) -> Table {
    let columns = names.iter().zip(builders).map(|(name, builder)| Column {
        name: name.clone(),
        cells: match builder {
            Builder::Categories(builder) => Cells::Categories(std::mem::take(&mut builder.cells)),
            Builder::Numbers(builder) => Cells::Numbers(Arc::new(std::mem::take(&mut builder.cells))),
            Builder::Ignored | Builder::Wrong => Cells::Numbers(Arc::default()),
        },
    });
    Table {
        name: String::new(),
        columns: columns.collect(),
        n_rows,
        target: None,
        id: None,
        weights: None,
        notes: Vec::new(),
    }
}

/// Rules that judge rows.
struct Judging<'a> {
    model: &'a Model,
    by: &'a JudgedBy,
    judged: Judged,
    /// The number of the next row among those with a class.
    number: u64,
}

impl Judging<'_> {
    /// Counts what the rules say of the rows in some builders, the last of which is the target's.
    fn count(&mut self, builders: &mut [Builder]) -> Result<(), String> {
        let Some((Builder::Categories(target), features)) = builders.split_last_mut() else { return Ok(()) };
        let by = self.by;
        let class_of: FxHashMap<&str, u16> =
            by.class_of.iter().map(|(value, class)| (value.as_str(), *class)).collect();
        let truths: Vec<Option<u16>> =
            target.cells.values.iter().map(|value| class_of.get(value.as_str()).copied()).collect();
        let n_rows = target.cells.codes.len();
        let table = table_of(&by.names, features, n_rows);
        let judge = self.model.on(&table).map_err(|error| error.to_string())?;
        let places: FxHashMap<&str, usize> = by.classes.iter().map(String::as_str).zip(0..).collect();
        let places: Vec<Option<usize>> =
            judge.classes.iter().map(|class| places.get(class.as_str()).copied()).collect();
        let Self { judged, number, .. } = self;
        judge.judge_near(0..n_rows, |row, said| {
            let Some(&Some(truth)) = truths.get(target.cells.codes[row] as usize) else { return };
            let fold = by.fold.as_ref().map(|(folds, wanted)| folds.fold(*number) == *wanted);
            *number += 1;
            if fold == Some(false) {
                return;
            }
            judged.n_rows += 1;
            let Some(class) = said.and_then(|said| places[said.class]) else { return };
            judged.confusion[usize::from(truth)][class] += 1;
            judged.n_right += u64::from(class == usize::from(truth));
        });
        Ok(())
    }
}
