//! What is read and how it is printed: pairs of texts.

use xfold_asp::{
    Head, SourceMap, Statement, StatementKind, Symbols, Term, ground_atom, ground_term, parse_ground_atom,
    parse_into, parse_program, parse_rules, visit,
};

fn read(text: &str) -> Vec<Statement> {
    parse_rules(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"))
}

/// Reads `text` and prints it as `printed`.
fn check(text: &str, printed: &str) {
    let lines: Vec<String> = read(text).iter().map(Statement::to_string).collect();
    assert_eq!(lines.join(" "), printed, "{text}");
}

/// Reads `text` and prints it just so.
fn same(text: &str) {
    check(text, text);
}

#[test]
fn rules() {
    same("a.");
    same("-p(X,\"a \\\"b\\\\\\n\") :- q(_), not r(X), not not -s.");
    same(":- a, X != 1, 1 < X <= 5.");
    same(":-.");
    check("a :- .", "a.");
    check("#false :- a.", ":- a.");
    check("a:-b;c,d.", "a :- b, c, d.");
    check("a :- X == 1, Y <> 2.", "a :- X = 1, Y != 2.");
    check("a | b , c ; d.", "a; b; c; d.");
    same("a : b, c; d :- e.");
    same("not a :- b.");
    same("#true.");
    check("p() :- q(  ).", "p :- q.");
    check("a.\r\nb.\tc. % d.\n%* e. %* f. *% *% g.", "a. b. c. g.");
    same("p'(x',_y) :- __q(_Z).");
    check("\u{feff}a.", "a.");
    check("", "");
    check("#!/usr/bin/env xfold\na.", "a.");
}

#[test]
fn conditions_choices_and_aggregates() {
    same("a :- b : c, d; e.");
    check("a :- b :; c.", "a :- b, c.");
    same("{ a; b : c, not d } :- e.");
    check("{a,b}.", "{ a; b }.");
    check("1{in(X) : v(X)}2.", "1 { in(X) : v(X) } 2.");
    same("{}.");
    same("X = { a } :- n(X).");
    same("{ a } = 1.");
    check("1 <= { a } <= 2.", "1 { a } 2.");
    same("a :- 1 #sum { W,X : p(X,W), not q; 3 } 4, not X = #count {}, #max { : a } > 2, { b; c }.");
    check(":- V2#sum{V0,V1:d(V0,V1)}V2, hd(V2).", ":- V2 #sum { V0,V1 : d(V0,V1) } V2, hd(V2).");
    same("a :- #sum+ { 1 : b } -1.");
    same(":~ p(X), not q. [X@2, X, f(X)]");
    check(":~ a.[1]", ":~ a. [1]");
    check("#minimize{W@2,X:p(X,W),q;1}.", ":~ p(X,W), q. [W@2, X] :~. [1]");
    check("#maximise{ 2@1 : a ; X : b(X) }.", ":~ a. [-2@1] :~ b(X). [-X]");
    check("#minimize{}.", "");
}

#[test]
fn terms() {
    same("p(1..4,X+1,2*(X-1),-(3),-3,--X).");
    same("p(X**2**3,(X**2)**3,-2**2,-(2**2)).");
    same("p(1-2-3,1-(2-3),X\\2*3,X&Y?Z^W,~X,|X-|Y||).");
    same("p(a..b..c,a..(b..c)).");
    same("p((),(a,),(a,b),1).");
    check("p((a),((b)),(,)).", "p(a,b,()).");
    check("p((a;b)).", "p(a;b).");
    same("p((a;b),c).");
    same("p(1,2;3,4;5;).");
    same("p((1,2);3).");
    check("p(|a;b|).", "p(|(a;b)|).");
    check("p(#infimum,#supremum,0x1F,0b11,0o17,007).", "p(#inf,#sup,31,3,15,7).");
    check("p(12.5,-0.5,'it is').", "p(12.5,-0.5,\"it is\").");
    same("p(-2147483648,2147483647).");
    check("p(X) :- X=1..4.", "p(X) :- X = 1..4.");
}

#[test]
fn directives() {
    same("#const n = 4.");
    same("#show. #show p/1. #show -p/0. #show f(X) : p(X), not q. #show a. #show (p/1).");
    same("#defined p/2. #include \"a b.lp\". #external p(X) : q(X).");
    check("#external a. [false]", "#external a.");
    same("#pos({a, not -b(1)}, {}).");
    same("#neg(eg(3)@2, {}, {c}, { a. b :- c. { d; e } 1. :- f. }).");
    check("#pos(e,{a;b},{},{}).", "#pos(e, {a, b}, {}).");
    same("#pos(@5, {a}, {}).");
    same("#predict(p1, {a}, {}).");
    same("#modeh(p(var(t),const(c),f(num(k)))).");
    same("#modeb(2, not p(num_var(t)), (positive, anti_reflexive)).");
    same(
        "#modeb(var(t) != var(t)). #modeb(1 < var(t)). #modeo(1, p). #modeha(q). #modec(r). #modem(2, m(t,t)).",
    );
    same("#constant(t, f(-1)). #predicate(t, p/2). #weight(-1). #weight(distance).");
    same("#maxv(3). #max_penalty(100). #minhl(1). #maxhl(2). #maxp(2).");
    same("#disallow_multiple_head_variables. #ground_without_replacement.");
    check("#bias(\"\n:- body(\\\"x\\\").\n\").", "#bias(\"\\n:- body(\\\"x\\\").\\n\").");
    check("#bias('a(X) :- X \\ 2 = 1.').", "#bias(\"a(X) :- X \\\\ 2 = 1.\").");
    same("#final_bias(\"penalty(1,X) :- intermediate(X).\").");
    same("2 ~ p(X) :- q(X). 1 ~ :- a. 3 ~ { a; b } 1. 1 ~ :~ a(X). [1@2, X]");
    same("#brave_ordering(a, b). #cautious_ordering(o@3, e(1), e(2), !=). #brave_ordering(o, a, b).");
    check("#brave_ordering(a, b, <).", "#brave_ordering(a, b).");
    same("#cwa(p/1). #cwa(-p/0).");
    check("P(A,B) :- Q(A,B), m(P,Q). #modem(m(t,t)).", "P(A,B) :- Q(A,B), m(P,Q). #modem(m(t,t)).");
}

#[test]
fn pools_of_lists_are_told_from_pools_of_tuples() {
    let pool = |text: &str| match &read(text)[0].kind {
        StatementKind::Rule(rule) => match &rule.head {
            Head::Atom(atom) => atom.args.clone(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let pair = |a, b| vec![Term::Number(a), Term::Number(b)];
    let lists = vec![Term::Arguments(pair(1, 2)), Term::Arguments(pair(3, 4))];
    assert_eq!(pool("p(1,2;3,4)."), vec![Term::Pool(lists)]);
    assert_eq!(
        pool("p((1,2);(3,4))."),
        vec![Term::Pool(vec![Term::Tuple(pair(1, 2)), Term::Tuple(pair(3, 4))])]
    );
}

/// How many facts and other statements a text has.
fn count(text: &str) -> (usize, usize) {
    let mut sources = SourceMap::default();
    sources.add("text", text);
    let (program, errors) = parse_program(&sources);
    assert!(errors.is_empty(), "{errors:?}");
    (program.facts.len(), program.statements.len())
}

#[test]
fn plain_facts_are_kept_apart() {
    assert_eq!(count("a. -b(1,-2,\"x\",f(a,(b,)),#inf,-c).  p(a)."), (3, 0));
    assert_eq!(count("p(1..3). p(1;2). p(1+1). p(X). p(_)."), (0, 5));
    assert_eq!(count("p( % comment\n a). p(12.5). p((a)). p(0x10). p('s')."), (5, 0));
    assert_eq!(count("p(a) :- . not_a. a :- b. {a}."), (2, 2));
    // `#const` gives `n` another value wherever it stands, `n(1)` is something else.
    assert_eq!(count("p(n). p(n(1)). p(f(-n)). p(m). #const n = 4. #pos({n},{}). % #const m = 1."), (2, 4));
}

#[test]
fn rules_that_fail_leave_no_symbols() {
    let mut sources = SourceMap::default();
    let file = sources.add("rules", "p(a,b) :- q(c). r(d,X). s(e).").expect("small");
    let mut program = Default::default();
    assert!(parse_into(&sources, file, &mut program).is_empty());
    assert_eq!(program.symbols.len(), 1);
}

#[test]
fn ground_atoms_of_models() {
    for text in [
        "a",
        "-q(1)",
        "p(a,-3,\"x y\",f(1,(2,b)))",
        "p(\"\\\"\\\\\\n\",(),(1,),-f(-a),#inf,#sup)",
        "p'(-2147483648)",
        "p(\"ä,(\")",
        "_a(b)",
    ] {
        let mut symbols = Symbols::default();
        let (signature, args) = parse_ground_atom(text, &mut symbols).unwrap_or_else(|| panic!("{text}"));
        let args: Vec<String> = args.iter().map(|&arg| symbols.display(arg).to_string()).collect();
        let brackets = if args.is_empty() { String::new() } else { format!("({})", args.join(",")) };
        assert_eq!(format!("{}{brackets}", signature.functor()), text);
    }
    let deep = format!("p({}0{})", "s(".repeat(900), ")".repeat(900));
    assert!(parse_ground_atom(&deep, &mut Symbols::default()).is_some());
    for text in [
        "",
        "X",
        "p(X)",
        "p(1",
        "p(1))",
        "p(1..2)",
        "p(1,)",
        "p((1))",
        "p()",
        "not",
        "p(1).",
        "1",
        "p(2147483648)",
    ] {
        let mut symbols = Symbols::default();
        assert!(parse_ground_atom(text, &mut symbols).is_none(), "{text}");
        assert!(symbols.is_empty());
    }
}

/// The arguments of `p(…)` after evaluation.
fn value(args: &str) -> Option<String> {
    let statements = read(&format!("p({args})."));
    let StatementKind::Rule(rule) = &statements[0].kind else { panic!("not a rule") };
    let Head::Atom(atom) = &rule.head else { panic!("not an atom") };
    let mut symbols = Symbols::default();
    let (_, values) = ground_atom(atom, &mut symbols)?;
    Some(values.iter().map(|&value| symbols.display(value).to_string()).collect::<Vec<_>>().join(","))
}

#[test]
fn arithmetic_as_in_clingo() {
    assert_eq!(
        value("1+2*3,-7/2,-7\\2,2**10,2**-1,|-3|,~5,6&3,6?3,6^3").as_deref(),
        Some("7,-3,-1,1024,0,3,-6,2,7,5")
    );
    assert_eq!(value("-a,-(-a),-(1),f(1+1)").as_deref(), Some("-a,a,-1,f(2)"));
    for undefined in
        ["1/0", "1\\0", "0**-1", "a+1", "2147483647+1", "X", "1..2", "(1;2)", "_", "-\"a\"", "|a|"]
    {
        assert_eq!(value(undefined), None, "{undefined}");
    }
    assert!(ground_term(&Term::Anonymous, &mut Symbols::default()).is_none());
}

/// What a statement defines and reads.
fn sees(text: &str, heads: &str, reads: &str) {
    let statement = &read(text)[0];
    let shown: Vec<String> = visit::heads(statement).iter().map(ToString::to_string).collect();
    assert_eq!(shown.join(" "), heads, "{text}");
    let shown: Vec<String> =
        visit::reads(statement).iter().map(|(read, sign)| format!("{sign}{read}")).collect();
    assert_eq!(shown.join(", "), reads, "{text}");
}

#[test]
fn what_statements_define_and_read() {
    sees("p(X) :- q(X,Y), not -r, q(Y,X), X < Y.", "p/1", "q/2, not -r/0");
    sees("1 { a; b(X) : c(X), not d } 2 :- e.", "a/0 b/1", "c/1, not d/0, e/0");
    sees("a; not b : c.", "a/0", "not b/0, c/0");
    sees(":- #sum { X : p(X) } > 2, not { q : not r }, s : t.", "", "p/1, not q/0, not not r/0, s/0, t/0");
    sees("p(1;2,3) :- q(1,2;3,4).", "p/1 p/2", "q/2");
    sees(":~ a, not b. [1]", "", "a/0, not b/0");
    sees("2 ~ a :- b.", "a/0", "b/0");
    sees("1 ~ :~ a. [1]", "", "a/0");
    sees("#external a(X) : b(X).", "a/1", "b/1");
    sees("#pos({a}, {}).", "", "");
}

#[test]
fn what_statements_use() {
    let features = |text: &str| visit::features(&read(text)[0]);
    let plain = features("p(a,-3,-b) :- q(1).");
    assert_eq!(plain, visit::Features::default());
    let all = features(":- p(1..2;X+1), not q, { a } 1, b : c.");
    assert!(all.arithmetic && all.intervals && all.pools && all.variables);
    assert!(all.aggregates && all.conditions && all.negation);
    assert!(features("#pos({a}, {}, { b(X) :- c(X+1). }).").arithmetic);
    let mut terms = Vec::new();
    let statement = &read("p(f(X)) :- Y = #sum { Z : q(Z) }.")[0];
    visit::for_each_term(statement, &mut |term| terms.push(term.to_string()));
    assert_eq!(terms, ["f(X)", "X", "Y", "Z", "Z"]);
}

#[test]
fn spans_cover_statements_in_their_files() {
    let mut sources = SourceMap::default();
    sources.add("one", "fact. a :- b.\n");
    sources.add("two", "\n  #pos(e, {c}, {}). ");
    let (program, errors) = parse_program(&sources);
    assert!(errors.is_empty());
    let spans: Vec<&str> = program.statements.iter().map(|statement| sources.text(statement.span)).collect();
    assert_eq!(spans, ["a :- b.", "#pos(e, {c}, {})."]);
    assert_eq!(sources.position(program.statements[1].span).expect("in a file").to_string(), "two:2:3");
}

#[test]
fn programs_print_facts_first() {
    let mut sources = SourceMap::default();
    sources.add("text", "a :- b. p(2). q. p(1). #maxv(2).");
    assert_eq!(parse_program(&sources).0.to_string(), "p(2).\np(1).\nq.\na :- b.\n#maxv(2).\n");
}
