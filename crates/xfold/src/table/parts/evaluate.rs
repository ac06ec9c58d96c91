//! Cross-validation on a table in parts: the folds are one column more in codes, so that each set of training rows is said
//! by a test. Part of [tables in parts](super).

use super::{
    folds::Folds,
    learn::{Elsewhere, caught},
    open::PartedTable,
};
use crate::{
    Error, Result, codes,
    table::{
        evaluate::{Evaluation, Scores, judged, mean},
        fit::{Coded, FitOptions},
        text,
    },
};
use std::time::Instant;
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::{Limits, cpu_time};
use xfold_store::table::{CellTest, CodeRange, Selection};

/// More folds than this are not served: each of them takes as long as learning does.
const MOST_FOLDS: usize = 100;

impl PartedTable<'_> {
    /// Learns on all folds but one and has that one judged, for each fold. Rows are dealt to folds by their numbers. Bins
    /// are those of the whole table; thresholds within them are found on the training rows. `told` hears of each fold that
    /// is done.
    pub fn cross_validate(
        mut self,
        n_folds: usize,
        seed: u64,
        options: &FitOptions,
        limits: &Limits,
        told: &dyn Fn(usize, usize),
    ) -> Result<Evaluation> {
        if !(2..=MOST_FOLDS).contains(&n_folds) {
            let message = format!("{n_folds} folds are not possible on an engine");
            let help = format!("give a number from 2 to {MOST_FOLDS}");
            return Err(Diagnostic::error(codes::BAD_FOLDS, message).help(help).into());
        }
        let folds = Folds { n_folds: n_folds as u16, seed, offsets: self.offsets.clone() };
        self.encoding.folds = Some(folds.clone());
        let n_classes = self.classes.len();
        let mut all = vec![vec![0; n_classes]; n_classes];
        let (mut scores, mut stopped): (Vec<Scores>, _) = (Vec::new(), None);
        for held in 0..n_folds as u32 {
            let (confusion, fold) = match self.fold(&folds, held, options, limits) {
                Ok(done) => done,
                Err(Error::Limit(limit)) if !scores.is_empty() => {
                    stopped = Some(limit);
                    break;
                }
                Err(error) => return Err(error),
            };
            for (sum, more) in all.iter_mut().flatten().zip(confusion.iter().flatten()) {
                *sum += more;
            }
            scores.push(fold);
            told(scores.len(), n_folds);
        }
        let mean = mean(&scores);
        Ok(Evaluation {
            classes: self.classes.clone(),
            positive: self.positive.map(|class| self.classes[class as usize].clone()),
            folds: scores,
            mean,
            confusion: all,
            n_folds,
            stopped,
        })
    }

    fn fold(
        &self,
        folds: &Folds,
        held: u32,
        options: &FitOptions,
        limits: &Limits,
    ) -> Result<(Vec<Vec<u64>>, Scores)> {
        let column = self.features.len() as u32;
        let is_held = CellTest::Codes(CodeRange { column, first: held, last: held });
        let training = Selection::default().minus(Selection::default().within(is_held));
        let (started, cpu_before) = (Instant::now(), cpu_time());
        let rows = Elsewhere::new(self, limits);
        let (model, _) =
            caught(|| Coded::new(self.subject(), &rows, training, self.unit).fit(options, limits, None))?;
        let fit_seconds = started.elapsed().as_secs_f64();
        let cpu_seconds =
            cpu_time().zip(cpu_before).map(|(after, before)| after.saturating_sub(before).as_secs_f64());
        if let Some(limit) = limits.reached() {
            return Err(Error::Limit(limit));
        }
        let program = text::program(&model);
        let confusion = self.judged(&program, &model, Some((folds.clone(), held)), limits)?.confusion;
        let scores = Scores {
            rules: model.n_rules() as f64,
            literals: model.n_literals() as f64,
            fit_seconds,
            fit_cpu_seconds: cpu_seconds.unwrap_or(fit_seconds),
            ..judged(&confusion, self.positive)
        };
        Ok((confusion, scores))
    }
}
