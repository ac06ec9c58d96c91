//! Folds of a table in parts, by the numbers of its rows. Part of [tables in parts](super).

use serde::{Deserialize, Serialize};

/// How many rows with a class come before each part, by the part's key.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Offsets(pub(super) Vec<(String, u64)>);

impl Offsets {
    pub(super) fn of(&self, key: &str) -> Result<u64, String> {
        let found = self.0.iter().find(|(known, _)| known == key);
        found.map(|(_, offset)| *offset).ok_or_else(|| "this part was not there before".to_string())
    }
}

/// Deals rows to folds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Folds {
    pub(super) n_folds: u16,
    pub(super) seed: u64,
    pub(super) offsets: Offsets,
}

impl Folds {
    /// The fold of a row, by its number among all rows with a class. Rows next to each other are dealt independently.
    pub(super) fn fold(&self, number: u64) -> u32 {
        let mut bits =
            number.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self.seed.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) % u64::from(self.n_folds)) as u32
    }
}
