//! Keys: what the bindings of many examples have in common. Literals that read only some of a clause's variables hold
//! for a binding or not whatever its other values are, so that they are tried once for each key: a world and the values
//! of these variables.
//!
//! A key stands for an example of its own, with a weight that is one bit: what is counted for a batch of keys is the set
//! of those for which a unit holds. Nothing else in counting has to know of keys.

use crate::{
    count::Tally,
    cover::Cover,
    facts::Reading,
    instances::{Counts, Instance, Instances},
    relation::Value,
};
use hashbrown::HashTable;
use rayon::prelude::*;
use rustc_hash::FxHasher;
use std::{hash::Hasher, sync::Arc};

/// Keys are worth it from this many bindings for each of them …
const BINDINGS_PER_KEY: usize = 2;
/// … and this many bindings in all.
const FEWEST_BINDINGS: usize = 64;
/// Keys of one label in a batch: as many as a weight has bits.
const BITS: usize = u32::BITS as usize;

/// The keys of a cover.
pub(crate) struct Keys {
    /// Covers of `2 * BITS` keys each, in order.
    batches: Vec<Cover>,
    /// The key of each binding.
    of_row: Vec<u32>,
    n_keys: usize,
}

impl Keys {
    /// The keys of a cover for literals that read these of its variables; `None` if there are about as many of them as
    /// bindings.
    pub(crate) fn of(cover: &Cover, variables: u64) -> Option<Self> {
        let n_rows = cover.rows.len();
        if n_rows < FEWEST_BINDINGS || cover.columns.len() > u64::BITS as usize {
            return None;
        }
        let is_read = |variable: usize| variables >> variable & 1 == 1;
        let read: Vec<&[Value]> =
            (0..cover.columns.len()).filter(|&v| is_read(v)).map(|v| cover.columns[v].as_slice()).collect();
        let circumstances = |row: usize| (cover.world(row), cover.reading(row) == Reading::Possible);
        let same = |one: usize, other: usize| {
            read.iter().all(|column| column[one] == column[other])
                && circumstances(one) == circumstances(other)
        };
        let hash = |row: usize| {
            let mut hasher = FxHasher::default();
            read.iter().for_each(|column| hasher.write_u32(column[row]));
            hasher.write_u32(cover.world(row));
            hasher.finish()
        };
        let mut seen = HashTable::<u32>::new();
        let mut firsts: Vec<usize> = Vec::new();
        let mut of_row = Vec::with_capacity(n_rows);
        for row in 0..n_rows {
            let hashed = hash(row);
            let known = seen.find(hashed, |&key| same(row, firsts[key as usize])).copied();
            of_row.push(known.unwrap_or_else(|| {
                let key = firsts.len() as u32;
                firsts.push(row);
                seen.insert_unique(hashed, key, |&key| hash(firsts[key as usize]));
                key
            }));
            if firsts.len() * BINDINGS_PER_KEY > n_rows {
                return None;
            }
        }
        // Keys of a batch read what is not certain in the same way, so those of one way come first.
        let mut order: Vec<usize> = (0..firsts.len()).collect();
        order.sort_by_key(|&key| (circumstances(firsts[key]).1, key));
        let mut place = vec![0u32; order.len()];
        let mut batches: Vec<Cover> = Vec::new();
        let mut n_keys = 0;
        for same_reading in order.chunk_by(|&a, &b| circumstances(firsts[a]).1 == circumstances(firsts[b]).1)
        {
            // Each way begins with a batch of its own.
            n_keys = batches.len() * 2 * BITS;
            for batch in same_reading.chunks(2 * BITS) {
                for (at, &key) in batch.iter().enumerate() {
                    place[key] = (n_keys + at) as u32;
                }
                let rows: Vec<usize> = batch.iter().map(|&key| firsts[key]).collect();
                batches.push(batch_of(cover, &rows, is_read));
                n_keys += batch.len();
            }
        }
        of_row.iter_mut().for_each(|key| *key = place[*key as usize]);
        Some(Self { batches, of_row, n_keys })
    }

    /// What units leave of the cover, if so much is counted for each batch of its keys.
    pub(crate) fn count(
        &self,
        cover: &Cover,
        n_units: usize,
        tallies: impl Fn(&Cover) -> Vec<Tally> + Sync,
    ) -> Vec<Tally> {
        let of_batches: Vec<Vec<Tally>> = match self.batches.len() {
            1 => vec![tallies(&self.batches[0])],
            _ => self.batches.par_iter().map(&tallies).collect(),
        };
        // For each key the units that hold, a bit each.
        let n_words = n_units.div_ceil(64);
        let mut holding = vec![0u64; self.n_keys * n_words];
        let mut is_counted = vec![true; n_units];
        for (batch, of_batch) in of_batches.iter().enumerate() {
            for (unit, tally) in of_batch.iter().enumerate() {
                let Tally::Plain(counts) = tally else {
                    is_counted[unit] = false;
                    continue;
                };
                let mut keys = counts.pos | counts.neg << BITS;
                while keys != 0 {
                    let key = batch * 2 * BITS + keys.trailing_zeros() as usize;
                    holding[key * n_words + unit / 64] |= 1 << (unit % 64);
                    keys &= keys - 1;
                }
            }
        }
        let of_key = |key: u32| &holding[key as usize * n_words..][..n_words];
        let mut counts = vec![Counts::default(); n_units];
        let add = |counts: &mut [Counts], units: &[u64], more: Counts| {
            for (word, &bits) in units.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    counts[word * 64 + bits.trailing_zeros() as usize] += more;
                    bits &= bits - 1;
                }
            }
        };
        // Examples of one binding are added up by key first.
        let mut by_key = vec![Counts::default(); self.n_keys];
        let mut units = vec![0u64; n_words];
        for rows in cover.examples() {
            let instance = cover.rows[rows.start] as usize;
            let mut of_example = Counts::default();
            of_example.add(cover.label(instance), cover.weight(instance));
            if rows.len() == 1 {
                by_key[self.of_row[rows.start] as usize] += of_example;
                continue;
            }
            units.fill(0);
            for row in rows {
                units.iter_mut().zip(of_key(self.of_row[row])).for_each(|(bits, of)| *bits |= of);
            }
            add(&mut counts, &units, of_example);
        }
        for (key, &sum) in by_key.iter().enumerate().filter(|(_, sum)| **sum != Counts::default()) {
            add(&mut counts, of_key(key as u32), sum);
        }
        let tally = |(counts, is_counted)| if is_counted { Tally::Plain(counts) } else { Tally::TooLarge };
        counts.into_iter().zip(is_counted).map(tally).collect()
    }
}

/// The cover of keys that these rows stand for, each an example of its own. What is not read has no value.
fn batch_of(cover: &Cover, rows: &[usize], is_read: impl Fn(usize) -> bool) -> Cover {
    let instance = |(at, &row): (usize, &usize)| Instance {
        example: at as u32,
        world: cover.world(row),
        args: vec![0; cover.instances.arity()],
        positive: at < BITS,
        weight: 1 << (at % BITS),
    };
    let reading = rows.first().map_or(Reading::Certain, |&row| cover.reading(row));
    let instances =
        Instances::new(cover.instances.arity(), rows.iter().enumerate().map(instance)).read_as(reading);
    let column = |(variable, column): (usize, &Vec<Value>)| {
        if is_read(variable) { rows.iter().map(|&row| column[row]).collect() } else { vec![0; rows.len()] }
    };
    Cover {
        instances: Arc::new(instances),
        swapped: false,
        rows: (0..rows.len() as u32).collect(),
        columns: cover.columns.iter().enumerate().map(column).collect(),
    }
}
