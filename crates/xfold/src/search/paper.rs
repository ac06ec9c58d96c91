//! FOLD as published, with its misprints mended: one path, an exception only where gain
//! ends, enumeration where there is no gain at all. Written once, for any [`Language`] of rules.

use super::scheme::{Language, Told};

/// Exceptions nested deeper than this are listed; on a path this long the examples are noise.
const MOST_NESTED: usize = 64;

/// What comes of specializing the rule without tests.
enum Special<L: Language> {
    /// A rule that covers no negative.
    Rule(L::Rule),
    /// Gain ended, and no exception helps: the positives that are covered have no pattern.
    Unpatterned(L::Node),
}

/// Algorithm 2: covers the positives one rule after the other.
pub(super) fn fold_as_published<L: Language>(
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
                let left = language.uncovered_positives(&rest, language.rule(&node));
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
            language.tell(Told::Rule { depth, rule: &rule, left: &rest });
            rules.push(rule);
        }
    }
}

fn specialize<L: Language>(language: &L, examples: &L::Examples, depth: usize) -> Option<Special<L>> {
    let mut node = language.start(&language.empty(), examples)?;
    let mut is_empty = true;
    while language.counts(&node).neg > 0 {
        match language.refine(&node, depth) {
            Some(next) => node = next,
            None => {
                if !is_empty {
                    language.tell(Told::Swap { depth, node: &node });
                    if let Some(rule) = exception(language, &node, examples, depth) {
                        return Some(Special::Rule(rule));
                    }
                }
                language.tell(Told::Listed { depth, node: &node, examples });
                return Some(Special::Unpatterned(node));
            }
        }
        is_empty = false;
    }
    Some(Special::Rule(language.rule(&node).clone()))
}

/// A rule with an exception for the negatives that it covers.
fn exception<L: Language>(
    language: &L,
    node: &L::Node,
    examples: &L::Examples,
    depth: usize,
) -> Option<L::Rule> {
    if depth >= MOST_NESTED {
        language.note_depth();
        return None;
    }
    let swapped = language.swapped(node, examples);
    let start = language.start(&language.empty(), &swapped)?;
    if language.refine(&start, depth + 1).is_none() {
        language.tell(Told::NoException { depth, node });
        return None;
    }
    let rule = language.except(language.rule(node), fold_as_published(language, &swapped, depth + 1));
    language.tell(Told::Exception { depth, rule: &rule });
    Some(rule)
}
