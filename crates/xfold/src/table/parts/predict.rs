//! What given rules say of the rows of a table in parts. For a check the parts count; for predictions every part writes a
//! Parquet file of its own, so that nothing large travels. Part of [tables in parts](super).

use super::{
    Parts, Source,
    folds::Offsets,
    judge::{Judged, JudgedBy, parsed, table_of},
    open::run,
    profile::ColumnProfile,
    request::{PartRows, ReadAs, ReadColumn, Reply, Request, What, take_codes, take_numbers},
};
use crate::{
    Result, codes,
    table::{
        CheckedBy, Kind, TableVerdict,
        evaluate::judged,
        model::Model,
        read::{Builder, Layout, ReadOptions, distinct_names},
        target, text,
    },
};
use parquet::{
    basic::{LogicalType, Repetition, Type as Physical},
    data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type},
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::types::Type,
};
use serde::{Deserialize, Serialize};
use std::{fs::File, path::Path, sync::Arc};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::Limits;

/// Rows of a row group that is written.
const AT_ONCE: usize = 1 << 17;

/// Rules for a table in parts, which need not have been learned from it.
pub struct RulesOnParts<'a> {
    parts: &'a dyn Parts,
    source: &'a Source,
    model: &'a Model,
    layout: Layout,
    /// The columns that the rules read and that the table has.
    columns: Vec<ReadColumn>,
    names: Vec<String>,
    /// What the user should know.
    pub notes: Vec<Diagnostic>,
}

/// What rules say of rows that have a class.
#[derive(Debug)]
pub struct CheckedParts {
    /// The verdict.
    pub verdict: TableVerdict,
    /// The classes.
    pub classes: Vec<String>,
}

impl<'a> RulesOnParts<'a> {
    /// Finds the columns that rules read in a table.
    pub fn new(
        parts: &'a dyn Parts,
        source: &'a Source,
        model: &'a Model,
        options: &ReadOptions,
    ) -> Result<Self> {
        let known = model.columns.iter().map(|column| (column.name.clone(), column.kind));
        let known = known.chain([(model.target.clone(), Kind::Category)]).collect();
        let options = ReadOptions { known: Some(known), ..options.clone() };
        let names: Vec<String> = source.columns.iter().map(|column| column.name.clone()).collect();
        let mut layout = Layout::new(&source.name, names, &options, |_| Kind::Category)?;
        let mut notes = std::mem::take(&mut layout.notes);
        let (mut columns, mut names, mut lacking) = (Vec::new(), Vec::new(), Vec::new());
        for column in &model.columns {
            match layout.names.iter().position(|name| *name == column.name) {
                Some(place) => {
                    columns.push(ReadColumn { place, kind: ReadAs::of_rules(column.kind) });
                    names.push(column.name.clone());
                }
                None => lacking.push(column.name.as_str()),
            }
        }
        if !lacking.is_empty() {
            let message = format!("{} lacks {}, which the rules read", source.name, lacking.join(", "));
            if columns.is_empty() {
                let help = "are these the rules for this table?";
                return Err(Diagnostic::error(codes::LACKS_COLUMN, message).help(help).into());
            }
            let note = Diagnostic::warning(codes::LACKS_COLUMN, message);
            notes.push(note.help("its cells count as missing in every row"));
        }
        Ok(Self { parts, source, model, layout, columns, names, notes })
    }

    fn request(&self, columns: Vec<ReadColumn>, what: What) -> Request {
        Request { columns, decimal_comma: self.source.decimal_comma, what }
    }

    /// How many of the rows that have a class get it from the rules.
    pub fn check(&self, limits: &Limits) -> Result<CheckedParts> {
        let target = &self.model.target;
        let Some(place) = self.layout.names.iter().position(|name| name == target) else {
            let message = format!("{} has no column `{target}` to compare with", self.source.name);
            let help = "rules are checked on rows whose class is known; `xfold predict` needs none";
            return Err(Diagnostic::error(codes::NO_COLUMN, message).help(help).into());
        };
        let of_target = ReadColumn { place, kind: ReadAs::Categories { is_free: false } };
        let mut profile: Option<ColumnProfile> = None;
        let mut n_before = 0;
        for reply in run(self.parts, &self.request(vec![of_target], What::Profile), limits)? {
            let Reply::Profile(mut next) = reply else { continue };
            match (next.columns.pop(), &mut profile) {
                (Some(next), Some(profile)) => profile.join(next, n_before),
                (next, none) => *none = next,
            }
            n_before += next.n_rows;
        }
        let values = match profile {
            Some(ColumnProfile::Categories(profile)) => profile.values,
            _ => Vec::new(),
        };
        target::has_class(&self.source.name, target, &values)?;
        let positive = target::one_of_several(&self.model.classes(), &values);
        let label = |number: usize| positive.map_or(number as u16, |one| u16::from(number != one as usize));
        let class_of = values.iter().cloned().zip((0..values.len()).map(label)).collect();
        let classes = positive.map_or(values.clone(), |one| target::one_against_rest(&values, one));
        let mut columns = self.columns.clone();
        columns.push(of_target);
        let by = JudgedBy {
            program: text::program(self.model),
            names: self.names.clone(),
            classes: classes.clone(),
            class_of,
            fold: None,
        };
        let replies = run(self.parts, &self.request(columns, What::Judge(by)), limits)?;
        let Judged { n_rows, n_right, confusion } = Judged::sum(replies, classes.len());
        let verdict = TableVerdict {
            by: CheckedBy::Evaluator,
            rows: n_rows as usize,
            right: n_right as usize,
            f1: judged(&confusion, positive.map(|_| 0)).f1,
            confusion,
            as_counted: true,
        };
        Ok(CheckedParts { verdict, classes })
    }

    /// Gives every row its class: each part writes a Parquet file to a folder, which every part must be able to reach.
    /// Tells how many rows there are.
    pub fn predict(&self, id: Option<&str>, folder: &str, limits: &Limits) -> Result<u64> {
        let mut columns = self.columns.clone();
        let place = |name: &str| self.layout.names.iter().position(|known| known == name);
        if let Some(id) = id {
            let place = place(id).ok_or_else(|| {
                let message = format!("{} has no column `{id}` to name the rows", self.source.name);
                Diagnostic::error(codes::NO_COLUMN, message)
            })?;
            columns.push(ReadColumn { place, kind: ReadAs::Categories { is_free: true } });
        }
        let keys = self.parts.keys();
        let mut offsets = Vec::new();
        let mut n_before = 0;
        let counted = self.columns.first().copied();
        let counted = counted.unwrap_or(ReadColumn { place: 0, kind: ReadAs::of_rules(Kind::Category) });
        let counts = run(self.parts, &self.request(vec![counted], What::Count), limits)?;
        for (key, reply) in keys.iter().zip(counts) {
            offsets.push((key.clone(), n_before));
            n_before += if let Reply::Count(n_rows) = reply { n_rows } else { 0 };
        }
        let predicting = Predicting {
            program: text::program(self.model),
            names: self.names.clone(),
            id: id.map(str::to_string),
            target: self.model.target.clone(),
            folder: folder.to_string(),
            offsets: Offsets(offsets),
            numbers: Offsets(keys.into_iter().zip(0..).collect()),
        };
        let replies = run(self.parts, &self.request(columns, What::Predict(predicting)), limits)?;
        Ok(replies.iter().map(|reply| if let Reply::Predict(n_rows) = reply { *n_rows } else { 0 }).sum())
    }
}

/// What is written of each row, and where.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Predicting {
    program: String,
    /// The names of the columns that the rules read.
    names: Vec<String>,
    /// The column that names the rows, if there is one: it is read last.
    id: Option<String>,
    target: String,
    /// Where the files go.
    folder: String,
    /// The rows before each part.
    offsets: Offsets,
    /// The number of each part.
    numbers: Offsets,
}

/// How many rows a part has.
pub(super) fn count(request: &Request, part: &mut dyn PartRows) -> std::result::Result<u64, String> {
    let mut n_rows = 0;
    request.scan(part, |builders, n_more| {
        n_rows += n_more as u64;
        // The cells themselves are not wanted.
        builders.iter_mut().for_each(|builder| drop((take_codes(builder), take_numbers(builder))));
        Ok(())
    })?;
    Ok(n_rows)
}

/// Writes what rules say of each row of a part, and tells how many rows there are.
pub(super) fn predict(
    request: &Request,
    predicting: &Predicting,
    part: &mut dyn PartRows,
) -> std::result::Result<u64, String> {
    let model = parsed(&predicting.program)?;
    let key = part.key();
    let number = predicting.numbers.of(&key)?;
    let folder = Path::new(&predicting.folder);
    let file = folder.join(format!("part-{number:05}.parquet"));
    // A file under its own name is always whole.
    let unfinished = folder.join(format!(".part-{number:05}.parquet.unfinished"));
    let failed = |error: &dyn std::fmt::Display| format!("cannot write {}: {error}", file.display());
    std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    let mut out = Predictions::create(&unfinished, predicting).map_err(|error| failed(&error))?;
    let mut n_before = predicting.offsets.of(&key)?;
    let first = n_before;
    let mut write = |builders: &mut [Builder]| {
        let rows = out.rows(&model, predicting, n_before, builders)?;
        n_before += out.write(rows).map_err(|error| failed(&error))?;
        Ok(())
    };
    let written = request.scan_in_pieces(part, AT_ONCE, &mut write).and_then(|mut left| write(&mut left));
    let finished = written.and_then(|()| out.file.close().map(drop).map_err(|error| failed(&error)));
    let named = finished.and_then(|()| std::fs::rename(&unfinished, &file).map_err(|error| failed(&error)));
    if named.is_err() {
        // What is left of it helps nobody.
        let _ = std::fs::remove_file(&unfinished);
    }
    named.map(|()| n_before - first)
}

/// A file of predictions.
struct Predictions {
    file: SerializedFileWriter<File>,
}

/// What is written of some rows.
struct Rows {
    names: Names,
    classes: Vec<Option<String>>,
    scores: Vec<Option<f64>>,
}

enum Names {
    Numbers(Vec<i64>),
    Texts(Vec<ByteArray>),
}

type Written<T> = std::result::Result<T, parquet::errors::ParquetError>;

impl Predictions {
    fn create(path: &Path, predicting: &Predicting) -> Written<Self> {
        let id = predicting.id.clone().unwrap_or_else(|| "row".to_string());
        let names = distinct_names(vec![id, predicting.target.clone(), "score".to_string()]);
        let field = |name: &str, physical, repetition| {
            let field = Type::primitive_type_builder(name, physical).with_repetition(repetition);
            let is_text = physical == Physical::BYTE_ARRAY;
            field.with_logical_type(is_text.then_some(LogicalType::String)).build().map(Arc::new)
        };
        let row = if predicting.id.is_some() { Physical::BYTE_ARRAY } else { Physical::INT64 };
        let fields = vec![
            field(&names[0], row, Repetition::REQUIRED)?,
            field(&names[1], Physical::BYTE_ARRAY, Repetition::OPTIONAL)?,
            field(&names[2], Physical::DOUBLE, Repetition::OPTIONAL)?,
        ];
        let schema = Type::group_type_builder("predictions").with_fields(fields).build()?;
        let properties = Arc::new(WriterProperties::builder().build());
        Ok(Self { file: SerializedFileWriter::new(File::create(path)?, Arc::new(schema), properties)? })
    }

    /// What rules say of the rows in some builders.
    fn rows(
        &self,
        model: &Model,
        predicting: &Predicting,
        n_before: u64,
        builders: &mut [Builder],
    ) -> std::result::Result<Rows, String> {
        let n_rows = builders.iter().filter_map(Builder::len).max().unwrap_or(0);
        let (features, names) = builders.split_at_mut(predicting.names.len().min(builders.len()));
        let names = match names {
            [Builder::Categories(id), ..] if predicting.id.is_some() => {
                let name = |code: &u32| id.cells.values.get(*code as usize).map_or("", String::as_str);
                Names::Texts(id.cells.codes.iter().map(|code| ByteArray::from(name(code))).collect())
            }
            _ => Names::Numbers((0..n_rows).map(|row| (n_before + row as u64 + 1) as i64).collect()),
        };
        let table = table_of(&predicting.names, features, n_rows);
        let judge = model.on(&table).map_err(|error| error.to_string())?;
        let (mut classes, mut scores) = (vec![None; n_rows], vec![None; n_rows]);
        judge.judge_near(0..n_rows, |row, said| {
            classes[row] = said.map(|said| judge.classes[said.class].clone());
            scores[row] = said.and_then(|said| said.score);
        });
        Ok(Rows { names, classes, scores })
    }

    /// Writes rows as one row group.
    fn write(&mut self, rows: Rows) -> Written<u64> {
        let n_rows = rows.classes.len();
        if n_rows == 0 {
            return Ok(0);
        }
        let mut group = self.file.next_row_group()?;
        let mut column = group.next_column()?.expect("the schema has three columns");
        match &rows.names {
            Names::Numbers(numbers) => column.typed::<Int64Type>().write_batch(numbers, None, None)?,
            Names::Texts(texts) => column.typed::<ByteArrayType>().write_batch(texts, None, None)?,
        };
        column.close()?;
        let mut column = group.next_column()?.expect("the schema has three columns");
        let levels: Vec<i16> = rows.classes.iter().map(|class| i16::from(class.is_some())).collect();
        let present: Vec<ByteArray> =
            rows.classes.iter().flatten().map(|class| ByteArray::from(class.as_str())).collect();
        column.typed::<ByteArrayType>().write_batch(&present, Some(&levels), None)?;
        column.close()?;
        let mut column = group.next_column()?.expect("the schema has three columns");
        let levels: Vec<i16> = rows.scores.iter().map(|score| i16::from(score.is_some())).collect();
        let present: Vec<f64> = rows.scores.iter().flatten().copied().collect();
        column.typed::<DoubleType>().write_batch(&present, Some(&levels), None)?;
        column.close()?;
        group.close()?;
        Ok(n_rows as u64)
    }
}
