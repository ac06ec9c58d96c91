//! Relaxed contexts: the background with each example's context, ground as if target atoms were free. What then holds in
//! all stable models that extend an example, and in none, is told by [`super::worlds`].

use super::{
    atoms::AtomSet,
    literals::{Language, Schema, computes, filled, holds, instance, matched, mentioned, partly_matched},
    worlds::World,
};
use crate::{
    error::Result,
    task::{Example, Task, space::Holder},
    worlds::for_each_tuple,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::{fmt::Write, rc::Rc};
use xfold_asp::{
    span::Span,
    symbols::{Signature, Symbol, Symbols},
    syntax::{
        Aggregate, AggregateSet, Atom, BodyElement, CompareOp, Head, Literal, LiteralKind, Sign, Statement,
        StatementKind, Term,
    },
    visit,
};
use xfold_solve::{ClingoProgram, GroundRule, Grounded, Input, Limits, Query};

/// The atom that sets the targets free.
const RELAX: &str = "xfold_relax";
/// The values of a type, by its number, for the rules that set targets free.
const DOMAIN: &str = "xfold_domain";
/// The atom that switches a listed rule on, by its number.
pub(super) const LISTED: &str = "xfold_listed";
/// The atom of a listed rule that a stable model violates, by its number.
pub(super) const VIOLATED: &str = "xfold_violated";
/// The most target atoms that are set free in a context.
const MOST_FREE: usize = 300_000;
/// The most rows that a comparison is tabulated for.
const MOST_COMPARED: usize = 2_000_000;
/// How often values that free targets bring about are followed.
const MOST_ROUNDS: usize = 3;

/// An instance of a schema: what stands at its places, and the atom it is; none for a comparison.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) values: Vec<Symbol>,
    pub(super) atom: Option<u32>,
}

/// The background with one context.
pub(super) struct Context {
    /// The predicate and arguments of each atom.
    pub(super) atoms: Vec<(Signature, Box<[Symbol]>)>,
    index: FxHashMap<(Signature, Box<[Symbol]>), u32>,
    /// What holds whatever is learned.
    pub(super) facts: AtomSet,
    /// Atoms of targets that may be learned.
    pub(super) free: AtomSet,
    /// Ground rules of background and context that free atoms touch.
    pub(super) rules: Vec<GroundRule>,
    /// The rules cannot be evaluated here: they have disjunctions, or atoms without a name.
    pub(super) opaque: bool,
    /// One more than the largest number of an atom, with or without a name.
    pub(super) n_numbers: usize,
    /// The values of each type.
    pub(super) domains: Vec<Vec<Symbol>>,
    /// The instances of each schema: body, heads, choices.
    pub(super) rows: Vec<Vec<Row>>,
    /// Whether only facts hold beside what is learned, so that nothing has to be solved.
    pub(super) simple: bool,
    /// Values were left out, since there is no end of them.
    pub(super) is_cut: bool,
}

impl Context {
    pub(super) fn atom(&self, signature: &Signature, args: &[Symbol]) -> Option<u32> {
        self.index.get(&(signature.clone(), args.into())).copied()
    }

    fn number(&mut self, signature: &Signature, args: &[Symbol]) -> u32 {
        let key = (signature.clone(), args.into());
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        let number = self.atoms.len() as u32;
        self.atoms.push(key.clone());
        self.index.insert(key, number);
        number
    }
}

/// The relaxed worlds of some examples.
pub(super) struct Relaxed {
    pub(super) contexts: Vec<Rc<Context>>,
    pub(super) worlds: Vec<World>,
    /// Examples that no hypothesis satisfies: positive ones that nothing extends.
    pub(super) impossible: Vec<usize>,
    pub(super) n_calls: usize,
}

/// The relaxed worlds of examples with one context, to be kept.
struct Known {
    context: Rc<Context>,
    /// One for each example; none if nothing extends it.
    worlds: Vec<Option<World>>,
}

/// How positive examples are read in what they do not speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Reading {
    /// As they are given: it is open.
    Open,
    /// What they do not include they exclude, of the targets that some example speaks of.
    Closed,
    /// The same; and a target that no example speaks of holds wherever no target of the same kind does that some example
    /// speaks of, as its counterpart in an even loop would.
    Complemented,
}

/// Relaxed worlds of before, by the examples and how these were read. None if a context is too large.
#[derive(Default)]
pub(super) struct Memory(FxHashMap<(Vec<usize>, Reading), Option<Known>>);

/// What is asked for, and by which means.
pub(super) struct Relaxer<'a> {
    pub(super) task: &'a Task,
    pub(super) language: &'a Language,
    pub(super) limits: &'a Limits,
    pub(super) targets: Vec<Signature>,
    /// Targets that body literals read.
    pub(super) read: Vec<Signature>,
    pub(super) reading: Reading,
}

impl Relaxer<'_> {
    /// The relaxed worlds of these examples, whose contexts have these numbers. None if some are too large.
    pub(super) fn worlds(
        &self,
        examples: &[usize],
        numbers: &[usize],
        memory: &mut Memory,
        symbols: &mut Symbols,
    ) -> Result<Option<Relaxed>> {
        let mut places: FxHashMap<usize, usize> = FxHashMap::default();
        let mut by_context: Vec<Vec<usize>> = Vec::new();
        for &example in examples {
            let place = *places.entry(numbers[example]).or_insert(by_context.len());
            match by_context.get_mut(place) {
                Some(same) => same.push(example),
                None => by_context.push(vec![example]),
            }
        }
        let mut relaxed = Relaxed { contexts: vec![], worlds: vec![], impossible: vec![], n_calls: 0 };
        for same in by_context {
            let key = (same, self.reading);
            if !memory.0.contains_key(&key) {
                let of_any = |reading| memory.0.get(&(key.0.clone(), reading));
                let other =
                    [Reading::Open, Reading::Closed, Reading::Complemented].into_iter().find_map(of_any);
                let context = match other {
                    Some(known) => known.as_ref().map(|known| Rc::clone(&known.context)),
                    None => self.context(&key.0, &mut relaxed.n_calls, symbols)?.map(Rc::new),
                };
                let known = match context {
                    Some(context) => {
                        let worlds = self.worlds_of(&context, &key.0, &mut relaxed.n_calls)?;
                        Some(Known { context, worlds })
                    }
                    None => None,
                };
                memory.0.insert(key.clone(), known);
            }
            let Some(known) = &memory.0[&key] else { return Ok(None) };
            for (&example, world) in key.0.iter().zip(&known.worlds) {
                match world {
                    Some(world) => {
                        relaxed.worlds.push(World { context: relaxed.contexts.len(), ..world.clone() });
                    }
                    None if self.task.examples[example].positive => relaxed.impossible.push(example),
                    None => {}
                }
            }
            relaxed.contexts.push(Rc::clone(&known.context));
        }
        // Positive ones that must hold first, then those that may be lost, then negative ones.
        relaxed.worlds.sort_by_key(|world| (!world.positive, world.penalty.is_some(), world.example));
        Ok(Some(relaxed))
    }

    /// The background with the context of these examples. None if it is too large.
    fn context(
        &self,
        examples: &[usize],
        n_calls: &mut usize,
        symbols: &mut Symbols,
    ) -> Result<Option<Context>> {
        let statements = &self.task.examples[examples[0]].context;
        let touches = |statement: &Statement| {
            let reads = visit::reads(statement);
            let heads = visit::heads(statement);
            reads.iter().map(|(read, _)| read).chain(&heads).any(|signature| self.targets.contains(signature))
        };
        let all = || self.task.background.statements.iter().chain(statements);
        let touched = all().any(|statement| {
            touches(statement) && !matches!(&statement.kind, StatementKind::Rule(rule) if rule.body.is_empty() && matches!(rule.head, Head::Atom(_)))
        });
        let mut needed = mentioned(self.language);
        needed.extend(read_by_listed(self.task));
        for &example in examples {
            let Example { inclusions, exclusions, .. } = &self.task.examples[example];
            let groups = inclusions.groups().iter().chain(exclusions.groups());
            needed.extend(groups.map(|group| group.signature.clone()));
        }
        let base = self.task.background.input(&self.task.sources, symbols, statements, &needed);
        let mut context = Context {
            atoms: vec![],
            index: FxHashMap::default(),
            facts: AtomSet::default(),
            free: AtomSet::default(),
            rules: vec![],
            opaque: false,
            n_numbers: 0,
            domains: vec![Vec::new(); self.language.types.len()],
            rows: vec![],
            simple: false,
            is_cut: false,
        };
        // Where rules are only listed, no values have to be known.
        let is_listed = !self.task.space.listed.is_empty();
        if !is_listed || self.language.schemas().next().is_some() {
            let mut program = ClingoProgram::new(&base, true, self.limits)?;
            if !touched && !is_listed {
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
                self.take(&mut context, &mut program, symbols)?;
            }
        }
        self.mention(&mut context, examples);
        self.domains(&mut context, examples, symbols);
        if !context.simple {
            for round in 0.. {
                let before: usize = context.domains.iter().map(Vec::len).sum();
                let Some(choices) = self.choices(&context, symbols) else { return Ok(None) };
                let mut input: Input = base.clone();
                input.push(&choices, None);
                let listed = &self.task.space.listed;
                if !listed.is_empty() {
                    input.push(&format!("{{ {LISTED}(0..{}) }}.", listed.len() - 1), None);
                    input.push(&listed_text(self.task), None);
                }
                let mut program = ClingoProgram::new(&input, true, self.limits)?;
                self.take(&mut context, &mut program, symbols)?;
                if round + 1 == MOST_ROUNDS {
                    context.is_cut = true;
                    break;
                }
                self.domains(&mut context, examples, symbols);
                if context.domains.iter().map(Vec::len).sum::<usize>() == before {
                    break;
                }
            }
        }
        let Some(()) = self.free(&mut context, examples, symbols) else { return Ok(None) };
        if !self.tabulate(&mut context, symbols) {
            return Ok(None);
        }
        context.n_numbers = context.n_numbers.max(context.atoms.len());
        Ok(Some(context))
    }

    /// The atoms and rules of a ground program.
    fn take(&self, context: &mut Context, program: &mut ClingoProgram, symbols: &mut Symbols) -> Result<()> {
        let ground = program.take_program(symbols, self.limits)?;
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

    /// Numbers the atoms that examples speak of.
    fn mention(&self, context: &mut Context, examples: &[usize]) {
        for &example in examples {
            let Example { inclusions, exclusions, .. } = &self.task.examples[example];
            for group in inclusions.groups().iter().chain(exclusions.groups()) {
                if self.targets.contains(&group.signature) {
                    group.rows().for_each(|row| {
                        context.number(&group.signature, row);
                    });
                }
            }
        }
    }

    /// The values of each type: what stands at its places or, where types are atoms, what these hold for.
    fn domains(&self, context: &mut Context, examples: &[usize], symbols: &mut Symbols) {
        let language = self.language;
        let mut values: Vec<FxHashSet<Symbol>> = vec![FxHashSet::default(); language.types.len()];
        for (of_type, constants) in language.constants.iter().enumerate() {
            if !language.is_bound_by_type(of_type) {
                values[of_type].extend(constants);
            }
        }
        let mut add = |signature: &Signature, args: &[Symbol]| {
            if signature.arity == 1 && !signature.negated {
                let of_type = language.types.iter().position(|name| *name == signature.name);
                if let Some(of_type) = of_type.filter(|&of_type| language.is_bound_by_type(of_type)) {
                    values[of_type].insert(args[0]);
                }
            }
            for schema in language.schemas().filter(|schema| schema.signature.as_ref() == Some(signature)) {
                let LiteralKind::Atom(atom) = &schema.template else { continue };
                let Some(found) = partly_matched(&atom.args, args, symbols) else { continue };
                for ((holder, of_type), value) in schema.slots.iter().zip(found) {
                    if *holder == Holder::Variable && !language.is_bound_by_type(*of_type) {
                        values[*of_type].extend(value);
                    }
                }
            }
        };
        for (signature, args) in &context.atoms {
            add(signature, args);
        }
        for &example in examples {
            let Example { inclusions, exclusions, .. } = &self.task.examples[example];
            for group in inclusions.groups().iter().chain(exclusions.groups()) {
                group.rows().for_each(|row| add(&group.signature, row));
            }
        }
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
        for schema in self.language.heads.iter().chain(&self.language.choices) {
            let (LiteralKind::Atom(atom), Some(domains)) =
                (&schema.template, self.slot_domains(schema, context))
            else {
                continue;
            };
            let size = domains.iter().map(|domain| domain.len()).try_fold(1usize, |a, b| a.checked_mul(b));
            n_free = n_free.checked_add(size?)?;
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
                    for &value in values {
                        let _ = writeln!(facts, "{DOMAIN}({number},{}).", symbols.display(value));
                    }
                }
            }
            text.push_str(".\n");
        }
        text.push_str(&facts);
        Some(text)
    }

    /// The values that may stand at each place of a head.
    fn slot_domains(&self, schema: &Schema, context: &Context) -> Option<Vec<Vec<Symbol>>> {
        let of_slot = |(holder, of_type): &(Holder, usize)| match holder {
            Holder::Variable => Some(context.domains[*of_type].clone()),
            Holder::Constant => Some(self.language.constants[*of_type].clone()),
            Holder::Number => None,
        };
        schema.slots.iter().map(of_slot).collect()
    }

    /// Marks the target atoms that may be learned: all over the domains if rules or bodies read them, else those that
    /// examples speak of.
    fn free(&self, context: &mut Context, examples: &[usize], symbols: &mut Symbols) -> Option<()> {
        let mut mentioned: FxHashSet<u32> = FxHashSet::default();
        for &example in examples {
            let Example { inclusions, exclusions, .. } = &self.task.examples[example];
            for group in inclusions.groups().iter().chain(exclusions.groups()) {
                mentioned.extend(group.rows().filter_map(|row| context.atom(&group.signature, row)));
            }
        }
        let read_by_rules: FxHashSet<u32> = context
            .rules
            .iter()
            .flat_map(|rule| &rule.body)
            .map(|literal| literal.unsigned_abs() - 1)
            .collect();
        let mut free = AtomSet::default();
        let mut n_free = 0;
        for schema in self.language.heads.iter().chain(&self.language.choices) {
            let (LiteralKind::Atom(atom), Some(domains)) =
                (&schema.template, self.slot_domains(schema, context))
            else {
                continue;
            };
            let signature = atom.signature();
            // Bounds count all atoms of a choice, also those that nothing else speaks of.
            let is_counted = self.task.space.max_choice > 1
                && self.language.choices.iter().any(|choice| choice.signature.as_ref() == Some(&signature));
            let is_read = self.read.contains(&signature) || is_counted;
            if context.simple && is_read {
                let size = domains.iter().map(Vec::len).try_fold(1usize, |a, b| a.checked_mul(b));
                n_free += size?;
                if n_free > MOST_FREE {
                    return None;
                }
                self.number_all(context, schema, &domains, symbols);
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

    fn number_all(
        &self,
        context: &mut Context,
        schema: &Schema,
        domains: &[Vec<Symbol>],
        symbols: &mut Symbols,
    ) {
        let domains: Vec<&[Symbol]> = domains.iter().map(Vec::as_slice).collect();
        let mut add = |values: &[Symbol]| {
            if let Some((signature, args)) = instance(schema, values, symbols) {
                context.number(&signature, &args);
            }
        };
        if domains.is_empty() { add(&[]) } else { for_each_tuple(&domains, add) }
    }

    /// Lists the instances of every schema. False if a comparison has too many.
    fn tabulate(&self, context: &mut Context, symbols: &mut Symbols) -> bool {
        let mut by_signature: FxHashMap<&Signature, Vec<u32>> = FxHashMap::default();
        for (number, (signature, _)) in context.atoms.iter().enumerate() {
            by_signature.entry(signature).or_default().push(number as u32);
        }
        let mut rows = Vec::new();
        for schema in self.language.schemas() {
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
                    let of_slot = |(holder, of_type): &(Holder, usize)| match holder {
                        Holder::Constant => self.language.constants[*of_type].clone(),
                        _ => context.domains[*of_type].clone(),
                    };
                    let domains: Vec<Vec<Symbol>> = schema.slots.iter().map(of_slot).collect();
                    let size = domains.iter().map(Vec::len).try_fold(1usize, |a, b| a.checked_mul(b));
                    if size.is_none_or(|size| size > MOST_COMPARED) {
                        return false;
                    }
                    let domains: Vec<&[Symbol]> = domains.iter().map(Vec::as_slice).collect();
                    let mut all: Vec<Vec<Symbol>> = Vec::new();
                    if domains.is_empty() {
                        all.push(Vec::new());
                    } else {
                        for_each_tuple(&domains, |row| all.push(row.to_vec()));
                    }
                    for values in all {
                        let atom = match schema.signature {
                            Some(_) => instance(schema, &values, symbols)
                                .and_then(|(signature, args)| context.atom(&signature, &args)),
                            None => None,
                        };
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
                let set = AggregateSet::Set(elements);
                let right = None;
                let left = Some((Term::Number(1), CompareOp::LessEqual));
                rule.body.push(BodyElement::Aggregate(Sign::Not, Aggregate { left, set, right }));
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
