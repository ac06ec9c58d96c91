//! Columns that Python gives: arrays of numbers, codes with their texts, or texts as Arrow keeps them. They are read where
//! they lie, without Python's lock, and copied once.

use crate::{errors::Failure, running::FEW_ROWS};
use numpy::{Element, PyArray1, PyReadonlyArray1, ndarray::ArrayView1};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyFloat, PyList, PyString},
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use xfold::table::{
    Categories, Cells, Column, MISSING,
    read::{Given, has_infinite},
};

/// A column as Python gives it: its name, its cells, the texts of codes, and whether the user said what it holds.
#[derive(FromPyObject)]
pub struct PyColumn<'py>(String, PyCells<'py>, Option<Vec<String>>, bool);

/// Cells as Python gives them.
#[derive(FromPyObject)]
enum PyCells<'py> {
    Texts(PyTexts<'py>),
    Array(Bound<'py, PyAny>),
}

/// Texts as Arrow keeps them: where each begins and the next one ends, all their bytes, a bit for each that is there, and
/// the place of the first bit.
#[derive(FromPyObject)]
pub struct PyTexts<'py>(
    PyReadonlyArray1<'py, i64>,
    PyReadonlyArray1<'py, u8>,
    Option<PyReadonlyArray1<'py, u8>>,
    usize,
);

/// Columns of Python's that do not change while they are read.
pub struct Held<'py>(Vec<HeldColumn<'py>>);

struct HeldColumn<'py> {
    name: String,
    source: Box<dyn Source + 'py>,
    values: Option<Vec<String>>,
    asked: bool,
}

impl<'py> Held<'py> {
    /// Takes hold of columns.
    pub fn new(columns: Vec<PyColumn<'py>>) -> PyResult<Self> {
        let hold = |PyColumn(name, cells, values, asked): PyColumn<'py>| {
            let source = match cells {
                PyCells::Array(array) => array_source(&array)?,
                PyCells::Texts(texts) => Box::new(texts),
            };
            Ok(HeldColumn { name, source, values, asked })
        };
        columns.into_iter().map(hold).collect::<PyResult<_>>().map(Self)
    }

    /// The columns without anything of Python's, to be read by any thread.
    pub fn lend(&self) -> Vec<Lent<'_>> {
        let lend = self.0.iter().map(|column| Lent {
            name: &column.name,
            cells: column.source.lend(),
            values: column.values.as_deref(),
            asked: column.asked,
        });
        lend.collect()
    }
}

/// A column that may be read by any thread.
pub struct Lent<'a> {
    name: &'a str,
    cells: Box<dyn LentCells + 'a>,
    values: Option<&'a [String]>,
    asked: bool,
}

impl Lent<'_> {
    fn read(&self) -> Result<Given, Failure> {
        let cells = self.cells.read(self.values);
        if let Cells::Numbers(numbers) = &cells
            && has_infinite(numbers)
        {
            let message = format!(
                "Input X contains infinity: column '{}' has infinite numbers. Make them missing, for example with \
                 X.replace([numpy.inf, -numpy.inf], numpy.nan)",
                self.name
            );
            return Err(Failure::value(message));
        }
        Ok(Given { column: Column { name: self.name.to_owned(), cells }, asked: self.asked })
    }
}

/// Copies columns, several at a time if they are long.
pub fn read(lent: &[Lent<'_>]) -> Result<Vec<Given>, Failure> {
    let given: Vec<Given> = match lent.first().is_some_and(|first| first.cells.n_rows() > FEW_ROWS) {
        true => lent.par_iter().map(Lent::read).collect::<Result<_, _>>()?,
        false => lent.iter().map(Lent::read).collect::<Result<_, _>>()?,
    };
    let n_rows = given.first().map_or(0, |given| given.column.n_rows());
    match given.iter().find(|given| given.column.n_rows() != n_rows) {
        None => Ok(given),
        Some(other) => {
            let message = format!("column `{}` has another number of rows than the first", other.column.name);
            Err(Failure::internal(&message))
        }
    }
}

/// What holds an array of Python's.
trait Source {
    fn lend(&self) -> Box<dyn LentCells + '_>;
}

/// Cells that any thread may read.
trait LentCells: Send + Sync {
    fn n_rows(&self) -> usize;

    /// A copy: categories if there are values, else numbers. Texts have values of their own.
    fn read(&self, values: Option<&[String]>) -> Cells;
}

/// What an array of numpy may have in its cells.
trait Cell: Element + Copy + Send + Sync {
    fn number(self) -> f64;
    /// As the number of a value; what is none is missing.
    fn code(self) -> Option<u32>;
}

macro_rules! cells {
    ($($kind:ty: $number:expr, $code:expr;)*) => {
        $(impl Cell for $kind {
            fn number(self) -> f64 {
                let number: fn(Self) -> f64 = $number;
                number(self)
            }

            fn code(self) -> Option<u32> {
                let code: fn(Self) -> Option<u32> = $code;
                code(self)
            }
        })*

        /// The array of a column, of whatever type it is.
        fn array_source<'py>(array: &Bound<'py, PyAny>) -> PyResult<Box<dyn Source + 'py>> {
            $(if let Ok(array) = array.extract::<PyReadonlyArray1<'py, $kind>>() {
                return Ok(Box::new(array));
            })*
            Err(PyTypeError::new_err("expected an array of numbers"))
        }
    };
}

cells! {
    f64: |cell| cell, |_| None;
    i64: |cell| cell as f64, |cell| u32::try_from(cell).ok();
    i32: f64::from, |cell| u32::try_from(cell).ok();
    f32: f64::from, |_| None;
    bool: f64::from, |cell| Some(u32::from(cell));
    i8: f64::from, |cell| u32::try_from(cell).ok();
    i16: f64::from, |cell| u32::try_from(cell).ok();
    u8: f64::from, |cell| Some(u32::from(cell));
    u16: f64::from, |cell| Some(u32::from(cell));
    u32: f64::from, Some;
    u64: |cell| cell as f64, |cell| u32::try_from(cell).ok();
}

impl<T: Cell> Source for PyReadonlyArray1<'_, T> {
    fn lend(&self) -> Box<dyn LentCells + '_> {
        Box::new(self.as_array())
    }
}

impl<T: Cell> LentCells for ArrayView1<'_, T> {
    fn n_rows(&self) -> usize {
        self.len()
    }

    fn read(&self, values: Option<&[String]>) -> Cells {
        let code = |cell: &T| cell.code();
        let number = |cell: &T| cell.number();
        match (values, self.as_slice()) {
            (None, Some(cells)) => Cells::Numbers(Arc::new(cells.iter().map(number).collect())),
            (None, None) => Cells::Numbers(Arc::new(self.iter().map(number).collect())),
            (Some(values), Some(cells)) => {
                Cells::Categories(Categories::from_codes(cells.iter().map(code), values))
            }
            (Some(values), None) => Cells::Categories(Categories::from_codes(self.iter().map(code), values)),
        }
    }
}

impl Source for PyTexts<'_> {
    fn lend(&self) -> Box<dyn LentCells + '_> {
        Box::new(self.texts())
    }
}

impl PyTexts<'_> {
    fn texts(&self) -> Texts<'_> {
        Texts {
            ends: self.0.as_slice().unwrap_or_default(),
            bytes: self.1.as_slice().unwrap_or_default(),
            bits: self.2.as_ref().map(|bits| bits.as_slice().unwrap_or_default()),
            first: self.3,
        }
    }
}

/// Texts that any thread may read.
struct Texts<'a> {
    ends: &'a [i64],
    bytes: &'a [u8],
    bits: Option<&'a [u8]>,
    first: usize,
}

impl<'a> Texts<'a> {
    /// Each text, none where it is missing.
    fn iter(&self) -> impl Iterator<Item = Option<&'a [u8]>> {
        let (bytes, bits, first) = (self.bytes, self.bits, self.first);
        self.ends.windows(2).zip(first..).map(move |(ends, bit)| {
            let is_there =
                bits.is_none_or(|bits| bits.get(bit / 8).is_some_and(|byte| (byte >> (bit % 8)) & 1 == 1));
            let ends = is_there.then_some(ends)?;
            bytes.get(usize::try_from(ends[0]).ok()?..usize::try_from(ends[1]).ok()?)
        })
    }

    /// The different texts in the order in which they appear, and for each cell the number of its own.
    fn numbered(&self) -> (Vec<String>, Vec<u32>) {
        let mut values: Vec<&[u8]> = Vec::new();
        let mut numbers: FxHashMap<&[u8], u32> = FxHashMap::default();
        let mut number = |text| {
            *numbers.entry(text).or_insert_with(|| {
                values.push(text);
                values.len() as u32 - 1
            })
        };
        let codes = self.iter().map(|text| text.map_or(MISSING, &mut number)).collect();
        (values.into_iter().map(|value| String::from_utf8_lossy(value).into_owned()).collect(), codes)
    }
}

impl LentCells for Texts<'_> {
    fn n_rows(&self) -> usize {
        self.ends.len().saturating_sub(1)
    }

    fn read(&self, _: Option<&[String]>) -> Cells {
        let (values, codes) = self.numbered();
        Cells::Categories(Categories::from_numbered(codes, values))
    }
}

/// The different texts among some, and for each the number of its own; -1 for missing ones.
#[pyfunction]
pub fn number_texts<'py>(py: Python<'py>, texts: PyTexts<'py>) -> (Vec<String>, Bound<'py, PyArray1<i32>>) {
    let texts = texts.texts();
    let (values, codes) = py.detach(|| texts.numbered());
    let codes = codes.into_iter().map(|code| i32::try_from(code).unwrap_or(-1));
    (values, PyArray1::from_iter(py, codes))
}

/// How many objects are remembered by their place in memory, to be known again without a look at their values.
const N_REMEMBERED: usize = 1 << 10;

/// The different objects of an array, and for each cell the number of its own; -1 for those that `is_missing` knows.
/// Objects of different types are different.
#[pyfunction]
pub fn number_objects<'py>(
    array: PyReadonlyArray1<'py, Py<PyAny>>,
    is_missing: Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyArray1<i32>>)> {
    let py = is_missing.py();
    let found = PyList::empty(py);
    let others = PyDict::new(py);
    let mut remembered = vec![(0, 0); N_REMEMBERED];
    let mut texts: FxHashMap<Box<str>, i32> = FxHashMap::default();
    let mut floats: FxHashMap<u64, i32> = FxHashMap::default();
    let mut codes: Vec<i32> = Vec::with_capacity(array.as_array().len());
    for cell in array.as_array() {
        let cell = cell.bind(py);
        let pointer = cell.as_ptr() as usize;
        // Objects begin at multiples of sixteen.
        let place = (pointer >> 4) % N_REMEMBERED;
        if let (known, code) = remembered[place]
            && known == pointer
        {
            codes.push(code);
            continue;
        }
        let next = found.len() as i32;
        let code = if let Ok(text) = cell.cast_exact::<PyString>() {
            let text = text.to_string_lossy();
            match texts.get(&*text) {
                Some(code) => *code,
                None => *texts.entry(text.into()).or_insert(next),
            }
        } else if let Ok(float) = cell.cast_exact::<PyFloat>() {
            match float.value() {
                value if value.is_nan() => -1,
                // Both zeros are one number.
                value => *floats.entry((value + 0.0).to_bits()).or_insert(next),
            }
        } else if is_missing.call1((cell,))?.is_truthy()? {
            -1
        } else {
            let key = (cell.get_type(), cell);
            match others.get_item(&key)? {
                Some(code) => code.extract()?,
                None => {
                    others.set_item(key, next)?;
                    next
                }
            }
        };
        if code == next {
            found.append(cell)?;
        }
        remembered[place] = (pointer, code);
        codes.push(code);
    }
    Ok((found, PyArray1::from_vec(py, codes)))
}
