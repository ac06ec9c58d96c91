//! Columns that Python gives: arrays of numbers, or codes with their texts. They are read in place and copied once.

use crate::errors::Failure;
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::{exceptions::PyTypeError, prelude::*};
use std::sync::Arc;
use xfold::table::{Categories, Cells, Column, read::Given};

/// A column as Python gives it: its name, an array of numbers or codes, the texts of the codes, and whether the user
/// said what it holds.
pub type PyColumn<'py> = (String, Bound<'py, PyAny>, Option<Vec<String>>, bool);

/// A column in memory.
pub fn given((name, array, values, asked): PyColumn<'_>) -> PyResult<Given> {
    let cells = match values {
        None => Cells::Numbers(Arc::new(numbers(&array)?)),
        Some(values) => {
            let code = |code: &i64| u32::try_from(*code).ok();
            Cells::Categories(Categories::from_codes(codes(&array)?.iter().map(code), &values))
        }
    };
    Ok(Given { column: Column { name, cells }, asked })
}

/// All columns have as many cells, or Python erred.
pub fn same_length(given: &[Given]) -> Result<usize, Failure> {
    let n_rows = given.first().map_or(0, |given| given.column.n_rows());
    match given.iter().find(|given| given.column.n_rows() != n_rows) {
        None => Ok(n_rows),
        Some(other) => {
            let message = format!("column `{}` has another number of rows than the first", other.column.name);
            Err(Failure::internal(&message))
        }
    }
}

/// The numbers of an array of any type of numbers.
pub fn numbers(array: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let found = read(array, |value: f64| value)
        .or_else(|| read(array, |value: f32| f64::from(value)))
        .or_else(|| read(array, |value: i64| value as f64))
        .or_else(|| read(array, |value: i32| f64::from(value)))
        .or_else(|| read(array, |value: u8| f64::from(value)));
    found.ok_or_else(|| PyTypeError::new_err("expected an array of numbers"))
}

/// The codes of an array of whole numbers.
fn codes(array: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let found = read(array, |value: i64| value)
        .or_else(|| read(array, |value: i32| i64::from(value)))
        .or_else(|| read(array, |value: i16| i64::from(value)))
        .or_else(|| read(array, |value: i8| i64::from(value)))
        .or_else(|| read(array, |value: u32| i64::from(value)))
        .or_else(|| read(array, |value: u8| i64::from(value)));
    found.ok_or_else(|| PyTypeError::new_err("expected an array of whole numbers"))
}

/// The elements of an array of this type, wherever they lie.
fn read<T: Element + Copy, U>(array: &Bound<'_, PyAny>, convert: impl Fn(T) -> U) -> Option<Vec<U>> {
    let array = array.cast::<PyArray1<T>>().ok()?.try_readonly().ok()?;
    Some(match array.as_slice() {
        Ok(slice) => slice.iter().copied().map(convert).collect(),
        Err(_) => array.as_array().iter().copied().map(convert).collect(),
    })
}
