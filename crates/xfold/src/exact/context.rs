//! What is known of the examples before any rule is learned: the background with each context, ground, and for each example
//! what certainly and what possibly holds. [`super::relax`] and [`super::worlds`] fill this in.

use super::atoms::AtomSet;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use xfold_asp::symbols::{Signature, Symbol};
use xfold_solve::GroundRule;

/// The atom that switches a listed rule on, by its number.
pub(super) const LISTED: &str = "xfold_listed";
/// The atom of a listed rule that a stable model violates, by its number.
pub(super) const VIOLATED: &str = "xfold_violated";

/// An instance of a schema: what stands at its places, and the atom it is; none for a comparison.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) values: Vec<Symbol>,
    pub(super) atom: Option<u32>,
}

/// The background with one context.
#[derive(Default)]
pub(super) struct Context {
    /// The predicate and arguments of each atom.
    pub(super) atoms: Vec<(Signature, Box<[Symbol]>)>,
    index: FxHashMap<(Signature, Box<[Symbol]>), u32>,
    /// What holds whatever is learned.
    pub(super) facts: AtomSet,
    /// Atoms of targets that may be learned.
    pub(super) free: AtomSet,
    /// Ground rules of background and context that free atoms touch.
    pub(super) rules: Vec<GroundRule>,
    /// The rules cannot be evaluated here: they have disjunctions, or atoms without a name.
    pub(super) opaque: bool,
    /// One more than the largest number of an atom, with or without a name.
    pub(super) n_numbers: usize,
    /// The values of each type.
    pub(super) domains: Vec<Vec<Symbol>>,
    /// The instances of each schema: body, heads, choices.
    pub(super) rows: Vec<Vec<Row>>,
    /// Whether only facts hold beside what is learned, so that nothing has to be solved.
    pub(super) simple: bool,
    /// Values were left out, since there is no end of them.
    pub(super) is_cut: bool,
}

impl Context {
    pub(super) fn atom(&self, signature: &Signature, args: &[Symbol]) -> Option<u32> {
        self.index.get(&(signature.clone(), args.into())).copied()
    }

    pub(super) fn number(&mut self, signature: &Signature, args: &[Symbol]) -> u32 {
        let key = (signature.clone(), args.into());
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        let number = self.atoms.len() as u32;
        self.atoms.push(key.clone());
        self.index.insert(key, number);
        number
    }
}

/// The relaxed worlds of some examples.
#[derive(Default)]
pub(super) struct Relaxed {
    pub(super) contexts: Vec<Rc<Context>>,
    pub(super) worlds: Vec<RelaxedWorld>,
    /// Examples that no hypothesis satisfies: positive ones that nothing extends.
    pub(super) impossible: Vec<usize>,
    pub(super) n_calls: usize,
}

impl Relaxed {
    /// Whether some negative example can be extended.
    pub(super) fn has_negatives(&self) -> bool {
        self.worlds.iter().any(|world| !world.positive)
    }
}

/// An example with what certainly and what possibly holds where it is extended.
#[derive(Debug, Clone)]
pub(super) struct RelaxedWorld {
    /// The example, by number.
    pub(super) example: usize,
    /// Its context, by number.
    pub(super) context: usize,
    pub(super) positive: bool,
    pub(super) penalty: Option<u32>,
    pub(super) certain: AtomSet,
    pub(super) possible: AtomSet,
    /// Atoms that the example includes and excludes.
    pub(super) included: Vec<u32>,
    pub(super) excluded: Vec<u32>,
}

impl RelaxedWorld {
    /// Whether there is one stable model that extends the example.
    pub(super) fn is_total(&self) -> bool {
        self.certain == self.possible
    }
}

/// How many tuples of values there are; none if that is beyond all bounds.
pub(super) fn n_tuples(domains: &[&[Symbol]]) -> Option<usize> {
    domains.iter().map(|domain| domain.len()).try_fold(1usize, usize::checked_mul)
}
