//! Cross-validation: folds, and how well rules do on the rows that were held back. Stands behind the path of a table:
//! each fold walks it once.

use super::{
    MISSING,
    fit::{FitOptions, fit},
    model::Model,
    target::Classified,
};
use crate::{Result, codes};
use serde::Serialize;
use std::time::Instant;
use xfold_asp::diagnostic::Diagnostic;
use xfold_solve::{LimitReached, Limits, cpu_time};

/// Which fold each row is in; [`MISSING`] for rows that are left out.
pub type Folds = Vec<u32>;

/// Folds in which every class has its share, dealt by a seed.
pub fn stratified(data: &Classified<'_>, n_folds: usize, seed: u64) -> Result<Folds> {
    let labelled = data.labelled();
    if n_folds < 2 || n_folds > labelled.len() {
        let message = format!("{n_folds} folds of {} rows with a class are not possible", labelled.len());
        let help = "give a number from 2 up to the number of rows";
        return Err(Diagnostic::error(codes::BAD_FOLDS, message).help(help).into());
    }
    let mut random = Random(seed);
    let mut folds = vec![MISSING; data.labels.len()];
    let mut next = 0;
    for class in 0..data.classes.len() as u32 {
        let mut rows: Vec<u32> =
            labelled.iter().copied().filter(|row| data.labels[*row as usize] == class).collect();
        random.shuffle(&mut rows);
        for row in rows {
            folds[row as usize] = next;
            next = (next + 1) % n_folds as u32;
        }
    }
    Ok(folds)
}

/// Folds as a text gives them: one sign for each row, a digit for its fold or `-` to leave it out.
pub fn given(data: &Classified<'_>, name: &str, text: &str) -> Result<Folds> {
    let wrong = |message: String| {
        let help = "a fold file has one sign for each row: a digit for its fold, or - to leave the row out";
        Err(Diagnostic::error(codes::BAD_FOLDS, message).help(help).into())
    };
    let mut folds = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for (place, sign) in line.chars().enumerate().filter(|(_, sign)| !sign.is_whitespace()) {
            match sign.to_digit(10) {
                Some(fold) => folds.push(fold),
                None if sign == '-' => folds.push(MISSING),
                None => return wrong(format!("{name}:{}:{}: `{sign}` is no fold", number + 1, place + 1)),
            }
        }
    }
    if folds.len() != data.labels.len() {
        let (found, rows) = (folds.len(), data.labels.len());
        return wrong(format!("{name} has folds for {found} rows, but {} has {rows}", data.table.name));
    }
    for (fold, label) in folds.iter_mut().zip(&data.labels) {
        if *label == MISSING {
            *fold = MISSING;
        }
    }
    let mut used: Vec<u32> = folds.iter().copied().filter(|fold| *fold != MISSING).collect();
    used.sort_unstable();
    used.dedup();
    if used.len() < 2 {
        return wrong(format!("{name} has fewer than two folds"));
    }
    Ok(folds)
}

/// A small generator of random numbers.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// Puts things into a random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, (self.next() % (last as u64 + 1)) as usize);
        }
    }
}

/// How rules did: of one fold, or the mean of all.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Scores {
    /// Share of rows with the right class.
    pub accuracy: f64,
    /// F1 of the positive class, or the mean over all classes.
    pub f1: f64,
    /// Matthews' correlation coefficient.
    pub mcc: f64,
    /// Rules, exceptions included, the default not counted.
    pub rules: f64,
    /// Literals.
    pub literals: f64,
    /// Seconds to learn.
    pub fit_seconds: f64,
    /// Seconds of processor time to learn, over all threads; where the system does not tell, as above.
    pub fit_cpu_seconds: f64,
}

/// A whole cross-validation.
#[derive(Debug, Clone, Serialize)]
pub struct Evaluation {
    /// The classes, in the order of the confusion matrix.
    pub classes: Vec<String>,
    /// The class that F1 is about; none: the mean over all.
    pub positive: Option<String>,
    /// Scores of each fold.
    pub folds: Vec<Scores>,
    /// Their mean.
    pub mean: Scores,
    /// For each true class, how often each class was predicted, over all folds.
    pub confusion: Vec<Vec<u64>>,
    /// How many folds there are; more than were done if a limit came.
    pub n_folds: usize,
    /// The limit that came before all folds were done.
    #[serde(skip)]
    pub stopped: Option<LimitReached>,
}

/// How to evaluate.
#[derive(Debug, Clone, Default)]
pub struct EvaluateOptions {
    /// How to learn.
    pub fit: FitOptions,
    /// Share of training labels that are put wrong, to see what noise does.
    pub flip: f64,
    /// Chooses the labels that are put wrong.
    pub seed: u64,
}

/// Learns on all folds but one and judges that one, for each fold. `told` hears of each fold that is done.
pub fn cross_validate(
    data: &Classified<'_>,
    folds: &Folds,
    options: &EvaluateOptions,
    limits: &Limits,
    told: &dyn Fn(usize, usize),
) -> Result<Evaluation> {
    let mut numbers: Vec<u32> = folds.iter().copied().filter(|fold| *fold != MISSING).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let n_classes = data.classes.len();
    let mut all = vec![vec![0; n_classes]; n_classes];
    let mut scores = Vec::new();
    let mut stopped = None;
    for (done, &held) in numbers.iter().enumerate() {
        let rows = |inside: bool| -> Vec<u32> {
            let wanted = |row: &u32| {
                let fold = folds[*row as usize];
                fold != MISSING && (fold == held) == inside
            };
            (0..folds.len() as u32).filter(wanted).collect()
        };
        let (test, train) = (rows(true), rows(false));
        let flipped = (options.flip > 0.0).then(|| flipped(data, &train, options, held));
        let training = flipped.as_ref().unwrap_or(data);
        let (started, cpu_before) = (Instant::now(), cpu_time());
        let model = fit(training, &train, &options.fit, limits)?.model;
        let fit_seconds = started.elapsed().as_secs_f64();
        let cpu_seconds =
            cpu_time().zip(cpu_before).map(|(after, before)| after.saturating_sub(before).as_secs_f64());
        if let Some(limit) = limits.reached() {
            // A fold that a limit cut short says nothing; those before it do.
            if scores.is_empty() {
                return Err(crate::Error::Limit(limit));
            }
            stopped = Some(limit);
            break;
        }
        let mut confusion = vec![vec![0u64; n_classes]; n_classes];
        for (row, class) in test.iter().zip(predicted(&model, data, &test)?) {
            let truth = data.labels[*row as usize] as usize;
            confusion[truth][class] += 1;
            all[truth][class] += 1;
        }
        let mut fold = judged(&confusion, data.positive);
        fold.rules = model.n_rules() as f64;
        fold.literals = model.n_literals() as f64;
        fold.fit_seconds = fit_seconds;
        fold.fit_cpu_seconds = cpu_seconds.unwrap_or(fit_seconds);
        scores.push(fold);
        told(done + 1, numbers.len());
    }
    let mean = mean(&scores);
    Ok(Evaluation {
        classes: data.classes.clone(),
        positive: data.positive.map(|class| data.classes[class as usize].clone()),
        folds: scores,
        mean,
        confusion: all,
        n_folds: numbers.len(),
        stopped,
    })
}

/// The class that a model gives each row, by number; the first one if it gives none.
fn predicted(model: &Model, data: &Classified<'_>, rows: &[u32]) -> Result<Vec<usize>> {
    let judge = model.on(data.table)?;
    let place = |class: &String| data.classes.iter().position(|known| known == class).unwrap_or_default();
    let of_class: Vec<usize> = judge.classes.iter().map(place).collect();
    let class = |row: &u32| judge.judge(*row as usize).map_or(0, |judgement| of_class[judgement.class]);
    Ok(rows.iter().map(class).collect())
}

/// The same data with a share of the training labels put wrong.
fn flipped<'a>(data: &Classified<'a>, train: &[u32], options: &EvaluateOptions, fold: u32) -> Classified<'a> {
    let mut random = Random(options.seed.wrapping_mul(31).wrapping_add(u64::from(fold) + 5));
    let n_classes = data.classes.len() as u64;
    let mut labels = data.labels.clone();
    for &row in train {
        if (random.next() >> 11) as f64 / (1u64 << 53) as f64 <= options.flip {
            let label = &mut labels[row as usize];
            *label = ((u64::from(*label) + 1 + random.next() % (n_classes - 1)) % n_classes) as u32;
        }
    }
    Classified {
        table: data.table,
        target: data.target.clone(),
        features: data.features.clone(),
        classes: data.classes.clone(),
        labels,
        weights: data.weights.clone(),
        positive: data.positive,
        notes: Vec::new(),
    }
}

/// Scores of a confusion matrix.
pub fn judged(confusion: &[Vec<u64>], positive: Option<u32>) -> Scores {
    let n = confusion.len();
    let total: u64 = confusion.iter().flatten().sum();
    let right: u64 = (0..n).map(|class| confusion[class][class]).sum();
    let truth = |class: usize| confusion[class].iter().sum::<u64>();
    let said = |class: usize| confusion.iter().map(|row| row[class]).sum::<u64>();
    let f1 = |class: usize| {
        let all = truth(class) + said(class);
        (all > 0).then(|| 2.0 * confusion[class][class] as f64 / all as f64)
    };
    let f1 = match positive {
        Some(class) => f1(class as usize).unwrap_or(0.0),
        None => {
            let all: Vec<f64> = (0..n).filter_map(f1).collect();
            all.iter().sum::<f64>() / all.len().max(1) as f64
        }
    };
    let product = |one: &dyn Fn(usize) -> u64, two: &dyn Fn(usize) -> u64| -> f64 {
        (0..n).map(|class| one(class) as f64 * two(class) as f64).sum()
    };
    let (all, hits) = (total as f64, right as f64);
    let top = hits * all - product(&truth, &said);
    let bottom = ((all * all - product(&said, &said)) * (all * all - product(&truth, &truth))).sqrt();
    let mcc = if bottom > 0.0 { top / bottom } else { 0.0 };
    Scores { accuracy: hits / all.max(1.0), f1, mcc, ..Scores::default() }
}

pub(super) fn mean(scores: &[Scores]) -> Scores {
    let of = |get: fn(&Scores) -> f64| scores.iter().map(get).sum::<f64>() / scores.len().max(1) as f64;
    Scores {
        accuracy: of(|s| s.accuracy),
        f1: of(|s| s.f1),
        mcc: of(|s| s.mcc),
        rules: of(|s| s.rules),
        literals: of(|s| s.literals),
        fit_seconds: of(|s| s.fit_seconds),
        fit_cpu_seconds: of(|s| s.fit_cpu_seconds),
    }
}
