//! Sets of ground terms, one bit each: what stands at the places of predicates, and the values of types. Part of the second
//! station of the path, worlds.

use xfold_asp::symbols::Symbol;

/// A set of symbols, as large as its largest member asks for.
#[derive(Debug, Clone, Default)]
pub(super) struct SymbolSet {
    words: Vec<u64>,
}

impl SymbolSet {
    pub(super) fn insert(&mut self, symbol: Symbol) {
        let word = symbol.0 as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (symbol.0 % 64);
    }

    pub(super) fn contains(&self, symbol: Symbol) -> bool {
        self.words.get(symbol.0 as usize / 64).is_some_and(|word| word >> (symbol.0 % 64) & 1 == 1)
    }

    pub(super) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members, by number.
    pub(super) fn iter(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.words.iter().enumerate().flat_map(|(place, &word)| {
            std::iter::successors((word != 0).then_some(word), |rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| Symbol(place as u32 * 64 + rest.trailing_zeros()))
        })
    }

    /// Whether the two have a member in common.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(one, other)| one & other != 0)
    }

    /// Whether all members are in the other set.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        let of_other = |place: usize| other.words.get(place).copied().unwrap_or(0);
        self.words.iter().enumerate().all(|(place, word)| word & !of_other(place) == 0)
    }

    /// Adds the members of another set.
    pub(super) fn add_all(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(one, other)| *one |= other);
    }
}

impl Extend<Symbol> for SymbolSet {
    fn extend<I: IntoIterator<Item = Symbol>>(&mut self, symbols: I) {
        symbols.into_iter().for_each(|symbol| self.insert(symbol));
    }
}

impl FromIterator<Symbol> for SymbolSet {
    fn from_iter<I: IntoIterator<Item = Symbol>>(symbols: I) -> Self {
        let mut set = Self::default();
        set.extend(symbols);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_different_size() {
        let of = |symbols: &[u32]| -> SymbolSet { symbols.iter().map(|&symbol| Symbol(symbol)).collect() };
        let (small, large) = (of(&[1, 63]), of(&[63, 64, 1000]));
        assert!(small.meets(&large) && large.meets(&small));
        assert!(!small.is_within(&large) && of(&[64]).is_within(&large));
        assert!(!large.is_within(&small), "a longer set is in no shorter one");
        let mut both = small.clone();
        both.add_all(&large);
        assert_eq!(both.iter().map(|symbol| symbol.0).collect::<Vec<u32>>(), [1, 63, 64, 1000]);
        assert_eq!(both.len(), 4);
        assert!(both.contains(Symbol(1000)) && !both.contains(Symbol(1001)) && !both.contains(Symbol(5000)));
        assert!(!of(&[]).meets(&both) && of(&[]).is_within(&small));
    }
}
