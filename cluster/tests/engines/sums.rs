//! An answerer that needs nothing of the library: it counts rows and sums a column.

use datafusion::arrow::{array::AsArray, datatypes::Int64Type};
use std::{
    collections::HashMap,
    sync::Mutex,
    time::{Duration, Instant},
};
use xfold_cluster::{Answerer, Engine, EngineError, PartSource, Uncontrolled};

/// Requests are words: `sum` (kept by key), `fresh` (read again), `rows` (all ids), `slow MS`, `long N`, `panic`.
#[derive(Default)]
pub struct Sums {
    kept: Mutex<HashMap<String, String>>,
}

impl Answerer for Sums {
    fn answer(&self, request: &[u8], part: &mut dyn PartSource) -> Result<Vec<u8>, String> {
        let request = std::str::from_utf8(request).map_err(|error| error.to_string())?;
        let mut words = request.split(' ');
        let (word, number) =
            (words.next().unwrap_or(""), words.next().and_then(|n| n.parse().ok()).unwrap_or(0));
        match word {
            "sum" => {
                if let Some(kept) = self.kept.lock().unwrap().get(&part.key()) {
                    return Ok(format!("{kept} kept {}", std::process::id()).into_bytes());
                }
                let sum = sum(part)?;
                self.kept.lock().unwrap().insert(part.key(), sum.clone());
                Ok(format!("{sum} read {}", std::process::id()).into_bytes())
            }
            "fresh" => sum(part).map(String::into_bytes),
            "rows" => rows(part),
            "slow" => {
                let sum = sum(part)?;
                let end = Instant::now() + Duration::from_millis(number);
                while Instant::now() < end {
                    if part.is_cancelled() {
                        return Err("cancelled".into());
                    }
                    std::thread::sleep(Duration::from_millis(5));
                }
                Ok(sum.into_bytes())
            }
            "long" => Ok(vec![7; number as usize]),
            "panic" => panic!("on purpose"),
            other => Err(format!("unknown request {other}")),
        }
    }
}

fn sum(part: &mut dyn PartSource) -> Result<String, String> {
    let (mut n_rows, mut sum) = (0, 0);
    part.for_each_batch(Some(&[1]), &mut |batch| {
        assert_eq!(batch.num_columns(), 1);
        n_rows += batch.num_rows();
        sum += batch.column(0).as_primitive::<Int64Type>().values().iter().sum::<i64>();
        Ok(())
    })?;
    Ok(format!("{n_rows} {sum}"))
}

fn rows(part: &mut dyn PartSource) -> Result<Vec<u8>, String> {
    let mut text = String::new();
    part.for_each_batch(None, &mut |batch| {
        for (id, name) in batch
            .column(0)
            .as_primitive::<Int64Type>()
            .values()
            .iter()
            .zip(batch.column(2).as_string::<i32>())
        {
            text.push_str(&format!("{id}={}\n", name.unwrap_or("?")));
        }
        Ok(())
    })?;
    Ok(text.into_bytes())
}

/// The answers to a request as texts.
pub fn ask(engine: &dyn Engine, request: &str) -> Result<Vec<String>, EngineError> {
    let answers = engine.run(request.as_bytes(), None, &Uncontrolled)?;
    Ok(answers.into_iter().map(|answer| String::from_utf8(answer).unwrap()).collect())
}

/// Rows and sum over all parts.
pub fn total(answers: &[String]) -> (u64, i64) {
    answers.iter().fold((0, 0), |(n_rows, sum), answer| {
        let mut words = answer.split(' ');
        let mut number = || words.next().unwrap().parse::<i64>().unwrap();
        (n_rows + number() as u64, sum + number())
    })
}
