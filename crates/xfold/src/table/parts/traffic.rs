//! How much is asked of the parts of a table: requests and bytes, for whoever pays for them. Part of
//! [tables in parts](super).

use super::Parts;
use crate::Result;
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};
use xfold_solve::Limits;

/// What went to the parts of a table and what came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Traffic {
    /// Number of parts.
    pub parts: usize,
    /// Number of requests; each goes to all parts.
    pub requests: u64,
    /// Bytes of all requests, each counted once.
    pub bytes_asked: u64,
    /// Bytes of all answers of all parts.
    pub bytes_answered: u64,
}

/// A table in parts whose traffic is counted.
pub struct CountedParts<'p> {
    parts: &'p dyn Parts,
    requests: AtomicU64,
    bytes_asked: AtomicU64,
    bytes_answered: AtomicU64,
}

impl<'p> CountedParts<'p> {
    /// Counts from now on.
    pub fn new(parts: &'p dyn Parts) -> Self {
        let [requests, bytes_asked, bytes_answered] = [const { AtomicU64::new(0) }; 3];
        Self { parts, requests, bytes_asked, bytes_answered }
    }

    /// What was asked and answered so far.
    pub fn traffic(&self) -> Traffic {
        Traffic {
            parts: self.parts.keys().len(),
            requests: self.requests.load(Ordering::Relaxed),
            bytes_asked: self.bytes_asked.load(Ordering::Relaxed),
            bytes_answered: self.bytes_answered.load(Ordering::Relaxed),
        }
    }
}

impl Parts for CountedParts<'_> {
    fn keys(&self) -> Vec<String> {
        self.parts.keys()
    }

    fn run(&self, request: &[u8], limits: &Limits) -> Result<Vec<Vec<u8>>> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.bytes_asked.fetch_add(request.len() as u64, Ordering::Relaxed);
        let answers = self.parts.run(request, limits)?;
        let n_bytes: usize = answers.iter().map(Vec::len).sum();
        self.bytes_answered.fetch_add(n_bytes as u64, Ordering::Relaxed);
        Ok(answers)
    }
}
