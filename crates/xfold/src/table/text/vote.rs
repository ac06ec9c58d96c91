//! Theories that vote, as text: what theory `T` says of a row is `vote(X,T,C)`, and rules at the end count the votes.

use crate::{Result, codes};
use xfold_asp::{
    diagnostic::Diagnostic,
    syntax::{Atom, BodyElement, Head, LiteralKind, Rule, Term},
};

/// What the predicates that count votes have behind the vote's own name.
pub(super) const ENDS: [&str; 3] = ["_count", "_most", "_first"];

/// The comment that says how votes are counted.
pub(super) fn header(vote: &str) -> String {
    format!("theories {vote}(X,T,C): the class of most theories counts, in a tie that of the first of them")
}

/// The rules that count votes, given the predicates of the vote, of the target and of rows.
pub(super) fn counting(vote: &str, target: &str, row: &str) -> [String; 4] {
    let [count, most, first] = ENDS.map(|end| format!("{vote}{end}"));
    [
        format!("{count}(X,C,N) :- {vote}(X,_,C), N = #count {{ T : {vote}(X,T,C) }}."),
        format!("{most}(X,N) :- {row}(X), N = #max {{ M : {count}(X,_,M) }}."),
        format!("{first}(X,T) :- {most}(X,N), T = #min {{ S : {vote}(X,S,C), {count}(X,C,N) }}."),
        format!("{target}(X,C) :- {first}(X,T), {vote}(X,T,C)."),
    ]
}

/// Rules of theories that vote, each with its theory's number, as if there were no other: `vote(X,2,yes)` becomes
/// `target(X,yes)`. The rules that count votes are left out; they must be those that were printed.
pub(super) fn of_theories(rules: Vec<Rule>, vote: &str, target: &str) -> Result<Vec<(u32, Rule)>> {
    let mut expected: Vec<String> =
        counting(vote, target, "row").iter().map(|rule| spaceless(rule)).collect();
    let mut out = Vec::new();
    for mut rule in rules {
        let text = spaceless(&rule.to_string());
        if let Some(place) = expected.iter().position(|expected| *expected == text) {
            expected.swap_remove(place);
            continue;
        }
        let Head::Atom(head) = &mut rule.head else {
            out.push((0, rule));
            continue;
        };
        if head.args.len() == 1 {
            out.push((0, rule));
            continue;
        }
        let Some(theory) = theory(head, vote).filter(|theory| *theory > 0) else {
            let help = format!("heads are {vote}(X,THEORY,CLASS), or abN(X) for exceptions");
            let message =
                "this head is neither a theory's class nor an exception, nor counts it votes as printed";
            return Err(super::parse::refuse(message, head.span, &help));
        };
        strip(head, target);
        for element in &mut rule.body {
            let BodyElement::Literal(literal) = element else { continue };
            let LiteralKind::Atom(atom) = &mut literal.kind else { continue };
            match self::theory(atom, vote) {
                Some(other) if other == theory => strip(atom, target),
                Some(_) => {
                    let message = "a theory cannot ask for the class that another one gives";
                    return Err(super::parse::refuse(message, atom.span, ""));
                }
                None => {}
            }
        }
        out.push((theory, rule));
    }
    if !expected.is_empty() {
        let message = "the rules that count the votes are not all there";
        let rules = counting(vote, target, "row").join(" ");
        return Err(Diagnostic::error(codes::TABLE_RULES, message).help(format!("they are {rules}")).into());
    }
    Ok(out)
}

/// The theory's number, if an atom is a vote.
fn theory(atom: &Atom, vote: &str) -> Option<u32> {
    match &atom.args[..] {
        [_, Term::Number(theory), _] if atom.name == vote => u32::try_from(*theory).ok(),
        _ => None,
    }
}

fn strip(vote: &mut Atom, target: &str) {
    vote.name = target.into();
    vote.args.remove(1);
}

fn spaceless(text: &str) -> String {
    text.split_whitespace().collect()
}
