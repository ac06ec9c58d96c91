//! What is known of a part before it is read: where it is, which version of it, and how large.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// One part of a table: a file, or a run of row groups of a Parquet file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartDescription {
    /// The store that holds the file, such as `file:///` or `s3://bucket/`.
    pub store: String,
    /// The path of the file within its store.
    pub path: String,
    /// The size of the whole file in bytes.
    pub size: u64,
    /// When the file was changed last, in nanoseconds since 1970.
    pub modified: i64,
    /// The version that the store gives the file, where it does.
    pub etag: Option<String>,
    /// The row groups that make up the part; `None`: the whole file.
    pub row_groups: Option<Range<usize>>,
    /// How many row groups the file has.
    pub n_row_groups: usize,
    /// The number of rows, where it is known without reading them.
    pub n_rows: Option<u64>,
    /// For each column, the bytes that reading it keeps in memory at the same time.
    pub column_bytes: Vec<u64>,
}

impl PartDescription {
    /// The address of the file, for people: a path for local files.
    pub fn url(&self) -> String {
        if self.store.starts_with("file:") {
            format!("/{}", self.path)
        } else {
            format!("{}/{}", self.store.trim_end_matches('/'), self.path)
        }
    }

    /// Names the part in messages.
    pub fn name(&self) -> String {
        match &self.row_groups {
            Some(groups) if groups.len() < self.n_row_groups && groups.len() == 1 => {
                format!("{} (row group {})", self.url(), groups.start)
            }
            Some(groups) if groups.len() < self.n_row_groups => {
                format!("{} (row groups {} to {})", self.url(), groups.start, groups.end - 1)
            }
            _ => self.url(),
        }
    }

    /// Names the part and its version.
    pub fn key(&self) -> String {
        let Range { start, end } = self.row_groups.clone().unwrap_or_default();
        let etag = self.etag.as_deref().unwrap_or_default();
        format!("{}{}#{start}-{end}@{}/{}/{etag}", self.store, self.path, self.size, self.modified)
    }

    /// The bytes that reading these columns keeps in memory.
    pub(crate) fn bytes_in_memory(&self, columns: Option<&[usize]>) -> u64 {
        match columns {
            Some(columns) => columns.iter().filter_map(|&column| self.column_bytes.get(column)).sum(),
            None => self.column_bytes.iter().sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(row_groups: Option<Range<usize>>) -> PartDescription {
        PartDescription {
            store: "file:///".into(),
            path: "data/a.parquet".into(),
            size: 10,
            modified: 7,
            etag: None,
            row_groups,
            n_row_groups: 4,
            n_rows: None,
            column_bytes: vec![1, 20, 300],
        }
    }

    #[test]
    fn names_say_file_and_row_groups() {
        assert_eq!(part(Some(0..4)).name(), "/data/a.parquet");
        assert_eq!(part(Some(1..2)).name(), "/data/a.parquet (row group 1)");
        assert_eq!(part(Some(1..3)).name(), "/data/a.parquet (row groups 1 to 2)");
        assert_eq!(part(None).name(), "/data/a.parquet");
        let bucket = PartDescription { store: "s3://bucket/".into(), ..part(None) };
        assert_eq!(bucket.name(), "s3://bucket/data/a.parquet");
    }

    #[test]
    fn keys_tell_versions_apart() {
        let versions = [
            part(None),
            part(Some(0..1)),
            PartDescription { size: 11, ..part(None) },
            PartDescription { modified: 8, ..part(None) },
            PartDescription { etag: Some("x".into()), ..part(None) },
        ];
        let keys: std::collections::HashSet<_> = versions.iter().map(PartDescription::key).collect();
        assert_eq!(keys.len(), versions.len());
    }

    #[test]
    fn only_wanted_columns_take_memory() {
        assert_eq!(part(None).bytes_in_memory(None), 321);
        assert_eq!(part(None).bytes_in_memory(Some(&[2, 0])), 301);
    }
}
