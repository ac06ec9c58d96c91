//! Large relational tasks in Popper's form, for measuring how time and memory grow with the facts: families, and graphs.

use super::random::Random;
use std::{
    collections::HashSet,
    io::{self, Write},
};

/// Where the three texts of a task go.
pub struct Files<W> {
    /// `bias.pl`
    pub bias: W,
    /// `bk.pl`
    pub bk: W,
    /// `exs.pl`
    pub exs: W,
}

/// Facts for each example.
const FACTS_PER_EXAMPLE: usize = 50;

/// Generations of people: about `n_facts` facts of `parent/2`, `married/2` and `female/1`, and the target
/// `target(X,Y) :- female(X), parent(X,Z), parent(Z,Y).`
pub fn kinship<W: Write>(seed: u64, n_facts: usize, files: &mut Files<W>) -> io::Result<()> {
    let mut random = Random::new(seed);
    // A person has two parents, a partner and half a sex.
    let n_people = (n_facts / 3).max(100);
    let generation = n_people / 10;
    let mut parents: Vec<Option<(usize, usize)>> = vec![None; n_people];
    let female: Vec<bool> = (0..n_people).map(|_| random.chance(0.5)).collect();
    for (person, of_person) in parents.iter_mut().enumerate().skip(generation) {
        let first = person / generation * generation - generation;
        let mother = first + random.below(generation);
        let father = first + random.below(generation);
        *of_person = (mother != father).then_some((mother, father));
    }
    writeln!(
        files.bias,
        "head_pred(target,2).\nbody_pred(parent,2).\nbody_pred(married,2).\nbody_pred(female,1)."
    )?;
    writeln!(
        files.bias,
        "type(target,(person,person)).\ntype(parent,(person,person)).\ntype(married,(person,person)).\n\
         type(female,(person,))."
    )?;
    for (person, _) in female.iter().enumerate().filter(|(_, is)| **is) {
        writeln!(files.bk, "female(p{person}).")?;
    }
    for (person, parents) in parents.iter().enumerate() {
        if let Some((mother, father)) = parents {
            writeln!(files.bk, "parent(p{mother},p{person}).\nparent(p{father},p{person}).")?;
        }
    }
    for person in (0..n_people).step_by(2) {
        writeln!(files.bk, "married(p{person},p{}).", random.below(n_people))?;
    }
    let grandparents = |person: usize| {
        let of = |person: usize| parents[person].into_iter().flat_map(|(one, other)| [one, other]);
        of(person).flat_map(of).collect::<Vec<usize>>()
    };
    let mut written = HashSet::new();
    for _ in 0..n_facts / FACTS_PER_EXAMPLE {
        let person = 2 * generation + random.below(n_people - 2 * generation);
        let older = grandparents(person);
        let chosen = match random.below(3) {
            0 => random.below(n_people),
            _ if older.is_empty() => continue,
            _ => older[random.below(older.len())],
        };
        if written.insert((chosen, person)) {
            let holds = female[chosen] && older.contains(&chosen);
            writeln!(files.exs, "{}(target(p{chosen},p{person})).", if holds { "pos" } else { "neg" })?;
        }
    }
    Ok(())
}

/// A graph: about `n_facts` facts of `edge/2`, `likes/2`, `near/2` and `red/1`, and the target
/// `target(X) :- edge(X,Y), likes(Y,Z), red(Z).`
pub fn graph<W: Write>(seed: u64, n_facts: usize, files: &mut Files<W>) -> io::Result<()> {
    let mut random = Random::new(seed);
    let n_nodes = (n_facts / 5).max(100);
    writeln!(
        files.bias,
        "head_pred(target,1).\nbody_pred(edge,2).\nbody_pred(likes,2).\nbody_pred(near,2).\nbody_pred(red,1)."
    )?;
    let red: Vec<bool> = (0..n_nodes).map(|_| random.chance(0.3)).collect();
    let mut links = [(); 3].map(|()| vec![Vec::new(); n_nodes]);
    for (links, degrees) in links.iter_mut().zip([[1, 2, 2, 3], [0, 1, 1, 2], [1, 1, 2, 2]]) {
        for to in links.iter_mut() {
            to.extend((0..degrees[random.below(4)]).map(|_| random.below(n_nodes)));
        }
    }
    for (node, _) in red.iter().enumerate().filter(|(_, is)| **is) {
        writeln!(files.bk, "red(v{node}).")?;
    }
    for (name, links) in ["edge", "likes", "near"].iter().zip(&links) {
        for (node, to) in links.iter().enumerate() {
            for other in to {
                writeln!(files.bk, "{name}(v{node},v{other}).")?;
            }
        }
    }
    let [edge, likes, _] = &links;
    let step = (n_nodes * FACTS_PER_EXAMPLE / n_facts.max(1)).max(1);
    for node in (0..n_nodes).step_by(step) {
        let holds = edge[node].iter().any(|&y| likes[y].iter().any(|&z| red[z]));
        writeln!(files.exs, "{}(target(v{node})).", if holds { "pos" } else { "neg" })?;
    }
    Ok(())
}
