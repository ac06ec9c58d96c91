//! Whose language a task is written in. Part of the first station of the path, task.

/// Whose conventions a task follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Ours: modes with their sign, exceptions invented where they help.
    #[default]
    Own,
    /// Both signs of a body mode unless it says `positive`; constraints; choice heads; cost is length.
    Ilasp,
    /// Only what is declared, no constraints, types as atoms; cost is what `#bias` says.
    FastLas,
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Own => "xfold",
            Self::Ilasp => "ILASP",
            Self::FastLas => "FastLAS",
        })
    }
}
