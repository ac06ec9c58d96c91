//! FOLD as published, with its misprints corrected: one path, an exception only where gain ends, enumeration where there
//! is no gain at all. Written once, for any [`RuleLanguage`] that can enumerate. It belongs to the search, the third
//! station of the path task → worlds → search → rules → check.

use super::{
    Bound,
    description_length::{Aim, DefaultRule, Node, Progress, RuleLanguage},
};

/// Exceptions nested deeper than this are listed: examples that need more are noise.
const MOST_NESTED: usize = 64;

/// What enumeration needs of a language.
pub(super) trait Enumeration: RuleLanguage {
    /// A rule restricted to the positives that it covers, one by one. None if examples have no names.
    fn listed(&self, node: &Node<Self>, examples: &Self::Examples) -> Option<Self::Rule>;
    /// The examples without the positives that a rule covers. Negatives stay.
    fn uncovered_positives(&self, examples: &Self::Examples, rule: &Self::Rule) -> Self::Examples;
}

/// What comes of specializing the rule without tests.
enum Special<L: RuleLanguage> {
    /// A rule that covers no negative.
    Rule(L::Rule),
    /// Gain ended, and no exception helps: the positives that are covered have no pattern.
    Unpatterned(Node<L>),
}

/// Algorithm 2: covers the positives one rule after the other.
pub(super) fn fold_as_published<L: Enumeration>(
    language: &L,
    examples: &L::Examples,
    depth: usize,
) -> Vec<L::Rule> {
    let mut rules = Vec::new();
    let mut rest = examples.clone();
    loop {
        let n_before = language.count(&rest).pos;
        if n_before == 0 || language.is_stopped() {
            return rules;
        }
        let Some(special) = specialize(language, &rest, depth) else { return rules };
        let (mut rule, mut left) = match special {
            Special::Rule(rule) => {
                let left = language.uncovered_positives(&rest, &rule);
                (Some(rule), left)
            }
            Special::Unpatterned(node) => {
                let left = language.uncovered_positives(&rest, &node.rule);
                (language.listed(&node, &rest), left)
            }
        };
        if language.count(&left).pos == n_before {
            // The same instance has both labels, in different worlds: no rule can tell them apart.
            let Some(start) = language.start(&language.empty(), &rest) else { return rules };
            left = language.uncovered_positives(&rest, &language.empty());
            rule = language.listed(&start, &rest);
        }
        rest = left;
        if let Some(rule) = rule {
            language.report(Progress::Rule { depth, rule: &rule, left: &rest });
            rules.push(rule);
        }
    }
}

fn specialize<L: Enumeration>(language: &L, examples: &L::Examples, depth: usize) -> Option<Special<L>> {
    let mut node = language.start(&language.empty(), examples)?;
    let mut is_empty = true;
    while node.counts.neg > 0 {
        match language.refine(&node, Aim::Gain, depth) {
            Some(next) => node = next,
            None => {
                if !is_empty {
                    language.report(Progress::Swap { depth, node: &node });
                    if let Some(rule) = exception(language, &node, examples, depth) {
                        return Some(Special::Rule(rule));
                    }
                }
                language.report(Progress::Listed { depth, node: &node, examples });
                return Some(Special::Unpatterned(node));
            }
        }
        is_empty = false;
    }
    Some(Special::Rule(node.rule))
}

/// A rule with an exception for the negatives that it covers.
fn exception<L: Enumeration>(
    language: &L,
    node: &Node<L>,
    examples: &L::Examples,
    depth: usize,
) -> Option<L::Rule> {
    if depth >= MOST_NESTED {
        language.report(Progress::Bound(Bound::Depth));
        return None;
    }
    let swapped = language.swapped(node, examples);
    let start = language.start(&language.empty(), &swapped)?;
    if language.refine(&start, Aim::Gain, depth + 1).is_none() {
        language.report(Progress::NoException { depth, node });
        return None;
    }
    let rule = node.rule.except(fold_as_published(language, &swapped, depth + 1));
    language.report(Progress::Exception { depth, rule: &rule });
    Some(rule)
}
