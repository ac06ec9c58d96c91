//! Blocks of rows in a file, for tables that are larger than memory. A question loads only the columns that it needs. Codes may
//! stay in memory beside the file: most questions need no numbers, which take most of the room.

use super::{Block, Codes, Coding, Column, Columns, KnownRows, Needs};
use std::{
    fs::File,
    io::{self, Write},
    sync::Arc,
};

/// Writes blocks to a file, one behind the other.
#[derive(Debug)]
pub struct BlockWriter {
    file: io::BufWriter<File>,
    reading: Arc<File>,
    at: u64,
}

impl BlockWriter {
    /// Writes to an empty file, which is open for reading, too.
    pub fn new(file: File) -> io::Result<Self> {
        let reading = Arc::new(file.try_clone()?);
        Ok(Self { file: io::BufWriter::with_capacity(1 << 20, file), reading, at: 0 })
    }

    /// Writes a block and gives it back as one that is loaded when it is needed; `in_memory`, with its codes in memory.
    pub fn write(&mut self, block: &Block, in_memory: bool) -> io::Result<StoredBlock> {
        let classes = self.bytes(&block.classes, |class| class.to_le_bytes())?;
        let mut columns = Vec::new();
        for column in block.columns().columns() {
            let codes = match column.codes() {
                Codes::Byte(codes) => StoredCodes::Byte(self.bytes(codes, |code| [*code])?),
                Codes::Word(codes) => StoredCodes::Word(self.bytes(codes, |code| code.to_le_bytes())?),
            };
            let numbers = column
                .numbers()
                .map(|numbers| self.bytes(numbers, |number| number.to_le_bytes()))
                .transpose()?;
            columns.push(StoredColumn { coding: Arc::clone(column.coding()), codes, numbers });
        }
        let weights = block.columns().weights();
        let weights =
            weights.map(|weights| self.bytes(weights, |weight| weight.to_le_bytes())).transpose()?;
        self.file.flush()?;
        Ok(StoredBlock {
            file: Arc::clone(&self.reading),
            n_rows: block.classes.len(),
            n_classes: block.n_classes,
            classes,
            columns,
            weights,
            in_memory: in_memory.then(|| block.without_numbers()),
            known: Arc::clone(&block.known),
        })
    }

    /// Writes values, and tells where.
    fn bytes<T, const N: usize>(&mut self, values: &[T], bytes: impl Fn(&T) -> [u8; N]) -> io::Result<u64> {
        let at = self.at;
        for value in values {
            self.file.write_all(&bytes(value))?;
        }
        self.at += (N * values.len()) as u64;
        Ok(at)
    }
}

/// A block of rows in a file.
#[derive(Debug)]
pub struct StoredBlock {
    file: Arc<File>,
    n_rows: usize,
    n_classes: usize,
    classes: u64,
    columns: Vec<StoredColumn>,
    weights: Option<u64>,
    /// All of it but the numbers.
    in_memory: Option<Block>,
    known: Arc<KnownRows>,
}

#[derive(Debug)]
struct StoredColumn {
    coding: Arc<Coding>,
    codes: StoredCodes,
    numbers: Option<u64>,
}

/// Where codes begin, by their width.
#[derive(Debug, Clone, Copy)]
enum StoredCodes {
    Byte(u64),
    Word(u64),
}

impl StoredBlock {
    /// The block with the columns that are needed; others are empty.
    pub fn load(&self, needs: &Needs) -> io::Result<Block> {
        let given = Arc::new(self.known.compared(&needs.compared));
        let (codes, numbers) = needs.given(&given);
        let wants = |(column, wanted): (&StoredColumn, &bool)| *wanted && column.numbers.is_some();
        let needs_numbers = self.columns.iter().zip(&numbers).any(wants);
        let block = match &self.in_memory {
            Some(block) if !needs_numbers => block.clone(),
            held => self.read_columns(&codes, &numbers, held.as_ref())?,
        };
        Ok(Block { given, ..block })
    }

    /// What stays in memory, if anything does.
    pub fn in_memory(&self) -> Option<&Block> {
        self.in_memory.as_ref()
    }

    /// The block from the file, but for codes that are in memory.
    fn read_columns(&self, codes: &[bool], numbers: &[bool], held: Option<&Block>) -> io::Result<Block> {
        let mut columns = Vec::with_capacity(self.columns.len());
        for (place, column) in self.columns.iter().enumerate() {
            let of_column = match (column.codes, held) {
                (StoredCodes::Byte(_), _) if !codes[place] => Codes::Byte(Vec::new()),
                (StoredCodes::Word(_), _) if !codes[place] => Codes::Word(Vec::new()),
                (_, Some(block)) => block.columns().columns()[place].codes().clone(),
                (StoredCodes::Byte(at), None) => Codes::Byte(self.read_bytes(at, self.n_rows)?),
                (StoredCodes::Word(at), None) => Codes::Word(self.read(at, u16::from_le_bytes)?),
            };
            let cells = match column.numbers {
                Some(at) if numbers[place] => Some(Arc::new(self.read(at, f64::from_le_bytes)?)),
                Some(_) => Some(Arc::default()),
                None => None,
            };
            columns.push(Column::of_codes(Arc::clone(&column.coding), of_column, cells));
        }
        let mut columns = Columns::new(columns, self.n_rows);
        if let Some(at) = self.weights {
            columns = columns.with_weights(self.read(at, u32::from_le_bytes)?);
        }
        let classes = match held {
            Some(block) => Arc::clone(&block.classes),
            None => Arc::new(self.read(self.classes, u16::from_le_bytes)?),
        };
        Ok(Block {
            columns: Arc::new(columns),
            classes,
            n_classes: self.n_classes,
            known: Arc::clone(&self.known),
            given: Arc::default(),
        })
    }

    fn read<T, const N: usize>(&self, at: u64, value: impl Fn([u8; N]) -> T) -> io::Result<Vec<T>> {
        let bytes = self.read_bytes(at, N * self.n_rows)?;
        let (values, _) = bytes.as_chunks::<N>();
        Ok(values.iter().map(|bytes| value(*bytes)).collect())
    }

    fn read_bytes(&self, at: u64, n_bytes: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; n_bytes];
        read_at(&self.file, &mut bytes, at)?;
        Ok(bytes)
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let n = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if n == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        (bytes, at) = (&mut bytes[n..], at + n as u64);
    }
    Ok(())
}
