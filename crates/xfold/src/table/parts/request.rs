//! What is asked of a part, and how its rows are read for the answer. Part of [tables in parts](super).

use super::{
    PartCache,
    ask::{Encoding, ask},
    judge::{Judged, JudgedBy, judge},
    predict::{Predicting, count, predict},
    profile::{PartProfile, profile},
    raw::RawCells,
    sample::{PartSample, Sampling, sample},
};
use crate::table::{
    Kind,
    read::{Builder, CategoryBuilder, MOST_VALUES, NumberBuilder},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use xfold_store::table::{Answer, Question};

/// A part of a table, beside its rows.
pub trait PartRows {
    /// Names the part and its version.
    fn key(&self) -> String;

    /// Reads the part and hands out some columns of its rows, in order. An error of `each` ends the reading and is given
    /// back.
    fn read(
        &mut self,
        columns: &[Wanted],
        each: &mut dyn FnMut(&[RawCells]) -> Result<(), String>,
    ) -> Result<(), String>;

    /// Whether nobody waits for the answer any more.
    fn is_cancelled(&self) -> bool;
}

/// A column that is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wanted {
    /// Its place in the file.
    pub place: usize,
    /// Numbers are to be given as numbers and not as texts. Texts stay texts.
    pub as_numbers: bool,
}

/// What becomes of a column that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct ReadColumn {
    pub(super) place: usize,
    pub(super) kind: ReadAs,
}

/// How cells are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum ReadAs {
    /// As numbers. Another cell is an error if the user asked for numbers, and missing if rules say so.
    Numbers { is_asked: bool, is_known: bool },
    /// As categories; `is_free` if there may be any number of them.
    Categories { is_free: bool },
}

impl ReadAs {
    /// As rules say: what is no number is missing, and any category may be there.
    pub(super) fn of_rules(kind: Kind) -> Self {
        match kind {
            Kind::Number => Self::Numbers { is_asked: false, is_known: true },
            Kind::Category => Self::Categories { is_free: true },
        }
    }

    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Numbers { .. } => Kind::Number,
            Self::Categories { .. } => Kind::Category,
        }
    }

    fn builder(self) -> Builder {
        match self {
            Self::Numbers { is_asked, is_known } => Builder::Numbers(NumberBuilder {
                asked: is_asked,
                known: is_known,
                ..NumberBuilder::default()
            }),
            Self::Categories { is_free } => {
                let most = if is_free { usize::MAX } else { MOST_VALUES };
                Builder::Categories(CategoryBuilder { most, ..CategoryBuilder::default() })
            }
        }
    }
}

/// A request to a part.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    /// The columns that it reads; the target, if it is read, is the last.
    pub(super) columns: Vec<ReadColumn>,
    /// Whether a comma may stand before the decimals of a number.
    pub(super) decimal_comma: bool,
    pub(super) what: What,
}

/// What is wanted of a part.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum What {
    /// Which values there are.
    Profile,
    /// Some numbers of each column.
    Sample(Sampling),
    /// A question about its rows in codes.
    Ask(Encoding, Question),
    /// What rules say of its rows.
    Judge(JudgedBy),
    /// How many rows it has.
    Count,
    /// What rules say of each row, written to a file.
    Predict(Predicting),
}

/// What a part answers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    Profile(PartProfile),
    Sample(PartSample),
    Ask(Answer),
    Judge(Judged),
    Count(u64),
    Predict(u64),
}

pub(super) fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("vectors, numbers and texts can always be written to memory")
}

pub(super) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    postcard::from_bytes(bytes).map_err(|error| format!("this message is not understood: {error}"))
}

/// Answers a request about a part, beside its rows. What was encoded before is found in the cache.
pub fn answer(request: &[u8], part: &mut dyn PartRows, cache: &PartCache) -> Result<Vec<u8>, String> {
    let request: Request = from_bytes(request)?;
    let reply = match &request.what {
        What::Profile => Reply::Profile(profile(&request, part)?),
        What::Sample(sampling) => Reply::Sample(sample(&request, sampling, part)?),
        What::Ask(encoding, question) => Reply::Ask(ask(&request, encoding, question, part, cache)?),
        What::Judge(by) => Reply::Judge(judge(&request, by, part)?),
        What::Count => Reply::Count(count(&request, part)?),
        What::Predict(predicting) => Reply::Predict(predict(&request, predicting, part)?),
    };
    Ok(to_bytes(&reply))
}

impl Request {
    /// Reads the rows of a part. `each` takes the cells that came since it was last called out of the builders, one for
    /// each column; in the end the builders tell what is odd about their columns.
    pub(super) fn scan(
        &self,
        part: &mut dyn PartRows,
        mut each: impl FnMut(&mut [Builder], usize) -> Result<(), String>,
    ) -> Result<Vec<Builder>, String> {
        let mut builders: Vec<Builder> = self.columns.iter().map(|column| column.kind.builder()).collect();
        let wanted = |column: &ReadColumn| Wanted {
            place: column.place,
            as_numbers: column.kind.kind() == Kind::Number,
        };
        let wanted: Vec<Wanted> = self.columns.iter().map(wanted).collect();
        part.read(&wanted, &mut |cells| {
            let n_rows = cells.first().map_or(0, RawCells::len);
            for (cells, builder) in cells.iter().zip(&mut builders) {
                cells
                    .add_to(builder, self.decimal_comma)
                    .map_err(|found| format!("expected a number, found `{found}`"))?;
            }
            each(&mut builders, n_rows)
        })?;
        Ok(builders)
    }
}

impl Request {
    /// Reads the rows of a part in pieces of about so many, each with builders of its own. The last piece is given back.
    pub(super) fn scan_in_pieces(
        &self,
        part: &mut dyn PartRows,
        n_rows: usize,
        mut each: impl FnMut(&mut [Builder]) -> Result<(), String>,
    ) -> Result<Vec<Builder>, String> {
        let mut n_held = 0;
        self.scan(part, |builders, n_more| {
            n_held += n_more;
            if n_held < n_rows {
                return Ok(());
            }
            n_held = 0;
            each(builders)?;
            builders
                .iter_mut()
                .zip(&self.columns)
                .for_each(|(builder, column)| *builder = column.kind.builder());
            Ok(())
        })
    }
}

/// Takes the numbers of a column out of its builder.
pub(super) fn take_numbers(builder: &mut Builder) -> Vec<f64> {
    match builder {
        Builder::Numbers(builder) => std::mem::take(&mut builder.cells),
        _ => Vec::new(),
    }
}

/// Takes the categories of a column out of its builder, as numbers of the values that it has met so far.
pub(super) fn take_codes(builder: &mut Builder) -> Vec<u32> {
    match builder {
        Builder::Categories(builder) => std::mem::take(&mut builder.cells.codes),
        _ => Vec::new(),
    }
}

/// The values of a column of categories so far.
pub(super) fn values(builder: &Builder) -> &[String] {
    match builder {
        Builder::Categories(builder) => &builder.cells.values,
        _ => &[],
    }
}
