//! Recursive theories from the ground up, for one target that rules may read or several that may read each other: even
//! and odd, each by the other. It belongs to the search, the third station of the path task → worlds → search → rules →
//! check.
//!
//! [`fold`](super::fold) reads a target in bodies from the labels, as if all of them were derived already. Here a clause
//! must explain something by what the clauses so far derive, so nothing supports itself in a circle. The targets take
//! turns, and the shortest clause comes first: how much it explains at once says little of what follows from it in the end.
//! A clause that stood for something not derived yet is dropped once it is superfluous, and what is left is revised.

use super::{
    Bound, Clause, Examples, Found, Search, Theory,
    attempts::{allows_slow, worth_of_all},
    candidates::Scope,
    recursion::Companion,
    trace::{Event, Trace},
};
use crate::{
    Settings,
    worlds::{Bias, Target},
};
use std::collections::BTreeSet;
use xfold_solve::{LimitReached, Limits};
use xfold_store::{Engine, InstanceSet, PredicateId};

/// How much larger than what is wanted a theory may be on the way: what later clauses make superfluous is dropped.
const ROOM: usize = 2;

/// A clause for each of several targets.
type Theories = Vec<Vec<Clause>>;

/// What is asked, and with what.
pub(super) struct Together<'a> {
    pub(super) members: Vec<Member<'a>>,
    pub(super) facts: &'a Engine,
    pub(super) bias: &'a Bias,
    pub(super) settings: &'a Settings,
    pub(super) limits: &'a Limits,
    pub(super) trace: &'a dyn Trace,
}

/// A target with what its clauses may be made of.
pub(super) struct Member<'a> {
    pub(super) target: &'a Target,
    pub(super) scope: Scope,
}

/// What a search came upon, beside clauses.
#[derive(Default)]
pub(super) struct Spent {
    pub(super) n_candidates: u64,
    pub(super) cut_by: BTreeSet<Bound>,
    pub(super) stopped: Option<LimitReached>,
}

/// The targets that bodies may read, by number, if there are several.
pub(super) fn group(bias: &Bias) -> Vec<usize> {
    let may_be_read = |target: &usize| {
        let predicate = bias.targets[*target].predicate;
        bias.is_read(predicate) && !bias.dependents.iter().any(|banned| banned.contains(&predicate))
    };
    let group: Vec<usize> = (0..bias.targets.len()).filter(may_be_read).collect();
    if group.len() > 1 { group } else { Vec::new() }
}

/// The members of a group of targets: any may read any, but none its contrary.
pub(super) fn members<'a>(group: &[usize], bias: &'a Bias, settings: &Settings) -> Vec<Member<'a>> {
    let predicates: Vec<PredicateId> = group.iter().map(|&number| bias.targets[number].predicate).collect();
    let scope = |number: usize| {
        Scope::of_target(bias, number, settings.max_new).without_exceptions().without_negated(&predicates)
    };
    group.iter().map(|&number| Member { target: &bias.targets[number], scope: scope(number) }).collect()
}

/// Exchanges the theories of a group of targets for shorter ones that read each other. Tells whether it did.
pub(super) fn improve(group: &[usize], together: &Together<'_>, found: &mut Found) -> bool {
    let known: Vec<&Theory> = found.theories.iter().filter(|theory| group.contains(&theory.target)).collect();
    let is_whole = known.iter().all(|theory| theory.covered.pos == theory.total.pos);
    let size = worth_of_all(known.iter().map(|theory| &theory.clauses[..]));
    let most = if is_whole { size } else { usize::MAX };
    let instances = || together.members.iter().map(|member| &member.target.instances);
    let n_positives = instances().map(|instances| instances.labelled(true).len()).sum();
    if !allows_slow(instances().map(|instances| instances.len()).sum(), n_positives, most) {
        return false;
    }
    let (theories, spent) = together.learn(most);
    found.n_candidates += spent.n_candidates;
    found.cut_by.extend(spent.cut_by);
    found.stopped = found.stopped.or(spent.stopped);
    let Some(theories) = theories else { return false };
    found.theories.retain(|theory| !group.contains(&theory.target));
    for (place, &number) in group.iter().enumerate().filter(|(place, _)| !theories[*place].is_empty()) {
        let search = together.search(place, &theories);
        let instances = search.instances();
        let total = instances.count(&instances.labelled(true).or(&instances.labelled(false)));
        search.tell(|| Event::Target { target: number, total });
        search.tell(|| Event::Again { how: "together with targets that read it, from the ground up" });
        for clause in &theories[place] {
            search.tell(|| Event::Learned { depth: 0, clause: clause.clone(), left: 0 });
        }
        let covered = instances.count(&search.derived(&theories[place]));
        let clauses = theories[place].clone();
        found.theories.push(Theory { target: number, clauses, covered, total, ..Theory::default() });
    }
    found.theories.sort_by_key(|theory| theory.target);
    true
}

impl<'a> Together<'a> {
    /// A theory for each target, together smaller than `most`; none if some positive has no pattern.
    pub(super) fn learn(&self, most: usize) -> (Option<Theories>, Spent) {
        let mut spent = Spent::default();
        let theories =
            self.cover(vec![Vec::new(); self.members.len()], most.saturating_mul(ROOM), &mut spent);
        let theories = theories.map(|theories| self.revised(theories, &mut spent));
        let is_full = |theory: &Vec<Clause>| self.settings.max_rules.is_some_and(|most| theory.len() > most);
        let is_wanted = |theories: &Theories| worth(theories) < most && !theories.iter().any(is_full);
        (theories.filter(is_wanted), spent)
    }

    /// The theories with more clauses, until all positives are derived. They grow no larger than `most`.
    fn cover(&self, mut theories: Theories, most: usize, spent: &mut Spent) -> Option<Theories> {
        loop {
            let room = most.saturating_sub(worth(&theories));
            let Some((place, clause)) = self.shortest_clause(&theories, room, spent) else { break };
            theories[place].push(clause);
            for place in 0..self.members.len() {
                theories[place] = self.search(place, &theories).without_superfluous(&theories[place]);
            }
        }
        let is_whole =
            |place: usize| self.search(place, &theories).positives_left(&theories[place]).is_empty();
        let is_whole = spent.stopped.is_none() && (0..self.members.len()).all(is_whole);
        is_whole.then_some(theories)
    }

    /// Takes out one clause after the other and covers what is left anew, as long as that makes the whole smaller.
    fn revised(&self, mut theories: Theories, spent: &mut Spent) -> Theories {
        loop {
            for place in 0..self.members.len() {
                let search = self.search(place, &theories);
                theories[place] = search.prune_theory(theories[place].clone(), &search.labelled());
            }
            let mut clauses: Vec<(usize, usize)> = (0..self.members.len())
                .flat_map(|place| (0..theories[place].len()).map(move |number| (place, number)))
                .collect();
            clauses.sort_by_key(|&(place, number)| std::cmp::Reverse(theories[place][number].size()));
            let least = worth(&theories);
            let smaller = clauses.into_iter().find_map(|(place, number)| {
                let mut others = theories.clone();
                others[place].remove(number);
                // A clause of the same size is allowed: it may make others superfluous.
                self.cover(others, least, spent).filter(|theories| worth(theories) < least)
            });
            match smaller {
                Some(smaller) if spent.stopped.is_none() => theories = smaller,
                _ => return theories,
            }
        }
    }

    /// The shortest clause, of any target, that explains something by what is derived so far; none larger than `most_size`.
    fn shortest_clause(
        &self,
        theories: &Theories,
        mut most_size: usize,
        spent: &mut Spent,
    ) -> Option<(usize, Clause)> {
        let mut best = None;
        for (place, member) in self.members.iter().enumerate() {
            let search = self.search(place, theories);
            let scope = member.scope.with_most_size(most_size);
            let (clause, _) = search.aside(|| search.one_more(&scope, &theories[place]));
            spent.n_candidates += search.n_candidates.get();
            spent.cut_by.append(&mut search.cut_by.borrow_mut());
            spent.stopped = spent.stopped.or(search.stopped.get());
            if spent.stopped.is_some() {
                return None;
            }
            if let Some(clause) = clause {
                // Another target's clause has to be shorter.
                most_size = clause.size() - 1;
                best = Some((place, clause));
            }
        }
        best
    }

    /// The search for one target of the group, beside the clauses of the others.
    fn search(&self, place: usize, theories: &Theories) -> Search<'a> {
        let Self { members, facts, bias, settings, limits, trace } = self;
        let mut search = Search::new(facts, bias, members[place].target, settings, limits, *trace);
        let others = members.iter().zip(theories).enumerate().filter(|(other, _)| *other != place);
        let companion = |(_, (member, clauses)): (usize, (&Member<'a>, &Vec<Clause>))| Companion {
            target: member.target,
            clauses: clauses.clone(),
        };
        search.companions = others.map(companion).collect();
        search
    }
}

fn worth(theories: &Theories) -> usize {
    worth_of_all(theories.iter().map(Vec::as_slice))
}

impl Search<'_> {
    /// All examples of the target that need a rule, or must not be derived.
    fn labelled(&self) -> Examples {
        let positives = self.instances().labelled(true).minus(&self.target.given);
        Examples { pos: positives, neg: self.instances().labelled(false), swapped: false }
    }

    /// The positives that these clauses and those of the companions do not derive.
    fn positives_left(&self, clauses: &[Clause]) -> InstanceSet {
        self.instances().labelled(true).minus(&self.derived(clauses))
    }

    /// A clause that explains more than those so far, if there is one.
    fn one_more(&self, scope: &Scope, before: &[Clause]) -> Option<Clause> {
        let rest = Examples { pos: self.positives_left(before), ..self.labelled() };
        if rest.pos.is_empty() { None } else { self.specialize_on_derived(scope, &rest, before) }
    }

    /// The clauses without those that others have made superfluous.
    fn without_superfluous(&self, clauses: &[Clause]) -> Vec<Clause> {
        let covered = |clauses: &[Clause]| {
            let targets =
                std::iter::once(self.target).chain(self.companions.iter().map(|other| other.target));
            let derived = self.derived_by_all(clauses).into_iter().zip(targets);
            derived.map(|(set, target)| set.and(&target.instances.labelled(true))).collect::<Vec<_>>()
        };
        let mut clauses = clauses.to_vec();
        let all = covered(&clauses);
        let mut place = 0;
        while place < clauses.len() && !self.is_stopped() {
            let mut others = clauses.clone();
            others.remove(place);
            match covered(&others) == all {
                true => clauses = others,
                false => place += 1,
            }
        }
        clauses
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Settings,
        search::{
            self,
            fixture::{REACH, shown, with_search},
            trace::Silent,
        },
        task::read,
        worlds,
    };
    use xfold_solve::{Clingo, Limits};

    const EVEN_AND_ODD: &str = "
        number(0..7). zero(0). succ(X,X+1) :- number(X), number(X+1). small(0..3).
        #modeh(even(var(number))). #modeh(odd(var(number))).
        #modeb(zero(var(number))). #modeb(succ(var(number),var(number))). #modeb(small(var(number))).
        #modeb(even(var(number))). #modeb(odd(var(number))).
        #pos({even(0), even(2), even(4), even(6), odd(1), odd(3), odd(5), odd(7)}, {}).";

    /// The clauses of each target.
    fn theories(text: &str, settings: &Settings) -> Vec<Vec<String>> {
        let task = read::text("test", text).expect("the task is right");
        let limits = Limits::none();
        let (worlds, engine) = worlds::of(&task, settings, &Clingo, &limits).expect("it has a stable model");
        let found = search::run(engine, &worlds.bias, settings, &limits, &Silent);
        let shown = |clause| shown(clause, &worlds.bias);
        found.theories.iter().map(|theory| theory.clauses.iter().map(shown).collect()).collect()
    }

    #[test]
    fn targets_that_read_each_other_take_turns() {
        let together = theories(EVEN_AND_ODD, &Settings::default());
        assert_eq!(together, [vec!["zero(A)", "succ(B,A), odd(B)"], vec!["succ(B,A), even(B)"]]);
        // One after the other, the first one cannot read the second.
        let mut settings = Settings::default();
        settings.tuning.set("ground-up", "off").expect("it is a heuristic");
        let apart = theories(EVEN_AND_ODD, &settings);
        assert!(apart[0].iter().all(|clause| !clause.contains("odd")), "{apart:?}");
    }

    #[test]
    fn a_clause_reads_what_is_derived_so_far() {
        with_search(REACH, |search, scope, examples| {
            let scope = scope.without_exceptions();
            let base = search.specialize_on_derived(&scope, examples, &[]).expect("there is a base");
            assert_eq!(shown(&base, search.bias), "goal(A)");
            let mut rest = examples.clone();
            rest.pos = rest.pos.minus(&search.derived(std::slice::from_ref(&base)));
            let next = search.specialize_on_derived(&scope, &rest, &[base]).expect("there is a step");
            assert_eq!(shown(&next, search.bias), "edge(A,B), reach(B)");
        });
    }
}
