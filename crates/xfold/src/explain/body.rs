//! Bodies of rules in a stable model: under which bindings they hold, which atoms they then rest on, and how far one
//! that does not hold comes.

use super::world::{Bindings, GroundAtom, Matched, WorldIndex, lookup};
use rustc_hash::FxHashSet;
use std::cell::Cell;
use xfold_asp::{
    Decimal,
    symbols::{Symbol, SymbolKind},
    syntax::{
        Aggregate, AggregateFunction, AggregateSet, Atom, BodyElement, CompareOp, Conditional, Literal,
        LiteralKind, Name, Sign, Term,
    },
};
use xfold_solve::Limits;

/// Steps between two looks at the limits: a look costs a call of the system clock.
const STEPS_BETWEEN_LOOKS: u32 = 64;

/// In which order the conditions of a body are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// As they are written, as far as variables are bound by then.
    Written,
    /// What has the fewest answers first.
    Cheapest,
}

/// A body, with the variables that are not local to one of its elements.
pub(super) struct Body<'b> {
    pub(super) elements: &'b [BodyElement],
    global: FxHashSet<Name>,
}

/// How far a body that does not hold comes.
#[derive(Debug, Clone)]
pub(super) struct Reached {
    /// Conditions that hold, by number.
    pub(super) met: Vec<usize>,
    /// The one that does not; none if no condition could be looked at.
    pub(super) failed: Option<usize>,
    pub(super) bindings: Bindings,
}

impl<'b> Body<'b> {
    /// `head` are the terms of the rule's head: its variables are global, too.
    pub(super) fn new(elements: &'b [BodyElement], head: &[Term]) -> Self {
        let mut global = FxHashSet::default();
        head.iter().for_each(|term| variables(term, &mut global));
        for element in elements {
            match element {
                BodyElement::Literal(literal) => literal_variables(literal, &mut global),
                BodyElement::Aggregate(_, Aggregate { left, right, .. }) => {
                    left.iter().for_each(|(term, _)| variables(term, &mut global));
                    right.iter().for_each(|(_, term)| variables(term, &mut global));
                }
                BodyElement::Conditional(_) => {}
            }
        }
        Self { elements, global }
    }
}

/// What a search may spend: a number of steps, and no more time than the limits of the run leave.
pub(super) struct Budget<'l> {
    steps: Cell<u64>,
    n_looks: Cell<u32>,
    limits: &'l Limits,
}

impl<'l> Budget<'l> {
    pub(super) fn new(steps: u64, limits: &'l Limits) -> Self {
        Self { steps: Cell::new(steps), n_looks: Cell::new(0), limits }
    }

    /// Pays for a step; false if nothing is left to pay it with.
    fn spend(&self) -> bool {
        let Some(left) = self.steps.get().checked_sub(1) else { return false };
        self.steps.set(left);
        self.goes_on()
    }

    /// Whether the run may go on. For work inside of one step, of which there can be much.
    fn goes_on(&self) -> bool {
        let n_looks = self.n_looks.get().wrapping_add(1);
        self.n_looks.set(n_looks);
        if n_looks.is_multiple_of(STEPS_BETWEEN_LOOKS) && self.limits.reached().is_some() {
            self.steps.set(0);
        }
        !self.is_spent()
    }

    pub(super) fn is_spent(&self) -> bool {
        self.steps.get() == 0
    }
}

/// A search through the bindings of one body.
pub(super) struct BodySearch<'s> {
    pub(super) world: &'s WorldIndex,
    pub(super) order: Order,
    /// What may still be spent.
    pub(super) budget: &'s Budget<'s>,
}

/// A condition that was looked at, with the bindings under which it holds that have not been followed yet.
struct Followed {
    number: usize,
    answers: std::vec::IntoIter<Bindings>,
}

impl BodySearch<'_> {
    /// Calls `see` with all bindings under which a body holds, until it says stop. False if it was stopped, or if the
    /// budget was.
    pub(super) fn solutions(
        &self,
        body: &Body<'_>,
        bindings: &Bindings,
        see: &mut dyn FnMut(&Bindings) -> bool,
    ) -> bool {
        self.go(body, bindings.clone(), see, &mut |_, _, _| {})
    }

    /// The first bindings under which a body holds.
    pub(super) fn first(&self, body: &Body<'_>, bindings: &Bindings) -> Option<Bindings> {
        let mut found = None;
        self.solutions(body, bindings, &mut |bindings| {
            found = Some(bindings.clone());
            false
        });
        found
    }

    /// How far a body comes that has no solution: the first of the bindings for which the most conditions hold.
    pub(super) fn reached(&self, body: &Body<'_>, bindings: &Bindings) -> Reached {
        let mut best: Option<Reached> = None;
        self.go(body, bindings.clone(), &mut |_| false, &mut |pending, failed, bindings| {
            let n_met = body.elements.len() - pending.len();
            if best.as_ref().is_none_or(|best| n_met > best.met.len()) {
                let is_met = |number: &usize| pending.binary_search(number).is_err();
                let met = (0..body.elements.len()).filter(is_met).collect();
                best = Some(Reached { met, failed: Some(failed), bindings: bindings.clone() });
            }
        });
        best.unwrap_or(Reached { met: Vec::new(), failed: None, bindings: bindings.clone() })
    }

    /// Follows all bindings under which the conditions hold, one condition after the other. `fail` gets the conditions
    /// that were pending, in order, where one of them has no answer, and which one. A body may have very many conditions,
    /// so this does not call itself.
    fn go(
        &self,
        body: &Body<'_>,
        bindings: Bindings,
        see: &mut dyn FnMut(&Bindings) -> bool,
        fail: &mut dyn FnMut(&[usize], usize, &Bindings),
    ) -> bool {
        let mut pending: Vec<usize> = (0..body.elements.len()).collect();
        let mut path: Vec<Followed> = Vec::new();
        let mut current = Some(bindings);
        loop {
            if let Some(bindings) = current.take() {
                if !self.budget.spend() || (pending.is_empty() && !see(&bindings)) {
                    return false;
                }
                if let Some(next) = self.next(body, &pending, &bindings) {
                    let answers = self.answers(body, next, &bindings);
                    if answers.is_empty() {
                        fail(&pending, next, &bindings);
                    } else {
                        pending.remove(pending.partition_point(|number| *number < next));
                        path.push(Followed { number: next, answers: answers.into_iter() });
                    }
                }
            }
            let Some(last) = path.last_mut() else { return true };
            current = last.answers.next();
            if current.is_none() {
                let place = pending.partition_point(|number| *number < last.number);
                pending.insert(place, last.number);
                path.pop();
            }
        }
    }

    /// The condition to look at next, of those that can be looked at.
    fn next(&self, body: &Body<'_>, pending: &[usize], bindings: &Bindings) -> Option<usize> {
        let mut ready = pending.iter().copied().filter(|&number| self.is_ready(body, number, bindings));
        if self.order == Order::Written {
            return ready.next();
        }
        let mut best: Option<(usize, usize)> = None;
        for number in ready {
            if !self.budget.goes_on() {
                return None;
            }
            let cost = match &body.elements[number] {
                BodyElement::Literal(Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), .. }) => {
                    self.world.n_rows(&atom.signature(), &self.pattern(atom, bindings))
                }
                BodyElement::Literal(_) => 0,
                _ => 1,
            };
            if best.is_none_or(|(_, least)| cost < least) {
                best = Some((number, cost));
            }
            // One answer or none: nothing that comes later can make less work.
            if cost <= 1 {
                break;
            }
        }
        best.map(|(number, _)| number)
    }

    fn is_ready(&self, body: &Body<'_>, number: usize, bindings: &Bindings) -> bool {
        let world = self.world;
        match &body.elements[number] {
            BodyElement::Literal(literal) => match (&literal.kind, literal.sign) {
                (LiteralKind::Atom(atom), Sign::None) => {
                    atom.args.iter().all(|term| world.is_matchable(term, bindings))
                }
                (LiteralKind::Atom(atom), _) => atom
                    .args
                    .iter()
                    .all(|term| matches!(term, Term::Anonymous) || world.is_bound(&opened(term), bindings)),
                (LiteralKind::Compare(first, chain), sign) => {
                    let bound = |term: &Term| world.is_bound(term, bindings);
                    let all = bound(first) && chain.iter().all(|(_, term)| bound(term));
                    let assigns = match &chain[..] {
                        [(CompareOp::Equal, second)] if sign == Sign::None => {
                            (bound(first) && world.is_matchable(second, bindings))
                                || (bound(second) && world.is_matchable(first, bindings))
                        }
                        _ => false,
                    };
                    all || assigns
                }
                (LiteralKind::Truth(_), _) => true,
            },
            BodyElement::Conditional(conditional) => {
                let mut names = FxHashSet::default();
                conditional_variables(conditional, &mut names);
                self.globals_bound(&names, body, bindings)
            }
            BodyElement::Aggregate(_, aggregate) => {
                let mut names = FxHashSet::default();
                set_variables(&aggregate.set, &mut names);
                let open = assigned(aggregate).filter(|name| lookup(bindings, name).is_none());
                for term in guards(aggregate) {
                    match term {
                        Term::Variable(name) if Some(name) == open => {}
                        term => variables(term, &mut names),
                    }
                }
                self.globals_bound(&names, body, bindings)
            }
        }
    }

    fn globals_bound(&self, names: &FxHashSet<Name>, body: &Body<'_>, bindings: &Bindings) -> bool {
        names.iter().filter(|name| body.global.contains(*name)).all(|name| lookup(bindings, name).is_some())
    }

    /// The bindings under which a condition holds.
    fn answers(&self, body: &Body<'_>, number: usize, bindings: &Bindings) -> Vec<Bindings> {
        match &body.elements[number] {
            BodyElement::Literal(literal) => self.literal(literal, bindings),
            BodyElement::Conditional(conditional) => {
                let holds = self.unmet(conditional, bindings).is_empty();
                if holds { vec![bindings.clone()] } else { Vec::new() }
            }
            BodyElement::Aggregate(sign, aggregate) => {
                let value = self.aggregate(aggregate, bindings);
                let mut extended = bindings.clone();
                if *sign == Sign::None
                    && let Some(name) = assigned(aggregate)
                    && lookup(bindings, name).is_none()
                {
                    extended.push((name.clone(), value));
                }
                let compare = |left: Symbol, op: CompareOp, right: Symbol| {
                    op.holds(self.world.symbols().compare(left, right))
                };
                let term = |term: &Term| self.world.value(term, &extended);
                let left = aggregate.left.as_ref();
                let right = aggregate.right.as_ref();
                let holds = left
                    .is_none_or(|(bound, op)| term(bound).is_some_and(|b| compare(b, *op, value)))
                    && right.is_none_or(|(op, bound)| term(bound).is_some_and(|b| compare(value, *op, b)));
                if holds == (*sign != Sign::Not) { vec![extended] } else { Vec::new() }
            }
        }
    }

    fn literal(&self, literal: &Literal, bindings: &Bindings) -> Vec<Bindings> {
        let unchanged = |holds: bool| if holds { vec![bindings.clone()] } else { Vec::new() };
        match (&literal.kind, literal.sign) {
            (LiteralKind::Atom(atom), Sign::None) => {
                let signature = atom.signature();
                let mut answers = Vec::new();
                // Rows may differ only where the atom has `_`.
                let mut seen: FxHashSet<Vec<Symbol>> = FxHashSet::default();
                for number in self.candidates(atom, bindings) {
                    if !self.budget.goes_on() {
                        break;
                    }
                    let mut extended = bindings.clone();
                    let row = self.world.row(&signature, number);
                    if self.world.unify_all(&atom.args, row, &mut extended) == Matched::Yes
                        && seen.insert(extended[bindings.len()..].iter().map(|(_, value)| *value).collect())
                    {
                        answers.push(extended);
                    }
                }
                answers
            }
            (LiteralKind::Atom(atom), sign) => {
                let holds = self.matching_row(atom, bindings).is_some();
                unchanged(holds == (sign == Sign::NotNot))
            }
            (LiteralKind::Compare(first, chain), sign) => {
                if sign == Sign::None
                    && let [(CompareOp::Equal, second)] = &chain[..]
                {
                    return self.equal(first, second, bindings);
                }
                let mut terms = vec![first];
                terms.extend(chain.iter().map(|(_, term)| term));
                let values: Option<Vec<Symbol>> =
                    terms.into_iter().map(|term| self.world.value(term, bindings)).collect();
                let Some(values) = values else { return Vec::new() };
                let symbols = self.world.symbols();
                let mut pairs = values.windows(2).zip(chain);
                let holds = pairs.all(|(pair, (op, _))| op.holds(symbols.compare(pair[0], pair[1])));
                unchanged(holds == (sign != Sign::Not))
            }
            (LiteralKind::Truth(value), sign) => unchanged(*value == (sign != Sign::Not)),
        }
    }

    /// The ways to make two terms equal, of which one is bound.
    fn equal(&self, first: &Term, second: &Term, bindings: &Bindings) -> Vec<Bindings> {
        let is_bound = |term: &Term| self.world.is_bound(term, bindings) && !has_interval(term);
        let (open, known) = if is_bound(second) { (first, second) } else { (second, first) };
        if let Term::Interval(pair) = open {
            return self.in_interval(pair, known, bindings);
        }
        if let Term::Interval(pair) = known {
            return self.in_interval(pair, open, bindings);
        }
        let Some(value) = self.world.value(known, bindings) else { return Vec::new() };
        let mut extended = bindings.clone();
        match self.world.unify(open, value, &mut extended) {
            Matched::Yes => vec![extended],
            _ => Vec::new(),
        }
    }

    fn in_interval(&self, pair: &(Term, Term), term: &Term, bindings: &Bindings) -> Vec<Bindings> {
        let number = |term: &Term| {
            let value = self.world.value(term, bindings)?;
            self.world.symbols().as_number(value)
        };
        let (Some(low), Some(high)) = (number(&pair.0), number(&pair.1)) else { return Vec::new() };
        if let Some(value) = number(term) {
            return if (low..=high).contains(&value) { vec![bindings.clone()] } else { Vec::new() };
        }
        let mut answers = Vec::new();
        for value in low..=high {
            if !self.budget.spend() {
                break;
            }
            let Some(symbol) = self.world.value(&Term::Number(value), bindings) else { continue };
            let mut extended = bindings.clone();
            if self.world.unify(term, symbol, &mut extended) == Matched::Yes {
                answers.push(extended);
            }
        }
        answers
    }

    /// Rows that an atom may match, by the arguments that are bound.
    fn candidates(&self, atom: &Atom, bindings: &Bindings) -> Vec<u32> {
        self.world.rows(&atom.signature(), &self.pattern(atom, bindings))
    }

    /// The arguments of an atom that are bound.
    fn pattern(&self, atom: &Atom, bindings: &Bindings) -> Vec<Option<Symbol>> {
        let value = |term: &Term| {
            let known = self.world.is_bound(term, bindings) && !has_interval(term);
            if known { self.world.value(term, bindings) } else { None }
        };
        atom.args.iter().map(value).collect()
    }

    /// The bindings of a conditional literal's condition under which its literal does not hold.
    pub(super) fn unmet(&self, conditional: &Conditional, bindings: &Bindings) -> Vec<Bindings> {
        let mut unmet = Vec::new();
        self.conditions(&conditional.condition, bindings, &mut |extended| {
            if self.literal(&conditional.literal, extended).is_empty() {
                unmet.push(extended.clone());
            }
        });
        unmet
    }

    fn conditions(&self, condition: &[Literal], bindings: &Bindings, see: &mut dyn FnMut(&Bindings)) {
        let elements: Vec<BodyElement> = condition.iter().cloned().map(BodyElement::Literal).collect();
        let body = Body::new(&elements, &[]);
        let search = BodySearch { order: Order::Cheapest, ..*self };
        search.solutions(&body, bindings, &mut |bindings| {
            see(bindings);
            true
        });
    }

    /// The value of an aggregate.
    pub(super) fn aggregate(&self, aggregate: &Aggregate, bindings: &Bindings) -> Symbol {
        let number = |sum: i64| SymbolKind::Number(sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
        let total = |sum: Option<Decimal>| match sum {
            Some(sum) if sum.as_whole().is_none() && sum.scale > 0 => SymbolKind::Decimal(sum),
            sum => number(sum.and_then(|sum| sum.scaled(0)).unwrap_or(i64::MAX)),
        };
        let (function, elements) = match &aggregate.set {
            AggregateSet::Function(function, elements) => (*function, elements),
            AggregateSet::Set(elements) => {
                let mut atoms: FxHashSet<GroundAtom> = FxHashSet::default();
                self.counted(elements, bindings, &mut |element, found| {
                    if let LiteralKind::Atom(atom) = &element.literal.kind {
                        atoms.extend(self.ground(atom, found));
                    }
                });
                return self.world.intern(number(atoms.len() as i64));
            }
        };
        let mut tuples: FxHashSet<Vec<Symbol>> = FxHashSet::default();
        for (terms, condition) in elements {
            self.conditions(condition, bindings, &mut |extended| {
                let values = terms.iter().map(|term| self.world.value(term, extended));
                tuples.extend(values.collect::<Option<Vec<Symbol>>>());
            });
        }
        let symbols = self.world.symbols();
        let firsts = || tuples.iter().filter_map(|tuple| tuple.first().copied());
        let weights = || firsts().filter_map(|first| symbols.as_decimal(first));
        let none = Some(Decimal::whole(0));
        let kind = match function {
            AggregateFunction::Count => number(tuples.len() as i64),
            AggregateFunction::Sum => total(weights().fold(none, |sum, weight| sum?.plus(weight))),
            AggregateFunction::SumPlus => {
                let above = weights().filter(|weight| weight.digits > 0);
                total(above.fold(none, |sum, weight| sum?.plus(weight)))
            }
            AggregateFunction::Min => {
                let least = firsts().min_by(|a, b| symbols.compare(*a, *b));
                least.map_or(SymbolKind::Supremum, |symbol| symbols.kind(symbol).into_owned())
            }
            AggregateFunction::Max => {
                let greatest = firsts().max_by(|a, b| symbols.compare(*a, *b));
                greatest.map_or(SymbolKind::Infimum, |symbol| symbols.kind(symbol).into_owned())
            }
        };
        drop(symbols);
        self.world.intern(kind)
    }

    /// Calls `see` with the elements of a set that are counted, and the bindings under which each is.
    fn counted(
        &self,
        elements: &[Conditional],
        bindings: &Bindings,
        see: &mut dyn FnMut(&Conditional, &Bindings),
    ) {
        for element in elements {
            self.conditions(&element.condition, bindings, &mut |extended| {
                self.literal(&element.literal, extended).iter().for_each(|found| see(element, found));
            });
        }
    }

    /// The true atoms that a condition which holds rests on.
    pub(super) fn rests_on(&self, element: &BodyElement, bindings: &Bindings) -> Vec<GroundAtom> {
        let mut atoms = Vec::new();
        let mut add = |literal: &Literal, bindings: &Bindings| {
            if let (Sign::None, LiteralKind::Atom(atom)) = (literal.sign, &literal.kind) {
                atoms.extend(self.instance(atom, bindings));
            }
        };
        match element {
            BodyElement::Literal(literal) => add(literal, bindings),
            BodyElement::Conditional(Conditional { literal, condition }) => {
                self.conditions(condition, bindings, &mut |extended| {
                    std::iter::once(literal).chain(condition).for_each(|literal| add(literal, extended));
                });
            }
            // What a negated aggregate counts gives it no support.
            BodyElement::Aggregate(Sign::Not | Sign::NotNot, _) => {}
            BodyElement::Aggregate(Sign::None, Aggregate { set: AggregateSet::Set(elements), .. }) => {
                self.counted(elements, bindings, &mut |Conditional { literal, condition }, found| {
                    std::iter::once(literal).chain(condition).for_each(|literal| add(literal, found));
                });
            }
            BodyElement::Aggregate(
                Sign::None,
                Aggregate { set: AggregateSet::Function(_, elements), .. },
            ) => {
                for (_, condition) in elements {
                    self.conditions(condition, bindings, &mut |extended| {
                        condition.iter().for_each(|literal| add(literal, extended));
                    });
                }
            }
        }
        let mut seen = FxHashSet::default();
        atoms.retain(|atom| seen.insert(atom.clone()));
        atoms
    }

    /// An atom with values in the place of its variables.
    pub(super) fn ground(&self, atom: &Atom, bindings: &Bindings) -> Option<GroundAtom> {
        let args = atom.args.iter().map(|term| self.world.value(term, bindings)).collect::<Option<_>>()?;
        Some((atom.signature(), args))
    }

    /// The first true atom that an atom with values, and perhaps with `_`, stands for.
    fn instance(&self, atom: &Atom, bindings: &Bindings) -> Option<GroundAtom> {
        if let Some(ground) = self.ground(atom, bindings) {
            return Some(ground);
        }
        Some((atom.signature(), self.matching_row(atom, bindings)?.to_vec()))
    }

    /// The first row of a true atom that an atom matches.
    fn matching_row(&self, atom: &Atom, bindings: &Bindings) -> Option<&[Symbol]> {
        let signature = atom.signature();
        let mut rows = self.candidates(atom, bindings).into_iter();
        rows.find_map(|number| {
            let row = self.world.row(&signature, number);
            let matched = self.world.unify_all(&atom.args, row, &mut bindings.clone());
            (matched == Matched::Yes).then_some(row)
        })
    }
}

/// The variable that an aggregate gives its value to, as in `N = #count { … }`.
fn assigned(aggregate: &Aggregate) -> Option<&Name> {
    match (&aggregate.left, &aggregate.right) {
        (Some((Term::Variable(name), CompareOp::Equal)), _) => Some(name),
        (_, Some((CompareOp::Equal, Term::Variable(name)))) => Some(name),
        _ => None,
    }
}

fn guards(aggregate: &Aggregate) -> impl Iterator<Item = &Term> {
    let left = aggregate.left.iter().map(|(term, _)| term);
    left.chain(aggregate.right.iter().map(|(_, term)| term))
}

fn has_interval(term: &Term) -> bool {
    match term {
        Term::Interval(_) => true,
        Term::Function(_, args) | Term::Tuple(args) => args.iter().any(has_interval),
        Term::Unary(_, inner) => has_interval(inner),
        Term::Binary(_, pair) => has_interval(&pair.0) || has_interval(&pair.1),
        _ => false,
    }
}

/// A term whose anonymous variables count as bound: under `not` they ask for any value.
fn opened(term: &Term) -> Term {
    match term {
        Term::Anonymous => Term::Infimum,
        Term::Function(name, args) => Term::Function(name.clone(), args.iter().map(opened).collect()),
        Term::Tuple(args) => Term::Tuple(args.iter().map(opened).collect()),
        other => other.clone(),
    }
}

/// The names of the variables of a term.
pub(crate) fn variables(term: &Term, names: &mut FxHashSet<Name>) {
    match term {
        Term::Variable(name) => {
            names.insert(name.clone());
        }
        Term::Function(_, args) | Term::Tuple(args) | Term::Pool(args) | Term::Arguments(args) => {
            args.iter().for_each(|arg| variables(arg, names));
        }
        Term::Unary(_, inner) => variables(inner, names),
        Term::Binary(_, pair) | Term::Interval(pair) => {
            variables(&pair.0, names);
            variables(&pair.1, names);
        }
        _ => {}
    }
}

/// The names of the variables of a literal.
pub(super) fn literal_variables(literal: &Literal, names: &mut FxHashSet<Name>) {
    match &literal.kind {
        LiteralKind::Atom(atom) => atom.args.iter().for_each(|term| variables(term, names)),
        LiteralKind::Compare(first, chain) => {
            variables(first, names);
            chain.iter().for_each(|(_, term)| variables(term, names));
        }
        LiteralKind::Truth(_) => {}
    }
}

fn conditional_variables(conditional: &Conditional, names: &mut FxHashSet<Name>) {
    literal_variables(&conditional.literal, names);
    conditional.condition.iter().for_each(|literal| literal_variables(literal, names));
}

fn set_variables(set: &AggregateSet, names: &mut FxHashSet<Name>) {
    match set {
        AggregateSet::Set(elements) => {
            elements.iter().for_each(|element| conditional_variables(element, names));
        }
        AggregateSet::Function(_, elements) => {
            for (terms, condition) in elements {
                terms.iter().for_each(|term| variables(term, names));
                condition.iter().for_each(|literal| literal_variables(literal, names));
            }
        }
    }
}
