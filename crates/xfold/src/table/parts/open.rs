//! The columns of a table in parts are agreed on, on the side of the learner: kinds, values and bins are the same for every
//! part. Part of [tables in parts](super).

use super::{
    Parts,
    ask::{Encoding, FeatureCoding},
    folds::Offsets,
    profile::{CategoryProfile, ColumnProfile},
    request::{ReadAs, ReadColumn, Reply, Request, What, from_bytes, to_bytes},
    sample::{NumberSample, Sampling},
};
use crate::{
    Result, codes,
    table::{
        Kind,
        fit::{FINENESS, weight_scale},
        read::{AboutColumn, ColumnPart, Finisher, Layout, ReadOptions, Use},
        target::{self, TargetOptions},
    },
};
use rustc_hash::FxHashMap;
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::Limits;
use xfold_store::table::Coding;

/// Sets of up to this many cells are fetched: some megabytes, which are sent faster than further questions are answered.
const MOST_FETCHED: usize = 1 << 22;
/// Bytes of a memory limit for each cell that may be fetched at once: several sets are kept, each in some copies on its way.
const BYTES_PER_CELL: u64 = 512;

/// What an engine knows of a table before its cells are read.
#[derive(Debug, Clone)]
pub struct Source {
    /// The name of the table in messages.
    pub name: String,
    /// Its columns, in the order of the files.
    pub columns: Vec<SourceColumn>,
    /// Whether a comma may stand before the decimals of a number.
    pub decimal_comma: bool,
}

/// A column of the files.
#[derive(Debug, Clone)]
pub struct SourceColumn {
    /// Its name.
    pub name: String,
    /// What the files declare it to hold; none for a text, whose kind is found out.
    pub kind: Option<Kind>,
    /// Whether it holds dates or times, which rules do not read.
    pub is_time: bool,
}

/// A table in parts whose columns are agreed on.
pub struct PartedTable<'p> {
    pub(super) parts: &'p dyn Parts,
    /// The name of the table in messages.
    pub name: String,
    /// Its rows.
    pub n_rows: u64,
    /// Those that have a class.
    pub n_labelled: u64,
    /// The target's name.
    pub target: String,
    /// The classes.
    pub classes: Vec<String>,
    /// The columns that rules may read.
    pub features: Vec<(String, Kind)>,
    /// What the user should know.
    pub notes: Vec<Diagnostic>,
    pub(super) positive: Option<u32>,
    pub(super) decimal_comma: bool,
    /// The columns as they are read, the target last.
    pub(super) columns: Vec<ReadColumn>,
    pub(super) encoding: Encoding,
    pub(super) offsets: Offsets,
    /// What a count of one stands for.
    pub(super) unit: f64,
    pub(super) most_fetched: usize,
}

impl<'p> PartedTable<'p> {
    /// Agrees on the columns of a table. Two passes over the parts are made for that: one for the values, one for the
    /// numbers.
    pub fn open(
        parts: &'p dyn Parts,
        source: &Source,
        read: &ReadOptions,
        options: &TargetOptions,
        limits: &Limits,
    ) -> Result<Self> {
        if read.weights.is_some() {
            let message = "--weights: rows that an engine keeps all count the same";
            let help = "--class-weights goes with an engine; a column of weights needs --engine memory";
            return Err(Diagnostic::error(codes::TABLE_OPTION, message).help(help).into());
        }
        let mut passes = Passes::new(parts, source, read, limits)?;
        passes.profile()?;
        let samples = passes.sample()?;
        passes.finish(samples, options)
    }

    /// The same table, of which only sets of fewer cells are fetched.
    pub fn with_most_fetched(mut self, n_cells: usize) -> Self {
        self.most_fetched = n_cells;
        self
    }
}

/// Sends a request to all parts.
pub(super) fn run(parts: &dyn Parts, request: &Request, limits: &Limits) -> Result<Vec<Reply>> {
    let replies = parts.run(&to_bytes(request), limits)?;
    let understood =
        |reply: Vec<u8>| from_bytes(&reply).map_err(|error| Diagnostic::error(codes::ENGINE, error).into());
    replies.into_iter().map(understood).collect()
}

/// The first passes over a table.
struct Passes<'p, 'a> {
    parts: &'p dyn Parts,
    source: &'a Source,
    limits: &'a Limits,
    layout: Layout,
    target: usize,
    /// Rows, and rows with a class, of each part.
    n_rows: Vec<(u64, u64)>,
    /// What is known of columns of categories, by place.
    profiles: FxHashMap<usize, CategoryProfile>,
}

impl<'p, 'a> Passes<'p, 'a> {
    fn new(parts: &'p dyn Parts, source: &'a Source, read: &ReadOptions, limits: &'a Limits) -> Result<Self> {
        let names: Vec<String> = source.columns.iter().map(|column| column.name.clone()).collect();
        let times = source.columns.iter().filter(|column| column.is_time);
        let times: Vec<String> = times.map(|column| column.name.clone()).collect();
        let unusable = (&times[..], "dates or times");
        // A text may be a number until a cell says otherwise.
        let kind = |place: usize| source.columns[place].kind.unwrap_or(Kind::Number);
        let mut layout = Layout::ignoring(&source.name, names, read, unusable, kind)?;
        layout.is_inferred = source.columns.iter().any(|column| column.kind.is_none());
        let Some(target) = layout.target else {
            let message = "a table needs a target, the column with the class";
            return Err(Diagnostic::error(codes::NO_TARGET_COLUMN, message).into());
        };
        Ok(Self { parts, source, limits, layout, target, n_rows: Vec::new(), profiles: FxHashMap::default() })
    }

    fn read_as(&self, place: usize) -> Option<ReadAs> {
        match self.layout.uses[place] {
            _ if Some(place) == self.layout.id => None,
            Use::Ignore => None,
            Use::Numbers { asked } => Some(ReadAs::Numbers { is_asked: asked, is_known: false }),
            Use::Categories { .. } => Some(ReadAs::Categories { is_free: false }),
        }
    }

    /// The columns at some places, then the target.
    fn columns(&self, places: &[usize]) -> Vec<ReadColumn> {
        let places = places.iter().filter(|place| **place != self.target).chain([&self.target]);
        let column = |&place: &usize| Some(ReadColumn { place, kind: self.read_as(place)? });
        places.filter_map(column).collect()
    }

    fn run(&self, columns: &[ReadColumn], what: What) -> Result<Vec<Reply>> {
        let decimal_comma = self.source.decimal_comma;
        run(self.parts, &Request { columns: columns.to_vec(), decimal_comma, what }, self.limits)
    }

    /// The first pass: values and rows. A text that turns out to be no number is looked at again as categories.
    fn profile(&mut self) -> Result<()> {
        let is_text = |place: &usize| self.source.columns[*place].kind.is_none();
        let are_categories = |place: &usize| matches!(self.layout.uses[*place], Use::Categories { .. });
        let all = 0..self.layout.names.len();
        let mut places: Vec<usize> = all.filter(|place| is_text(place) || are_categories(place)).collect();
        loop {
            let columns = self.columns(&places);
            let joined = self.joined_profiles(&columns)?;
            let mut wrong = Vec::new();
            for (column, profile) in columns.iter().zip(joined) {
                match profile {
                    ColumnProfile::Categories(profile) => {
                        self.profiles.insert(column.place, profile);
                    }
                    ColumnProfile::Wrong => wrong.push(column.place),
                    ColumnProfile::Numbers => {}
                }
            }
            if wrong.is_empty() {
                return Ok(());
            }
            wrong.iter().for_each(|place| self.layout.uses[*place] = Use::Categories { asked: false });
            places = wrong;
        }
    }

    /// What all parts together say of some columns.
    fn joined_profiles(&mut self, columns: &[ReadColumn]) -> Result<Vec<ColumnProfile>> {
        let replies = self.run(columns, What::Profile)?;
        self.n_rows.clear();
        let mut joined: Option<Vec<ColumnProfile>> = None;
        let mut n_before = 0;
        for reply in replies {
            let Reply::Profile(profile) = reply else { continue };
            match &mut joined {
                None => joined = Some(profile.columns),
                Some(joined) => {
                    let pairs = joined.iter_mut().zip(profile.columns);
                    pairs.for_each(|(known, next)| known.join(next, n_before));
                }
            }
            self.n_rows.push((profile.n_rows, profile.n_labelled));
            n_before += profile.n_rows;
        }
        Ok(joined.unwrap_or_default())
    }

    fn offsets(&self) -> Offsets {
        let mut n_before = 0;
        let mut offsets = Vec::new();
        for (key, (_, n_labelled)) in self.parts.keys().into_iter().zip(&self.n_rows) {
            offsets.push((key, n_before));
            n_before += n_labelled;
        }
        Offsets(offsets)
    }

    fn n_labelled(&self) -> u64 {
        self.n_rows.iter().map(|(_, n_labelled)| n_labelled).sum()
    }

    /// The second pass: the numbers of each column, by place.
    fn sample(&mut self) -> Result<FxHashMap<usize, NumberSample>> {
        let are_numbers = |place: &usize| matches!(self.read_as(*place), Some(ReadAs::Numbers { .. }));
        let places: Vec<usize> = (0..self.layout.names.len()).filter(are_numbers).collect();
        if places.is_empty() {
            return Ok(FxHashMap::default());
        }
        let columns = self.columns(&places);
        let offsets = self.offsets();
        let step = FINENESS.step(self.n_labelled() as usize) as u64;
        let mut joined: FxHashMap<usize, NumberSample> = FxHashMap::default();
        for reply in self.run(&columns, What::Sample(Sampling { offsets, step }))? {
            let Reply::Sample(sample) = reply else { continue };
            for (column, next) in columns.iter().zip(sample.columns) {
                let first = NumberSample { is_empty: true, ..NumberSample::default() };
                joined.entry(column.place).or_insert(first).join(next);
            }
        }
        Ok(joined)
    }

    /// Decides which columns are kept, and how they are coded.
    fn finish(
        mut self,
        mut samples: FxHashMap<usize, NumberSample>,
        options: &TargetOptions,
    ) -> Result<PartedTable<'p>> {
        let n_rows: u64 = self.n_rows.iter().map(|(n_rows, _)| n_rows).sum();
        let (n_labelled, offsets) = (self.n_labelled(), self.offsets());
        let mut finisher = Finisher::new(&mut self.layout, usize::try_from(n_rows).unwrap_or(usize::MAX))?;
        let mut kept = Vec::new();
        for place in 0..self.layout.names.len() {
            let is_kept = match self.read_as(place) {
                None => false,
                Some(ReadAs::Numbers { .. }) => samples
                    .get(&place)
                    .is_some_and(|sample| finisher.numbers(place, sample.is_empty, &sample.odd)),
                Some(ReadAs::Categories { .. }) => match self.profiles.get(&place) {
                    Some(profile) => finisher.categories(place, profile)?,
                    None => false,
                },
            };
            if is_kept {
                kept.push(place);
            }
        }
        let about = kept.iter().map(|place| AboutColumn {
            name: &self.layout.names[*place],
            n_values: self.profiles.get(place).map(|profile| profile.values.len()),
            part: if *place == self.target { ColumnPart::Target } else { ColumnPart::Feature },
        });
        let mut notes = finisher.notes(&self.layout, &about.collect::<Vec<_>>());
        let target = self.layout.names[self.target].clone();
        notes.extend(target::without_class(n_rows - n_labelled, &target));
        let values = self.profiles.get(&self.target).map(|profile| profile.values.clone());
        let values = values.unwrap_or_default();
        target::has_class(&self.source.name, &target, &values)?;
        kept.retain(|place| *place != self.target);
        target::can_be_learned(&self.source.name, &target, kept.len(), &values)?;
        let classes = Classes::new(&target, values, &self.profiles[&self.target], options)?;
        let feature = |place: &usize| match samples.remove(place) {
            Some(sample) => FeatureCoding::Numbers(Coding::numeric(
                &sample.cells,
                n_labelled as usize,
                sample.has_missing,
                sample.has_numbers,
                FINENESS,
            )),
            None => FeatureCoding::Categories(self.profiles[place].in_order()),
        };
        let features = kept.iter().map(feature).collect();
        let columns = self.columns(&kept);
        let named = columns.iter().take(kept.len());
        Ok(PartedTable {
            parts: self.parts,
            name: self.source.name.clone(),
            n_rows,
            n_labelled,
            features: named
                .map(|column| (self.layout.names[column.place].clone(), column.kind.kind()))
                .collect(),
            target,
            notes,
            positive: options.positive.is_some().then_some(0),
            decimal_comma: self.source.decimal_comma,
            encoding: Encoding {
                features,
                n_classes: classes.names.len(),
                classes: classes.of_values,
                weights: classes.weights,
                folds: None,
            },
            offsets,
            classes: classes.names,
            columns,
            unit: classes.unit,
            most_fetched: self.limits.memory().map_or(MOST_FETCHED, |bytes| {
                MOST_FETCHED.min(usize::try_from(bytes / BYTES_PER_CELL).unwrap_or(MOST_FETCHED))
            }),
        })
    }
}

/// The classes of a table.
struct Classes {
    names: Vec<String>,
    /// The class of each value of the target.
    of_values: Vec<(String, u16)>,
    /// What a row with each value counts for; none: one.
    weights: Option<Vec<u32>>,
    /// What a count of one stands for.
    unit: f64,
}

impl Classes {
    fn new(
        target: &str,
        values: Vec<String>,
        profile: &CategoryProfile,
        options: &TargetOptions,
    ) -> Result<Self> {
        let n_rows: Vec<f64> = profile.n_rows_of_values().map(|n| n as f64).collect();
        let weights = if options.balanced || !options.class_weights.is_empty() {
            Some(target::class_weights(options, target, &values, || n_rows.clone())?)
        } else {
            None
        };
        let positive = options.positive.as_deref();
        let positive =
            positive.map(|name| target::class_named(name, "--positive", target, &values)).transpose()?;
        let (weights, unit) = match weights {
            None => (None, 1.0),
            Some(weights) => {
                let sum: f64 = weights.iter().zip(&n_rows).map(|(weight, n)| weight * n).sum();
                if sum <= 0.0 {
                    let message = "all weights are 0";
                    return Err(Diagnostic::error(codes::BAD_WEIGHT, message)
                        .help("some rows must count")
                        .into());
                }
                let scale = weight_scale(sum, weights.iter().all(|weight| weight.fract() == 0.0));
                (Some(weights.iter().map(|weight| (weight * scale).round() as u32).collect()), 1.0 / scale)
            }
        };
        let Some(positive) = positive else {
            let of_values = values.iter().cloned().zip(0..).collect();
            return Ok(Self { names: values, of_values, weights, unit });
        };
        let label = |(value, number): (&String, u32)| (value.clone(), u16::from(number != positive));
        let of_values = values.iter().zip(0..).map(label).collect();
        Ok(Self { names: target::one_against_rest(&values, positive), of_values, weights, unit })
    }
}
