//! Families: generations of couples and their children.

use super::random::Random;

/// People with their parents.
pub(super) struct People {
    names: Vec<String>,
    is_male: Vec<bool>,
    /// Father and mother, where known.
    parents: Vec<Option<(usize, usize)>>,
}

impl People {
    /// Draws families. `couples` says how many couples of the first generation there are, and how many children of
    /// each later generation but the last marry: one another, where they have different parents, or people from
    /// elsewhere.
    pub(super) fn draw(
        random: &mut Random,
        prefix: &str,
        couples: &[usize],
        children: (usize, usize),
    ) -> Self {
        let mut people = People { names: Vec::new(), is_male: Vec::new(), parents: Vec::new() };
        let mut pairs: Vec<(usize, usize)> = (0..couples[0])
            .map(|_| (people.add(prefix, true, None), people.add(prefix, false, None)))
            .collect();
        for &n_marry in couples[1..].iter().chain([&0]) {
            let mut born = Vec::new();
            for &pair in &pairs {
                for _ in 0..random.between(children.0, children.1) {
                    born.push(people.add(prefix, random.chance(0.5), Some(pair)));
                }
            }
            random.shuffle(&mut born);
            born.truncate(n_marry);
            pairs.clear();
            while let Some(person) = born.pop() {
                let fits = |&other: &usize| {
                    people.is_male[other] != people.is_male[person]
                        && people.parents[other] != people.parents[person]
                };
                let partner = match born.iter().position(fits) {
                    Some(index) => born.remove(index),
                    None => people.add(prefix, !people.is_male[person], None),
                };
                pairs.push(if people.is_male[person] { (person, partner) } else { (partner, person) });
            }
        }
        people
    }

    fn add(&mut self, prefix: &str, is_male: bool, parents: Option<(usize, usize)>) -> usize {
        self.names.push(format!("{prefix}{}", self.names.len() + 1));
        self.is_male.push(is_male);
        self.parents.push(parents);
        self.names.len() - 1
    }

    /// How many people there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// A person's name.
    pub(super) fn name(&self, person: usize) -> &str {
        &self.names[person]
    }

    /// Whether a person is a man.
    pub(super) fn is_male(&self, person: usize) -> bool {
        self.is_male[person]
    }

    /// Father and mother of a person.
    pub(super) fn parents(&self, person: usize) -> impl Iterator<Item = usize> + '_ {
        self.parents[person].into_iter().flat_map(|(father, mother)| [father, mother])
    }

    /// Whether a person has children.
    pub(super) fn has_children(&self, person: usize) -> bool {
        (0..self.len()).any(|child| self.parents(child).any(|parent| parent == person))
    }

    /// Whether two different people have a parent in common.
    pub(super) fn are_siblings(&self, left: usize, right: usize) -> bool {
        left != right && self.parents(left).any(|parent| self.parents(right).any(|other| other == parent))
    }

    /// All pairs of people, as instances of a target of two arguments.
    pub(super) fn instances(&self, head: &str, holds: impl Fn(usize, usize) -> bool) -> Vec<(String, bool)> {
        let pairs = (0..self.len()).flat_map(|left| (0..self.len()).map(move |right| (left, right)));
        pairs.map(|(l, r)| (format!("{head}({},{})", self.names[l], self.names[r]), holds(l, r))).collect()
    }
}
