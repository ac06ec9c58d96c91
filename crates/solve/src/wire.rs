//! How parent and worker talk: frames of bytes with a length in front, numbers in little-endian order.
//!
//! The worker trusts the parent and the parent's reader checks what it reads, so that a worker that dies in the
//! middle of a frame gives an error and nothing else.

use crate::{
    messages::RawMessage,
    query::{Answer, LimitReached, Model, Query, Strategy, Which},
};
use std::io::{self, Read, Write};
use xfold_asp::symbols::{Atoms, Signature, Symbol, SymbolKind, Symbols};

/// What the parent asks.
#[derive(Debug)]
pub(crate) enum Request {
    /// Ground a program, under a bound on the memory of the process.
    Ground {
        /// The program.
        text: String,
        /// The bound, in bytes.
        memory: Option<u64>,
    },
    /// Answer a query about it.
    Solve {
        /// The query.
        query: Query,
        /// The time for it, in milliseconds.
        time: Option<u64>,
        /// The units of work for it.
        work: Option<u64>,
    },
}

/// What the worker answers.
#[derive(Debug)]
pub(crate) enum Reply {
    /// The program is ground; clingo's remarks, and the work that it was.
    Grounded(Vec<RawMessage>, u64),
    /// clingo refused the program.
    Rejected(Vec<RawMessage>),
    /// The answer to a query, in symbols of a table of its own.
    Answer(Answer, Symbols),
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
        let mut out = Encoder::default();
        match self {
            Self::Ground { text, memory } => {
                out.number(0);
                out.option(*memory);
                out.text(text);
            }
            Self::Solve { query, time, work } => {
                out.number(1);
                out.option(*time);
                out.option(*work);
                out.number(match query.which {
                    Which::Any => 0,
                    Which::Brave => 1,
                    Which::Cautious => 2,
                    Which::Optimal => 3,
                    Which::Cheapest(Strategy::Descend) => 4,
                    Which::Cheapest(Strategy::Cores) => 5,
                    Which::Random(seed) => 6 + u64::from(seed),
                });
                out.number(query.most as u64);
                out.number(query.assumptions.len() as u64);
                for (atom, wanted) in &query.assumptions {
                    out.text(atom);
                    out.number(u64::from(*wanted));
                }
                out.option(query.show.as_ref().map(|show| show.len() as u64));
                for signature in query.show.iter().flatten() {
                    out.signature(signature);
                }
            }
        }
        out.0
    }

    pub(crate) fn decode(bytes: &[u8]) -> io::Result<Self> {
        let mut from = Decoder(bytes);
        Ok(match from.number()? {
            0 => Self::Ground { memory: from.option()?, text: from.text()?.to_owned() },
            1 => {
                let (time, work) = (from.option()?, from.option()?);
                let which = match from.number()? {
                    0 => Which::Any,
                    1 => Which::Brave,
                    2 => Which::Cautious,
                    3 => Which::Optimal,
                    4 => Which::Cheapest(Strategy::Descend),
                    5 => Which::Cheapest(Strategy::Cores),
                    seed => Which::Random(u32::try_from(seed - 6).map_err(|_| broken())?),
                };
                let most = from.number()? as usize;
                let assumptions = from.list(|from| Ok((from.text()?.to_owned(), from.number()? != 0)))?;
                let show = match from.option()? {
                    Some(length) => Some((0..length).map(|_| from.signature()).collect::<io::Result<_>>()?),
                    None => None,
                };
                Self::Solve { query: Query { which, most, assumptions, show }, time, work }
            }
            _ => return Err(broken()),
        })
    }
}

impl Reply {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Encoder::default();
        match self {
            Self::Grounded(messages, work) => {
                out.number(8);
                out.messages(messages);
                out.number(*work);
            }
            Self::Rejected(messages) => {
                out.number(9);
                out.messages(messages);
            }
            Self::Answer(answer, symbols) => {
                out.number(10);
                out.answer(answer, symbols);
            }
            Self::Limit(limit) => {
                out.number(11);
                out.number(*limit as u64);
            }
            Self::Failed(reason) => {
                out.number(12);
                out.text(reason);
            }
        }
        out.0
    }

    /// Reads a reply; terms of an answer are numbered in `symbols`, and the table of the result is empty.
    pub(crate) fn decode(bytes: &[u8], symbols: &mut Symbols) -> io::Result<Self> {
        let mut from = Decoder(bytes);
        // Other numbers than those of requests: an echo is no reply.
        Ok(match from.number()? {
            8 => Self::Grounded(from.messages()?, from.number()?),
            9 => Self::Rejected(from.messages()?),
            10 => Self::Answer(from.answer(symbols)?, Symbols::default()),
            11 => Self::Limit(match from.number()? {
                0 => LimitReached::Time,
                1 => LimitReached::Memory,
                2 => LimitReached::Interrupt,
                _ => LimitReached::Work,
            }),
            12 => Self::Failed(from.text()?.to_owned()),
            _ => return Err(broken()),
        })
    }
}

#[derive(Default)]
struct Encoder(Vec<u8>);

impl Encoder {
    /// Seven bits a byte, the high bit for more: most numbers are small.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn option(&mut self, number: Option<u64>) {
        self.number(u64::from(number.is_some()));
        if let Some(number) = number {
            self.number(number);
        }
    }

    /// A number with a sign, as it is in eight bytes.
    fn signed(&mut self, number: i64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    fn signature(&mut self, signature: &Signature) {
        self.text(&signature.name);
        self.number(signature.arity as u64);
        self.number(u64::from(signature.negated));
    }

    fn messages(&mut self, messages: &[RawMessage]) {
        self.number(messages.len() as u64);
        for message in messages {
            self.number(message.code as u64);
            self.text(&message.text);
        }
    }

    /// The table of terms, then atoms as numbers of it. Arguments come before the terms that hold them.
    fn answer(&mut self, answer: &Answer, symbols: &Symbols) {
        self.number(symbols.len() as u64);
        for number in 0..symbols.len() {
            self.kind(symbols.kind(Symbol(number as u32)));
        }
        self.number(u64::from(answer.complete));
        self.number(answer.work);
        self.number(answer.core.len() as u64);
        for &index in &answer.core {
            self.number(index as u64);
        }
        self.number(answer.models.len() as u64);
        for model in &answer.models {
            self.number(model.cost.len() as u64);
            for &cost in &model.cost {
                self.signed(cost);
            }
            self.number(model.atoms.groups().len() as u64);
            for group in model.atoms.groups() {
                self.signature(&group.signature);
                self.number(group.len as u64);
                for arg in &group.args {
                    self.number(u64::from(arg.0));
                }
            }
        }
    }

    fn kind(&mut self, kind: &SymbolKind) {
        match kind {
            SymbolKind::Infimum => self.number(0),
            SymbolKind::Supremum => self.number(1),
            SymbolKind::Number(value) => {
                self.number(2);
                self.signed(i64::from(*value));
            }
            SymbolKind::Text(text) => {
                self.number(3);
                self.text(text);
            }
            SymbolKind::Function { negated, name, args } => {
                self.number(4 + u64::from(*negated));
                self.text(name);
                self.symbols(args);
            }
            SymbolKind::Tuple(args) => {
                self.number(6);
                self.symbols(args);
            }
        }
    }

    fn symbols(&mut self, symbols: &[Symbol]) {
        self.number(symbols.len() as u64);
        for symbol in symbols {
            self.number(u64::from(symbol.0));
        }
    }
}

struct Decoder<'b>(&'b [u8]);

impl<'b> Decoder<'b> {
    fn take(&mut self, length: u64) -> io::Result<&'b [u8]> {
        let length = usize::try_from(length).map_err(|_| broken())?;
        let (taken, rest) = self.0.split_at_checked(length).ok_or_else(broken)?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first().ok_or_else(broken)?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(broken())
    }

    fn option(&mut self) -> io::Result<Option<u64>> {
        match self.number()? {
            0 => Ok(None),
            _ => self.number().map(Some),
        }
    }

    fn signed(&mut self) -> io::Result<i64> {
        let bytes = self.take(8)?;
        Ok(i64::from_le_bytes(bytes.try_into().map_err(|_| broken())?))
    }

    fn text(&mut self) -> io::Result<&'b str> {
        let length = self.number()?;
        std::str::from_utf8(self.take(length)?).map_err(|_| broken())
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> io::Result<T>) -> io::Result<Vec<T>> {
        let length = self.number()?;
        (0..length).map(|_| one(self)).collect()
    }

    fn signature(&mut self) -> io::Result<Signature> {
        Ok(Signature {
            name: self.text()?.into(),
            arity: self.number()? as usize,
            negated: self.number()? != 0,
        })
    }

    fn messages(&mut self) -> io::Result<Vec<RawMessage>> {
        self.list(|from| Ok(RawMessage { code: from.number()? as i32, text: from.text()?.to_owned() }))
    }

    fn answer(&mut self, symbols: &mut Symbols) -> io::Result<Answer> {
        // Our number for each of the worker's.
        let mut ours: Vec<Symbol> = Vec::new();
        for _ in 0..self.number()? {
            let kind = self.kind(&ours)?;
            ours.push(symbols.intern(kind));
        }
        let complete = self.number()? != 0;
        let work = self.number()?;
        let core = self.list(|from| Ok(from.number()? as usize))?;
        let models = self.list(|from| from.model(&ours))?;
        Ok(Answer { models, complete, core, work })
    }

    fn model(&mut self, ours: &[Symbol]) -> io::Result<Model> {
        let cost = self.list(Self::signed)?;
        let mut atoms = Atoms::default();
        let mut row = Vec::new();
        for _ in 0..self.number()? {
            let signature = self.signature()?;
            for _ in 0..self.number()? {
                row.clear();
                for _ in 0..signature.arity {
                    row.push(self.symbol(ours)?);
                }
                atoms.push(&signature, &row);
            }
        }
        Ok(Model { atoms, cost })
    }

    fn kind(&mut self, ours: &[Symbol]) -> io::Result<SymbolKind> {
        Ok(match self.number()? {
            0 => SymbolKind::Infimum,
            1 => SymbolKind::Supremum,
            2 => SymbolKind::Number(i32::try_from(self.signed()?).map_err(|_| broken())?),
            3 => SymbolKind::Text(self.text()?.into()),
            sign @ (4 | 5) => {
                let name = self.text()?.into();
                let args = self.list(|from| from.symbol(ours))?.into();
                SymbolKind::Function { negated: sign == 5, name, args }
            }
            6 => SymbolKind::Tuple(self.list(|from| from.symbol(ours))?.into()),
            _ => return Err(broken()),
        })
    }

    fn symbol(&mut self, ours: &[Symbol]) -> io::Result<Symbol> {
        ours.get(self.number()? as usize).copied().ok_or_else(broken)
    }
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the worker and its parent do not understand each other")
}
