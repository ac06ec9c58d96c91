//! Tables: what is counted agrees with a loop over all cells, however it was counted.

use proptest::prelude::*;
use std::sync::Arc;
use xfold_store::table::{CellTest, CodeRange, Column, Columns, Few, Fineness, Real, RowBits, RowSet};

/// A table of a numeric column in ranks, the same in bins, and a categorical one; labels; weights.
#[derive(Debug, Clone)]
struct Sample {
    numbers: Vec<f64>,
    categories: Vec<u32>,
    labels: Vec<bool>,
    weights: Option<Vec<u32>>,
}

fn sample() -> impl Strategy<Value = Sample> {
    let number = prop_oneof![1 => Just(f64::NAN), 9 => (-40i32..40).prop_map(|n| f64::from(n) / 4.0)];
    let row = (number, 0u32..5, any::<bool>(), 0u32..4);
    (prop::collection::vec(row, 1..300), any::<bool>()).prop_map(|(rows, weighted)| Sample {
        numbers: rows.iter().map(|row| row.0).collect(),
        categories: rows.iter().map(|row| row.1).collect(),
        labels: rows.iter().map(|row| row.2).collect(),
        weights: weighted.then(|| rows.iter().map(|row| row.3).collect()),
    })
}

fn fineness(most_ranks: usize, most_sampled: usize) -> Fineness {
    Fineness { most_ranks, n_bins: 8, most_sampled }
}

impl Sample {
    fn columns(&self) -> Columns {
        let numbers = Arc::new(self.numbers.clone());
        let columns = vec![
            Column::numeric(Arc::clone(&numbers), fineness(1000, usize::MAX)),
            Column::numeric(numbers, fineness(0, 100)),
            Column::categorical(self.categories.iter().copied(), 5),
        ];
        let columns = Columns::new(columns, self.labels.len());
        match &self.weights {
            Some(weights) => columns.with_weights(weights.clone()),
            None => columns,
        }
    }

    fn rows(&self, wanted: impl Fn(usize) -> bool) -> RowSet {
        let of = |label: bool| {
            (0..self.labels.len())
                .filter(|&row| self.labels[row] == label && wanted(row))
                .map(|row| row as u32)
                .collect()
        };
        RowSet::new(of(true), of(false))
    }

    fn weight(&self, row: u32) -> u64 {
        self.weights.as_ref().map_or(1, |weights| u64::from(weights[row as usize]))
    }
}

proptest! {
    #[test]
    fn tallies_are_those_of_a_loop(sample in sample(), wanted in prop::collection::vec(any::<bool>(), 300), part in 0u32..5) {
        let columns = sample.columns();
        let whole = sample.rows(|_| true);
        let rows = sample.rows(|row| wanted[row]);
        let tally = columns.tally(&whole);
        let smaller = columns.within(&whole, CellTest::Codes(CodeRange { column: 2, first: part, last: 4 }));
        let counted = [
            (&rows, columns.tally(&rows)),
            (&rows, columns.tally_changed(&rows, &tally, &RowSet::default(), &whole.minus(&rows))),
            (&smaller, columns.tally_part(&smaller, &whole, &tally, || whole.minus(&smaller))),
        ];
        for (rows, tally) in counted {
            for (number, column) in columns.columns().iter().enumerate() {
                for code in 0..=column.n_codes() {
                    let naive = |rows: &[u32]| -> u64 {
                        rows.iter().filter(|&&row| column.codes().get(row as usize) == code).map(|&row| sample.weight(row)).sum()
                    };
                    let of = tally.of(number);
                    prop_assert_eq!(u64::from(of.pos[code as usize]), naive(&rows.pos));
                    prop_assert_eq!(u64::from(of.neg[code as usize]), naive(&rows.neg));
                }
            }
        }
    }

    #[test]
    fn tests_hold_where_the_numbers_say(sample in sample(), bound in -45i32..45) {
        let columns = sample.columns();
        let rows = sample.rows(|_| true);
        let bound = f64::from(bound) / 4.0;
        let ranks = columns.columns()[0].coding().ranks().expect("there are few numbers").to_vec();
        let n_lower = ranks.iter().filter(|value| **value <= bound).count() as u32;
        let mut tests: Vec<(CellTest, bool)> = Vec::new();
        if columns.columns()[1].numbers().is_some() {
            tests.extend([(CellTest::AtMost(1, Real::new(bound)), true), (CellTest::Above(1, Real::new(bound)), false)]);
        }
        if n_lower > 0 && n_lower < ranks.len() as u32 {
            let last = ranks.len() as u32 - 1;
            tests.push((CellTest::Codes(CodeRange { column: 0, first: 0, last: n_lower - 1 }), true));
            tests.push((CellTest::Codes(CodeRange { column: 0, first: n_lower, last }), false));
        }
        for (test, below) in tests {
            // A missing cell passes neither.
            let passes = |row: usize| {
                let number = sample.numbers[row];
                if below { number <= bound } else { number > bound }
            };
            prop_assert_eq!(columns.within(&rows, test), sample.rows(passes));
            let bits = columns.bits(test);
            for row in 0..sample.labels.len() {
                prop_assert_eq!(bits.contains(row as u32), passes(row));
            }
            let n = sample.labels.len();
            let (pos, neg) = (RowBits::of(&rows.pos, n), RowBits::of(&rows.neg, n));
            let counts = columns.weigh_bits(&bits, &pos, &neg);
            let expected = sample.rows(passes);
            prop_assert_eq!((counts.pos, counts.neg), (columns.weigh(&expected.pos), columns.weigh(&expected.neg)));
            let errors = columns.weigh_errors(&bits, &RowBits::none(n), &pos, &neg);
            prop_assert_eq!(errors, counts.neg + columns.weigh(&rows.pos) - counts.pos);
            prop_assert_eq!(columns.failing(&rows, test), rows.minus(&expected));
            prop_assert_eq!(bits.minus(&RowBits::none(n)).by_label(&(pos, neg)), expected);
        }
    }

    #[test]
    fn a_part_counts_as_its_rows_do(sample in sample(), wanted in prop::collection::vec(any::<bool>(), 300), bound in -45i32..45) {
        let columns = sample.columns();
        let rows = sample.rows(|row| wanted[row]);
        let (part, in_part) = columns.part(&rows);
        prop_assert_eq!(part.in_whole(&in_part), rows.clone());
        prop_assert_eq!(part.weigh(&in_part.pos), columns.weigh(&rows.pos));
        let (tally, of_part) = (columns.tally(&rows), part.tally(&in_part));
        for column in 0..3 {
            prop_assert_eq!(tally.of(column).pos, of_part.of(column).pos);
            prop_assert_eq!(tally.of(column).neg, of_part.of(column).neg);
        }
        let code = CellTest::Codes(CodeRange { column: 2, first: 1, last: 3 });
        let bound = Real::new(f64::from(bound) / 4.0);
        let has_bins = columns.columns()[1].numbers().is_some();
        let in_bins = [CellTest::AtMost(1, bound), CellTest::Above(1, bound)];
        for test in std::iter::once(code).chain(in_bins.into_iter().filter(|_| has_bins)) {
            prop_assert_eq!(part.in_whole(&part.within(&in_part, test)), columns.within(&rows, test));
        }
        prop_assert_eq!(part.occurring_numbers(&in_part, 1, None), columns.occurring_numbers(&rows, 1, None));
    }

    #[test]
    fn few_rows_are_counted_alike(sample in sample()) {
        let columns = sample.columns();
        let rows = sample.rows(|row| row % 3 == 0);
        let tally = columns.tally(&rows);
        // What one column leaves behind is nothing to the next.
        let mut few = Few::default();
        for column in [0, 2, 0] {
            columns.occurring(column, &rows, &mut few);
            let runs = &few.runs;
            prop_assert!(runs.windows(2).all(|pair| pair[0].0 < pair[1].0));
            let of = tally.of(column);
            for code in 0..of.pos.len() {
                let run = runs.iter().find(|run| run.0 == code as u32);
                let found = run.map_or((0, 0), |run| (run.1, run.2));
                prop_assert_eq!(found, (of.pos[code], of.neg[code]));
            }
        }
    }
}

#[test]
fn numbers_as_keys_keep_their_order() {
    let numbers = [f64::MIN, -2.5, -1e-300, 0.0, 1e-300, 0.1, 3.0, f64::MAX];
    assert!(numbers.windows(2).all(|pair| Real::new(pair[0]) < Real::new(pair[1])));
    assert!(numbers.iter().all(|number| Real::new(*number).value() == *number));
    assert_eq!(Real::new(-0.0), Real::new(0.0));
}

proptest! {
    #[test]
    fn sets_that_differ_apart(rows in proptest::collection::vec(0u32..300, 0..40), cut in 0u32..300) {
        let set = |keep: &dyn Fn(u32) -> bool| {
            let kept: Vec<u32> = rows.iter().copied().filter(|row| keep(*row)).collect();
            RowBits::of(&kept, 300)
        };
        let (all, low, none) = (set(&|_| true), set(&|row| row < cut), RowBits::none(300));
        // All and the low ones differ in the high ones; the low ones and none in the low ones.
        prop_assert!(RowBits::are_apart([&all, &low], [&low, &none]));
        let are_apart = RowBits::are_apart([&all, &none], [&low, &none]);
        prop_assert_eq!(are_apart, !rows.iter().any(|row| *row < cut));
        let (once, twice) = RowBits::once_and_twice([&all, &low, &none], 300);
        prop_assert_eq!((once, twice), (all, low));
    }
}

/// Many rows are worked on in pieces, by as many threads as there are.
#[test]
fn many_threads_count_as_one_does() {
    let n = 150_000;
    let scattered = |row: usize, modulus: usize| (row * 7919 + row / 3) % modulus;
    let sample = Sample {
        numbers: (0..n).map(|row| scattered(row, 3000) as f64 / 4.0).collect(),
        categories: (0..n).map(|row| scattered(row, 5) as u32).collect(),
        labels: (0..n).map(|row| scattered(row, 11) < 4).collect(),
        weights: None,
    };
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
        pool.install(|| {
            let columns = sample.columns();
            let all = sample.rows(|_| true);
            let above = columns.within(&all, CellTest::Above(1, Real::new(200.0)));
            let left = all.minus(&above);
            let tally = columns.tally(&left);
            let counts: Vec<_> =
                (0..3).map(|column| (tally.of(column).pos.to_vec(), tally.of(column).neg.to_vec())).collect();
            let numbers =
                columns.occurring_numbers(&left, 1, Some(CodeRange { column: 1, first: 2, last: 5 }));
            let masks = (RowBits::of(&left.pos, n), RowBits::of(&left.neg, n));
            assert_eq!(RowBits::all(n).by_label(&masks), left);
            (left, counts, numbers)
        })
    };
    let (left, counts, numbers) = run(1);
    assert_eq!(left, sample.rows(|row| sample.numbers[row] <= 200.0));
    let of_category =
        |code: u32| left.pos.iter().filter(|row| sample.categories[**row as usize] == code).count();
    assert_eq!(
        counts[2].0[..5].iter().map(|n| *n as usize).collect::<Vec<_>>(),
        (0..5).map(of_category).collect::<Vec<_>>()
    );
    assert_eq!((left, counts, numbers), run(3));
}
