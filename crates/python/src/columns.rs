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
        Some(values) => Cells::Categories(categories(&array, &values)?),
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

/// The categories of an array of codes; what is no code is missing.
fn categories(array: &Bound<'_, PyAny>, values: &[String]) -> PyResult<Categories> {
    let found = coded::<i64>(array, values)
        .or_else(|| coded::<i32>(array, values))
        .or_else(|| coded::<i16>(array, values))
        .or_else(|| coded::<i8>(array, values))
        .or_else(|| coded::<u32>(array, values))
        .or_else(|| coded::<u8>(array, values));
    found.ok_or_else(|| PyTypeError::new_err("expected an array of whole numbers"))
}

/// The same for an array of this type.
fn coded<T: Element + Copy>(array: &Bound<'_, PyAny>, values: &[String]) -> Option<Categories>
where
    u32: TryFrom<T>,
{
    let array = array.cast::<PyArray1<T>>().ok()?.try_readonly().ok()?;
    let code = |code: &T| u32::try_from(*code).ok();
    Some(match array.as_slice() {
        Ok(slice) => Categories::from_codes(slice.iter().map(code), values),
        Err(_) => Categories::from_codes(array.as_array().iter().map(code), values),
    })
}

/// The elements of an array of this type, wherever they lie.
fn read<T: Element + Copy, U>(array: &Bound<'_, PyAny>, convert: impl Fn(T) -> U) -> Option<Vec<U>> {
    let array = array.cast::<PyArray1<T>>().ok()?.try_readonly().ok()?;
    Some(match array.as_slice() {
        Ok(slice) => slice.iter().copied().map(convert).collect(),
        Err(_) => array.as_array().iter().copied().map(convert).collect(),
    })
}
