//! Part of the check: which facts the rules can reach from given instances of the targets.
//!
//! Rules that are not recursive decide an instance by few facts. With many facts in columns the solver gets only these, for
//! one part of the instances after the other. For each rule and each of its variables the values are found that the
//! variable can have: those of the head are given; a literal on facts in columns passes on the values of its matching facts.
//!
//! Why that changes nothing. Let F be all facts in columns, F' those reached, and let an atom be *asked* if each of its
//! arguments is among the values of its place: the instances given are, and so are, by construction, the atoms of invented
//! predicates in the bodies of rules for asked atoms, wherever the rule's literals on F hold. Claim: an asked atom holds with
//! F' exactly if it holds with F. By induction on the order of predicates, which has no circle; take a ground rule for it.
//!
//! - If the body holds with F: its positive atoms in F bind variables to values that were found, so each of these atoms is in
//!   F'. Its negated atoms are not in F, and F' is a part of F. Atoms of invented predicates are asked, so the claim holds
//!   for them. All else is the same with F and F'.
//! - If the body holds with F': its positive atoms in F' are in F, so again all values were found. A negated atom that was in
//!   F would have only such values, and all facts with these are reached, so it would be in F'. The rest is as above.
//!
//! Atoms that are not asked may be decided otherwise, but no rule for an asked atom reads them. The background reads neither
//! facts in columns nor what the rules define, and so it is the same with F and F'; what is above it has one stable model for
//! each of its own.

use crate::task::{FactTable, Task};
use rustc_hash::{FxHashMap, FxHashSet};
use xfold_asp::{
    ground_term,
    symbols::{AtomGroup, Signature, Symbol, Symbols},
    syntax::{
        Atom, BodyElement, Head, Literal, LiteralKind, Name, Rule, Sign, Statement, StatementKind, Term,
    },
    visit,
};

/// Values, in order, each once.
type Values = Vec<u32>;

/// The values of each place of a predicate; none where any value will do.
type Places = Vec<Option<Values>>;

/// Rules in a form in which what they reach can be followed.
pub(super) struct Reach<'a> {
    task: &'a Task,
    rules: Vec<ReachRule<'a>>,
    /// The predicates that rules define, each before those that its rules read.
    order: Vec<Signature>,
}

struct ReachRule<'a> {
    head: Signature,
    args: Vec<Arg>,
    literals: Vec<ReachLiteral<'a>>,
}

struct ReachLiteral<'a> {
    signature: Signature,
    args: Vec<Arg>,
    is_positive: bool,
    /// The facts, if they are in columns.
    table: Option<&'a FactTable>,
}

/// What stands at a place.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Arg {
    Variable(Name),
    Value(u32),
    Anything,
}

impl<'a> Reach<'a> {
    /// The rules of a program. `None` if they have another form, are recursive, or if the background reads or defines what
    /// they define.
    pub(super) fn of(task: &'a Task, statements: &[Statement], symbols: &mut Symbols) -> Option<Self> {
        // With #const a name in a rule stands for another value.
        let is_const = |statement: &Statement| matches!(statement.kind, StatementKind::Const(..));
        if task.background.statements.iter().any(is_const) {
            return None;
        }
        let mut rules = Vec::new();
        let mut facts = FxHashSet::default();
        for statement in statements {
            let StatementKind::Rule(Rule { head: Head::Atom(head), body, .. }) = &statement.kind else {
                return None;
            };
            if body.is_empty() {
                facts.insert(head.signature());
                continue;
            }
            let mut literals = Vec::new();
            for element in body {
                let BodyElement::Literal(Literal { sign, kind, .. }) = element else { return None };
                let LiteralKind::Atom(atom) = kind else { continue };
                let signature = atom.signature();
                literals.push(ReachLiteral {
                    args: args(atom, symbols)?,
                    is_positive: *sign == Sign::None,
                    table: task.background.table(&signature),
                    signature,
                });
            }
            if !is_safe(statement, &literals) {
                return None;
            }
            rules.push(ReachRule { head: head.signature(), args: args(head, symbols)?, literals });
        }
        let heads: FxHashSet<Signature> = rules.iter().map(|rule| rule.head.clone()).collect();
        for head in heads.iter().chain(&facts) {
            let complement = Signature { negated: !head.negated, ..head.clone() };
            let is_known = |of: &Signature| {
                task.background.defines(of) || task.background.reads_any(&[], std::slice::from_ref(of))
            };
            if is_known(head) || is_known(&complement) || heads.contains(&complement) {
                return None;
            }
        }
        let order = order(&rules, heads)?;
        Some(Self { task, rules, order })
    }

    /// The facts in columns that the rules reach from these instances. `None` if some literal has nothing to start from.
    pub(super) fn facts(&self, asked: &[AtomGroup]) -> Option<Vec<AtomGroup>> {
        let mut demand: FxHashMap<&Signature, Places> = FxHashMap::default();
        for group in asked {
            let column = |place: usize| Some(distinct(group.rows().map(|row| row[place].0).collect()));
            let Some(head) = self.order.iter().find(|head| **head == group.signature) else { continue };
            demand.insert(head, (0..head.arity).map(column).collect());
        }
        let mut reached: FxHashMap<&Signature, Vec<u32>> = FxHashMap::default();
        for head in &self.order {
            let Some(places) = demand.get(head).cloned() else { continue };
            for rule in self.rules.iter().filter(|rule| rule.head == *head) {
                self.follow(rule, &places, &mut reached, &mut demand)?;
            }
        }
        let mut facts = Vec::new();
        for table in self.task.background.tables.iter() {
            let Some(rows) = reached.remove(&table.signature) else { continue };
            facts.push(table.atoms(distinct(rows)));
        }
        Some(facts)
    }

    /// Adds the facts that one rule reaches, and what it asks of other rules.
    fn follow<'r>(
        &'r self,
        rule: &'r ReachRule<'a>,
        places: &Places,
        reached: &mut FxHashMap<&'r Signature, Vec<u32>>,
        demand: &mut FxHashMap<&'r Signature, Places>,
    ) -> Option<()> {
        let mut values: FxHashMap<&Name, Values> = FxHashMap::default();
        for (arg, place) in rule.args.iter().zip(places) {
            if let (Arg::Variable(name), Some(place)) = (arg, place) {
                values.entry(name).or_insert_with(|| place.clone());
            }
        }
        let in_columns = |positive: bool| {
            rule.literals
                .iter()
                .filter(move |literal| literal.is_positive == positive && literal.table.is_some())
        };
        let mut waiting: Vec<&ReachLiteral<'a>> = in_columns(true).collect();
        while !waiting.is_empty() {
            let next = waiting.iter().position(|literal| literal.starts(&values))?;
            let literal = waiting.remove(next);
            let rows = literal.rows(&values)?;
            literal.bind(&rows, &mut values);
            reached.entry(&literal.signature).or_default().extend(rows);
        }
        for literal in in_columns(false) {
            reached.entry(&literal.signature).or_default().extend(literal.rows(&values)?);
        }
        for literal in rule.literals.iter().filter(|literal| self.order.contains(&literal.signature)) {
            let known = demand
                .entry(&literal.signature)
                .or_insert_with(|| vec![Some(Vec::new()); literal.args.len()]);
            for (known, arg) in known.iter_mut().zip(&literal.args) {
                let more = match arg {
                    Arg::Variable(name) => values.get(name).cloned(),
                    Arg::Value(value) => Some(vec![*value]),
                    Arg::Anything => None,
                };
                *known = match (known.take(), more) {
                    (Some(mut known), Some(more)) => {
                        known.extend(more);
                        Some(distinct(known))
                    }
                    _ => None,
                };
            }
        }
        Some(())
    }
}

impl ReachLiteral<'_> {
    /// Whether something is known of one of its places.
    fn starts(&self, values: &FxHashMap<&Name, Values>) -> bool {
        self.args.iter().any(|arg| match arg {
            Arg::Variable(name) => values.contains_key(name),
            Arg::Value(_) => true,
            Arg::Anything => false,
        })
    }

    /// The facts, by number, that have only values which were found; `None` if nothing is known of any place.
    fn rows(&self, values: &FxHashMap<&Name, Values>) -> Option<Vec<u32>> {
        let table = self.table?;
        let of_place = |place: usize| match &self.args[place] {
            Arg::Variable(name) => values.get(name).map(Vec::as_slice),
            Arg::Value(value) => Some(std::slice::from_ref(value)),
            Arg::Anything => None,
        };
        let known: Vec<(usize, &[u32])> =
            (0..self.args.len()).filter_map(|place| Some((place, of_place(place)?))).collect();
        let &(first, from) = known.iter().min_by_key(|(_, values)| values.len())?;
        let lookup = table.extension.by(1 << first);
        let relation = table.relation();
        let fits = |row: &u32| {
            known.iter().all(|&(place, values)| {
                place == first || values.binary_search(&relation.column(place)[*row as usize]).is_ok()
            })
        };
        let mut rows = Vec::new();
        for value in from {
            let [(_, matching), _] = lookup.rows(0, std::slice::from_ref(value));
            rows.extend(matching.into_iter().filter(fits));
        }
        Some(rows)
    }

    /// Keeps of its variables the values that its facts have.
    fn bind<'v>(&'v self, rows: &[u32], values: &mut FxHashMap<&'v Name, Values>) {
        let Some(table) = self.table else { return };
        for (place, arg) in self.args.iter().enumerate() {
            if let Arg::Variable(name) = arg {
                let column = table.relation().column(place);
                values.insert(name, distinct(rows.iter().map(|&row| column[row as usize]).collect()));
            }
        }
    }
}

/// Whether every variable of a rule stands in a positive atom of its body. What is restricted to instances that are asked
/// for would be safe anyway, but the rule that the user reads has to be.
fn is_safe(rule: &Statement, literals: &[ReachLiteral<'_>]) -> bool {
    let positive = literals.iter().filter(|literal| literal.is_positive).flat_map(|literal| &literal.args);
    let bound: FxHashSet<&Arg> = positive.collect();
    let mut is_safe = true;
    visit::for_each_term(rule, &mut |term| {
        if let Term::Variable(name) = term {
            is_safe &= bound.contains(&Arg::Variable(name.clone()));
        }
    });
    is_safe
}

/// The defined predicates, each before those that its rules read; `None` if there is a circle.
fn order(rules: &[ReachRule<'_>], heads: FxHashSet<Signature>) -> Option<Vec<Signature>> {
    let mut waiting: Vec<Signature> = heads.into_iter().collect();
    waiting.sort();
    let mut order = Vec::new();
    while !waiting.is_empty() {
        let is_read = |head: &Signature| {
            rules.iter().any(|rule| {
                waiting.contains(&rule.head) && rule.literals.iter().any(|literal| literal.signature == *head)
            })
        };
        let next = waiting.iter().position(|head| !is_read(head))?;
        order.push(waiting.remove(next));
    }
    Some(order)
}

/// The arguments of an atom, if they are variables and ground terms.
fn args(atom: &Atom, symbols: &mut Symbols) -> Option<Vec<Arg>> {
    let arg = |term: &Term| match term {
        Term::Variable(name) => Some(Arg::Variable(name.clone())),
        Term::Anonymous => Some(Arg::Anything),
        _ => ground_term(term, symbols).map(|Symbol(value)| Arg::Value(value)),
    };
    atom.args.iter().map(arg).collect()
}

fn distinct(mut values: Vec<u32>) -> Vec<u32> {
    values.sort_unstable();
    values.dedup();
    values
}
