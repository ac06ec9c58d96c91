//! What a rule costs and whether it is allowed: length in ILASP's way, or what `#bias` says.

use super::{
    candidate::{Price, Shape},
    rule_space::{Arg, Lit, RuleSpace, Schema},
    template::filled_literal,
};
use crate::{
    error::Result,
    task::{Dialect, Task},
};
use std::cell::RefCell;
use xfold_asp::{
    parse_rules,
    symbols::{Signature, Symbols},
    syntax::{Atom, BodyElement, Head as RuleHead, LiteralKind, Sign, StatementKind, Term},
    term_of,
};
use xfold_solve::{Input, Limits, Model, Query, Solver};

/// The costs of a task.
pub(super) struct Costs<'a> {
    task: &'a Task,
    space: &'a RuleSpace,
    symbols: RefCell<Symbols>,
    solver: &'a dyn Solver,
    limits: &'a Limits,
    measure: Measure,
    /// What `#bias` says, for the solver.
    program: String,
    /// `#bias` may forbid rules.
    pub(super) forbids: bool,
}

/// How a rule is priced.
enum Measure {
    /// The number of literals.
    Length,
    /// So much for a head and so much for each body literal.
    Weights(u64, u64),
    /// The solver is asked.
    Program,
}

impl<'a> Costs<'a> {
    pub(super) fn new(
        task: &'a Task,
        space: &'a RuleSpace,
        symbols: &Symbols,
        solver: &'a dyn Solver,
        limits: &'a Limits,
    ) -> Self {
        let declared = &task.space;
        let program: String = declared.bias.iter().map(|(text, _)| format!("{text}\n")).collect();
        let statements = parse_rules(&program).unwrap_or_default();
        let rules: Vec<(&RuleHead, &[BodyElement])> = statements
            .iter()
            .filter_map(|statement| match &statement.kind {
                StatementKind::Rule(rule) => Some((&rule.head, &rule.body[..])),
                _ => None,
            })
            .collect();
        let has_penalties =
            rules.iter().any(|(head, _)| matches!(head, RuleHead::Atom(atom) if atom.name == "penalty"));
        let mut weights = (0, 0);
        let simple = rules.iter().all(|rule| match usual(rule) {
            Some(Usual::Head(weight)) => {
                weights.0 += weight;
                true
            }
            Some(Usual::Body(weight)) => {
                weights.1 += weight;
                true
            }
            None => false,
        });
        let measure = match (declared.dialect, has_penalties) {
            (Dialect::FastLas, true) if simple => Measure::Weights(weights.0, weights.1),
            (Dialect::FastLas, true) => Measure::Program,
            // All that is paid is paid once for the whole program.
            (Dialect::FastLas, false) if !declared.final_bias.is_empty() => Measure::Weights(0, 0),
            _ => Measure::Length,
        };
        let forbids = rules.iter().any(|(head, _)| !matches!(head, RuleHead::Atom(_)));
        Self {
            task,
            space,
            symbols: RefCell::new(symbols.clone()),
            solver,
            limits,
            measure,
            program,
            forbids,
        }
    }

    /// The least that a rule with this head and `n_body` body literals can cost.
    pub(super) fn at_least(&self, shape: &Shape, low: usize, high: usize, n_body: usize) -> u64 {
        self.with_head(head_length(shape, low, high), n_body)
    }

    /// The least that any rule with `n_body` body literals can cost.
    pub(super) fn least(&self, n_body: usize) -> u64 {
        self.with_head(0, n_body)
    }

    /// The same for rules that are no constraints.
    pub(super) fn least_with_head(&self, n_body: usize) -> u64 {
        self.with_head(1, n_body)
    }

    fn with_head(&self, n_head: u64, n_body: usize) -> u64 {
        match self.measure {
            Measure::Length => n_head + n_body as u64,
            Measure::Weights(head, body) => head + body * n_body as u64,
            Measure::Program => 0,
        }
    }

    /// Whether a rule costs more with each literal.
    pub(super) fn grows(&self) -> bool {
        match self.measure {
            Measure::Length => true,
            Measure::Weights(_, body) => body > 0,
            Measure::Program => false,
        }
    }

    /// What a rule costs; none if it is not allowed.
    pub(super) fn price(
        &self,
        shape: &Shape,
        low: usize,
        high: usize,
        body: &[Lit],
    ) -> Result<Option<Price>> {
        let cost = self.at_least(shape, low, high, body.len());
        let speaks = self.program.contains("intermediate");
        if !self.forbids && !matches!(self.measure, Measure::Program) && !speaks {
            return Ok(Some(Price { cost, intermediate: Vec::new() }));
        }
        let mut input = Input::new();
        input.push(&self.program, None);
        input.push(&self.facts(shape, low, high, body), None);
        let mut grounded = self.solver.ground(&input, self.limits)?;
        let query = Query { most: 1, ..Query::default() };
        let mut symbols = self.symbols.borrow_mut();
        let answer = grounded.solve(&query, &mut symbols, self.limits)?;
        let Some(model) = answer.models.first() else { return Ok(None) };
        let sum = penalties(model, &symbols);
        let intermediate = model.atoms.group(&Signature::new("intermediate", 1));
        let intermediate = intermediate.into_iter().flat_map(|group| group.rows());
        Ok(Some(Price {
            cost: if matches!(self.measure, Measure::Program) { sum } else { cost },
            intermediate: intermediate.map(|row| symbols.display(row[0]).to_string()).collect(),
        }))
    }

    /// What `#final_bias` adds for all rules together, of which these are the terms it counts.
    pub(super) fn of_all(&self, intermediate: &[String]) -> Result<u64> {
        if self.task.space.final_bias.is_empty() {
            return Ok(0);
        }
        let mut input = Input::new();
        self.task.space.final_bias.iter().for_each(|(text, _)| input.push(text, None));
        let facts: String = intermediate.iter().map(|term| format!("intermediate({term}).\n")).collect();
        input.push(&facts, None);
        let mut grounded = self.solver.ground(&input, self.limits)?;
        let mut symbols = self.symbols.borrow_mut();
        let answer = grounded.solve(&Query { most: 1, ..Query::default() }, &mut symbols, self.limits)?;
        Ok(answer.models.first().map_or(0, |model| penalties(model, &symbols)))
    }

    /// A rule as facts for `#bias`, in the words of all dialects; variables are constants `v0`, `v1`, ….
    fn facts(&self, shape: &Shape, low: usize, high: usize, body: &[Lit]) -> String {
        let mut facts = String::new();
        let heads: Vec<(&Schema, &Lit)> = match shape {
            Shape::Constraint => {
                facts.push_str("constraint.\n");
                Vec::new()
            }
            Shape::Normal(lit) => vec![(&self.space.heads[lit.schema], lit)],
            Shape::Choice(lits) => {
                facts.push_str(&format!("choice. lb({low}). ub({high}).\n"));
                lits.iter().map(|lit| (&self.space.choices[lit.schema], lit)).collect()
            }
        };
        for (schema, lit) in heads {
            let atom = self.show(schema, lit);
            facts.push_str(&format!("head({atom}). in_head({atom}).\n"));
        }
        for lit in body {
            let schema = &self.space.body[lit.schema];
            let atom = self.show(schema, lit);
            facts.push_str(&if schema.negated {
                format!("body(naf({atom})). naf({atom}). in_body(neg({atom})).\n")
            } else {
                format!("body({atom}). in_body({atom}).\n")
            });
        }
        facts
    }

    fn show(&self, schema: &Schema, lit: &Lit) -> String {
        let symbols = self.symbols.borrow();
        let mut args = lit.args.iter().map(|arg| match arg {
            Arg::Var(variable) => Term::Function(format!("v{variable}").into(), vec![]),
            Arg::Const(constant) => term_of(*constant, &symbols),
            Arg::Range(..) => Term::Function("num_var".into(), vec![]),
        });
        match filled_literal(&schema.template, &mut args) {
            LiteralKind::Atom(atom) => atom.to_string(),
            // A comparison is no term: its operator becomes a name.
            LiteralKind::Compare(left, rest) => {
                let parts: Vec<String> = std::iter::once(left.to_string())
                    .chain(rest.iter().map(|(op, term)| format!("\"{op:?}\",{term}")))
                    .collect();
                format!("comparison({})", parts.join(","))
            }
            LiteralKind::Truth(_) => "truth".to_string(),
        }
    }
}

/// The sum of all `penalty(w, …)` of a model.
fn penalties(model: &Model, symbols: &Symbols) -> u64 {
    let penalties = model.atoms.group(&Signature::new("penalty", 2));
    let weights = penalties.into_iter().flat_map(|group| group.rows());
    let sum: i64 = weights.filter_map(|row| symbols.as_number(row[0])).map(i64::from).sum();
    u64::try_from(sum).unwrap_or(0)
}

/// ILASP's length of a head: an atom counts one, a choice each of its atoms as often as there are ways to choose.
fn head_length(shape: &Shape, low: usize, high: usize) -> u64 {
    match shape {
        Shape::Constraint => 0,
        Shape::Normal(_) => 1,
        Shape::Choice(lits) => {
            let n = lits.len();
            let ways: u64 = (low..=high).map(|chosen| choose(n, chosen)).sum();
            n as u64 * ways
        }
    }
}

fn choose(n: usize, k: usize) -> u64 {
    (0..k.min(n)).fold(1, |ways, i| ways * (n - i) as u64 / (i + 1) as u64)
}

enum Usual {
    Head(u64),
    Body(u64),
}

/// `penalty(w, head).`, also with a condition on `in_head`, and `penalty(w, body(X)) :- in_body(X).`
fn usual((head, body): &(&RuleHead, &[BodyElement])) -> Option<Usual> {
    let RuleHead::Atom(Atom { name, args, .. }) = head else { return None };
    let [Term::Number(weight), about] = &args[..] else { return None };
    let Term::Function(about, about_args) = about else { return None };
    let weight = u64::try_from(*weight).ok()?;
    if name != "penalty" {
        return None;
    }
    let condition = match body {
        [] => None,
        [BodyElement::Literal(only)] if only.sign == Sign::None => match &only.kind {
            LiteralKind::Atom(atom) => Some(atom),
            _ => return None,
        },
        _ => return None,
    };
    match (about.as_str(), &about_args[..], condition) {
        ("head", [], None) => Some(Usual::Head(weight)),
        ("head", _, Some(atom)) if atom.name == "in_head" && is_variable(&atom.args) => {
            Some(Usual::Head(weight))
        }
        ("body", [Term::Variable(about)], Some(atom))
            if atom.name == "in_body" && atom.args == [Term::Variable(about.clone())] =>
        {
            Some(Usual::Body(weight))
        }
        _ => None,
    }
}

fn is_variable(args: &[Term]) -> bool {
    matches!(args, [Term::Variable(_) | Term::Anonymous])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::sample::with_problem;

    fn lit(schema: usize) -> Lit {
        Lit { schema, args: vec![] }
    }

    #[test]
    fn length_counts_literals_and_the_ways_to_choose() {
        assert_eq!(head_length(&Shape::Constraint, 0, 0), 0);
        assert_eq!(head_length(&Shape::Normal(lit(0)), 0, 0), 1);
        // One of two atoms can be chosen in two ways; with no bounds there are four.
        let choice = Shape::Choice(vec![lit(0), lit(1)]);
        assert_eq!((head_length(&choice, 1, 1), head_length(&choice, 0, 2)), (4, 8));
    }

    #[test]
    fn bias_prices_and_forbids() {
        let cost = |bias: &str| {
            let text = format!("#pos({{p}}, {{}}, {{a. b.}}). #modeh(p). #modeb(a). #modeb(b). {bias}");
            with_problem(&text, 2, |problem| {
                let body = [lit(0), lit(1)];
                let price = problem.costs.price(&Shape::Normal(lit(0)), 0, 0, &body).expect("it is asked");
                price.map(|price| price.cost)
            })
        };
        assert_eq!(cost(""), Some(3));
        let weights = "#bias(\"penalty(5, head).\"). #bias(\"penalty(2, body(X)) :- in_body(X).\").";
        assert_eq!(cost(weights), Some(9));
        assert_eq!(cost("#bias(\":- body(a), body(b).\")."), None);
    }
}
