//! Candidates: the refinement operator. One refinement of a clause adds one unit.
//!
//! The order in which candidates are made is part of the result, since ties end in it: modes as in the task, within a
//! mode variables by number, new ones last, constants sorted.

use super::clause::{Clause, VariableType, variables_of};
use crate::{
    settings::MAX_NEW,
    worlds::{Bias, BodyMode, Slot, TypeId},
};
use std::{cell::Cell, ops::Range};
use xfold_store::{Arg, Comparison, PredicateId, Step, Unit, Variable};

/// So many more variables are tried where nothing short is found with the default.
const MORE_VARIABLES: usize = 2;

/// One way to refine a clause.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// What is added.
    pub(super) unit: Unit,
    /// The types of the variables it brings.
    pub(super) new: Vec<VariableType>,
}

impl Candidate {
    /// Literals that are paid for: comparisons and bounds that belong to a literal are not.
    pub(super) fn n_paid(&self) -> usize {
        self.unit.steps.iter().filter(|step| !matches!(step, Step::Differ(_))).count().max(1)
    }

    pub(super) fn n_literals(&self) -> usize {
        self.unit.steps.len() + usize::from(self.unit.cut.is_some())
    }

    pub(super) fn n_negated(&self) -> usize {
        self.unit.steps.iter().filter(|step| matches!(step, Step::Fails(..))).count()
    }
}

/// What may be offered while a target, or an exception to it, is learned.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    modes: Vec<BodyMode>,
    /// How many of the modes are declared, the rest being proposed by feature extraction.
    n_declared: usize,
    /// Predicates that depend on the target.
    banned: Vec<PredicateId>,
    /// The target itself.
    target: PredicateId,
    /// Whether the target may occur in a body.
    pub(super) recursion: bool,
    /// The generate part of XFOLD: exceptions may read the target, and the empty default is offered.
    pub(super) generate: bool,
    /// The target may be a free choice.
    pub(super) choice: bool,
    /// Predicates that must not be read positively: they already depend on the target.
    circular: Vec<PredicateId>,
    /// Literals, of either sign, that say nothing new.
    decided: Vec<(PredicateId, Vec<Arg>)>,
    /// Whether a clause may have exceptions; a constraint may not.
    pub(super) exceptions: bool,
    /// Whether a default without a body is offered in the tolerant mode.
    pub(super) everything: bool,
    /// How many clauses are grown side by side.
    pub(super) beam: usize,
    /// Whether chains of literals compete with single ones at every step.
    pub(super) far: bool,
    /// Whether a search bounded by a size ends as soon as clauses explain too little for theirs.
    pub(super) gives_up_early: bool,
    /// Predicates that are not offered with `not`, since they may depend on the target.
    never_negated: Vec<PredicateId>,
    /// The most literals of a body that are asked for.
    pub(super) most_literals: usize,
    /// The largest size of a clause with its exceptions that is of use.
    pub(super) most_size: usize,
    /// Types for which `!=` is declared.
    differing: Vec<TypeId>,
    max_new: usize,
    /// Neither the task nor the user has said how many variables a rule may have.
    pub(super) may_widen: bool,
    /// A bound kept a literal with new variables from being offered.
    cut: Cell<bool>,
}

impl Scope {
    /// What the bias offers for a target: the body modes and the other targets' head modes.
    pub(super) fn of_target(bias: &Bias, target: usize, max_new: usize) -> Self {
        let mut modes = bias.body.clone();
        for (_, other) in bias.targets.iter().enumerate().filter(|(number, _)| *number != target) {
            let slots = other.types.iter().map(|&of_type| Slot::Variable(of_type)).collect();
            let mode = BodyMode::Literal { predicate: other.predicate, slots, negated: false };
            if !bias.is_read(other.predicate) {
                modes.push(mode);
            }
        }
        let differing = modes.iter().filter_map(|mode| match mode {
            BodyMode::Compare(Comparison::Differs, of_type) => Some(*of_type),
            _ => None,
        });
        let n_head = bias.targets[target].types.len();
        let may_widen = max_new == MAX_NEW && bias.max_variables.is_none();
        let max_new = match bias.max_variables.map(|most| most.saturating_sub(n_head)) {
            Some(of_rule) if max_new == MAX_NEW => of_rule,
            Some(of_rule) => of_rule.min(max_new),
            None => max_new,
        };
        Self {
            differing: differing.collect(),
            n_declared: modes.len(),
            banned: bias.dependents[target].clone(),
            target: bias.targets[target].predicate,
            recursion: true,
            generate: false,
            choice: false,
            circular: Vec::new(),
            decided: Vec::new(),
            exceptions: true,
            everything: false,
            beam: 1,
            far: false,
            gives_up_early: false,
            most_literals: usize::MAX,
            never_negated: Vec::new(),
            most_size: usize::MAX,
            modes,
            max_new,
            may_widen,
            cut: Cell::new(false),
        }
    }

    /// Whether the bound on variables kept a literal from being offered, since this was asked last.
    pub(super) fn take_cut(&self) -> bool {
        self.cut.take()
    }

    /// What may stand in a constraint anchored on a predicate: the body modes, all targets, and targets that fail.
    pub(super) fn of_constraint(
        bias: &Bias,
        anchor: PredicateId,
        decided: Vec<(PredicateId, Vec<Arg>)>,
        max_new: usize,
    ) -> Self {
        let mut modes = bias.body.clone();
        for target in &bias.targets {
            for negated in [false, true] {
                let slots: Vec<Slot> = target.types.iter().map(|&of_type| Slot::Variable(of_type)).collect();
                let mode = BodyMode::Literal { predicate: target.predicate, slots, negated };
                if !modes.contains(&mode) {
                    modes.push(mode);
                }
            }
        }
        let differing = modes.iter().filter_map(|mode| match mode {
            BodyMode::Compare(Comparison::Differs, of_type) => Some(*of_type),
            _ => None,
        });
        Self {
            differing: differing.collect(),
            n_declared: modes.len(),
            modes,
            banned: Vec::new(),
            target: anchor,
            recursion: true,
            generate: false,
            choice: false,
            circular: Vec::new(),
            decided,
            exceptions: false,
            everything: false,
            beam: 1,
            far: false,
            gives_up_early: false,
            most_literals: usize::MAX,
            never_negated: Vec::new(),
            most_size: usize::MAX,
            max_new,
            may_widen: false,
            cut: Cell::new(false),
        }
    }

    /// The scope in which rules may have more variables.
    pub(super) fn widened(&self) -> Self {
        Self { max_new: self.max_new + MORE_VARIABLES, may_widen: false, ..self.clone() }
    }

    /// The scope without the target in bodies.
    pub(super) fn without_recursion(&self) -> Self {
        Self { recursion: false, ..self.clone() }
    }

    /// Whether a clause can have its own target in its body.
    pub(super) fn may_recur(&self) -> bool {
        let reads_target = |mode: &BodyMode| matches!(mode, BodyMode::Literal { predicate, .. } if *predicate == self.target);
        self.recursion && !self.banned.contains(&self.target) && self.modes.iter().any(reads_target)
    }

    /// The scope for an exception. In the generate part the target is restored there, on other arguments, and what
    /// feature extraction proposed is not offered.
    pub(super) fn for_exception(&self, bias: &Bias) -> Self {
        if !self.generate {
            return self.without_recursion();
        }
        let mut scope = Self { recursion: true, choice: false, circular: Vec::new(), ..self.clone() };
        scope.modes.truncate(self.n_declared);
        let restored = bias.targets.iter().find(|target| target.predicate == self.target);
        if let Some(target) = restored.filter(|_| !bias.is_read(self.target)) {
            let slots = target.types.iter().map(|&of_type| Slot::Variable(of_type)).collect();
            scope.modes.push(BodyMode::Literal { predicate: self.target, slots, negated: false });
        }
        scope
    }

    /// The scope of XFOLD's generate part, with the literals that feature extraction proposes.
    pub(super) fn for_generate(
        &self,
        features: Vec<BodyMode>,
        circular: Vec<PredicateId>,
        choice: bool,
    ) -> Self {
        let mut scope = Self { generate: true, choice, circular, ..self.clone() };
        scope.modes.extend(features);
        scope
    }

    /// The scope in which a default without a body is offered.
    pub(super) fn with_everything(&self) -> Self {
        Self { everything: true, ..self.clone() }
    }

    /// The scope in which several clauses are grown side by side.
    pub(super) fn with_beam(&self, beam: usize) -> Self {
        Self { beam, ..self.clone() }
    }

    /// The scope in which chains of literals compete with single ones.
    pub(super) fn with_chains(&self) -> Self {
        Self { far: true, ..self.clone() }
    }

    /// The scope in which a search bounded by a size does not go on where that is hopeless.
    pub(super) fn giving_up_early(&self) -> Self {
        Self { gives_up_early: true, ..self.clone() }
    }

    /// The scope in which bodies are no longer than this.
    pub(super) fn with_most_literals(&self, most_literals: usize) -> Self {
        Self { most_literals, ..self.clone() }
    }

    /// The scope in which clauses are no larger than this.
    pub(super) fn with_most_size(&self, most_size: usize) -> Self {
        Self { most_size, ..self.clone() }
    }

    /// The scope in which clauses have no exceptions.
    pub(super) fn without_exceptions(&self) -> Self {
        Self { exceptions: false, ..self.clone() }
    }

    /// The scope without some literals.
    pub(super) fn without_literals(&self, literals: Vec<(PredicateId, Vec<Arg>)>) -> Self {
        let mut scope = self.clone();
        scope.decided.extend(literals);
        scope
    }

    /// The scope with the literals that were left out by themselves.
    pub(super) fn undecided(&self) -> Self {
        Self { decided: Vec::new(), ..self.clone() }
    }

    /// The scope without some predicates.
    pub(super) fn without(&self, predicates: &[PredicateId]) -> Self {
        let mut scope = self.clone();
        scope.banned.extend_from_slice(predicates);
        scope
    }

    /// The scope in which some predicates are not negated.
    pub(super) fn without_negated(&self, predicates: &[PredicateId]) -> Self {
        Self { never_negated: predicates.to_vec(), ..self.clone() }
    }

    /// The scope with `not l` beside every literal that has only variables, as FOIL offers them.
    pub(super) fn with_negations(&self) -> Self {
        let mut scope = self.clone();
        for mode in &self.modes {
            if let BodyMode::Literal { predicate, slots, negated: false } = mode
                && slots.iter().all(|slot| matches!(slot, Slot::Variable(_)))
            {
                scope.modes.push(BodyMode::Literal {
                    predicate: *predicate,
                    slots: slots.clone(),
                    negated: true,
                });
            }
        }
        scope
    }

    /// All single units for a clause.
    pub(super) fn singles(&self, clause: &Clause, bias: &Bias) -> Vec<Candidate> {
        let mut out = Vec::new();
        self.units(clause, bias, Asked::default(), &mut out);
        out
    }

    /// The literals that bring variables, also a second time: the first halves of lookahead units.
    pub(super) fn openers(&self, clause: &Clause, bias: &Bias) -> Vec<Candidate> {
        let mut out = Vec::new();
        self.units(clause, bias, Asked { again: true, ..Asked::default() }, &mut out);
        let opens = |candidate: &Candidate| {
            candidate.unit.cut.is_none()
                && candidate.unit.steps.len() == 1
                && candidate.new.iter().any(|variable| !variable.is_number)
        };
        out.retain(opens);
        out
    }

    /// The units of two literals that begin with an opener: the second one uses a variable the first one brings.
    /// Unless it `opens` more, it brings no variable of its own but a number with its threshold.
    pub(super) fn behind(
        &self,
        clause: &Clause,
        bias: &Bias,
        opener: &Candidate,
        opens: bool,
    ) -> Vec<Candidate> {
        let longer = clause.plus(&opener.unit.steps, &opener.new);
        let need = clause.variables.len()..longer.variables.len();
        let mut seconds = Vec::new();
        self.units(&longer, bias, Asked { need: Some(need), again: false, closed: !opens }, &mut seconds);
        if !opens {
            seconds.retain(|second| second.new.is_empty() || second.unit.cut.is_some());
        }
        let join = |second: Candidate| {
            let steps = opener.unit.steps.iter().cloned().chain(second.unit.steps).collect();
            let new = opener.new.iter().chain(&second.new).copied().collect();
            Candidate { unit: Unit { steps, cut: second.unit.cut }, new }
        };
        seconds.into_iter().map(join).collect()
    }

    /// The single units that use one of these variables.
    pub(super) fn about(&self, clause: &Clause, bias: &Bias, variables: Range<Variable>) -> Vec<Candidate> {
        let mut out = Vec::new();
        self.units(clause, bias, Asked { need: Some(variables), ..Asked::default() }, &mut out);
        out
    }

    /// Units for a clause, of which not all may be asked for.
    fn units(&self, clause: &Clause, bias: &Bias, asked: Asked, out: &mut Vec<Candidate>) {
        let needed = |variable: Variable| asked.needs(variable);
        for mode in &self.modes {
            match mode {
                BodyMode::Compare(comparison, of_type) => {
                    let of_type = |variable: &Variable| clause.variables[*variable].of_type == *of_type;
                    let variables: Vec<Variable> = (0..clause.variables.len()).filter(of_type).collect();
                    for &left in &variables {
                        for &right in &variables {
                            let ordered =
                                if *comparison == Comparison::Differs { left < right } else { left != right };
                            let step = Step::Compare(*comparison, left, right);
                            if ordered && (needed(left) || needed(right)) && !clause.body.contains(&step) {
                                out.push(Candidate { unit: Unit::one(step), new: Vec::new() });
                            }
                        }
                    }
                }
                BodyMode::Literal { predicate, slots, negated } => {
                    let is_target = *predicate == self.target;
                    let is_circular = !negated && self.circular.contains(predicate);
                    let is_unsafe = *negated && self.never_negated.contains(predicate);
                    let is_banned = self.banned.contains(predicate) || is_circular || is_unsafe;
                    if is_banned || (is_target && !self.recursion) {
                        continue;
                    }
                    let mut fill = Fill {
                        scope: self,
                        clause,
                        bias,
                        slots,
                        asked: &asked,
                        args: Vec::new(),
                        new: Vec::new(),
                        found: Vec::new(),
                    };
                    fill.next(*negated);
                    for (args, new) in fill.found {
                        if !new.is_empty() && bias.max_layers.is_some_and(|most| layer(clause, &args) >= most)
                        {
                            self.cut.set(true);
                            continue;
                        }
                        self.offer(clause, *predicate, args, new, *negated, asked.again, out);
                    }
                }
            }
        }
        for variable in clause.n_head..clause.variables.len() {
            if clause.variables[variable].is_number && needed(variable) {
                out.push(Candidate {
                    unit: Unit { steps: Vec::new(), cut: Some(variable) },
                    new: Vec::new(),
                });
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn offer(
        &self,
        clause: &Clause,
        predicate: PredicateId,
        args: Vec<Arg>,
        new: Vec<VariableType>,
        negated: bool,
        again: bool,
        out: &mut Vec<Candidate>,
    ) {
        let is_head = || args.iter().copied().eq((0..clause.n_head).map(Arg::Variable));
        let is_decided = self.decided.iter().any(|(of, decided)| *of == predicate && *decided == args);
        if (predicate == self.target && is_head()) || is_decided {
            return;
        }
        let may_differ =
            !new.is_empty() && new.iter().all(|variable| self.differing.contains(&variable.of_type));
        if !new.is_empty() && !may_differ && !again && renamed(clause, predicate, &args) {
            return;
        }
        let step = if negated { Step::Fails(predicate, args) } else { Step::Holds(predicate, args) };
        if clause.body.contains(&step) {
            return;
        }
        let first_new = clause.variables.len();
        let place = out.len();
        for (place, variable) in new.iter().enumerate() {
            if variable.is_number {
                let unit = Unit { steps: vec![step.clone()], cut: Some(first_new + place) };
                out.push(Candidate { unit, new: new.clone() });
            }
        }
        // A second instance of the head's own predicate that differs from the head's.
        if let Step::Holds(_, args) = &step
            && predicate == self.target
            && may_differ
        {
            let differing = args.iter().enumerate().filter_map(|(place, arg)| match arg {
                Arg::Variable(variable) if *variable != place => Some((place, *variable)),
                _ => None,
            });
            let steps = vec![step.clone(), Step::Differ(differing.collect())];
            out.push(Candidate { unit: Unit { steps, cut: None }, new: new.clone() });
        }
        out.insert(place, Candidate { unit: Unit::one(step), new });
    }
}

/// How many literals lie between the head and the arguments of a literal.
fn layer(clause: &Clause, args: &[Arg]) -> usize {
    let mut layers: Vec<usize> = vec![0; clause.n_head];
    let of_args = |args: &[Arg], layers: &[usize]| {
        let known = args.iter().filter_map(|arg| match arg {
            Arg::Variable(variable) => layers.get(*variable),
            Arg::Constant(_) => None,
        });
        known.copied().max().unwrap_or(0)
    };
    for step in &clause.body {
        let Step::Holds(_, args) = step else { continue };
        let next = of_args(args, &layers) + 1;
        let n_known = variables_of(step, clause.n_head).into_iter().max().map_or(0, |largest| largest + 1);
        if n_known > layers.len() {
            layers.resize(n_known, next);
        }
    }
    of_args(args, &layers)
}

/// Whether the body has this literal already, up to the names of its new variables.
fn renamed(clause: &Clause, predicate: PredicateId, args: &[Arg]) -> bool {
    let first_new = clause.variables.len();
    let matches = |there: &Arg, here: &Arg| match (there, here) {
        (Arg::Variable(there), Arg::Variable(here)) if *here >= first_new => *there >= clause.n_head,
        _ => there == here,
    };
    clause.body.iter().any(|step| match step {
        Step::Holds(other, there) => {
            *other == predicate && there.iter().zip(args).all(|(t, h)| matches(t, h))
        }
        _ => false,
    })
}

/// Which units are asked for.
#[derive(Default)]
struct Asked {
    /// Only those that use one of these variables.
    need: Option<Range<Variable>>,
    /// Also literals that are there already up to the names of new variables.
    again: bool,
    /// Only literals that bring no variable but numbers.
    closed: bool,
}

impl Asked {
    fn needs(&self, variable: Variable) -> bool {
        self.need.as_ref().is_none_or(|need| need.contains(&variable))
    }
}

/// Fills the places of a literal in all ways, in order.
struct Fill<'a> {
    asked: &'a Asked,
    scope: &'a Scope,
    clause: &'a Clause,
    bias: &'a Bias,
    slots: &'a [Slot],
    args: Vec<Arg>,
    new: Vec<VariableType>,
    found: Vec<(Vec<Arg>, Vec<VariableType>)>,
}

impl Fill<'_> {
    fn next(&mut self, negated: bool) {
        let Some(slot) = self.slots.get(self.args.len()) else {
            if self.is_linked() {
                self.found.push((self.args.clone(), self.new.clone()));
            }
            return;
        };
        match slot {
            Slot::Fixed(value) => self.with(Arg::Constant(*value), negated),
            Slot::Constant(of_type) => {
                for value in self.bias.types[*of_type].values.iter() {
                    self.with(Arg::Constant(value.0), negated);
                }
            }
            Slot::Variable(of_type) => {
                self.with_old(*of_type, negated);
                self.with_new(*of_type, false, negated);
            }
            Slot::Bound(of_type) => self.with_old(*of_type, negated),
            Slot::Number(of_type) => self.with_new(*of_type, true, negated),
        }
    }

    /// Whether the literal uses a variable that it should.
    fn is_linked(&self) -> bool {
        let n_old = self.clause.variables.len();
        let is_needed =
            |arg: &Arg| matches!(arg, Arg::Variable(old) if *old < n_old && self.asked.needs(*old));
        let has_variables =
            || self.slots.iter().any(|slot| !matches!(slot, Slot::Constant(_) | Slot::Fixed(_)));
        self.args.iter().any(is_needed) || (self.asked.need.is_none() && (n_old == 0 || !has_variables()))
    }

    fn with_old(&mut self, of_type: TypeId, negated: bool) {
        for variable in 0..self.clause.variables.len() {
            let VariableType { of_type: has, is_number } = self.clause.variables[variable];
            let free = !self.args.contains(&Arg::Variable(variable));
            if has == of_type && !is_number && free {
                self.with(Arg::Variable(variable), negated);
            }
        }
    }

    fn with_new(&mut self, of_type: TypeId, is_number: bool, negated: bool) {
        let of_same_type = |variable: &VariableType| variable.of_type == of_type;
        let is_taken = self.bias.single_types.contains(&of_type)
            && self.clause.variables.iter().chain(&self.new).any(of_same_type);
        if negated || is_taken {
            return;
        }
        if self.clause.n_new() + self.new.len() >= self.scope.max_new {
            self.scope.cut.set(true);
            return;
        }
        if self.asked.closed && !is_number {
            return;
        }
        let variable = self.clause.variables.len() + self.new.len();
        self.new.push(VariableType { of_type, is_number });
        self.with(Arg::Variable(variable), negated);
        self.new.pop();
    }

    fn with(&mut self, arg: Arg, negated: bool) {
        self.args.push(arg);
        self.next(negated);
        self.args.pop();
    }
}
