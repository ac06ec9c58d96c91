//! The rules that modes allow, listed one by one from the definition of the language, without any pruning.

use std::collections::{BTreeMap, BTreeSet};

/// What may stand at a place of a mode.
#[derive(Debug, Clone, PartialEq)]
pub enum Place {
    Variable(&'static str),
    Constant(&'static str),
}

/// What a mode is a schema of: an atom, also of a function term (`p(f(var(t)))`), or a comparison of two places.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    Atom,
    Wrapped,
    Comparison(&'static str),
}

/// A mode declaration.
#[derive(Debug, Clone)]
pub struct Mode {
    pub form: Form,
    /// The predicate; nothing for a comparison.
    pub name: &'static str,
    pub places: Vec<Place>,
    /// Written with `not`.
    pub negated: bool,
    pub positive: bool,
    pub anti_reflexive: bool,
    pub recall: Option<usize>,
}

impl Mode {
    pub fn new(name: &'static str, places: Vec<Place>) -> Self {
        Self {
            form: Form::Atom,
            name,
            places,
            negated: false,
            positive: false,
            anti_reflexive: false,
            recall: None,
        }
    }

    /// The directive.
    pub fn text(&self, directive: &str) -> String {
        let places: Vec<String> = self
            .places
            .iter()
            .map(|place| match place {
                Place::Variable(of_type) => format!("var({of_type})"),
                Place::Constant(of_type) => format!("const({of_type})"),
            })
            .collect();
        let sign = if self.negated { "not " } else { "" };
        let schema = format!("{sign}{}", self.atom(&places));
        let mut parts: Vec<String> = self.recall.iter().map(usize::to_string).collect();
        parts.push(schema);
        let mut options = Vec::new();
        options.extend(self.positive.then_some("positive"));
        options.extend(self.anti_reflexive.then_some("anti_reflexive"));
        if !options.is_empty() {
            parts.push(format!("({})", options.join(", ")));
        }
        format!("#{directive}({}).", parts.join(", "))
    }

    fn atom(&self, args: &[String]) -> String {
        match &self.form {
            Form::Comparison(op) => format!("{} {op} {}", args[0], args[1]),
            _ if args.is_empty() => self.name.to_owned(),
            Form::Atom => format!("{}({})", self.name, args.join(",")),
            Form::Wrapped => format!("{}(f({}))", self.name, args.join(",")),
        }
    }
}

/// The modes and bounds of a task.
#[derive(Debug, Clone)]
pub struct Space {
    pub is_fastlas: bool,
    pub heads: Vec<Mode>,
    pub choices: Vec<Mode>,
    pub body: Vec<Mode>,
    /// Constants by type.
    pub constants: BTreeMap<&'static str, Vec<&'static str>>,
    /// FastLAS: types whose atoms are added.
    pub predicates: Vec<&'static str>,
    pub max_variables: usize,
    pub max_body: usize,
    pub choice_sizes: (usize, usize),
    /// `#bias(":- constraint.")`
    pub no_constraints: bool,
    /// FastLAS: what a head, a body literal and one with `not` cost.
    pub weights: (u64, u64, u64),
    /// FastLAS: what `#final_bias` counts for each body literal that some rule has.
    pub final_weight: u64,
    /// `#disallow_multiple_head_variables`
    pub one_head_variable: bool,
    /// Listed rules.
    pub listed: Vec<(u64, String)>,
}

/// A rule of the space.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    pub cost: u64,
    pub text: String,
    /// What `#final_bias` counts once for all rules.
    pub terms: Vec<String>,
}

/// A literal with names for its variables.
#[derive(Debug, Clone)]
struct Literal {
    mode: usize,
    text: String,
    variables: Vec<String>,
    binds: bool,
    negated: bool,
}

type Variables = BTreeSet<String>;

impl Space {
    /// What some of the rules cost together.
    pub fn cost<'r>(&self, rules: impl Iterator<Item = &'r Listed>) -> u64 {
        let mut terms: BTreeSet<&String> = BTreeSet::new();
        let mut sum = 0;
        for rule in rules {
            sum += rule.cost;
            terms.extend(&rule.terms);
        }
        sum + self.final_weight * terms.len() as u64
    }

    /// Every rule, once up to the names of variables; none if there are too many.
    pub fn rules(&self, most: usize) -> Option<Vec<Listed>> {
        let body: Vec<Literal> = self
            .body
            .iter()
            .enumerate()
            .flat_map(|(number, mode)| self.literals(mode, number, true))
            .collect();
        let of = |modes: &[Mode]| -> Vec<Literal> {
            modes.iter().enumerate().flat_map(|(number, mode)| self.literals(mode, number, false)).collect()
        };
        let mut rules: BTreeMap<String, Listed> = BTreeMap::new();
        let mut heads: Vec<(Vec<Literal>, bool)> =
            of(&self.heads).into_iter().map(|l| (vec![l], false)).collect();
        let choices = of(&self.choices);
        for size in self.choice_sizes.0..=self.choice_sizes.1 {
            let mut add = |chosen: &[usize]| {
                let chosen: Vec<Literal> = chosen.iter().map(|&number| choices[number].clone()).collect();
                let within = |mode: usize| {
                    let n = chosen.iter().filter(|l| l.mode == mode).count();
                    self.choices[mode].recall.is_none_or(|recall| n <= recall)
                };
                let variables: BTreeSet<&String> = chosen.iter().flat_map(|l| &l.variables).collect();
                let is_allowed = !self.one_head_variable || variables.len() <= 1;
                if is_allowed && chosen.iter().all(|l| within(l.mode)) {
                    heads.push((chosen, true));
                }
                true
            };
            subsets(choices.len(), size, &mut add);
        }
        if !self.is_fastlas && !self.no_constraints {
            heads.push((vec![], false));
        }
        for (head, is_choice) in &heads {
            let longest = self.max_body.min(if self.is_fastlas { usize::MAX } else { 5 - head.len() });
            for size in 0..=longest {
                if head.is_empty() && size == 0 {
                    continue;
                }
                let mut is_small = true;
                subsets(body.len(), size, &mut |chosen| {
                    let lits: Vec<&Literal> = chosen.iter().map(|&number| &body[number]).collect();
                    self.add(head, *is_choice, &lits, &mut rules);
                    is_small &= rules.len() <= most;
                    is_small
                });
                if !is_small {
                    return None;
                }
            }
        }
        let mut rules: Vec<Listed> = rules.into_values().collect();
        rules.extend(self.listed.iter().map(|(cost, text)| Listed {
            cost: *cost,
            text: text.clone(),
            terms: vec![],
        }));
        rules.sort();
        Some(rules)
    }

    /// A rule with every pair of bounds, if it is one.
    fn add(
        &self,
        head: &[Literal],
        is_choice: bool,
        body: &[&Literal],
        rules: &mut BTreeMap<String, Listed>,
    ) {
        let variables: Variables =
            head.iter().chain(body.iter().copied()).flat_map(|l| l.variables.clone()).collect();
        let bound: Variables = body.iter().filter(|l| l.binds).flat_map(|l| l.variables.clone()).collect();
        let has_type = |variable: &String| self.is_fastlas && self.predicates.contains(&type_of(variable));
        let within = |mode: usize| {
            let n = body.iter().filter(|l| l.mode == mode).count();
            self.body[mode].recall.is_none_or(|recall| n <= recall)
        };
        if variables.len() > self.max_variables
            || !variables.iter().all(|v| bound.contains(v) || has_type(v))
            || !body.iter().all(|l| within(l.mode))
        {
            return;
        }
        let mut texts: Vec<String> = body.iter().map(|l| l.text.clone()).collect();
        let types = variables.iter().filter(|v| has_type(v)).map(|v| format!("{}({v})", type_of(v)));
        texts.extend(types);
        texts.sort();
        texts.dedup();
        let heads: Vec<String> = head.iter().map(|l| l.text.clone()).collect();
        let n_negated = body.iter().filter(|l| l.negated).count() as u64;
        let n_body = body.len() as u64;
        let terms: Vec<String> = match self.final_weight {
            0 => vec![],
            _ => body.iter().map(|l| l.text.clone()).collect(),
        };
        let mut keep = |head: String, cost: u64| {
            let terms = terms.clone();
            let text = if texts.is_empty() {
                format!("{head}.")
            } else {
                format!("{head} :- {}.", texts.join(", "))
            };
            let key = canonical(&heads, &texts, &variables, &head);
            rules.entry(key).or_insert(Listed { cost, text, terms });
        };
        match (head, is_choice) {
            (_, true) => {
                let n = head.len() as u64;
                for low in 0..=n {
                    for high in low.max(1)..=n {
                        let ways: u64 = (low..=high).map(|k| choose(n, k)).sum();
                        keep(format!("{low} {{ {} }} {high}", heads.join("; ")), n * ways + n_body);
                    }
                }
            }
            (_, false) if self.is_fastlas => {
                let (of_head, of_body, of_not) = self.weights;
                keep(heads[0].clone(), of_head + of_body * n_body + of_not * n_negated);
            }
            ([], false) => keep(String::new(), n_body),
            (_, false) => keep(heads[0].clone(), 1 + n_body),
        }
    }

    /// The literals of a mode over all variables.
    fn literals(&self, mode: &Mode, number: usize, is_body: bool) -> Vec<Literal> {
        let mut filled: Vec<Vec<String>> = vec![vec![]];
        for place in &mode.places {
            let values: Vec<String> = match place {
                Place::Variable(of_type) => {
                    (0..self.max_variables).map(|n| format!("V_{of_type}_{n}")).collect()
                }
                Place::Constant(of_type) => {
                    self.constants.get(of_type).into_iter().flatten().map(|c| (*c).to_owned()).collect()
                }
            };
            filled = filled
                .iter()
                .flat_map(|known| {
                    values.iter().map(move |value| [known.clone(), vec![value.clone()]].concat())
                })
                .collect();
        }
        let is_atom = !matches!(mode.form, Form::Comparison(_));
        let mut signs = vec![mode.negated];
        if is_body && is_atom && !self.is_fastlas && !mode.positive {
            signs.push(true);
        }
        let mut literals = Vec::new();
        for args in filled {
            let variables: Vec<String> = args.iter().filter(|arg| arg.starts_with('V')).cloned().collect();
            let distinct: BTreeSet<&String> = variables.iter().collect();
            if mode.anti_reflexive && distinct.len() < variables.len() {
                continue;
            }
            for &negated in &signs {
                let atom = mode.atom(&args);
                literals.push(Literal {
                    mode: number,
                    text: if negated { format!("not {atom}") } else { atom },
                    variables: variables.clone(),
                    binds: !negated && is_atom,
                    negated,
                });
            }
        }
        literals
    }
}

fn type_of(variable: &str) -> &'static str {
    match variable.split('_').nth(1) {
        Some("t") => "t",
        Some("u") => "u",
        _ => "w",
    }
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

/// Calls `visit` with every set of so many numbers below `n`, until it says no.
fn subsets(n: usize, size: usize, visit: &mut dyn FnMut(&[usize]) -> bool) {
    fn go(
        first: usize,
        n: usize,
        size: usize,
        chosen: &mut Vec<usize>,
        visit: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        if size == 0 {
            return visit(chosen);
        }
        for next in first..n {
            chosen.push(next);
            let goes_on = go(next + 1, n, size - 1, chosen, visit);
            chosen.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }
    go(0, n, size, &mut Vec::new(), visit);
}

/// The least text over all names of the variables.
fn canonical(heads: &[String], body: &[String], variables: &Variables, shown: &str) -> String {
    let names: Vec<&String> = variables.iter().collect();
    let mut best: Option<String> = None;
    let mut orders = vec![vec![]];
    for _ in 0..names.len() {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<usize>| {
                let free = (0..names.len()).filter(|n| !order.contains(n));
                free.map(|n| [order.clone(), vec![n]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    for order in orders {
        let renamed = |text: &String| {
            let mut text = text.clone();
            for (number, &place) in order.iter().enumerate() {
                let name = names[place];
                text = text.replace(name.as_str(), &format!("#{}{number}", type_of(name)));
            }
            text
        };
        let sorted = |texts: &[String]| {
            let mut texts: Vec<String> = texts.iter().map(renamed).collect();
            texts.sort();
            texts.join(", ")
        };
        let text = format!("{} :- {}", sorted(heads), sorted(body));
        if best.as_ref().is_none_or(|best| text < *best) {
            best = Some(text);
        }
    }
    // The bounds of a choice.
    let bounds: String =
        shown.split('{').next().unwrap_or("").to_owned() + shown.split('}').nth(1).unwrap_or("");
    format!("{} {}", if shown.contains('{') { bounds } else { String::new() }, best.unwrap_or_default())
}

/// A text that two rules share if and only if they are the same up to names of variables, order and body atoms that begin
/// so.
pub fn key(rule: &str, without: &[&str]) -> String {
    let rule = rule.trim().trim_end_matches('.');
    let (head, body) = rule.split_once(":-").unwrap_or((rule, ""));
    let (head, body) = (head.replace("<=", "").replace(' ', ""), body.replace(", ", ","));
    let parts = |text: &str, separator: char| -> Vec<String> {
        let mut parts = vec![String::new()];
        let mut depth = 0;
        for sign in text.chars() {
            depth += i32::from(sign == '(') - i32::from(sign == ')');
            if sign == separator && depth == 0 {
                parts.push(String::new());
            } else {
                parts.last_mut().expect("it has one").push(sign);
            }
        }
        parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
    };
    let atoms = head.split_once('{').map_or(head.as_str(), |(_, rest)| rest.split('}').next().unwrap_or(""));
    let heads = parts(atoms, ';');
    let mut body = parts(&body, ',');
    body.retain(|atom| !without.iter().any(|name| atom.starts_with(name)));
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let mut variables = Variables::new();
    for text in heads.iter().chain(&body) {
        let words = text.split(|sign: char| !is_part(sign));
        variables.extend(
            words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).map(str::to_owned),
        );
    }
    // Variables get names of their own, so that none is part of another.
    let renamed = |texts: &[String]| -> Vec<String> {
        let mut texts = texts.to_vec();
        for (number, variable) in variables.iter().enumerate() {
            for text in &mut texts {
                let words: Vec<String> = split_words(text);
                *text = words
                    .iter()
                    .map(|w| if w == variable { format!("V_any_{number}") } else { w.clone() })
                    .collect();
            }
        }
        texts
    };
    let (heads, body) = (renamed(&heads), renamed(&body));
    let names = (0..variables.len()).map(|number| format!("V_any_{number}")).collect();
    canonical(&heads, &body, &names, &head)
}

/// A text as words and what stands between them.
fn split_words(text: &str) -> Vec<String> {
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let mut words: Vec<String> = Vec::new();
    for sign in text.chars() {
        match words.last_mut() {
            Some(last) if is_part(sign) && last.ends_with(is_part) => last.push(sign),
            _ => words.push(sign.to_string()),
        }
    }
    words
}
