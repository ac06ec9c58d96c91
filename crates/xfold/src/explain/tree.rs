//! From supports to a [`Proof`]: what holds, down to facts; what does not, down to the first condition that fails. Last step
//! of an explanation by rules: models → supports → proof → text.

use super::{
    Attempt, Because, Bounds, Failed, Proof, RuleUse, Sentences, Violated,
    body::{Body, BodySearch, Budget, Order, Reached, literal_variables},
    program::{Derivation, ProgramRule, without_pools},
    prove::{AtomSupport, Instance, Prover, other_head, with_head},
    world::{Bindings, GroundAtom, WorldIndex},
};
use crate::error::{Error, Result};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use xfold_asp::{
    rewrite,
    symbols::show_atom,
    syntax::{Atom, BodyElement, Head, Literal, LiteralKind, Rule, Sign},
};

/// Rules that were tried for one atom and are shown.
const MOST_TRIED: usize = 8;
/// Atoms under an aggregate or a conditional literal that are shown.
const MOST_COUNTED: usize = 12;
/// Nodes of one proof.
const MOST_NODES: usize = 20_000;
/// Steps below each other, whatever the user says: more would not fit on the stack.
const DEEPEST: usize = 400;
/// Steps of joins for a rule that does not apply.
const MOST_STEPS: u64 = 1_000_000;

/// Builds proofs in one stable model.
pub(super) struct ProofBuilder<'t> {
    prover: Prover<'t>,
    sentences: &'t Sentences,
    depth: usize,
    n_nodes: usize,
    /// Atoms that were explained, or are being explained, whether they hold or not.
    seen: FxHashSet<GroundAtom>,
    /// Atoms that do not hold and are being explained, without a `not` in between.
    open: FxHashSet<GroundAtom>,
}

impl<'t> ProofBuilder<'t> {
    pub(super) fn new(prover: Prover<'t>, sentences: &'t Sentences, bounds: &Bounds) -> Self {
        let depth = bounds.depth.min(DEEPEST);
        Self { prover, sentences, depth, n_nodes: 0, seen: FxHashSet::default(), open: FxHashSet::default() }
    }

    /// Why an atom holds, or why not.
    pub(super) fn prove(&mut self, atom: &GroundAtom) -> Result<Proof> {
        let holds = self.world().holds(&atom.0, &atom.1);
        let proof = self.atom(atom, holds, 0);
        self.in_time(proof)
    }

    /// What was found, unless a limit has cut it short: then parts of it may be wrong.
    fn in_time<T>(&self, found: T) -> Result<T> {
        match self.prover.limits.reached() {
            None => Ok(found),
            Some(limit) => Err(Error::Limit(limit)),
        }
    }

    fn budget(&self) -> Budget<'t> {
        Budget::new(MOST_STEPS, self.prover.limits)
    }

    /// An instance that a constraint forbids, if it holds in this world.
    pub(super) fn violation(&mut self, constraint: &Rule) -> Result<Option<Violated>> {
        let program = self.prover.program;
        // A constraint with pools stands for several rules.
        let texts: Vec<String> = without_pools(constraint).iter().map(ToString::to_string).collect();
        let own = |rule: &ProgramRule| matches!(rule.rule.head, Head::None) && texts.contains(&rule.text);
        for (number, rule) in program.rules.iter().enumerate().filter(|(_, rule)| own(rule)) {
            let budget = self.budget();
            let search = BodySearch { world: self.world(), order: Order::Cheapest, budget: &budget };
            let found = search.first(&Body::new(&rule.rule.body, &[]), &Bindings::new());
            let Some(bindings) = found else { continue };
            let conditions = self.conditions(&rule.rule.body, &bindings, 1);
            let rule = self.rule_use(&Instance { rule: number, place: 0, bindings });
            return self.in_time(Some(Violated { rule, conditions }));
        }
        self.in_time(None)
    }

    fn world(&self) -> &'t WorldIndex {
        self.prover.world
    }

    fn atom(&mut self, atom: &GroundAtom, holds: bool, depth: usize) -> Proof {
        let because = if holds { self.why(atom, depth) } else { self.why_not(atom, depth) };
        let claim = show_atom(&atom.0, &atom.1, &self.world().symbols());
        let sentence = self.sentences.of_atom(&atom.0, &atom.1, false, &self.world().symbols());
        Proof { claim, sentence, holds, because }
    }

    /// `not` in front of an atom: what holds and what does not change places.
    fn without(&mut self, atom: &GroundAtom, holds: bool, sign: Sign, depth: usize) -> Proof {
        // Only a circle without `not` keeps an atom from being derived.
        let open = std::mem::take(&mut self.open);
        let inner = self.atom(atom, holds, depth);
        self.open = open;
        if sign == Sign::NotNot {
            return Proof { claim: format!("not not {}", inner.claim), ..inner };
        }
        let sentence = self.sentences.of_atom(&atom.0, &atom.1, true, &self.world().symbols());
        Proof { claim: format!("not {}", inner.claim), sentence, holds: !holds, because: inner.because }
    }

    fn is_over(&mut self, depth: usize) -> bool {
        self.n_nodes += 1;
        depth >= self.depth || self.n_nodes > MOST_NODES || self.prover.limits.reached().is_some()
    }

    fn why(&mut self, atom: &GroundAtom, depth: usize) -> Because {
        let support = self.prover.support(atom).cloned();
        match support {
            Some(AtomSupport::Fact) => Because::Fact,
            Some(AtomSupport::Rule(instance)) if is_plain(&self.prover.program.rules[instance.rule].rule) => {
                Because::Fact
            }
            _ if self.seen.contains(atom) => Because::Above,
            None => Because::Cut,
            Some(AtomSupport::Rule(_)) if self.is_over(depth) => Because::Cut,
            Some(AtomSupport::Rule(instance)) => {
                self.seen.insert(atom.clone());
                let derivation = self.prover.program.derivation(instance.rule, instance.place);
                let conditions = self.conditions(&derivation.body, &instance.bindings, depth + 1);
                Because::Rule { rule: self.rule_use(&instance), conditions }
            }
        }
    }

    fn why_not(&mut self, atom: &GroundAtom, depth: usize) -> Because {
        let program = self.prover.program;
        let derivations = program.derivations(&atom.0);
        if derivations.is_empty() {
            return Because::Nothing { has_facts: program.has_facts(&atom.0) };
        }
        if self.open.contains(atom) {
            return Because::Circular;
        }
        if self.seen.contains(atom) {
            return Because::Above;
        }
        if self.is_over(depth) {
            return Because::Cut;
        }
        self.seen.insert(atom.clone());
        self.open.insert(atom.clone());
        let mut tried: Vec<Tried<'_>> = Vec::new();
        for derivation in derivations {
            let mut bindings = Bindings::new();
            let (elements, fits) = with_head(&derivation, atom, self.world(), &mut bindings);
            if fits {
                tried.push(self.try_rule(derivation, elements, &bindings));
            }
        }
        tried.sort_by_key(|Tried { elements, reached, .. }| {
            (elements.len() - reached.met.len(), Reverse(reached.met.len()))
        });
        let n_others = tried.len().saturating_sub(MOST_TRIED);
        tried.truncate(MOST_TRIED);
        let tried: Vec<Attempt> = tried.into_iter().map(|tried| self.attempt(tried, depth + 1)).collect();
        self.open.remove(atom);
        if tried.is_empty() && program.has_facts(&atom.0) {
            return Because::Nothing { has_facts: true };
        }
        Because::NoRule { tried, n_others }
    }

    /// How far a rule comes that does not give an atom.
    fn try_rule<'p>(
        &self,
        derivation: Derivation<'p>,
        elements: Vec<BodyElement>,
        bindings: &Bindings,
    ) -> Tried<'p> {
        let budget = self.budget();
        let body = Body::new(&elements, &derivation.atom.args);
        let search = BodySearch { world: self.world(), order: Order::Cheapest, budget: &budget };
        if let Some(bindings) = search.first(&body, bindings) {
            let other = other_head(&search, &derivation, &bindings);
            let failed = other.map_or(Failed::NotChosen, |atom| Failed::OtherHead { atom });
            let reached = Reached { met: (0..elements.len()).collect(), failed: None, bindings };
            return Tried { derivation, elements, reached, failed: Some(failed) };
        }
        let budget = self.budget();
        let search = BodySearch { world: self.world(), order: Order::Written, budget: &budget };
        let reached = search.reached(&body, bindings);
        Tried { derivation, elements, reached, failed: None }
    }

    fn attempt(
        &mut self,
        Tried { derivation, elements, reached, failed }: Tried<'_>,
        depth: usize,
    ) -> Attempt {
        let Reached { met, failed: number, bindings } = reached;
        let met = met.into_iter().map(|met| self.condition(&elements[met], &bindings, true, depth)).collect();
        let failed = failed.unwrap_or_else(|| {
            let proof = match number {
                Some(number) => self.condition(&elements[number], &bindings, false, depth),
                None => cut("the conditions"),
            };
            Failed::Condition { proof: Box::new(proof) }
        });
        let instance = Instance { rule: derivation.rule, place: derivation.place, bindings };
        Attempt { rule: self.rule_use(&instance), met, failed }
    }

    /// Conditions that hold.
    fn conditions(&mut self, body: &[BodyElement], bindings: &Bindings, depth: usize) -> Vec<Proof> {
        body.iter().map(|element| self.condition(element, bindings, true, depth)).collect()
    }

    /// Why a condition holds, or why it does not.
    fn condition(&mut self, element: &BodyElement, bindings: &Bindings, holds: bool, depth: usize) -> Proof {
        let budget = self.budget();
        let search = BodySearch { world: self.world(), order: Order::Cheapest, budget: &budget };
        let literal = match element {
            BodyElement::Literal(literal) => literal,
            BodyElement::Conditional(_) if holds => {
                let atoms = search.rests_on(element, bindings);
                return self.counted(element, bindings, holds, "in every case".to_string(), atoms, depth);
            }
            BodyElement::Conditional(conditional) => {
                let literal = BodyElement::Literal(conditional.literal.clone());
                let unmet = search.unmet(conditional, bindings).into_iter().take(1);
                let of =
                    unmet.map(|bindings| self.condition(&literal, &bindings, false, depth + 1)).collect();
                return self.computed(element, bindings, holds, "not in every case".to_string(), of);
            }
            BodyElement::Aggregate(_, aggregate) => {
                let value = search.aggregate(aggregate, bindings);
                let values = format!("its value is {}", self.world().symbols().display(value));
                let plain = BodyElement::Aggregate(Sign::None, aggregate.clone());
                let atoms = search.rests_on(&plain, bindings);
                return self.counted(element, bindings, holds, values, atoms, depth);
            }
        };
        let LiteralKind::Atom(atom) = &literal.kind else {
            let values = self.values(literal, bindings);
            return self.computed(element, bindings, holds, values, Vec::new());
        };
        let ground = match literal.sign {
            // An atom with `_` is shown as the first of its instances.
            Sign::None if holds => search.rests_on(element, bindings).pop(),
            _ => search.ground(atom, bindings),
        };
        match (literal.sign, ground) {
            (Sign::None, Some(ground)) => self.atom(&ground, holds, depth),
            (sign, Some(ground)) => self.without(&ground, holds == (sign == Sign::NotNot), sign, depth),
            (Sign::Not, None) if !holds => {
                let atoms = search.rests_on(&positive(atom), bindings);
                self.counted(element, bindings, holds, "one holds".to_string(), atoms, depth)
            }
            _ => self.computed(element, bindings, holds, "no such atom holds".to_string(), Vec::new()),
        }
    }

    fn counted(
        &mut self,
        element: &BodyElement,
        bindings: &Bindings,
        holds: bool,
        mut values: String,
        atoms: Vec<GroundAtom>,
        depth: usize,
    ) -> Proof {
        if atoms.len() > MOST_COUNTED {
            values.push_str(&format!("; {MOST_COUNTED} of {} atoms are shown", atoms.len()));
        }
        let of = atoms.iter().take(MOST_COUNTED).map(|atom| self.atom(atom, true, depth + 1)).collect();
        self.computed(element, bindings, holds, values, of)
    }

    fn computed(
        &self,
        element: &BodyElement,
        bindings: &Bindings,
        holds: bool,
        values: String,
        of: Vec<Proof>,
    ) -> Proof {
        let claim = self.with_values(element, bindings);
        Proof::new(claim, holds, Because::Value { values, of })
    }

    /// A condition with values in the place of bound variables.
    fn with_values(&self, element: &BodyElement, bindings: &Bindings) -> String {
        let body = vec![element.clone()];
        let mut rule = Rule { head: Head::None, body, span: Default::default() };
        rewrite::terms(&mut rule, &mut |term| *term = self.world().substituted(term, bindings));
        rule.body[0].to_string()
    }

    /// What the variables of a comparison stand for: `A = 17`.
    fn values(&self, literal: &Literal, bindings: &Bindings) -> String {
        let mut names = FxHashSet::default();
        literal_variables(literal, &mut names);
        let symbols = self.world().symbols();
        let known = bindings.iter().filter(|(name, _)| names.contains(name));
        let values: Vec<String> =
            known.map(|(name, symbol)| format!("{name} = {}", symbols.display(*symbol))).collect();
        values.join(", ")
    }

    fn rule_use(&self, instance: &Instance) -> RuleUse {
        let rule = &self.prover.program.rules[instance.rule];
        let symbols = self.world().symbols();
        let bindings = instance.bindings.iter();
        let mut bindings: Vec<(String, String)> =
            bindings.map(|(name, symbol)| (name.to_string(), symbols.display(*symbol).to_string())).collect();
        bindings.sort();
        let (file, line) = rule.place.clone().unzip();
        RuleUse { text: rule.text.clone(), bindings, file, line, support: None }
    }
}

/// A rule that did not give an atom.
struct Tried<'p> {
    derivation: Derivation<'p>,
    /// Its conditions, as [`with_head`] gives them.
    elements: Vec<BodyElement>,
    reached: Reached,
    /// Why it did not give the atom, if all its conditions hold.
    failed: Option<Failed>,
}

/// Whether a rule is a fact.
fn is_plain(rule: &Rule) -> bool {
    matches!(rule.head, Head::Atom(_)) && rule.body.is_empty()
}

fn positive(atom: &Atom) -> BodyElement {
    BodyElement::Literal(Literal {
        sign: Sign::None,
        kind: LiteralKind::Atom(atom.clone()),
        span: Default::default(),
    })
}

fn cut(claim: &str) -> Proof {
    Proof::new(claim.to_string(), false, Because::Cut)
}
