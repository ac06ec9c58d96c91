//! Questions of the search to a part in codes. Part of [tables in parts](super).

use super::{
    PartCache,
    encode::encode,
    folds::Folds,
    request::{PartRows, Request, to_bytes},
};
use rayon::prelude::*;
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};
use std::{hash::Hasher, sync::Arc};
use xfold_store::table::{Answer, Block, Coding, Column, Columns, Question};

/// How the rows of a table become codes, in every part alike.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Encoding {
    /// The columns that rules may read.
    pub(super) features: Vec<FeatureCoding>,
    /// The class of each value of the target.
    pub(super) classes: Vec<(String, u16)>,
    pub(super) n_classes: usize,
    /// What a row with each value of the target counts for; none: one.
    pub(super) weights: Option<Vec<u32>>,
    /// The folds of the rows, if there are any: one column more, which no rule reads.
    pub(super) folds: Option<Folds>,
}

/// How a column becomes codes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum FeatureCoding {
    Numbers(Coding),
    /// The value of each code; none for missing cells.
    Categories(Vec<Option<String>>),
}

impl Encoding {
    /// The codings of the columns.
    pub(super) fn codings(&self) -> Vec<Arc<Coding>> {
        let coding = |feature: &FeatureCoding| match feature {
            FeatureCoding::Numbers(coding) => coding.clone(),
            FeatureCoding::Categories(values) => Coding::categorical(values.len() as u32),
        };
        let features = self.features.iter().map(coding);
        let folds = self.folds.iter().map(|folds| Coding::hidden(u32::from(folds.n_folds)));
        features.chain(folds).map(Arc::new).collect()
    }

    /// A block without rows: what a part without rows answers with.
    fn no_rows(&self) -> Block {
        let column = |coding: Arc<Coding>| match coding.is_numeric() {
            true => Column::of_numbers(coding, Arc::default()),
            false => Column::of_categories(coding, std::iter::empty()),
        };
        let columns = Columns::new(self.codings().into_iter().map(column).collect(), 0);
        Block::new(columns, Vec::new(), self.n_classes)
    }
}

/// Answers a question about a part. Its rows are encoded for the first one.
pub(super) fn ask(
    request: &Request,
    encoding: &Encoding,
    question: &Question,
    part: &mut dyn PartRows,
    cache: &PartCache,
) -> Result<Answer, String> {
    let mut hasher = FxHasher::default();
    hasher.write(&to_bytes(&(&request.columns, request.decimal_comma, encoding)));
    let key = part.key();
    let blocks =
        cache.blocks(hasher.finish(), key, |keeper| encode(request, encoding, &mut *part, keeper))?;
    if part.is_cancelled() {
        return Err("nobody waits for the answer".to_string());
    }
    let answers: Vec<Answer> =
        blocks.par_iter().map(|block| block.answer(question)).collect::<Result<_, String>>()?;
    let mut answers = answers.into_iter();
    let mut sum = answers.next().unwrap_or_else(|| encoding.no_rows().answer(question));
    answers.for_each(|answer| sum.add(answer));
    Ok(sum)
}
