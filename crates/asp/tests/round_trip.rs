//! Property tests: random trees are printed and read as the same trees; random and damaged texts never panic.

use proptest::{collection::vec, option, prelude::*, test_runner::Config};
use xfold_asp::{
    Aggregate, AggregateFunction, AggregateSet, Atom, BinaryOp, BodyElement, CompareOp, Conditional, Decimal,
    Example, ExampleAtom, Head, Literal, LiteralKind, Mode, ModeKind, Name, Ordering, Rule, Sign, Signature,
    SourceMap, Span, Statement, StatementKind, Symbols, Term, UnaryOp, fuzz::round_trip, ground_atom,
    is_ground, parse_program, parse_rules,
};

fn config(cases: u32) -> Config {
    // The same cases in every run; failures are printed, not stored.
    Config {
        cases,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(7),
        ..Config::default()
    }
}

fn name() -> impl Strategy<Value = Name> + Clone {
    "_?[a-z][a-zA-Z0-9_']{0,3}".prop_filter("no keyword", |name| name != "not").prop_map(Name::from)
}

fn variable() -> impl Strategy<Value = Name> + Clone {
    "_?[A-Z][a-z0-9_]{0,2}".prop_map(Name::from)
}

fn number() -> impl Strategy<Value = i32> + Clone {
    prop_oneof![3 => -3..12i32, 1 => any::<i32>(), 1 => prop_oneof![Just(i32::MIN), Just(i32::MAX)]]
}

/// A number with a fraction.
fn decimal() -> impl Strategy<Value = Decimal> + Clone {
    let parts = (-30_000..30_000i64, 1..7i16).prop_filter("a fraction", |(digits, _)| digits % 10 != 0);
    parts.prop_map(|(digits, scale)| Decimal::new(digits, scale))
}

fn term() -> impl Strategy<Value = Term> + Clone {
    let leaf = prop_oneof![
        variable().prop_map(Term::Variable),
        Just(Term::Anonymous),
        number().prop_map(Term::Number),
        decimal().prop_map(Term::Decimal),
        "[a \\\\\"'\n%é.]{0,4}".prop_map(|text| Term::Text(text.into())),
        Just(Term::Infimum),
        Just(Term::Supremum),
        name().prop_map(|name| Term::Function(name, Vec::new())),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let binary = prop::sample::select(vec![
            BinaryOp::Add,
            BinaryOp::Subtract,
            BinaryOp::Multiply,
            BinaryOp::Divide,
            BinaryOp::Modulo,
            BinaryOp::Power,
            BinaryOp::And,
            BinaryOp::Or,
            BinaryOp::Xor,
        ]);
        let unary = prop::sample::select(vec![UnaryOp::Minus, UnaryOp::Complement, UnaryOp::Absolute]);
        prop_oneof![
            3 => (name(), arguments(inner.clone())).prop_map(|(name, args)| Term::Function(name, args)),
            1 => vec(inner.clone(), 0..3).prop_map(Term::Tuple),
            1 => vec(inner.clone(), 2..4).prop_map(Term::Pool),
            1 => (inner.clone(), inner.clone()).prop_map(|sides| Term::Interval(Box::new(sides))),
            2 => (unary, inner.clone()).prop_map(|(op, term)| Term::Unary(op, Box::new(term))),
            3 => (binary, inner.clone(), inner).prop_map(|(op, a, b)| Term::Binary(op, Box::new((a, b)))),
        ]
    })
}

/// Arguments of a function, at times as a pool of lists.
fn arguments(inner: impl Strategy<Value = Term> + Clone) -> impl Strategy<Value = Vec<Term>> {
    let alternative = prop_oneof![
        inner.clone(),
        vec(inner.clone(), 2..4).prop_map(Term::Arguments),
        Just(Term::Arguments(Vec::new())),
    ];
    prop_oneof![
        5 => vec(inner, 0..3),
        1 => vec(alternative, 2..4).prop_map(|alternatives| vec![Term::Pool(alternatives)]),
    ]
}

fn atom() -> impl Strategy<Value = Atom> {
    (any::<bool>(), name(), arguments(term())).prop_map(|(negated, name, args)| Atom {
        negated,
        name,
        args,
        span: Span::default(),
    })
}

fn ground() -> impl Strategy<Value = Atom> {
    atom().prop_filter_map("ground atoms only", |mut atom| {
        atom.args.retain(is_ground);
        Some(atom)
    })
}

fn compare() -> impl Strategy<Value = CompareOp> {
    prop::sample::select(vec![
        CompareOp::Equal,
        CompareOp::NotEqual,
        CompareOp::Less,
        CompareOp::LessEqual,
        CompareOp::Greater,
        CompareOp::GreaterEqual,
    ])
}

fn sign() -> impl Strategy<Value = Sign> {
    prop::sample::select(vec![Sign::None, Sign::None, Sign::Not, Sign::NotNot])
}

fn positive(atom: Atom) -> Literal {
    Literal { sign: Sign::None, kind: LiteralKind::Atom(atom), span: Span::default() }
}

fn literal() -> impl Strategy<Value = Literal> {
    let kind = prop_oneof![
        4 => atom().prop_map(LiteralKind::Atom),
        2 => (term(), vec((compare(), term()), 1..3)).prop_map(|(first, chain)| LiteralKind::Compare(first, chain)),
        1 => any::<bool>().prop_map(LiteralKind::Truth),
    ];
    (sign(), kind).prop_map(|(sign, kind)| Literal { sign, kind, span: Span::default() })
}

fn conditional(literal: impl Strategy<Value = Literal>) -> impl Strategy<Value = Conditional> {
    (literal, vec(self::literal(), 0..2)).prop_map(|(literal, condition)| Conditional { literal, condition })
}

fn aggregate() -> impl Strategy<Value = Aggregate> {
    let function = prop::sample::select(vec![
        AggregateFunction::Count,
        AggregateFunction::Sum,
        AggregateFunction::SumPlus,
        AggregateFunction::Min,
        AggregateFunction::Max,
    ]);
    let set = prop_oneof![
        vec(conditional(literal()), 0..3).prop_map(AggregateSet::Set),
        (function, vec((vec(term(), 0..3), vec(literal(), 0..2)), 0..3))
            .prop_map(|(function, elements)| AggregateSet::Function(function, elements)),
    ];
    (option::of((term(), compare())), set, option::of((compare(), term())))
        .prop_map(|(left, set, right)| Aggregate { left, set, right })
}

fn body() -> impl Strategy<Value = Vec<BodyElement>> {
    let element = prop_oneof![
        3 => literal().prop_map(BodyElement::Literal),
        1 => (literal(), vec(literal(), 1..3))
            .prop_map(|(literal, condition)| BodyElement::Conditional(Conditional { literal, condition })),
        1 => (sign(), aggregate()).prop_map(|(sign, aggregate)| BodyElement::Aggregate(sign, aggregate)),
    ];
    vec(element, 0..4)
}

fn head() -> impl Strategy<Value = Head> {
    let choice = (
        option::of((term(), compare())),
        vec(conditional(atom().prop_map(positive)), 0..3),
        option::of((compare(), term())),
    );
    prop_oneof![
        Just(Head::None),
        atom().prop_map(Head::Atom),
        vec(conditional(literal()), 2..4).prop_map(Head::Disjunction),
        choice.prop_map(|(left, elements, right)| Head::Choice { left, elements, right }),
    ]
}

fn rule() -> impl Strategy<Value = Rule> {
    (head(), body()).prop_map(|(head, body)| Rule { head, body, span: Span::default() })
}

fn weak() -> impl Strategy<Value = StatementKind> {
    (body(), term(), option::of(term()), vec(term(), 0..3))
        .prop_map(|(body, weight, priority, terms)| StatementKind::Weak { body, weight, priority, terms })
}

fn placed(kind: StatementKind) -> Statement {
    Statement { kind, span: Span::default() }
}

fn signature() -> impl Strategy<Value = Signature> {
    (name(), 0..4usize, any::<bool>()).prop_map(|(name, arity, negated)| Signature { name, arity, negated })
}

fn example() -> impl Strategy<Value = Example> {
    let id = option::of(term().prop_filter("ground", is_ground));
    let set = || vec((any::<bool>(), ground()).prop_map(|(not, atom)| ExampleAtom { not, atom }), 0..3);
    let context = vec(rule().prop_map(|rule| placed(StatementKind::Rule(rule))), 0..3);
    (any::<bool>(), id, option::of(0..i64::MAX), set(), set(), context).prop_map(
        |(positive, id, penalty, inclusions, exclusions, context)| Example {
            positive,
            id,
            penalty,
            inclusions,
            exclusions,
            context,
            span: Span::default(),
        },
    )
}

fn mode() -> impl Strategy<Value = Mode> {
    let kind = prop::sample::select(vec![
        ModeKind::Head,
        ModeKind::ChoiceHead,
        ModeKind::Body,
        ModeKind::Condition,
        ModeKind::Optimisation,
        ModeKind::Meta,
    ]);
    (kind, option::of(any::<u32>()), literal(), vec(name(), 0..3))
        .prop_map(|(kind, recall, schema, options)| Mode { kind, recall, schema, options })
}

fn ordering() -> impl Strategy<Value = Ordering> {
    let ground = || term().prop_filter("ground", is_ground);
    (any::<bool>(), ground(), option::of(0..i64::MAX), ground(), ground(), compare(), any::<bool>()).prop_map(
        |(brave, id, penalty, first, second, op, named)| Ordering {
            brave,
            id: (named || penalty.is_some()).then_some(id),
            penalty,
            examples: Box::new((first, second)),
            op,
        },
    )
}

fn statement() -> impl Strategy<Value = Statement> {
    let text = || "[a-z.:\\- \\\\\"\n]{0,8}".prop_map(Name::from);
    prop_oneof![
        8 => rule().prop_map(StatementKind::Rule),
        2 => weak(),
        1 => (name(), term()).prop_map(|(name, term)| StatementKind::Const(name, term)),
        1 => option::of(signature()).prop_map(StatementKind::ShowSignature),
        1 => (term(), body()).prop_map(|(term, body)| StatementKind::ShowTerm(term, body)),
        1 => signature().prop_map(StatementKind::Defined),
        1 => text().prop_map(StatementKind::Include),
        1 => (atom(), body()).prop_map(|(atom, body)| StatementKind::External(atom, body)),
        4 => example().prop_map(StatementKind::Example),
        1 => example().prop_map(|example| StatementKind::Predict(Example { positive: true, ..example })),
        3 => mode().prop_map(StatementKind::Mode),
        1 => (name(), term()).prop_map(|(name, term)| StatementKind::Constant(name, term)),
        1 => (0..i64::MAX).prop_map(|value| StatementKind::Setting("maxv".into(), vec![value])),
        1 => Just(StatementKind::Setting("ground_without_replacement".into(), Vec::new())),
        1 => term().prop_map(StatementKind::Weight),
        1 => (any::<bool>(), text()).prop_map(|(is_final, text)| StatementKind::Bias { is_final, text }),
        1 => (0..i64::MAX, rule()).prop_map(|(cost, rule)| StatementKind::Listed(cost, rule)),
        1 => (0..i64::MAX, weak()).prop_map(|(cost, weak)| StatementKind::ListedWeak(cost, Box::new(placed(weak)))),
        1 => signature().prop_map(StatementKind::ClosedWorld),
        1 => ordering().prop_map(StatementKind::Ordering),
        1 => (name(), signature()).prop_map(|(name, signature)| StatementKind::Predicate(name, signature)),
    ]
    .prop_map(placed)
}

/// A task text with all kinds of statements, to be damaged.
const TASK: &str = r#"
% comment %* not a block
#const n = 4. p(n). cell(1..n,X+1) :- r(X;"s \"t\"",(a,)), not -q(_), X != |2-3|**2 \ 5.
1 { in(X) : v(X), not w(X) ; out } 3 :- #sum { W,X : p(X,W) ; 2 } > 3, a : b, c; d.
a ; b | c : d :- 1 < X <= 5. :~ p(X). [X@2, f(X)] #minimize { 1@2,X : p(X) ; 3 }.
#show p/1. #show f(X) : p(X). #external e(X) : v(X). #include "x.lp". #defined -p/2.
#pos(eg(3)@2, {a, not b(1)}, {c("x")}, { d. e :- f. { g; h }. }). #neg({}, {a}).
#modeh(1, p(var(t), const(c)), (positive)). #modeb(var(n) = var(n)+num(k)). #constant(c, -3). #maxv(3).
2 ~ p(X) :- q(X). 1 ~ :~ a. [1] #brave_ordering(o@3, e1, e2, <=). #cwa(p/1). #weight(t).
#bias("penalty(1, head).
:- body(X)."). #disallow_multiple_head_variables. x(1.5,0x1F,'y'). %* block *%
"#;

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn trees_come_back(statement in statement()) {
        let text = statement.to_string();
        let read = parse_rules(&text).map_err(|errors| TestCaseError::fail(format!("{text}\n{errors:?}")))?;
        prop_assert_eq!(&read, &vec![statement], "{}", text);
    }

    #[test]
    fn ground_facts_become_rows(atom in ground()) {
        let plain = !atom.args.iter().any(|term| term.to_string().contains(['+', '*', '/', '\\', '&', '?', '^', '~', '|']));
        let mut sources = SourceMap::default();
        sources.add("fact", format!("{atom}."));
        let (program, errors) = parse_program(&sources);
        prop_assert!(errors.is_empty());
        prop_assert_eq!(program.facts.len() + program.statements.len(), 1);
        let mut symbols = Symbols::default();
        if let (1, Some((signature, args))) = (program.facts.len(), ground_atom(&atom, &mut symbols)) {
            let group = program.facts.group(&signature).expect("the fact's predicate");
            let left: Vec<String> = args.iter().map(|&arg| symbols.display(arg).to_string()).collect();
            let right: Vec<String> = group.args.iter().map(|&arg| program.symbols.display(arg).to_string()).collect();
            prop_assert_eq!(left, right);
        } else if plain {
            prop_assert!(atom.to_string().contains('-'), "{} is no row", atom);
        }
    }

    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        round_trip(&text);
    }

    #[test]
    fn any_tokens_are_survived(tokens in vec(prop::sample::select(TOKENS), 0..30)) {
        round_trip(&tokens.concat());
    }

    #[test]
    fn damaged_tasks_are_survived(edits in vec((any::<prop::sample::Index>(), 0..3u8, prop::sample::select(TOKENS)), 0..4)) {
        let mut text: Vec<char> = TASK.chars().collect();
        for (place, what, token) in edits {
            let at = place.index(text.len());
            match what {
                0 if text.len() > 1 => {
                    text.remove(at);
                }
                1 => text.truncate(at.max(1)),
                _ => {
                    text.splice(at..at, token.chars());
                }
            }
        }
        round_trip(&text.into_iter().collect::<String>());
    }
}

const TOKENS: &[&str] = &[
    "a",
    "p(",
    "f(X)",
    "X",
    "_",
    "1",
    "12.5",
    "..",
    ".",
    ".\n",
    ",",
    ";",
    ":",
    ":-",
    ":~",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "+",
    "-",
    "*",
    "**",
    "/",
    "\\",
    "&",
    "?",
    "^",
    "~",
    "|",
    "@",
    "<",
    "<=",
    "=",
    "!=",
    "not ",
    " ",
    "\n",
    "\"",
    "'",
    "\"s\"",
    "%",
    "%*",
    "*%",
    "#pos(",
    "#neg(",
    "#modeh(",
    "#sum",
    "#count{",
    "#show ",
    "#const n=",
    "n",
    "#bias(",
    "#script",
    "#end",
    "#minimize{",
    "#inf",
    "#true",
    "#foo",
    "{},{}",
    ",{",
    "é",
    "\\n",
    "2 ~ ",
    "/1",
    "#external ",
];

#[test]
fn the_task_is_right() {
    let mut sources = SourceMap::default();
    sources.add("task", TASK);
    let (_, errors) = parse_program(&sources);
    let lines: Vec<String> = errors.iter().map(|error| error.one_line(&sources)).collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
    round_trip(TASK);
}

#[test]
fn deep_and_long_texts_are_refused() {
    let n = 200_000;
    for text in [
        "(".repeat(n),
        format!("p({}1{}).", "(".repeat(n), ")".repeat(n)),
        format!("p({}1).", "-".repeat(n)),
        format!("p({}X) :- q.", "~".repeat(n)),
        format!("p(1{}).", "+1".repeat(n)),
        format!("p(1{}).", "**1".repeat(n)),
        format!("p(1{}).", "..1".repeat(n)),
        format!("p({}a{}).", "f(".repeat(n), ")".repeat(n)),
        format!("p({}", "|".repeat(n)),
        format!("a :- {}", "not ".repeat(n)),
        format!("{}a", "{".repeat(n)),
    ] {
        round_trip(&text);
        assert!(parse_rules(&text).is_err());
    }
    // Trees may be deep in two ways at once: each bracket holds a long sum on its left.
    let mut text = "1".to_string();
    for _ in 0..100 {
        text = format!("({text}){}", "+1".repeat(100));
    }
    assert!(parse_rules(&format!("p({text}).")).is_err());
}
