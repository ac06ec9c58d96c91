//! Why rules for a table give a row its class, or another class not.

use super::{Attempt, Because, Explanation, Failed, InModel, Proof, RuleUse};
use crate::{
    error::Result,
    table::{
        Cells, MISSING, Table,
        model::{ClassRule, Holds, Model, Rule, Test},
        text,
    },
};

/// Rules that were tried for one class and are shown.
const MOST_TRIED: usize = 8;

/// Explains the class of a row, by number from zero on; `class` asks for another one than the rules give.
pub fn explain_row(
    model: &Model,
    table: &Table,
    row: usize,
    name: &str,
    class: Option<&str>,
) -> Result<Explanation> {
    let judge = model.on(table)?;
    let given = judge.judge(row).map(|judgement| judge.classes[judgement.class].clone());
    let teller = Teller { model, table, row, texts: texts(model) };
    let asked = match (class, &given) {
        (Some(class), _) => class.to_string(),
        (None, Some(given)) => given.clone(),
        (None, None) => model.classes().first().map(ToString::to_string).unwrap_or_default(),
    };
    let proof = if model.is_vote() {
        teller.vote(&asked, given.as_deref())
    } else {
        teller.class(0, &asked, given.as_deref())
    };
    let said = match &given {
        Some(given) => format!("{} is {given}", model.target),
        None => format!("no rule gives {} a value", model.target),
    };
    let known = teller.cell(&model.target).filter(|known| given.as_ref().is_some_and(|given| given != known));
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

/// The rules of a program in the order in which a model has them, each before its exceptions.
fn texts(model: &Model) -> Vec<String> {
    text::lines(model).rules.into_iter().map(|(rule, _)| rule).collect()
}

struct Teller<'a> {
    model: &'a Model,
    table: &'a Table,
    row: usize,
    texts: Vec<String>,
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

impl Teller<'_> {
    /// The rules of a theory for a class.
    fn rules(&self, theory: u32, class: &str) -> Vec<(&ClassRule, Numbered<'_>)> {
        let mut next = 0;
        let mut own = Vec::new();
        for rule in &self.model.rules {
            if rule.theory == theory && rule.class == class {
                own.push((rule, Numbered { number: next, rule: &rule.rule }));
            }
            next += rule.rule.n_rules();
        }
        own
    }

    /// Which class most theories give.
    fn vote(&self, asked: &str, given: Option<&str>) -> Proof {
        let theories = self.model.theories();
        let conditions = theories.iter().map(|&theory| {
            let says = self.says(theory);
            let class = says.as_deref().unwrap_or(asked);
            let proof = self.class(theory, class, says.as_deref());
            Proof { claim: format!("theory {theory}: {}", proof.claim), ..proof }
        });
        let holds = given == Some(asked);
        let conditions: Vec<Proof> = conditions.collect();
        let text = "the class of most theories counts, in a tie that of the first of them".to_string();
        let rule = RuleUse { text, bindings: Vec::new(), file: None, line: None, support: None };
        let because = match holds {
            true => Because::Rule { rule, conditions },
            false => {
                let atom =
                    given.map_or("no class".to_string(), |given| format!("{} is {given}", self.model.target));
                let failed = Failed::OtherHead { atom };
                Because::NoRule { tried: vec![Attempt { rule, met: conditions, failed }], n_others: 0 }
            }
        };
        Proof { claim: self.claim(asked), sentence: None, holds, because }
    }

    /// The class that a theory gives: of several the first in the order of the rules.
    fn says(&self, theory: u32) -> Option<String> {
        let classes = self.model.classes();
        classes.into_iter().find(|class| self.giving(theory, class).is_some()).map(str::to_string)
    }

    /// The rule by which a theory gives a class.
    fn giving(&self, theory: u32, class: &str) -> Option<(&ClassRule, Numbered<'_>)> {
        self.rules(theory, class).into_iter().find(|(rule, numbered)| {
            rule.after.iter().all(|before| self.giving(theory, before).is_none())
                && self.covers(numbered.rule)
        })
    }

    fn class(&self, theory: u32, class: &str, given: Option<&str>) -> Proof {
        let giving = self.giving(theory, class);
        let holds = giving.is_some() && given == Some(class);
        let because = match giving {
            Some((rule, numbered)) => {
                let conditions = self.conditions(theory, Some(rule), numbered).0;
                let rule = self.rule_use(numbered);
                match given.filter(|_| !holds) {
                    None => Because::Rule { rule, conditions },
                    Some(given) => {
                        let failed = Failed::OtherHead { atom: self.claim(given) };
                        Because::NoRule {
                            tried: vec![Attempt { rule, met: conditions, failed }],
                            n_others: 0,
                        }
                    }
                }
            }
            None => self.no_rule(theory, class),
        };
        Proof { claim: self.claim(class), sentence: None, holds, because }
    }

    /// Why no rule gives a class.
    fn no_rule(&self, theory: u32, class: &str) -> Because {
        let rules = self.rules(theory, class);
        if rules.is_empty() {
            return Because::Nothing { has_facts: false };
        }
        let rules = rules.into_iter().map(|(rule, numbered)| (Some(rule), numbered));
        self.tried(theory, rules.collect())
    }

    fn tried(&self, theory: u32, rules: Vec<(Option<&ClassRule>, Numbered<'_>)>) -> Because {
        let mut tried: Vec<(usize, Attempt)> = Vec::new();
        for (rule, numbered) in rules {
            let (met, failed) = self.conditions(theory, rule, numbered);
            let Some(failed) = failed else { continue };
            let n_conditions = numbered.rule.tests.len()
                + rule.map_or(0, |rule| rule.after.len())
                + usize::from(!numbered.rule.exceptions.is_empty());
            let n_unmet = n_conditions.saturating_sub(met.len());
            let failed = Failed::Condition { proof: Box::new(failed) };
            tried.push((n_unmet, Attempt { rule: self.rule_use(numbered), met, failed }));
        }
        tried.sort_by_key(|(n_unmet, _)| *n_unmet);
        let n_others = tried.len().saturating_sub(MOST_TRIED);
        let tried = tried.into_iter().take(MOST_TRIED).map(|(_, attempt)| attempt).collect();
        Because::NoRule { tried, n_others }
    }

    /// The conditions of a rule up to the first that does not hold, and this one.
    fn conditions(
        &self,
        theory: u32,
        rule: Option<&ClassRule>,
        numbered: Numbered<'_>,
    ) -> (Vec<Proof>, Option<Proof>) {
        let tests = numbered.rule.tests.iter().map(|test| self.test(test));
        let after = rule.into_iter().flat_map(|rule| &rule.after).map(|class| self.not_class(theory, class));
        let exceptions = (!numbered.rule.exceptions.is_empty()).then(|| self.no_exception(theory, numbered));
        let mut met = Vec::new();
        for proof in tests.chain(after).chain(exceptions) {
            if !proof.holds {
                return (met, Some(proof));
            }
            met.push(proof);
        }
        (met, None)
    }

    fn not_class(&self, theory: u32, class: &str) -> Proof {
        let claim = format!("{} is not {class}", self.model.target);
        let (holds, because) = match self.giving(theory, class) {
            None => (true, self.no_rule(theory, class)),
            Some((rule, numbered)) => {
                let conditions = self.conditions(theory, Some(rule), numbered).0;
                (false, Because::Rule { rule: self.rule_use(numbered), conditions })
            }
        };
        Proof { claim, sentence: None, holds, because }
    }

    fn no_exception(&self, theory: u32, numbered: Numbered<'_>) -> Proof {
        let covering = numbered.exceptions().find(|exception| self.covers(exception.rule));
        let because = match covering {
            None => self.tried(theory, numbered.exceptions().map(|exception| (None, exception)).collect()),
            Some(exception) => {
                let conditions = self.conditions(theory, None, exception).0;
                Because::Rule { rule: self.rule_use(exception), conditions }
            }
        };
        let claim = "no exception applies".to_string();
        Proof { claim, sentence: None, holds: covering.is_none(), because }
    }

    fn test(&self, test: &Test) -> Proof {
        let column = &self.model.columns[test.column].name;
        let values = match (self.table.column(column), self.cell(column)) {
            (None, _) => format!("there is no column {column}"),
            (_, None) => format!("{column} is missing"),
            (_, Some(value)) => format!("{column} = {value}"),
        };
        let claim = text::phrase(self.model, test);
        Proof {
            claim,
            sentence: None,
            holds: self.passes(test),
            because: Because::Value { values, of: vec![] },
        }
    }

    fn covers(&self, rule: &Rule) -> bool {
        rule.tests.iter().all(|test| self.passes(test))
            && !rule.exceptions.iter().any(|rule| self.covers(rule))
    }

    fn passes(&self, test: &Test) -> bool {
        let column = &self.model.columns[test.column];
        let cells = self.table.column(&column.name).map(|place| &self.table.columns[place]);
        let cells = cells.filter(|found| found.kind() == column.kind).map(|found| &found.cells);
        match cells {
            None => test.holds == Holds::Missing,
            Some(Cells::Numbers(numbers)) => {
                let value = numbers[self.row];
                match &test.holds {
                    Holds::AtMost(bound) => value <= bound.value(),
                    Holds::Above(bound) => value > bound.value(),
                    Holds::Missing => value.is_nan(),
                    Holds::Present => !value.is_nan(),
                    Holds::Is(_) | Holds::IsNot(_) => false,
                }
            }
            Some(Cells::Categories(categories)) => {
                let value = match categories.codes[self.row] {
                    MISSING => None,
                    code => categories.values.get(code as usize),
                };
                match &test.holds {
                    Holds::Is(wanted) => value == Some(wanted),
                    Holds::IsNot(unwanted) => value.is_some_and(|value| value != unwanted),
                    Holds::Missing => value.is_none(),
                    Holds::Present => value.is_some(),
                    Holds::AtMost(_) | Holds::Above(_) => false,
                }
            }
        }
    }

    /// What a cell of the row says, if it is not missing.
    fn cell(&self, column: &str) -> Option<String> {
        match &self.table.columns[self.table.column(column)?].cells {
            Cells::Numbers(numbers) => Some(numbers[self.row]).filter(|n| !n.is_nan()).map(text::plain),
            Cells::Categories(categories) => {
                let code = categories.codes[self.row];
                (code != MISSING).then(|| categories.values.get(code as usize).cloned()).flatten()
            }
        }
    }

    fn claim(&self, class: &str) -> String {
        format!("{} is {class}", self.model.target)
    }

    fn rule_use(&self, Numbered { number, rule }: Numbered<'_>) -> RuleUse {
        RuleUse {
            text: self.texts[number].clone(),
            bindings: Vec::new(),
            file: None,
            line: None,
            support: rule.support.map(text::support),
        }
    }
}
