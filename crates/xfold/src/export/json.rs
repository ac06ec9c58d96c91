//! Export: rules as data for programs.

use crate::table::model::{Holds, Model, Rule};
use serde_json::{Value, json};
use xfold_asp::{
    syntax::{self, Head},
    visit,
};

/// The version of the form; it grows with every change that a reader may notice.
const VERSION: u32 = 1;

/// Rules for a table: each with its tests, exceptions and support.
pub(super) fn of_model(model: &Model) -> String {
    let columns: Vec<Value> = model
        .columns
        .iter()
        .map(|column| json!({ "name": column.name, "kind": column.kind.to_string() }))
        .collect();
    let rules: Vec<Value> = model
        .rules
        .iter()
        .map(|rule| {
            let mut value = of_rule(model, &rule.rule);
            value["class"] = json!(rule.class);
            value["after"] = json!(rule.after);
            if rule.theory > 0 {
                value["theory"] = json!(rule.theory);
            }
            value
        })
        .collect();
    pretty(&json!({
        "version": VERSION,
        "kind": "table",
        "target": model.target,
        "classes": model.classes(),
        "columns": columns,
        "rules": rules,
    }))
}

fn of_rule(model: &Model, rule: &Rule) -> Value {
    let tests: Vec<Value> = rule
        .tests
        .iter()
        .map(|test| {
            let (operator, value) = match &test.holds {
                Holds::AtMost(bound) => ("at_most", json!(bound.value())),
                Holds::Above(bound) => ("above", json!(bound.value())),
                Holds::Is(value) => ("is", json!(value)),
                Holds::IsNot(value) => ("is_not", json!(value)),
                Holds::Missing => ("missing", Value::Null),
                Holds::Present => ("present", Value::Null),
            };
            json!({ "column": model.columns[test.column].name, "operator": operator, "value": value })
        })
        .collect();
    let exceptions: Vec<Value> = rule.exceptions.iter().map(|rule| of_rule(model, rule)).collect();
    let support = rule.support.map(|support| json!({ "rows": support.rows, "right": support.right }));
    json!({ "tests": tests, "exceptions": exceptions, "support": support })
}

/// Rules of a program: each as a text, and its parts.
pub(super) fn of_rules(rules: &[&syntax::Rule]) -> String {
    let rules: Vec<Value> = rules
        .iter()
        .map(|rule| {
            let kind = match &rule.head {
                Head::None => "constraint",
                Head::Atom(_) => "rule",
                Head::Disjunction(_) => "disjunction",
                Head::Choice { .. } => "choice",
            };
            let defines: Vec<String> = visit::rule_heads(rule).iter().map(ToString::to_string).collect();
            let reads: Vec<Value> = visit::rule_reads(rule)
                .iter()
                .map(|(read, sign)| json!({ "predicate": read.to_string(), "negated": *sign == syntax::Sign::Not }))
                .collect();
            let body: Vec<String> = rule.body.iter().map(ToString::to_string).collect();
            json!({ "text": rule.to_string(), "kind": kind, "defines": defines, "reads": reads, "body": body })
        })
        .collect();
    pretty(&json!({ "version": VERSION, "kind": "program", "rules": rules }))
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}
