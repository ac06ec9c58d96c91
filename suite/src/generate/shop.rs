//! A shop as a database: customers, products, orders and their items, with rules for who leaves the shop and labels some of
//! which are wrong. The same seed gives the same shop, as statements for any database or as CSV files.
//!
//! A customer has churned who
//!
//! - has at most three orders and is not a premium customer, or
//! - has returned an order of more than 200.

use super::Random;
use std::fmt::Write;

/// The tables, each after those that it points to.
pub const TABLES: [(&str, &str); 4] = [
    (
        "customers",
        "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, age INTEGER, \
         since DATE NOT NULL, premium BOOLEAN NOT NULL, churned BOOLEAN)",
    ),
    (
        "products",
        "CREATE TABLE products (id INTEGER PRIMARY KEY, category TEXT NOT NULL, price DECIMAL(10,2) NOT NULL)",
    ),
    (
        "orders",
        "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), \
         day DATE NOT NULL, channel TEXT NOT NULL, status TEXT, total DECIMAL(10,2) NOT NULL)",
    ),
    (
        "items",
        "CREATE TABLE items (order_id INTEGER NOT NULL REFERENCES orders (id), \
         product_id INTEGER NOT NULL REFERENCES products (id), quantity INTEGER NOT NULL, \
         PRIMARY KEY (order_id, product_id))",
    ),
];

/// The rules that the labels follow, but for those that are wrong, as they are learned.
pub const RULES: [&str; 2] = [
    "customers_churned(X) :- customers_n_orders(X,A), A <= 3, customers_premium(X,false).",
    "customers_churned(X) :- orders_customer_id(Y,X), orders_status(Y,\"returned\"), orders_total(Y,A), A > 20000.",
];

const CITIES: [&str; 4] = ["Graz", "Linz", "Salzburg", "Wien"];
const CATEGORIES: [&str; 5] = ["books", "food", "garden", "music", "toys"];
const N_PRODUCTS: usize = 60;
/// Orders for each customer, on average.
const PER_CUSTOMER: usize = 8;

/// A shop. Money is in hundredths, days are counted from the first of the calendar.
#[derive(Debug, Clone, Default)]
pub struct Shop {
    customers: Vec<Customer>,
    products: Vec<(&'static str, usize)>,
    orders: Vec<Order>,
    items: Vec<[usize; 3]>,
}

#[derive(Debug, Clone)]
struct Customer {
    city: Option<&'static str>,
    age: usize,
    since: usize,
    premium: bool,
    churned: Option<bool>,
}

#[derive(Debug, Clone)]
struct Order {
    customer: usize,
    day: usize,
    channel: &'static str,
    status: Option<&'static str>,
    total: usize,
}

impl Shop {
    /// A shop with so many orders, in which this share of the labels is wrong.
    pub fn new(seed: u64, n_orders: usize, wrong: f64) -> Self {
        let mut random = Random::new(seed);
        let n_customers = (n_orders / PER_CUSTOMER).max(1);
        let mut shop = Self {
            products: (0..N_PRODUCTS)
                .map(|_| (random.pick(&CATEGORIES), random.between(199, 19_999)))
                .collect(),
            ..Self::default()
        };
        // Some buy often, some rarely.
        let mut buyers = Vec::new();
        for customer in 0..n_customers {
            let city = if random.chance(0.03) { None } else { Some(random.pick(&CITIES)) };
            let (age, since) = (random.between(18, 90), random.below(1500));
            shop.customers.push(Customer { city, age, since, premium: random.chance(0.2), churned: None });
            let share = random.pick(&[1, 3, 8, 14]);
            buyers.extend(std::iter::repeat_n(customer, share));
        }
        for order in 0..n_orders {
            shop.add_order(order, random.pick(&buyers), &mut random);
        }
        shop.label(wrong, &mut random);
        shop
    }

    fn add_order(&mut self, number: usize, customer: usize, random: &mut Random) {
        let channel = random.pick(&["phone", "shop", "web"]);
        let status = match random.below(100) {
            0..8 => Some("returned"),
            8..15 => Some("open"),
            15..17 => None,
            _ => Some("paid"),
        };
        let mut total = 0;
        let n_items = random.pick(&[1, 1, 2, 3]);
        for product in random.some_of(n_items, N_PRODUCTS, N_PRODUCTS) {
            let quantity = random.pick(&[1, 1, 1, 2, 5]);
            total += quantity * self.products[product].1;
            self.items.push([number, product, quantity]);
        }
        let day = self.customers[customer].since + random.below(900);
        self.orders.push(Order { customer, day, channel, status, total });
    }

    fn label(&mut self, wrong: f64, random: &mut Random) {
        let mut n_orders = vec![0; self.customers.len()];
        let mut has_returned = vec![false; self.customers.len()];
        for order in &self.orders {
            n_orders[order.customer] += 1;
            has_returned[order.customer] |= order.status == Some("returned") && order.total > 20_000;
        }
        for (number, customer) in self.customers.iter_mut().enumerate() {
            let churned = (n_orders[number] <= 3 && !customer.premium) || has_returned[number];
            let is_known = !random.chance(0.01);
            customer.churned = is_known.then_some(churned != random.chance(wrong));
        }
    }

    /// How many rows all tables have.
    pub fn n_rows(&self) -> usize {
        self.customers.len() + self.products.len() + self.orders.len() + self.items.len()
    }

    /// The rows of a table, each value as a text; none is null. Whether texts are to be in quotes comes with them.
    fn rows(&self, table: &str) -> Vec<Vec<(Option<String>, bool)>> {
        let plain = |value: usize| (Some(value.to_string()), false);
        let text = |value: Option<&str>| (value.map(str::to_string), true);
        let truth = |value: Option<bool>| (value.map(|value| value.to_string()), false);
        let money = |value: usize| (Some(format!("{}.{:02}", value / 100, value % 100)), false);
        match table {
            "customers" => {
                let row = |(number, it): (usize, &Customer)| {
                    let name = format!("Customer {}", number + 1);
                    vec![
                        plain(number + 1),
                        text(Some(&name)),
                        text(it.city),
                        plain(it.age),
                        text(Some(&date(it.since))),
                        truth(Some(it.premium)),
                        truth(it.churned),
                    ]
                };
                self.customers.iter().enumerate().map(row).collect()
            }
            "products" => {
                let row = |(number, it): (usize, &(&'static str, usize))| {
                    vec![plain(number + 1), text(Some(it.0)), money(it.1)]
                };
                self.products.iter().enumerate().map(row).collect()
            }
            "orders" => {
                let row = |(number, it): (usize, &Order)| {
                    vec![
                        plain(number + 1),
                        plain(it.customer + 1),
                        text(Some(&date(it.day))),
                        text(Some(it.channel)),
                        text(it.status),
                        money(it.total),
                    ]
                };
                self.orders.iter().enumerate().map(row).collect()
            }
            _ => {
                let row = |it: &[usize; 3]| vec![plain(it[0] + 1), plain(it[1] + 1), plain(it[2])];
                self.items.iter().map(row).collect()
            }
        }
    }

    /// A table as CSV; an empty cell is no value.
    pub fn csv(&self, table: &str) -> String {
        let names = match table {
            "customers" => "id,name,city,age,since,premium,churned",
            "products" => "id,category,price",
            "orders" => "id,customer_id,day,channel,status,total",
            _ => "order_id,product_id,quantity",
        };
        let mut csv = format!("{names}\n");
        for row in self.rows(table) {
            let cells: Vec<String> = row.into_iter().map(|(value, _)| value.unwrap_or_default()).collect();
            let _ = writeln!(csv, "{}", cells.join(","));
        }
        csv
    }

    /// The statements that make and fill all tables, in any database.
    pub fn sql(&self) -> Vec<String> {
        let mut statements = Vec::new();
        for (name, create) in TABLES {
            statements.push(format!("{create};"));
            for rows in self.rows(name).chunks(500) {
                let tuple = |row: &Vec<(Option<String>, bool)>| {
                    let cells: Vec<String> = row.iter().map(literal).collect();
                    format!("({})", cells.join(", "))
                };
                let tuples: Vec<String> = rows.iter().map(tuple).collect();
                statements.push(format!("INSERT INTO {name} VALUES {};", tuples.join(", ")));
            }
        }
        statements
    }
}

fn literal((value, is_text): &(Option<String>, bool)) -> String {
    match value {
        None => "NULL".to_string(),
        Some(value) if *is_text => format!("'{}'", value.replace('\'', "''")),
        Some(value) => value.clone(),
    }
}

/// A date, counted from 2018-01-01 in years of twelve months of 28 days: every one of them is in the calendar.
fn date(day: usize) -> String {
    let (year, month, of_month) = (2018 + day / 336, day % 336 / 28 + 1, day % 28 + 1);
    format!("{year:04}-{month:02}-{of_month:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_shop() {
        let [one, other] = [1, 1].map(|seed| Shop::new(seed, 500, 0.05));
        assert_eq!(one.sql(), other.sql());
        assert_ne!(one.sql(), Shop::new(2, 500, 0.05).sql());
        assert_eq!(one.csv("orders").lines().count(), 501);
    }
}
