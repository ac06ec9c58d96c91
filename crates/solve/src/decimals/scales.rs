//! By which power of ten numbers are scaled: numbers that meet share one, the least that makes all of them whole.
//!
//! Every place where a number can stand belongs to a class: an argument of a predicate or function, a variable of a
//! statement, a type of modes. What joins two places joins their classes: a variable that stands in both, a comparison,
//! an addition. A product has its own class, whose power is at least the sum of those of its factors; what is counted
//! stays whole.

use super::Unfit;
use std::collections::{HashMap, HashSet};
use xfold_asp::{
    Decimal,
    symbols::{Atoms, Symbol, SymbolKind, Symbols},
    syntax::{
        Aggregate, AggregateFunction, AggregateSet, Atom, BinaryOp, BodyElement, Conditional, Head, Literal,
        LiteralKind, Name, Rule, Statement, StatementKind, Term, UnaryOp,
    },
};

/// The largest power of ten: with a larger one no number but zero has 32 bits.
const MOST_SCALE: i16 = 18;

/// A place where numbers can stand, by number; several may be of one class.
pub(super) type Node = u32;

/// What tells a type of modes from its term, as in `var(t)`.
pub type TypeOf<'a> = &'a dyn Fn(&Term) -> Option<Name>;

/// A place that has a name of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Named {
    /// An argument of a predicate or function; tuples have no name.
    Argument(Name, usize, usize),
    /// A name that `#const` defines.
    Constant(Name),
    /// A type of modes.
    Type(Name),
}

/// What is known of a class.
#[derive(Debug, Clone, Copy, Default)]
struct Class {
    /// The power of ten.
    scale: i16,
    /// Why its numbers are whole, if something says so.
    whole: Option<Reason>,
}

/// Why something is so, and the number of the statement that says it.
#[derive(Debug, Clone, Copy)]
struct Reason {
    words: &'static str,
    statement: usize,
}

/// The classes of the numbers of a program.
#[derive(Debug, Clone, Default)]
pub struct Scales {
    parents: Vec<Node>,
    classes: Vec<Class>,
    named: HashMap<Named, Node>,
    /// Products with their factors, and the numbers of their statements.
    products: Vec<([Node; 3], usize)>,
    n_statements: usize,
    /// Function terms whose arguments were seen.
    seen: HashSet<Symbol>,
    constants: Vec<Name>,
}

/// The places of a statement's numbers and operators, in the order in which a walk leaves them.
#[derive(Debug, Clone, Default)]
pub struct Traced(pub(super) Vec<[Node; 3]>);

/// What a walk through one statement knows.
#[derive(Default)]
struct Walk<'a> {
    variables: HashMap<Name, Node>,
    traced: Vec<[Node; 3]>,
    type_of: Option<TypeOf<'a>>,
}

impl Scales {
    /// No numbers yet; `constants` are the names that `#const` defines.
    pub fn new(constants: Vec<Name>) -> Self {
        Self { constants, ..Self::default() }
    }

    /// Takes in the numbers of a statement.
    pub fn statement(&mut self, statement: &Statement) -> Traced {
        let mut walk = Walk::default();
        self.of_statement(statement, &mut walk);
        self.n_statements += 1;
        Traced(walk.traced)
    }

    /// Takes in the literal of a mode.
    pub fn mode(&mut self, literal: &Literal, type_of: TypeOf<'_>) -> Traced {
        let mut walk = Walk { type_of: Some(type_of), ..Walk::default() };
        self.literal(literal, &mut walk);
        Traced(walk.traced)
    }

    /// Takes in ground atoms.
    pub fn atoms(&mut self, atoms: &Atoms, symbols: &Symbols) {
        for group in atoms.groups() {
            let signature = &group.signature;
            for place in 0..signature.arity {
                let node = self.argument(&signature.name, signature.arity, place);
                group.rows().for_each(|row| self.value(row[place], node, symbols));
            }
        }
    }

    /// Takes in a value that stands at an argument of a predicate.
    pub fn value_at(
        &mut self,
        (name, arity, place): (&Name, usize, usize),
        value: Symbol,
        symbols: &Symbols,
    ) {
        let node = self.argument(name, arity, place);
        self.value(value, node, symbols);
    }

    /// Takes in a value of a type.
    pub fn value_of_type(&mut self, of_type: &Name, value: Symbol, symbols: &Symbols) {
        let node = self.of_type(of_type);
        self.value(value, node, symbols);
    }

    /// Makes one class of two arguments of predicates.
    pub fn join_arguments(&mut self, one: (&Name, usize, usize), other: (&Name, usize, usize)) {
        let (one, other) = (self.argument(one.0, one.1, one.2), self.argument(other.0, other.1, other.2));
        self.join(one, other);
    }

    /// The power of ten of an argument of a predicate or function.
    pub fn scale_at(&self, name: &Name, arity: usize, place: usize) -> i16 {
        let node = self.named.get(&Named::Argument(name.clone(), arity, place));
        node.map_or(0, |&node| self.scale(node))
    }

    /// The power of ten of a type of modes.
    pub fn scale_of_type(&self, of_type: &Name) -> i16 {
        self.named.get(&Named::Type(of_type.clone())).map_or(0, |&node| self.scale(node))
    }

    /// Whether any number has a fraction.
    pub fn has_fractions(&self) -> bool {
        self.classes.iter().any(|class| class.scale > 0)
    }

    /// Finds the powers of ten; call it when everything is taken in.
    pub fn settle(&mut self) -> Result<(), Unfit> {
        let products = std::mem::take(&mut self.products);
        let mut changes = true;
        while changes {
            changes = false;
            for &([product, left, right], statement) in &products {
                let scale = self.scale(left) + self.scale(right);
                if scale > MOST_SCALE {
                    let message =
                        "a product is multiplied again and again, and each time it needs more digits";
                    let help = "give the product a predicate of its own, which no factor comes from";
                    return Err(Unfit {
                        statement: Some(statement),
                        ..Unfit::new(message.to_string(), help)
                    });
                }
                changes |= scale > self.scale(product);
                self.needs(product, scale);
            }
        }
        let conflict = self.classes.iter().find(|class| class.scale > 0 && class.whole.is_some());
        match conflict.and_then(|class| class.whole) {
            Some(Reason { words, statement }) => {
                let message = format!("{words} is a whole number, but stands together with decimals");
                let help = "compare it with whole numbers only, or keep the two in different predicates";
                Err(Unfit { statement: Some(statement), ..Unfit::new(message, help) })
            }
            None => Ok(()),
        }
    }

    pub(super) fn scale(&self, node: Node) -> i16 {
        self.classes[self.root(node) as usize].scale
    }

    fn root(&self, mut node: Node) -> Node {
        while self.parents[node as usize] != node {
            node = self.parents[node as usize];
        }
        node
    }

    fn fresh(&mut self) -> Node {
        let node = self.parents.len() as Node;
        self.parents.push(node);
        self.classes.push(Class::default());
        node
    }

    fn join(&mut self, one: Node, other: Node) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        // The older one stays, so that ways to it are short for places that all statements share.
        let (stays, goes) = (one.min(other), one.max(other));
        let Class { scale, whole } = std::mem::take(&mut self.classes[goes as usize]);
        self.parents[goes as usize] = stays;
        let class = &mut self.classes[stays as usize];
        class.scale = class.scale.max(scale);
        class.whole = class.whole.or(whole);
    }

    fn needs(&mut self, node: Node, scale: i16) {
        let root = self.root(node) as usize;
        self.classes[root].scale = self.classes[root].scale.max(scale);
    }

    fn is_whole(&mut self, node: Node, words: &'static str) {
        let root = self.root(node) as usize;
        let statement = self.n_statements;
        self.classes[root].whole.get_or_insert(Reason { words, statement });
    }

    fn name(&mut self, named: Named) -> Node {
        if let Some(&known) = self.named.get(&named) {
            return known;
        }
        let node = self.fresh();
        self.named.insert(named, node);
        node
    }

    pub(super) fn argument(&mut self, name: &Name, arity: usize, place: usize) -> Node {
        self.name(Named::Argument(name.clone(), arity, place))
    }

    /// The place of an argument, if anything stands there.
    pub(super) fn known_argument(&self, name: &Name, arity: usize, place: usize) -> Option<Node> {
        self.named.get(&Named::Argument(name.clone(), arity, place)).copied()
    }

    /// A type's values are those of the predicate with its name, if there is one.
    fn of_type(&mut self, name: &Name) -> Node {
        let node = self.name(Named::Type(name.clone()));
        let predicate = self.argument(name, 1, 0);
        self.join(node, predicate);
        node
    }

    fn value(&mut self, value: Symbol, node: Node, symbols: &Symbols) {
        match &*symbols.kind(value) {
            SymbolKind::Decimal(number) => self.needs(node, number.scale),
            SymbolKind::Function { name, args, .. } if !args.is_empty() => {
                self.parts(value, name, args, symbols)
            }
            SymbolKind::Tuple(args) => self.parts(value, &Name::default(), args, symbols),
            _ => {}
        }
    }

    fn parts(&mut self, whole: Symbol, name: &Name, args: &[Symbol], symbols: &Symbols) {
        if !self.seen.insert(whole) {
            return;
        }
        for (place, &arg) in args.iter().enumerate() {
            let node = self.argument(name, args.len(), place);
            self.value(arg, node, symbols);
        }
    }

    fn of_statement(&mut self, statement: &Statement, walk: &mut Walk<'_>) {
        match &statement.kind {
            StatementKind::Rule(rule) | StatementKind::Listed(_, rule) => self.rule(rule, walk),
            StatementKind::Weak { body, weight, priority, terms } => {
                for term in std::iter::once(weight).chain(priority) {
                    let node = self.term(term, walk);
                    self.is_whole(node, "the weight of a weak constraint");
                }
                terms.iter().for_each(|term| {
                    self.term(term, walk);
                });
                self.body(body, walk);
            }
            StatementKind::Const(name, term) => {
                let (node, value) = (self.name(Named::Constant(name.clone())), self.term(term, walk));
                self.join(node, value);
            }
            StatementKind::ShowTerm(term, body) => {
                self.term(term, walk);
                self.body(body, walk);
            }
            StatementKind::External(atom, body) => {
                self.atom(atom, walk);
                self.body(body, walk);
            }
            StatementKind::ListedWeak(_, weak) => self.of_statement(weak, walk),
            _ => {}
        }
    }

    fn rule(&mut self, rule: &Rule, walk: &mut Walk<'_>) {
        match &rule.head {
            Head::None => {}
            Head::Atom(atom) => self.atom(atom, walk),
            Head::Disjunction(elements) => self.conditionals(elements, walk),
            Head::Choice { left, elements, right } => {
                for term in left.iter().map(|(term, _)| term).chain(right.iter().map(|(_, term)| term)) {
                    let node = self.term(term, walk);
                    self.is_whole(node, "the number of atoms that are chosen");
                }
                self.conditionals(elements, walk);
            }
        }
        self.body(&rule.body, walk);
    }

    fn body(&mut self, body: &[BodyElement], walk: &mut Walk<'_>) {
        for element in body {
            match element {
                BodyElement::Literal(literal) => self.literal(literal, walk),
                BodyElement::Conditional(conditional) => {
                    self.conditionals(std::slice::from_ref(conditional), walk)
                }
                BodyElement::Aggregate(_, aggregate) => self.aggregate(aggregate, walk),
            }
        }
    }

    fn conditionals(&mut self, elements: &[Conditional], walk: &mut Walk<'_>) {
        for element in elements {
            self.literal(&element.literal, walk);
            element.condition.iter().for_each(|literal| self.literal(literal, walk));
        }
    }

    fn aggregate(&mut self, aggregate: &Aggregate, walk: &mut Walk<'_>) {
        let value = self.fresh();
        let left = aggregate.left.iter().map(|(term, _)| term);
        for bound in left.chain(aggregate.right.iter().map(|(_, term)| term)) {
            let bound = self.term(bound, walk);
            self.join(value, bound);
        }
        match &aggregate.set {
            AggregateSet::Set(elements) => {
                self.is_whole(value, "a number of atoms");
                self.conditionals(elements, walk);
            }
            AggregateSet::Function(function, elements) => {
                if *function == AggregateFunction::Count {
                    self.is_whole(value, "what #count gives");
                }
                for (terms, condition) in elements {
                    for (place, term) in terms.iter().enumerate() {
                        let node = self.term(term, walk);
                        if place == 0 && *function != AggregateFunction::Count {
                            self.join(value, node);
                        }
                    }
                    condition.iter().for_each(|literal| self.literal(literal, walk));
                }
            }
        }
    }

    fn literal(&mut self, literal: &Literal, walk: &mut Walk<'_>) {
        match &literal.kind {
            LiteralKind::Atom(atom) => self.atom(atom, walk),
            LiteralKind::Compare(first, chain) => {
                let first = self.term(first, walk);
                for (_, term) in chain {
                    let node = self.term(term, walk);
                    self.join(first, node);
                }
            }
            LiteralKind::Truth(_) => {}
        }
    }

    fn atom(&mut self, atom: &Atom, walk: &mut Walk<'_>) {
        self.arguments(&atom.name, &atom.args, walk);
    }

    fn arguments(&mut self, name: &Name, args: &[Term], walk: &mut Walk<'_>) {
        if let [Term::Pool(alternatives)] = args {
            for alternative in alternatives {
                match alternative {
                    Term::Arguments(terms) => self.arguments(name, terms, walk),
                    term => self.arguments(name, std::slice::from_ref(term), walk),
                }
            }
            return;
        }
        for (place, term) in args.iter().enumerate() {
            let node = self.term(term, walk);
            let argument = self.argument(name, args.len(), place);
            self.join(argument, node);
        }
    }

    /// The class of what a term stands for.
    fn term(&mut self, term: &Term, walk: &mut Walk<'_>) -> Node {
        if let Some(of_type) = walk.type_of.and_then(|type_of| type_of(term)) {
            return self.of_type(&of_type);
        }
        match term {
            Term::Variable(name) => {
                if let Some(&known) = walk.variables.get(name) {
                    return known;
                }
                let node = self.fresh();
                walk.variables.insert(name.clone(), node);
                node
            }
            Term::Number(_) | Term::Decimal(_) => {
                let node = self.fresh();
                if let Term::Decimal(Decimal { scale, .. }) = term {
                    self.needs(node, *scale);
                }
                walk.traced.push([node; 3]);
                node
            }
            Term::Anonymous | Term::Text(_) | Term::Infimum | Term::Supremum => self.fresh(),
            Term::Function(name, args) if args.is_empty() && self.constants.contains(name) => {
                self.name(Named::Constant(name.clone()))
            }
            Term::Function(name, args) => {
                self.arguments(name, args, walk);
                self.fresh()
            }
            Term::Tuple(args) => {
                self.arguments(&Name::default(), args, walk);
                self.fresh()
            }
            Term::Pool(terms) | Term::Arguments(terms) => {
                let node = self.fresh();
                for term in terms {
                    let inner = self.term(term, walk);
                    self.join(node, inner);
                }
                node
            }
            Term::Interval(ends) => {
                let (low, high) = (self.term(&ends.0, walk), self.term(&ends.1, walk));
                self.join(low, high);
                walk.traced.push([low; 3]);
                low
            }
            Term::Unary(op, inner) => {
                let node = self.term(inner, walk);
                if *op == UnaryOp::Complement {
                    walk.traced.push([node; 3]);
                }
                node
            }
            Term::Binary(op, sides) => self.operation(*op, sides, walk),
        }
    }

    fn operation(&mut self, op: BinaryOp, sides: &(Term, Term), walk: &mut Walk<'_>) -> Node {
        let (left, right) = (self.term(&sides.0, walk), self.term(&sides.1, walk));
        let result = match op {
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Modulo => {
                self.join(left, right);
                left
            }
            BinaryOp::Multiply => {
                let product = self.fresh();
                self.products.push(([product, left, right], self.n_statements));
                product
            }
            BinaryOp::Divide | BinaryOp::Power | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => self.fresh(),
        };
        walk.traced.push([result, left, right]);
        result
    }
}
