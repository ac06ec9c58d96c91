//! Explanations for tables: why rules give a row its class, or why not another one.
//!
//! Rules of a class wait for other classes, and these for others again. A class is explained in full once and
//! referred to after that, so that an explanation is as long as the rules are, not exponential in the classes.

use super::{Attempt, Because, Explanation, Failed, InModel, Proof, RuleUse};
use crate::{
    error::{Error, Result},
    table::{
        Cells, MISSING, Table,
        model::{ClassRule, Judge, Model, Rule, Test},
        text,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};
use xfold_solve::Limits;

/// Rules that were tried for one class and are shown.
const MOST_TRIED: usize = 8;
/// Classes that one line names.
const MOST_NAMED: usize = 8;
/// Steps below each other: more would not fit on the stack, nor on a page.
const DEEPEST: usize = 100;

/// Explains rows of one table by one model.
pub struct RowExplainer<'a> {
    model: &'a Model,
    table: &'a Table,
    judge: Judge<'a>,
    /// The theories, in order.
    theories: Vec<u32>,
    /// The numbers of the classes.
    classes: FxHashMap<&'a str, usize>,
    /// The rules of a theory for a class, by number.
    rules: FxHashMap<(u32, &'a str), Vec<usize>>,
    /// For each rule of the model its number in the program, where exceptions have numbers, too.
    numbers: Vec<usize>,
    /// The program, rule by rule.
    texts: Vec<String>,
}

impl<'a> RowExplainer<'a> {
    /// Explains rows of this table by this model.
    pub fn new(model: &'a Model, table: &'a Table) -> Result<Self> {
        let mut rules: FxHashMap<(u32, &'a str), Vec<usize>> = FxHashMap::default();
        let mut numbers = Vec::with_capacity(model.rules.len());
        let mut next = 0;
        for (place, rule) in model.rules.iter().enumerate() {
            rules.entry((rule.theory, &rule.class)).or_default().push(place);
            numbers.push(next);
            next += rule.rule.n_rules();
        }
        Ok(Self {
            model,
            table,
            judge: model.on(table)?,
            theories: model.theories(),
            classes: model.classes().into_iter().zip(0..).collect(),
            rules,
            numbers,
            texts: text::short_rules(model),
        })
    }

    /// Explains the class of a row, by number from zero on; `class` asks for another one than the rules give.
    pub fn explain(
        &self,
        row: usize,
        name: &str,
        class: Option<&str>,
        limits: &Limits,
    ) -> Result<Explanation> {
        let model = self.model;
        let given = self.judge.judge(row).map(|judgement| self.judge.classes[judgement.class].clone());
        let givers = self.judge.givers(row);
        let mut proofs = RowProofs { of: self, row, givers, seen: FxHashSet::default(), limits };
        let asked = match (class, &given) {
            (Some(class), _) => class.to_string(),
            (None, Some(given)) => given.clone(),
            (None, None) => model.classes().first().map(ToString::to_string).unwrap_or_default(),
        };
        let proof = if model.is_vote() {
            proofs.vote(&asked, given.as_deref())
        } else {
            proofs.class(0, &asked, given.as_deref())
        };
        if let Some(limit) = limits.reached() {
            // What is left may be cut short.
            return Err(Error::Limit(limit));
        }
        let said = match &given {
            Some(given) => format!("{} is {given}", model.target),
            None => format!("no rule gives {} a value", model.target),
        };
        let known =
            proofs.cell(&model.target).filter(|known| given.as_ref().is_some_and(|given| given != known));
        let known = known.map_or(String::new(), |known| format!(" (the table says {known})"));
        Ok(Explanation {
            asked: format!("{name}: {said}{known}"),
            sentence: None,
            example: None,
            models: None,
            proofs: vec![InModel { model: None, atoms: Vec::new(), proof }],
            forbidden_by: Vec::new(),
        })
    }
}

/// Builds the proofs of one row.
struct RowProofs<'a> {
    of: &'a RowExplainer<'a>,
    row: usize,
    /// For each theory the rules by which it gives each class to the row.
    givers: Vec<Vec<Option<usize>>>,
    /// Theories and classes that have been explained.
    seen: FxHashSet<(u32, &'a str)>,
    limits: &'a Limits,
}

/// A rule with its number in the program.
#[derive(Clone, Copy)]
struct Numbered<'a> {
    number: usize,
    rule: &'a Rule,
}

impl<'a> Numbered<'a> {
    fn exceptions(self) -> impl Iterator<Item = Numbered<'a>> {
        let mut next = self.number + 1;
        self.rule.exceptions.iter().map(move |rule| {
            let number = next;
            next += rule.n_rules();
            Numbered { number, rule }
        })
    }
}

impl<'a> RowProofs<'a> {
    /// A rule of the model, and where the program has it.
    fn rule(&self, place: usize) -> (&'a ClassRule, Numbered<'a>) {
        let rule = &self.of.model.rules[place];
        (rule, Numbered { number: self.of.numbers[place], rule: &rule.rule })
    }

    /// Which class most theories give.
    fn vote(&mut self, asked: &str, given: Option<&str>) -> Proof {
        let conditions = self.of.theories.iter().map(|&theory| {
            let says = self.says(theory);
            let class = says.unwrap_or(asked);
            let proof = self.class(theory, class, says);
            Proof { claim: format!("theory {theory}: {}", proof.claim), ..proof }
        });
        let holds = given == Some(asked);
        let conditions: Vec<Proof> = conditions.collect();
        let text = "the class of most theories counts, in a tie that of the first of them".to_string();
        let rule = RuleUse::plain(text, None);
        let because = if holds {
            Because::Rule { rule, conditions }
        } else {
            let atom = given.map_or("no class".to_string(), |given| self.claim(given));
            instead(rule, conditions, atom)
        };
        Proof::new(self.claim(asked), holds, because)
    }

    /// The class that a theory gives: of several the first in the order of the rules.
    fn says(&self, theory: u32) -> Option<&'a str> {
        let place = self.of.theories.iter().position(|known| *known == theory)?;
        let class = self.givers[place].iter().position(Option::is_some)?;
        Some(self.of.judge.classes[class].as_str())
    }

    /// The rule by which a theory gives a class.
    fn giving(&self, theory: u32, class: &str) -> Option<(&'a ClassRule, Numbered<'a>)> {
        let place = self.of.theories.binary_search(&theory).ok()?;
        self.givers[place][*self.of.classes.get(class)?].map(|rule| self.rule(rule))
    }

    fn class(&mut self, theory: u32, class: &str, given: Option<&str>) -> Proof {
        let giving = self.giving(theory, class);
        let holds = giving.is_some() && given == Some(class);
        let because = match giving {
            Some((rule, numbered)) => {
                let conditions = self.conditions(theory, &rule.after, numbered, 0).0;
                let rule = self.rule_use(numbered);
                match given.filter(|_| !holds) {
                    None => Because::Rule { rule, conditions },
                    Some(given) => instead(rule, conditions, self.claim(given)),
                }
            }
            None => self.no_rule(theory, class, 0),
        };
        Proof::new(self.claim(class), holds, because)
    }

    /// Why no rule gives a class.
    fn no_rule(&mut self, theory: u32, class: &str, depth: usize) -> Because {
        let Some(rules) = self.of.rules.get(&(theory, class)) else {
            return Because::Nothing { has_facts: false };
        };
        let rules = rules.iter().map(|place| self.rule(*place));
        let rules: Vec<(&[String], Numbered<'_>)> =
            rules.map(|(rule, numbered)| (&rule.after[..], numbered)).collect();
        self.tried(theory, &rules, depth)
    }

    /// Why none of some rules applies, the nearest ones in full. Each comes with the classes that it waits for.
    fn tried(&mut self, theory: u32, rules: &[(&'a [String], Numbered<'a>)], depth: usize) -> Because {
        let n_unmet = |(after, numbered): &(&[String], Numbered<'_>)| {
            let tests = &numbered.rule.tests;
            let n_tests = tests.iter().take_while(|test| self.passes(test)).count();
            let (mut n_met, n_after) = (n_tests, after.len());
            if n_tests == tests.len() {
                n_met += after.iter().take_while(|class| self.giving(theory, class).is_none()).count();
            }
            tests.len() + n_after + usize::from(!numbered.rule.exceptions.is_empty()) - n_met
        };
        let mut nearest: Vec<(usize, usize)> = rules.iter().map(n_unmet).zip(0..).collect();
        nearest.sort_unstable();
        let n_others = nearest.len().saturating_sub(MOST_TRIED);
        let mut tried = Vec::new();
        for (_, place) in nearest.into_iter().take(MOST_TRIED) {
            let (after, numbered) = rules[place];
            let (met, failed) = self.conditions(theory, after, numbered, depth);
            let Some(failed) = failed else { continue };
            let failed = Failed::Condition { proof: Box::new(failed) };
            tried.push(Attempt { rule: self.rule_use(numbered), met, failed });
        }
        Because::NoRule { tried, n_others }
    }

    /// The conditions of a rule up to the first that does not hold, and this one.
    fn conditions(
        &mut self,
        theory: u32,
        after: &'a [String],
        numbered: Numbered<'a>,
        depth: usize,
    ) -> (Vec<Proof>, Option<Proof>) {
        let mut met = Vec::new();
        for test in &numbered.rule.tests {
            let proof = self.test(test);
            if !proof.holds {
                return (met, Some(proof));
            }
            met.push(proof);
        }
        // Classes that are not given, as was explained before: one line is enough for all of them.
        let mut known: Vec<&str> = Vec::new();
        for class in after {
            if self.seen.contains(&(theory, class.as_str())) && self.giving(theory, class).is_none() {
                known.push(class);
                continue;
            }
            met.extend(self.known(&std::mem::take(&mut known)));
            let proof = self.not_class(theory, class, depth + 1);
            if !proof.holds {
                return (met, Some(proof));
            }
            met.push(proof);
        }
        met.extend(self.known(&known));
        if numbered.rule.exceptions.is_empty() {
            return (met, None);
        }
        let proof = self.no_exception(theory, numbered, depth + 1);
        if !proof.holds {
            return (met, Some(proof));
        }
        met.push(proof);
        (met, None)
    }

    /// That none of some classes is given, as was explained before.
    fn known(&self, classes: &[&str]) -> Option<Proof> {
        let target = &self.of.model.target;
        let claim = match classes {
            [] => return None,
            [class] => format!("{target} is not {class}"),
            _ if classes.len() <= MOST_NAMED => format!("{target} is none of {}", classes.join(", ")),
            _ => {
                let n_more = classes.len() - MOST_NAMED;
                format!("{target} is none of {} and {n_more} more", classes[..MOST_NAMED].join(", "))
            }
        };
        Some(Proof::new(claim, true, Because::Above))
    }

    fn is_over(&self, depth: usize) -> bool {
        depth >= DEEPEST || self.limits.reached().is_some()
    }

    fn not_class(&mut self, theory: u32, class: &'a str, depth: usize) -> Proof {
        let claim = format!("{} is not {class}", self.of.model.target);
        let giving = self.giving(theory, class);
        let because = if self.is_over(depth) {
            Because::Cut
        } else if !self.seen.insert((theory, class)) {
            Because::Above
        } else {
            match giving {
                None => self.no_rule(theory, class, depth),
                Some((rule, numbered)) => {
                    let conditions = self.conditions(theory, &rule.after, numbered, depth).0;
                    Because::Rule { rule: self.rule_use(numbered), conditions }
                }
            }
        };
        Proof::new(claim, giving.is_none(), because)
    }

    fn no_exception(&mut self, theory: u32, numbered: Numbered<'a>, depth: usize) -> Proof {
        let covering = numbered.exceptions().find(|exception| self.covers(exception.rule));
        let because = match covering {
            _ if self.is_over(depth) => Because::Cut,
            None => {
                let exceptions: Vec<(&[String], Numbered<'_>)> =
                    numbered.exceptions().map(|exception| (&[][..], exception)).collect();
                self.tried(theory, &exceptions, depth)
            }
            Some(exception) => {
                let conditions = self.conditions(theory, &[], exception, depth).0;
                Because::Rule { rule: self.rule_use(exception), conditions }
            }
        };
        let claim = "no exception applies".to_string();
        Proof::new(claim, covering.is_none(), because)
    }

    fn test(&self, test: &Test) -> Proof {
        let column = &self.of.model.columns[test.column].name;
        let values = match (self.of.table.column(column), self.cell(column)) {
            (None, _) => format!("there is no column {column}"),
            (_, None) => format!("{column} is missing"),
            (_, Some(value)) => format!("{column} = {value}"),
        };
        let because = Because::Value { values, of: Vec::new() };
        Proof::new(text::phrase(self.of.model, test), self.passes(test), because)
    }

    fn covers(&self, rule: &Rule) -> bool {
        rule.tests.iter().all(|test| self.passes(test))
            && !rule.exceptions.iter().any(|rule| self.covers(rule))
    }

    fn passes(&self, test: &Test) -> bool {
        self.of.judge.holds(test, self.row)
    }

    /// What a cell of the row says, if it is not missing.
    fn cell(&self, column: &str) -> Option<String> {
        match &self.of.table.columns[self.of.table.column(column)?].cells {
            Cells::Numbers(numbers) => Some(numbers[self.row]).filter(|n| !n.is_nan()).map(text::plain),
            Cells::Categories(categories) => {
                let code = categories.codes[self.row];
                (code != MISSING).then(|| categories.values.get(code as usize).cloned()).flatten()
            }
        }
    }

    fn claim(&self, class: &str) -> String {
        format!("{} is {class}", self.of.model.target)
    }

    fn rule_use(&self, Numbered { number, rule }: Numbered<'_>) -> RuleUse {
        RuleUse::plain(self.of.texts[number].clone(), rule.support.map(text::support))
    }
}

/// A rule applies, but something else is given instead.
fn instead(rule: RuleUse, met: Vec<Proof>, atom: String) -> Because {
    let failed = Failed::OtherHead { atom };
    Because::NoRule { tried: vec![Attempt { rule, met, failed }], n_others: 0 }
}
