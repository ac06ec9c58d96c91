//! Cells as an engine reads them, before they are typed. Part of [tables in parts](super).

use crate::table::read::{Builder, trimmed};

/// The cells of one column in some rows.
#[derive(Debug, Clone, PartialEq)]
pub enum RawCells {
    /// Numbers; NaN is a missing cell.
    Numbers(Vec<f64>),
    /// Texts.
    Texts(Texts),
}

/// Texts one behind the other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    bytes: Vec<u8>,
    /// Where each text ends, and whether there is one.
    ends: Vec<(usize, bool)>,
}

impl Texts {
    /// Adds a text; none is a missing cell.
    pub fn push(&mut self, text: Option<&[u8]>) {
        self.bytes.extend_from_slice(text.unwrap_or_default());
        self.ends.push((self.bytes.len(), text.is_some()));
    }

    fn iter(&self) -> impl Iterator<Item = Option<&[u8]>> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|(end, _)| *end));
        starts.zip(&self.ends).map(|(start, (end, is_there))| is_there.then(|| &self.bytes[start..*end]))
    }
}

impl RawCells {
    /// Number of cells.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Texts(texts) => texts.ends.len(),
        }
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the cells to a column. An error is the text of a cell that should be a number.
    pub(super) fn add_to(&self, builder: &mut Builder, decimal_comma: bool) -> Result<(), String> {
        match (self, builder) {
            (Self::Numbers(numbers), Builder::Numbers(builder)) => {
                let finite = numbers.iter().map(|number| if number.is_finite() { *number } else { f64::NAN });
                builder.cells.extend(finite);
            }
            (Self::Numbers(numbers), builder) => {
                for number in numbers {
                    builder.push(number.to_string().as_bytes(), 0, false, lossy)?;
                }
            }
            (Self::Texts(texts), builder) => {
                for text in texts.iter() {
                    builder.push(trimmed(text.unwrap_or_default()), 0, decimal_comma, lossy)?;
                }
            }
        }
        Ok(())
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
