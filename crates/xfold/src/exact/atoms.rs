//! Atoms of one context, by number, as a set.

/// Atoms by number, as a set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct AtomSet(Vec<u64>);

impl AtomSet {
    pub(super) fn with_capacity(n_atoms: usize) -> Self {
        Self(vec![0; n_atoms.div_ceil(64)])
    }

    pub(super) fn contains(&self, atom: u32) -> bool {
        self.0.get(atom as usize / 64).is_some_and(|word| word >> (atom % 64) & 1 == 1)
    }

    pub(super) fn insert(&mut self, atom: u32) -> bool {
        let place = atom as usize / 64;
        if place >= self.0.len() {
            self.0.resize(place + 1, 0);
        }
        let is_new = self.0[place] >> (atom % 64) & 1 == 0;
        self.0[place] |= 1 << (atom % 64);
        is_new
    }

    pub(super) fn remove(&mut self, atom: u32) {
        if let Some(word) = self.0.get_mut(atom as usize / 64) {
            *word &= !(1 << (atom % 64));
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().enumerate().flat_map(|(place, &word)| {
            (0..64u32).filter(move |bit| word >> bit & 1 == 1).map(move |bit| place as u32 * 64 + bit)
        })
    }

    /// The same set with room for `n_atoms` atoms: only sets with the same room compare as equal.
    pub(super) fn resized(mut self, n_atoms: usize) -> Self {
        self.0.resize(n_atoms.div_ceil(64), 0);
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}
