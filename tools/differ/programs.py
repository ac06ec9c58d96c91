"""Random programs and tasks over relations, with names that other languages have plans for."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

NAMES = [
    "p", "q", "edge", "length", "member", "table", "dynamic", "call", "true", "fail", "halt", "discontiguous", "number",
    "integer", "atom", "string", "name", "append", "initialization", "is", "mod", "sort", "write", "between", "compare",
    "xfold_length", "ground", "rule", "flag", "listing", "list", "mother", "age",
]  # fmt: skip
TERMS = [
    "0", "1", "2", "3", "-4", "7", "a", "b", "dynamic", "table", "mod", "e", "pi", '"a"', '"B c"', '"it\'s"', "f(a)",
    "f(1,b)", "g(\"x\")", "-a", '"\\n"', '"ü"', "(1,2)", "(a,b)", "inf", "nan", "aB", "z_1", "point",
]  # fmt: skip


@dataclass
class Program:
    """Rules and facts; `heads` are what is compared."""

    rules: str
    facts: str
    heads: list[tuple[str, int]]


def facts_of(rng: random.Random, name: str, arity: int) -> list[str]:
    found = set()
    for _ in range(rng.randint(2, 7)):
        terms = [rng.choice(TERMS if rng.random() < 0.4 else TERMS[:8]) for _ in range(arity)]
        found.add(f"{name}({','.join(terms)})." if arity else f"{name}.")
    return sorted(found)


def program(rng: random.Random) -> Program:
    """A stratified program: each predicate reads those before it, and perhaps itself."""
    names = rng.sample(NAMES, 7)
    base = [(name, rng.choice([1, 1, 2, 2, 0])) for name in names[:3]]
    if all(arity != 2 for _, arity in base):
        base[0] = (base[0][0], 2)
    facts = [fact for name, arity in base for fact in facts_of(rng, name, arity)]
    known, heads, rules = list(base), [], []
    for name in names[3:]:
        head = (name, rng.choice([1, 2, 1]))
        for _ in range(rng.randint(1, 2)):
            rules.append(rule(rng, head, known))
        pairs = [of for of, arity in known if arity == 2]
        if head[1] == 2 and rng.random() < 0.4 and pairs:
            rules.append(f"{name}(X,Y) :- {name}(X,Z), {rng.choice(pairs)}(Z,Y).")
        # Some facts of what rules define.
        if rng.random() < 0.3:
            facts.extend(facts_of(rng, *head))
        known.append(head)
        heads.append(head)
    # Prolog may have a predicate of a name that only facts have.
    read = "\n".join(rules)
    facts = [fact for fact in facts if re.search(rf"\b{re.match(r'[a-z_]+', fact)[0]}\b", read)]  # type: ignore[index]
    rng.shuffle(facts)
    return Program("\n".join(rules) + "\n", "\n".join(facts) + "\n", heads)


def rule(rng: random.Random, head: tuple[str, int], known: list[tuple[str, int]]) -> str:
    """A safe rule."""
    body, bound = [], []
    pairs = [of for of in known if of[1] > 0]
    for name, arity in rng.sample(pairs, min(len(pairs), rng.randint(1, 2))):
        args = []
        for _ in range(arity):
            variable = rng.choice(["X", "Y", "Z", "X"])
            args.append(variable)
            bound.append(variable)
        body.append(f"{name}({','.join(args)})")
    one, other = rng.choice(bound), rng.choice(bound)
    extra = rng.random()
    if extra < 0.3:
        body.append(f"{one} {rng.choice(['<', '<=', '>', '>=', '!=', '='])} {other}")
    elif extra < 0.5:
        body.append(f"{one} {rng.choice(['<', '<=', '>', '>=', '!='])} {rng.choice(TERMS)}")
    elif extra < 0.65:
        body.append(f"{one}+1 {rng.choice(['<', '>=', '='])} {other}")
    elif extra < 0.75:
        body.append(f"W = {one}{rng.choice(['+', '-', '*', '/'])}{other}")
        bound.append("W")
    if rng.random() < 0.4:
        name, arity = rng.choice(known)
        args = [rng.choice([*bound, "_", rng.choice(TERMS[:8])]) for _ in range(arity)]
        body.append(f"not {name}({','.join(args)})" if arity else f"not {name}")
    nullary = [name for name, arity in known if arity == 0]
    if nullary and rng.random() < 0.3:
        body.append(rng.choice(nullary))
    rng.shuffle(body)
    args = [rng.choice(bound) + rng.choice(["", "", "", "+1"]) for _ in range(head[1])]
    return f"{head[0]}({','.join(args)}) :- {', '.join(body)}."


def task(rng: random.Random) -> Program:
    """A task with a hidden rule and an exception: `rules` is the task's text."""
    names = [name for name in rng.sample(NAMES, 5) if name not in ("true", "fail")]
    target, *others = names
    people = [f"c{n}" for n in range(rng.randint(8, 16))]
    facts, truth = [], {}
    for name in others[:2]:
        truth[name] = {one for one in people if rng.random() < 0.6}
        facts += [f"{name}({one})." for one in sorted(truth[name])]
    ages = {one: rng.randint(0, 40) for one in people}
    facts += [f"age_of({one},{age})." for one, age in ages.items()] + [f"person({one})." for one in people]
    limit = rng.randint(5, 30)
    first, second = others[0], others[1]
    holds = [one for one in people if (one in truth[first] or ages[one] > limit) and one not in truth[second]]
    modes = [f"#modeb({name}(var(person)))." for name in others[:2]] + ["#modeb(age_of(var(person),num(year)))."]
    lines = [*facts, f"#modeh({target}(var(person))).", *modes]
    lines.append(f"#pos({{{','.join(f'{target}({one})' for one in holds)}}}, "
                 f"{{{','.join(f'{target}({one})' for one in people if one not in holds)}}}).")  # fmt: skip
    return Program("\n".join(lines) + "\n", "\n".join(facts) + "\n", [(target, 1)])
