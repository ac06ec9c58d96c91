//! Random small tasks in both dialects, most of them made from a hidden hypothesis, so that they have a solution.

use crate::{
    judge,
    space::{Form, Listed, Mode, Place, Space},
};
use std::{collections::BTreeMap, fmt::Write};
use xfold_suite::generate::random::Random;

/// An example.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    pub positive: bool,
    pub penalty: Option<u64>,
    pub inclusions: Vec<String>,
    pub exclusions: Vec<String>,
    pub context: String,
}

/// A task with the rules that it allows.
#[derive(Debug, Clone)]
pub struct Small {
    pub space: Space,
    pub background: String,
    pub examples: Vec<Example>,
    pub rules: Vec<Listed>,
}

/// Most rules of a space.
const MOST_RULES: usize = 400;

impl Small {
    /// The task of a seed; none if its space is too large.
    pub fn new(seed: u64) -> Option<Self> {
        let random = &mut Random::new(seed);
        let is_fastlas = random.chance(0.35);
        let is_relational = random.chance(0.5);
        let space =
            if is_relational { relational(random, is_fastlas) } else { propositional(random, is_fastlas) };
        let rules = space.rules(MOST_RULES)?;
        let background = background(random, &space, is_relational);
        let mut task = Self { space, background, examples: vec![], rules };
        task.exemplify(random, is_relational);
        Some(task)
    }

    /// A query: facts, one positive example, and negative ones that say no more or speak of one atom.
    pub fn query(seed: u64) -> Option<Self> {
        use Place::Variable;
        let random = &mut Random::new(seed);
        let is_fastlas = random.chance(0.2);
        let mut space = base(random, is_fastlas);
        space.max_variables = random.between(2, 3);
        space.max_body = random.between(1, 2);
        space.heads = vec![Mode::new("p", vec![Variable("t")])];
        if random.chance(0.3) {
            space.heads.push(Mode::new("q", vec![Variable("t")]));
        }
        let edge =
            Mode { anti_reflexive: random.chance(0.2), ..Mode::new("e", vec![Variable("t"), Variable("t")]) };
        for mode in [edge, Mode::new("c", vec![Variable("t")]), Mode::new("t", vec![Variable("t")])] {
            if random.chance(0.75) {
                space.body.push(signed(random, mode, is_fastlas));
            }
        }
        let rules = space.rules(MOST_RULES)?;
        let facts =
            ["e(1,2).", "e(2,1).", "e(2,2).", "e(1,3).", "e(3,2).", "e(3,3).", "c(1).", "c(2).", "c(3)."];
        let background = format!("t(1..3).\nu(x). u(y).\n{}", some(random, &facts, 0.5));
        let mut task = Self { space, background, examples: vec![], rules };
        let with_head: Vec<&Listed> = task.rules.iter().filter(|rule| !rule.text.starts_with(':')).collect();
        let n_hidden = random.between(1, 3).min(with_head.len());
        let hidden = (0..n_hidden).map(|_| with_head[random.below(with_head.len())]);
        let hidden: String = hidden.map(|rule| format!("{}\n", rule.text)).collect();
        let model = judge::models(&format!("{}\n{hidden}", task.background), 1).into_iter().next()?;
        let atoms =
            task.space.heads.iter().flat_map(|head| (1..=3).map(move |n| format!("{}({n})", head.name)));
        let (mut inclusions, mut exclusions) = (vec![], vec![]);
        let mut apart = vec![];
        for atom in atoms {
            let is_in = model.contains(&atom);
            match random.below(10) {
                0 => {}
                1 | 2 if !is_fastlas => apart.push((atom, is_in)),
                _ => (if is_in { &mut inclusions } else { &mut exclusions }).push(atom),
            }
        }
        let mut tell = |positive: bool, inclusions: &[String], exclusions: &[String]| {
            let (inclusions, exclusions) = (inclusions.to_vec(), exclusions.to_vec());
            task.examples.push(Example {
                positive,
                penalty: None,
                inclusions,
                exclusions,
                context: String::new(),
            });
        };
        tell(true, &inclusions, &exclusions);
        if !is_fastlas && random.chance(0.5) {
            tell(false, &exclusions, &inclusions);
        }
        for (atom, is_in) in apart {
            let (included, excluded): (&[String], &[String]) =
                if is_in { (&[], &[atom]) } else { (&[atom], &[]) };
            tell(false, included, excluded);
        }
        Some(task)
    }

    /// The same task with bodies of one literal more; none if there are too many rules.
    pub fn with_longer_bodies(&self) -> Option<Self> {
        let space = Space { max_body: self.space.max_body + 1, ..self.space.clone() };
        let rules = space.rules(MOST_RULES)?;
        Some(Self { space, rules, ..self.clone() })
    }

    /// The task as a file.
    pub fn text(&self) -> String {
        let mut text = self.background.clone();
        for example in &self.examples {
            let kind = if example.positive { "pos" } else { "neg" };
            let number = text.len();
            let id = example.penalty.map_or(String::new(), |penalty| format!("e{number}@{penalty}, "));
            let (inc, exc) = (example.inclusions.join(", "), example.exclusions.join(", "));
            let _ = writeln!(text, "#{kind}({id}{{{inc}}}, {{{exc}}}, {{{}}}).", example.context);
        }
        let space = &self.space;
        let modes = [("modeh", &space.heads), ("modeha", &space.choices), ("modeb", &space.body)];
        for (directive, modes) in modes {
            modes.iter().for_each(|mode| text.push_str(&format!("{}\n", mode.text(directive))));
        }
        if space.is_fastlas {
            let (head, body, with_not) = space.weights;
            let _ = writeln!(text, "#bias(\"penalty({head}, head).\").");
            let _ = writeln!(text, "#bias(\"penalty({body}, body(X)) :- in_body(X).\").");
            if with_not > 0 {
                let _ = writeln!(text, "#bias(\"penalty({with_not}, negated(X)) :- in_body(neg(X)).\").");
            }
            if space.final_weight > 0 {
                text.push_str("#bias(\"intermediate(X) :- in_body(X).\").\n");
                let _ = writeln!(
                    text,
                    "#final_bias(\"penalty({}, t(X)) :- intermediate(X).\").",
                    space.final_weight
                );
            }
        } else {
            if space.one_head_variable {
                text.push_str("#disallow_multiple_head_variables.\n");
            }
            for (of_type, constants) in &space.constants {
                constants.iter().for_each(|c| text.push_str(&format!("#constant({of_type}, {c}).\n")));
            }
            let _ = writeln!(text, "#minhl({}).\n#maxhl({}).", space.choice_sizes.0, space.choice_sizes.1);
            if space.no_constraints {
                text.push_str("#bias(\":- constraint.\").\n");
            }
        }
        let _ = writeln!(text, "#maxv({}).", space.max_variables);
        for (cost, rule) in &space.listed {
            let _ = writeln!(text, "{cost} ~ {rule}");
        }
        text
    }

    /// Examples from the stable models of some rules, and some that know nothing of them.
    fn exemplify(&mut self, random: &mut Random, is_relational: bool) {
        let n_hidden = random.between(1, 3).min(self.rules.len());
        let hidden: Vec<&Listed> =
            (0..n_hidden).map(|_| &self.rules[random.below(self.rules.len())]).collect();
        let hidden: String = hidden.iter().map(|rule| format!("{}\n", rule.text)).collect();
        let has_contexts = random.chance(0.5);
        let n_contexts = match (has_contexts, random.chance(0.15)) {
            (true, true) => random.between(9, 12),
            (true, false) => random.between(1, 3),
            (false, _) => 1,
        };
        let contexts: Vec<String> = (0..n_contexts)
            .map(|_| if has_contexts { context(random, is_relational) } else { String::new() })
            .collect();
        let seen = self.observable(random, is_relational);
        let is_soft = random.chance(0.3);
        let has_negatives = !self.space.is_fastlas || random.chance(0.3);
        let total = random.chance(0.3);
        for context in contexts {
            let program = format!("{}\n{context}\n{hidden}", self.background);
            let models = judge::models(&program, 6);
            for _ in 0..random.between(1, 3) {
                let penalty = (is_soft && random.chance(0.8)).then(|| random.between(1, 4) as u64);
                let mut example = Example {
                    positive: !has_negatives || random.chance(0.55),
                    penalty,
                    inclusions: vec![],
                    exclusions: vec![],
                    context: context.clone(),
                };
                let from_model = example.positive && !models.is_empty() && !random.chance(0.1);
                let model = if from_model { Some(&models[random.below(models.len())]) } else { None };
                for atom in &seen {
                    let holds = model.map_or_else(|| random.chance(0.5), |model| model.contains(atom));
                    let is_told = random.chance(if total && example.positive { 1.0 } else { 0.45 });
                    if is_told {
                        (if holds { &mut example.inclusions } else { &mut example.exclusions })
                            .push(atom.clone());
                    }
                }
                let extends = |model: &Vec<String>| {
                    example.inclusions.iter().all(|a| model.contains(a))
                        && !example.exclusions.iter().any(|a| model.contains(a))
                };
                if !example.positive && models.iter().any(extends) && !random.chance(0.1) {
                    continue;
                }
                self.examples.push(example);
            }
        }
    }

    /// Atoms that examples speak of: those that something may derive, sometimes without one predicate.
    fn observable(&self, random: &mut Random, is_relational: bool) -> Vec<String> {
        let atoms: &[&str] = match is_relational {
            false => &["p", "q", "r", "b"],
            true => &["p(1)", "p(2)", "q(1)", "q(2)", "r", "h(f(1))", "h(f(2))", "k(1,x)", "k(2,y)", "p(3)"],
        };
        let name = |atom: &str| atom.split('(').next().unwrap_or("").to_owned();
        let is_derived = |atom: &str| {
            let space = &self.space;
            let by_mode = space.heads.iter().chain(&space.choices).any(|mode| mode.name == name(atom));
            let begins =
                |line: &str| line.starts_with(&name(atom)) || line.contains(&format!("{{{}", name(atom)));
            let listed = space.listed.iter().map(|(_, rule)| rule.as_str());
            by_mode || self.background.lines().chain(listed).any(begins)
        };
        let mut atoms: Vec<&str> = atoms.iter().copied().filter(|atom| is_derived(atom)).collect();
        if !atoms.is_empty() && random.chance(0.4) {
            let hidden = name(atoms[random.below(atoms.len())]);
            atoms.retain(|atom| name(atom) != hidden);
        }
        atoms.into_iter().map(str::to_owned).collect()
    }
}

fn some(random: &mut Random, texts: &[&str], probability: f64) -> String {
    texts.iter().filter(|_| random.chance(probability)).map(|text| format!("{text}\n")).collect()
}

fn background(random: &mut Random, space: &Space, is_relational: bool) -> String {
    let mut text = match is_relational {
        false => some(random, &["a.", "d."], 0.5),
        true => {
            let mut text = some(random, &["e(1,2).", "e(2,1).", "e(2,2).", "c(1).", "c(2).", "q(1)."], 0.45);
            let last = random.between(2, 3);
            text.push_str(&format!("t(1..{last}).\n"));
            if last == 3 {
                text.push_str(&some(random, &["e(1,3).", "e(3,2).", "c(3).", "e(3,3)."], 0.4));
            }
            if space.is_fastlas {
                text.push_str("u(x). u(y).\n");
            }
            text
        }
    };
    let rules: &[&str] = match is_relational {
        false => &[
            "{a}.",
            "b :- not d.",
            "d :- not b.",
            "b :- p.",
            ":- p, q.",
            ":- q, not a.",
            "r :- not p.",
            "q :- r, a.",
            "p :- d.",
            "b ; d.",
            "r :- 1 { p; q } 1.",
            ":- not 1 { p; b; d }.",
            "q :- not p, not r.",
        ],
        true => &[
            "{c(2)}.",
            "r :- p(X), not q(X).",
            ":- p(1), p(2).",
            "q(X) :- p(X), c(X).",
            ":- q(2), not c(1).",
            "c(1) :- not c(2).",
            ":- #count { X : p(X) } > 1.",
            "r :- #sum { X : q(X) } >= 2.",
            "c(1) ; c(2).",
            "p(X) :- h(f(X)), not c(X).",
        ],
    };
    let share = if random.chance(0.4) { 0.0 } else { 0.2 };
    text.push_str(&some(random, rules, share));
    text
}

fn context(random: &mut Random, is_relational: bool) -> String {
    let facts: &[&str] = match is_relational {
        false => &["a.", "d.", "{a}.", "q.", "b :- q."],
        true => &["e(1,1).", "c(1).", "c(2).", "e(1,2).", "{e(2,1)}.", "p(2)."],
    };
    let probability = if random.chance(0.5) { 0.4 } else { 0.25 };
    some(random, facts, probability).replace('\n', " ")
}

fn base(random: &mut Random, is_fastlas: bool) -> Space {
    Space {
        is_fastlas,
        heads: vec![],
        choices: vec![],
        body: vec![],
        constants: BTreeMap::from([("u", vec!["x", "y"])]),
        predicates: vec!["t", "u"],
        max_variables: if random.chance(0.15) { 3 } else { random.between(1, 2) },
        max_body: random.between(1, 3),
        choice_sizes: if random.chance(0.2) { (2, 2) } else { (1, random.between(1, 3)) },
        no_constraints: !is_fastlas && random.chance(0.2),
        weights: (
            random.between(0, 2) as u64,
            random.between(1, 2) as u64,
            if random.chance(0.3) { 2 } else { 0 },
        ),
        final_weight: 0,
        one_head_variable: random.chance(0.15),
        listed: vec![],
    }
}

fn propositional(random: &mut Random, is_fastlas: bool) -> Space {
    let mut space = base(random, is_fastlas);
    if is_fastlas && random.chance(0.3) {
        space.final_weight = random.between(1, 3) as u64;
    }
    for name in ["p", "q", "r"] {
        if random.chance(0.55) {
            space.heads.push(Mode::new(name, vec![]));
        }
        if !is_fastlas && random.chance(0.25) {
            space.choices.push(Mode::new(name, vec![]));
        }
    }
    if space.heads.is_empty() && (is_fastlas || random.chance(0.8)) {
        space.heads.push(Mode::new("p", vec![]));
    }
    for name in ["a", "b", "d", "p", "q", "r"] {
        if random.chance(0.45) {
            space.body.push(signed(random, Mode::new(name, vec![]), is_fastlas));
        }
    }
    list(
        random,
        &mut space,
        &["p.", "q :- not p.", ":- a, p.", "{p; q}.", "1 {q; r} 1 :- not d.", "r :- p, q."],
    );
    space
}

fn relational(random: &mut Random, is_fastlas: bool) -> Space {
    use Place::{Constant, Variable};
    let mut space = base(random, is_fastlas);
    let heads = [
        Mode::new("p", vec![Variable("t")]),
        Mode::new("q", vec![Variable("t")]),
        Mode::new("r", vec![]),
        Mode::new("k", vec![Variable("t"), Constant("u")]),
        Mode { form: Form::Wrapped, ..Mode::new("h", vec![Variable("t")]) },
    ];
    for head in heads {
        if random.chance(0.35) {
            space.heads.push(head.clone());
        }
        if !is_fastlas && random.chance(0.2) {
            space.choices.push(head);
        }
    }
    if space.heads.is_empty() && (is_fastlas || random.chance(0.8)) {
        space.heads.push(Mode::new("p", vec![Variable("t")]));
    }
    let body = [
        Mode::new("c", vec![Variable("t")]),
        Mode::new("t", vec![Variable("t")]),
        Mode { anti_reflexive: random.chance(0.3), ..Mode::new("e", vec![Variable("t"), Variable("t")]) },
        Mode::new("p", vec![Variable("t")]),
        Mode::new("q", vec![Variable("t")]),
        Mode::new("k", vec![Variable("t"), Constant("u")]),
        Mode { form: Form::Wrapped, ..Mode::new("h", vec![Variable("t")]) },
        Mode { form: Form::Comparison("!="), ..Mode::new("", vec![Variable("t"), Variable("t")]) },
        Mode { form: Form::Comparison("<"), ..Mode::new("", vec![Variable("t"), Variable("t")]) },
    ];
    for mode in body {
        if random.chance(0.35) {
            space.body.push(signed(random, mode, is_fastlas));
        }
    }
    list(
        random,
        &mut space,
        &[
            "p(X) :- c(X).",
            "q(X) :- e(X,Y), not p(Y).",
            ":- p(X), e(X,X).",
            "0 {p(X)} 1 :- t(X).",
            "r :- p(1).",
        ],
    );
    space
}

/// With a sign, options and recall, as the dialect has them.
fn signed(random: &mut Random, mut mode: Mode, is_fastlas: bool) -> Mode {
    let is_atom = !matches!(mode.form, Form::Comparison(_));
    mode.negated = is_fastlas && is_atom && random.chance(0.35);
    mode.positive = !is_fastlas && is_atom && random.chance(0.5);
    mode.anti_reflexive &= !is_fastlas;
    mode.recall = random.chance(0.2).then_some(1);
    mode
}

fn list(random: &mut Random, space: &mut Space, rules: &[&str]) {
    if space.is_fastlas || !random.chance(0.15) {
        return;
    }
    if random.chance(0.4) {
        (space.heads, space.choices, space.body) = (vec![], vec![], vec![]);
    }
    for rule in rules {
        if random.chance(0.5) {
            space.listed.push((random.between(1, 4) as u64, (*rule).to_owned()));
        }
    }
}
