//! How parent and worker talk: frames of bytes with a length in front.
//!
//! The worker trusts the parent and the parent's reader checks what it reads, so that a worker that dies in the
//! middle of a frame gives an error and nothing else.

use crate::{
    clingo::GroundProgram,
    messages::RawMessage,
    query::{Answer, Keep, LimitReached, Query},
};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use xfold_asp::symbols::{Atoms, Symbol, Symbols};

/// The first byte of a reply: an echo of a request is none.
const REPLY: u8 = 0xAF;

/// What the parent asks.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// Ground a program, under a bound on the memory of the process.
    Ground {
        /// The program.
        text: String,
        /// What it will be asked for.
        keep: Keep,
        /// The bound, in bytes.
        memory: Option<u64>,
    },
    /// Answer a query about it.
    Solve(Query, Bounds),
    /// Give its ground rules.
    TakeRules(Bounds),
}

/// What a request may cost.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Bounds {
    /// The time for it, in milliseconds.
    pub(crate) time: Option<u64>,
    /// The units of work for it.
    pub(crate) work: Option<u64>,
}

/// What the worker answers. Terms stand in tables of their own.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// The program is ground; clingo's remarks, and the work that it was.
    Grounded(Vec<RawMessage>, u64),
    /// clingo refused the program.
    Rejected(Vec<RawMessage>),
    /// The answer to a query.
    Answer(Answer, Symbols),
    /// The ground rules, and the work that it was to take them.
    Rules(GroundProgram, Symbols, u64),
    /// A limit was reached inside the worker.
    Limit(LimitReached),
    /// Something else went wrong.
    Failed(String),
}

/// Writes one frame.
pub(crate) fn send(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    to.write_all(&(bytes.len() as u64).to_le_bytes())?;
    to.write_all(bytes)?;
    to.flush()
}

/// Reads one frame, or `None` at the end of the stream.
pub(crate) fn receive(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 8];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u64::from_le_bytes(length);
    let mut bytes = Vec::new();
    // `take` instead of a buffer of that size: a broken length must not ask for all the memory there is.
    if from.take(length).read_to_end(&mut bytes)? as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(bytes))
}

impl Request {
    pub(crate) fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("memory is all that it takes")
    }

    pub(crate) fn decode(bytes: &[u8]) -> io::Result<Self> {
        postcard::from_bytes(bytes).map_err(|_| broken())
    }
}

impl Reply {
    pub(crate) fn encode(&self) -> Vec<u8> {
        postcard::to_extend(self, vec![REPLY]).expect("memory is all that it takes")
    }

    /// Reads a reply; its terms are numbered in `symbols`, and the table of the result is empty.
    pub(crate) fn decode(bytes: &[u8], symbols: &mut Symbols) -> io::Result<Self> {
        let bytes = bytes.strip_prefix(&[REPLY]).ok_or_else(broken)?;
        let mut reply = postcard::from_bytes(bytes).map_err(|_| broken())?;
        match &mut reply {
            Self::Answer(answer, own) => {
                let ours = symbols.adopt(&std::mem::take(own), 0);
                for model in &mut answer.models {
                    renumber(&mut model.atoms, &ours)?;
                }
            }
            Self::Rules(program, own, _) => {
                let ours = symbols.adopt(&std::mem::take(own), 0);
                renumber(&mut program.atoms, &ours)?;
                if program.atoms.len() != program.numbers.len() {
                    return Err(broken());
                }
            }
            _ => {}
        }
        Ok(reply)
    }
}

/// Replaces terms of a worker by ours.
fn renumber(atoms: &mut Atoms, ours: &[Symbol]) -> io::Result<()> {
    let is_known = |symbol: &Symbol| (symbol.0 as usize) < ours.len();
    if !atoms.groups().iter().all(|group| group.args.iter().all(is_known)) {
        return Err(broken());
    }
    atoms.map(|symbol| ours[symbol.0 as usize]);
    Ok(())
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the worker and its parent do not understand each other")
}
