//! Whether rules that were found elsewhere lie in the declared space, what they cost there, and what of them does not.

use super::{
    candidate::{Price, Shape},
    cost::Costs,
    rule_space::{Arg, Lit, RuleSpace, Schema, TypeId},
};
use crate::{
    error::Result,
    task::{Holder, Task, holder},
};
use std::fmt;
use xfold_asp::{
    ground_term,
    symbols::{Signature, Symbols},
    syntax::{Atom, BodyElement, CompareOp, Conditional, Head, Literal, LiteralKind, Name, Rule, Sign, Term},
    visit,
};
use xfold_solve::{Limits, Solver};

/// What a rule has that the task does not declare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// A predicate in the head that no mode declares and the task does not know.
    Invented(Signature),
    /// A head that no mode declares.
    Head,
    /// A body literal that no mode declares.
    Literal(String),
    /// More variables than `#maxv` allows.
    Variables(usize),
    /// Each part is declared, but not together: types, recall, or the options of a mode.
    Together,
    /// `#bias` forbids it.
    Bias,
}

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Beyond::Invented(signature) => write!(f, "{signature} is invented"),
            Beyond::Head => f.write_str("no mode declares its head"),
            Beyond::Literal(literal) => write!(f, "no #modeb declares {literal}"),
            Beyond::Variables(most) => write!(f, "more than {most} variables"),
            Beyond::Together => f.write_str("types or recall do not allow it"),
            Beyond::Bias => f.write_str("#bias forbids it"),
        }
    }
}

/// A price, or for each rule that is beyond the space, by number, why.
pub(crate) type Priced = std::result::Result<u64, Vec<(usize, Vec<Beyond>)>>;
/// What one rule costs, or why it is beyond the space.
type PricedRule = std::result::Result<Price, Vec<Beyond>>;

/// The declared space, for questions about rules.
pub(crate) struct Within<'a> {
    task: &'a Task,
    space: RuleSpace,
    symbols: Symbols,
    solver: &'a dyn Solver,
    limits: Limits,
}

/// A rule's literals as those of the space, while they are being matched.
#[derive(Default)]
struct Matching {
    /// The rule's variables, by number, with their types.
    variables: Vec<(Name, TypeId)>,
    /// How often each declaration of a body literal was used.
    used: Vec<u32>,
    head: Vec<Lit>,
    body: Vec<Lit>,
}

impl<'a> Within<'a> {
    /// The space of a task. The solver may be needed to know the constants.
    pub(crate) fn new(task: &'a Task, solver: &'a dyn Solver, limits: &Limits) -> Result<Self> {
        let mut symbols = task.symbols.clone();
        let space = RuleSpace::completed(task, &mut symbols, solver, limits)?;
        Ok(Self { task, space, symbols, solver, limits: limits.clone() })
    }

    /// What the rules cost in the manner of the task's dialect, or for each what is beyond the space.
    pub(crate) fn price(&mut self, rules: &[Rule]) -> Result<Priced> {
        let mut sum = 0;
        let mut beyond = Vec::new();
        let mut terms = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            match self.price_of(rule)? {
                Ok(price) => {
                    sum += price.cost;
                    terms.extend(price.intermediate);
                }
                Err(reasons) => beyond.push((number, reasons)),
            }
        }
        if !beyond.is_empty() {
            return Ok(Err(beyond));
        }
        let costs = Costs::new(self.task, &self.space, &self.symbols, self.solver, &self.limits);
        Ok(Ok(sum + costs.of_all(&terms)?))
    }

    /// What rules beyond the space would cost by the same measure, if that only counts heads and literals.
    pub(crate) fn measure(&self, rules: &[Rule]) -> Option<u64> {
        let costs = Costs::new(self.task, &self.space, &self.symbols, self.solver, &self.limits);
        let cost = |rule: &Rule| {
            let n_body = rule.body.len();
            if rule.head == Head::None { costs.least(n_body) } else { costs.least_with_head(n_body) }
        };
        costs.grows().then(|| rules.iter().map(cost).sum())
    }

    fn price_of(&mut self, rule: &Rule) -> Result<PricedRule> {
        if let Some(listed) = self.task.space.listed.iter().find(|listed| listed.rule == *rule) {
            return Ok(Ok(Price { cost: listed.cost, intermediate: Vec::new() }));
        }
        let Some((shape, low, high, body)) = self.matched(rule) else { return Ok(Err(self.reasons(rule))) };
        let costs = Costs::new(self.task, &self.space, &self.symbols, self.solver, &self.limits);
        Ok(costs.price(&shape, low, high, &body)?.ok_or_else(|| vec![Beyond::Bias]))
    }

    /// The rule in the terms of the space.
    fn matched(&mut self, rule: &Rule) -> Option<(Shape, usize, usize, Vec<Lit>)> {
        let literals: Option<Vec<&Literal>> = rule
            .body
            .iter()
            .map(|element| match element {
                BodyElement::Literal(literal) => Some(literal),
                _ => None,
            })
            .collect();
        let literals = literals?;
        // Bounds on a number are part of the literal that has the number.
        let (bounds, literals): (Vec<&Literal>, Vec<&Literal>) =
            literals.into_iter().partition(|literal| bound(literal).is_some() && !self.declares(literal));
        let (atoms, low, high): (Vec<&Atom>, usize, usize) = match &rule.head {
            Head::None if self.space.has_constraints() => (vec![], 0, 0),
            Head::Atom(atom) => (vec![atom], 0, 0),
            Head::Choice { left, elements, right } => {
                let n = elements.len();
                let declared = &self.task.space;
                let atoms: Option<Vec<&Atom>> = elements.iter().map(plain_atom).collect();
                let low = left.as_ref().map_or(Some(0), |(term, op)| number(term, *op))?;
                let high = right.as_ref().map_or(Some(n), |(op, term)| number(term, *op))?.min(n);
                if !(declared.min_choice..=declared.max_choice).contains(&n) {
                    return None;
                }
                (atoms?, low, high)
            }
            _ => return None,
        };
        let n_declared = self.task.space.body.len();
        let mut matching = Matching { used: vec![0; n_declared], ..Matching::default() };
        let is_choice = matches!(rule.head, Head::Choice { .. });
        if !self.place_head(&atoms, is_choice, &literals, &bounds, &mut matching) {
            return None;
        }
        if matching.variables.len() > self.space.max_variables {
            return None;
        }
        let shape = match (is_choice, matching.head.first()) {
            (true, _) => Shape::Choice(matching.head),
            (false, Some(only)) => Shape::Normal(only.clone()),
            (false, None) => Shape::Constraint,
        };
        Some((shape, low, high, matching.body))
    }

    fn place_head(
        &mut self,
        atoms: &[&Atom],
        is_choice: bool,
        literals: &[&Literal],
        bounds: &[&Literal],
        matching: &mut Matching,
    ) -> bool {
        let Some((atom, rest)) = atoms.split_first() else { return self.place(literals, bounds, matching) };
        let schemas = if is_choice { &self.space.choices } else { &self.space.heads };
        for (number, schema) in schemas.clone().iter().enumerate() {
            let n_variables = matching.variables.len();
            if let Some(args) = self.arguments(schema, &LiteralKind::Atom((*atom).clone()), bounds, matching)
            {
                matching.head.push(Lit { schema: number, args });
                if self.place_head(rest, is_choice, literals, bounds, matching) {
                    return true;
                }
                matching.head.pop();
            }
            matching.variables.truncate(n_variables);
        }
        false
    }

    /// Finds a schema for each of the literals, such that all fit together.
    fn place(&mut self, literals: &[&Literal], bounds: &[&Literal], matching: &mut Matching) -> bool {
        let Some((literal, rest)) = literals.split_first() else { return true };
        for (number, schema) in self.space.body.clone().iter().enumerate() {
            let is_negated = literal.sign == Sign::Not;
            let used = matching.used[schema.declaration];
            if literal.sign == Sign::NotNot
                || is_negated != schema.negated
                || schema.recall.is_some_and(|recall| used >= recall)
            {
                continue;
            }
            for kind in turned(&literal.kind) {
                let n_variables = matching.variables.len();
                let args = self.arguments(schema, &kind, bounds, matching);
                if let Some(args) = args {
                    matching.used[schema.declaration] += 1;
                    matching.body.push(Lit { schema: number, args });
                    if self.place(rest, bounds, matching) {
                        return true;
                    }
                    matching.body.pop();
                    matching.used[schema.declaration] -= 1;
                }
                matching.variables.truncate(n_variables);
            }
        }
        // The atom of a type, where types are atoms, is no literal of the rule.
        self.is_type_atom(literal, matching) && self.place(rest, bounds, matching)
    }

    fn is_type_atom(&self, literal: &Literal, matching: &Matching) -> bool {
        let LiteralKind::Atom(atom) = &literal.kind else { return false };
        let [Term::Variable(variable)] = &atom.args[..] else { return false };
        let of_type = self.bound_type(atom);
        literal.sign == Sign::None
            && matching.variables.iter().any(|(name, known)| name == variable && Some(*known) == of_type)
    }

    /// The type whose atom this is, if types are atoms.
    fn bound_type(&self, atom: &Atom) -> Option<TypeId> {
        let of_type = self.space.types.iter().position(|name| *name == atom.name);
        of_type.filter(|&of_type| atom.args.len() == 1 && self.space.is_bound_by_type(of_type))
    }

    /// The places of a literal, if it is an instance of a schema; its variables get their types.
    fn arguments(
        &mut self,
        schema: &Schema,
        kind: &LiteralKind,
        bounds: &[&Literal],
        matching: &mut Matching,
    ) -> Option<Vec<Arg>> {
        let pairs: Vec<(&Term, &Term)> = match (&schema.template, kind) {
            (LiteralKind::Atom(template), LiteralKind::Atom(atom))
                if template.signature() == atom.signature() =>
            {
                template.args.iter().zip(&atom.args).collect()
            }
            (LiteralKind::Compare(template, chain), LiteralKind::Compare(term, given))
                if chain.len() == given.len() && chain.iter().zip(given).all(|(a, b)| a.0 == b.0) =>
            {
                let rest = chain.iter().zip(given).map(|(a, b)| (&a.1, &b.1));
                std::iter::once((template, term)).chain(rest).collect()
            }
            _ => return None,
        };
        let mut args = Vec::new();
        let fits = self.fit_all(schema, &pairs, bounds, matching, &mut args);
        (fits && is_allowed(schema, &args)).then_some(args)
    }

    fn fit_all(
        &mut self,
        schema: &Schema,
        pairs: &[(&Term, &Term)],
        bounds: &[&Literal],
        matching: &mut Matching,
        args: &mut Vec<Arg>,
    ) -> bool {
        pairs.iter().all(|(template, term)| self.fit(schema, template, term, bounds, matching, args))
    }

    fn fit(
        &mut self,
        schema: &Schema,
        template: &Term,
        term: &Term,
        bounds: &[&Literal],
        matching: &mut Matching,
        args: &mut Vec<Arg>,
    ) -> bool {
        if holder(template).is_some() {
            let (holder, of_type) = schema.slots[args.len()];
            let arg = match (holder, term) {
                (Holder::Variable, Term::Variable(name)) => matching.variable(name, of_type).map(Arg::Var),
                (Holder::Constant, term) => ground_term(term, &mut self.symbols)
                    .filter(|constant| self.space.constants[of_type].contains(constant))
                    .map(Arg::Const),
                (Holder::Number, Term::Variable(name)) => Some(range(name, bounds)),
                _ => None,
            };
            args.extend(arg);
            return arg.is_some();
        }
        match (template, term) {
            (Term::Function(name, _), Term::Function(other, _)) if name != other => false,
            (Term::Function(_, inner), Term::Function(_, given))
            | (Term::Tuple(inner), Term::Tuple(given)) => {
                let pairs: Vec<(&Term, &Term)> = inner.iter().zip(given).collect();
                inner.len() == given.len() && self.fit_all(schema, &pairs, bounds, matching, args)
            }
            (Term::Unary(op, inner), Term::Unary(other, given)) => {
                op == other && self.fit(schema, inner, given, bounds, matching, args)
            }
            (Term::Binary(op, inner), Term::Binary(other, given)) => {
                let pairs = [(&inner.0, &given.0), (&inner.1, &given.1)];
                op == other && self.fit_all(schema, &pairs, bounds, matching, args)
            }
            (template, term) => template == term,
        }
    }

    /// Whether some mode alone declares a body literal.
    fn declares(&mut self, literal: &Literal) -> bool {
        let mut matching = Matching { used: vec![0; self.task.space.body.len()], ..Matching::default() };
        self.place(&[literal], &[], &mut matching)
    }

    /// Why a rule that does not fit is beyond the space.
    fn reasons(&mut self, rule: &Rule) -> Vec<Beyond> {
        let mut reasons = Vec::new();
        let targets = self.task.space.targets();
        let mut add = |reason: Beyond| {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        };
        let heads = visit::rule_heads(rule);
        for head in heads.iter().filter(|head| !targets.contains(head)) {
            let is_known = self.task.uses_name(&head.name) && !head.negated;
            add(if is_known { Beyond::Head } else { Beyond::Invented(head.clone()) });
        }
        let is_plain = |head: &Head| matches!(head, Head::None | Head::Atom(_));
        if (rule.head == Head::None && !self.space.has_constraints())
            || (!is_plain(&rule.head) && self.space.choices.is_empty())
        {
            add(Beyond::Head);
        }
        for element in &rule.body {
            match element {
                BodyElement::Literal(literal) if bound(literal).is_some() => {}
                BodyElement::Literal(literal) => {
                    let is_type =
                        matches!(&literal.kind, LiteralKind::Atom(atom) if self.bound_type(atom).is_some());
                    if !is_type && !self.declares(literal) {
                        add(Beyond::Literal(literal.to_string()));
                    }
                }
                other => add(Beyond::Literal(other.to_string())),
            }
        }
        if reasons.is_empty() {
            let n_variables = variables(rule).len();
            let most = self.space.max_variables;
            reasons.push(if n_variables > most { Beyond::Variables(most) } else { Beyond::Together });
        }
        reasons
    }
}

impl Matching {
    /// The number of a variable of this type; none if it has another.
    fn variable(&mut self, name: &Name, of_type: TypeId) -> Option<u8> {
        match self.variables.iter().position(|(known, _)| known == name) {
            Some(known) => (self.variables[known].1 == of_type).then_some(known as u8),
            None => {
                self.variables.push((name.clone(), of_type));
                u8::try_from(self.variables.len() - 1).ok()
            }
        }
    }
}

/// What the options of a mode say of its variables. The order of a symmetric literal does not matter here.
fn is_allowed(schema: &Schema, args: &[Arg]) -> bool {
    let mut variables: Vec<&Arg> = args.iter().filter(|arg| matches!(arg, Arg::Var(_))).collect();
    let n_variables = variables.len();
    variables.sort_unstable();
    variables.dedup();
    !schema.anti_reflexive || variables.len() == n_variables
}

/// A comparison as it stands, and with its sides exchanged.
fn turned(kind: &LiteralKind) -> Vec<LiteralKind> {
    let mut ways = vec![kind.clone()];
    if let LiteralKind::Compare(left, rest) = kind
        && let [(op, right)] = &rest[..]
    {
        ways.push(LiteralKind::Compare(right.clone(), vec![(op.turned(), left.clone())]));
    }
    ways
}

/// A variable that is compared with a number; of a decimal the next whole number below.
fn bound(literal: &Literal) -> Option<(&Name, CompareOp, i32)> {
    match &literal.kind {
        LiteralKind::Compare(Term::Variable(name), rest) if literal.sign == Sign::None => match &rest[..] {
            [(op, Term::Number(number))] => Some((name, *op, *number)),
            // What a bound costs does not depend on its number.
            [(op, Term::Decimal(number))] => {
                Some((name, *op, number.scaled(0).and_then(|below| i32::try_from(below).ok())?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// What the bounds say of a number.
fn range(name: &Name, bounds: &[&Literal]) -> Arg {
    let (mut low, mut high) = (None, None);
    for (_, op, number) in bounds.iter().filter_map(|literal| bound(literal)).filter(|b| b.0 == name) {
        match op {
            CompareOp::GreaterEqual => low = Some(number),
            CompareOp::Greater => low = number.checked_add(1),
            CompareOp::LessEqual => high = Some(number),
            CompareOp::Less => high = number.checked_sub(1),
            CompareOp::Equal => (low, high) = (Some(number), Some(number)),
            CompareOp::NotEqual => {}
        }
    }
    Arg::Range(low, high)
}

fn plain_atom(element: &Conditional) -> Option<&Atom> {
    match &element.literal.kind {
        LiteralKind::Atom(atom) if element.condition.is_empty() => Some(atom),
        _ => None,
    }
}

/// The bound of a choice, if it is a number.
fn number(term: &Term, op: CompareOp) -> Option<usize> {
    match term {
        Term::Number(number) if op == CompareOp::LessEqual => usize::try_from(*number).ok(),
        _ => None,
    }
}

fn variables(rule: &Rule) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    let kind = xfold_asp::syntax::StatementKind::Rule(rule.clone());
    let statement = xfold_asp::syntax::Statement { kind, span: rule.span };
    visit::for_each_term(&statement, &mut |term| {
        if let Term::Variable(name) = term
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    });
    names
}
