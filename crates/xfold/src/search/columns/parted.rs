//! Tests on a table whose rows are elsewhere, as a language of [learning by description
//! length](super::super::description_length). It takes the decisions of [`Tests`], on the same counts, so it learns the same
//! rules.
//!
//! A set of rows is a [`Selection`], and whoever keeps the rows [answers](Answers) questions about it. Small sets are
//! fetched: from there on [`Tests`] goes on in memory.

use super::{
    super::{
        column_rule::ColumnRule,
        description_length::{
            self, Aim, DefaultRule, Exceptions, LearnedRules, Node, Offer, Others, Part, Plan, Problem,
            Progress, RuleLanguage,
        },
        score::length::Length,
    },
    Fit, Tests, Whole,
    rows::Rows,
};
use rustc_hash::FxHashMap;
use std::{
    cell::{OnceCell, RefCell},
    rc::Rc,
    sync::Arc,
};
use xfold_store::{
    Counts,
    table::{
        Answer, CellTest, Codes, Coding, Column, Columns, Counted, LabelledSet, Question, RowBits, Selection,
        Tally, Weighed,
    },
};

/// Whoever keeps the rows of a table.
pub(crate) trait Answers {
    /// The answer of all rows. It does not return if there is none: the caller of the search catches that.
    fn ask(&self, question: &Question) -> Answer;

    /// How the columns are coded.
    fn codings(&self) -> &[Arc<Coding>];

    /// Number of classes.
    fn n_classes(&self) -> usize;

    /// Whether every row counts one.
    fn is_unweighted(&self) -> bool;

    /// Sets of up to so many cells are fetched. A question takes a while however little it asks, but what is fetched has
    /// to be sent and kept.
    fn most_fetched(&self) -> usize;
}

/// Learns rules that cover the rows of a class in a selection and leave the others alone.
pub(crate) fn fit_parted(
    table: &dyn Answers,
    class: u16,
    selection: &Selection,
    whole: Whole,
    how: Fit<'_>,
) -> Vec<ColumnRule> {
    let language = PartedTests::new(table, class, whole, how);
    let rows = language.set_of(selection.clone());
    let length = Length::of_table(whole.weight, whole.n_tests, how.brevity, how.unit);
    match language.fetched(&rows) {
        Some(Here { tests, rows }) => description_length::fit(&**tests, rows, length),
        None => description_length::fit(&language, &rows, length),
    }
}

/// Tests on a table whose rows are elsewhere.
struct PartedTests<'a> {
    table: &'a dyn Answers,
    class: u16,
    whole: Whole,
    /// The same for a table that has the codings of this one, but no rows.
    tests: Tests<'a>,
    /// Counts of sets that PRUNE has asked or is going to ask for.
    known: RefCell<FxHashMap<Selection, Counts>>,
}

/// A set of rows, with what is known of it.
struct Set<'a> {
    selection: Selection,
    /// Whether labels are exchanged: an exception is being learned.
    is_swapped: bool,
    counts: OnceCell<Counts>,
    n_rows: OnceCell<u64>,
    tally: OnceCell<Tally>,
    /// If it is a part of a set that was counted: that set, and what the part lacks of it.
    origin: Option<(Rc<Set<'a>>, Rc<Set<'a>>)>,
    /// The rows themselves, if they were fetched.
    here: OnceCell<Here<'a>>,
}

/// Rows in memory, and the language that they are rows of.
#[derive(Clone)]
struct Here<'a> {
    tests: Rc<Tests<'a>>,
    rows: Rc<Rows>,
}

impl<'a> Set<'a> {
    fn new(selection: Selection, is_swapped: bool) -> Self {
        Self {
            selection,
            is_swapped,
            counts: OnceCell::new(),
            n_rows: OnceCell::new(),
            tally: OnceCell::new(),
            origin: None,
            here: OnceCell::new(),
        }
    }

    fn counted(selection: Selection, is_swapped: bool, counts: Counts) -> Self {
        Self { counts: OnceCell::from(counts), ..Self::new(selection, is_swapped) }
    }

    fn in_memory(selection: Selection, is_swapped: bool, tests: &Rc<Tests<'a>>, rows: Rc<Rows>) -> Self {
        let here = Here { tests: Rc::clone(tests), rows };
        let counts = here.rows.counts;
        Self { here: OnceCell::from(here), ..Self::counted(selection, is_swapped, counts) }
    }
}

fn swapped(counts: Counts) -> Counts {
    Counts { pos: counts.neg, neg: counts.pos }
}

impl<'a> PartedTests<'a> {
    fn new(table: &'a dyn Answers, class: u16, whole: Whole, how: Fit<'a>) -> Self {
        let no_rows = |coding: &Arc<Coding>| {
            let numbers = coding.is_binned().then(Arc::default);
            Column::of_codes(Arc::clone(coding), Codes::Byte(Vec::new()), numbers)
        };
        let columns = Columns::new(table.codings().iter().map(no_rows).collect(), 0);
        let tests = Tests::new(Arc::new(columns), how);
        Self { table, class, whole, tests, known: RefCell::default() }
    }

    fn set_of(&self, selection: Selection) -> Rc<Set<'a>> {
        Rc::new(Set::new(selection, false))
    }

    /// What each of some sets counts for by label.
    fn ask_counts(&self, sets: Vec<Selection>) -> Vec<[Weighed; 2]> {
        let labelled = |rows: Selection| LabelledSet { class: Some(self.class), rows };
        let answer = self.table.ask(&Question::Counts(sets.into_iter().map(labelled).collect()));
        let Answer::Counts(counts) = answer else { return Vec::new() };
        counts.iter().map(|counts| [counts[0], counts[1]]).collect()
    }

    fn counts(&self, set: &Set<'a>) -> Counts {
        *set.counts.get_or_init(|| {
            let weighed = self.ask_counts(vec![set.selection.clone()]);
            let [pos, neg] = weighed.first().copied().unwrap_or_default();
            // Nothing else has set it.
            let _ = set.n_rows.set(pos.rows + neg.rows);
            labelled(Counts { pos: pos.weight, neg: neg.weight }, set.is_swapped)
        })
    }

    fn n_rows(&self, set: &Set<'a>) -> u64 {
        let counts = self.counts(set);
        *set.n_rows.get_or_init(|| {
            if self.table.is_unweighted() {
                return counts.pos + counts.neg;
            }
            let weighed = self.ask_counts(vec![set.selection.clone()]);
            weighed.iter().flatten().map(|of_label| of_label.rows).sum()
        })
    }

    /// The rows of a set, if they are few enough to be fetched.
    fn fetched<'s>(&self, set: &'s Set<'a>) -> Option<&'s Here<'a>> {
        if set.here.get().is_none() {
            let n_rows = usize::try_from(self.n_rows(set)).unwrap_or(usize::MAX);
            let n_cells = n_rows.saturating_mul(self.table.codings().len());
            if n_cells > self.table.most_fetched() && !self.tests.are_few(n_rows) {
                return None;
            }
            let Answer::Rows(rows) = self.table.ask(&Question::Rows(set.selection.clone())) else {
                return None;
            };
            let block = rows.into_block(self.table.codings(), self.table.n_classes());
            let (pos, neg) = (*block.masks(self.class)).clone();
            let masks = if set.is_swapped { (neg, pos) } else { (pos, neg) };
            let rows = RowBits::all(block.classes().len()).by_label(&masks);
            let (columns, random) = (Arc::clone(block.columns()), Rc::clone(&self.tests.random));
            let tests = Tests::continued(columns, self.tests.how, random);
            let tests = Tests { n_in_all: self.whole.n_rows as usize, ..tests };
            let rows = tests.rows(rows);
            let _ = set.here.set(Here { tests: Rc::new(tests), rows });
        }
        set.here.get()
    }

    fn tally<'s>(&self, set: &'s Set<'a>) -> &'s Tally {
        set.tally.get_or_init(|| {
            if let Some((whole, rest)) = &set.origin
                && let Some(tally) = whole.tally.get()
                && (rest.tally.get().is_some() || self.is_smaller(rest, set))
            {
                return tally.minus(self.tally(rest));
            }
            let sets = vec![set.selection.clone()];
            let answer = self.table.ask(&Question::Tallies { class: self.class, sets });
            let Answer::Tallies(mut tallies) = answer else { return Tally::default() };
            let Some(Counted { pos, neg, n_rows }) = tallies.pop() else { return Tally::default() };
            let _ = set.n_rows.set(n_rows);
            let (pos, neg) = if set.is_swapped { (neg, pos) } else { (pos, neg) };
            self.tests.columns.tally_of(Counted { pos, neg, n_rows })
        })
    }

    fn is_smaller(&self, one: &Set<'a>, other: &Set<'a>) -> bool {
        let weight = |set: &Set<'a>| {
            let counts = self.counts(set);
            counts.pos + counts.neg
        };
        weight(one) < weight(other)
    }

    /// The rows of a set that pass a test, and what is known of them.
    fn within(&self, set: &Rc<Set<'a>>, test: CellTest, counts: Counts) -> Rc<Set<'a>> {
        let failing = set.selection.minus(Selection::default().within(test));
        let rest = Set::counted(failing, set.is_swapped, minus(self.counts(set), counts));
        let origin = Some((Rc::clone(set), Rc::new(rest)));
        Rc::new(Set { origin, ..Set::counted(set.selection.within(test), set.is_swapped, counts) })
    }

    /// What the rules of a theory but one leave of the examples.
    fn left_by(others: &Others<'_, Self>) -> Selection {
        let mut left = others.examples.selection.clone();
        left.without.extend(others.rules().map(ColumnRule::selection));
        left
    }

    /// The counts of a set that PRUNE asks for. Where one is missing, all that it is going to ask of this theory are
    /// asked at once.
    fn known(&self, set: &Selection, others: &Others<'_, Self>) -> Counts {
        if let Some(counts) = self.known.borrow().get(set) {
            return *counts;
        }
        let mut sets = vec![set.clone()];
        if others.place < others.theory.len() {
            for (place, part) in others.theory.iter().enumerate() {
                let left = Self::left_by(&others.at(place));
                sets.extend(part.rule.shorter().iter().map(|shorter| left.and(&shorter.selection())));
                sets.push(left);
            }
        }
        sets.retain(|set| !self.known.borrow().contains_key(set));
        let weighed = self.ask_counts(sets.clone());
        let mut known = self.known.borrow_mut();
        if known.len() > MOST_KNOWN {
            known.clear();
        }
        for (set, [pos, neg]) in sets.into_iter().zip(weighed) {
            known.insert(set, Counts { pos: pos.weight, neg: neg.weight });
        }
        known.get(set).copied().unwrap_or_default()
    }
}

/// Sets whose counts are kept: more than PRUNE compares in one step, and little memory.
const MOST_KNOWN: usize = 1 << 14;

fn minus(all: Counts, part: Counts) -> Counts {
    Counts { pos: all.pos - part.pos, neg: all.neg - part.neg }
}

fn labelled(counts: Counts, is_swapped: bool) -> Counts {
    if is_swapped { swapped(counts) } else { counts }
}

/// A node of the search in memory.
fn node_here<'a>(node: &Node<PartedTests<'a>>, here: &Here<'a>) -> Node<Tests<'a>> {
    let Node { rule, counts, is_finished, .. } = node;
    Node { rule: rule.clone(), counts: *counts, cover: Rc::clone(&here.rows), is_finished: *is_finished }
}

impl<'a> RuleLanguage for PartedTests<'a> {
    type Rule = ColumnRule;
    type Examples = Rc<Set<'a>>;
    type Cover = Rc<Set<'a>>;
    /// Theories are compared by questions.
    type Set = ();

    fn plan(&self) -> Plan {
        Plan { n_revisions: self.tests.n_revisions(self.whole.n_rows as usize), ..self.tests.plan() }
    }

    fn is_stopped(&self) -> bool {
        self.tests.is_stopped()
    }

    fn report(&self, progress: Progress<'_, Self>) {
        if let (Some(listener), Progress::Rule { depth: 0, rule, left }) = (self.tests.how.listener, progress)
        {
            listener(rule, self.counts(left));
        }
    }

    fn count(&self, set: &Rc<Set<'a>>) -> Counts {
        self.counts(set)
    }

    fn without(&self, set: &Rc<Set<'a>>, covered: &Rc<Set<'a>>) -> Rc<Set<'a>> {
        let selection = set.selection.minus(covered.selection.clone());
        if let (Some(one), Some(other)) = (set.here.get(), covered.here.get())
            && Rc::ptr_eq(&one.tests, &other.tests)
        {
            let left = one.tests.without(&one.rows, &other.rows);
            return Rc::new(Set::in_memory(selection, set.is_swapped, &one.tests, left));
        }
        let counts = minus(self.counts(set), self.counts(covered));
        let origin = Some((Rc::clone(set), Rc::clone(covered)));
        Rc::new(Set { origin, ..Set::counted(selection, set.is_swapped, counts) })
    }

    fn swapped(&self, node: &Node<Self>, _: &Rc<Set<'a>>) -> Rc<Set<'a>> {
        let Set { selection, is_swapped, tally, .. } = &*node.cover;
        if let Some(here) = self.fetched(&node.cover) {
            let rows = here.tests.swapped(&node_here(node, here), &here.rows);
            return Rc::new(Set::in_memory(selection.clone(), !is_swapped, &here.tests, rows));
        }
        let set = Set::counted(selection.clone(), !is_swapped, swapped(self.counts(&node.cover)));
        if let Some(tally) = tally.get() {
            // The set is new, so nothing else has set its tally.
            let _ = set.tally.set(tally.swapped());
        }
        Rc::new(set)
    }

    fn set(&self, _: &ColumnRule) {}

    fn left(&self, others: &Others<'_, Self>) -> Rc<Set<'a>> {
        self.set_of(Self::left_by(others))
    }

    fn errors(&self, others: &Others<'_, Self>, part: Option<&Part<Self>>) -> u64 {
        let left = Self::left_by(others);
        let total = self.counts(others.examples);
        let counts = self.known(&left, others);
        let errors_of_others = total.neg - counts.neg;
        let Some(part) = part else { return errors_of_others + counts.pos };
        let covered = self.known(&left.and(&part.rule.selection()), others);
        errors_of_others + covered.neg + (counts.pos - covered.pos)
    }

    fn empty(&self) -> ColumnRule {
        self.tests.empty()
    }

    fn shorter(&self, part: &Part<Self>) -> Vec<Part<Self>> {
        part.rule.shorter().into_iter().map(|rule| Part { rule, set: () }).collect()
    }

    fn starts(&self, rule: &ColumnRule) -> Vec<ColumnRule> {
        self.tests.starts(rule)
    }

    fn are_same(&self, one: &ColumnRule, other: &ColumnRule) -> bool {
        self.tests.are_same(one, other)
    }

    fn start(&self, rule: &ColumnRule, set: &Rc<Set<'a>>) -> Option<Node<Self>> {
        let mut selection = set.selection.clone();
        selection.tests.extend(&rule.tests);
        let cover = if rule.tests.is_empty() {
            Rc::clone(set)
        } else if let Some(here) = self.fetched(set) {
            let node = here.tests.start(rule, &here.rows)?;
            Rc::new(Set::in_memory(selection, set.is_swapped, &here.tests, node.cover))
        } else {
            Rc::new(Set::new(selection, set.is_swapped))
        };
        Some(Node { rule: rule.clone(), counts: self.counts(&cover), cover, is_finished: false })
    }

    fn refine(&self, node: &Node<Self>, aim: Aim, depth: usize) -> Option<Node<Self>> {
        let set = &node.cover;
        if let Some(here) = self.fetched(set) {
            let refined = here.tests.refine(&node_here(node, here), aim, depth)?;
            let test = *refined.rule.tests.last()?;
            let cover =
                Set::in_memory(set.selection.within(test), set.is_swapped, &here.tests, refined.cover);
            return Some(Node {
                rule: refined.rule,
                counts: refined.counts,
                cover: Rc::new(cover),
                is_finished: false,
            });
        }
        let before = self.counts(set);
        if !self.tests.may_refine(&node.rule, before) {
            return None;
        }
        let (test, counts) = self.tests.best_of_tally(before, self.tally(set), aim, |range| {
            let question = Question::Numbers { class: self.class, set: set.selection.clone(), range };
            let Answer::Numbers(mut runs) = self.table.ask(&question) else { return Vec::new() };
            if set.is_swapped {
                runs.iter_mut().for_each(|run| (run.1, run.2) = (run.2, run.1));
            }
            runs
        })?;
        let rule = node.rule.plus(test, &self.tests.columns);
        Some(Node { rule, counts, cover: self.within(set, test, counts), is_finished: false })
    }

    fn offer(
        &self,
        node: &Node<Self>,
        exceptions: Exceptions<'_, Self>,
        _: Problem<'_, Self>,
    ) -> Offer<Self> {
        let set = &node.cover;
        let (exceptions, covered) = match exceptions {
            Exceptions::None => (Vec::new(), Rc::clone(set)),
            Exceptions::LearnedRules(LearnedRules { rules, left }) => (rules, self.unswapped(set, &left)),
            Exceptions::Known(rules) => {
                let mut selection = set.selection.clone();
                selection.without.extend(rules.iter().map(ColumnRule::selection));
                let covered = match set.here.get() {
                    Some(here) => {
                        let left = here.tests.outside(&here.rows, rules);
                        Set::in_memory(selection, set.is_swapped, &here.tests, left)
                    }
                    None => Set::new(selection, set.is_swapped),
                };
                (rules.to_vec(), Rc::new(covered))
            }
        };
        let counts = self.counts(&covered);
        Offer { rules: vec![node.rule.except(exceptions)], counts, covered }
    }
}

impl<'a> PartedTests<'a> {
    /// What exceptions leave of a set, with its labels.
    fn unswapped(&self, set: &Set<'a>, left: &Set<'a>) -> Rc<Set<'a>> {
        if let (Some(here), Some(there)) = (set.here.get(), left.here.get())
            && Rc::ptr_eq(&here.tests, &there.tests)
        {
            let rows = here.tests.unswapped(&here.rows, &there.rows);
            return Rc::new(Set::in_memory(left.selection.clone(), set.is_swapped, &here.tests, rows));
        }
        Rc::new(Set::counted(left.selection.clone(), set.is_swapped, swapped(self.counts(left))))
    }
}
