//! Relaxed contexts: the background with each example's context, ground as if target atoms were free. [`super::worlds`]
//! then computes what holds in all stable models that extend an example, and what in none.

use super::{
    atoms::AtomSet,
    context::{Context, LISTED, Row, VIOLATED, n_tuples},
    rule_space::{RuleSpace, Schema},
    template::{computes, filled, holds, instance, matched, partly_matched},
};
use crate::{
    error::Result,
    task::{Example, Holder, Task},
    worlds::for_each_tuple,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use xfold_asp::{
    span::Span,
    symbols::{Signature, Symbol, Symbols},
    syntax::{
        Aggregate, AggregateSet, Atom, BodyElement, CompareOp, Head, Literal, LiteralKind, Sign, Statement,
        StatementKind, Term,
    },
    visit,
};
use xfold_solve::{Grounded, Input, Keep, Limits, Query, Solver};

/// The atom that sets the targets free.
const RELAX: &str = "xfold_relax";
/// The values of a type, by its number, for the rules that set targets free.
const DOMAIN: &str = "xfold_domain";
/// The most target atoms that are set free in a context. Somewhat arbitrary: it bounds the time for grounding.
const MOST_FREE: usize = 300_000;
/// The most rows that a comparison is tabulated for: some hundred megabytes.
const MOST_COMPARED: usize = 2_000_000;
/// How often values that free targets bring about are followed: arithmetic in rules may make new ones without end.
const MOST_ROUNDS: usize = 3;

/// How positive examples are read in what they do not speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Reading {
    /// As they are given: it is open.
    Open,
    /// What they do not include they exclude, for targets that some example mentions.
    Closed,
    /// The same for targets that some example mentions. Another target holds where no mentioned target over the same types
    /// holds, as its counterpart in an even loop would.
    Complemented,
}

/// Makes relaxed worlds for a task, with its examples read in one way.
pub(super) struct Relaxer<'a> {
    pub(super) task: &'a Task,
    pub(super) space: &'a RuleSpace,
    pub(super) solver: &'a dyn Solver,
    pub(super) limits: &'a Limits,
    pub(super) reading: Reading,
}

impl Relaxer<'_> {
    /// The background with the context of these examples. None if it is too large.
    pub(super) fn context(
        &self,
        examples: &[usize],
        n_calls: &mut usize,
        symbols: &mut Symbols,
    ) -> Result<Option<Context>> {
        let statements = &self.task.examples[examples[0]].context;
        let needed = self.needed(examples);
        let base = self.task.background.input(&self.task.sources, symbols, statements, &needed);
        let mut context = Context::default();
        // Where rules are only listed, no values have to be known.
        let is_listed = !self.task.space.listed.is_empty();
        if !is_listed || self.space.schemas().next().is_some() {
            let mut program = self.solver.ground_and_keep(&base, Keep::Rules, self.limits)?;
            if !is_listed && !self.is_touched(statements) {
                *n_calls += 1;
                let two = program.solve(&Query { most: 2, ..Query::default() }, symbols, self.limits)?.models;
                if let [one] = &two[..] {
                    context.simple = true;
                    for group in one.atoms.groups() {
                        for row in group.rows() {
                            let number = context.number(&group.signature, row);
                            context.facts.insert(number);
                        }
                    }
                }
            }
            if !context.simple {
                self.take(&mut context, &mut *program, symbols)?;
            }
        }
        self.for_each_observed(examples, |signature, row| {
            if self.space.targets.contains(signature) {
                context.number(signature, row);
            }
        });
        self.domains(&mut context, examples, symbols);
        if !context.simple && !self.set_free(&mut context, examples, &base, symbols)? {
            return Ok(None);
        }
        let fits =
            self.mark_free(&mut context, examples, symbols).is_some() && self.tabulate(&mut context, symbols);
        context.n_numbers = context.n_numbers.max(context.atoms.len());
        Ok(fits.then_some(context))
    }

    /// Calls `visit` with every atom that these examples include or exclude.
    fn for_each_observed(&self, examples: &[usize], mut visit: impl FnMut(&Signature, &[Symbol])) {
        for &example in examples {
            let Example { inclusions, exclusions, .. } = &self.task.examples[example];
            for group in inclusions.groups().iter().chain(exclusions.groups()) {
                group.rows().for_each(|row| visit(&group.signature, row));
            }
        }
    }

    /// The predicates that the solver has to be given facts of.
    fn needed(&self, examples: &[usize]) -> Vec<Signature> {
        let mut needed = self.space.signatures();
        needed.extend(read_by_listed(self.task));
        needed.extend(examples.iter().flat_map(|&example| observed(&self.task.examples[example])));
        needed
    }

    /// Whether the background or a context has more of targets than facts.
    fn is_touched(&self, context: &[Statement]) -> bool {
        let touches = |statement: &&Statement| {
            let reads = visit::reads(statement);
            let heads = visit::heads(statement);
            let mut all = reads.iter().map(|(read, _)| read).chain(&heads);
            all.any(|signature| self.space.targets.contains(signature))
        };
        let is_fact = |statement: &Statement| match &statement.kind {
            StatementKind::Rule(rule) => rule.body.is_empty() && matches!(rule.head, Head::Atom(_)),
            _ => false,
        };
        self.task.background.statements.iter().chain(context).filter(touches).any(|it| !is_fact(it))
    }

    /// Grounds a context with free targets, again with the values that these bring about. False if there are too many.
    fn set_free(
        &self,
        context: &mut Context,
        examples: &[usize],
        base: &Input,
        symbols: &mut Symbols,
    ) -> Result<bool> {
        let listed = &self.task.space.listed;
        let n_values = |context: &Context| context.domains.iter().map(Vec::len).sum::<usize>();
        for round in 1..=MOST_ROUNDS {
            let before = n_values(context);
            let Some(choices) = self.choices(context, symbols) else { return Ok(false) };
            let mut input = base.clone();
            input.push(&choices, None);
            if !listed.is_empty() {
                input.push(&format!("{{ {LISTED}(0..{}) }}.", listed.len() - 1), None);
                input.push(&listed_text(self.task), None);
            }
            let mut program = self.solver.ground_and_keep(&input, Keep::Rules, self.limits)?;
            self.take(context, &mut *program, symbols)?;
            if round == MOST_ROUNDS {
                break;
            }
            self.domains(context, examples, symbols);
            if n_values(context) == before {
                return Ok(true);
            }
        }
        context.is_cut = true;
        Ok(true)
    }

    /// The atoms and rules of a ground program.
    fn take(&self, context: &mut Context, program: &mut dyn Grounded, symbols: &mut Symbols) -> Result<()> {
        let ground = program.take_rules(symbols, self.limits)?;
        let (relax, domain) = (Signature::new(RELAX, 0), Signature::new(DOMAIN, 2));
        let mut names: FxHashMap<u32, u32> = FxHashMap::default();
        let mut relaxing = 0;
        let mut numbers = ground.numbers.iter();
        context.facts = AtomSet::default();
        for group in ground.atoms.groups() {
            for row in group.rows() {
                let (number, is_fact) = *numbers.next().expect("each atom has a number");
                if group.signature == relax {
                    relaxing = number;
                    continue;
                }
                if group.signature == domain {
                    continue;
                }
                let ours = context.number(&group.signature, row);
                if is_fact {
                    context.facts.insert(ours);
                }
                if number != 0 {
                    names.insert(number, ours);
                }
            }
        }
        context.rules.clear();
        context.opaque = false;
        let mut next = context.atoms.len() as u32;
        for mut rule in ground.rules {
            let is_known = |atom: &u32| names.get(atom).is_some_and(|&atom| context.facts.contains(atom));
            let is_fact = rule.head.len() == 1 && !rule.choice && is_known(&rule.head[0]);
            let is_ours =
                relaxing != 0 && (rule.body.contains(&(relaxing as i32)) || rule.head.contains(&relaxing));
            if is_fact || is_ours {
                continue;
            }
            context.opaque |= rule.head.len() > 1 && !rule.choice;
            let mut name = |number: u32| {
                *names.entry(number).or_insert_with(|| {
                    context.opaque = true;
                    next += 1;
                    next - 1
                })
            };
            rule.head.iter_mut().for_each(|atom| *atom = name(*atom));
            for literal in &mut rule.body {
                // Atom numbers of ours start at 0, so that literals are shifted by one.
                let atom = name(literal.unsigned_abs()) as i32 + 1;
                *literal = if *literal < 0 { -atom } else { atom };
            }
            context.rules.push(rule);
        }
        context.n_numbers = next as usize;
        Ok(())
    }

    /// The values of each type: what stands at its places or, where types are atoms, what these hold for.
    fn domains(&self, context: &mut Context, examples: &[usize], symbols: &mut Symbols) {
        let space = self.space;
        let mut values: Vec<FxHashSet<Symbol>> = vec![FxHashSet::default(); space.types.len()];
        for (of_type, constants) in space.constants.iter().enumerate() {
            if !space.is_bound_by_type(of_type) {
                values[of_type].extend(constants);
            }
        }
        let mut add = |signature: &Signature, args: &[Symbol]| {
            if signature.arity == 1 && !signature.negated {
                let of_type = space.types.iter().position(|name| *name == signature.name);
                if let Some(of_type) = of_type.filter(|&of_type| space.is_bound_by_type(of_type)) {
                    values[of_type].insert(args[0]);
                }
            }
            for schema in space.schemas().filter(|schema| schema.signature.as_ref() == Some(signature)) {
                let LiteralKind::Atom(atom) = &schema.template else { continue };
                let Some(found) = partly_matched(&atom.args, args, symbols) else { continue };
                for ((holder, of_type), value) in schema.slots.iter().zip(found) {
                    if *holder == Holder::Variable && !space.is_bound_by_type(*of_type) {
                        values[*of_type].extend(value);
                    }
                }
            }
        };
        for (signature, args) in &context.atoms {
            add(signature, args);
        }
        self.for_each_observed(examples, add);
        context.domains = values
            .into_iter()
            .map(|values| {
                let mut values: Vec<Symbol> = values.into_iter().collect();
                values.sort_by(|&a, &b| symbols.compare(a, b));
                values
            })
            .collect();
    }

    /// Free choices of every target atom over the domains, as text. None if there are too many.
    fn choices(&self, context: &Context, symbols: &Symbols) -> Option<String> {
        let mut text = format!("{{ {RELAX} }}.\n");
        let mut facts = String::new();
        let mut n_free = 0usize;
        let mut used: FxHashSet<(Holder, usize)> = FxHashSet::default();
        for schema in self.space.heads.iter().chain(&self.space.choices) {
            let Some((atom, domains)) = self.target(schema, &context.domains) else { continue };
            n_free = n_free.checked_add(n_tuples(&domains)?)?;
            if n_free > MOST_FREE {
                return None;
            }
            let mut names = (0..).map(|place| Term::Variable(format!("X{place}").into()));
            let mut atom = atom.clone();
            atom.args = atom.args.iter().map(|term| filled(term, &mut names)).collect();
            let _ = write!(text, "{{ {atom} }} :- {RELAX}");
            for (place, (slot, values)) in schema.slots.iter().zip(&domains).enumerate() {
                let number = 2 * slot.1 + usize::from(slot.0 == Holder::Constant);
                let _ = write!(text, ", {DOMAIN}({number},X{place})");
                if used.insert(*slot) {
                    for &value in *values {
                        let _ = writeln!(facts, "{DOMAIN}({number},{}).", symbols.display(value));
                    }
                }
            }
            text.push_str(".\n");
        }
        text.push_str(&facts);
        Some(text)
    }

    /// The atom of a head and the values that may stand at each of its places. Heads have no numbers.
    fn target<'c>(
        &'c self,
        schema: &'c Schema,
        domains: &'c [Vec<Symbol>],
    ) -> Option<(&'c Atom, Vec<&'c [Symbol]>)> {
        let LiteralKind::Atom(atom) = &schema.template else { return None };
        let of_slot = |(holder, of_type): &(Holder, usize)| match holder {
            Holder::Variable => Some(&domains[*of_type][..]),
            Holder::Constant => Some(&self.space.constants[*of_type][..]),
            Holder::Number => None,
        };
        let domains: Option<Vec<&[Symbol]>> = schema.slots.iter().map(of_slot).collect();
        Some((atom, domains?))
    }

    /// Marks the target atoms that may be learned: all over the domains if rules or bodies read them, else those that
    /// examples mention.
    fn mark_free(&self, context: &mut Context, examples: &[usize], symbols: &mut Symbols) -> Option<()> {
        let mut mentioned: FxHashSet<u32> = FxHashSet::default();
        self.for_each_observed(examples, |signature, row| mentioned.extend(context.atom(signature, row)));
        let read_by_rules: FxHashSet<u32> = context
            .rules
            .iter()
            .flat_map(|rule| &rule.body)
            .map(|literal| literal.unsigned_abs() - 1)
            .collect();
        let mut free = AtomSet::default();
        let mut n_free = 0;
        let domains = context.domains.clone();
        for schema in self.space.heads.iter().chain(&self.space.choices) {
            let Some((atom, domains)) = self.target(schema, &domains) else { continue };
            let signature = atom.signature();
            // Bounds count all atoms of a choice, also those that nothing else mentions.
            let is_counted = self.task.space.max_choice > 1
                && self.space.choices.iter().any(|choice| choice.signature.as_ref() == Some(&signature));
            let is_read = self.space.read.contains(&signature) || is_counted;
            if context.simple && is_read {
                n_free += n_tuples(&domains)?;
                if n_free > MOST_FREE {
                    return None;
                }
                for_each_tuple(&domains, |values| {
                    if let Some((signature, args)) = instance(&schema.template, values, symbols) {
                        context.number(&signature, &args);
                    }
                });
            }
            for number in 0..context.atoms.len() as u32 {
                let is_wanted = context.atoms[number as usize].0 == signature
                    && !context.facts.contains(number)
                    && (is_read || mentioned.contains(&number) || read_by_rules.contains(&number));
                if is_wanted {
                    free.insert(number);
                }
            }
        }
        context.free = free;
        Some(())
    }

    /// All values at the places of a schema; none if there are too many.
    fn tuples(&self, schema: &Schema, context: &Context) -> Option<Vec<Vec<Symbol>>> {
        let of_slot = |(holder, of_type): &(Holder, usize)| match holder {
            Holder::Constant => &self.space.constants[*of_type][..],
            _ => &context.domains[*of_type][..],
        };
        let domains: Vec<&[Symbol]> = schema.slots.iter().map(of_slot).collect();
        if n_tuples(&domains)? > MOST_COMPARED {
            return None;
        }
        let mut all = Vec::new();
        for_each_tuple(&domains, |row| all.push(row.to_vec()));
        Some(all)
    }

    /// Lists the instances of every schema. False if a comparison has too many.
    fn tabulate(&self, context: &mut Context, symbols: &mut Symbols) -> bool {
        let mut by_signature: FxHashMap<&Signature, Vec<u32>> = FxHashMap::default();
        for (number, (signature, _)) in context.atoms.iter().enumerate() {
            by_signature.entry(signature).or_default().push(number as u32);
        }
        let mut rows = Vec::new();
        for schema in self.space.schemas() {
            let mut found = Vec::new();
            match &schema.template {
                LiteralKind::Atom(atom) if !atom.args.iter().any(computes) => {
                    for &number in by_signature.get(&atom.signature()).into_iter().flatten() {
                        let args = &context.atoms[number as usize].1;
                        if let Some(values) = matched(&atom.args, args, symbols) {
                            found.push(Row { values, atom: Some(number) });
                        }
                    }
                }
                template => {
                    let Some(all) = self.tuples(schema, context) else { return false };
                    for values in all {
                        let atom = instance(&schema.template, &values, symbols)
                            .and_then(|(signature, args)| context.atom(&signature, &args));
                        if atom.is_some() || schema.signature.is_none() && holds(template, &values, symbols) {
                            found.push(Row { values, atom });
                        }
                    }
                }
            }
            rows.push(found);
        }
        context.rows = rows;
        true
    }
}

/// The predicates that an example mentions.
pub(super) fn observed(example: &Example) -> impl Iterator<Item = Signature> + '_ {
    let groups = example.inclusions.groups().iter().chain(example.exclusions.groups());
    groups.map(|group| group.signature.clone())
}

/// The predicates that listed rules read.
pub(super) fn read_by_listed(task: &Task) -> Vec<Signature> {
    let reads = task.space.listed.iter().flat_map(|listed| visit::rule_reads(&listed.rule));
    reads.map(|(signature, _)| signature).collect()
}

/// All listed rules, each switched on by an atom, and what tells that one is violated.
fn listed_text(task: &Task) -> String {
    let mut text = String::new();
    for (number, listed) in task.space.listed.iter().enumerate() {
        let mut rule = listed.rule.clone();
        rule.body.push(BodyElement::Literal(positive(LISTED, number, rule.span)));
        text.push_str(&format!("{rule}\n"));
        let mut rule = listed.rule.clone();
        match std::mem::replace(&mut rule.head, Head::Atom(switch_atom(VIOLATED, number, rule.span))) {
            Head::None => {}
            Head::Atom(atom) => rule.body.push(BodyElement::Literal(Literal {
                sign: Sign::Not,
                kind: LiteralKind::Atom(atom),
                span: rule.span,
            })),
            Head::Disjunction(elements) => {
                let left = Some((Term::Number(1), CompareOp::LessEqual));
                let set = AggregateSet::Set(elements);
                rule.body.push(BodyElement::Aggregate(Sign::Not, Aggregate { left, set, right: None }));
            }
            Head::Choice { left: None, right: None, .. } => continue,
            Head::Choice { left, elements, right } => {
                let set = AggregateSet::Set(elements);
                rule.body.push(BodyElement::Aggregate(Sign::Not, Aggregate { left, set, right }));
            }
        }
        text.push_str(&format!("{rule}\n"));
    }
    text
}

fn positive(name: &str, number: usize, span: Span) -> Literal {
    Literal { sign: Sign::None, kind: LiteralKind::Atom(switch_atom(name, number, span)), span }
}

fn switch_atom(name: &str, number: usize, span: Span) -> Atom {
    Atom { negated: false, name: name.into(), args: vec![Term::Number(number as i32)], span }
}
