//! From Prolog's clauses to a program that is run where rules ask for it: for a background over lists and numbers that
//! has no finite set of facts. See [`PrologProgram`].

use super::{
    Clauses, Item,
    clause::{MOST_ELEMENTS, Refused, is_plain},
    term::{Kind, Term},
};
use crate::task::program::{BuiltIn, CONS, Clause, Goal, NIL, Pattern, PrologProgram, library};
use rustc_hash::{FxHashMap, FxHashSet};
use xfold_asp::{
    span::SourceFile,
    symbols::{Signature, Symbol, SymbolKind, Symbols},
    syntax::Name,
};

/// Predicates that change the program, or read or print something.
const EFFECTS: [&str; 30] = [
    "abolish",
    "assert",
    "asserta",
    "assertz",
    "b_setval",
    "clause",
    "consult",
    "ensure_loaded",
    "format",
    "halt",
    "listing",
    "nb_getval",
    "nb_setarg",
    "nb_setval",
    "nl",
    "open",
    "print",
    "random",
    "random_between",
    "read",
    "read_term",
    "retract",
    "retractall",
    "see",
    "shell",
    "tab",
    "throw",
    "catch",
    "write",
    "writeln",
];

/// The predicate of a clause.
pub(super) fn head_of(clause: &Term) -> Option<Signature> {
    let head = match clause.parts() {
        Some((":-", [head, _])) => head,
        _ => clause,
    };
    head.parts().map(|(name, args)| Signature::new(name, args.len()))
}

/// Compiles clauses, one after the other, into a program.
pub(super) struct Compiler<'a> {
    pub(super) program: PrologProgram,
    symbols: &'a mut Symbols,
    /// The predicates that the user defines: they go before Prolog's own.
    own: FxHashSet<Signature>,
    /// The variables of the clause that is compiled, by name.
    variables: FxHashMap<Name, u32>,
    n_variables: u32,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(own: FxHashSet<Signature>, symbols: &'a mut Symbols) -> Self {
        let (program, variables) = (PrologProgram::default(), FxHashMap::default());
        Self { program, symbols, own, variables, n_variables: 0 }
    }

    /// Adds a clause that the user wrote.
    pub(super) fn clause(&mut self, clause: &Term) -> Result<(), Refused> {
        let (of_head, of_body) = match clause.parts() {
            Some((":-", [head, body])) => (head, Some(body)),
            Some(("-->", [_, _])) => return Err(("it is a rule of a grammar".into(), clause.span)),
            _ => (clause, None),
        };
        let Kind::Compound(name, args, _) = &of_head.kind else {
            return Err((format!("`{of_head}` is no head"), of_head.span));
        };
        self.variables.clear();
        self.n_variables = 0;
        let head = args.iter().map(|arg| self.pattern(arg)).collect::<Result<_, _>>()?;
        let body = of_body.map_or(Ok(Goal::True), |body| self.goal(body))?;
        let predicate = self.program.number(&Signature::new(name.clone(), args.len()));
        self.program.add(predicate, Clause { head, body, n_variables: self.n_variables as usize });
        Ok(())
    }

    /// Adds a ground fact.
    pub(super) fn fact(&mut self, signature: &Signature, args: &[Symbol]) {
        let predicate = self.program.number(signature);
        let head = args.iter().map(|arg| Pattern::Ground(*arg)).collect();
        self.program.add(predicate, Clause { head, body: Goal::True, n_variables: 0 });
    }

    /// Adds what every Prolog has, as far as the user does not define it.
    pub(super) fn library(&mut self) {
        let file = SourceFile { name: "library".into(), text: library().into(), base: 0 };
        let mut clauses = Clauses::of(&file);
        while let Some(item) = clauses.next(&[], self.symbols, &mut Vec::new()) {
            let Item::Clause(clause) = item else { continue };
            if head_of(&clause).is_some_and(|signature| !self.own.contains(&signature)) {
                // A clause of the library has nothing that is refused.
                let _ = self.clause(&clause);
            }
        }
        for (signature, built_in) in BuiltIn::all() {
            if !self.own.contains(&signature) {
                let predicate = self.program.number(&signature);
                let head: Vec<Pattern> = (0..signature.arity as u32).map(Pattern::Variable).collect();
                let body = Goal::BuiltIn(built_in, head.clone());
                self.program.add(predicate, Clause { head, body, n_variables: signature.arity });
            }
        }
    }

    fn goal(&mut self, goal: &Term) -> Result<Goal, Refused> {
        let no = |what: String| Err((what, goal.span));
        let Some((name, args)) = goal.parts() else {
            return match &goal.kind {
                Kind::Variable(_) => Ok(Goal::Meta(vec![self.pattern(goal)?])),
                _ => no(format!("`{goal}` is no goal")),
            };
        };
        Ok(match (name, args) {
            ("true" | "otherwise", []) => Goal::True,
            ("fail" | "false", []) => Goal::Fail,
            ("!", []) => Goal::Cut,
            (",", [one, other]) => Goal::Both(Box::new((self.goal(one)?, self.goal(other)?))),
            (";" | "|", [one, other]) => match one.parts() {
                Some(("->" | "*->", [test, then])) => {
                    Goal::IfThenElse(Box::new((self.goal(test)?, self.goal(then)?, self.goal(other)?)))
                }
                _ => Goal::Either(Box::new((self.goal(one)?, self.goal(other)?))),
            },
            ("->" | "*->", [test, then]) => {
                Goal::IfThenElse(Box::new((self.goal(test)?, self.goal(then)?, Goal::Fail)))
            }
            ("\\+" | "not", [inner]) => Goal::Not(Box::new(self.goal(inner)?)),
            ("once", [inner]) => Goal::IfThenElse(Box::new((self.goal(inner)?, Goal::True, Goal::Fail))),
            ("ignore", [inner]) => Goal::IfThenElse(Box::new((self.goal(inner)?, Goal::True, Goal::True))),
            ("forall", [all, hold]) => {
                let fails = Goal::Not(Box::new(self.goal(hold)?));
                Goal::Not(Box::new(Goal::Both(Box::new((self.goal(all)?, fails)))))
            }
            ("findall", [term, inner, list]) => {
                Goal::FindAll(Box::new((self.pattern(term)?, self.goal(inner)?, self.pattern(list)?)))
            }
            ("aggregate_all", [what, inner, result]) => self.aggregate(what, inner, result)?,
            ("call", [inner]) if !matches!(inner.kind, Kind::Variable(_)) => self.goal(inner)?,
            ("call", args) if !args.is_empty() => Goal::Meta(self.patterns(args)?),
            (name, _) if EFFECTS.contains(&name) => {
                return no(format!("`{name}` changes the program, reads or prints"));
            }
            (name, args) => {
                let signature = Signature::new(name, args.len());
                let args = self.patterns(args)?;
                match BuiltIn::named(&signature).filter(|_| !self.own.contains(&signature)) {
                    Some(built_in) => Goal::BuiltIn(built_in, args),
                    None => Goal::Call(self.program.number(&signature), args),
                }
            }
        })
    }

    /// `aggregate_all(count, G, N)`, and `sum(E)`, `max(E)`, `min(E)`, `bag(E)`.
    fn aggregate(&mut self, what: &Term, inner: &Term, result: &Term) -> Result<Goal, Refused> {
        let (term, last) = match what.parts() {
            Some(("count", [])) => (Pattern::Ground(self.symbols.number(1)), "$list_length"),
            Some(("sum", [term])) => (self.pattern(term)?, "sum_list"),
            Some(("max", [term])) => (self.pattern(term)?, "max_list"),
            Some(("min", [term])) => (self.pattern(term)?, "min_list"),
            Some(("bag", [term])) => (self.pattern(term)?, "="),
            _ => return Err((format!("the aggregate `{what}` is not served"), what.span)),
        };
        let list = Pattern::Variable(self.n_variables);
        self.n_variables += 1;
        let all = Goal::FindAll(Box::new((term, self.goal(inner)?, list.clone())));
        let args = vec![list, self.pattern(result)?];
        let last = Signature::new(last, 2);
        let last = match BuiltIn::named(&last) {
            Some(built_in) => Goal::BuiltIn(built_in, args),
            None => Goal::Call(self.program.number(&last), args),
        };
        Ok(Goal::Both(Box::new((all, last))))
    }

    fn patterns(&mut self, terms: &[Term]) -> Result<Vec<Pattern>, Refused> {
        terms.iter().map(|term| self.pattern(term)).collect()
    }

    fn pattern(&mut self, term: &Term) -> Result<Pattern, Refused> {
        Ok(match &term.kind {
            Kind::Variable(name) => {
                let next = self.n_variables;
                let number =
                    if name == "_" { next } else { *self.variables.entry(name.clone()).or_insert(next) };
                self.n_variables += u32::from(number == next);
                Pattern::Variable(number)
            }
            Kind::Number(number) => Pattern::Ground(self.symbols.number(*number)),
            Kind::Decimal(number) => Pattern::Ground(self.symbols.intern(SymbolKind::Decimal(*number))),
            Kind::Text(text) => Pattern::Ground(self.symbols.intern(SymbolKind::Text(text.clone()))),
            Kind::List(terms, _) if terms.len() > MOST_ELEMENTS => {
                return Err((format!("it has a list of more than {MOST_ELEMENTS} elements"), term.span));
            }
            Kind::List(terms, rest) => {
                let first = self.patterns(terms)?;
                let last = match rest {
                    Some(rest) => self.pattern(rest)?,
                    None => Pattern::Ground(self.symbols.constant(NIL)),
                };
                first
                    .into_iter()
                    .rev()
                    .fold(last, |rest, first| self.compound(CONS.into(), vec![first, rest]))
            }
            Kind::Compound(name, args, _) if args.is_empty() => Pattern::Ground(if is_plain(name) {
                self.symbols.constant(name)
            } else {
                self.symbols.intern(SymbolKind::Text(name.clone()))
            }),
            Kind::Compound(name, args, _) => {
                let args = self.patterns(args)?;
                self.compound(name.clone(), args)
            }
        })
    }

    /// A function term; without variables it is one ground term.
    fn compound(&mut self, name: Name, args: Vec<Pattern>) -> Pattern {
        let ground: Option<Box<[Symbol]>> = args
            .iter()
            .map(|arg| match arg {
                Pattern::Ground(symbol) => Some(*symbol),
                _ => None,
            })
            .collect();
        match ground {
            Some(args) => {
                Pattern::Ground(self.symbols.intern(SymbolKind::Function { negated: false, name, args }))
            }
            None => Pattern::Compound(name, args),
        }
    }
}
