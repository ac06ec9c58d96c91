//! Part of the check: rules restricted to the instances that are asked for.
//!
//! A rule whose head variables do not meet in its body derives every pair of values, by the million on large tasks, of
//! which the examples mention a few. So the solver gets `p(X,Y) :- asked(X,Y), body.` in place of `p(X,Y) :- body.`
//! That changes nothing for the instances asked for, as long as nothing else reads `p`; and an exception that is read
//! only as `not ab(X,Y)` by such rules is restricted in the same way.

use rustc_hash::FxHashMap;
use xfold_asp::{
    span::Span,
    symbols::Signature,
    syntax::{
        Atom, BodyElement, Head, Literal, LiteralKind, Name, Rule, Sign, Statement, StatementKind, Term,
    },
    visit,
};
use xfold_solve::Input;

/// Which predicates of a program are restricted, each by the target that asks for its instances.
pub(super) struct Demand {
    statements: Vec<Statement>,
    restricted: FxHashMap<Signature, usize>,
}

impl Demand {
    /// Finds the predicates that can be restricted: the targets that nothing reads, and what only their rules read, on
    /// the head's own arguments. `is_read` tells what the background reads or defines. `None` if there is nothing to
    /// restrict.
    pub(super) fn of(
        text: &str,
        targets: &[Signature],
        is_read: impl Fn(&Signature) -> bool,
    ) -> Option<Self> {
        let statements = xfold_asp::parse_rules(text).ok()?;
        let rules: Vec<&Rule> = statements.iter().map(plain_rule).collect::<Option<_>>()?;
        let mut restricted: FxHashMap<Signature, usize> = FxHashMap::default();
        for head in rules.iter().filter_map(|rule| head(rule)).map(Atom::signature) {
            if let Some(target) = targets.iter().position(|target| *target == head) {
                restricted.insert(head, target);
            }
        }
        restricted.retain(|signature, _| !is_read(signature));
        let may_be = |signature: &Signature| !targets.contains(signature) && !is_read(signature);
        while add_exceptions(&rules, &mut restricted, may_be) {}
        while drop_read_elsewhere(&rules, &mut restricted) {}
        (!restricted.is_empty()).then_some(Self { statements, restricted })
    }

    /// The targets whose instances have to be given, as atoms of [`asked`].
    pub(super) fn targets(&self) -> Vec<usize> {
        let mut targets: Vec<usize> = self.restricted.values().copied().collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// Gives the rules to the solver. `origin` is where their text stands among the sources.
    pub(super) fn push(&self, input: &mut Input, text: &str, origin: Option<Span>) {
        for statement in &self.statements {
            let Span { start, end } = statement.span;
            let span = origin.map(|origin| Span::new(origin.start + start, origin.start + end));
            let rule = plain_rule(statement);
            let target = rule.and_then(|rule| self.restricted.get(&head(rule)?.signature()));
            match (rule, target, span) {
                (Some(rule), Some(&target), span) => {
                    let printed = restrict(rule, target).to_string();
                    match span {
                        Some(span) => input.push_rewritten(&printed, span),
                        None => input.push(&printed, None),
                    }
                }
                _ => input.push(text.get(start as usize..end as usize).unwrap_or_default(), span),
            }
        }
    }
}

/// Restricts the exceptions of restricted rules, by the same target, where they `may_be`. Tells whether there was a new one.
fn add_exceptions(
    rules: &[&Rule],
    restricted: &mut FxHashMap<Signature, usize>,
    may_be: impl Fn(&Signature) -> bool,
) -> bool {
    let n_before = restricted.len();
    for rule in rules {
        let Some(head) = head(rule) else { continue };
        let Some(&target) = restricted.get(&head.signature()) else { continue };
        let exceptions = rule.body.iter().filter_map(atom_of).filter(|read| is_exception(*read, head));
        for signature in exceptions.map(|(_, atom)| atom.signature()).filter(&may_be) {
            restricted.entry(signature).or_insert(target);
        }
    }
    restricted.len() > n_before
}

/// Drops what is read otherwise than as an exception of rules that the same target restricts. Tells whether there was any.
fn drop_read_elsewhere(rules: &[&Rule], restricted: &mut FxHashMap<Signature, usize>) -> bool {
    let is_read_elsewhere = |signature: &Signature, target: usize| {
        rules.iter().any(|rule| {
            let reader = head(rule).filter(|head| restricted.get(&head.signature()) == Some(&target));
            let is_own = |read| reader.is_some_and(|head| is_exception(read, head));
            rule.body.iter().filter_map(atom_of).any(|read| read.1.signature() == *signature && !is_own(read))
        })
    };
    let wrong: Vec<Signature> = restricted
        .iter()
        .filter(|(signature, target)| is_read_elsewhere(signature, **target))
        .map(|(signature, _)| signature.clone())
        .collect();
    restricted.retain(|signature, _| !wrong.contains(signature));
    !wrong.is_empty()
}

/// Whether a literal is an exception of a rule: `not` and an atom with the arguments of the head.
fn is_exception((sign, atom): (Sign, &Atom), head: &Atom) -> bool {
    sign == Sign::Not && atom.args == head.args
}

/// The predicate of the instances asked for.
pub(super) fn asked(target: usize, arity: usize) -> Signature {
    Signature::new(format!("__asked_{target}"), arity)
}

fn restrict(rule: &Rule, target: usize) -> Rule {
    let Some(Atom { args, .. }) = head(rule) else { return rule.clone() };
    let name: Name = asked(target, args.len()).name;
    let atom = Atom { negated: false, name, args: args.clone(), span: Span::default() };
    let literal = Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), span: Span::default() };
    let mut restricted = rule.clone();
    restricted.body.insert(0, BodyElement::Literal(literal));
    restricted
}

/// A rule with an atom as its head and literals in its body.
fn plain_rule(statement: &Statement) -> Option<&Rule> {
    let StatementKind::Rule(rule) = &statement.kind else { return None };
    let is_plain = matches!(rule.head, Head::Atom(_))
        && rule.body.iter().all(|element| matches!(element, BodyElement::Literal(_)));
    // Pools in the head of a rule stand for several heads, which are read as one.
    let has_pool = |atom: &Atom| atom.args.iter().any(|arg| !matches!(arg, Term::Variable(_)));
    let is_fact = rule.body.is_empty();
    (is_plain && (is_fact || !head(rule).is_some_and(has_pool)) && !visit::heads(statement).is_empty())
        .then_some(rule)
}

fn head(rule: &Rule) -> Option<&Atom> {
    match &rule.head {
        Head::Atom(atom) if !rule.body.is_empty() => Some(atom),
        _ => None,
    }
}

fn atom_of(element: &BodyElement) -> Option<(Sign, &Atom)> {
    match element {
        BodyElement::Literal(Literal { sign, kind: LiteralKind::Atom(atom), .. }) => Some((*sign, atom)),
        _ => None,
    }
}
