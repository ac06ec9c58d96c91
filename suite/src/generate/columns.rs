//! Large relational tasks with facts and examples in Parquet files: families, graphs and purchases. What holds of a person,
//! a node or a customer is drawn from the seed and its number alone, so that nothing is kept in memory.

use parquet::{
    data_type::Int32Type,
    errors::ParquetError,
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::parser::parse_message_type,
};
use std::{
    fs::{self, File},
    io,
    path::Path,
    sync::Arc,
};

/// The families.
pub const FAMILIES: [&str; 3] = ["kinship", "graph", "purchases"];

/// Facts for each example.
const FACTS_PER_EXAMPLE: usize = 50;
/// Rows that are written at once.
const GROUP: usize = 1 << 20;

/// Writes a task of about `n_facts` facts into a folder. Of its labels this share is wrong.
pub fn write(family: &str, seed: u64, n_facts: usize, wrong: f64, folder: &Path) -> io::Result<()> {
    for inner in ["facts", "examples"] {
        let inner = folder.join(inner);
        if inner.is_dir() {
            fs::remove_dir_all(&inner)?;
        }
        fs::create_dir_all(&inner)?;
    }
    let out = Out { folder, draw: Draw { seed }, n_facts, wrong };
    match family {
        "kinship" => kinship(&out),
        "graph" => graph(&out),
        "purchases" => purchases(&out),
        _ => Err(io::Error::other(format!("a family is one of {}", FAMILIES.join(", ")))),
    }
}

/// Where a task goes, and what it is drawn from.
struct Out<'a> {
    folder: &'a Path,
    draw: Draw,
    n_facts: usize,
    wrong: f64,
}

impl Out<'_> {
    fn task(&self, modes: &str) -> io::Result<()> {
        fs::write(self.folder.join("task.las"), modes)
    }

    fn facts(&self, name: &str, arity: usize) -> io::Result<Rows> {
        Rows::create(&self.folder.join(format!("facts/{name}.parquet")), arity)
    }

    fn examples(&self, arity: usize) -> io::Result<Rows> {
        Rows::create(&self.folder.join("examples/target.parquet"), arity + 1)
    }

    /// The label of an example, which may be wrong.
    fn label(&self, holds: bool, number: usize) -> i32 {
        i32::from(holds != self.draw.chance("wrong", number, self.wrong))
    }

    fn n_examples(&self) -> usize {
        (self.n_facts / FACTS_PER_EXAMPLE).max(100)
    }
}

/// Draws that depend on what they are for and on a number, not on each other.
#[derive(Clone, Copy)]
pub(super) struct Draw {
    pub(super) seed: u64,
}

impl Draw {
    fn bits(self, purpose: &str, number: usize) -> u64 {
        let of_purpose =
            purpose.bytes().fold(self.seed, |hash, byte| mixed(hash.wrapping_add(u64::from(byte))));
        mixed(of_purpose ^ mixed(number as u64))
    }

    pub(super) fn below(self, purpose: &str, number: usize, bound: usize) -> usize {
        ((u128::from(self.bits(purpose, number)) * bound as u128) >> 64) as usize
    }

    pub(super) fn chance(self, purpose: &str, number: usize, probability: f64) -> bool {
        const TWO_TO_53: f64 = 9_007_199_254_740_992.0;
        ((self.bits(purpose, number) >> 11) as f64) < probability * TWO_TO_53
    }
}

/// The last steps of SplitMix64.
fn mixed(state: u64) -> u64 {
    let mut bits = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// `target(X,Y) :- female(X), parent(X,Z), parent(Z,Y).`
fn kinship(out: &Out<'_>) -> io::Result<()> {
    let draw = out.draw;
    // Of ten people nine have two parents, five a partner, and five are women.
    let n_people = (out.n_facts * 10 / 28).max(100);
    let generation = n_people / 10;
    let parents = |person: usize| -> Option<[usize; 2]> {
        let first = (person / generation).checked_sub(1)? * generation;
        let [one, other] =
            ["mother", "father"].map(|purpose| first + draw.below(purpose, person, generation));
        (one != other).then_some([one, other])
    };
    let is_female = |person: usize| draw.chance("female", person, 0.5);
    out.task(
        "% Families: target(X,Y) :- female(X), parent(X,Z), parent(Z,Y).\n\
         #modeh(target(var(person),var(person))).\n#modeb(parent(var(person),var(person))).\n\
         #modeb(married(var(person),var(person))).\n#modeb(female(var(person))).\n",
    )?;
    let (mut female, mut parent, mut married) =
        (out.facts("female", 1)?, out.facts("parent", 2)?, out.facts("married", 2)?);
    for person in 0..n_people {
        if is_female(person) {
            female.push(&[person])?;
        }
        for older in parents(person).into_iter().flatten() {
            parent.push(&[older, person])?;
        }
        if person % 2 == 0 {
            married.push(&[person, draw.below("married", person, n_people)])?;
        }
    }
    [female, parent, married].into_iter().try_for_each(Rows::finish)?;
    let mut examples = out.examples(2)?;
    let n_examples = out.n_examples();
    // People of different numbers, so that no example is drawn twice.
    let n_young = n_people - 2 * generation;
    for number in 0..n_examples.min(n_young) {
        let person = 2 * generation + number * n_young / n_examples.min(n_young);
        let older: Vec<usize> = parents(person).into_iter().flatten().filter_map(parents).flatten().collect();
        let chosen = match draw.below("kind", number, 3) {
            0 => draw.below("anybody", number, n_people),
            _ if older.is_empty() => continue,
            _ => older[draw.below("older", number, older.len())],
        };
        let holds = is_female(chosen) && older.contains(&chosen);
        examples.push_labelled(&[chosen, person], out.label(holds, number))?;
    }
    examples.finish()
}

/// Where the links of a node lead.
type Links<'a> = &'a dyn Fn(usize) -> Vec<usize>;

/// `target(X) :- edge(X,Y), likes(Y,Z), red(Z).`
fn graph(out: &Out<'_>) -> io::Result<()> {
    let draw = out.draw;
    // Of ten nodes three are red; each has two edges, likes one and is near to one and a half.
    let n_nodes = (out.n_facts * 10 / 48).max(100);
    let links = |name: &'static str, degrees: [usize; 4]| {
        move |node: usize| -> Vec<usize> {
            let degree = degrees[draw.below(name, node, 4)];
            (0..degree).map(|number| draw.below(name, n_nodes + 4 * node + number, n_nodes)).collect()
        }
    };
    let edge = links("edge", [1, 2, 2, 3]);
    let likes = links("likes", [0, 1, 1, 2]);
    let near = links("near", [1, 1, 2, 2]);
    let is_red = |node: usize| draw.chance("red", node, 0.3);
    out.task(
        "% Graphs: target(X) :- edge(X,Y), likes(Y,Z), red(Z).\n\
         #modeh(target(var(node))).\n#modeb(edge(var(node),var(node))).\n#modeb(likes(var(node),var(node))).\n\
         #modeb(near(var(node),var(node))).\n#modeb(red(var(node))).\n",
    )?;
    let mut red = out.facts("red", 1)?;
    for node in (0..n_nodes).filter(|&node| is_red(node)) {
        red.push(&[node])?;
    }
    red.finish()?;
    let all: [(&str, Links<'_>); 3] = [("edge", &edge), ("likes", &likes), ("near", &near)];
    for (name, links) in all {
        let mut rows = out.facts(name, 2)?;
        for node in 0..n_nodes {
            links(node).into_iter().try_for_each(|to| rows.push(&[node, to]))?;
        }
        rows.finish()?;
    }
    let mut examples = out.examples(1)?;
    let n_examples = out.n_examples().min(n_nodes);
    for number in 0..n_examples {
        let node = number * n_nodes / n_examples;
        let holds = edge(node).into_iter().any(|y| likes(y).into_iter().any(is_red));
        examples.push_labelled(&[node], out.label(holds, number))?;
    }
    examples.finish()
}

/// `target(C) :- bought(C,P), price(P,N), N > 900, not blocked(C).`
fn purchases(out: &Out<'_>) -> io::Result<()> {
    let draw = out.draw;
    // A customer has four purchases and an age; there is a product for ten customers.
    let n_customers = (out.n_facts * 10 / 53).max(100);
    let n_products = n_customers / 10;
    let bought = |customer: usize| {
        let product = move |number: usize| draw.below("bought", 8 * customer + number, n_products);
        (0..2 + draw.below("purchases", customer, 5)).map(move |number| n_customers + product(number))
    };
    let price = |product: usize| 1 + draw.below("price", product, 1000);
    let is_blocked = |customer: usize| draw.chance("blocked", customer, 0.1);
    out.task(
        "% Purchases: target(C) :- bought(C,P), price(P,N), N > 900, not blocked(C).\n\
         #modeh(target(var(customer))).\n#modeb(bought(var(customer),var(product))).\n\
         #modeb(price(var(product),num(price))).\n#modeb(age(var(customer),num(age))).\n\
         #modeb(section(var(product),var(section))).\n#modeb(blocked(var(customer))).\n",
    )?;
    let (mut sold, mut age, mut blocked) =
        (out.facts("bought", 2)?, out.facts("age", 2)?, out.facts("blocked", 1)?);
    for customer in 0..n_customers {
        bought(customer).try_for_each(|product| sold.push(&[customer, product]))?;
        age.push(&[customer, 18 + draw.below("age", customer, 70)])?;
        if is_blocked(customer) {
            blocked.push(&[customer])?;
        }
    }
    [sold, age, blocked].into_iter().try_for_each(Rows::finish)?;
    let (mut prices, mut sections) = (out.facts("price", 2)?, out.facts("section", 2)?);
    for product in n_customers..n_customers + n_products {
        prices.push(&[product, price(product)])?;
        sections.push(&[product, draw.below("section", product, 20)])?;
    }
    [prices, sections].into_iter().try_for_each(Rows::finish)?;
    let mut examples = out.examples(1)?;
    let n_examples = out.n_examples().min(n_customers);
    for number in 0..n_examples {
        let customer = number * n_customers / n_examples;
        let holds = !is_blocked(customer) && bought(customer).any(|product| price(product) > 900);
        examples.push_labelled(&[customer], out.label(holds, number))?;
    }
    examples.finish()
}

/// A file that grows by rows of whole numbers.
struct Rows {
    writer: SerializedFileWriter<File>,
    columns: Vec<Vec<i32>>,
}

impl Rows {
    fn create(path: &Path, n_columns: usize) -> io::Result<Self> {
        let columns: String = (0..n_columns).map(|column| format!("required int32 a{column}; ")).collect();
        let schema = parse_message_type(&format!("message facts {{ {columns}}}")).map_err(not_written)?;
        let properties = WriterProperties::builder().set_dictionary_enabled(false).build();
        let writer = SerializedFileWriter::new(File::create(path)?, Arc::new(schema), Arc::new(properties));
        Ok(Self { writer: writer.map_err(not_written)?, columns: vec![Vec::new(); n_columns] })
    }

    fn push(&mut self, row: &[usize]) -> io::Result<()> {
        for (column, &value) in self.columns.iter_mut().zip(row) {
            column.push(i32::try_from(value).map_err(io::Error::other)?);
        }
        if self.columns[0].len() == GROUP { self.flush().map_err(not_written) } else { Ok(()) }
    }

    fn push_labelled(&mut self, row: &[usize], label: i32) -> io::Result<()> {
        if let Some(last) = self.columns.last_mut() {
            last.push(label);
        }
        self.push(row)
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for values in &mut self.columns {
            if let Some(mut column) = group.next_column()? {
                column.typed::<Int32Type>().write_batch(values, None, None)?;
                column.close()?;
            }
            values.clear();
        }
        group.close()?;
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        self.flush().map_err(not_written)?;
        self.writer.close().map_err(not_written)?;
        Ok(())
    }
}

pub(super) fn not_written(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
