//! The rules of a table as they are printed and read: what they are, and what they say of a row.
//!
//! A test compares one cell. A missing cell passes no comparison: it is told apart by [`Holds::Missing`] only.

use super::{Cells, Kind, MISSING, Table, text::Word};
use crate::codes;
use rustc_hash::{FxHashMap, FxHashSet};
use std::{cmp::Reverse, collections::BinaryHeap, ops::Range};
use xfold_asp::diagnostic::Diagnostic;

/// Rules that give each row a class.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The column that the rules predict.
    pub target: String,
    /// The columns that the rules read.
    pub columns: Vec<ModelColumn>,
    /// The rules, in the order in which they are printed. The last one usually has no tests: it is the default.
    pub rules: Vec<ClassRule>,
}

/// A column that rules read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelColumn {
    /// Its name in the table.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// How it is written, if the rules were read from a text that says so.
    pub word: Option<Word>,
}

/// A rule for a class.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassRule {
    /// The theory that it belongs to, from one on, where several of them vote; else 0.
    pub theory: u32,
    /// The class it gives.
    pub class: String,
    /// It gives the class only to rows to which its theory gives none of these.
    pub after: Vec<String>,
    /// When it does.
    pub rule: Rule,
}

/// A default rule: it covers a row if all tests hold and no exception covers the row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rule {
    /// The tests.
    pub tests: Vec<Test>,
    /// The exceptions.
    pub exceptions: Vec<Rule>,
    /// What it did on the training rows, if that is known.
    pub support: Option<Support>,
}

/// What a rule did on the training rows, by weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Support {
    /// The rows it covers.
    pub rows: f64,
    /// Those of them that it is right about.
    pub right: f64,
}

/// A test of a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// The column, as a number into the model's columns.
    pub column: usize,
    /// What must hold.
    pub holds: Holds,
}

/// What must hold of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Holds {
    /// The number is at most this one.
    AtMost(Bound),
    /// The number is above this one.
    Above(Bound),
    /// The category is this one.
    Is(String),
    /// There is a category, and it is another one.
    IsNot(String),
    /// There is no value.
    Missing,
    /// There is a value.
    Present,
}

/// A threshold: a decimal number, or a number that has no short decimal form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// `digits` divided by ten to the power of `decimals`, which may be negative.
    Decimal {
        /// All digits, as a whole number.
        digits: i64,
        /// How many of them stand behind the point.
        decimals: i32,
    },
    /// Exactly this number.
    Exact(f64),
}

impl Bound {
    /// A decimal number, in its shortest form.
    pub fn decimal(mut digits: i64, mut decimals: i32) -> Self {
        if digits == 0 {
            decimals = 0;
        }
        while digits != 0 && digits % 10 == 0 {
            (digits, decimals) = (digits / 10, decimals - 1);
        }
        Self::Decimal { digits, decimals }
    }

    /// Its value.
    pub fn value(self) -> f64 {
        match self {
            Self::Exact(value) => value,
            // Whole numbers and powers of ten are exact, so that one rounding gives the number that the decimal names.
            Self::Decimal { digits, decimals } if decimals >= 0 => digits as f64 / 10f64.powi(decimals),
            Self::Decimal { digits, decimals } => digits as f64 * 10f64.powi(-decimals),
        }
    }

    /// A short decimal that separates two numbers: at least the lower one, less than the upper one. It lies in the
    /// middle half of the gap or, if it needs as many decimals as the two numbers, parts all such numbers as the middle
    /// of the gap does.
    pub fn between(low: f64, high: f64) -> Self {
        let middle = low / 2.0 + high / 2.0;
        let most_off = high / 4.0 - low / 4.0;
        let greatest = low.abs().max(high.abs());
        let first = if greatest > 0.0 { -(greatest.log10().ceil() as i32) } else { 0 };
        let of_data = n_decimals(low).max(n_decimals(high));
        for decimals in first.max(-22)..=(first + 18).min(22) {
            let scaled =
                if decimals >= 0 { middle * 10f64.powi(decimals) } else { middle / 10f64.powi(-decimals) };
            let nearest = if decimals >= of_data { scaled.floor() } else { scaled.round() };
            for digits in [nearest, nearest - 1.0, nearest + 1.0] {
                if digits.abs() < 9e15 {
                    let bound = Self::decimal(digits as i64, decimals);
                    let value = bound.value();
                    let is_near = (value - middle).abs() <= most_off || decimals >= of_data;
                    if is_near && (low..high).contains(&value) {
                        return bound;
                    }
                }
            }
        }
        // Zero has no sign in a program.
        Self::Exact(low + 0.0)
    }
}

/// How many decimals a number has when it is written as short as possible.
fn n_decimals(value: f64) -> i32 {
    let exact = |decimals: &i32| (value * 10f64.powi(*decimals)).round() / 10f64.powi(*decimals) == value;
    (0..17).find(exact).unwrap_or(17)
}

impl Rule {
    /// Rules: this one and those of its exceptions.
    pub fn n_rules(&self) -> usize {
        1 + self.exceptions.iter().map(Self::n_rules).sum::<usize>()
    }

    /// Literals: tests, and one for each rule that has exceptions.
    pub fn n_literals(&self) -> usize {
        let exceptions: usize = self.exceptions.iter().map(Self::n_literals).sum();
        self.tests.len() + usize::from(!self.exceptions.is_empty()) + exceptions
    }
}

impl Model {
    /// Number of rules, exceptions included, the default not counted.
    pub fn n_rules(&self) -> usize {
        self.proper().map(Rule::n_rules).sum()
    }

    /// Number of literals: tests, and one for each rule that has exceptions.
    pub fn n_literals(&self) -> usize {
        self.proper().map(Rule::n_literals).sum()
    }

    fn proper(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().map(|rule| &rule.rule).filter(|rule| !rule.tests.is_empty())
    }

    /// The values of a column that rules name, each once, in the order in which they appear.
    pub fn named_values(&self, column: usize) -> Vec<&str> {
        fn add<'a>(rule: &'a Rule, column: usize, named: &mut Vec<&'a str>) {
            for test in rule.tests.iter().filter(|test| test.column == column) {
                if let Holds::Is(value) | Holds::IsNot(value) = &test.holds
                    && !named.contains(&value.as_str())
                {
                    named.push(value);
                }
            }
            rule.exceptions.iter().for_each(|rule| add(rule, column, named));
        }
        let mut named = Vec::new();
        self.rules.iter().for_each(|rule| add(&rule.rule, column, &mut named));
        named
    }

    /// The classes that rules give, in the order in which they appear.
    pub fn classes(&self) -> Vec<&str> {
        let mut seen = FxHashSet::default();
        self.rules.iter().map(|rule| rule.class.as_str()).filter(|class| seen.insert(*class)).collect()
    }

    /// The numbers of its theories, in order; only 0 if they do not vote.
    pub fn theories(&self) -> Vec<u32> {
        let mut theories: Vec<u32> = self.rules.iter().map(|rule| rule.theory).collect();
        theories.sort_unstable();
        theories.dedup();
        theories
    }

    /// Whether its theories vote.
    pub fn is_vote(&self) -> bool {
        self.rules.iter().any(|rule| rule.theory > 0)
    }

    /// The model on the columns of a table. Columns that the table lacks count as missing in every row.
    pub fn on<'a>(&'a self, table: &'a Table) -> Result<Judge<'a>, Diagnostic> {
        let classes = self.classes();
        let places: FxHashMap<&str, usize> = classes.iter().copied().zip(0..).collect();
        let place = |class: &str| places.get(class).copied();
        let columns: Vec<Source<'a>> = self.columns.iter().map(|column| source(table, column)).collect();
        let judge_rule = |(number, rule): (usize, &ClassRule)| JudgeRule {
            number,
            class: place(&rule.class).unwrap_or_default(),
            after: rule.after.iter().filter_map(|class| place(class)).collect(),
            score: rule.rule.support.filter(|support| support.rows > 0.0).map(|s| s.right / s.rows),
            rule: compile(&rule.rule, &columns),
        };
        let theory = |number: u32| {
            let own = self.rules.iter().enumerate().filter(|(_, rule)| rule.theory == number);
            let rules: Vec<JudgeRule> = own.map(judge_rule).collect();
            let order = order(&rules, classes.len()).ok_or_else(|| {
                let message = "the rules of two classes wait for each other through `not`";
                Diagnostic::error(codes::TABLE_RULES, message)
                    .help("let later classes exclude earlier ones only")
            })?;
            Ok(JudgeTheory { groups: grouped(rules, &order) })
        };
        Ok(Judge {
            theories: self.theories().into_iter().map(theory).collect::<Result<_, Diagnostic>>()?,
            is_vote: self.is_vote(),
            classes: classes.iter().map(|class| (*class).to_string()).collect(),
            columns,
        })
    }
}

/// The classes in an order in which each comes after those that it excludes; none if there is a circle.
fn order(rules: &[JudgeRule], n_classes: usize) -> Option<Vec<usize>> {
    // How many classes each waits for, and which ones wait for it; a class that several rules name counts for each.
    let mut n_awaited = vec![0usize; n_classes];
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); n_classes];
    for rule in rules {
        n_awaited[rule.class] += rule.after.len();
        rule.after.iter().for_each(|before| waiting[*before].push(rule.class));
    }
    let is_free = |class: &usize| n_awaited[*class] == 0;
    let mut ready: BinaryHeap<Reverse<usize>> = (0..n_classes).filter(is_free).map(Reverse).collect();
    let mut order: Vec<usize> = Vec::with_capacity(n_classes);
    while let Some(Reverse(class)) = ready.pop() {
        order.push(class);
        for &next in &waiting[class] {
            n_awaited[next] -= 1;
            if n_awaited[next] == 0 {
                ready.push(Reverse(next));
            }
        }
    }
    (order.len() == n_classes).then_some(order)
}

/// The rules in the order of their classes; those of a class stay in their own order.
fn grouped(mut rules: Vec<JudgeRule>, order: &[usize]) -> Vec<Group> {
    let mut ranks = vec![0; order.len()];
    order.iter().enumerate().for_each(|(rank, class)| ranks[*class] = rank);
    rules.sort_by_key(|rule| ranks[rule.class]);
    let mut groups: Vec<Group> = Vec::new();
    for rule in rules {
        match groups.last_mut() {
            Some(group) if group.class == rule.class && group.after == rule.after => group.rules.push(rule),
            _ => groups.push(Group { class: rule.class, after: rule.after.clone(), rules: vec![rule] }),
        }
    }
    groups
}

/// Up to this many classes, what rules say of a row is noted on the stack.
const FEW_CLASSES: usize = 16;

/// Rows whose cells are tested together: as many as a word has bits.
const BLOCK: usize = 64;
/// Fewer rows of a block than this are tested one by one.
const WORTH_A_BLOCK: u32 = 6;

/// The places of the ones in a word.
fn places(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(place)
    })
}

/// A model bound to the columns of a table.
#[derive(Debug)]
pub struct Judge<'a> {
    /// The classes that rules give.
    pub classes: Vec<String>,
    columns: Vec<Source<'a>>,
    theories: Vec<JudgeTheory>,
    is_vote: bool,
}

/// What the rules say of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    /// The class, by number.
    pub class: usize,
    /// How often the rule that gave it was right, or the share of theories that voted for it.
    pub score: Option<f64>,
    /// The rule that gave it, as a number into the model's rules; none if theories voted.
    pub rule: Option<usize>,
}

#[derive(Debug)]
struct JudgeTheory {
    /// The rules in the order in which they are asked.
    groups: Vec<Group>,
}

/// Rules of one class that wait for the same classes.
#[derive(Debug)]
struct Group {
    class: usize,
    after: Vec<usize>,
    rules: Vec<JudgeRule>,
}

/// Where the cells of a column are.
#[derive(Debug, Clone, Copy)]
enum Source<'a> {
    Numbers(&'a [f64]),
    Categories(&'a super::Categories),
    /// The table lacks it.
    Nothing,
}

fn source<'a>(table: &'a Table, column: &ModelColumn) -> Source<'a> {
    let cells = table.column(&column.name).map(|place| &table.columns[place].cells);
    match (cells, column.kind) {
        (Some(Cells::Numbers(numbers)), Kind::Number) => Source::Numbers(numbers),
        (Some(Cells::Categories(categories)), Kind::Category) => Source::Categories(categories),
        _ => Source::Nothing,
    }
}

#[derive(Debug)]
struct JudgeRule {
    number: usize,
    class: usize,
    after: Vec<usize>,
    score: Option<f64>,
    rule: Compiled,
}

impl JudgeRule {
    fn judgement(&self) -> Judgement {
        Judgement { class: self.class, score: self.score, rule: Some(self.number) }
    }
}

/// A rule with the cells it looks at.
#[derive(Debug)]
struct Compiled {
    tests: Vec<CompiledTest>,
    exceptions: Vec<Compiled>,
}

#[derive(Debug, Clone, Copy)]
struct CompiledTest {
    column: usize,
    check: Check,
}

#[derive(Debug, Clone, Copy)]
enum Check {
    AtMost(f64),
    Above(f64),
    Is(u32),
    IsNot(u32),
    Missing,
    Present,
    Never,
}

fn compile_test(test: &Test, columns: &[Source<'_>]) -> CompiledTest {
    let code = |value: &str| match columns[test.column] {
        Source::Categories(categories) => categories.values.iter().position(|known| known == value),
        _ => None,
    };
    let check = match &test.holds {
        Holds::AtMost(bound) => Check::AtMost(bound.value()),
        Holds::Above(bound) => Check::Above(bound.value()),
        Holds::Is(value) => code(value).map_or(Check::Never, |code| Check::Is(code as u32)),
        Holds::IsNot(value) => code(value).map_or(Check::Present, |code| Check::IsNot(code as u32)),
        Holds::Missing => Check::Missing,
        Holds::Present => Check::Present,
    };
    CompiledTest { column: test.column, check }
}

fn compile(rule: &Rule, columns: &[Source<'_>]) -> Compiled {
    Compiled {
        tests: rule.tests.iter().map(|test| compile_test(test, columns)).collect(),
        exceptions: rule.exceptions.iter().map(|rule| compile(rule, columns)).collect(),
    }
}

impl Judge<'_> {
    /// Whether a row passes a test of the model.
    pub(crate) fn holds(&self, test: &Test, row: usize) -> bool {
        self.passes(compile_test(test, &self.columns), row)
    }

    /// What the rules say of a row; none if no rule gives it a class. Of several classes the first one counts.
    pub fn judge(&self, row: usize) -> Option<Judgement> {
        if self.is_vote { self.vote(row) } else { self.given(self.theories.first()?, row) }
    }

    /// Tells what the rules say of each of some rows that lie side by side: the same as one by one, but a test is made for
    /// many rows at a time.
    pub fn judge_near(&self, rows: Range<usize>, mut said: impl FnMut(usize, Option<Judgement>)) {
        let theory = match &self.theories[..] {
            [theory] if !self.is_vote => theory,
            _ => return rows.for_each(|row| said(row, self.judge(row))),
        };
        let mut given = vec![0u64; self.classes.len()];
        for first in rows.clone().step_by(BLOCK) {
            let n_rows = BLOCK.min(rows.end - first);
            let all = u64::MAX >> (BLOCK - n_rows);
            let mut found: [Option<&JudgeRule>; BLOCK] = [None; BLOCK];
            given.fill(0);
            for Group { class, after, rules } in &theory.groups {
                let mut left = after.iter().fold(all & !given[*class], |left, before| left & !given[*before]);
                for rule in rules {
                    if left == 0 {
                        break;
                    }
                    let covered = self.covered(&rule.rule, first, left);
                    (left, given[*class]) = (left & !covered, given[*class] | covered);
                    for row in places(covered) {
                        // Of several classes the first one counts.
                        if found[row].is_none_or(|other| rule.class < other.class) {
                            found[row] = Some(rule);
                        }
                    }
                }
            }
            let found = found[..n_rows].iter().map(|rule| rule.map(JudgeRule::judgement));
            (first..).zip(found).for_each(|(row, judgement)| said(row, judgement));
        }
    }

    /// The rows of a block that a rule covers, among some of them.
    fn covered(&self, rule: &Compiled, first: usize, among: u64) -> u64 {
        let mut left = among;
        for test in &rule.tests {
            if left == 0 {
                return 0;
            }
            left &= self.passing(*test, first, left);
        }
        rule.exceptions.iter().fold(left, |left, exception| left & !self.covered(exception, first, left))
    }

    /// The rows of a block that pass a test; only some of them are asked for.
    fn passing(&self, test: CompiledTest, first: usize, among: u64) -> u64 {
        fn bits<T: Copy>(cells: &[T], first: usize, passes: impl Fn(T) -> bool) -> u64 {
            let cells = &cells[first..cells.len().min(first + BLOCK)];
            cells.iter().rev().fold(0, |bits, cell| bits << 1 | u64::from(passes(*cell)))
        }
        let are_many = among.count_ones() >= WORTH_A_BLOCK;
        match (self.columns[test.column], test.check) {
            (Source::Numbers(cells), Check::AtMost(bound)) if are_many => {
                bits(cells, first, |cell| cell <= bound)
            }
            (Source::Numbers(cells), Check::Above(bound)) if are_many => {
                bits(cells, first, |cell| cell > bound)
            }
            (Source::Categories(cells), Check::Is(value)) if are_many => {
                bits(&cells.codes, first, |cell| cell == value)
            }
            _ => places(among)
                .filter(|row| self.passes(test, first + row))
                .fold(0, |bits, row| bits | 1 << row),
        }
    }

    /// The class that most theories give; in a tie, the one that the first of them gives.
    fn vote(&self, row: usize) -> Option<Judgement> {
        let given = self.theories.iter().filter_map(|theory| self.given(theory, row));
        let votes: Vec<usize> = given.map(|judgement| judgement.class).collect();
        let mut counts = vec![0; self.classes.len()];
        votes.iter().for_each(|class| counts[*class] += 1);
        let most = counts.iter().copied().max()?;
        let class = votes.into_iter().find(|class| counts[*class] == most)?;
        Some(Judgement { class, score: Some(f64::from(most) / self.theories.len() as f64), rule: None })
    }

    /// What each theory says of a row, in order.
    pub fn by_theory(&self, row: usize) -> impl Iterator<Item = Option<Judgement>> {
        self.theories.iter().map(move |theory| self.given(theory, row))
    }

    /// By which rule each theory gives each class to a row: for each theory the rules of all classes, as numbers into the
    /// model's rules.
    pub(crate) fn givers(&self, row: usize) -> Vec<Vec<Option<usize>>> {
        let of_theory = |theory: &JudgeTheory| {
            let mut given = vec![None; self.classes.len()];
            self.give(theory, row, &mut given);
            given.into_iter().map(|rule| rule.map(|rule| rule.number)).collect()
        };
        self.theories.iter().map(of_theory).collect()
    }

    fn given(&self, theory: &JudgeTheory, row: usize) -> Option<Judgement> {
        // Rows are many and classes few: no memory is asked for.
        let (mut few, mut many): ([Option<&JudgeRule>; FEW_CLASSES], Vec<Option<&JudgeRule>>);
        let given: &mut [Option<&JudgeRule>] = if self.classes.len() <= FEW_CLASSES {
            few = [None; FEW_CLASSES];
            &mut few
        } else {
            many = vec![None; self.classes.len()];
            &mut many
        };
        self.give(theory, row, given);
        given.iter().flatten().next().map(|rule| rule.judgement())
    }

    /// Notes for each class the rule by which a theory gives it to a row.
    fn give<'j>(&'j self, theory: &'j JudgeTheory, row: usize, given: &mut [Option<&'j JudgeRule>]) {
        for Group { class, after, rules } in &theory.groups {
            if given[*class].is_none() && after.iter().all(|before| given[*before].is_none()) {
                given[*class] = rules.iter().find(|rule| self.covers(&rule.rule, row));
            }
        }
    }

    fn covers(&self, rule: &Compiled, row: usize) -> bool {
        rule.tests.iter().all(|test| self.passes(*test, row))
            && !rule.exceptions.iter().any(|exception| self.covers(exception, row))
    }

    fn passes(&self, test: CompiledTest, row: usize) -> bool {
        match self.columns[test.column] {
            Source::Numbers(numbers) => {
                let value = numbers[row];
                match test.check {
                    Check::AtMost(bound) => value <= bound,
                    Check::Above(bound) => value > bound,
                    Check::Missing => value.is_nan(),
                    Check::Present => !value.is_nan(),
                    Check::Is(_) | Check::IsNot(_) | Check::Never => false,
                }
            }
            Source::Categories(categories) => {
                let code = categories.codes[row];
                match test.check {
                    Check::Is(value) => code == value,
                    Check::IsNot(value) => code != value && code != MISSING,
                    Check::Missing => code == MISSING,
                    Check::Present => code != MISSING,
                    Check::AtMost(_) | Check::Above(_) | Check::Never => false,
                }
            }
            Source::Nothing => matches!(test.check, Check::Missing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Categories, Column};
    use std::sync::Arc;

    /// A table of some numbers and words, many of them missing.
    fn table(n_rows: usize, random: &mut impl FnMut(u64) -> u64) -> Table {
        let numbers = |_| if random(5) == 0 { f64::NAN } else { random(9) as f64 };
        let numbers: Vec<f64> = (0..n_rows).map(numbers).collect();
        let codes = (0..n_rows).map(|_| if random(5) == 0 { MISSING } else { random(3) as u32 }).collect();
        let values = ["a", "b", "c"].map(str::to_string).to_vec();
        let columns = vec![
            Column { name: "n".into(), cells: Cells::Numbers(Arc::new(numbers)) },
            Column { name: "w".into(), cells: Cells::Categories(Categories { codes, values }) },
        ];
        Table { name: "t".into(), columns, n_rows, target: None, id: None, weights: None, notes: Vec::new() }
    }

    fn rule(depth: usize, random: &mut impl FnMut(u64) -> u64) -> Rule {
        let test = |number: u64, random: &mut dyn FnMut(u64) -> u64| {
            let bound = decimal(random(9) as i64, 0);
            let value = ["a", "b", "c", "d"][random(4) as usize].to_string();
            let column = [0, 0, 1, 1, random(2), random(2)][number as usize] as usize;
            let holds = match number {
                0 => Holds::AtMost(bound),
                1 => Holds::Above(bound),
                2 => Holds::Is(value),
                3 => Holds::IsNot(value),
                4 => Holds::Missing,
                _ => Holds::Present,
            };
            Test { column, holds }
        };
        let tests = (0..random(3)).map(|_| test(random(6), &mut *random)).collect();
        let n_exceptions = if depth == 0 { 0 } else { random(3) };
        let exceptions = (0..n_exceptions).map(|_| rule(depth - 1, random)).collect();
        Rule { tests, exceptions, support: None }
    }

    #[test]
    fn rows_side_by_side_are_judged_as_one_by_one() {
        let mut state = 7u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for round in 0..300 {
            let n_rows = [1, 63, 64, 65, 200][round % 5];
            let table = table(n_rows, &mut random);
            let column = |name: &str, kind| ModelColumn { name: name.into(), kind, word: None };
            let classes = ["x", "y", "z"];
            let class_rule = |_| {
                let class = random(3) as usize;
                // Classes wait for some of those behind them only: there is no circle.
                let after = classes[class + 1..].iter().filter(|_| random(2) == 0).map(|c| (*c).to_string());
                let after = after.collect();
                ClassRule { theory: 0, class: classes[class].into(), after, rule: rule(2, &mut random) }
            };
            let rules = (0..6).map(class_rule).collect();
            let columns = vec![column("n", Kind::Number), column("w", Kind::Category)];
            let model = Model { target: "t".into(), columns, rules };
            let judge = model.on(&table).expect("no circle");
            let one_by_one: Vec<_> = (0..n_rows).map(|row| judge.judge(row)).collect();
            for first in [0, n_rows / 3] {
                let mut near = Vec::new();
                judge.judge_near(first..n_rows, |row, said| near.push((row, said)));
                let expected: Vec<_> = (first..n_rows).zip(one_by_one[first..].iter().copied()).collect();
                assert_eq!(near, expected, "{model:?}");
            }
        }
    }

    fn decimal(digits: i64, decimals: i32) -> Bound {
        Bound::Decimal { digits, decimals }
    }

    #[test]
    fn bounds_are_short() {
        assert_eq!(Bound::between(37.0, 38.0), decimal(37, 0));
        assert_eq!(Bound::between(12.0, 88.0), decimal(5, -1));
        assert_eq!(Bound::between(0.25, 0.27), decimal(26, 2));
        assert_eq!(Bound::between(-0.3, 0.4), decimal(0, 0));
        assert_eq!(Bound::between(1_234_567.0, 1_234_999.0), decimal(12_348, -2));
    }

    #[test]
    fn bounds_separate() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from_bits(state ^ (state >> 29))
        };
        for _ in 0..200_000 {
            let (a, b) = (random(), random());
            if a.is_finite() && b.is_finite() && a != b {
                let (low, high) = (a.min(b), a.max(b));
                let value = Bound::between(low, high).value();
                assert!(low <= value && value < high, "{low} {value} {high}");
            }
        }
        let next = f64::from_bits(0.1f64.to_bits() + 1);
        assert_eq!(Bound::between(0.1, next).value(), 0.1);
    }
}
