//! A default rule over the columns of a table, as the [search](super::columns) builds it: tests on codes, and exceptions.
//! With names and thresholds it becomes a rule of the [model](crate::table::model).

use super::description_length::DefaultRule;
use xfold_store::table::{CellTest, CodeRange, Columns, RowSet, Selection};

/// A default rule in codes: it covers a row if all tests hold and no exception covers it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct ColumnRule {
    pub(crate) tests: Vec<CellTest>,
    pub(crate) exceptions: Vec<ColumnRule>,
}

impl DefaultRule for ColumnRule {
    fn size(&self) -> usize {
        let exceptions: usize = self.exceptions.iter().map(Self::size).sum();
        self.tests.len() + 1 + if self.exceptions.is_empty() { 0 } else { 1 + exceptions }
    }

    fn exceptions(&self) -> &[Self] {
        &self.exceptions
    }

    fn except(&self, exceptions: Vec<Self>) -> Self {
        Self { tests: self.tests.clone(), exceptions }
    }
}

impl ColumnRule {
    /// The rows of a set that it covers.
    pub(super) fn covered(&self, columns: &Columns, rows: &RowSet) -> RowSet {
        let mut covered = rows.clone();
        for test in &self.tests {
            covered = columns.within(&covered, *test);
        }
        for exception in &self.exceptions {
            covered = covered.minus(&exception.covered(columns, &covered));
        }
        covered
    }

    /// The rows that it covers, wherever they are.
    pub(crate) fn selection(&self) -> Selection {
        let without = self.exceptions.iter().map(Self::selection).collect();
        Selection { tests: self.tests.clone(), without }
    }

    /// The rule with one test more. A bound that the new one tightens is dropped.
    pub(super) fn plus(&self, test: CellTest, columns: &Columns) -> Self {
        let n_codes = columns.columns()[test.column()].n_codes();
        let is_numeric = columns.columns()[test.column()].is_numeric();
        let is_present = |range: &CodeRange| range.first == 0 && range.last + 1 == n_codes;
        let wider = |other: &CellTest| match (other, test) {
            _ if other.column() != test.column() || !is_numeric => false,
            (CellTest::AtMost(_, wide), CellTest::AtMost(_, narrow)) => *wide >= narrow,
            (CellTest::Above(_, wide), CellTest::Above(_, narrow)) => *wide <= narrow,
            (CellTest::Codes(wide), CellTest::Codes(narrow)) => {
                let are_bounds = wide.first < n_codes && narrow.first < n_codes;
                are_bounds && wide.first <= narrow.first && wide.last >= narrow.last
            }
            (CellTest::Codes(wide), _) => is_present(wide),
            _ => false,
        };
        let mut tests: Vec<CellTest> = self.tests.iter().copied().filter(|other| !wider(other)).collect();
        tests.push(test);
        Self { tests, exceptions: Vec::new() }
    }

    /// The rules got by leaving out one test or one exception rule, at any depth, but never the last test.
    pub(super) fn shorter(&self) -> Vec<Self> {
        let mut out = Vec::new();
        if self.tests.len() > 1 {
            for place in 0..self.tests.len() {
                let mut rule = self.clone();
                rule.tests.remove(place);
                out.push(rule);
            }
        }
        for place in 0..self.exceptions.len() {
            let mut rule = self.clone();
            rule.exceptions.remove(place);
            out.push(rule);
            for shorter in self.exceptions[place].shorter() {
                let mut rule = self.clone();
                rule.exceptions[place] = shorter;
                out.push(rule);
            }
        }
        out
    }
}
