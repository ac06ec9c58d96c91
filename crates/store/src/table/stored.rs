//! Blocks of rows in a file, for tables that are larger than memory. A question reads only the columns that it needs. Codes
//! may stay in memory beside the file: most questions need no numbers, which take most of the room, and the others need
//! those of few bins. So the numbers of a bin lie side by side.

use super::{
    Answer, Block, CellTest, CodeRange, Codes, Coding, Column, Columns, KnownRows, Question, RowBits,
    Selection, parts::Needs,
};
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
            let numbers =
                column.numbers().map(|numbers| self.bin_by_bin(column.codes(), numbers)).transpose()?;
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

    /// Writes numbers, those of a bin side by side in the order of their rows, and tells where.
    fn bin_by_bin(&mut self, codes: &Codes, numbers: &[f64]) -> io::Result<StoredNumbers> {
        let mut n_of_code: Vec<u32> = Vec::new();
        for row in 0..codes.len() {
            let code = codes.get(row) as usize;
            if code >= n_of_code.len() {
                n_of_code.resize(code + 1, 0);
            }
            n_of_code[code] += 1;
        }
        let first_of_code: Vec<u32> = n_of_code
            .iter()
            .scan(0, |n_before, n_rows| {
                *n_before += n_rows;
                Some(*n_before - n_rows)
            })
            .collect();
        let mut stored = StoredNumbers { at: 0, first_of_code };
        let mut in_bins = vec![0.0; numbers.len()];
        let places = stored.places(codes, 0..numbers.len() as u32);
        places.into_iter().zip(numbers).for_each(|(place, number)| in_bins[place] = *number);
        stored.at = self.bytes(&in_bins, |number| number.to_le_bytes())?;
        Ok(stored)
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

/// Numbers no further apart in the file than this are read together: a page.
const NEAR: usize = 512;

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
    numbers: Option<StoredNumbers>,
}

/// The numbers of a column in bins, bin by bin.
#[derive(Debug)]
struct StoredNumbers {
    /// Where they begin in the file.
    at: u64,
    /// How many numbers stand before the first one of each bin.
    first_of_code: Vec<u32>,
}

impl StoredNumbers {
    /// Where the numbers of some rows, in ascending order, stand among those of all rows.
    fn places(&self, codes: &Codes, rows: impl Iterator<Item = u32>) -> Vec<usize> {
        match codes {
            Codes::Byte(codes) => self.places_by(codes, rows),
            Codes::Word(codes) => self.places_by(codes, rows),
        }
    }

    fn places_by<T: Copy + Into<usize>>(&self, codes: &[T], rows: impl Iterator<Item = u32>) -> Vec<usize> {
        let mut next_of_code = self.first_of_code.clone();
        let mut n_passed = 0;
        let place = |row: u32| {
            let row = row as usize;
            codes[n_passed..row].iter().for_each(|code| next_of_code[(*code).into()] += 1);
            n_passed = row;
            next_of_code[codes[row].into()] as usize
        };
        rows.map(place).collect()
    }
}

/// Where codes begin, by their width.
#[derive(Debug, Clone, Copy)]
enum StoredCodes {
    Byte(u64),
    Word(u64),
}

impl StoredBlock {
    /// What these rows say to a question. Codes tell which numbers matter, so that few of them are read.
    pub fn answer(&self, question: &Question) -> io::Result<Answer> {
        let block = self.with_codes(&question.needs(self.columns.len()))?;
        match question {
            Question::Counts(_) | Question::Tallies { .. } => Ok(block.answer(question)),
            Question::Numbers { class, set, range } => {
                let rows = block.bits(&set.within(CellTest::Codes(*range))).rows(self.n_rows);
                let rows = self.column_of_rows(&block, range.column, &rows)?;
                Ok(rows.answer(&Question::Numbers {
                    class: *class,
                    set: Selection::default(),
                    range: *range,
                }))
            }
            Question::Around(wanted) => {
                let around = |(column, numbers): &(u32, Vec<f64>)| {
                    let rows = self.rows_around(&block, *column, numbers);
                    let rows = self.column_of_rows(&block, *column, &rows)?;
                    Ok(rows.columns().columns()[*column as usize].around(numbers))
                };
                Ok(Answer::Around(wanted.iter().map(around).collect::<io::Result<_>>()?))
            }
            Question::Rows(set) => {
                let rows = block.bits(set).rows(self.n_rows);
                let places = 0..self.columns.len();
                let numbers = places.map(|column| self.numbers_of(&block, column, &rows));
                Ok(Answer::Rows(block.gathered_with(&rows, numbers.collect::<io::Result<_>>()?)))
            }
        }
    }

    /// What stays in memory, if anything does.
    pub fn in_memory(&self) -> Option<&Block> {
        self.in_memory.as_ref()
    }

    /// The block without numbers, and with the rows that pass comparisons.
    fn with_codes(&self, needs: &Needs) -> io::Result<Block> {
        let mut given = self.known.compared(&needs.compared);
        let unknown: Vec<CellTest> =
            needs.compared.iter().copied().filter(|test| !given.contains_key(test)).collect();
        let block = match &self.in_memory {
            Some(block) => block.clone(),
            None => {
                let mut codes = needs.codes.clone();
                unknown.iter().for_each(|test| codes[test.column()] = true);
                self.read_codes(&codes)?
            }
        };
        for test in unknown {
            let rows = Arc::new(self.passing(&block, test)?);
            self.known.remember(test, &rows);
            given.insert(test, rows);
        }
        Ok(Block { given: Arc::new(given), ..block })
    }

    /// The rows that pass a comparison with a number: that of most is told by their codes.
    fn passing(&self, block: &Block, test: CellTest) -> io::Result<RowBits> {
        let column = &self.columns[test.column()];
        let (inside, at) = column.coding.decided(test);
        let with_codes = |range: CodeRange| block.columns.bits(CellTest::Codes(range));
        let mut passing = inside.map_or_else(|| RowBits::none(self.n_rows), with_codes);
        if let Some(bin) = at {
            let range = CodeRange { column: test.column() as u32, first: bin, last: bin };
            let rows = with_codes(range).rows(self.n_rows);
            let numbers = self.numbers_of(block, test.column(), &rows)?.unwrap_or_default();
            let passes = rows.iter().zip(&numbers).filter(|(_, number)| test.passes(**number));
            passes.for_each(|(row, _)| passing.insert(*row));
        }
        Ok(passing)
    }

    /// The rows of a column in bins with cells next to some numbers.
    fn rows_around(&self, block: &Block, column: u32, numbers: &[f64]) -> Vec<u32> {
        let mut rows = RowBits::none(self.n_rows);
        let mut bins: Vec<u32> =
            numbers.iter().map(|number| self.columns[column as usize].coding.bin(*number)).collect();
        bins.sort_unstable();
        bins.dedup();
        for bin in bins {
            rows.add(&block.columns.bits(CellTest::Codes(CodeRange { column, first: bin, last: bin })));
        }
        rows.rows(self.n_rows)
    }

    /// Some rows with the codes and numbers of one column; other columns are empty.
    fn column_of_rows(&self, block: &Block, wanted: u32, rows: &[u32]) -> io::Result<Block> {
        let mut columns = Vec::with_capacity(self.columns.len());
        for (place, column) in self.columns.iter().enumerate() {
            let is_wanted = place == wanted as usize;
            let numbers = match is_wanted {
                true => self.numbers_of(block, place, rows)?,
                false => column.numbers.as_ref().map(|_| Vec::new()),
            };
            let codes = block.columns.columns()[place].codes().of_rows(if is_wanted { rows } else { &[] });
            columns.push(Column::of_codes(Arc::clone(&column.coding), codes, numbers.map(Arc::new)));
        }
        let mut columns = Columns::new(columns, rows.len());
        if let Some(weights) = block.columns.weights() {
            columns = columns.with_weights(rows.iter().map(|row| weights[*row as usize]).collect());
        }
        let classes = rows.iter().map(|row| block.classes[*row as usize]).collect();
        Ok(Block::new(columns, classes, self.n_classes))
    }

    /// The numbers of some rows in a column, if it is in bins. The codes of the column are known.
    fn numbers_of(&self, block: &Block, column: usize, rows: &[u32]) -> io::Result<Option<Vec<f64>>> {
        let Some(stored) = &self.columns[column].numbers else { return Ok(None) };
        let codes = block.columns.columns()[column].codes();
        let mut wanted: Vec<(usize, usize)> =
            stored.places(codes, rows.iter().copied()).into_iter().zip(0..).collect();
        wanted.sort_unstable();
        let mut numbers = vec![0.0; rows.len()];
        let mut bytes = Vec::new();
        for wanted in wanted.chunk_by(|(place, _), (next, _)| next - place <= NEAR) {
            let (first, last) = (wanted[0].0, wanted[wanted.len() - 1].0);
            bytes.resize(size_of::<f64>() * (last - first + 1), 0);
            read_at(&self.file, &mut bytes, stored.at + (size_of::<f64>() * first) as u64)?;
            let (cells, _) = bytes.as_chunks();
            for (place, number) in wanted {
                numbers[*number] = f64::from_le_bytes(cells[place - first]);
            }
        }
        Ok(Some(numbers))
    }

    /// The codes of some columns from the file; other columns are empty.
    fn read_codes(&self, wanted: &[bool]) -> io::Result<Block> {
        let mut columns = Vec::with_capacity(self.columns.len());
        for (column, &is_wanted) in self.columns.iter().zip(wanted) {
            let codes = match column.codes {
                StoredCodes::Byte(_) if !is_wanted => Codes::Byte(Vec::new()),
                StoredCodes::Word(_) if !is_wanted => Codes::Word(Vec::new()),
                StoredCodes::Byte(at) => Codes::Byte(self.read_bytes(at, self.n_rows)?),
                StoredCodes::Word(at) => Codes::Word(self.read(at, u16::from_le_bytes)?),
            };
            let numbers = column.numbers.as_ref().map(|_| Arc::default());
            columns.push(Column::of_codes(Arc::clone(&column.coding), codes, numbers));
        }
        let mut columns = Columns::new(columns, self.n_rows);
        if let Some(at) = self.weights {
            columns = columns.with_weights(self.read(at, u32::from_le_bytes)?);
        }
        Ok(Block {
            columns: Arc::new(columns),
            classes: Arc::new(self.read(self.classes, u16::from_le_bytes)?),
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
