//! Learning from a table in parts, on the side of the learner: rules are found by questions, and what is printed is judged
//! by every part. Part of [tables in parts](super).

use super::{
    ask::FeatureCoding,
    folds::Folds,
    judge::{Judged, JudgedBy, parsed},
    open::{PartedTable, run},
    request::{ReadAs, ReadColumn, Reply, Request, What},
};
use crate::{
    Error, Result, StopReason, codes,
    search::{
        column_rule::ColumnRule,
        columns::{Answers, Fit, Whole, fit_parted},
    },
    table::{
        CheckedBy, LearnedTable, TableVerdict,
        evaluate::judged,
        fit::{Coded, Feature, FitOptions, Subject},
        model::Model,
        text,
        trace::Follower,
        training::TrainingRows,
    },
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Arc,
    time::{Duration, Instant},
};
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::{LimitReached, Limits};
use xfold_store::table::{Answer, Coding, Gap, LabelledSet, Question, Selection, Weighed};

/// What came of learning from a table in parts.
#[derive(Debug)]
pub struct PartedRun {
    /// The rules.
    pub learned: LearnedTable,
    /// Why the parts did not answer any more, if they did not. Then these are the best rules so far.
    pub lost: Option<Diagnostic>,
}

impl PartedTable<'_> {
    /// Learns rules and has them judged by all parts. `follower` receives the steps by which the rules are found.
    pub fn learn(
        &self,
        options: &FitOptions,
        limits: &Limits,
        follower: Option<&dyn Follower>,
    ) -> Result<PartedRun> {
        if options.paper {
            let message = "--paper: FOLD as published learns from tables in memory only";
            let help = "leave --paper out, or use --engine memory";
            return Err(Diagnostic::error(codes::TABLE_OPTION, message).help(help).into());
        }
        let started = Instant::now();
        let rows = Elsewhere::new(self, limits);
        let fit = || {
            let coded = Coded::new(self.subject(), &rows, Selection::default(), self.unit);
            coded.fit(options, limits, follower)
        };
        let (model, first) = match caught(fit) {
            Ok(fitted) => fitted,
            Err(error) => return self.best_so_far(error, options, limits, started.elapsed()),
        };
        let fit_time = started.elapsed();
        let program = text::program(&model);
        limits.keep(program.clone());
        let n_right = (options.vote <= 1).then_some(first.n_right as u64);
        let verdict = match self.verdict(&program, &model, n_right, &limits.for_last_steps()) {
            Err(Error::Limit(_)) => self.unjudged(first.n_right),
            verdict => verdict?,
        };
        let stop = match limits.reached() {
            Some(limit) => StopReason::Limit(limit),
            None if verdict.by == CheckedBy::Nobody => StopReason::Limit(LimitReached::Time),
            None if verdict.as_counted => StopReason::Verified,
            None => StopReason::NotVerified,
        };
        let n_bytes = self.n_bytes();
        let learned =
            LearnedTable { model, program, verdict, stop, brevity: first.brevity, n_bytes, fit_time };
        Ok(PartedRun { learned, lost: None })
    }

    pub(super) fn subject(&self) -> Subject<'_> {
        let features = self.features.iter().zip(&self.encoding.features);
        let features = features.map(|((name, kind), coding)| {
            let values = match coding {
                FeatureCoding::Categories(values) => values.iter().map(Option::as_deref).collect(),
                FeatureCoding::Numbers(_) => Vec::new(),
            };
            Feature { name, kind: *kind, values }
        });
        Subject {
            target: &self.target,
            classes: &self.classes,
            positive: self.positive,
            features: features.collect(),
        }
    }

    /// Bytes of the columns in codes, in all parts.
    fn n_bytes(&self) -> usize {
        let of_cell = |coding: &Arc<Coding>| {
            let code = if coding.n_codes() < 254 { 1 } else { 2 };
            code + if coding.is_binned() { 8 } else { 0 }
        };
        let of_row: usize = self.encoding.codings().iter().map(of_cell).sum();
        of_row * self.n_labelled as usize
    }

    /// The rules that were kept when the parts stopped answering, or the reason why they did.
    fn best_so_far(
        &self,
        error: Error,
        options: &FitOptions,
        limits: &Limits,
        fit_time: Duration,
    ) -> Result<PartedRun> {
        let Some(program) = limits.kept() else { return Err(error) };
        let (stop, lost) = match error {
            Error::Limit(limit) => (StopReason::Limit(limit), None),
            Error::Diagnostics(mut messages) => (StopReason::NotVerified, messages.pop()),
        };
        let model = read(&program)?;
        let (verdict, n_bytes) = (self.unjudged(0), self.n_bytes());
        let brevity = options.brevity;
        let learned = LearnedTable { model, program, verdict, stop, brevity, n_bytes, fit_time };
        Ok(PartedRun { learned, lost })
    }

    fn unjudged(&self, n_right: usize) -> TableVerdict {
        TableVerdict {
            by: CheckedBy::Nobody,
            rows: self.n_labelled as usize,
            right: n_right,
            confusion: vec![vec![0; self.classes.len()]; self.classes.len()],
            f1: 0.0,
            as_counted: false,
        }
    }

    fn verdict(
        &self,
        program: &str,
        model: &Model,
        n_right: Option<u64>,
        limits: &Limits,
    ) -> Result<TableVerdict> {
        let Judged { n_rows, n_right: right, confusion } = self.judged(program, model, None, limits)?;
        Ok(TableVerdict {
            by: CheckedBy::Evaluator,
            rows: n_rows as usize,
            right: right as usize,
            f1: judged(&confusion, self.positive).f1,
            confusion,
            as_counted: n_rows == self.n_labelled && n_right.is_none_or(|n_right| n_right == right),
        })
    }

    /// What the parts say of printed rules, on all rows that have a class or on those of one fold.
    pub(super) fn judged(
        &self,
        program: &str,
        model: &Model,
        fold: Option<(Folds, u32)>,
        limits: &Limits,
    ) -> Result<Judged> {
        let (target, features) = self.columns.split_last().expect("the target is always read");
        let (mut columns, mut names) = (Vec::new(), Vec::new());
        for column in &model.columns {
            let place = self.features.iter().position(|(name, _)| *name == column.name).ok_or_else(|| {
                let message = format!("{} has no column `{}`, which the rules read", self.name, column.name);
                Diagnostic::error(codes::LACKS_COLUMN, message)
            })?;
            columns.push(ReadColumn { place: features[place].place, kind: ReadAs::of_rules(column.kind) });
            names.push(column.name.clone());
        }
        columns.push(*target);
        let (classes, class_of) = (self.classes.clone(), self.encoding.classes.clone());
        let by = JudgedBy { program: program.to_string(), names, classes, class_of, fold };
        let request = Request { columns, decimal_comma: self.decimal_comma, what: What::Judge(by) };
        Ok(Judged::sum(run(self.parts, &request, limits)?, self.classes.len()))
    }
}

/// A printed program as a model.
fn read(program: &str) -> Result<Model> {
    parsed(program).map_err(|error| Diagnostic::error(codes::TABLE_RULES, error).into())
}

/// Training rows that are elsewhere.
pub(super) struct Elsewhere<'a> {
    table: &'a PartedTable<'a>,
    codings: Vec<Arc<Coding>>,
    limits: &'a Limits,
}

impl<'a> Elsewhere<'a> {
    pub(super) fn new(table: &'a PartedTable<'a>, limits: &'a Limits) -> Self {
        Self { table, codings: table.encoding.codings(), limits }
    }
}

/// Why a question has no answer. It is thrown through the search, which has nothing to go on with.
struct NoAnswer(Error);

/// What comes of work that may end for want of an answer.
pub(super) fn caught<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result,
        Err(thrown) => match thrown.downcast::<NoAnswer>() {
            Ok(no_answer) => Err(no_answer.0),
            Err(panic) => resume_unwind(panic),
        },
    }
}

impl Answers for Elsewhere<'_> {
    fn ask(&self, question: &Question) -> Answer {
        let table = self.table;
        let request = Request {
            columns: table.columns.clone(),
            decimal_comma: table.decimal_comma,
            what: What::Ask(table.encoding.clone(), question.clone()),
        };
        let no_answer = |error: Error| -> ! { resume_unwind(Box::new(NoAnswer(error))) };
        let replies = match run(table.parts, &request, self.limits) {
            Ok(replies) => replies,
            Err(error) => no_answer(error),
        };
        let mut sum: Option<Answer> = None;
        for reply in replies {
            match (reply, &mut sum) {
                (Reply::Ask(answer), Some(sum)) => sum.add(answer),
                (Reply::Ask(answer), none) => *none = Some(answer),
                _ => {}
            }
        }
        let nobody = || Diagnostic::error(codes::ENGINE, "no part of the table has answered");
        sum.unwrap_or_else(|| no_answer(nobody().into()))
    }

    fn codings(&self) -> &[Arc<Coding>] {
        &self.codings
    }

    fn n_classes(&self) -> usize {
        self.table.encoding.n_classes
    }

    fn is_unweighted(&self) -> bool {
        self.table.encoding.weights.is_none()
    }

    fn most_fetched(&self) -> usize {
        self.table.most_fetched
    }
}

impl TrainingRows for Elsewhere<'_> {
    fn codings(&self) -> &[Arc<Coding>] {
        &self.codings
    }

    fn counts(&self, sets: Vec<LabelledSet>) -> Vec<Vec<Weighed>> {
        match self.ask(&Question::Counts(sets)) {
            Answer::Counts(counts) => counts,
            _ => Vec::new(),
        }
    }

    fn around(&self, wanted: Vec<(u32, Vec<f64>)>) -> Vec<Vec<Gap>> {
        match self.ask(&Question::Around(wanted)) {
            Answer::Around(gaps) => gaps,
            _ => Vec::new(),
        }
    }

    fn rules(&self, class: u16, left: &Selection, whole: Whole, how: Fit<'_>) -> Vec<ColumnRule> {
        fit_parted(self, class, left, whole, how)
    }
}
