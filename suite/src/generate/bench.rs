//! Large tasks for measuring: many facts, examples and candidate predicates, and a target among them.

use super::{Generated, random::Random};
use std::fmt::Write;

/// Rules over a few of the predicates: a default with exceptions, and a rule with an existential variable and a
/// threshold.
const TARGET: &str = "target(X) :- p3(X), not ab0(X).\ntarget(X) :- r2(X,Y), p5(Y), n0(X,N), N > 60.\n\
                      ab0(X) :- p7(X).\nab0(X) :- p1(X), p2(X).\n";
/// The attributes that the target uses, and how often each holds.
const RELEVANT: [(usize, f64); 5] = [(3, 0.3), (7, 0.3), (5, 0.35), (1, 0.4), (2, 0.4)];
/// The relation that the target uses, and how many objects have successors in it.
const RELEVANT_RELATION: (usize, f64) = (2, 0.4);
const N_NUMERIC: usize = 2;
const MAX_FAN_OUT: usize = 4;

/// A task of about the given size, one object for each example: attributes `p0, p1, …`, relations `r0, r1, …` in which
/// an object has no or one to four successors, and numbers `n0, n1`. Every object is listed, as included or excluded.
///
/// Meant for sizes such as 100 000 facts, 10 000 examples and 50 predicates, and ten times that.
///
/// # Panics
/// If there are fewer than ten examples, seven facts for each example or sixteen predicates.
pub fn relational(seed: u64, facts: usize, examples: usize, predicates: usize) -> Generated {
    assert!(examples >= 10, "a task of at least ten examples is meant, not {examples}");
    assert!(facts >= 7 * examples, "seven facts for each example are the least, {facts} are too few");
    assert!(predicates >= 16, "sixteen predicates are the least, not {predicates}");
    let n_relations = predicates * 18 / 50;
    let shape = Shape { n_attributes: predicates - N_NUMERIC - n_relations, n_relations };
    let mut random = Random::new(seed);
    let train = Objects::draw(&mut random, &shape, 'o', examples, facts);
    let n_test = (examples / 10).clamp(10, 2_000);
    let test = Objects::draw(&mut random, &shape, 't', n_test, facts / examples * n_test);

    let mut text = train.facts;
    text.push_str(&shape.modes());
    text.push_str("#pos(w, {\n");
    write_atoms(&mut text, 'o', &train.labels, true);
    text.push_str("}, {\n");
    write_atoms(&mut text, 'o', &train.labels, false);
    text.push_str("}).\n");
    let instances = |label: bool| {
        let chosen = test.labels.iter().enumerate().filter(move |(_, holds)| **holds == label);
        chosen.map(|(index, _)| format!("target(t{index})")).collect()
    };
    Generated {
        train: text,
        test_true: instances(true),
        test_false: instances(false),
        test_background: test.facts,
        target: TARGET.to_owned(),
        head: ("target", 1),
        types: &["object"],
    }
}

/// How many predicates of each kind there are.
struct Shape {
    n_attributes: usize,
    n_relations: usize,
}

impl Shape {
    fn modes(&self) -> String {
        let mut text = "#modeh(target(var(object))).\n".to_owned();
        for index in 0..self.n_attributes {
            let _ = writeln!(text, "#modeb(p{index}(var(object))).");
        }
        for index in 0..self.n_relations {
            let _ = writeln!(text, "#modeb(r{index}(var(object),var(object))).");
        }
        for index in 0..N_NUMERIC {
            let _ = writeln!(text, "#modeb(n{index}(var(object),num(value))).");
        }
        text
    }
}

/// The facts as text, and for each object whether the target holds.
struct Objects {
    facts: String,
    labels: Vec<bool>,
}

impl Objects {
    /// Draws what the target uses, then spreads the rest of the facts over the other predicates.
    fn draw(random: &mut Random, shape: &Shape, prefix: char, n_objects: usize, n_facts: usize) -> Self {
        let mut writer = FactWriter { text: String::with_capacity(16 * n_facts), prefix, left: n_facts };
        (0..n_objects).for_each(|object| writer.unary("object", "", object));

        let mut numbers = Vec::new();
        for index in 0..N_NUMERIC {
            let values: Vec<usize> = (0..n_objects).map(|_| random.below(100)).collect();
            values.iter().enumerate().for_each(|(object, value)| writer.number(index, object, *value));
            numbers.push(values);
        }
        let mut has = vec![Vec::new(); 8];
        for (index, share) in RELEVANT {
            has[index] = (0..n_objects).map(|_| random.chance(share)).collect::<Vec<bool>>();
            let holders = has[index].iter().enumerate().filter(|(_, holds)| **holds);
            holders.for_each(|(object, _)| writer.unary("p", index, object));
        }
        let mut reaches_p5 = vec![false; n_objects];
        let (relation, share) = RELEVANT_RELATION;
        for (object, reaches) in reaches_p5.iter_mut().enumerate() {
            if random.chance(share) {
                for successor in successors(random, n_objects) {
                    *reaches |= has[5][successor];
                    writer.binary(relation, object, successor);
                }
            }
        }
        let mut order: Vec<usize> = (0..n_objects).collect();
        let attributes =
            (0..shape.n_attributes).filter(|index| RELEVANT.iter().all(|(used, _)| used != index));
        let n_fillers = shape.n_attributes - RELEVANT.len();
        let quota = (writer.left * 2 / 5 / n_fillers).min(n_objects * 3 / 5);
        for index in attributes {
            random.shuffle(&mut order);
            order[..quota].iter().for_each(|&object| writer.unary("p", index, object));
        }
        let mut n_waiting = shape.n_relations - 1;
        for index in (0..shape.n_relations).filter(|index| *index != relation) {
            random.shuffle(&mut order);
            let rest = writer.left - writer.left / n_waiting;
            'filled: for &object in &order {
                for successor in successors(random, n_objects) {
                    if writer.left == rest {
                        break 'filled;
                    }
                    writer.binary(index, object, successor);
                }
            }
            n_waiting -= 1;
        }
        let holds = |object: usize| {
            has[3][object] && !has[7][object] && !(has[1][object] && has[2][object])
                || reaches_p5[object] && numbers[0][object] > 60
        };
        Objects { labels: (0..n_objects).map(holds).collect(), facts: writer.text }
    }
}

/// One to four different objects.
fn successors(random: &mut Random, n_objects: usize) -> Vec<usize> {
    let n_successors = random.between(1, MAX_FAN_OUT);
    let mut found: Vec<usize> = Vec::with_capacity(n_successors);
    while found.len() < n_successors {
        let successor = random.below(n_objects);
        if !found.contains(&successor) {
            found.push(successor);
        }
    }
    found
}

/// Writes facts, one on each line, and counts how many may still be written.
struct FactWriter {
    text: String,
    prefix: char,
    left: usize,
}

impl FactWriter {
    fn unary(&mut self, name: &str, number: impl std::fmt::Display, object: usize) {
        self.left = self.left.saturating_sub(1);
        let _ = writeln!(self.text, "{name}{number}({}{object}).", self.prefix);
    }

    fn binary(&mut self, relation: usize, object: usize, other: usize) {
        self.left = self.left.saturating_sub(1);
        let prefix = self.prefix;
        let _ = writeln!(self.text, "r{relation}({prefix}{object},{prefix}{other}).");
    }

    fn number(&mut self, index: usize, object: usize, value: usize) {
        self.left = self.left.saturating_sub(1);
        let _ = writeln!(self.text, "n{index}({}{object},{value}).", self.prefix);
    }
}

/// The atoms with one label, separated by commas, one on each line.
fn write_atoms(text: &mut String, prefix: char, labels: &[bool], label: bool) {
    let chosen = labels.iter().enumerate().filter(|(_, holds)| **holds == label);
    for (count, (object, _)) in chosen.enumerate() {
        let comma = if count == 0 { "  " } else { ",\n  " };
        let _ = write!(text, "{comma}target({prefix}{object})");
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_as_asked_for() {
        let task = relational(1, 10_000, 1_000, 50);
        let (background, examples) = task.train.split_once("#pos(").expect("there is an example");
        let is_fact = |line: &&str| !line.starts_with('#') && !line.is_empty();
        assert_eq!(background.lines().filter(is_fact).count(), 10_000);
        assert_eq!(background.matches("#modeb(").count(), 50);
        assert_eq!(examples.matches("target(").count(), 1_000);
        let n_positive =
            examples.split_once("}, {").map_or(0, |(positive, _)| positive.matches("target(").count());
        assert!((200..400).contains(&n_positive), "{n_positive}");
        assert_eq!(task.test_true.len() + task.test_false.len(), 100);
        assert!(background.contains("r17(") && background.contains("p29(") && !background.contains("r18("));
        assert_eq!(task, relational(1, 10_000, 1_000, 50));
        assert_ne!(task, relational(2, 10_000, 1_000, 50));
    }

    #[test]
    fn no_fact_is_written_twice() {
        let task = relational(3, 20_000, 1_500, 40);
        let mut facts: Vec<&str> = task.train.lines().filter(|line| line.ends_with(").")).collect();
        let n_facts = facts.len();
        facts.sort_unstable();
        facts.dedup();
        assert_eq!(facts.len(), n_facts);
    }
}
