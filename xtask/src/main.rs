//! Developer tasks: `cargo xtask setup|demo|test|tidy|suite|bench|docs`.

fn main() {}
