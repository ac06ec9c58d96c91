//! Knowledge graphs: triples of head, relation and tail, from TSV and N-Triples. A relation is a predicate of two
//! arguments, and what `rdf:type` says one of one argument. Beside the path of databases: triples → task.
//!
//! What a graph does not say counts as false. Where all pairs of entities are too many, some are drawn for each that is
//! said, with another head or another tail; the same ones in each run.

use super::{
    number::{Decimal, Scaling, date_of, day},
    vocabulary::mangled,
};
use crate::{
    codes,
    error::Result,
    task::{
        Example, Task,
        read::{self, Reading},
    },
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};
use xfold_asp::{
    diagnostic::{Diagnostic, did_you_mean},
    span::Span,
    symbols::{Atoms, Signature, Symbol, SymbolKind, Symbols},
};

/// Up to so many pairs of entities, every pair that is not said counts as false.
const MOST_PAIRS: usize = 1_000_000;
/// Pairs that are drawn for each that is said, with another head, and as many with another tail.
const DRAWN: usize = 5;
/// What has more different values is not described by them.
const MOST_VALUES: usize = 64;
/// The type of everything that a graph speaks of.
const ENTITY: &str = "entity";
/// What says that something is of a class.
const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// A graph.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    name: String,
    /// The relations, by the names that the file has, with their pairs.
    relations: BTreeMap<String, Vec<(String, Node)>>,
    /// What is worth knowing of how it was read.
    pub notes: Vec<Diagnostic>,
    is_rdf: bool,
}

/// What a triple may end with.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Entity(String),
    Number(String),
    Date(i32),
    Boolean(bool),
    Text(String),
}

/// Whether a file has N-Triples by its name.
pub fn is_n_triples(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "nt")
}

impl Graph {
    /// Reads a file, by its name as N-Triples or as a text of three columns.
    pub fn open(path: &Path) -> Result<Self> {
        let text = read::file_text(path, "give triples: a .nt file, or a .tsv file of three columns")?;
        Self::of_text(&path.display().to_string(), &text, is_n_triples(path))
    }

    /// Reads a text.
    pub fn of_text(name: &str, text: &str, is_rdf: bool) -> Result<Self> {
        let mut graph = Self { name: name.to_string(), is_rdf, ..Self::default() };
        for (number, line) in text.lines().enumerate() {
            let read = if is_rdf { n_triple(line) } else { row(line, number == 0) };
            let triple = read.map_err(|Wrong { column, what }| {
                let message = format!("{name}:{}:{column}: {what}", number + 1);
                let help = if is_rdf {
                    "a line of N-Triples is `<head> <relation> <tail> .`"
                } else {
                    "a line has three cells with tabs between them: head, relation, tail"
                };
                Diagnostic::error(codes::BAD_TRIPLES, message).help(help)
            })?;
            if let Some((head, relation, tail)) = triple {
                graph.relations.entry(relation).or_default().push((head, tail));
            }
        }
        for pairs in graph.relations.values_mut() {
            pairs.sort();
            pairs.dedup();
        }
        Ok(graph)
    }

    /// How many triples there are.
    pub fn len(&self) -> usize {
        self.relations.values().map(Vec::len).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The task of learning a relation.
    pub fn task(&self, target: &str) -> Result<Task> {
        let names = ShortNames::new(self);
        let known: BTreeMap<&str, &str> = self
            .relations
            .keys()
            .filter(|relation| !self.is_type(relation))
            .map(|relation| (names.relations[relation].as_str(), relation.as_str()))
            .collect();
        let found = known
            .get(target)
            .copied()
            .or_else(|| known.values().copied().find(|relation| *relation == target));
        let Some(relation) = found else {
            let help = match did_you_mean(target, known.keys().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "the relations are {}",
                    known.keys().take(30).copied().collect::<Vec<_>>().join(", ")
                ),
            };
            let message = format!("{} has no relation `{target}`", self.name);
            return Err(Diagnostic::error(codes::NO_RELATION, message).help(help).into());
        };
        let reading = Reading { background_only: true, ..Reading::default() };
        let mut task =
            read::text_as(&format!("modes of {}", self.name), &self.modes(relation, &names), &reading)
                .map_err(|unreadable| crate::Error::Diagnostics(unreadable.diagnostics))?;
        let mut symbols = std::mem::take(&mut task.symbols);
        let mut facts = Atoms::default();
        let latest = self.latest();
        for (of, pairs) in &self.relations {
            if of == relation {
                continue;
            }
            let scaling = scaling(pairs);
            for (head, tail) in pairs {
                let head = names.entity(head, &mut symbols);
                if self.is_type(of) {
                    let class = names.class(tail);
                    class.into_iter().for_each(|class| facts.push(&Signature::new(class, 1), &[head]));
                    continue;
                }
                let tail = names.node(tail, scaling, latest, &mut symbols);
                let signature = Signature::new(names.relations[of].as_str(), 2);
                tail.into_iter().for_each(|tail| facts.push(&signature, &[head, tail]));
            }
        }
        let entity = Signature::new(ENTITY, 1);
        for name in self.entities() {
            let symbol = names.entity(name, &mut symbols);
            facts.push(&entity, &[symbol]);
        }
        let example = self.example(relation, &names, &mut symbols, &mut task.notes)?;
        task.examples = vec![example];
        task.symbols = symbols;
        task.background.facts = Arc::new(facts);
        task.notes.extend(self.notes.iter().chain(&names.notes).cloned());
        Ok(task)
    }

    /// What rules may be made of: relations between entities with variables, what only describes entities with constants
    /// or thresholds. The relation may be recursive.
    fn modes(&self, target: &str, names: &ShortNames) -> String {
        let entity = format!("var({ENTITY})");
        let head = &names.relations[target];
        let mut text = format!("#modeh({head}({entity},{entity})).\n");
        let heads: FxHashSet<&str> =
            self.relations.values().flatten().map(|(head, _)| head.as_str()).collect();
        for (relation, pairs) in &self.relations {
            if self.is_type(relation) {
                let classes: BTreeSet<String> =
                    pairs.iter().filter_map(|(_, tail)| names.class(tail)).collect();
                text.extend(classes.iter().map(|class| format!("#modeb({class}({entity})).\n")));
                continue;
            }
            let name = &names.relations[relation];
            let tails: BTreeSet<&Node> = pairs.iter().map(|(_, tail)| tail).collect();
            let is_value =
                |tail: &&Node| !matches!(tail, Node::Entity(tail) if heads.contains(tail.as_str()));
            let is_number = |tail: &&Node| matches!(tail, Node::Number(_) | Node::Date(_));
            let place = if relation == target {
                entity.clone()
            } else if tails.iter().all(is_number) {
                format!("num({name})")
            } else if tails.len() <= MOST_VALUES
                && tails.len() * 2 <= pairs.len()
                && tails.iter().all(is_value)
            {
                format!("const({name})")
            } else if tails.iter().any(|tail| matches!(tail, Node::Entity(_))) {
                entity.clone()
            } else {
                continue;
            };
            text += &format!("#modeb({name}({entity},{place})).\n");
        }
        text
    }

    /// What is scaled or counted, as comments, for the relations that are mentioned.
    pub fn legend(&self, is_mentioned: impl Fn(&Signature) -> bool) -> String {
        let names = ShortNames::new(self);
        let mut text = String::new();
        for (relation, pairs) in &self.relations {
            let name = &names.relations[relation];
            let scaling = scaling(pairs);
            if !is_mentioned(&Signature::new(name.as_str(), 2)) {
                continue;
            }
            if scaling != Scaling::default() {
                text += &format!("% {name}(X,N): N is the number {}\n", scaling.in_words());
            }
            if pairs.iter().any(|(_, tail)| matches!(tail, Node::Date(_))) {
                text += &format!("% {name}(X,N): N is days from the date to {}\n", date_of(self.latest()));
            }
        }
        text
    }

    fn is_type(&self, relation: &str) -> bool {
        relation == TYPE || relation == "rdf:type"
    }

    fn latest(&self) -> i32 {
        let days = self.relations.values().flatten().filter_map(|(_, tail)| match tail {
            Node::Date(day) => Some(*day),
            _ => None,
        });
        days.max().unwrap_or(0)
    }

    fn example(
        &self,
        relation: &str,
        names: &ShortNames,
        symbols: &mut Symbols,
        notes: &mut Vec<Diagnostic>,
    ) -> Result<Example> {
        let said: Vec<(&str, &str)> = self.relations[relation]
            .iter()
            .filter_map(|(head, tail)| match tail {
                Node::Entity(tail) => Some((head.as_str(), tail.as_str())),
                _ => None,
            })
            .collect();
        if said.is_empty() {
            let message = format!("{}: `{relation}` never leads from one entity to another", self.name);
            return Err(Diagnostic::error(codes::NO_RELATION, message)
                .help("rules are learned for relations between entities; name another one")
                .into());
        }
        let signature = Signature::new(names.relations[relation].as_str(), 2);
        let (mut inclusions, mut exclusions) = (Atoms::default(), Atoms::default());
        let pair = |(head, tail): (&str, &str), atoms: &mut Atoms, symbols: &mut Symbols| {
            let args = [head, tail].map(|entity| names.entity(entity, symbols));
            atoms.push(&signature, &args);
        };
        said.iter().for_each(|&said| pair(said, &mut inclusions, symbols));
        let n_entities = self.entities().len();
        if n_entities.saturating_mul(n_entities) > MOST_PAIRS {
            let drawn = draw(&said);
            drawn.iter().for_each(|&drawn| pair(drawn, &mut exclusions, symbols));
            let message = format!(
                "closed world, in part: {} pairs that the graph does not say were drawn as false, since {n_entities} entities have too many pairs",
                drawn.len()
            );
            notes.push(Diagnostic::note(codes::GRAPH, message));
        }
        let (name, context, span) = ("p1".to_string(), Vec::new(), Span::default());
        Ok(Example { name, positive: true, penalty: None, inclusions, exclusions, context, span })
    }

    /// Everything that a triple begins with, and what it leads to but for classes and mere values.
    fn entities(&self) -> BTreeSet<&str> {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for (relation, pairs) in &self.relations {
            for (head, tail) in pairs {
                seen.insert(head);
                match tail {
                    Node::Entity(tail) if !self.is_type(relation) => seen.insert(tail),
                    _ => false,
                };
            }
        }
        seen
    }
}

fn scaling(pairs: &[(String, Node)]) -> Scaling {
    let numbers: Vec<Decimal> = pairs
        .iter()
        .filter_map(|(_, tail)| match tail {
            Node::Number(number) => Decimal::parse(number),
            _ => None,
        })
        .collect();
    Scaling::of(numbers.into_iter())
}

/// For each pair that is said some that are not, with another head or tail that the relation has elsewhere.
fn draw<'g>(said: &[(&'g str, &'g str)]) -> Vec<(&'g str, &'g str)> {
    let known: FxHashSet<(&str, &str)> = said.iter().copied().collect();
    let different = |mut all: Vec<&'g str>| {
        all.sort_unstable();
        all.dedup();
        all
    };
    let heads = different(said.iter().map(|pair| pair.0).collect());
    let tails = different(said.iter().map(|pair| pair.1).collect());
    let mut drawn = Vec::new();
    let mut seen = FxHashSet::default();
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = |bound: usize| {
        // SplitMix64, so that the same graph gives the same task on every machine.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        ((u128::from(bits) * bound as u128) >> 64) as usize
    };
    for &(head, tail) in said {
        for number in 0..2 * DRAWN {
            let pair = if number % 2 == 0 {
                (heads[next(heads.len())], tail)
            } else {
                (head, tails[next(tails.len())])
            };
            if !known.contains(&pair) && seen.insert(pair) {
                drawn.push(pair);
            }
        }
    }
    drawn
}

/// Names as rules have them: without what all names of a kind share.
struct ShortNames {
    entities: FxHashMap<String, String>,
    relations: FxHashMap<String, String>,
    notes: Vec<Diagnostic>,
}

impl ShortNames {
    fn new(graph: &Graph) -> Self {
        let mut entities: Vec<&str> = Vec::new();
        for (head, tail) in graph.relations.values().flatten() {
            entities.push(head);
            if let Node::Entity(tail) = tail {
                entities.push(tail);
            }
        }
        entities.sort_unstable();
        entities.dedup();
        let relations: Vec<&str> = graph.relations.keys().map(String::as_str).collect();
        if !graph.is_rdf {
            let same =
                |names: &[&str]| names.iter().map(|name| (name.to_string(), name.to_string())).collect();
            let relations = unique(relations.iter().map(|name| (name.to_string(), mangled(name))));
            return Self { entities: same(&entities), relations, notes: Vec::new() };
        }
        let mut spaces: BTreeMap<&str, usize> = BTreeMap::new();
        for name in entities.iter().chain(&relations) {
            *spaces.entry(split(name).0).or_default() += 1;
        }
        let prefixes: BTreeMap<&str, String> =
            spaces.keys().enumerate().map(|(number, space)| (*space, prefix(space, number + 1))).collect();
        let short = |names: &[&str]| -> FxHashMap<String, String> {
            let mut n_of_local: FxHashMap<&str, usize> = FxHashMap::default();
            names.iter().for_each(|name| *n_of_local.entry(split(name).1).or_default() += 1);
            let shorten = |name: &&str| {
                let (space, local) = split(name);
                let is_clear = n_of_local[local] == 1;
                let short = if is_clear { local.to_string() } else { format!("{}:{local}", prefixes[space]) };
                (name.to_string(), short)
            };
            names.iter().map(shorten).collect()
        };
        let mut of_relations: Vec<(String, String)> = short(&relations).into_iter().collect();
        of_relations.sort();
        let relations = unique(of_relations.into_iter().map(|(name, short)| (name, mangled(&short))));
        let shown: Vec<String> =
            prefixes.iter().map(|(space, prefix)| format!("{prefix}: {space}")).collect();
        let more = if shown.len() > MOST_SHOWN {
            format!("; and {} more", shown.len() - MOST_SHOWN)
        } else {
            String::new()
        };
        let message = format!(
            "names are shortened; where two would be the same, a prefix stays: {}{more}",
            shown.iter().take(MOST_SHOWN).cloned().collect::<Vec<_>>().join("; ")
        );
        Self { entities: short(&entities), relations, notes: vec![Diagnostic::note(codes::GRAPH, message)] }
    }

    fn entity(&self, name: &str, symbols: &mut Symbols) -> Symbol {
        let short = self.entities.get(name).map_or(name, String::as_str);
        let is_constant = short.starts_with(|first: char| first.is_ascii_lowercase())
            && short.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
            && short != "not";
        if is_constant { symbols.constant(short) } else { symbols.intern(SymbolKind::Text(short.into())) }
    }

    /// The predicate of a class.
    fn class(&self, class: &Node) -> Option<String> {
        let Node::Entity(class) = class else { return None };
        let name = mangled(self.entities.get(class).map_or(class, String::as_str));
        // The type of all entities is no class.
        Some(if name == ENTITY { format!("class_{name}") } else { name })
    }

    fn node(&self, node: &Node, scaling: Scaling, latest: i32, symbols: &mut Symbols) -> Option<Symbol> {
        Some(match node {
            Node::Entity(name) => self.entity(name, symbols),
            Node::Text(text) => symbols.intern(SymbolKind::Text(text.as_str().into())),
            Node::Boolean(is) => symbols.constant(if *is { "true" } else { "false" }),
            Node::Date(day) => symbols.number(latest - day),
            Node::Number(number) => {
                let whole = Decimal::parse(number)?.scaled(scaling.scale)?;
                symbols.number(i32::try_from(whole).ok()?)
            }
        })
    }
}

/// Name spaces that a message names.
const MOST_SHOWN: usize = 10;

/// The names of predicates, made different where they are not.
fn unique(names: impl Iterator<Item = (String, String)>) -> FxHashMap<String, String> {
    let mut taken = FxHashSet::default();
    names
        .map(|(name, short)| {
            let mut ways =
                std::iter::once(short.clone()).chain((2..).map(|number| format!("{short}_{number}")));
            let free = ways.find(|way| !taken.contains(way)).unwrap_or(short);
            taken.insert(free.clone());
            (name, free)
        })
        .collect()
}

/// Name space and name.
fn split(name: &str) -> (&str, &str) {
    let whole = name.trim_end_matches(['/', '#']);
    match whole.rfind(['#', '/', ':']) {
        Some(at) if at + 1 < whole.len() => (&name[..=at], &name[at + 1..]),
        _ => ("", name),
    }
}

fn prefix(space: &str, number: usize) -> String {
    let known = [
        ("http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf"),
        ("http://www.w3.org/2000/01/rdf-schema#", "rdfs"),
        ("http://www.w3.org/2002/07/owl#", "owl"),
        ("http://xmlns.com/foaf/0.1/", "foaf"),
        ("http://schema.org/", "schema"),
        ("https://schema.org/", "schema"),
        ("_:", "_"),
    ];
    let found = known.iter().find(|(known, _)| *known == space);
    found.map_or_else(|| format!("ns{number}"), |(_, prefix)| (*prefix).to_string())
}

/// What is wrong with a line, and where.
struct Wrong {
    column: usize,
    what: String,
}

type Triple = (String, String, Node);

/// A line of three cells. A line of names may come first.
fn row(line: &str, is_first: bool) -> std::result::Result<Option<Triple>, Wrong> {
    let line = line.trim_end_matches('\r');
    if line.trim().is_empty() {
        return Ok(None);
    }
    let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
    let &[head, relation, tail] = &cells[..] else {
        let what = format!("expected three cells, found {}", cells.len());
        return Err(Wrong { column: 1, what });
    };
    if let Some(empty) = cells.iter().position(|cell| cell.is_empty()) {
        return Err(Wrong { column: 1, what: format!("cell {} is empty", empty + 1) });
    }
    let names = ["relation", "predicate", "rel", "p"];
    if is_first && names.contains(&relation.to_lowercase().as_str()) {
        return Ok(None);
    }
    let tail = match Decimal::parse(tail) {
        Some(_) => Node::Number(tail.to_string()),
        None => Node::Entity(tail.to_string()),
    };
    Ok(Some((head.to_string(), relation.to_string(), tail)))
}

/// A line of N-Triples; none if it is empty or a comment.
fn n_triple(line: &str) -> std::result::Result<Option<Triple>, Wrong> {
    let mut reader = Line { line, at: 0 };
    reader.skip();
    if reader.rest().is_empty() || reader.rest().starts_with('#') {
        return Ok(None);
    }
    let head = reader.entity("a head: <address> or _:name")?;
    reader.skip();
    let relation = reader.address().ok_or_else(|| reader.wrong("expected a relation: <address>"))?;
    reader.skip();
    let tail = if reader.rest().starts_with('"') {
        reader.literal()?
    } else {
        Node::Entity(reader.entity("a tail: <address>, _:name or \"text\"")?)
    };
    reader.skip();
    if !reader.take('.') {
        return Err(reader.wrong("expected `.` at the end of the triple"));
    }
    reader.skip();
    if !(reader.rest().is_empty() || reader.rest().starts_with('#')) {
        return Err(reader.wrong("expected the end of the line"));
    }
    Ok(Some((head, relation, tail)))
}

struct Line<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Line<'a> {
    fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    fn skip(&mut self) {
        self.at = self.line.len() - self.rest().trim_start().len();
    }

    fn take(&mut self, sign: char) -> bool {
        let is_there = self.rest().starts_with(sign);
        if is_there {
            self.at += sign.len_utf8();
        }
        is_there
    }

    fn wrong(&self, what: &str) -> Wrong {
        Wrong { column: self.line[..self.at].chars().count() + 1, what: what.to_string() }
    }

    /// `<address>`, with its escapes read.
    fn address(&mut self) -> Option<String> {
        let inner = self.rest().strip_prefix('<')?;
        let end = inner.find('>')?;
        let address = &inner[..end];
        if address.is_empty()
            || address.contains(|sign: char| sign.is_whitespace() || "<\"{}|^`".contains(sign))
        {
            return None;
        }
        self.at += end + 2;
        unescaped(address)
    }

    fn entity(&mut self, what: &str) -> std::result::Result<String, Wrong> {
        if let Some(blank) = self.rest().strip_prefix("_:") {
            let end = blank.find(|sign: char| sign.is_whitespace()).unwrap_or(blank.len());
            let name = blank[..end].trim_end_matches('.');
            if name.is_empty() {
                return Err(self.wrong("expected a name behind `_:`"));
            }
            self.at += 2 + name.len();
            return Ok(format!("_:{name}"));
        }
        self.address().ok_or_else(|| self.wrong(&format!("expected {what}")))
    }

    /// `"text"`, `"text"@en`, `"5"^^<type>`
    fn literal(&mut self) -> std::result::Result<Node, Wrong> {
        let inner = &self.rest()[1..];
        let mut is_escaped = false;
        let end = inner.find(|sign: char| {
            let is_end = sign == '"' && !is_escaped;
            is_escaped = sign == '\\' && !is_escaped;
            is_end
        });
        let Some(end) = end else { return Err(self.wrong("this text has no end")) };
        let Some(text) = unescaped(&inner[..end]) else {
            return Err(self.wrong("this text has an unknown escape"));
        };
        self.at += end + 2;
        if self.take('@') {
            let n = self
                .rest()
                .find(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '-'))
                .unwrap_or(self.rest().len());
            if n == 0 {
                return Err(self.wrong("expected a language behind `@`"));
            }
            self.at += n;
            return Ok(Node::Text(text));
        }
        if !self.rest().starts_with("^^") {
            return Ok(Node::Text(text));
        }
        self.at += 2;
        let of_type = self.address().ok_or_else(|| self.wrong("expected a type behind `^^`"))?;
        let Some(kind) = of_type.strip_prefix("http://www.w3.org/2001/XMLSchema#") else {
            return Ok(Node::Text(text));
        };
        let bad = || Err(self.wrong(&format!("`{text}` is no {kind}")));
        match kind {
            "boolean" => match text.as_str() {
                "true" | "1" => Ok(Node::Boolean(true)),
                "false" | "0" => Ok(Node::Boolean(false)),
                _ => bad(),
            },
            "date" | "dateTime" => day(&text).map_or_else(bad, |day| Ok(Node::Date(day))),
            "integer" | "int" | "long" | "short" | "byte" | "decimal" | "double" | "float"
            | "nonNegativeInteger" | "positiveInteger" | "unsignedInt" | "gYear" => {
                if Decimal::parse(&text).is_some() { Ok(Node::Number(text)) } else { bad() }
            }
            _ => Ok(Node::Text(text)),
        }
    }
}

/// A text without the escapes of N-Triples; none if one is not known.
fn unescaped(text: &str) -> Option<String> {
    if !text.contains('\\') {
        return Some(text.to_string());
    }
    let mut found = String::with_capacity(text.len());
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        if sign != '\\' {
            found.push(sign);
            continue;
        }
        let n_digits = match signs.next()? {
            't' => {
                found.push('\t');
                continue;
            }
            'b' => {
                found.push('\u{8}');
                continue;
            }
            'n' => {
                found.push('\n');
                continue;
            }
            'r' => {
                found.push('\r');
                continue;
            }
            'f' => {
                found.push('\u{c}');
                continue;
            }
            plain @ ('"' | '\'' | '\\') => {
                found.push(plain);
                continue;
            }
            'u' => 4,
            'U' => 8,
            _ => return None,
        };
        let digits: String = signs.by_ref().take(n_digits).collect();
        let is_whole = digits.len() == n_digits;
        let code = u32::from_str_radix(&digits, 16).ok().filter(|_| is_whole)?;
        found.push(char::from_u32(code)?);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> std::result::Result<Graph, String> {
        Graph::of_text("kg.nt", text, true)
            .map_err(|error| error.into_diagnostics().iter().map(|error| error.message.clone()).collect())
    }

    #[test]
    fn n_triples_are_read_strictly() {
        let good = "# a comment\n<a:x> <a:p> <a:y> .\n_:b <a:p> \"caf\\u00e9\"@fr . # more\n\
                    <a:x> <a:q> \"1.50\"^^<http://www.w3.org/2001/XMLSchema#decimal> .\n\n";
        assert_eq!(read(good).map(|graph| graph.len()), Ok(3));
        for (line, what) in [
            ("<a:x> <a:p> <a:y>", "kg.nt:1:18: expected `.` at the end of the triple"),
            ("<a:x> \"p\" <a:y> .", "kg.nt:1:7: expected a relation: <address>"),
            ("a:x <a:p> <a:y> .", "kg.nt:1:1: expected a head: <address> or _:name"),
            ("<a:x> <a:p> \"open .", "kg.nt:1:13: this text has no end"),
            ("<a:x> <a:p> <a:y> . x", "kg.nt:1:21: expected the end of the line"),
        ] {
            assert_eq!(read(line).err().as_deref(), Some(what));
        }
    }

    #[test]
    fn names_are_shortened_where_they_stay_different() {
        let graph = read("<a:x#one> <a:p> <b:x#one> .\n<a:x#two> <a:p> <a:x#one> .\n").expect("it is right");
        let names = ShortNames::new(&graph);
        let shown: BTreeSet<&str> = names.entities.values().map(String::as_str).collect();
        assert_eq!(shown.into_iter().collect::<Vec<_>>(), ["ns2:one", "ns3:one", "two"]);
    }
}
