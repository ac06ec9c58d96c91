//! Numbers scaled by the powers of their classes, and back.

use super::{
    Unfit,
    scales::{Node, Scales, Traced},
};
use std::collections::HashMap;
use xfold_asp::{
    Decimal,
    symbols::{Atoms, Symbol, SymbolKind, Symbols},
    syntax::{
        Aggregate, AggregateSet, Atom, BinaryOp, BodyElement, Conditional, Head, Literal, LiteralKind, Name,
        Rule, Statement, StatementKind, Term, UnaryOp,
    },
};

/// The most values of a range that are written one by one.
const MOST_VALUES: i64 = 10_000;

impl Scales {
    /// A statement with all numbers scaled. `traced` is what taking it in gave.
    pub fn lowered(&self, statement: &Statement, traced: &Traced) -> Result<Statement, Unfit> {
        let mut lowered = statement.clone();
        let mut lower = Lower { scales: self, places: traced.0.iter() };
        lower.statement(&mut lowered)?;
        Ok(lowered)
    }

    /// The literal of a mode with all numbers scaled.
    pub fn lowered_mode(&self, literal: &Literal, traced: &Traced) -> Result<Literal, Unfit> {
        let mut lowered = literal.clone();
        Lower { scales: self, places: traced.0.iter() }.literal(&mut lowered)?;
        Ok(lowered)
    }

    /// Ground atoms with all numbers scaled.
    pub fn lowered_atoms(&self, atoms: &Atoms, symbols: &mut Symbols) -> Result<Atoms, Unfit> {
        let mut lowered = Atoms::default();
        let mut known = HashMap::new();
        for group in atoms.groups() {
            let signature = &group.signature;
            let places = self.places(&signature.name, signature.arity);
            let mut row_lowered = Vec::with_capacity(signature.arity);
            for row in group.rows() {
                row_lowered.clear();
                for (&value, &place) in row.iter().zip(&places) {
                    let lowered = self.lowered_value(value, place, symbols, &mut known);
                    row_lowered.push(lowered.map_err(|unfit| unfit.of(&signature.name))?);
                }
                lowered.push(signature, &row_lowered);
            }
        }
        Ok(lowered)
    }

    /// Ground atoms as they were before their numbers were scaled.
    pub fn raised_atoms(&self, atoms: &Atoms, symbols: &mut Symbols) -> Atoms {
        let mut raised = Atoms::default();
        let mut known = HashMap::new();
        for group in atoms.groups() {
            let signature = &group.signature;
            let places = self.places(&signature.name, signature.arity);
            let mut row_raised = Vec::with_capacity(signature.arity);
            for row in group.rows() {
                row_raised.clear();
                let values = row.iter().zip(&places);
                row_raised
                    .extend(values.map(|(&value, &place)| self.raised(value, place, symbols, &mut known)));
                raised.push(signature, &row_raised);
            }
        }
        raised
    }

    /// A value at an argument of a predicate, scaled; that of a type stands at the predicate with its name.
    pub fn lowered_at(
        &self,
        (name, arity, place): (&Name, usize, usize),
        value: Symbol,
        symbols: &mut Symbols,
    ) -> Result<Symbol, Unfit> {
        let place = self.known_argument(name, arity, place);
        self.lowered_value(value, place, symbols, &mut HashMap::new()).map_err(|unfit| unfit.of(name))
    }

    fn places(&self, name: &Name, arity: usize) -> Vec<Option<Node>> {
        (0..arity).map(|place| self.known_argument(name, arity, place)).collect()
    }

    fn scale_of(&self, place: Option<Node>) -> i16 {
        place.map_or(0, |place| self.scale(place))
    }

    fn lowered_value(
        &self,
        value: Symbol,
        place: Option<Node>,
        symbols: &mut Symbols,
        known: &mut HashMap<Symbol, Symbol>,
    ) -> Result<Symbol, Unfit> {
        if let Some(number) = symbols.as_decimal(value) {
            let scale = self.scale_of(place);
            return if scale == 0 && number.scale <= 0 {
                Ok(value)
            } else {
                whole(number, scale).map(|whole| symbols.number(whole))
            };
        }
        if let Some(&known) = known.get(&value) {
            return Ok(known);
        }
        let kind = symbols.kind(value).into_owned();
        let mut all = |name: &Name, args: &[Symbol], symbols: &mut Symbols| {
            let places = self.places(name, args.len()).into_iter();
            args.iter()
                .zip(places)
                .map(|(&arg, place)| self.lowered_value(arg, place, symbols, known))
                .collect::<Result<Box<[Symbol]>, Unfit>>()
        };
        let lowered = match kind {
            SymbolKind::Function { negated, name, args } if !args.is_empty() => {
                let args = all(&name, &args, symbols)?;
                symbols.intern(SymbolKind::Function { negated, name, args })
            }
            SymbolKind::Tuple(args) => {
                let args = all(&Name::default(), &args, symbols)?;
                symbols.intern(SymbolKind::Tuple(args))
            }
            _ => value,
        };
        known.insert(value, lowered);
        Ok(lowered)
    }

    fn raised(
        &self,
        value: Symbol,
        place: Option<Node>,
        symbols: &mut Symbols,
        known: &mut HashMap<Symbol, Symbol>,
    ) -> Symbol {
        if let Some(number) = symbols.as_number(value) {
            let scale = self.scale_of(place);
            let raised = Decimal::new(i64::from(number), scale);
            return if scale == 0 { value } else { symbols.decimal(raised).unwrap_or(value) };
        }
        if let Some(&known) = known.get(&value) {
            return known;
        }
        let kind = symbols.kind(value).into_owned();
        let mut all = |name: &Name, args: &[Symbol], symbols: &mut Symbols| -> Box<[Symbol]> {
            let places = self.places(name, args.len()).into_iter();
            args.iter().zip(places).map(|(&arg, place)| self.raised(arg, place, symbols, known)).collect()
        };
        let raised = match kind {
            SymbolKind::Function { negated, name, args } if !args.is_empty() => {
                let args = all(&name, &args, symbols);
                symbols.intern(SymbolKind::Function { negated, name, args })
            }
            SymbolKind::Tuple(args) => {
                let args = all(&Name::default(), &args, symbols);
                symbols.intern(SymbolKind::Tuple(args))
            }
            _ => value,
        };
        known.insert(value, raised);
        raised
    }
}

/// A number times a power of ten, if that is whole and has 32 bits.
fn whole(number: Decimal, scale: i16) -> Result<i32, Unfit> {
    let scaled = if number.scale > scale { None } else { number.scaled(scale) };
    scaled.and_then(|whole| i32::try_from(whole).ok()).ok_or_else(|| {
        let message = match scale {
            0 => format!("{number} stands where numbers are whole"),
            _ => format!(
                "{number} stands among numbers with {scale} digits behind the point; without the point it has more \
                 than clingo's 32 bits"
            ),
        };
        Unfit { number: Some(number), ..Unfit::new(message, "round the numbers of this kind, or choose a larger unit") }
    })
}

/// Scales the numbers of a statement, in the order in which they were taken in.
struct Lower<'a> {
    scales: &'a Scales,
    places: std::slice::Iter<'a, [Node; 3]>,
}

impl Lower<'_> {
    /// The powers of the number or operator that is left: of the result and both sides.
    fn next(&mut self) -> [i16; 3] {
        self.places.next().map_or([0; 3], |nodes| nodes.map(|node| self.scales.scale(node)))
    }

    fn statement(&mut self, statement: &mut Statement) -> Result<(), Unfit> {
        match &mut statement.kind {
            StatementKind::Rule(rule) | StatementKind::Listed(_, rule) => self.rule(rule),
            StatementKind::Weak { body, weight, priority, terms } => {
                self.term(weight)?;
                priority.iter_mut().chain(terms).try_for_each(|term| self.term(term))?;
                self.body(body)
            }
            StatementKind::Const(_, term) => self.term(term),
            StatementKind::ShowTerm(term, body) => {
                self.term(term)?;
                self.body(body)
            }
            StatementKind::External(atom, body) => {
                self.atom(atom)?;
                self.body(body)
            }
            StatementKind::ListedWeak(_, weak) => self.statement(weak),
            _ => Ok(()),
        }
    }

    fn rule(&mut self, rule: &mut Rule) -> Result<(), Unfit> {
        match &mut rule.head {
            Head::None => {}
            Head::Atom(atom) => self.atom(atom)?,
            Head::Disjunction(elements) => self.conditionals(elements)?,
            Head::Choice { left, elements, right } => {
                left.iter_mut().try_for_each(|(term, _)| self.term(term))?;
                right.iter_mut().try_for_each(|(_, term)| self.term(term))?;
                self.conditionals(elements)?;
            }
        }
        self.body(&mut rule.body)
    }

    fn body(&mut self, body: &mut [BodyElement]) -> Result<(), Unfit> {
        body.iter_mut().try_for_each(|element| match element {
            BodyElement::Literal(literal) => self.literal(literal),
            BodyElement::Conditional(conditional) => self.conditionals(std::slice::from_mut(conditional)),
            BodyElement::Aggregate(_, aggregate) => self.aggregate(aggregate),
        })
    }

    fn conditionals(&mut self, elements: &mut [Conditional]) -> Result<(), Unfit> {
        elements.iter_mut().try_for_each(|element| {
            self.literal(&mut element.literal)?;
            element.condition.iter_mut().try_for_each(|literal| self.literal(literal))
        })
    }

    fn aggregate(&mut self, aggregate: &mut Aggregate) -> Result<(), Unfit> {
        aggregate.left.iter_mut().try_for_each(|(term, _)| self.term(term))?;
        aggregate.right.iter_mut().try_for_each(|(_, term)| self.term(term))?;
        match &mut aggregate.set {
            AggregateSet::Set(elements) => self.conditionals(elements),
            AggregateSet::Function(_, elements) => elements.iter_mut().try_for_each(|(terms, condition)| {
                terms.iter_mut().try_for_each(|term| self.term(term))?;
                condition.iter_mut().try_for_each(|literal| self.literal(literal))
            }),
        }
    }

    fn literal(&mut self, literal: &mut Literal) -> Result<(), Unfit> {
        match &mut literal.kind {
            LiteralKind::Atom(atom) => self.atom(atom),
            LiteralKind::Compare(first, chain) => {
                self.term(first)?;
                chain.iter_mut().try_for_each(|(_, term)| self.term(term))
            }
            LiteralKind::Truth(_) => Ok(()),
        }
    }

    fn atom(&mut self, atom: &mut Atom) -> Result<(), Unfit> {
        atom.args.iter_mut().try_for_each(|term| self.term(term))
    }

    fn term(&mut self, term: &mut Term) -> Result<(), Unfit> {
        match term {
            Term::Number(number) => {
                let scale = self.next()[0];
                *number = whole(Decimal::whole(i64::from(*number)), scale)?;
            }
            Term::Decimal(number) => {
                let scale = self.next()[0];
                *term = Term::Number(whole(*number, scale)?);
            }
            // What a mode says of types has no numbers, and is not walked through.
            Term::Function(_, args) | Term::Tuple(args) | Term::Pool(args) | Term::Arguments(args) => {
                args.iter_mut().try_for_each(|term| self.term(term))?;
            }
            Term::Unary(op, inner) => {
                self.term(inner)?;
                if *op == UnaryOp::Complement && self.next()[0] > 0 {
                    return Err(no_operation("~"));
                }
            }
            Term::Interval(ends) => {
                let written = (**ends).clone();
                self.term(&mut ends.0)?;
                self.term(&mut ends.1)?;
                let scale = self.next()[0];
                if scale > 0 {
                    *term = values(&written, scale)?;
                }
            }
            Term::Binary(op, sides) => {
                let op = *op;
                self.term(&mut sides.0)?;
                self.term(&mut sides.1)?;
                let [result, left, right] = self.next();
                match op {
                    BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Modulo => {}
                    BinaryOp::Multiply => multiplied(term, result - left - right)?,
                    _ if result.max(left).max(right) > 0 => return Err(no_operation(&op.to_string())),
                    _ => {}
                }
            }
            Term::Variable(_) | Term::Anonymous | Term::Text(_) | Term::Infimum | Term::Supremum => {}
        }
        Ok(())
    }
}

/// A product of scaled numbers times what its class has more.
fn multiplied(product: &mut Term, power: i16) -> Result<(), Unfit> {
    if power <= 0 {
        return Ok(());
    }
    let factor = whole(Decimal::whole(1), power)?;
    let inner = std::mem::replace(product, Term::Anonymous);
    *product = Term::Binary(BinaryOp::Multiply, Box::new((inner, Term::Number(factor))));
    Ok(())
}

/// The whole numbers of a range, scaled one by one: a range of scaled numbers would have more.
fn values(ends: &(Term, Term), scale: i16) -> Result<Term, Unfit> {
    let help = "list the values, such as (1;2;3), or keep the range in a predicate of its own";
    let number = |term: &Term| match term {
        Term::Number(number) => Ok(i64::from(*number)),
        term => {
            let message =
                format!("the range ends at {term}, among decimals: there its ends are whole numbers");
            Err(Unfit::new(message, help))
        }
    };
    let (low, high) = (number(&ends.0)?, number(&ends.1)?);
    if high - low >= MOST_VALUES {
        let message =
            format!("the range {low}..{high} stands among decimals and has more than {MOST_VALUES} values");
        return Err(Unfit::new(message, help));
    }
    let all = (low..=high).map(|value| whole(Decimal::whole(value), scale).map(Term::Number));
    let mut all = all.collect::<Result<Vec<Term>, Unfit>>()?;
    Ok(match all.len() {
        // A range without values.
        0 => Term::Interval(Box::new((Term::Number(1), Term::Number(0)))),
        1 => all.remove(0),
        _ => Term::Pool(all),
    })
}

fn no_operation(op: &str) -> Unfit {
    let message = format!("`{op}` is not computed for decimals: its result need not have a last digit");
    Unfit::new(message, "multiply instead, such as by 0.5, or list the results as facts")
}
