//! Export: rules and exceptions as a graph, for Graphviz and Mermaid.

use crate::table::{
    model::{Model, Rule},
    text,
};
use std::fmt::Write;
use xfold_asp::{
    symbols::Signature,
    syntax::{self, Head, Sign},
    visit,
};

/// A graph: boxes and arrows.
pub(super) struct Graph {
    nodes: Vec<(Shape, String)>,
    edges: Vec<(usize, usize, Kind)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A class or predicate.
    Round,
    /// A rule.
    Box,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A rule gives this.
    Gives,
    /// A rule reads this.
    Reads,
    /// A rule does not apply if this does.
    Unless,
}

impl Graph {
    fn node(&mut self, shape: Shape, label: String) -> usize {
        self.nodes.push((shape, label));
        self.nodes.len() - 1
    }
}

/// Classes, the rules that give them, and their exceptions.
pub(super) fn of_model(model: &Model) -> Graph {
    let mut graph = Graph { nodes: Vec::new(), edges: Vec::new() };
    let classes: Vec<usize> = model
        .classes()
        .iter()
        .map(|class| graph.node(Shape::Round, format!("{} is {class}", model.target)))
        .collect();
    let place = |class: &str| model.classes().iter().position(|known| *known == class).map(|at| classes[at]);
    for rule in &model.rules {
        let node = table_rule(&mut graph, model, &rule.rule, rule.theory);
        graph.edges.extend(place(&rule.class).map(|class| (node, class, Kind::Gives)));
        let after: Vec<usize> = rule.after.iter().filter_map(|class| place(class)).collect();
        graph.edges.extend(after.into_iter().map(|class| (class, node, Kind::Unless)));
    }
    graph
}

fn table_rule(graph: &mut Graph, model: &Model, rule: &Rule, theory: u32) -> usize {
    let tests: Vec<String> = rule.tests.iter().map(|test| text::phrase(model, test)).collect();
    let mut label = if tests.is_empty() { "otherwise".to_string() } else { tests.join("\nand ") };
    if theory > 0 {
        label = format!("theory {theory}\n{label}");
    }
    if let Some(support) = rule.support {
        let _ = write!(label, "\n({})", text::support(support));
    }
    let node = graph.node(Shape::Box, label);
    for exception in &rule.exceptions {
        let below = table_rule(graph, model, exception, 0);
        graph.edges.push((below, node, Kind::Unless));
    }
    node
}

/// Predicates, the rules that derive them, and what these read.
pub(super) fn of_rules(rules: &[&syntax::Rule]) -> Graph {
    let mut graph = Graph { nodes: Vec::new(), edges: Vec::new() };
    let mut known: Vec<(Signature, usize)> = Vec::new();
    let mut predicate = |graph: &mut Graph, signature: &Signature| {
        if let Some((_, node)) = known.iter().find(|(other, _)| other == signature) {
            return *node;
        }
        let node = graph.node(Shape::Round, signature.to_string());
        known.push((signature.clone(), node));
        node
    };
    for rule in rules {
        let body: Vec<String> = rule.body.iter().map(ToString::to_string).collect();
        let label = match (&rule.head, body.is_empty()) {
            (Head::None, _) => format!("never:\n{}", body.join(",\n")),
            (Head::Choice { .. }, _) => format!("choice: {rule}"),
            (_, true) => rule.to_string(),
            (_, false) => body.join(",\n"),
        };
        let node = graph.node(Shape::Box, label);
        for head in visit::rule_heads(rule) {
            let head = predicate(&mut graph, &head);
            graph.edges.push((node, head, Kind::Gives));
        }
        for (read, sign) in visit::rule_reads(rule) {
            let read = predicate(&mut graph, &read);
            let kind = if sign == Sign::Not { Kind::Unless } else { Kind::Reads };
            graph.edges.push((read, node, kind));
        }
    }
    graph
}

/// The graph for Graphviz.
pub(super) fn dot(graph: &Graph) -> String {
    let mut text = "digraph rules {\n  rankdir=BT;\n  node [fontname=\"sans-serif\"];\n".to_string();
    let label = |label: &str| label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    for (number, (shape, name)) in graph.nodes.iter().enumerate() {
        let shape = if *shape == Shape::Round { "ellipse" } else { "box" };
        let _ = writeln!(text, "  n{number} [shape={shape}, label=\"{}\"];", label(name));
    }
    for (from, to, kind) in &graph.edges {
        let style = match kind {
            Kind::Gives => "",
            Kind::Reads => " [color=gray]",
            Kind::Unless => " [style=dashed, label=\"unless\"]",
        };
        let _ = writeln!(text, "  n{from} -> n{to}{style};");
    }
    text + "}\n"
}

/// The graph for Mermaid.
pub(super) fn mermaid(graph: &Graph) -> String {
    let mut text = "flowchart BT\n".to_string();
    let label = |label: &str| {
        let escaped =
            label.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;");
        escaped.replace('\n', "<br/>")
    };
    for (number, (shape, name)) in graph.nodes.iter().enumerate() {
        let (open, close) = if *shape == Shape::Round { ("([", "])") } else { ("[", "]") };
        let _ = writeln!(text, "  n{number}{open}\"{}\"{close}", label(name));
    }
    for (from, to, kind) in &graph.edges {
        let arrow = match kind {
            Kind::Gives => "-->",
            Kind::Reads => "---",
            Kind::Unless => "-. unless .->",
        };
        let _ = writeln!(text, "  n{from} {arrow} n{to}");
    }
    text
}
