//! From supports to a [`Proof`]: what holds, down to facts; what does not, down to the first condition that fails.

use super::{
    Attempt, Because, Bounds, Failed, Proof, RuleUse, Sentences, Violated,
    body::{Body, Budget, Order, Reached, Search},
    program::{ProgramRule, Source, without_pools},
    prove::{Instance, Prover, Support, other_head, with_head},
    world::{Bindings, GroundAtom, World},
};
use crate::error::{Error, Result};
use rustc_hash::FxHashSet;
use xfold_asp::{
    rewrite,
    symbols::show_atom,
    syntax::{Aggregate, Atom, BodyElement, Head, Literal, LiteralKind, Rule, Sign, Term},
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

/// Tells proofs in one stable model.
pub(super) struct Teller<'t> {
    prover: Prover<'t>,
    sentences: &'t Sentences,
    depth: usize,
    n_nodes: usize,
    /// What was explained, or is being explained: atoms that hold and atoms that do not.
    told: FxHashSet<GroundAtom>,
    /// Atoms that do not hold and are being explained, without a `not` in between.
    open: FxHashSet<GroundAtom>,
}

impl<'t> Teller<'t> {
    pub(super) fn new(prover: Prover<'t>, sentences: &'t Sentences, bounds: &Bounds) -> Self {
        let depth = bounds.depth.min(DEEPEST);
        Self { prover, sentences, depth, n_nodes: 0, told: FxHashSet::default(), open: FxHashSet::default() }
    }

    /// Why an atom holds, or why not.
    pub(super) fn tell(&mut self, atom: &GroundAtom) -> Result<Proof> {
        let holds = self.world().holds(&atom.0, &atom.1);
        let proof = self.atom(atom, holds, 0);
        self.told_in_time(proof)
    }

    /// What was told, unless a limit has cut it short: then parts of it may be wrong.
    fn told_in_time<T>(&self, told: T) -> Result<T> {
        match self.prover.limits.reached() {
            None => Ok(told),
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
            let search = Search { world: self.world(), order: Order::Cheapest, budget: &budget };
            let mut found: Option<Bindings> = None;
            search.solutions(&Body::new(&rule.rule.body, &[]), &Bindings::new(), &mut |bindings| {
                found = Some(bindings.clone());
                false
            });
            let Some(bindings) = found else { continue };
            let conditions = rule.rule.body.iter().map(|element| self.condition(element, &bindings, 1));
            let conditions: Vec<Proof> = conditions.collect();
            let rule = self.rule_use(&Instance { rule: number, place: 0, bindings });
            return self.told_in_time(Some(Violated { rule, conditions }));
        }
        self.told_in_time(None)
    }

    fn world(&self) -> &'t World {
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
        // What goes through `not` is no circle.
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
            Some(Support::Fact) => Because::Fact,
            Some(Support::Rule(instance)) if is_plain(&self.prover.program.rules[instance.rule].rule) => {
                Because::Fact
            }
            _ if self.told.contains(atom) => Because::Above,
            None => Because::Cut,
            Some(Support::Rule(_)) if self.is_over(depth) => Because::Cut,
            Some(Support::Rule(instance)) => {
                self.told.insert(atom.clone());
                let source = self.prover.program.source(instance.rule, instance.place);
                let conditions = source.body.iter();
                let conditions =
                    conditions.map(|element| self.condition(element, &instance.bindings, depth + 1));
                let conditions: Vec<Proof> = conditions.collect();
                Because::Rule { rule: self.rule_use(&instance), conditions }
            }
        }
    }

    fn why_not(&mut self, atom: &GroundAtom, depth: usize) -> Because {
        let program = self.prover.program;
        let sources = program.sources(&atom.0);
        if sources.is_empty() {
            return Because::Nothing { has_facts: program.has_facts(&atom.0) };
        }
        if self.open.contains(atom) {
            return Because::Circular;
        }
        if self.told.contains(atom) {
            return Because::Above;
        }
        if self.is_over(depth) {
            return Because::Cut;
        }
        self.told.insert(atom.clone());
        self.open.insert(atom.clone());
        let mut tried: Vec<(usize, usize, Vec<BodyElement>, Source<'_>, Outcome)> = Vec::new();
        for source in sources {
            let mut bindings = Bindings::new();
            let (elements, fits) = with_head(&source, atom, self.world(), &mut bindings);
            if !fits {
                continue;
            }
            let outcome = self.outcome(&source, &elements, &bindings);
            let n_met = match &outcome {
                Outcome::Fails(reached) => reached.met.len(),
                _ => elements.len(),
            };
            tried.push((elements.len() - n_met, usize::MAX - n_met, elements, source, outcome));
        }
        tried.sort_by_key(|(n_unmet, met_first, ..)| (*n_unmet, *met_first));
        let n_others = tried.len().saturating_sub(MOST_TRIED);
        tried.truncate(MOST_TRIED);
        let tried: Vec<Attempt> = tried
            .into_iter()
            .map(|(_, _, elements, source, outcome)| self.attempt(&source, &elements, outcome, depth + 1))
            .collect();
        self.open.remove(atom);
        if tried.is_empty() && program.has_facts(&atom.0) {
            return Because::Nothing { has_facts: true };
        }
        Because::NoRule { tried, n_others }
    }

    /// What became of a rule that does not give an atom.
    fn outcome(&self, source: &Source<'_>, elements: &[BodyElement], bindings: &Bindings) -> Outcome {
        let budget = self.budget();
        let body = Body::new(elements, &source.atom.args);
        let search = Search { world: self.world(), order: Order::Cheapest, budget: &budget };
        let mut found: Option<Bindings> = None;
        search.solutions(&body, bindings, &mut |bindings| {
            found = Some(bindings.clone());
            false
        });
        if let Some(bindings) = found {
            return match other_head(&search, source, &bindings) {
                Some(atom) => Outcome::OtherHead(bindings, atom),
                None => Outcome::NotChosen(bindings),
            };
        }
        let budget = self.budget();
        let search = Search { world: self.world(), order: Order::Written, budget: &budget };
        Outcome::Fails(search.reached(&body, bindings))
    }

    fn attempt(
        &mut self,
        source: &Source<'_>,
        elements: &[BodyElement],
        outcome: Outcome,
        depth: usize,
    ) -> Attempt {
        let all = || (0..elements.len()).collect::<Vec<usize>>();
        let (bindings, met) = match &outcome {
            Outcome::NotChosen(bindings) | Outcome::OtherHead(bindings, _) => (bindings.clone(), all()),
            Outcome::Fails(Reached { met, bindings, .. }) => (bindings.clone(), met.clone()),
        };
        let met = met.into_iter().map(|number| self.condition(&elements[number], &bindings, depth));
        let met: Vec<Proof> = met.collect();
        let failed = match outcome {
            Outcome::NotChosen(_) => Failed::NotChosen,
            Outcome::OtherHead(_, atom) => Failed::OtherHead { atom },
            Outcome::Fails(Reached { failed, .. }) => {
                let proof = match failed {
                    Some(failed) => self.failing(&elements[failed], &bindings, depth),
                    None => cut("the conditions"),
                };
                Failed::Condition { proof: Box::new(proof) }
            }
        };
        let instance = Instance { rule: source.rule, place: source.place, bindings };
        Attempt { rule: self.rule_use(&instance), met, failed }
    }

    /// A condition that holds.
    fn condition(&mut self, element: &BodyElement, bindings: &Bindings, depth: usize) -> Proof {
        let budget = self.budget();
        let search = Search { world: self.world(), order: Order::Cheapest, budget: &budget };
        match element {
            BodyElement::Literal(Literal { sign, kind: LiteralKind::Atom(atom), .. }) => {
                match (sign, search.rests_on(element, bindings).pop(), search.ground(atom, bindings)) {
                    (Sign::None, Some(ground), _) => self.atom(&ground, true, depth),
                    (Sign::Not, _, Some(ground)) => self.without(&ground, false, Sign::Not, depth),
                    (Sign::NotNot, _, Some(ground)) => self.without(&ground, true, Sign::NotNot, depth),
                    _ => self.computed(element, bindings, true, "no such atom holds".to_string(), Vec::new()),
                }
            }
            BodyElement::Literal(_) => {
                let values = self.values(element, bindings);
                self.computed(element, bindings, true, values, Vec::new())
            }
            BodyElement::Conditional(_) => {
                let atoms = search.rests_on(element, bindings);
                let values = "in every case".to_string();
                self.counted(element, bindings, true, values, atoms, depth)
            }
            BodyElement::Aggregate(_, aggregate) => {
                let values = self.aggregate_value(&search, aggregate, bindings);
                let plain = BodyElement::Aggregate(Sign::None, aggregate.clone());
                let atoms = search.rests_on(&plain, bindings);
                self.counted(element, bindings, true, values, atoms, depth)
            }
        }
    }

    /// A condition that does not hold.
    fn failing(&mut self, element: &BodyElement, bindings: &Bindings, depth: usize) -> Proof {
        let budget = self.budget();
        let search = Search { world: self.world(), order: Order::Cheapest, budget: &budget };
        match element {
            BodyElement::Literal(Literal { sign, kind: LiteralKind::Atom(atom), .. }) => {
                match (sign, search.ground(atom, bindings)) {
                    (Sign::None, Some(ground)) => self.atom(&ground, false, depth),
                    (Sign::Not, Some(ground)) => self.without(&ground, true, Sign::Not, depth),
                    (Sign::NotNot, Some(ground)) => self.without(&ground, false, Sign::NotNot, depth),
                    (Sign::Not, None) => {
                        let plain = positive(atom);
                        let atoms = search.rests_on(&plain, bindings);
                        self.counted(element, bindings, false, "one holds".to_string(), atoms, depth)
                    }
                    _ => self.computed(element, bindings, false, "no such atom holds".into(), Vec::new()),
                }
            }
            BodyElement::Literal(_) => {
                let values = self.values(element, bindings);
                self.computed(element, bindings, false, values, Vec::new())
            }
            BodyElement::Conditional(conditional) => {
                let unmet = search.unmet(conditional, bindings).into_iter().next();
                let of = unmet.map(|bindings| {
                    self.failing(&BodyElement::Literal(conditional.literal.clone()), &bindings, depth + 1)
                });
                self.computed(element, bindings, false, "not in every case".into(), of.into_iter().collect())
            }
            BodyElement::Aggregate(_, aggregate) => {
                let values = self.aggregate_value(&search, aggregate, bindings);
                let plain = BodyElement::Aggregate(Sign::None, aggregate.clone());
                let atoms = search.rests_on(&plain, bindings);
                self.counted(element, bindings, false, values, atoms, depth)
            }
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
        Proof { claim, sentence: None, holds, because: Because::Value { values, of } }
    }

    /// A condition with values in the place of bound variables.
    fn with_values(&self, element: &BodyElement, bindings: &Bindings) -> String {
        let body = vec![element.clone()];
        let mut rule = Rule { head: Head::None, body, span: Default::default() };
        rewrite::terms(&mut rule, &mut |term| *term = self.world().substituted(term, bindings));
        let text = rule.to_string();
        text.trim_start_matches(":-").trim_end_matches('.').trim().to_string()
    }

    /// What the variables of a comparison stand for: `A = 17`.
    fn values(&self, element: &BodyElement, bindings: &Bindings) -> String {
        let mut names = FxHashSet::default();
        let body = vec![element.clone()];
        let mut rule = Rule { head: Head::None, body, span: Default::default() };
        rewrite::terms(&mut rule, &mut |term: &mut Term| super::body::variables(term, &mut names));
        let symbols = self.world().symbols();
        let known = bindings.iter().filter(|(name, _)| names.contains(name));
        let values: Vec<String> =
            known.map(|(name, symbol)| format!("{name} = {}", symbols.display(*symbol))).collect();
        values.join(", ")
    }

    fn aggregate_value(&self, search: &Search<'_>, aggregate: &Aggregate, bindings: &Bindings) -> String {
        let value = search.aggregate(aggregate, bindings);
        format!("its value is {}", self.world().symbols().display(value))
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

/// What became of a rule that did not give an atom.
enum Outcome {
    NotChosen(Bindings),
    OtherHead(Bindings, String),
    Fails(Reached),
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
    Proof { claim: claim.to_string(), sentence: None, holds: false, because: Because::Cut }
}
