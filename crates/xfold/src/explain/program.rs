//! The program to explain, rule by rule: `#const` names are values, pools are taken apart, rules are found by what they
//! derive.

use crate::task::consts::{definitions, substitute};
use rustc_hash::{FxHashMap, FxHashSet};
use xfold_asp::{
    rewrite,
    span::SourceMap,
    symbols::{AtomGroup, Atoms, Signature, Symbol},
    syntax::{
        Aggregate, AggregateSet, Atom, BodyElement, Conditional, Head, Literal, LiteralKind, Rule, Statement,
        StatementKind, Term,
    },
    visit,
};

/// Alternatives beyond this many are not taken apart.
const MOST_ALTERNATIVES: usize = 4096;

/// The rules and facts that atoms come from.
pub(super) struct ProgramIndex<'a> {
    pub(super) rules: Vec<ProgramRule>,
    by_head: FxHashMap<Signature, Vec<(usize, usize)>>,
    facts: FxHashMap<&'a Signature, FxHashSet<&'a [Symbol]>>,
}

/// A rule, as it is used and as it is shown.
pub(super) struct ProgramRule {
    /// With constants replaced and without pools.
    pub(super) rule: Rule,
    /// As it was written, without pools.
    pub(super) text: String,
    /// Where it stands: file and line.
    pub(super) place: Option<(String, usize)>,
}

/// One way in which a rule may derive an atom.
pub(super) struct Derivation<'p> {
    /// The rule's number.
    pub(super) rule: usize,
    /// The atom in its head, and its place among the atoms there.
    pub(super) atom: &'p Atom,
    pub(super) place: usize,
    /// What must hold: the body and, in a choice or disjunction, the condition of the atom.
    pub(super) body: Vec<BodyElement>,
    /// In a disjunction: the other elements, none of which may hold.
    pub(super) others: Vec<&'p Conditional>,
}

impl<'a> ProgramIndex<'a> {
    pub(super) fn new<'s>(
        facts: &'a Atoms,
        statements: impl Iterator<Item = &'s Statement> + Clone,
        sources: &SourceMap,
    ) -> Self {
        let all: Vec<Statement> = statements.clone().cloned().collect();
        let consts = definitions(&all);
        let mut rules = Vec::new();
        for statement in statements {
            let StatementKind::Rule(rule) = &statement.kind else { continue };
            // What was learned just now stands in no file.
            let is_written = statement.span.end > statement.span.start;
            let position = sources.position(statement.span).filter(|_| is_written);
            let place = position.map(|position| (position.file.to_string(), position.line));
            for part in without_pools(rule) {
                let text = part.to_string();
                let mut used = part;
                rewrite::terms(&mut used, &mut |term| *term = substitute(term, &consts, 0));
                rules.push(ProgramRule { rule: used, text, place: place.clone() });
            }
        }
        let mut by_head: FxHashMap<Signature, Vec<(usize, usize)>> = FxHashMap::default();
        for (number, rule) in rules.iter().enumerate() {
            for (place, atom) in head_atoms(&rule.rule.head).into_iter().enumerate() {
                by_head.entry(atom.signature()).or_default().push((number, place));
            }
        }
        let rows = |group: &'a AtomGroup| (&group.signature, group.rows().collect());
        Self { rules, by_head, facts: facts.groups().iter().map(rows).collect() }
    }

    /// Whether an atom is a plain fact.
    pub(super) fn is_fact(&self, signature: &Signature, args: &[Symbol]) -> bool {
        self.facts.get(signature).is_some_and(|rows| rows.contains(args))
    }

    /// Whether there are plain facts of a predicate.
    pub(super) fn has_facts(&self, signature: &Signature) -> bool {
        self.facts.contains_key(signature)
    }

    /// The ways in which rules may derive atoms of a predicate.
    pub(super) fn derivations(&self, signature: &Signature) -> Vec<Derivation<'_>> {
        let places = self.by_head.get(signature).map(Vec::as_slice).unwrap_or_default();
        places.iter().map(|&(rule, place)| self.derivation(rule, place)).collect()
    }

    /// One of them, by the rule's number and the atom's place in its head.
    pub(super) fn derivation(&self, number: usize, place: usize) -> Derivation<'_> {
        let rule = &self.rules[number].rule;
        let mut body = rule.body.clone();
        let (atom, others) = match &rule.head {
            Head::Atom(atom) => (atom, Vec::new()),
            Head::Disjunction(elements) | Head::Choice { elements, .. } => {
                let atoms: Vec<(usize, &Atom)> = elements
                    .iter()
                    .enumerate()
                    .filter_map(|(element, conditional)| Some((element, positive(&conditional.literal)?)))
                    .collect();
                let (element, atom) = atoms[place];
                let condition = elements[element].condition.iter().cloned();
                body.extend(condition.map(BodyElement::Literal));
                let is_choice = matches!(rule.head, Head::Choice { .. });
                let others = elements.iter().enumerate().filter(|(other, _)| *other != element && !is_choice);
                (atom, others.map(|(_, conditional)| conditional).collect())
            }
            Head::None => unreachable!("constraints have no atom that they are found by"),
        };
        Derivation { rule: number, atom, place, body, others }
    }

    /// The predicates that a predicate depends on, itself included.
    pub(super) fn dependencies(&self, of: &[Signature]) -> Vec<Signature> {
        let mut seen: FxHashSet<Signature> = of.iter().cloned().collect();
        let mut open: Vec<Signature> = of.to_vec();
        let mut found: Vec<Signature> = of.to_vec();
        while let Some(signature) = open.pop() {
            for &(rule, _) in self.by_head.get(&signature).into_iter().flatten() {
                let rule = &self.rules[rule].rule;
                let reads = visit::rule_reads(rule).into_iter().map(|(read, _)| read);
                for read in reads.chain(visit::rule_heads(rule)) {
                    if seen.insert(read.clone()) {
                        found.push(read.clone());
                        open.push(read);
                    }
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }
}

/// The atoms that a head may derive.
fn head_atoms(head: &Head) -> Vec<&Atom> {
    match head {
        Head::None => Vec::new(),
        Head::Atom(atom) => vec![atom],
        Head::Disjunction(elements) | Head::Choice { elements, .. } => {
            elements.iter().filter_map(|element| positive(&element.literal)).collect()
        }
    }
}

fn positive(literal: &Literal) -> Option<&Atom> {
    match (&literal.sign, &literal.kind) {
        (xfold_asp::syntax::Sign::None, LiteralKind::Atom(atom)) => Some(atom),
        _ => None,
    }
}

/// A rule with pools as several rules without: each combination of alternatives is one. Inside of braces they are
/// elements.
pub(super) fn without_pools(rule: &Rule) -> Vec<Rule> {
    let heads: Vec<Head> = match &rule.head {
        Head::None => vec![Head::None],
        Head::Atom(atom) => atoms(atom).into_iter().map(Head::Atom).collect(),
        Head::Disjunction(elements) => {
            vec![Head::Disjunction(elements.iter().flat_map(conditionals).collect())]
        }
        Head::Choice { left, elements, right } => vec![Head::Choice {
            left: left.clone(),
            elements: elements.iter().flat_map(conditionals).collect(),
            right: right.clone(),
        }],
    };
    let mut slots: Vec<Vec<BodyElement>> = Vec::new();
    for element in &rule.body {
        match element {
            BodyElement::Literal(literal) => {
                slots.push(literals(literal).into_iter().map(BodyElement::Literal).collect());
            }
            // Each alternative of a conditional literal has to hold.
            BodyElement::Conditional(conditional) => {
                let parts = conditionals(conditional).into_iter().map(BodyElement::Conditional);
                slots.extend(parts.map(|part| vec![part]));
            }
            BodyElement::Aggregate(sign, Aggregate { left, set, right }) => {
                let aggregate =
                    Aggregate { left: left.clone(), set: set_without_pools(set), right: right.clone() };
                slots.push(vec![BodyElement::Aggregate(*sign, aggregate)]);
            }
        }
    }
    let Some(bodies) = product(&slots).filter(|bodies| heads.len() * bodies.len() <= MOST_ALTERNATIVES)
    else {
        return vec![rule.clone()];
    };
    let with = |head: Head| {
        bodies.iter().map(move |body| Rule { head: head.clone(), body: body.clone(), span: rule.span })
    };
    heads.into_iter().flat_map(with).collect()
}

fn set_without_pools(set: &AggregateSet) -> AggregateSet {
    match set {
        AggregateSet::Set(elements) => AggregateSet::Set(elements.iter().flat_map(conditionals).collect()),
        AggregateSet::Function(function, elements) => {
            let parts = elements.iter().flat_map(|(terms, condition)| {
                let conditions = combinations(condition, literals);
                let with = move |terms: Vec<Term>| {
                    conditions.clone().into_iter().map(move |condition| (terms.clone(), condition))
                };
                combinations(terms, alternatives_of).into_iter().flat_map(with)
            });
            AggregateSet::Function(*function, parts.collect())
        }
    }
}

/// All ways to take one alternative of each part; the parts as they are if there are too many.
fn combinations<T: Clone>(parts: &[T], alternatives: impl Fn(&T) -> Vec<T>) -> Vec<Vec<T>> {
    let slots: Vec<Vec<T>> = parts.iter().map(alternatives).collect();
    product(&slots).unwrap_or_else(|| vec![parts.to_vec()])
}

/// All ways to take one element of each slot; none if there are too many.
fn product<T: Clone>(slots: &[Vec<T>]) -> Option<Vec<Vec<T>>> {
    let mut all: Vec<Vec<T>> = vec![Vec::new()];
    for slot in slots {
        if all.len() * slot.len() > MOST_ALTERNATIVES {
            return None;
        }
        if let [only] = &slot[..] {
            // The usual case. Copying the lists for each slot would take quadratic time.
            all.iter_mut().for_each(|list| list.push(only.clone()));
            continue;
        }
        let longer = |list: Vec<T>| {
            slot.iter().map(move |element| list.iter().chain([element]).cloned().collect::<Vec<T>>())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    Some(all)
}

fn conditionals(conditional: &Conditional) -> Vec<Conditional> {
    let conditions = combinations(&conditional.condition, literals);
    let with = |literal: Literal| {
        let conditions = conditions.iter().cloned();
        conditions.map(move |condition| Conditional { literal: literal.clone(), condition })
    };
    literals(&conditional.literal).into_iter().flat_map(with).collect()
}

fn literals(literal: &Literal) -> Vec<Literal> {
    let kinds: Vec<LiteralKind> = match &literal.kind {
        LiteralKind::Atom(atom) => atoms(atom).into_iter().map(LiteralKind::Atom).collect(),
        LiteralKind::Compare(first, chain) => {
            let mut terms = vec![first.clone()];
            terms.extend(chain.iter().map(|(_, term)| term.clone()));
            let compare = |terms: Vec<Term>| {
                let rest = chain.iter().zip(&terms[1..]).map(|((op, _), term)| (*op, term.clone())).collect();
                LiteralKind::Compare(terms[0].clone(), rest)
            };
            combinations(&terms, alternatives_of).into_iter().map(compare).collect()
        }
        truth => vec![truth.clone()],
    };
    kinds.into_iter().map(|kind| Literal { kind, ..literal.clone() }).collect()
}

fn atoms(atom: &Atom) -> Vec<Atom> {
    let lists: Vec<Vec<Term>> = match atom.args.as_slice() {
        [Term::Pool(parts)] => parts
            .iter()
            .flat_map(|part| match part {
                Term::Arguments(terms) => combinations(terms, alternatives_of),
                term => alternatives_of(term).into_iter().map(|term| vec![term]).collect(),
            })
            .collect(),
        args => combinations(args, alternatives_of),
    };
    lists.into_iter().map(|args| Atom { args, ..atom.clone() }).collect()
}

/// The terms without pools that a term stands for.
fn alternatives_of(term: &Term) -> Vec<Term> {
    let pair = |pair: &(Term, Term), make: &dyn Fn(Box<(Term, Term)>) -> Term| -> Vec<Term> {
        let rights = alternatives_of(&pair.1);
        let with = |left: Term| rights.iter().map(move |right| Box::new((left.clone(), right.clone())));
        alternatives_of(&pair.0).into_iter().flat_map(with).map(make).collect()
    };
    match term {
        Term::Pool(parts) => parts.iter().flat_map(alternatives_of).collect(),
        Term::Function(name, args) => {
            let whole =
                Atom { negated: false, name: name.clone(), args: args.clone(), span: Default::default() };
            atoms(&whole).into_iter().map(|atom| Term::Function(atom.name, atom.args)).collect()
        }
        Term::Tuple(args) => combinations(args, alternatives_of).into_iter().map(Term::Tuple).collect(),
        Term::Unary(op, inner) => {
            alternatives_of(inner).into_iter().map(|inner| Term::Unary(*op, Box::new(inner))).collect()
        }
        Term::Binary(op, sides) => pair(sides, &|sides| Term::Binary(*op, sides)),
        Term::Interval(sides) => pair(sides, &Term::Interval),
        other => vec![other.clone()],
    }
}
