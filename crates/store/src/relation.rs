//! Relations: the atoms of one predicate as columns of values, and indexes over chosen columns.

use crate::sorted::{self, Buckets, Filter};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::{hash::Hasher, ops::Range};

/// A ground term, as its number in the caller's dictionary.
pub type Value = u32;

/// A world, by number.
pub type WorldId = u32;

/// A set of tuples. With a world column each tuple belongs to one world; without one, to all.
#[derive(Debug, Clone, Default)]
pub struct Relation {
    n_rows: usize,
    columns: Vec<Vec<Value>>,
    worlds: Option<Vec<WorldId>>,
    /// The tuples hold in every world and stand in rising order, so that an index takes little memory.
    is_sorted: bool,
}

impl Relation {
    /// The relation of tuples that hold in every world, one column for each place, all of the same length. Rows that are in
    /// rising order and different from each other are taken as they are; else they are sorted, and each is kept once.
    ///
    /// # Panics
    /// If there is no column, columns differ in length, or there are 2^32 rows.
    pub fn of_columns(mut columns: Vec<Vec<Value>>) -> Self {
        let n_rows = columns.first().expect("a relation by columns has one").len();
        assert!(columns.iter().all(|column| column.len() == n_rows), "columns differ in length");
        assert!(u32::try_from(n_rows).is_ok(), "rows are numbered by 32 bits");
        if !sorted::is_rising(&columns) {
            sorted::sort_rows(&mut columns);
        }
        Self { n_rows: columns[0].len(), columns, worlds: None, is_sorted: true }
    }

    /// The relation of tuples that hold in every world. Each tuple is kept once.
    pub fn shared(arity: usize, rows: impl IntoIterator<Item = impl AsRef<[Value]>>) -> Self {
        Self::build(arity, false, rows.into_iter().map(|row| (0, row)))
    }

    /// The relation of tuples that each hold in one world. Each pair of world and tuple is kept once.
    pub fn per_world(arity: usize, rows: impl IntoIterator<Item = (WorldId, impl AsRef<[Value]>)>) -> Self {
        Self::build(arity, true, rows)
    }

    fn build(
        arity: usize,
        with_worlds: bool,
        rows: impl IntoIterator<Item = (WorldId, impl AsRef<[Value]>)>,
    ) -> Self {
        let mut relation =
            Self { columns: vec![Vec::new(); arity], worlds: with_worlds.then(Vec::new), ..Self::default() };
        let mut seen = HashTable::<u32>::new();
        for (world, row) in rows {
            let row = row.as_ref();
            debug_assert_eq!(row.len(), arity);
            let hash = hash_key(std::iter::once(world).chain(row.iter().copied()));
            let known = |&other: &u32| {
                relation.world(other as usize).is_none_or(|other| other == world)
                    && row
                        .iter()
                        .enumerate()
                        .all(|(place, value)| relation.columns[place][other as usize] == *value)
            };
            if seen.find(hash, known).is_some() {
                continue;
            }
            let number = relation.n_rows as u32;
            relation.n_rows += 1;
            for (column, value) in relation.columns.iter_mut().zip(row) {
                column.push(*value);
            }
            if let Some(worlds) = &mut relation.worlds {
                worlds.push(world);
            }
            let rehash = |&other: &u32| {
                let other = other as usize;
                let world = relation.worlds.as_ref().map_or(0, |worlds| worlds[other]);
                hash_key(std::iter::once(world).chain(relation.columns.iter().map(|column| column[other])))
            };
            seen.insert_unique(hash, number, rehash);
        }
        for column in &mut relation.columns {
            column.shrink_to_fit();
        }
        relation
    }

    /// Number of tuples.
    pub fn len(&self) -> usize {
        self.n_rows
    }

    /// Whether there is no tuple.
    pub fn is_empty(&self) -> bool {
        self.n_rows == 0
    }

    /// One column.
    pub fn column(&self, place: usize) -> &[Value] {
        &self.columns[place]
    }

    /// Number of columns, the world column not counted.
    pub fn arity(&self) -> usize {
        self.columns.len()
    }

    fn world(&self, row: usize) -> Option<WorldId> {
        self.worlds.as_ref().map(|worlds| worlds[row])
    }
}

/// The rows of a relation by the values in some of its columns (and by world, if the relation has worlds).
#[derive(Debug)]
pub struct Index {
    places: Vec<usize>,
    groups: Groups,
    /// Group `g` is `rows[starts[g]..starts[g + 1]]`; for direct groups these are rows themselves.
    starts: Vec<u32>,
    rows: Vec<u32>,
}

#[derive(Debug)]
enum Groups {
    /// One column of consecutive values, each above the one before: the first one, and so the row of any other.
    Consecutive(Value),
    /// One column of small values: the value is the group. A relation that does not stand in their order is copied in it,
    /// so that the rows of a group are side by side in memory.
    Direct(Option<Relation>),
    /// Groups found by the hash of their key.
    Hashed(HashTable<u32>),
    /// The relation itself stands in the order of these places. If they are all places, most tuples that it does not have
    /// are known by one look.
    InOrder(Buckets, Option<Filter>),
    /// `rows` stand in the order of these places.
    Ordered(Buckets),
}

/// Rows of a relation, by number.
#[derive(Debug, Clone)]
pub enum Rows<'a> {
    /// All of a range.
    Range(Range<u32>),
    /// Those listed.
    List(&'a [u32]),
}

impl Rows<'_> {
    /// No rows.
    pub const NONE: Rows<'static> = Rows::List(&[]);

    /// How many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Rows::Range(range) => range.len(),
            Rows::List(rows) => rows.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds what a column has in these rows to others.
    pub(crate) fn gather(&self, column: &[Value], to: &mut Vec<Value>) {
        match self {
            Rows::Range(range) => to.extend_from_slice(&column[range.start as usize..range.end as usize]),
            Rows::List(rows) => to.extend(rows.iter().map(|&row| column[row as usize])),
        }
    }
}

impl<'a> IntoIterator for Rows<'a> {
    type Item = u32;
    type IntoIter = RowNumbers<'a>;

    fn into_iter(self) -> RowNumbers<'a> {
        match self {
            Rows::Range(range) => RowNumbers { range, list: [].iter() },
            Rows::List(rows) => RowNumbers { range: 0..0, list: rows.iter() },
        }
    }
}

/// The numbers of rows, one after the other.
#[derive(Debug, Clone)]
pub struct RowNumbers<'a> {
    range: Range<u32>,
    list: std::slice::Iter<'a, u32>,
}

impl Iterator for RowNumbers<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match self.list.next() {
            Some(&row) => Some(row),
            None => self.range.next(),
        }
    }
}

impl Index {
    /// Indexes the columns whose bits are set in `places`.
    pub fn new(relation: &Relation, places: u32) -> Self {
        let places: Vec<usize> = (0..relation.arity()).filter(|place| places >> place & 1 == 1).collect();
        if relation.is_sorted && !places.is_empty() {
            return Self::ordered(relation, places);
        }
        if let ([place], None) = (&places[..], &relation.worlds)
            && let Some(index) = Self::direct(relation, *place)
        {
            return index;
        }
        let (groups, group_of) = Self::hashed(relation, &places);
        let (starts, rows) = by_group(&group_of);
        Self { places, groups, starts, rows }
    }

    /// An index of a column whose values are consecutive or small; `None` if they are neither.
    fn direct(relation: &Relation, place: usize) -> Option<Self> {
        let column = relation.column(place);
        let index = |groups, starts| Self { places: vec![place], groups, starts, rows: Vec::new() };
        let &first = column.first()?;
        let is_next = |(row, value): (usize, &Value)| first as usize + row == *value as usize;
        if column.iter().enumerate().all(is_next) {
            return Some(index(Groups::Consecutive(first), Vec::new()));
        }
        let largest = column.iter().max().copied()? as usize;
        if largest >= 2 * relation.len() + 64 {
            return None;
        }
        let (starts, rows) = by_group(column);
        let copy = (!column.is_sorted()).then(|| {
            let gather = |column: &Vec<Value>| rows.iter().map(|&row| column[row as usize]).collect();
            let columns = relation.columns.iter().map(gather).collect();
            Relation { n_rows: relation.n_rows, columns, ..Relation::default() }
        });
        Some(index(Groups::Direct(copy), starts))
    }

    /// The relation whose rows are found: the one that is indexed, or its copy in the order of the index.
    pub(crate) fn relation<'a>(&'a self, indexed: &'a Relation) -> &'a Relation {
        match &self.groups {
            Groups::Direct(Some(copy)) => copy,
            _ => indexed,
        }
    }

    /// An index of a sorted relation: its first places need nothing but marks, others a list of its rows in their order.
    fn ordered(relation: &Relation, places: Vec<usize>) -> Self {
        let is_prefix = places.iter().enumerate().all(|(at, &place)| at == place);
        let (groups, rows) = if is_prefix {
            let is_whole = places.len() == relation.arity() && places.len() > 1;
            let filter = is_whole.then(|| {
                let hashes = (0..relation.len()).map(|row| row_hash(relation, &places, row));
                Filter::new(relation.len(), hashes)
            });
            (Groups::InOrder(Buckets::of_sorted(relation.column(0)), filter), Vec::new())
        } else {
            let columns: Vec<&[Value]> = places.iter().map(|&place| relation.column(place)).collect();
            let (buckets, rows) = sorted::order_by(&columns);
            (Groups::Ordered(buckets), rows)
        };
        Self { places, groups, starts: Vec::new(), rows }
    }

    fn hashed(relation: &Relation, places: &[usize]) -> (Groups, Vec<u32>) {
        let mut table = HashTable::<u32>::new();
        let mut first_rows: Vec<u32> = Vec::new();
        let mut group_of = Vec::with_capacity(relation.len());
        for row in 0..relation.len() {
            let hash = row_hash(relation, places, row);
            let same = |&group: &u32| {
                let other = first_rows[group as usize] as usize;
                relation.world(other) == relation.world(row)
                    && places
                        .iter()
                        .all(|&place| relation.columns[place][other] == relation.columns[place][row])
            };
            let group = match table.find(hash, same) {
                Some(&group) => group,
                None => {
                    let group = first_rows.len() as u32;
                    first_rows.push(row as u32);
                    let rehash =
                        |&group: &u32| row_hash(relation, places, first_rows[group as usize] as usize);
                    table.insert_unique(hash, group, rehash);
                    group
                }
            };
            group_of.push(group);
        }
        (Groups::Hashed(table), group_of)
    }

    /// The rows whose indexed columns hold `key` (in the order of the columns) in this world. They are rows of the
    /// [relation](Self::relation) that the index stands for.
    pub fn probe(&self, relation: &Relation, world: WorldId, key: &[Value]) -> Rows<'_> {
        let group = match &self.groups {
            Groups::Consecutive(first) => {
                let row = key[0].wrapping_sub(*first);
                return if (row as usize) < relation.n_rows { Rows::Range(row..row + 1) } else { Rows::NONE };
            }
            Groups::Direct(_) => {
                return match self.starts.get(key[0] as usize..key[0] as usize + 2) {
                    Some(bounds) => Rows::Range(bounds[0]..bounds[1]),
                    None => Rows::NONE,
                };
            }
            Groups::InOrder(buckets, filter) => {
                if filter.as_ref().is_some_and(|filter| !filter.may_have(hash_key(key.iter().copied()))) {
                    return Rows::NONE;
                }
                let mut range = buckets.of(key[0]);
                let n_done = usize::from(buckets.are_exact());
                for (&place, &value) in self.places.iter().zip(key).skip(n_done) {
                    let column = &relation.columns[place][range.clone()];
                    let first = column.partition_point(|&other| other < value);
                    let n_equal = column[first..].partition_point(|&other| other == value);
                    range = range.start + first..range.start + first + n_equal;
                }
                return Rows::Range(range.start as u32..range.end as u32);
            }
            Groups::Ordered(buckets) => {
                let mut rows = &self.rows[buckets.of(key[0])];
                let n_done = usize::from(buckets.are_exact());
                for (&place, &value) in self.places.iter().zip(key).skip(n_done) {
                    let column = &relation.columns[place];
                    let first = rows.partition_point(|&row| column[row as usize] < value);
                    let n_equal = rows[first..].partition_point(|&row| column[row as usize] == value);
                    rows = &rows[first..first + n_equal];
                }
                return Rows::List(rows);
            }
            Groups::Hashed(table) => {
                let world = relation.worlds.as_ref().map(|_| world);
                let hash = hash_key(world.into_iter().chain(key.iter().copied()));
                let same = |&group: &u32| {
                    let row = self.rows[self.starts[group as usize] as usize] as usize;
                    relation.world(row) == world
                        && self
                            .places
                            .iter()
                            .zip(key)
                            .all(|(&place, value)| relation.columns[place][row] == *value)
                };
                match table.find(hash, same) {
                    Some(&group) => group as usize,
                    None => return Rows::NONE,
                }
            }
        };
        match self.starts.get(group..group + 2) {
            Some(bounds) => Rows::List(&self.rows[bounds[0] as usize..bounds[1] as usize]),
            None => Rows::NONE,
        }
    }
}

/// Where each group starts among the rows in order of their groups, and these rows; equal ones in their own order.
fn by_group(group_of: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let n_groups = group_of.iter().max().map_or(0, |&largest| largest as usize + 1);
    let mut starts = vec![0u32; n_groups + 1];
    for &group in group_of {
        starts[group as usize + 1] += 1;
    }
    for group in 0..n_groups {
        starts[group + 1] += starts[group];
    }
    let mut next = starts.clone();
    let mut rows = vec![0u32; group_of.len()];
    for (row, &group) in group_of.iter().enumerate() {
        let slot = &mut next[group as usize];
        rows[*slot as usize] = row as u32;
        *slot += 1;
    }
    (starts, rows)
}

fn row_hash(relation: &Relation, places: &[usize], row: usize) -> u64 {
    let values = places.iter().map(|&place| relation.columns[place][row]);
    hash_key(relation.world(row).into_iter().chain(values))
}

fn hash_key(values: impl Iterator<Item = u32>) -> u64 {
    let mut hasher = FxHasher::default();
    values.for_each(|value| hasher.write_u32(value));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direct_index_finds_what_a_scan_finds_in_the_same_order() {
        // Keys that are consecutive, that rise with gaps and repetitions, and that are in no order.
        let keys: [fn(u32) -> u32; 3] = [|row| row + 7, |row| row / 3 * 2, |row| row * 37 % 50];
        for (number, key) in keys.into_iter().enumerate() {
            let relation = Relation::shared(2, (0..90).map(|row| [key(row), 1000 + row]));
            let index = Index::new(&relation, 1);
            let is_as_expected = match &index.groups {
                Groups::Consecutive(first) => number == 0 && *first == 7,
                Groups::Direct(copy) => copy.is_some() == (number == 2) && number > 0,
                _ => false,
            };
            assert!(is_as_expected, "{number}: {:?}", index.groups);
            let of = index.relation(&relation);
            for value in [0, 1, 6, 7, 40, 58, 96, 97, u32::MAX - 1, u32::MAX] {
                let scanned: Vec<u32> =
                    (0..90).filter(|&row| key(row) == value).map(|row| 1000 + row).collect();
                let rows = index.probe(&relation, 0, &[value]);
                let mut gathered = Vec::new();
                rows.gather(of.column(1), &mut gathered);
                assert_eq!(gathered, scanned, "{number}: {value}");
                let found: Vec<u32> = rows.into_iter().map(|row| of.column(1)[row as usize]).collect();
                assert_eq!(found, scanned, "{number}: {value}");
            }
        }
    }
}
