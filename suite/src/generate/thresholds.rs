//! Thresholds on numbers, with an exception that joins a threshold and an attribute.

use super::{
    Concept, Generated, World,
    attributes::{Attributes, Share, unary_modes},
    draw_rich, growth,
    random::Random,
};

const SHARES: [Share; 3] = [("student", 0.5), ("abroad", 0.5), ("guarantor", 0.4)];

/// Loans are granted above an income, unless students have too much debt. 60–80 objects, the bounds vary with the seed.
pub(super) fn thresholds(seed: u64, noise: f64) -> Generated {
    let mut random = Random::new(seed);
    let bounds = Bounds { income: random.between(35, 45), debt: random.between(15, 22) };
    let n_objects = random.between(60, 80) * growth(noise);
    let train = draw_rich(
        &mut random,
        |random| {
            let mut clients = Clients::draw(random, "c", n_objects);
            clients.mark(&bounds);
            clients
        },
        |clients| {
            let count = |rich: bool, indebted: bool, student: bool| {
                let fits = |&client: &usize| {
                    (clients.income[client] > bounds.income) == rich
                        && (clients.debt[client] > bounds.debt) == indebted
                        && clients.table.has(client, "student") == student
                };
                (0..n_objects).filter(fits).count()
            };
            count(true, true, true) >= 6
                && count(true, true, false) >= 5
                && count(true, false, true) >= 5
                && count(true, false, false) >= 5
                && count(false, true, false) + count(false, false, false) >= 8
                && count(false, false, true) >= 4
        },
    );
    let test = Clients::draw(&mut random, "d", 100);
    let concept = Concept {
        head: ("granted", 1),
        types: &["client"],
        background: "",
        modes: unary_modes("granted", "client", &SHARES)
            + "#modeb(income(var(client),num(money))).\n#modeb(debt(var(client),num(money))).\n\
               #modeb(age(var(client),num(years))).\n",
        target: format!(
            "granted(X) :- income(X,N), N > {}, not ab0(X).\nab0(X) :- debt(X,N), N > {}, student(X).\n",
            bounds.income, bounds.debt
        ),
    };
    concept.task(train.world(&bounds), test.world(&bounds), noise, false, &mut random)
}

struct Bounds {
    income: usize,
    debt: usize,
}

struct Clients {
    table: Attributes,
    income: Vec<usize>,
    debt: Vec<usize>,
    age: Vec<usize>,
}

impl Clients {
    fn draw(random: &mut Random, prefix: &str, n_objects: usize) -> Self {
        let table = Attributes::draw(random, prefix, n_objects, &SHARES);
        let mut numbers = |low, high| (0..n_objects).map(|_| random.between(low, high)).collect();
        Clients { table, income: numbers(10, 80), debt: numbers(0, 40), age: numbers(18, 70) }
    }

    /// Puts clients right below and right above each bound, so that the bounds can be learned exactly.
    fn mark(&mut self, bounds: &Bounds) {
        let high = bounds.income + 20;
        let marks = [
            (bounds.income, 2, false),
            (bounds.income + 1, 3, false),
            (bounds.income, bounds.debt, true),
            (bounds.income + 1, bounds.debt, true),
            (high, bounds.debt, true),
            (high, bounds.debt + 1, true),
            (high, bounds.debt + 1, false),
        ];
        // Each twice: one wrong label does not move a bound.
        for (client, (income, debt, student)) in marks.into_iter().chain(marks).enumerate() {
            self.income[client] = income;
            self.debt[client] = debt;
            self.table.set(client, "student", student);
        }
    }

    fn world(&self, bounds: &Bounds) -> World {
        let numbers = |client: usize, name: &str| {
            let Clients { income, debt, age, .. } = self;
            format!(
                " income({name},{}). debt({name},{}). age({name},{}).",
                income[client], debt[client], age[client]
            )
        };
        let granted = |client: usize| {
            let is_exception = self.debt[client] > bounds.debt && self.table.has(client, "student");
            self.income[client] > bounds.income && !is_exception
        };
        World::new(self.table.facts("client", numbers), self.table.instances("granted", granted))
    }
}
