//! Types that are named like variables, which ILASP allows. Where a type is written as a predicate or as a constant of
//! Prolog it needs the name of one.

use super::types::fresh;
use crate::{
    codes,
    task::{Mode, Schema, Task, holder},
};
use xfold_asp::{
    diagnostic::Diagnostic,
    rewrite,
    syntax::{Name, Term},
};

/// A copy of a task in which types have names with a small letter first; none if they all have.
pub(super) fn with_small_types(task: &Task) -> Option<Task> {
    let is_large = |name: &Name| name.starts_with(|first: char| first.is_uppercase() || first == '_');
    let mut small = task.clone();
    let mut renamed = Vec::new();
    while let Some(from) = types(&small).into_iter().find(is_large) {
        let letters: String = from.trim_start_matches('_').to_lowercase();
        let is_named = letters.starts_with(|first: char| first.is_lowercase());
        let to = fresh(&small, if is_named { letters } else { format!("type{letters}") });
        rename(&mut small, &from, &to);
        renamed.push(format!("{from} is {to}"));
    }
    if renamed.is_empty() {
        return None;
    }
    let message = format!("types get names with a small letter first: {}", renamed.join(", "));
    small.notes.push(Diagnostic::note(codes::ADDED, message));
    Some(small)
}

/// The names of all types, in order of appearance; some more than once.
fn types(task: &Task) -> Vec<Name> {
    let mut names: Vec<Name> =
        task.space.modes().flat_map(Mode::places).map(|(_, of_type)| of_type).collect();
    names.extend(task.constants.iter().map(|(of_type, _)| of_type.clone()));
    names.extend(task.shape.single_types.iter().cloned());
    names
}

/// Gives a type another name, wherever it stands.
fn rename(task: &mut Task, from: &Name, to: &Name) {
    let change = |name: &mut Name| {
        if name == from {
            name.clone_from(to);
        }
    };
    let space = &mut task.space;
    for mode in space.heads.iter_mut().chain(&mut space.choice_heads).chain(&mut space.body) {
        rewrite::of_literal(&mut mode.literal, &mut |term| rename_in(term, from, to));
        match &mut mode.schema {
            Some(Schema::Atom { places, .. }) => {
                places.iter_mut().for_each(|place| change(&mut place.of_type))
            }
            Some(Schema::Compare(_, of_type)) => change(of_type),
            None => {}
        }
    }
    task.constants.iter_mut().for_each(|(of_type, _)| change(of_type));
    task.shape.single_types.iter_mut().for_each(change);
}

/// The same for what stands for a value in a mode, which may be part of a term: `var(T) - 2`.
fn rename_in(term: &mut Term, from: &Name, to: &Name) {
    if let Some((_, of_type)) = holder(term) {
        if let Term::Function(_, args) = term
            && of_type == *from
        {
            *args = vec![Term::Function(to.clone(), Vec::new())];
        }
        return;
    }
    match term {
        Term::Function(_, args) | Term::Tuple(args) | Term::Pool(args) => {
            args.iter_mut().for_each(|arg| rename_in(arg, from, to));
        }
        Term::Unary(_, inner) => rename_in(inner, from, to),
        Term::Binary(_, pair) | Term::Interval(pair) => {
            rename_in(&mut pair.0, from, to);
            rename_in(&mut pair.1, from, to);
        }
        _ => {}
    }
}
