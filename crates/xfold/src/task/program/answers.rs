//! The answers to calls of the background, each found once.

use super::{
    PrologProgram,
    machine::{Machine, Stop},
};
use rustc_hash::FxHashMap;
use std::ops::Range;
use xfold_asp::symbols::{Signature, Symbol, Symbols, show_atom};

/// The most steps of one call.
const MOST_STEPS: u64 = 30_000;
/// After so many calls of a predicate that did not end, its calls have fewer steps.
const MOST_ENDLESS: usize = 5;
/// The steps that its calls have then.
const FEW_STEPS: u64 = 2_000;
/// The most answers to one call.
const MOST_ANSWERS: usize = 10_000;

/// Calls of the background, with their answers.
pub(crate) struct Answers<'p> {
    program: &'p PrologProgram,
    /// The ground terms; calls make new ones.
    pub(crate) symbols: Symbols,
    /// Where the answers to a call are. The key is the predicate, which places are known, and what stands there.
    known: FxHashMap<Box<[u32]>, Range<usize>>,
    /// The keys in the order of their calls.
    order: Vec<Box<[u32]>>,
    /// For all answers the values of the unknown places, one after the other.
    values: Vec<u32>,
    /// Calls that did not end: the first one of each predicate, and how many there were.
    failed: FxHashMap<usize, (Failed, usize)>,
    /// The steps of all calls.
    n_steps: u64,
}

/// A call that did not end.
#[derive(Debug, Clone)]
pub(crate) struct Failed {
    /// The call, as it is written; unknown places are `_`.
    pub(crate) call: String,
}

impl<'p> Answers<'p> {
    pub(crate) fn new(program: &'p PrologProgram, symbols: Symbols) -> Self {
        let (known, failed) = (FxHashMap::default(), FxHashMap::default());
        Self { program, symbols, known, order: Vec::new(), values: Vec::new(), failed, n_steps: 0 }
    }

    /// The answers to the call with this key, as places in the [values](Self::values): predicate, mask of the known places,
    /// their values. Where a call does not end, or ends in an error, the answers before that count.
    pub(crate) fn call(&mut self, key: &[u32]) -> Range<usize> {
        match self.known.get(key) {
            Some(range) => range.clone(),
            None => self.run(key),
        }
    }

    /// The values at unknown places of answers.
    pub(crate) fn values(&self, range: Range<usize>) -> &[u32] {
        &self.values[range]
    }

    fn run(&mut self, key: &[u32]) -> Range<usize> {
        let [predicate, mask, known @ ..] = key else { return 0..0 };
        let predicate = *predicate as usize;
        let arity = self.program.predicate(predicate).signature.arity;
        let mut known = known.iter();
        let args: Vec<Option<Symbol>> = (0..arity)
            .map(|place| (mask >> place & 1 == 1).then(|| known.next().map(|value| Symbol(*value))).flatten())
            .collect();
        let is_slow = self.failed.get(&predicate).is_some_and(|(_, n)| *n >= MOST_ENDLESS);
        let steps = if is_slow { FEW_STEPS } else { MOST_STEPS };
        let mut machine = Machine::new(self.program, &mut self.symbols, steps);
        let (mut rows, stop) = machine.answers(predicate, &args, MOST_ANSWERS);
        self.n_steps += steps - machine.steps_left();
        let start = self.values.len();
        let mut seen = rustc_hash::FxHashSet::default();
        rows.retain(|row| seen.insert(row.clone()));
        for row in rows {
            let unknown = row.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 0);
            self.values.extend(unknown.map(|(_, value)| value.0));
            // A call without unknown places that holds has one answer of no values.
            if mask.count_ones() as usize == arity {
                self.values.push(1);
            }
        }
        if stop == Some(Stop::Steps) {
            let call = self.shown(predicate, &args);
            self.failed.entry(predicate).or_insert((Failed { call }, 0)).1 += 1;
        }
        let range = start..self.values.len();
        self.known.insert(key.into(), range.clone());
        self.order.push(key.into());
        range
    }

    fn shown(&mut self, predicate: usize, args: &[Option<Symbol>]) -> String {
        let hole = self.symbols.constant("_");
        let args: Vec<Symbol> = args.iter().map(|arg| arg.unwrap_or(hole)).collect();
        show_atom(&self.program.predicate(predicate).signature, &args, &self.symbols)
    }

    /// The steps of all calls since this was asked last.
    pub(crate) fn take_steps(&mut self) -> u64 {
        std::mem::take(&mut self.n_steps)
    }

    /// The first call of each predicate that did not end.
    pub(crate) fn failed(&self) -> Vec<Failed> {
        let mut failed: Vec<(&usize, &(Failed, usize))> = self.failed.iter().collect();
        failed.sort_by_key(|(predicate, _)| **predicate);
        failed.into_iter().map(|(_, (failed, _))| failed.clone()).collect()
    }

    /// All atoms that some call found true, in the order of the calls.
    pub(crate) fn atoms(&self) -> impl Iterator<Item = (&Signature, Vec<Symbol>)> + '_ {
        self.order.iter().flat_map(|key| {
            let (signature, mask) = (&self.program.predicate(key[0] as usize).signature, key[1]);
            let n_unknown = (signature.arity - mask.count_ones() as usize).max(1);
            let answers = self.values[self.known[key].clone()].chunks(n_unknown);
            answers.map(move |answer| {
                let (mut known, mut unknown) = (key[2..].iter(), answer.iter());
                let value = |place: usize| {
                    let from = if mask >> place & 1 == 1 { &mut known } else { &mut unknown };
                    Symbol(*from.next().expect("a call has a value for each place"))
                };
                (signature, (0..signature.arity).map(value).collect())
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::task::read;

    /// The answers to calls of a predicate, as text.
    fn answers(background: &str, predicate: &str, args: &[Option<&str>]) -> Vec<String> {
        let folder = std::env::temp_dir().join(format!("xfold_answers_{predicate}_{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let list = |arg: &Option<&str>| arg.map_or("x".to_string(), str::to_string);
        let example = format!("pos(f({})).", args.iter().map(list).collect::<Vec<_>>().join(","));
        let arity = args.len();
        let bias = format!("head_pred(f,{arity}). body_pred({predicate},{arity}).");
        for (file, text) in [("bk.pl", background), ("exs.pl", &example), ("bias.pl", &bias)] {
            std::fs::write(folder.join(file), text).expect("a file can be written");
        }
        let task = read::files(&[&folder]).expect("the task can be read");
        std::fs::remove_dir_all(&folder).expect("the folder can be removed");
        let program = task.background.program.as_ref().expect("it is a program");
        let group = &task.examples[0].inclusions.groups()[0];
        let signature = super::Signature::new(predicate, arity);
        let number = program.find(&signature).expect("it is defined");
        let mask = (0..arity).filter(|place| args[*place].is_some()).fold(0, |mask, place| mask | 1 << place);
        let known = (0..arity).filter(|place| args[*place].is_some()).map(|place| group.args[place].0);
        let key: Vec<u32> = [number as u32, mask].into_iter().chain(known).collect();
        let mut answers = super::Answers::new(program, task.symbols.clone());
        answers.call(&key);
        let shown = |(signature, args): (&super::Signature, Vec<super::Symbol>)| {
            super::show_atom(signature, &args, &answers.symbols)
        };
        answers.atoms().map(shown).collect()
    }

    const LISTS: &str = "
        tail([_|T], T).
        element([X|_], X).
        element([_|T], X) :- element(T, X).
        first([X|_], X) :- !.
        first(_, none).
        sum([], 0).
        sum([H|T], S) :- sum(T, R), S is H + R.
        evens([], []).
        evens([H|T], R) :- ( 0 is H mod 2 -> R = [H|S] ; R = S ), evens(T, S).
        grows(X, Y) :- Z is X + 1, grows(Z, Y).
        all_small(L) :- forall(member(X, L), X < 10).
        pairs(L, N) :- findall(X-Y, (member(X, L), member(Y, L), X < Y), P), length(P, N).
        differ(X, Y) :- \\+ X = Y.
    ";

    #[test]
    fn calls_have_the_answers_of_prolog() {
        let check = |predicate: &str, args: &[Option<&str>], expected: &[&str]| {
            assert_eq!(answers(LISTS, predicate, args), expected, "{predicate}");
        };
        check("tail", &[Some("[1,2]"), None], &["tail(cons(1,cons(2,nil)),cons(2,nil))"]);
        check("tail", &[Some("[]"), None], &[]);
        check(
            "element",
            &[Some("[a,b]"), None],
            &["element(cons(a,cons(b,nil)),a)", "element(cons(a,cons(b,nil)),b)"],
        );
        check("first", &[Some("[a]"), None], &["first(cons(a,nil),a)"]);
        check("first", &[Some("[]"), None], &["first(nil,none)"]);
        check("sum", &[Some("[3,4]"), None], &["sum(cons(3,cons(4,nil)),7)"]);
        check("evens", &[Some("[3,4]"), None], &["evens(cons(3,cons(4,nil)),cons(4,nil))"]);
        check("all_small", &[Some("[3,4]")], &["all_small(cons(3,cons(4,nil)))"]);
        check("all_small", &[Some("[3,40]")], &[]);
        check("pairs", &[Some("[1,2,3]"), None], &["pairs(cons(1,cons(2,cons(3,nil))),3)"]);
        check("differ", &[Some("a"), Some("b")], &["differ(a,b)"]);
        check("reverse", &[Some("[1,2]"), None], &["reverse(cons(1,cons(2,nil)),cons(2,cons(1,nil)))"]);
    }

    #[test]
    fn what_is_found_before_a_call_fails_to_end_counts() {
        let down = "down(0). down(N) :- M is N - 1, down(M). list([]).";
        assert_eq!(answers(down, "down", &[Some("3")]), ["down(3)"]);
        assert_eq!(answers(down, "down", &[Some("-3")]), Vec::<String>::new());
    }

    #[test]
    fn a_call_that_does_not_end_has_no_answers() {
        assert_eq!(answers(LISTS, "grows", &[Some("1"), None]), Vec::<String>::new());
    }
}
