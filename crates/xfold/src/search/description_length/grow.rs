//! GROW: a rule gets one test after the other. Part of [learning by description length](super).

use super::{Aim, Node, RuleLanguage};
use crate::tuning::Heuristic;

/// The path of best refinements behind a rule, up to a hopeless one. Then the finished rules: each is the first rule, or
/// one on the path, with a last test chosen for the fewest errors.
pub(in super::super) fn path<L: RuleLanguage>(
    language: &L,
    start: &Node<L>,
    depth: usize,
    mut is_hopeless: impl FnMut(&Node<L>) -> bool,
) -> Vec<Node<L>> {
    let may_finish = language.plan().tuning.has(Heuristic::Finish);
    let (mut path, mut finished): (Vec<Node<L>>, Vec<Node<L>>) = (Vec::new(), Vec::new());
    loop {
        let node = path.last().unwrap_or(start);
        if node.counts.neg == 0 {
            break;
        }
        let Some(next) = language.refine(node, Aim::Gain, depth) else { break };
        if may_finish
            && let Some(end) = language.refine(node, Aim::FewestErrors, depth)
            && !language.are_same(&end.rule, &next.rule)
        {
            finished.push(Node { is_finished: true, ..end });
        }
        let is_last = is_hopeless(&next);
        path.push(next);
        if is_last {
            break;
        }
    }
    path.extend(finished);
    path
}
