//! Rules restricted to the instances that are asked for.
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
        for rule in &rules {
            let Some(head) = head(rule).map(Atom::signature) else { continue };
            if let Some(target) = targets.iter().position(|target| *target == head) {
                restricted.insert(head, target);
            }
        }
        restricted.retain(|signature, _| !is_read(signature));
        // An exception is restricted by the target whose rules read it.
        loop {
            let n_before = restricted.len();
            for rule in &rules {
                let Some(head) = head(rule) else { continue };
                let Some(&target) = restricted.get(&head.signature()) else { continue };
                for atom in rule.body.iter().filter_map(negated) {
                    let signature = atom.signature();
                    if atom.args == head.args && !targets.contains(&signature) && !is_read(&signature) {
                        restricted.entry(signature).or_insert(target);
                    }
                }
            }
            if restricted.len() == n_before {
                break;
            }
        }
        loop {
            let n_before = restricted.len();
            let is_wrongly_read = |signature: &Signature, target: usize| {
                rules.iter().any(|rule| {
                    let reader = head(rule);
                    let by_own =
                        reader.is_some_and(|head| restricted.get(&head.signature()) == Some(&target));
                    rule.body.iter().filter_map(atom_of).any(|(sign, atom)| {
                        let as_exception =
                            sign == Sign::Not && reader.is_some_and(|head| head.args == atom.args);
                        atom.signature() == *signature && !(by_own && as_exception)
                    })
                })
            };
            let wrong: Vec<Signature> = restricted
                .iter()
                .filter(|(signature, target)| is_wrongly_read(signature, **target))
                .map(|(signature, _)| signature.clone())
                .collect();
            wrong.iter().for_each(|signature| {
                restricted.remove(signature);
            });
            if restricted.len() == n_before {
                break;
            }
        }
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

fn negated(element: &BodyElement) -> Option<&Atom> {
    atom_of(element).filter(|(sign, _)| *sign == Sign::Not).map(|(_, atom)| atom)
}
