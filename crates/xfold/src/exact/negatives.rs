//! Negative examples that can be read as labels of positive ones, so that a task is a cover. This is done
//! after the worlds are relaxed and before rules are generated.

use super::context::{Relaxed, RelaxedWorld};

impl Relaxed {
    /// Reads negative examples as labels, where each context has one stable model whatever is learned and a positive
    /// example that must hold needs that model. What contradicts such an example is extended by nothing; of what speaks
    /// of one atom only, the contrary has to hold. Tells whether no negative example is left.
    pub(super) fn absorb_negatives(&mut self) -> bool {
        let (mut positive, negative): (Vec<RelaxedWorld>, Vec<RelaxedWorld>) =
            std::mem::take(&mut self.worlds).into_iter().partition(|world| world.positive);
        let mut left = Vec::new();
        for world in negative {
            let needs = |other: &&RelaxedWorld| other.context == world.context && other.penalty.is_none();
            let contradicts = |other: &RelaxedWorld| {
                world.included.iter().any(|&atom| !other.possible.contains(atom))
                    || world.excluded.iter().any(|&atom| other.certain.contains(atom))
            };
            if positive.iter().filter(needs).any(contradicts) {
                continue;
            }
            let is_needed = world.penalty.is_none() && positive.iter().any(|other| needs(&other));
            let is_open = |atom: u32| {
                let same = positive.iter().filter(|other| other.context == world.context);
                let mut labels =
                    same.map(|other| (other.certain.contains(atom), other.possible.contains(atom)));
                self.contexts[world.context].free.contains(atom) && labels.all(|label| label == (false, true))
            };
            match (&world.included[..], &world.excluded[..]) {
                (&[atom], []) if is_needed && is_open(atom) => {
                    let same = positive.iter_mut().filter(|other| other.context == world.context);
                    same.for_each(|other| other.possible.remove(atom));
                }
                ([], &[atom]) if is_needed && is_open(atom) => {
                    let same = positive.iter_mut().filter(|other| other.context == world.context);
                    same.for_each(|other| {
                        other.certain.insert(atom);
                    });
                }
                _ => left.push(world),
            }
        }
        let is_absorbed = left.is_empty();
        self.worlds = positive;
        self.worlds.extend(left);
        is_absorbed
    }
}
