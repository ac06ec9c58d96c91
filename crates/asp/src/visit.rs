//! Looking into statements: which predicates they define, which they read, and what kinds of terms they use.

use crate::{
    symbols::Signature,
    syntax::{
        Aggregate, AggregateSet, Atom, BodyElement, Conditional, Head, Literal, LiteralKind, Rule, Sign,
        Statement, StatementKind, Term,
    },
};

/// The predicates of an atom: several if its arguments are a pool of lists, as in `p(1;2,3)`.
pub fn signatures(atom: &Atom) -> Vec<Signature> {
    let with_arity = |arity| Signature { name: atom.name.clone(), arity, negated: atom.negated };
    let [Term::Pool(alternatives)] = atom.args.as_slice() else { return vec![atom.signature()] };
    let mut arities: Vec<usize> = alternatives
        .iter()
        .map(|alternative| match alternative {
            Term::Arguments(terms) => terms.len(),
            _ => 1,
        })
        .collect();
    arities.sort_unstable();
    arities.dedup();
    arities.into_iter().map(with_arity).collect()
}

/// The predicates that a statement defines: those of its head, also of `#external`, each once.
pub fn heads(statement: &Statement) -> Vec<Signature> {
    match &statement.kind {
        StatementKind::Rule(rule) | StatementKind::Listed(_, rule) => rule_heads(rule),
        StatementKind::External(atom, _) => signatures(atom),
        _ => Vec::new(),
    }
}

/// The predicates in the head of a rule, each once.
pub fn rule_heads(rule: &Rule) -> Vec<Signature> {
    let mut found = Vec::new();
    let mut add = |atom: &Atom| {
        for signature in signatures(atom) {
            push_new(&mut found, signature);
        }
    };
    match &rule.head {
        Head::None => {}
        Head::Atom(atom) => add(atom),
        Head::Disjunction(elements) | Head::Choice { elements, .. } => {
            for element in elements {
                if let (Sign::None, LiteralKind::Atom(atom)) = (element.literal.sign, &element.literal.kind) {
                    add(atom);
                }
            }
        }
    }
    found
}

/// The predicates that a statement reads, in bodies and conditions, each with the sign that is written before it
/// (inside a negated aggregate or under two signs the outer `not` counts); each pair once.
///
/// Aggregates and conditions are not monotone in the atoms inside: [`features`] tells whether there are any.
pub fn reads(statement: &Statement) -> Vec<(Signature, Sign)> {
    let mut reads = Vec::new();
    match &statement.kind {
        StatementKind::Rule(rule) | StatementKind::Listed(_, rule) => return rule_reads(rule),
        StatementKind::Weak { body, .. }
        | StatementKind::ShowTerm(_, body)
        | StatementKind::External(_, body) => {
            body_reads(body, &mut reads);
        }
        StatementKind::ListedWeak(_, weak) => return self::reads(weak),
        _ => {}
    }
    reads
}

/// The predicates that a rule reads; see [`reads`].
pub fn rule_reads(rule: &Rule) -> Vec<(Signature, Sign)> {
    let mut reads = Vec::new();
    match &rule.head {
        Head::None | Head::Atom(_) => {}
        Head::Disjunction(elements) | Head::Choice { elements, .. } => {
            for element in elements {
                if element.literal.sign != Sign::None {
                    literal_reads(&element.literal, Sign::None, &mut reads);
                }
                element.condition.iter().for_each(|literal| literal_reads(literal, Sign::None, &mut reads));
            }
        }
    }
    body_reads(&rule.body, &mut reads);
    reads
}

/// What kinds of things a statement or rule uses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Features {
    /// Operators between or before terms; the minus of `-3` and `-a` is none.
    pub arithmetic: bool,
    /// `1..4`
    pub intervals: bool,
    /// `(a;b)`
    pub pools: bool,
    /// `X` or `_`
    pub variables: bool,
    /// `#sum { … }` or `{ … }` in a body.
    pub aggregates: bool,
    /// `a : b` in a body or in a disjunction.
    pub conditions: bool,
    /// `not`
    pub negation: bool,
}

/// What kinds of things a statement uses.
pub fn features(statement: &Statement) -> Features {
    let mut features = Features::default();
    for_each_term(statement, &mut |term| term_features(term, &mut features));
    if let Some((head, body)) = head_and_body(statement) {
        if let Some(Head::Disjunction(elements)) = head {
            features.conditions |= elements.iter().any(|element| !element.condition.is_empty());
        }
        features.conditions |= body.iter().any(|element| matches!(element, BodyElement::Conditional(_)));
        features.aggregates |= body.iter().any(|element| matches!(element, BodyElement::Aggregate(..)));
    }
    features.negation |= reads(statement).iter().any(|(_, sign)| *sign != Sign::None);
    features
}

/// Calls `see` with every term of a statement and every term inside of these. Of examples only the context is looked
/// at, since everything else in them is ground.
pub fn for_each_term<'a>(statement: &'a Statement, see: &mut impl FnMut(&'a Term)) {
    match &statement.kind {
        StatementKind::Weak { weight, priority, terms, .. } => {
            let all = std::iter::once(weight).chain(priority).chain(terms);
            all.for_each(|term| inner_terms(term, see));
        }
        StatementKind::Const(_, term) | StatementKind::Constant(_, term) | StatementKind::Weight(term) => {
            inner_terms(term, see);
        }
        StatementKind::ShowTerm(term, _) => inner_terms(term, see),
        StatementKind::External(atom, _) => atom.args.iter().for_each(|term| inner_terms(term, see)),
        StatementKind::Example(example) | StatementKind::Predict(example) => {
            example.context.iter().for_each(|inner| for_each_term(inner, see));
        }
        StatementKind::Mode(mode) => literal_terms(&mode.schema, see),
        StatementKind::ListedWeak(_, weak) => for_each_term(weak, see),
        _ => {}
    }
    if let Some((head, body)) = head_and_body(statement) {
        if let Some(head) = head {
            head_terms(head, see);
        }
        body.iter().for_each(|element| body_terms(element, see));
    }
}

fn head_and_body(statement: &Statement) -> Option<(Option<&Head>, &[BodyElement])> {
    match &statement.kind {
        StatementKind::Rule(rule) | StatementKind::Listed(_, rule) => Some((Some(&rule.head), &rule.body)),
        StatementKind::Weak { body, .. }
        | StatementKind::ShowTerm(_, body)
        | StatementKind::External(_, body) => Some((None, body)),
        StatementKind::ListedWeak(_, weak) => head_and_body(weak),
        _ => None,
    }
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// The sign of something under an outer sign.
fn under(outer: Sign, inner: Sign) -> Sign {
    match (outer, inner) {
        (Sign::None, sign) => sign,
        (sign, Sign::None) => sign,
        (Sign::Not, Sign::Not) => Sign::NotNot,
        (outer, _) => outer,
    }
}

fn literal_reads(literal: &Literal, outer: Sign, reads: &mut Vec<(Signature, Sign)>) {
    if let LiteralKind::Atom(atom) = &literal.kind {
        for signature in signatures(atom) {
            push_new(reads, (signature, under(outer, literal.sign)));
        }
    }
}

fn conditional_reads(conditional: &Conditional, outer: Sign, reads: &mut Vec<(Signature, Sign)>) {
    literal_reads(&conditional.literal, outer, reads);
    conditional.condition.iter().for_each(|literal| literal_reads(literal, outer, reads));
}

fn body_reads(body: &[BodyElement], reads: &mut Vec<(Signature, Sign)>) {
    for element in body {
        match element {
            BodyElement::Literal(literal) => literal_reads(literal, Sign::None, reads),
            BodyElement::Conditional(conditional) => conditional_reads(conditional, Sign::None, reads),
            BodyElement::Aggregate(sign, Aggregate { set: AggregateSet::Set(elements), .. }) => {
                elements.iter().for_each(|element| conditional_reads(element, *sign, reads));
            }
            BodyElement::Aggregate(sign, Aggregate { set: AggregateSet::Function(_, elements), .. }) => {
                let literals = elements.iter().flat_map(|(_, condition)| condition);
                literals.for_each(|literal| literal_reads(literal, *sign, reads));
            }
        }
    }
}

fn term_features(term: &Term, features: &mut Features) {
    match term {
        Term::Variable(_) | Term::Anonymous => features.variables = true,
        Term::Interval(_) => features.intervals = true,
        Term::Pool(_) => features.pools = true,
        Term::Unary(crate::syntax::UnaryOp::Minus, inner) if matches!(**inner, Term::Function(..)) => {}
        Term::Unary(..) | Term::Binary(..) => features.arithmetic = true,
        _ => {}
    }
}

fn inner_terms<'a>(term: &'a Term, see: &mut impl FnMut(&'a Term)) {
    see(term);
    match term {
        Term::Function(_, terms) | Term::Tuple(terms) | Term::Pool(terms) | Term::Arguments(terms) => {
            terms.iter().for_each(|inner| inner_terms(inner, see));
        }
        Term::Interval(pair) | Term::Binary(_, pair) => {
            inner_terms(&pair.0, see);
            inner_terms(&pair.1, see);
        }
        Term::Unary(_, inner) => inner_terms(inner, see),
        _ => {}
    }
}

fn literal_terms<'a>(literal: &'a Literal, see: &mut impl FnMut(&'a Term)) {
    match &literal.kind {
        LiteralKind::Atom(atom) => atom.args.iter().for_each(|term| inner_terms(term, see)),
        LiteralKind::Compare(first, chain) => {
            inner_terms(first, see);
            chain.iter().for_each(|(_, term)| inner_terms(term, see));
        }
        LiteralKind::Truth(_) => {}
    }
}

fn conditional_terms<'a>(conditional: &'a Conditional, see: &mut impl FnMut(&'a Term)) {
    literal_terms(&conditional.literal, see);
    conditional.condition.iter().for_each(|literal| literal_terms(literal, see));
}

fn head_terms<'a>(head: &'a Head, see: &mut impl FnMut(&'a Term)) {
    match head {
        Head::None => {}
        Head::Atom(atom) => atom.args.iter().for_each(|term| inner_terms(term, see)),
        Head::Disjunction(elements) => elements.iter().for_each(|element| conditional_terms(element, see)),
        Head::Choice { left, elements, right } => {
            let bounds = left.iter().map(|(term, _)| term).chain(right.iter().map(|(_, term)| term));
            bounds.for_each(|term| inner_terms(term, see));
            elements.iter().for_each(|element| conditional_terms(element, see));
        }
    }
}

fn body_terms<'a>(element: &'a BodyElement, see: &mut impl FnMut(&'a Term)) {
    match element {
        BodyElement::Literal(literal) => literal_terms(literal, see),
        BodyElement::Conditional(conditional) => conditional_terms(conditional, see),
        BodyElement::Aggregate(_, Aggregate { left, set, right }) => {
            let bounds = left.iter().map(|(term, _)| term).chain(right.iter().map(|(_, term)| term));
            bounds.for_each(|term| inner_terms(term, see));
            match set {
                AggregateSet::Set(elements) => {
                    elements.iter().for_each(|element| conditional_terms(element, see))
                }
                AggregateSet::Function(_, elements) => {
                    for (terms, condition) in elements {
                        terms.iter().for_each(|term| inner_terms(term, see));
                        condition.iter().for_each(|literal| literal_terms(literal, see));
                    }
                }
            }
        }
    }
}
