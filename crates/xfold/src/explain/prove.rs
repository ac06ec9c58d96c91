//! Second step of an explanation by rules: which rules give an atom, so that nothing rests on itself.
//!
//! From the atom asked for, the instances of rules that support it in the stable model are collected breadth first; an
//! instance counts as soon as all it rests on is proved. So the first proof found is one of the flattest, and what it
//! rests on was proved before it: there is no circle.

use super::{
    body::{Body, BodySearch, Budget, Order},
    program::{Derivation, ProgramIndex},
    world::{Bindings, GroundAtom, Matched, WorldIndex},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use xfold_asp::syntax::{BodyElement, CompareOp, Literal, LiteralKind, Sign};
use xfold_solve::Limits;

/// Most steps of joins for one atom.
const MOST_STEPS: u64 = 20_000_000;

/// How an atom is supported.
#[derive(Debug, Clone)]
pub(super) enum AtomSupport {
    Fact,
    Rule(Instance),
}

/// A rule with values for its variables.
#[derive(Debug, Clone)]
pub(super) struct Instance {
    pub(super) rule: usize,
    /// The place of the atom in the rule's head.
    pub(super) place: usize,
    pub(super) bindings: Bindings,
}

/// Proofs in one stable model, found as they are asked for.
pub(super) struct Prover<'p> {
    pub(super) program: &'p ProgramIndex<'p>,
    pub(super) world: &'p WorldIndex,
    pub(super) limits: &'p Limits,
    proved: FxHashMap<GroundAtom, AtomSupport>,
}

impl<'p> Prover<'p> {
    pub(super) fn new(program: &'p ProgramIndex<'p>, world: &'p WorldIndex, limits: &'p Limits) -> Self {
        Self { program, world, limits, proved: FxHashMap::default() }
    }

    /// The support of a true atom, whose own conditions can be asked for in turn; none if a bound came first.
    pub(super) fn support(&mut self, atom: &GroundAtom) -> Option<&AtomSupport> {
        if !self.proved.contains_key(atom) {
            self.prove(atom);
        }
        self.proved.get(atom)
    }

    fn prove(&mut self, goal: &GroundAtom) {
        let budget = Budget::new(MOST_STEPS, self.limits);
        let mut queue = VecDeque::from([goal.clone()]);
        let mut seen: FxHashSet<GroundAtom> = FxHashSet::from_iter([goal.clone()]);
        let mut waiting = Waiting::default();
        while let Some(atom) = queue.pop_front() {
            if self.proved.contains_key(goal) || self.limits.reached().is_some() || budget.is_spent() {
                return;
            }
            if self.is_proved(&atom) {
                continue;
            }
            for (instance, rests_on) in self.instances(&atom, &budget) {
                let open: Vec<GroundAtom> =
                    rests_on.into_iter().filter(|other| !self.is_proved(other)).collect();
                if open.is_empty() {
                    waiting.prove(&atom, AtomSupport::Rule(instance), &mut self.proved);
                    break;
                }
                for other in &open {
                    if seen.insert(other.clone()) {
                        queue.push_back(other.clone());
                    }
                }
                waiting.add(&atom, instance, open);
            }
        }
    }

    /// Whether an atom is proved; facts always are.
    fn is_proved(&mut self, atom: &GroundAtom) -> bool {
        if self.proved.contains_key(atom) {
            return true;
        }
        let is_fact = self.program.is_fact(&atom.0, &atom.1);
        if is_fact {
            self.proved.insert(atom.clone(), AtomSupport::Fact);
        }
        is_fact
    }

    /// The instances of rules that support an atom, each with what it rests on. After one that rests on proved atoms
    /// only, no further one is looked for.
    fn instances(&self, atom: &GroundAtom, budget: &Budget<'_>) -> Vec<(Instance, Vec<GroundAtom>)> {
        let mut found: Vec<(Instance, Vec<GroundAtom>)> = Vec::new();
        let search = BodySearch { world: self.world, order: Order::Cheapest, budget };
        for derivation in self.program.derivations(&atom.0) {
            let mut bindings = Bindings::new();
            let (elements, matched) = with_head(&derivation, atom, self.world, &mut bindings);
            if !matched {
                continue;
            }
            let body = Body::new(&elements, &derivation.atom.args);
            let mut is_ready = false;
            search.solutions(&body, &bindings, &mut |bindings| {
                if other_head(&search, &derivation, bindings).is_some() {
                    return true;
                }
                let rests_on: Vec<GroundAtom> =
                    elements.iter().flat_map(|element| search.rests_on(element, bindings)).collect();
                is_ready = rests_on
                    .iter()
                    .all(|other| self.proved.contains_key(other) || self.program.is_fact(&other.0, &other.1));
                let instance =
                    Instance { rule: derivation.rule, place: derivation.place, bindings: bindings.clone() };
                found.push((instance, rests_on));
                !is_ready
            });
            if is_ready {
                if let Some(ready) = found.pop() {
                    found.insert(0, ready);
                }
                break;
            }
        }
        found
    }
}

/// The body of a derivation for an atom: variables of the head get their values, and what cannot be solved for is asked
/// again when other conditions have bound its variables. The flag tells whether the head fits at all.
pub(super) fn with_head(
    derivation: &Derivation<'_>,
    atom: &GroundAtom,
    world: &WorldIndex,
    bindings: &mut Bindings,
) -> (Vec<BodyElement>, bool) {
    let mut elements = derivation.body.clone();
    for (term, &value) in derivation.atom.args.iter().zip(&atom.1) {
        match world.unify(term, value, bindings) {
            Matched::Yes => {}
            Matched::No => return (elements, false),
            Matched::Unready => {
                let value = xfold_asp::term_of(value, &world.symbols());
                let kind = LiteralKind::Compare(term.clone(), vec![(CompareOp::Equal, value)]);
                elements.push(BodyElement::Literal(Literal {
                    sign: Sign::None,
                    kind,
                    span: Default::default(),
                }));
            }
        }
    }
    (elements, true)
}

/// Another atom of a disjunctive head that holds, too: then the rule supports neither of them.
pub(super) fn other_head(
    search: &BodySearch<'_>,
    derivation: &Derivation<'_>,
    bindings: &Bindings,
) -> Option<String> {
    derivation.others.iter().find_map(|other| {
        let mut elements = vec![BodyElement::Literal(other.literal.clone())];
        elements.extend(other.condition.iter().cloned().map(BodyElement::Literal));
        search.first(&Body::new(&elements, &[]), bindings).map(|_| other.literal.to_string())
    })
}

/// Instances that wait for atoms to be proved.
#[derive(Default)]
struct Waiting {
    instances: Vec<(GroundAtom, Option<Instance>, usize)>,
    by_atom: FxHashMap<GroundAtom, Vec<usize>>,
}

impl Waiting {
    fn add(&mut self, head: &GroundAtom, instance: Instance, mut open: Vec<GroundAtom>) {
        let mut seen = FxHashSet::default();
        open.retain(|atom| seen.insert(atom.clone()));
        let number = self.instances.len();
        self.instances.push((head.clone(), Some(instance), open.len()));
        for atom in open {
            self.by_atom.entry(atom).or_default().push(number);
        }
    }

    /// An atom is proved, and with it what waited for it alone.
    fn prove(
        &mut self,
        atom: &GroundAtom,
        support: AtomSupport,
        proved: &mut FxHashMap<GroundAtom, AtomSupport>,
    ) {
        let mut ready = VecDeque::from([(atom.clone(), support)]);
        while let Some((atom, support)) = ready.pop_front() {
            if proved.contains_key(&atom) {
                continue;
            }
            for number in self.by_atom.remove(&atom).unwrap_or_default() {
                let (head, instance, n_open) = &mut self.instances[number];
                *n_open -= 1;
                if *n_open == 0
                    && let Some(instance) = instance.take()
                {
                    ready.push_back((head.clone(), AtomSupport::Rule(instance)));
                }
            }
            proved.insert(atom, support);
        }
    }
}
