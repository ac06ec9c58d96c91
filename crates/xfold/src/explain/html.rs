//! Proofs as a page: one file without outside links, light or dark as the reader's screen is. Behind [`text`](super::text),
//! which has the words.

use super::{
    Because, Explanation, InModel, Proof,
    text::{Branch, below, ending, forbidding, forbidding_rules, in_models, in_which_model, remarks},
};
use std::fmt::Write;

/// The whole page.
pub fn page(title: &str, explanations: &[Explanation]) -> String {
    let mut body = String::new();
    for explanation in explanations {
        section(explanation, &mut body);
    }
    document(title, "", &format!("<h1>{}</h1>\n{body}", escape(title)))
}

/// A page that can show proofs; `style` is what else it needs.
pub(crate) fn document(title: &str, style: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n<main>\n\
         {body}</main>\n</body>\n</html>\n"
    )
}

/// One explanation, as a part of a [`document`].
pub(crate) fn section(explanation: &Explanation, out: &mut String) {
    let said = explanation.sentence.as_ref().unwrap_or(&explanation.asked);
    let models =
        explanation.models.as_ref().map_or(String::new(), |models| format!(": {}", in_models(models)));
    let atom = explanation.sentence.as_ref().map_or(String::new(), |_| code(&explanation.asked));
    let context = explanation.example.as_ref().map_or(String::new(), |example| {
        format!(" <span class=\"dim\">context of example {}</span>", escape(example))
    });
    let _ = writeln!(
        out,
        "<section class=\"card\">\n<h2>{}{}{context} {atom}</h2>",
        escape(said),
        escape(&models)
    );
    for InModel { model, atoms, proof } in &explanation.proofs {
        if !atoms.is_empty() {
            let atoms: Vec<String> = atoms.iter().map(|atom| code(atom)).collect();
            let _ = writeln!(out, "<p>{}: {}</p>", in_which_model(*model, proof), atoms.join(" "));
        }
        out.push_str("<ul class=\"proof\">\n");
        claim(proof, out);
        out.push_str("</ul>\n");
    }
    if !explanation.forbidden_by.is_empty() {
        let _ = writeln!(out, "<p>{}</p>\n<ul class=\"proof\">", escape(&forbidding(explanation)));
        for branch in forbidding_rules(explanation) {
            out.push_str("<li>");
            branches(&[branch], out);
            out.push_str("</li>\n");
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</section>\n");
}

fn claim(proof: &Proof, out: &mut String) {
    let (class, sign) = if proof.holds { ("yes", "✓") } else { ("no", "✗") };
    let said = match &proof.sentence {
        Some(sentence) => format!("{} {}", escape(sentence), code(&proof.claim)),
        None => code(&proof.claim),
    };
    let ending = ending(proof).map_or(String::new(), |ending| dim(&ending));
    let line = format!("<span class=\"{class}\">{sign}</span> {said} {ending}");
    let below = below(proof);
    let is_unfounded = matches!(proof.because, Because::NoRule { .. });
    if below.is_empty() && !is_unfounded {
        let _ = writeln!(out, "<li class=\"leaf\">{line}</li>");
        return;
    }
    // Why something does not hold is often long; below something that holds it is folded.
    let open = if is_unfounded && proof.holds { "" } else { " open" };
    let _ = writeln!(out, "<li><details{open}><summary>{line}</summary>");
    branches(&below, out);
    out.push_str("</details></li>\n");
}

/// Branches below each other: rules with their conditions, or a list of claims.
fn branches(branches: &[Branch<'_>], out: &mut String) {
    for branch in branches {
        match branch {
            Branch::Rule(rule, conditions) => {
                let _ = writeln!(out, "<p class=\"rule\">{} {}</p>", code(&rule.text), dim(&remarks(rule)));
                list(conditions, out);
            }
            Branch::More(n) => {
                let _ = writeln!(out, "<p>{}</p>", dim(&format!("{n} more rules, further away")));
            }
            Branch::Claim(_) | Branch::NotGiven(_) => return list(branches, out),
        }
    }
}

fn list(claims: &[Branch<'_>], out: &mut String) {
    if claims.is_empty() {
        return;
    }
    out.push_str("<ul>\n");
    for branch in claims {
        match branch {
            Branch::NotGiven(why) => {
                let why = escape(why);
                let _ = writeln!(out, "<li class=\"leaf\"><span class=\"no\">✗</span> {why}</li>");
            }
            Branch::Claim(proof) => claim(proof, out),
            Branch::Rule(..) | Branch::More(_) => {}
        }
    }
    out.push_str("</ul>\n");
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

fn dim(text: &str) -> String {
    format!("<span class=\"dim\">{}</span>", escape(text))
}

/// A text in which no sign means anything to a browser.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// What all pages look like, and the proofs on them.
const STYLE: &str = "\
:root { color-scheme: light dark; --text: #1c2128; --dim: #626a73; --back: #f6f7f9; --card: #ffffff;
  --line: #d9dde2; --yes: #1a7f37; --no: #c0352b; --rule: #0b5394; --bar: #4c8bd0; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e7eb; --dim: #99a1ab; --back: #15181c; --card: #1e2227;
  --line: #363c44; --yes: #57c26d; --no: #ff7b72; --rule: #86b9f0; --bar: #3f7cc0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
code { font: .9em ui-monospace, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0;
  overflow-x: auto; }
.dim { color: var(--dim); font-size: .9em; }
.proof, .proof ul { list-style: none; margin: 0; padding-left: 1.1rem; }
.proof { padding-left: 0; }
.proof ul { border-left: 1px solid var(--line); margin-left: .35rem; }
.proof summary { cursor: pointer; } .proof .leaf { padding-left: 1.05rem; }
.proof .rule { margin: .1rem 0 .1rem 1.1rem; } .proof .rule code { color: var(--rule); }
.yes { color: var(--yes); font-weight: bold; } .no { color: var(--no); font-weight: bold; }
";
